#include "solver/engine/opencl/split.h"

#include <algorithm>
#include <array>
#include <vector>

#include "solver/engine/split_frame.h"

namespace ez::opencl {
namespace {

constexpr std::array splits = {1, 2, 3, 4, 5, 6, 9};

}  // namespace

template <class T>
std::string Split<T>::why_not(int form) {
  if (form >= 0 && form < static_cast<int>(splits.size())) return {};
  return "the OpenCL engine has the splits into 1, 2, 3, 4, 5, 6 and 9 kernels; the others need CUDA";
}

template <class T>
Split<T>::Split(int form) : kernels_(splits.at(static_cast<std::size_t>(form))) {}

template <class T>
void Split<T>::set(const Problem& p, const Grid& grid, Stream& stream) {
  const auto edge = [&](const SplitEdge& m) {
    return EdgeAt<T>{grid.at(m.i, m.j), grid.at(m.inner_i, m.inner_j), static_cast<T>(m.k), 0, 0, m.dead, 0};
  };
  const SplitFrame frame = split_frame(p);
  std::vector<EdgeAt<T>> edges;
  std::vector<CornerAt<T>> corners;
  for (const SplitEdge& m : frame.edges) edges.push_back(edge(m));
  for (const SplitCorner& c : frame.corners)
    corners.push_back({edge(c.along_x), edge(c.along_y), edge(c.side_x), edge(c.side_y)});
  edges_ = stream.upload(edges);
  corners_ = stream.upload(corners);
}

template <class T>
void Split<T>::seed(Kernels& kernels, const Buffer<T>& ez) {
  kernels.launch("split_seed", items(std::max<std::size_t>(edges_.count(), 4)), ez, edges_,
                 static_cast<cl_int>(edges_.count()), corners_);
}

template <class T>
void Split<T>::step_e(Kernels& kernels, const Grid& grid, const Fields3<T>& f, const Coefficients<T>& m,
                      BlockShape block) {
  const auto put = [&](const char* name, const Range& range, const auto&... more) {
    kernels.launch(name, range, grid, f[FieldArray::ez], f[FieldArray::hx], f[FieldArray::hy], m.bytes, m.words,
                   m.palette, more...);
  };
  const auto x = static_cast<std::size_t>(block.x), y = static_cast<std::size_t>(block.y);
  const auto nx = static_cast<std::size_t>(grid.nx), ny = static_cast<std::size_t>(grid.ny);
  const auto sides = [&](int first, int last, int corners) {
    std::size_t count = static_cast<std::size_t>(corners);
    for (int side = first; side <= last; ++side) count += (side < 2 ? ny : nx) - 2;
    put("split_sides", Range{count, 1, x * y, 1}, edges_, corners_, cl_int{first}, cl_int{last}, cl_int{corners});
  };
  const auto corners = [&](int first, int count) {
    put("split_corners", Range{4, 1, 4, 1}, corners_, cl_int{first}, cl_int{count});
  };
  if (kernels_ == 1) return put("split_all", Range{nx, ny, x, y}, edges_, corners_);
  put("split_interior", Range{nx - 1, ny - 2, x, y});
  switch (kernels_) {
    case 2:
      return sides(0, 3, 4);
    case 3:
      return sides(0, 1, 0), sides(2, 3, 4);
    case 4:
      return sides(0, 1, 0), sides(2, 3, 0), corners(0, 4);
    case 5:
      return sides(0, 0, 0), sides(1, 1, 0), sides(2, 2, 0), sides(3, 3, 4);
    default:
      for (int side = 0; side < 4; ++side) sides(side, side, 0);
      if (kernels_ == 6) return corners(0, 4);
      for (int k = 0; k < 4; ++k) corners(k, 1);
  }
}

template class Split<float>;
template class Split<double>;

}  // namespace ez::opencl
