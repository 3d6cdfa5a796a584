#include "solver/engine/opencl/coefficients.h"

#include <algorithm>

namespace ez::opencl {
namespace {

template <class T>
Buffer<Stretch<T>> stretches(const std::vector<double>& k, const std::vector<double>& b, const std::vector<double>& c,
                             Stream& stream) {
  std::vector<Stretch<T>> nodes;
  nodes.reserve(k.size());
  for (std::size_t i = 0; i < k.size(); ++i)
    nodes.push_back({static_cast<T>(k[i]), static_cast<T>(b[i]), static_cast<T>(c[i])});
  return stream.upload(nodes);
}

// Uploads the rows of a rectangle. `values` has nx numbers a row.
template <class V>
void upload_rect(const Buffer<V>& to, const std::vector<V>& values, const Grid& g, NodeRect r, Stream& stream) {
  r.i0 = std::max(r.i0, 0), r.j0 = std::max(r.j0, 0);
  r.i1 = std::min(r.i1, g.nx), r.j1 = std::min(r.j1, g.ny);
  if (r.i0 >= r.i1 || r.j0 >= r.j1) return;
  const std::size_t size = sizeof(V), width = static_cast<std::size_t>(g.nx);
  const V* from = values.data() + static_cast<std::size_t>(r.j0) * width + static_cast<std::size_t>(r.i0);
  stream.write_rows(to.get(),
                    {static_cast<std::size_t>(g.at(r.i0, r.j0)) * size, static_cast<std::size_t>(g.pitch) * size,
                     width * size, static_cast<std::size_t>(r.i1 - r.i0) * size, static_cast<std::size_t>(r.j1 - r.j0)},
                    from);
}

}  // namespace

template <class T>
void Coefficients<T>::set(const Problem& p, const Change& change, const Grid& grid, const Grid& before,
                          Stream& stream) {
  if (change.electric_palette || change.magnetic_palette) set_palettes(p, stream);
  if (change.layers) set_layers(p, stream);
  set_maps(p, change, grid, before, stream);
}

template <class T>
void Coefficients<T>::set_palettes(const Problem& p, Stream& stream) {
  std::vector<CoefficientPair<T>> electric, of_media, hx, hy;
  for (const ElectricEntry& e : p.electric_palette) {
    electric.push_back({static_cast<T>(e.ca), static_cast<T>(e.cb)});
    of_media.push_back({static_cast<T>(e.eps), static_cast<T>(e.mu)});
  }
  for (const MagneticEntry& m : p.magnetic_palette) {
    hx.push_back({static_cast<T>(m.da), static_cast<T>(m.dbx)});
    hy.push_back({static_cast<T>(m.da), static_cast<T>(m.dby)});
  }
  palette = stream.upload(electric);
  media = stream.upload(of_media);
  hx_palette = stream.upload(hx);
  hy_palette = stream.upload(hy);
}

template <class T>
void Coefficients<T>::set_layers(const Problem& p, Stream& stream) {
  x_e = stretches<T>(p.x.k_e, p.x.b_e, p.x.c_e, stream);
  x_h = stretches<T>(p.x.k_h, p.x.b_h, p.x.c_h, stream);
  y_e = stretches<T>(p.y.k_e, p.y.b_e, p.y.c_e, stream);
  y_h = stretches<T>(p.y.k_h, p.y.b_h, p.y.c_h, stream);
  x_class = stream.upload(p.x.line_class);
  y_class = stream.upload(p.y.line_class);
}

template <class T>
void Coefficients<T>::set_maps(const Problem& p, const Change& change, const Grid& grid, const Grid& before,
                               Stream& stream) {
  const std::size_t values = grid.values();
  const NodeRect all{0, 0, p.nx, p.ny};
  const bool first = !bytes.get();
  if (first || grid.wide_map != before.wide_map) {
    bytes = stream.make<cl_uchar>(grid.wide_map ? 0 : values);
    words = stream.make<cl_ushort>(grid.wide_map ? values : 0);
  }
  const NodeRect electric = first || grid.wide_map != before.wide_map ? all : change.electric_map;
  if (grid.wide_map)
    upload_rect(words, p.electric.words(), grid, electric, stream);
  else
    upload_rect(bytes, p.electric.bytes(), grid, electric, stream);
  if (first || grid.magnetic != before.magnetic) {
    hx_entry = stream.make<cl_ushort>(grid.magnetic ? values : 0);
    hy_entry = stream.make<cl_ushort>(grid.magnetic ? values : 0);
  }
  if (!grid.magnetic) return;
  // The rectangle names Ez nodes, whose H nodes reach one further to the left and below.
  NodeRect magnetic = first || grid.magnetic != before.magnetic ? all : change.magnetic_map;
  if (!magnetic.empty()) --magnetic.i0, --magnetic.j0, ++magnetic.i1, ++magnetic.j1;
  upload_rect(hx_entry, p.hx_entry, grid, magnetic, stream);
  upload_rect(hy_entry, p.hy_entry, grid, magnetic, stream);
}

template struct Coefficients<float>;
template struct Coefficients<double>;

}  // namespace ez::opencl
