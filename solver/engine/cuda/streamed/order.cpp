#include "solver/engine/cuda/streamed/order.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace ez::cuda::streamed {

namespace {

// What more a row takes on whose way through the levels terms in step are due, sheets, and layers of terms; the values
// of a term. In rows of one medium, as streamed_profile has them.
constexpr double in_step = 0.4, in_sheets = 1.5, in_layers = 5, an_amount = 0.036;

}  // namespace

template <class T>
double work_of(const Tile<T>& t, int levels) {
  // A row of each class beside one of one medium, each alone on a multiprocessor.
  constexpr double wide_lanes[class_count] = {1,    1.07, 1.35, 2.3, 1.55, 1.65, 2.55, 1.95,
                                              1.05, 1.3,  2.5,  1.5, 1.8,  2.8,  2.4,  2},
                   narrow_lanes[class_count] = {1,    1.07, 0.83, 2.1, 1.55, 1.0, 2.25, 1.65,
                                                1.05, 0.85, 2.25, 1.5, 1.0,  2.4, 2.4,  2};
  const double* of_class = lane_columns<T>(Class::layer_x, levels) > 1 ? wide_lanes : narrow_lanes;
  const auto rows = [&](int low, int high) { return low > high ? 0 : high - low + levels; };
  return of_class[t.kind] * (t.row1 - t.row0) + (t.stepping > 0 ? in_step * rows(t.due_low, t.due_high) : 0) +
         in_sheets * rows(t.most_low, t.most_high) + in_layers * rows(t.odd_low, t.odd_high) + an_amount * t.making;
}

template <class T>
std::vector<Tile<T>> in_blocks(const TilesByClass<T>& tiles, int levels, int warps) {
  struct Worked {
    double work;
    const Tile<T>* tile;
  };
  struct OfWarps {
    double work;
    std::size_t first, count;  // of `sorted`
  };
  const auto longer = [](const auto& a, const auto& b) { return a.work > b.work; };
  std::vector<Worked> sorted;
  std::vector<OfWarps> blocks;
  for (std::size_t k = class_count; k-- > 0;) {
    const std::size_t begin = sorted.size();
    for (const Tile<T>& t : tiles[k]) sorted.push_back({work_of(t, levels), &t});
    std::stable_sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin), sorted.end(), longer);
    for (std::size_t first = begin; first < sorted.size(); first += static_cast<std::size_t>(warps))
      blocks.push_back({sorted[first].work, first, std::min(static_cast<std::size_t>(warps), sorted.size() - first)});
  }
  std::stable_sort(blocks.begin(), blocks.end(), longer);
  std::vector<Tile<T>> out;
  out.reserve(blocks.size() * static_cast<std::size_t>(warps));
  for (const OfWarps& block : blocks) {
    for (std::size_t k = 0; k < block.count; ++k) out.push_back(*sorted[block.first + k].tile);
    out.resize(out.size() + static_cast<std::size_t>(warps) - block.count);
  }
  return out;
}

template <class T>
double makespan(const std::vector<Tile<T>>& tiles, int levels, int warps, int multiprocessors) {
  const int at_once = multiprocessors * most_warps / warps;
  std::priority_queue<double, std::vector<double>, std::greater<>> ends;  // of blocks at work
  double last = 0;
  for (std::size_t first = 0; first < tiles.size(); first += static_cast<std::size_t>(warps)) {
    double begin = 0;
    if (ends.size() == static_cast<std::size_t>(at_once)) begin = ends.top(), ends.pop();
    ends.push(begin + work_of(tiles[first], levels));
    last = std::max(last, begin + work_of(tiles[first], levels));
  }
  return last;
}

template double work_of(const Tile<float>&, int);
template double work_of(const Tile<double>&, int);
template std::vector<Tile<float>> in_blocks(const TilesByClass<float>&, int, int);
template std::vector<Tile<double>> in_blocks(const TilesByClass<double>&, int, int);
template double makespan(const std::vector<Tile<float>>&, int, int, int);
template double makespan(const std::vector<Tile<double>>&, int, int, int);

}  // namespace ez::cuda::streamed
