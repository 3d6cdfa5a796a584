// Pictures and the health of the field.
#include <algorithm>
#include <cmath>

#include "solver/engine/opencl/lattice_of.h"
#include "solver/scene/quantity.h"

namespace ez::opencl {
namespace {

// These three have the members of those in kernels/picture.cl. W is the device's widest number.
template <class T>
struct Tap {
  cl_int low, high, nearest, inside;
  T weight, unused;
};
template <class W>
struct ReferenceNode {
  cl_int low, high, inside, unused;
  W weight;
};
struct Picture {
  cl_int quantity, kind;  // kind: 0 formula, 1 index of the medium, 2 map, 3 difference
  cl_int decimates, has_map, has_reference, reference_is_double;
  cl_int width, height;
  cl_int reference_pitch, reference_origin;
};
template <class T>
struct HealthPart {
  std::int64_t largest, bad;
  T most, unused;
};

template <class T>
std::vector<Tap<T>> taps_of(const ViewAxis& axis, int pixels, bool decimates) {
  std::vector<Tap<T>> out;
  for (int p = 0; p < pixels; ++p)
    if (decimates) {
      const ViewRange r = view_range(axis, p);
      out.push_back({r.begin, r.end, 0, 1, T(0), T(0)});
    } else {
      const ViewTap t = view_tap(axis, p);
      out.push_back({t.low, t.high, t.nearest, t.inside, static_cast<T>(t.weight), T(0)});
    }
  return out;
}
// Returns the nodes of the other grid for each of `nodes` nodes; one if there is no other grid.
template <class W>
std::vector<ReferenceNode<W>> reference_nodes(bool any, int nodes, double scale, double offset, int other) {
  std::vector<ReferenceNode<W>> out;
  for (int i = 0; any && i < nodes; ++i) {
    const ez::ReferenceTap t = reference_tap(i, scale, offset, other);
    out.push_back({t.low, t.high, t.inside, 0, static_cast<W>(t.weight)});
  }
  return out;
}

int kind_of(Quantity q) {
  using Origin = QuantityFacts::Origin;
  const Origin of = facts_of(q).of;
  return of == Origin::medium ? 1 : of == Origin::map || of == Origin::mean ? 2 : of == Origin::difference ? 3 : 0;
}

PictureStats stats_of(const float* pixels, std::size_t count) {
  PictureStats stats;
  for (std::size_t k = 0; k < count; ++k)
    if (!std::isfinite(pixels[k]))
      stats.finite = false;
    else
      stats.max_abs = std::max(stats.max_abs, std::abs(pixels[k]));
  return stats;
}

}  // namespace

template <class T>
Lattice::Reference LatticeOf<T>::as_reference() const {
  return {
      field_.arrays[FieldArray::ez].get(), sizeof(T) == sizeof(double), grid_.pitch, grid_.origin, grid_.nx, grid_.ny};
}

template <class T>
PictureStats LatticeOf<T>::draw(const PictureWindow& w, const Reference& minus, float* pixels) {
  if (w.width <= 0 || w.height <= 0) return {};
  const std::size_t count = static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height);
  grow(stream_, pixels_, count);
  sample_picture(w, minus, pixels_.get());
  stream_.read(pixels_, std::span<float>(pixels, count));
  return stats_of(pixels, count);
}

template <class T>
PictureStats LatticeOf<T>::draw_into(const PictureWindow& w, const Reference& minus, cl_mem pixels) {
  if (w.width <= 0 || w.height <= 0) return {};
  sample_picture(w, minus, pixels);
  constexpr std::size_t parts = 4096;
  const auto most = stream_.make<float>(parts);
  const auto bad = stream_.make<cl_int>(parts);
  kernels_.launch("picture_stats", items(parts), pixels, static_cast<cl_int>(w.width * w.height), most, bad);
  PictureStats stats;
  for (const float v : stream_.read_all(most)) stats.max_abs = std::max(stats.max_abs, v);
  for (const cl_int any : stream_.read_all(bad)) stats.finite = stats.finite && any == 0;
  return stats;
}

// Samples the picture into memory of the device, which must be large enough.
template <class T>
void LatticeOf<T>::sample_picture(const PictureWindow& w, const Reference& minus, cl_mem pixels) {
  const ViewAxis x = view_axis(w.x0, w.x1, w.width, grid_.nx), y = view_axis(w.y0, w.y1, w.height, grid_.ny);
  const bool decimates = view_decimates(x, y), any = minus.values != nullptr;
  const int map = shown_map(plan_, w), kind = kind_of(w.quantity);
  const Picture picture{static_cast<cl_int>(w.quantity),
                        kind,
                        decimates,
                        has_map(map),
                        any,
                        minus.is_double,
                        w.width,
                        w.height,
                        minus.pitch,
                        minus.origin};
  MapScale<T> scale;
  if (has_map(map)) scale = tally_.scale<T>(plan_, static_cast<std::size_t>(map));
  const Buffer<T>& re = has_map(map) ? sums_[static_cast<std::size_t>(map)].re : field_.arrays[FieldArray::ez];
  const Buffer<T>& im = has_map(map) ? sums_[static_cast<std::size_t>(map)].im : field_.arrays[FieldArray::ez];
  const Buffer<Tap<T>> columns = stream_.upload(taps_of<T>(x, w.width, decimates)),
                       rows = stream_.upload(taps_of<T>(y, w.height, decimates));
  const cl_mem other = any ? minus.values : field_.arrays[FieldArray::ez].get();
  const auto launch = [&]<class W>(W) {
    const auto other_columns =
        stream_.upload(reference_nodes<W>(any, grid_.nx, minus.scale_x, minus.offset_x, minus.nx));
    const auto other_rows = stream_.upload(reference_nodes<W>(any, grid_.ny, minus.scale_y, minus.offset_y, minus.ny));
    kernels_.launch("draw", Range{static_cast<std::size_t>(w.width), static_cast<std::size_t>(w.height), 16, 4}, grid_,
                    picture, units_, scale, field_.arrays[FieldArray::ez], field_.arrays[FieldArray::hx],
                    field_.arrays[FieldArray::hy], re, im, media_.bytes, media_.words, media_.media, other,
                    other_columns, other_rows, columns, rows, pixels);
  };
  if (stream_.device().facts().has_double)
    launch(double{});
  else
    launch(float{});
}

template <class T>
Health LatticeOf<T>::health() {
  constexpr std::size_t items_of_tile = 64;
  const Buffer<HealthPart<T>> parts = stream_.make<HealthPart<T>>(Health::tile_count * items_of_tile);
  kernels_.launch("find_health", Range{parts.count(), 1, items_of_tile, 1}, grid_, field_.arrays[FieldArray::ez],
                  parts);
  const std::vector<HealthPart<T>> found = stream_.read_all(parts);
  const auto node = [&](std::int64_t k) {
    return k < 0 ? Node{} : Node{static_cast<int>(k % grid_.nx), static_cast<int>(k / grid_.nx)};
  };
  Health out;
  std::int64_t largest = -1, bad = -1;
  for (std::size_t k = 0; k < found.size(); ++k) {
    const double most = static_cast<double>(found[k].most);
    double& in_tile = out.largest_in[k / items_of_tile];
    in_tile = std::max(in_tile, most);
    if (found[k].largest >= 0 && (most > out.max_abs || (most == out.max_abs && found[k].largest < largest)))
      out.max_abs = most, largest = found[k].largest;
    if (found[k].bad >= 0 && (bad < 0 || found[k].bad < bad)) bad = found[k].bad;
  }
  out.finite = bad < 0;
  out.largest = node(largest);
  out.first_bad = node(bad);
  return out;
}

template class LatticeOf<float>;
template class LatticeOf<double>;

}  // namespace ez::opencl
