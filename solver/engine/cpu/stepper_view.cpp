// The picture: shows a rectangle of the grid in a given number of pixels, by the rule of solver/physics/view.h.
#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/engine/cpu/decimate.h"
#include "solver/engine/cpu/stepper.h"
#include "solver/physics/quantity.h"
#include "solver/physics/view.h"

namespace ez {
namespace {

// Adds a pixel to the statistics of finite pixels, or notes that it is not finite.
void add(PictureStats& stats, float v) {
  const float a = std::abs(v);
  if (!(a <= 3.4028235e38f))
    stats.finite = false;
  else if (a > stats.max_abs)
    stats.max_abs = a;
}

}  // namespace

template <class T>
ReferenceView Stepper<T>::as_reference() const {
  ReferenceView view;
  view.ez = field_.ez(0);
  view.is_double = sizeof(T) == sizeof(double);
  view.pitch = static_cast<std::ptrdiff_t>(field_.row_length());
  view.nx = nx_;
  view.ny = ny_;
  return view;
}

// Computes residual_at() of n nodes that coincide with the reference's nodes from `from` on.
template <class T, class R>
static void difference(const T* e, const R* from, int n, T* out) {
  for (int i = 0; i < n; ++i) out[i] = static_cast<T>(static_cast<double>(e[i]) - static_cast<double>(from[i]));
}

// Computes the residual of a row. If the nodes of the reference run coincide with this grid's, shifted by whole nodes,
// the row is a plain difference.
template <class T>
void Stepper<T>::residual(const ReferenceView& r, int j, int begin, int end, T* out) const {
  const T* e = field_.ez(j);
  const ReferenceTap first = reference_tap(begin, r.scale_x, r.offset_x, r.nx);
  const ReferenceTap last = reference_tap(end - 1, r.scale_x, r.offset_x, r.nx);
  const ReferenceTap y = reference_tap(j + r.first_row, r.scale_y, r.offset_y, r.ny);
  const bool plain = r.ez && begin < end && r.scale_x == 1 && r.offset_x == std::floor(r.offset_x) && first.inside &&
                     last.inside && y.inside && y.weight == 0;
  if (!plain) {
    for (int i = begin; i < end; ++i) out[i - begin] = residual_at(r, e[i], i, j);
    return;
  }
  const std::ptrdiff_t at = y.low * r.pitch + first.low;
  if (r.is_double)
    difference(e + begin, static_cast<const double*>(r.ez) + at, end - begin, out);
  else
    difference(e + begin, static_cast<const float*>(r.ez) + at, end - begin, out);
}

// Writes the shown quantity at nodes [begin, end) of row j.
template <class T>
void Stepper<T>::shown(const Shown& what, int j, int begin, int end, T* out) const {
  using Origin = QuantityFacts::Origin;
  const Quantity quantity = what.quantity;
  const QuantityFacts& facts = facts_of(quantity);
  if (facts.of == Origin::difference) return residual(what.minus, j, begin, end, out);
  if (facts.of == Origin::map || facts.of == Origin::mean) return maps_.show(quantity, what.map, j, begin, end, out);
  const T *e = field_.ez(j), *hx = field_.hx(j), *below = field_.hx(j - 1), *hy = field_.hy(j);
  const int n = end - begin;
  if (quantity == Quantity::ez) {
    std::copy_n(e + begin, n, out);
  } else if (facts.of == Origin::medium) {
    for (int i = begin; i < end; ++i) out[i - begin] = static_cast<T>(electric_.at(i, j));
  } else if (quantity == Quantity::hx) {
    const bool none = j == ny_ - 1 && !y_.periodic;
    for (int i = begin; i < end; ++i) out[i - begin] = none ? T(0) : hx[i] * hx_unit_;
  } else if (quantity == Quantity::hy) {
    for (int i = begin; i < end; ++i) out[i - begin] = i == nx_ - 1 && !x_.periodic ? T(0) : hy[i] * hy_unit_;
  } else {
    const QuantityUnits<T> units{hx_unit_, hy_unit_, half_eps_, half_mu_};
    // The same as with_even_image(), but for a whole row at a time. The ends of a row are handled separately.
    if (j == 0 && !y_.pmc_low && !y_.periodic) below = hx;
    if (j == ny_ - 1 && !y_.pmc_high && !y_.periodic) hx = below;
    const NoneBeyond low{!x_.pmc_low && !x_.periodic, false, false, false},
        high{false, !x_.pmc_high && !x_.periodic, false, false};
    const auto end_node = [&](int i, std::size_t entry, const NoneBeyond& none) {
      const Around<T> h = with_even_image<T>({hx[i], below[i], hy[i], hy[i - 1]}, none);
      out[i - begin] = quantity_at(quantity, e[i], h.hx, h.hx_below, h.hy, h.hy_left, eps_[entry], mu_[entry], units);
    };
    const auto nodes = [&](int b, int last, std::size_t entry) {
      kernels_.quantity(quantity, out + (b - begin), e + b, hx + b, below + b, hy + b, eps_[entry], mu_[entry], units,
                        last - b);
      if (b == 0) end_node(0, entry, low);
      if (last == nx_) end_node(nx_ - 1, entry, high);
    };
    if (!facts.has_media) return nodes(begin, end, 0);
    for (const Run& run : ez_media_.runs(j)) {
      const int b = std::max(run.begin, begin), last = std::min(run.end, end);
      if (run.entry >= 0 && b < last) nodes(b, last, static_cast<std::size_t>(run.entry));
      for (int i = b; run.entry < 0 && i < last; ++i) nodes(i, i + 1, electric_.at(i, j));
    }
  }
}

template <class T>
PictureStats Stepper<T>::decimated(const PictureWindow& w, const Shown& what, const ViewAxis& x, const ViewAxis& y,
                                   int row, int row_end, float* pixels) const {
  PictureStats stats;
  const auto nodes = [&](int j, int begin, int end, T* room) -> const T* {
    if (w.quantity == Quantity::ez) return field_.ez(j) + begin;
    shown(what, j, begin, end, room);
    return room;
  };
  const auto done = [&](int q) {
    for (int p = 0; p < w.width; ++p) add(stats, pixels[static_cast<std::ptrdiff_t>(q) * w.width + p]);
  };
  decimate(x, y, w.width, row, row_end, kernels_, pixels, nodes, done);
  return stats;
}

template <class T>
PictureStats Stepper<T>::interpolate(const PictureWindow& w, const Shown& what, const ViewAxis& x, const ViewAxis& y,
                                     int row, int row_end, float* pixels) const {
  PictureStats stats;
  std::vector<ViewTap> taps;
  int i0 = nx_, i1 = 0;  // visible columns
  for (int p = 0; p < w.width; ++p) {
    taps.push_back(view_tap(x, p));
    if (taps.back().inside) i0 = std::min(i0, taps.back().low), i1 = std::max(i1, taps.back().high + 1);
  }
  std::vector<T> low(static_cast<std::size_t>(std::max(i1 - i0, 0))), high(low.size());
  const bool nearest = facts_of(w.quantity).of == QuantityFacts::Origin::medium;
  for (int q = row; q < row_end; ++q) {
    const ViewTap ty = view_tap(y, q);
    if (ty.inside && i0 < i1) {
      shown(what, nearest ? ty.nearest : ty.low, i0, i1, low.data());
      if (!nearest) shown(what, ty.high, i0, i1, high.data());
    }
    float* out = pixels + static_cast<std::size_t>(q) * static_cast<std::size_t>(w.width);
    for (int p = 0; p < w.width; ++p) {
      const ViewTap& tx = taps[static_cast<std::size_t>(p)];
      const auto at = [&](const std::vector<T>& v, int i) { return v[static_cast<std::size_t>(i - i0)]; };
      if (!tx.inside || !ty.inside)
        out[p] = 0;
      else if (nearest)
        out[p] = static_cast<float>(at(low, tx.nearest));
      else
        out[p] = view_blend(at(low, tx.low), at(low, tx.high), at(high, tx.low), at(high, tx.high), tx, ty);
      add(stats, out[p]);
    }
  }
  return stats;
}

template <class T>
PictureStats Stepper<T>::draw(const PictureWindow& w, const ReferenceView& minus, float* pixels) {
  if (w.width <= 0 || w.height <= 0) return {};
  const ViewAxis x = view_axis(w.x0, w.x1, w.width, nx_), y = rows_axis(w, rows_);
  const bool many = view_decimates(x, y);
  const std::int64_t pixel_count = std::int64_t{w.width} * w.height;
  const int threads =
      pool_.parts_of(many ? std::max(pixel_count, std::int64_t{nx_} * ny_) : pixel_count, nodes_a_thread_);
  std::vector<PictureStats> parts(static_cast<std::size_t>(threads));
  Shown what{w.quantity, minus, maps_.shown(w)};
  what.minus.first_row = rows_.first;
  const auto rows = [&](int part) {
    const auto row = [&](int k) { return static_cast<int>(std::int64_t{w.height} * k / threads); };
    parts[static_cast<std::size_t>(part)] = many ? decimated(w, what, x, y, row(part), row(part + 1), pixels)
                                                 : interpolate(w, what, x, y, row(part), row(part + 1), pixels);
  };
  pool_.run(rows, threads);
  PictureStats all;
  for (const PictureStats& s : parts) {
    all.max_abs = std::max(all.max_abs, s.max_abs);
    all.finite &= s.finite;
  }
  return all;
}

template class Stepper<float>;
template class Stepper<double>;

}  // namespace ez
