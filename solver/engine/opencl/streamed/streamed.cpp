#include "solver/engine/opencl/streamed/streamed.h"

#include <algorithm>

namespace ez::opencl {

using streamed::Shape;

std::vector<Shape> shapes_to_try(const DeviceFacts& device, int nx, int ny, bool is_double) {
  const int nodes = std::min(nx, ny);
  const int rows = nodes <= 1024 ? 64 : nodes <= 2048 ? 96 : nodes <= 4096 ? 128 : 256;
  // With 168 registers three groups of 128 items fit into a multiprocessor of NVIDIA's. Small grids have few tiles, so
  // narrow ones may be faster there. Each shape takes some seconds to compile, once.
  const Shape other = nodes <= 4096 ? Shape{8, 128, 1, rows, 168} : Shape{6, 128, 2, rows, 168};
  const std::vector<Shape> of_float = {{8, 128, 2, rows, 168}, other, {4, 64, 2, rows}};
  const std::vector<Shape> of_double = {{8, 128, 1, rows}, {8, 128, 1, rows, 168}, {4, 64, 1, rows}};
  std::vector<Shape> shapes;
  for (const Shape& s : is_double ? of_double : of_float) {
    const double value = is_double ? 8 : 4, bytes = value * (4.0 * s.levels * (s.items + 1) + 2.0 * 256);
    const bool fits = static_cast<std::size_t>(s.items) <= device.most_items && bytes <= device.local_bytes;
    // The small shape is for devices that allow no other.
    if (fits && (s.items == 128 || shapes.empty())) shapes.push_back(s);
  }
  return shapes;
}

template <class T>
Streamed<T>::Streamed(const Problem& p, const FieldSet<T>& like, const Shape& shape, Stream& stream) {
  for (std::size_t k = 0; k < std::size(like.arrays.of); ++k)
    other_.arrays.of[k] = stream.make<T>(like.arrays.of[k].count());
  for (std::size_t k = 0; k < like.psi.size(); ++k)
    other_.psi[k] = {like.psi[k].depth, stream.make<T>(like.psi[k].e.count()), stream.make<T>(like.psi[k].h.count())};
  set_shape(p, shape, stream);
}

template <class T>
void Streamed<T>::set_shape(const Problem& p, const Shape& shape, Stream& stream) {
  plan_.emplace(p, shape, DueRows(p));
  kernels_.emplace(stream, stream.device().pass_program(sizeof(T) == sizeof(double), shape));
  upload(p, stream);
}
template <class T>
void Streamed<T>::update(const Problem& p, const NodeRect& dirty, Stream& stream) {
  plan_->update(p, dirty, DueRows(p));
  upload(p, stream);
}

template <class T>
void Streamed<T>::upload(const Problem&, Stream& stream) {
  tiles_ = stream.upload(plan_->tiles());
  due_ = stream.upload(plan_->due().rows);
  slots_ = stream.upload(plan_->due().slots);
  marks_ = stream.upload(plan_->due().marks);
  probes_ = stream.upload(plan_->due().probes);
}

template <class T>
void Streamed<T>::pass(const Grid& grid, const FieldSet<T>& from, const Tables& tables, int step) {
  const auto e = [](const FieldSet<T>& f, Side s) -> const Buffer<T>& { return f.psi[static_cast<std::size_t>(s)].e; };
  const auto h = [](const FieldSet<T>& f, Side s) -> const Buffer<T>& { return f.psi[static_cast<std::size_t>(s)].h; };
  const Coefficients<T>& m = tables.media;
  const auto items = static_cast<std::size_t>(shape().items);
  const auto palette_size = static_cast<cl_int>(std::min<std::size_t>(m.palette.count(), 256));  // indices are bytes
  kernels_->launch("pass", Range{tiles_.count() * items, 1, items, 1}, grid, tiles_, m.palette, palette_size,
                   from.arrays[FieldArray::ez], from.arrays[FieldArray::hx], from.arrays[FieldArray::hy],
                   e(from, Side::left), e(from, Side::right), e(from, Side::bottom), e(from, Side::top),
                   h(from, Side::left), h(from, Side::right), h(from, Side::bottom), h(from, Side::top),
                   other_.arrays[FieldArray::ez], other_.arrays[FieldArray::hx], other_.arrays[FieldArray::hy],
                   e(other_, Side::left), e(other_, Side::right), e(other_, Side::bottom), e(other_, Side::top),
                   h(other_, Side::left), h(other_, Side::right), h(other_, Side::bottom), h(other_, Side::top),
                   m.hx_palette, m.hy_palette, m.bytes, m.x_e, m.x_h, m.y_e, m.y_h, due_, slots_, marks_,
                   tables.terms.amounts(), static_cast<cl_int>(tables.terms.count()), probes_, tables.record,
                   static_cast<cl_int>(tables.columns), static_cast<cl_int>(step));
}

template class Streamed<float>;
template class Streamed<double>;

}  // namespace ez::opencl
