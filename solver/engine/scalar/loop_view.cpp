// The picture, pixel by pixel, by the rule of solver/physics/view.h.
#include <algorithm>
#include <cmath>

#include "solver/engine/scalar/loop.h"
#include "solver/physics/quantity.h"
#include "solver/problem/physical.h"

namespace ez::scalar {
namespace {

void add(PictureStats& stats, float v) {
  if (!std::isfinite(v))
    stats.finite = false;
  else
    stats.max_abs = std::max(stats.max_abs, std::abs(v));
}

}  // namespace

template <class T>
ReferenceView Loop<T>::as_reference() const {
  ReferenceView view;
  view.ez = grid_.ez;
  view.is_double = sizeof(T) == sizeof(double);
  view.pitch = row_;
  view.nx = p_.nx, view.ny = p_.ny;
  return view;
}

// Returns a quantity that is an array or a formula.
template <class T>
T Loop<T>::quantity_of(Quantity quantity, int i, int j) const {
  const std::ptrdiff_t n = at(i, j);
  const auto open = [&](Side s) { return p_.wall(s) != BoundaryKind::pmc && p_.wall(s) != BoundaryKind::periodic; };
  if (quantity == Quantity::hx && j == p_.ny - 1 && !grid_.y_periodic) return T(0);
  if (quantity == Quantity::hy && i == p_.nx - 1 && !grid_.x_periodic) return T(0);
  const NoneBeyond none{i == 0 && open(Side::left), i == p_.nx - 1 && open(Side::right), j == 0 && open(Side::bottom),
                        j == p_.ny - 1 && open(Side::top)};
  const Around<T> beside{grid_.hx[n], grid_.hx[n - row_], grid_.hy[n], grid_.hy[n - 1]};
  const bool is_array = quantity == Quantity::hx || quantity == Quantity::hy;
  const Around<T> h = is_array ? beside : with_even_image(beside, none);
  const Vacuum vacuum = vacuum_of(p_);
  const QuantityUnits<T> units{T(p_.hx_unit), T(p_.hy_unit), T(0.5 * vacuum.eps), T(0.5 * vacuum.mu)};
  const ElectricEntry& e = p_.electric_palette[p_.electric.at(i, j)];
  return quantity_at(quantity, grid_.ez[n], h.hx, h.hx_below, h.hy, h.hy_left, T(e.eps), T(e.mu), units);
}

template <class T>
T Loop<T>::shown(const PictureWindow& w, const ReferenceView& minus, int i, int j) const {
  using Origin = QuantityFacts::Origin;
  const Origin of = facts_of(w.quantity).of;
  if (of == Origin::difference) return residual_at(minus, grid_.ez[at(i, j)], i, j);
  if (of == Origin::map || of == Origin::mean)
    return maps_.value(w.quantity, maps_.shown(w),
                       static_cast<std::size_t>(j) * static_cast<std::size_t>(p_.nx) + static_cast<std::size_t>(i));
  if (of == Origin::medium) return static_cast<T>(p_.electric.at(i, j));
  return quantity_of(w.quantity, i, j);
}

template <class T>
PictureStats Loop<T>::draw(const PictureWindow& w, const ReferenceView& minus, float* pixels) const {
  if (w.width <= 0 || w.height <= 0) return {};
  const ViewAxis x = view_axis(w.x0, w.x1, w.width, p_.nx), y = view_axis(w.y0, w.y1, w.height, p_.ny);
  const auto node = [&](int i, int j) { return shown(w, minus, i, j); };
  const auto largest = [&](int p, int q) {
    SignedExtreme<T> most = no_extreme<T>();
    const ViewRange columns = view_range(x, p), rows = view_range(y, q);
    for (int j = rows.begin; j < rows.end; ++j)
      for (int i = columns.begin; i < columns.end; ++i) add_extreme(most, node(i, j));
    return value_of(most);
  };
  const auto between = [&](int p, int q) {
    const ViewTap tx = view_tap(x, p), ty = view_tap(y, q);
    if (!tx.inside || !ty.inside) return 0.0f;
    if (facts_of(w.quantity).of == QuantityFacts::Origin::medium)
      return static_cast<float>(node(tx.nearest, ty.nearest));
    return view_blend(node(tx.low, ty.low), node(tx.high, ty.low), node(tx.low, ty.high), node(tx.high, ty.high), tx,
                      ty);
  };
  PictureStats stats;
  const bool decimates = view_decimates(x, y);
  for (int q = 0; q < w.height; ++q)
    for (int p = 0; p < w.width; ++p) {
      *pixels = decimates ? largest(p, q) : between(p, q);
      add(stats, *pixels++);
    }
  return stats;
}

template class Loop<float>;
template class Loop<double>;

}  // namespace ez::scalar
