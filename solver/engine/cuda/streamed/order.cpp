#include "solver/engine/cuda/streamed/order.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <queue>
#include <span>
#include <utility>

namespace ez::cuda::streamed {

namespace {

// Additional work of operations, as measured by streamed_profile. The unit is the work of a row of one medium.
//   in_step, in_probes, in_layers  for each row that meets such operations on its path through the levels
//   sheets, sheets_and_steps       for a tile with sheets, without or with terms in step
//   an_amount                      for each value of a term that the tile computes
constexpr double in_step = 0.4, in_probes = 1.5, in_layers = 5, sheets = 11, sheets_and_steps = 25, an_amount = 0.036;

}  // namespace

template <class T>
double work_of(const Tile<T>& t, int levels) {
  // Time of a row of each class relative to a row of one medium. Each class was measured alone on a multiprocessor.
  // Corners with terms were measured next to other classes, because no other multiprocessor has their code.
  constexpr double wide_lanes[class_count] = {1, 1.07, 1.35, 2.3, 1.55, 1.65, 2.55, 1.95,
                                              1, 1.3,  2.35, 1.5, 1.8,  2.8,  3.2,  2},
                   narrow_lanes[class_count] = {1, 1.07, 0.83, 2.1, 1.55, 1.0, 2.25, 1.65,
                                                1, 0.85, 2.15, 1.5, 1.0,  2.4, 2.4,  2};
  const double* of_class = lane_columns<T>(Class::layer_x, levels) > 1 ? wide_lanes : narrow_lanes;
  const auto rows = [&](int low, int high) { return low > high ? 0 : high - low + levels; };
  return of_class[t.kind] * (t.row1 - t.row0) + (t.stepping > 0 ? in_step * rows(t.due_low, t.due_high) : 0) +
         (t.sheet_low > t.sheet_high ? 0
          : t.stepping > 0           ? sheets_and_steps
                                     : sheets) +
         in_probes * rows(t.probe_low, t.probe_high) + in_layers * rows(t.odd_low, t.odd_high) + an_amount * t.making;
}

namespace {

// Tiles of one class that the warps of a block process at the same time: `count` tiles from `first` in a list.
struct Set {
  std::size_t first, count;
};
// A block: its class, and the sets that it processes one after another.
struct BlockSets {
  double work;
  std::size_t kind;
  std::vector<Set> sets;
};
const auto longer = [](const auto& a, const auto& b) { return a.work > b.work; };

// Returns the shortest block and the longest other block of its class that can be joined without exceeding `longest`.
// If there is none, tries the next longer block. The result is two indices in `blocks`, which are sorted by their work.
std::optional<std::pair<std::size_t, std::size_t>> find_joinable_blocks(const std::vector<BlockSets>& blocks,
                                                                        double longest) {
  for (std::size_t k = blocks.size(); k-- > 1;)
    for (std::size_t other = 0; other < k; ++other)
      if (blocks[other].kind == blocks[k].kind && blocks[other].work + blocks[k].work <= longest)
        return std::pair(other, k);
  return {};
}
// Joins short blocks until all blocks run at the same time. Returns the blocks unchanged if a joined block would become
// the longest.
std::vector<BlockSets> joined(const std::vector<BlockSets>& as_they_were, std::size_t at_once) {
  std::vector<BlockSets> blocks = as_they_were;
  while (blocks.size() > at_once) {
    const auto pair = find_joinable_blocks(blocks, as_they_were.front().work);
    if (!pair) return as_they_were;
    BlockSets both = std::move(blocks[pair->first]);
    const BlockSets after = std::move(blocks[pair->second]);
    both.work += after.work;
    both.sets.insert(both.sets.end(), after.sets.begin(), after.sets.end());
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(pair->second));
    blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(pair->first));
    blocks.insert(std::upper_bound(blocks.begin(), blocks.end(), both, longer), std::move(both));
  }
  return blocks;
}

// Groups blocks by class, with the blocks of the most common class between the others.
void group_by_class(std::span<BlockSets> blocks) {
  std::array<std::vector<BlockSets>, class_count> of_class;
  for (BlockSets& b : blocks) of_class[b.kind].push_back(std::move(b));
  const auto common = std::max_element(of_class.begin(), of_class.end(),
                                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  std::vector<BlockSets> between = std::exchange(*common, {});
  const auto parts = static_cast<std::size_t>(
      1 + std::count_if(of_class.begin(), of_class.end(), [](const auto& of) { return !of.empty(); }));
  auto to = blocks.begin();
  std::size_t part = 0, taken = 0;
  const auto take_part = [&] {
    for (const std::size_t end = between.size() * ++part / parts; taken < end; ++taken)
      *to++ = std::move(between[taken]);
  };
  for (std::vector<BlockSets>& of : of_class) {
    if (of.empty()) continue;
    take_part();
    to = std::move(of.begin(), of.end(), to);
  }
  take_part();
}

}  // namespace

template <class T>
Blocks<T> in_blocks(const TilesByClass<T>& tiles, int levels, int warps, int at_once) {
  struct Worked {
    double work;
    const Tile<T>* tile;
  };
  const auto of_set = static_cast<std::size_t>(warps), together = static_cast<std::size_t>(at_once);
  std::vector<Worked> sorted;
  std::vector<BlockSets> blocks;
  for (std::size_t k = class_count; k-- > 0;) {
    const std::size_t begin = sorted.size();
    for (const Tile<T>& t : tiles[k]) sorted.push_back({work_of(t, levels), &t});
    std::stable_sort(sorted.begin() + static_cast<std::ptrdiff_t>(begin), sorted.end(), longer);
    for (std::size_t first = begin; first < sorted.size(); first += of_set)
      blocks.push_back({sorted[first].work, k, {{first, std::min(of_set, sorted.size() - first)}}});
  }
  std::stable_sort(blocks.begin(), blocks.end(), longer);
  if (blocks.size() < 2 * together) blocks = joined(blocks, together);
  group_by_class(std::span(blocks).first(std::min(blocks.size(), together)));

  Blocks<T> out;
  out.count = static_cast<int>(blocks.size());
  const auto add = [&](const Set& set) {  // returns the index of the set's first tile
    const std::size_t at = out.tiles.size();
    for (std::size_t k = 0; k < set.count; ++k) out.tiles.push_back(*sorted[set.first + k].tile);
    out.tiles.resize(at + of_set);
    return at;
  };
  for (const BlockSets& b : blocks) add(b.sets.front());
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t k = 1, before = b * of_set; k < blocks[b].sets.size(); ++k) {
      const std::size_t at = add(blocks[b].sets[k]);
      for (std::size_t w = 0; w < of_set; ++w) out.tiles[before + w].then = static_cast<int>(at - before);
      before = at;
    }
  std::vector<std::size_t> by_work(blocks.size());
  std::iota(by_work.begin(), by_work.end(), std::size_t{0});
  std::stable_sort(by_work.begin(), by_work.end(),
                   [&](std::size_t a, std::size_t b) { return blocks[a].work < blocks[b].work; });
  // At least least_makers blocks, because one alone would need more than a pass. More only if they have time left.
  constexpr double not_late = 0.75;
  const double longest = blocks.empty() ? 0 : blocks[by_work.back()].work;
  for (const std::size_t b : by_work) {
    if (out.makers == most_makers || (out.makers >= least_makers && blocks[b].work > not_late * longest)) break;
    out.tiles[b * of_set].maker = out.makers++;
  }
  return out;
}

template <class T>
double makespan(const Blocks<T>& blocks, int levels, int warps, int at_once) {
  const double begin = blocks.count > at_once ? rows_for_code : 0;
  std::priority_queue<double, std::vector<double>, std::greater<>> ends;  // times at which running blocks end
  double last = 0;
  for (int b = 0; b < blocks.count; ++b) {
    double end = begin;
    if (ends.size() == static_cast<std::size_t>(at_once)) end = ends.top(), ends.pop();
    const Tile<T>* tile = &blocks.tiles[static_cast<std::size_t>(b) * static_cast<std::size_t>(warps)];
    for (end += work_of(*tile, levels); tile->then != 0; end += work_of(*tile, levels)) tile += tile->then;
    ends.push(end);
    last = std::max(last, end);
  }
  return last;
}

template double work_of(const Tile<float>&, int);
template double work_of(const Tile<double>&, int);
template Blocks<float> in_blocks(const TilesByClass<float>&, int, int, int);
template Blocks<double> in_blocks(const TilesByClass<double>&, int, int, int);
template double makespan(const Blocks<float>&, int, int, int);
template double makespan(const Blocks<double>&, int, int, int);

}  // namespace ez::cuda::streamed
