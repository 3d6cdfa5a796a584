#include "solver/engine/cuda/streamed/order.h"

#include <algorithm>

namespace ez::cuda::streamed {

template <class T>
double work_of(const Tile<T>& t, int levels) {
  // A row of each class beside one of one medium, each alone on a multiprocessor; what more a row takes on whose way
  // through the levels terms in step are due, and layers of them; the values of a term (streamed_profile).
  constexpr double wide_lanes[class_count] = {1, 1.07, 1.5, 2, 2.1, 2.8, 4.2, 2},
                   narrow_lanes[class_count] = {1, 1.07, 1.5, 2, 1.2, 2.8, 2.2, 2};
  constexpr double in_step = 0.8, in_layers = 5, an_amount = 0.15;
  const double* of_class = lane_columns<T>(Class::layer_x, levels) > 1 ? wide_lanes : narrow_lanes;
  const auto rows = [&](int low, int high) { return low > high ? 0 : high - low + levels; };
  return of_class[t.kind] * (t.row1 - t.row0) + in_step * rows(t.due_low, t.due_high) +
         in_layers * rows(t.odd_low, t.odd_high) + an_amount * t.amounts;
}

template <class T>
std::vector<Tile<T>> in_blocks(TilesByClass<T> tiles, int levels, int warps) {
  struct OfWarps {
    double work;
    std::vector<Tile<T>> tiles;
  };
  std::vector<OfWarps> blocks;
  for (std::size_t k = class_count; k-- > 0;) {
    std::stable_sort(tiles[k].begin(), tiles[k].end(),
                     [levels](const Tile<T>& a, const Tile<T>& b) { return work_of(a, levels) > work_of(b, levels); });
    for (auto first = tiles[k].begin(); first != tiles[k].end();) {
      const auto end = first + std::min(warps, static_cast<int>(tiles[k].end() - first));
      blocks.push_back({work_of(*first, levels), {first, end}});
      blocks.back().tiles.resize(static_cast<std::size_t>(warps));
      first = end;
    }
  }
  std::stable_sort(blocks.begin(), blocks.end(), [](const OfWarps& a, const OfWarps& b) { return a.work > b.work; });
  std::vector<Tile<T>> out;
  for (const OfWarps& block : blocks) out.insert(out.end(), block.tiles.begin(), block.tiles.end());
  return out;
}

template double work_of(const Tile<float>&, int);
template double work_of(const Tile<double>&, int);
template std::vector<Tile<float>> in_blocks(TilesByClass<float>, int, int);
template std::vector<Tile<double>> in_blocks(TilesByClass<double>, int, int);

}  // namespace ez::cuda::streamed
