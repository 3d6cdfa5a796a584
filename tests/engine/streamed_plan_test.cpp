// Tests the tiles of the scheme `streamed`: every node is stored by one tile, and the nodes that a tile owns are as far
// inside it as a pass carries the field. Needs no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "helpers.h"
#include "random_problem.h"
#include "solver/engine/cuda/streamed/plan.h"

namespace ez::cuda::streamed {
namespace {

Problem problem_of(unsigned seed) {
  std::mt19937 random(seed);
  const auto whole = [&](int a, int b) { return std::uniform_int_distribution<int>(a, b)(random); };
  test::RandomScene wanted;
  wanted.nx = whole(16, seed % 3 == 0 ? 900 : 250);
  wanted.ny = whole(16, seed % 3 == 0 ? 900 : 250);
  wanted.magnetic = seed % 5 == 0;
  wanted.seed = seed;
  Scene s = random_scene(wanted);
  if (seed % 2 == 0)
    for (const Side side : all_sides) s.boundary[side] = whole(0, 2) == 0 ? BoundaryKind::pec : BoundaryKind::cpml;
  Problem p = build_problem(s, rasterize(s));
  if (seed % 4 == 1) test::add_terms_on_h(p);
  return p;
}
template <class T>
int lane_width(const Plan<T>& plan, const Tile<T>& t) {
  return lane_columns<T>(static_cast<Class>(t.kind), plan.shape().levels);
}

template <class T>
void expect_covered(const Problem& p, const Plan<T>& plan, const std::string& what) {
  std::vector<int> stores(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny), 0);
  const auto store = [&](int i, int j) {
    if (i < p.nx) ++stores[static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)];
  };
  for (const Tile<T>& t : plan.tiles()) {
    if (t.kind < 0) continue;
    const int V = lane_width(plan, t);
    for (int j = t.own_y0; j < t.own_y1; ++j)
      for (int x = t.x; x < t.x + 32 * V; x += V)  // by the same rule as a lane
        if (x + V > t.own_x0 && x < t.own_x1)
          for (int v = 0; v < V; ++v) store(x + v, j);
  }
  for (const Block& b : plan.general().blocks)
    for (int j = b.own_y0; j < b.own_y1; ++j)
      for (int i = b.own_x0; i < b.own_x1; ++i) store(i, j);
  const auto [least, most] = std::minmax_element(stores.begin(), stores.end());
  EXPECT_EQ(*least, 1) << what << ": a node is stored by no tile";
  EXPECT_EQ(*most, 1) << what << ": a node is stored by two tiles";
}

template <class T>
void expect_overlap(const Problem& p, const Plan<T>& plan, const std::string& what) {
  const int L = plan.shape().levels;
  const auto closed = [&](Side s) { return facts_of(p.wall(s)).is_zero; };
  for (const Tile<T>& t : plan.tiles()) {
    if (t.kind < 0) continue;
    const int V = lane_width(plan, t), end = t.x + 32 * V;
    EXPECT_EQ(t.x % 4, 0) << what;
    EXPECT_TRUE(t.own_x0 >= t.x + L || (t.x == 0 && t.own_x0 == 0 && closed(Side::left))) << what;
    const bool beyond = closed(Side::right) && end >= (p.nx + V - 1) / V * V + V;
    EXPECT_TRUE(t.own_x1 <= end - L || beyond) << what;
    EXPECT_TRUE(closed(Side::right) || t.own_x1 <= p.nx - L) << what;
    EXPECT_TRUE(t.own_y0 >= t.row0 + L || (t.row0 == 0 && t.own_y0 == 0 && closed(Side::bottom))) << what;
    EXPECT_TRUE(t.row1 == t.own_y1 + L) << what;
    EXPECT_TRUE(closed(Side::top) || t.own_y1 <= p.ny - L) << what;
    // If H has media, no tile belongs to a class with layers: its owned nodes are as far from the layers as a pass
    // carries.
    const int x0 = p.magnetic ? t.own_x0 - L : t.x, x1 = p.magnetic ? t.own_x1 + L : end;
    const bool in_x = (p.x.low > 0 && x0 < p.x.low) || (p.x.high > 0 && x1 > p.nx - 1 - p.x.high);
    const bool in_y = t.row0 < p.y.low || (p.y.high > 0 && t.row1 > p.ny - 1 - p.y.high);
    const Class kind = static_cast<Class>(t.kind);
    EXPECT_TRUE(!p.magnetic || !(in_layer_x(kind) || in_layer_y(kind))) << what;
    EXPECT_TRUE(!in_x || in_layer_x(kind)) << what;
    EXPECT_TRUE(!in_y || in_layer_y(kind)) << what;
  }
  for (const Block& b : plan.general().blocks) {
    EXPECT_TRUE(b.own_x0 >= b.x0 + L || b.x0 == 0) << what;
    EXPECT_TRUE(b.own_x1 <= b.x0 + b.width - L || b.x0 + b.width == p.nx) << what;
    EXPECT_TRUE(b.own_y0 >= b.y0 + L || b.y0 == 0) << what;
    EXPECT_TRUE(b.own_y1 <= b.y0 + b.height - L || b.y0 + b.height == p.ny) << what;
  }
}

template <class T>
void expect_right_media(const Problem& p, const Plan<T>& plan, const std::string& what) {
  for (const Tile<T>& t : plan.tiles()) {
    const Class kind = static_cast<Class>(t.kind);
    if (t.kind < 0 || kind == Class::magnetic) continue;
    for (int j = t.row0; j < std::min(t.row1, p.ny); ++j)
      for (int i = t.x; i < std::min(t.x + 32 * lane_width(plan, t), p.nx); ++i) {
        for (const FieldArray h : {FieldArray::hx, FieldArray::hy}) {
          const MagneticEntry &m = p.magnetic_at(h, i, j), &first = p.magnetic_palette.front();
          ASSERT_TRUE(m.da == 1 && m.dbx == first.dbx && m.dby == first.dby) << what << ": H at " << i << ", " << j;
        }
        if (media_of(kind) == Media::any) continue;
        const ElectricEntry& e = p.electric_palette[p.electric.at(i, j)];
        const T ca = static_cast<T>(e.ca), cb = static_cast<T>(e.cb);
        // A boundary that the kernel computes.
        const bool wall_x = in_layer_x(kind) && (i == 0 || i == p.nx - 1),
                   wall_y = in_layer_y(kind) && (j == 0 || j == p.ny - 1);
        const bool own = i >= t.own_x0 && i < t.own_x1 && j >= t.own_y0 && j < t.own_y1;
        if (wall_x || wall_y) {
          ASSERT_TRUE(cb == 0 || !own) << what << " at " << i << ", " << j;
          continue;
        }
        const bool right = ca == t.ca && cb == t.cb;
        ASSERT_TRUE(right && (kind == Class::lossy || ca == 1)) << what << " at " << i << ", " << j;
      }
  }
}

template <class T>
void expect_sound(const Problem& p, const Plan<T>& plan, const std::string& what) {
  expect_covered(p, plan, what);
  expect_overlap(p, plan, what);
  expect_right_media(p, plan, what);
}

TEST(StreamedPlan, every_node_has_one_owner_that_computes_it_correctly) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const Problem p = problem_of(seed);
    const DueRows due(p);
    for (const int levels : levels_of<float>)
      expect_sound(p, Plan<float>(p, {levels, 96, 32}, due), fmt::format("float, seed {}, {} levels", seed, levels));
    for (const int levels : levels_of<double>)
      expect_sound(p, Plan<double>(p, {levels, 96, 32}, due), fmt::format("double, seed {}, {} levels", seed, levels));
  }
}

// An updated plan must equal a new plan.
TEST(StreamedPlan, an_edit_updates_the_tiles_that_it_touches) {
  for (unsigned seed = 2; seed <= 40; seed += 2) {
    test::RandomScene wanted;
    wanted.nx = 500, wanted.ny = 400, wanted.magnetic = false, wanted.seed = seed;
    test::SceneMaker maker(wanted);
    Scene s = maker.make();
    s.faults.clear();
    Problem p = build_problem(s, rasterize(s));
    Plan<float> plan(p, {8, 96, 32}, DueRows(p));
    const Scene before = s;
    s.shapes.push_back(maker.shape());
    const NodeRect dirty = dirty_rect(before, s);
    p = build_problem(s, rasterize(s));
    plan.update(p, dirty, false, DueRows(p));
    const Plan<float> rebuilt(p, {8, 96, 32}, DueRows(p));
    ASSERT_EQ(plan.tiles().size(), rebuilt.tiles().size());
    for (std::size_t k = 0; k < plan.tiles().size(); ++k) {
      EXPECT_EQ(plan.tiles()[k].kind, rebuilt.tiles()[k].kind);
      EXPECT_EQ(plan.tiles()[k].x, rebuilt.tiles()[k].x);
    }
  }
}

// Collects the contributions in the kernel's order: first those of columns that move in phase with a row through the
// levels, then layer after layer of the row's list, at the lane's own place.
template <class T>
void expect_due(const Problem& p, const Plan<T>& plan, const std::string& what) {
  const DueLists& lists = plan.due();
  const int levels = plan.shape().levels;
  const DueRows rows(p);
  std::vector<int> recorded(p.instruments.size(), 0), users(static_cast<std::size_t>(lists.values), 0);
  const auto place = [](int k) { return static_cast<std::size_t>(k); };
  const auto beyond = [](int low, int high, int slot) { return slot < low || slot > high; };
  for (const Tile<T>& tile : plan.tiles()) {
    if (tile.kind < 0 || !has_terms(static_cast<Class>(tile.kind))) continue;
    EXPECT_TRUE(media_of(static_cast<Class>(std::max(tile.kind, 0))) == Media::any || tile.odd_low > tile.odd_high)
        << what;
    const int columns = lane_width(plan, tile);
    std::map<int, const Amount*> by_place;  // at the first step
    for (int k = tile.amount; k < tile.amount + tile.amounts; ++k) {
      const Amount& a = lists.amounts[static_cast<std::size_t>(k)];
      by_place[a.at] = &a;
      for (int t = 0; t < levels; ++t) ++users.at(place(a.at + t * a.stride));
    }
    std::size_t found = 0, in_step = 0;
    for (int slot = tile.due_low; slot <= tile.due_high; ++slot) {
      const DueRow& first = lists.rows[static_cast<std::size_t>(tile.due + slot - tile.due_low)];
      EXPECT_TRUE(first.lanes == 0 || !beyond(tile.odd_low, tile.odd_high, slot)) << what;
      EXPECT_TRUE(first.probe < 0 || !beyond(tile.probe_low, tile.probe_high, slot)) << what;
      EXPECT_TRUE(first.probe < 0 || !beyond(tile.probe_low, tile.probe_high, slot)) << what;
      for (int on = 0; on < DueRow::arrays; ++on) {
        const auto array = static_cast<FieldArray>(on);
        const int j = array == FieldArray::hy ? slot : slot - 1;
        const std::span<const Term> terms =
            j >= tile.row0 && j < tile.row1 ? rows.terms(array, j, j + 1) : std::span<const Term>();
        for (int x = tile.x; x < tile.x + 32 * columns; ++x) {
          std::vector<std::tuple<int, double, bool>> wanted, got;
          for (const Term& t : terms)
            if (t.i == x) wanted.emplace_back(t.signal, t.weight, t.hard);
          const int lane = (x - tile.x) / columns, v = (x - tile.x) % columns;
          const auto look = [&](int place, int stride, bool sets) {
            const auto a = by_place.find(place);
            if (a == by_place.end()) return;
            EXPECT_EQ(a->second->stride, stride) << what;
            EXPECT_EQ(a->second->hard != 0, sets) << what;
            got.emplace_back(a->second->signal, a->second->weight, sets);
          };
          for (const auto& [of, sheet] : {std::pair(DueRow::ez, tile.sheet_e), std::pair(DueRow::hx, tile.sheet_h)})
            if (of == on && sheet.row == slot) look(sheet.values + x - tile.x, 32 * columns, false);
          if (const int at = slot - tile.due_low; at < tile.stepping && on != DueRow::hx) {
            const InStep& s = lists.in_step[place(tile.steps + at)];
            const int column = on == DueRow::ez ? tile.x_e : tile.x_h,
                      signal = on == DueRow::ez ? s.signal_e : s.signal_h;
            const double weight = on == DueRow::ez ? s.weight_e : s.weight_h;
            if (column == x - tile.x && weight != 0) got.emplace_back(signal, weight, false), ++in_step;
          }
          for (const DueRow* row = &first;; row = &lists.rows[static_cast<std::size_t>(row->next)]) {
            EXPECT_EQ(row->values % columns, 0) << what << ": all columns of a lane are read at once";
            const int at = lane - row->lane;
            const bool sets = (row->hard() >> (4 * on + v) & 1) != 0;
            if (at >= 0 && at < row->lanes && row->has(on) && (row->hard() == 0 || sets))
              look(row->values + (row->array(on) * levels * row->lanes + at) * columns + v, row->lanes * columns, sets);
            if (row->next < 0) break;
          }
          EXPECT_EQ(got, wanted) << what << ", array " << on << " at " << x << ", " << j;
          found += got.size();
        }
      }
      for (int k = first.probe; k >= 0; ++k) {
        const ProbeAt& probe = lists.probes[static_cast<std::size_t>(k)];
        ++recorded[static_cast<std::size_t>(probe.index)];
        EXPECT_EQ(p.instruments[static_cast<std::size_t>(probe.index)].node, (Node{probe.x, slot - 1})) << what;
        if (!probe.more) break;
      }
    }
    EXPECT_EQ(found, by_place.size() + in_step) << what;
    // Rows are processed in pairs, so the contributions of one row are available to both.
    const auto expect_even = [&](int low, int high) {
      if (low > high) return;
      EXPECT_EQ((low - tile.row0) % 2, 0) << what;
      EXPECT_EQ((high - tile.row0) % 2, 0) << what;
    };
    expect_even(tile.sheet_low, tile.sheet_high);
    for (const auto& [low, high] : {std::pair(tile.due_low, tile.due_high), std::pair(tile.probe_low, tile.probe_high),
                                    std::pair(tile.odd_low, tile.odd_high)}) {
      expect_even(low, high);
      EXPECT_TRUE(low > high || (low >= tile.due_low && high <= tile.due_high)) << what;
    }
    for (const Sheet& sheet : {tile.sheet_e, tile.sheet_h}) {
      if (sheet.row == Sheet().row) continue;
      EXPECT_FALSE(beyond(tile.sheet_low, tile.sheet_high, sheet.row)) << what;
      EXPECT_EQ(sheet.values * static_cast<int>(sizeof(T)) % 16, 0) << what;
      EXPECT_LE(sheet.values + levels * 32 * columns, lists.values) << what;
    }
    const int values = static_cast<int>(sizeof(Step<T>) / sizeof(T));
    for (int k = 0; k < tile.stepping; ++k) {  // a pass copies these values from consecutive rows
      const InStep& s = lists.in_step[place(tile.steps + k)];
      EXPECT_EQ(s.at, tile.values + values * k) << what;
      EXPECT_EQ(s.stride, values * tile.stepping) << what;
      EXPECT_EQ(s.at % values, 0) << what;
      for (int t = 0; t < levels; ++t)
        for (int v = 0; v < values; ++v) ++users.at(place(s.at + t * s.stride + v));
    }
    EXPECT_TRUE(tile.stepping == 0 || tile.stepping == tile.due_high - tile.due_low + 1) << what;
  }
  for (const int n : users) EXPECT_LE(n, 1) << what;
  for (const Block& b : plan.general().blocks)
    for (int k = b.probes.first; k < b.probes.first + b.probes.count; ++k) {
      const DueNode& node = plan.general().nodes[static_cast<std::size_t>(k)];
      for (int d = node.first; d < node.first + node.count; ++d)
        ++recorded[static_cast<std::size_t>(plan.general().due[static_cast<std::size_t>(d)].index)];
    }
  for (const int n : recorded) EXPECT_EQ(n, 1) << what;
}

TEST(StreamedPlan, a_lane_finds_the_contributions_at_its_nodes_in_order) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const Problem p = problem_of(seed);
    const DueRows due(p);
    for (const int levels : levels_of<float>)
      expect_due(p, Plan<float>(p, {levels, 48, 32}, due), fmt::format("float, seed {}, {} levels", seed, levels));
    for (const int levels : levels_of<double>)
      expect_due(p, Plan<double>(p, {levels, 96, 32}, due), fmt::format("double, seed {}, {} levels", seed, levels));
  }
}

// The memory for the frame of a plane wave depends on its length, not on the area of the tiles that hold it.
TEST(StreamedPlan, a_plane_wave_has_few_values) {
  Scene s = test::grid(2000, 2000, BoundaryKind::cpml);
  s.sources = {{"", PlaneSource{30, {}}, 1, false, true, test::pulse(test::frequency_of(s, 20), 1)}};
  const Problem p = build_problem(s, rasterize(s));
  const Plan<float> plan(p, {8, 96, 32}, DueRows(p));
  EXPECT_GT(p.terms.size(), 4U * 2 * 1800);
  EXPECT_LT(plan.due().values, 250.0 * static_cast<double>(p.terms.size()));
  EXPECT_LT(plan.due().rows.size(), 7U * 2000);
}

// A pass takes as long as its slowest tile, so the slowest tiles start first.
TEST(StreamedPlan, tiles_with_much_work_are_low_and_come_first) {
  Scene s = test::grid(2000, 2000, BoundaryKind::cpml);
  s.sources = {{"", PlaneSource{30, {}}, 1, false, true, test::pulse(test::frequency_of(s, 20), 1)}};
  const Problem p = build_problem(s, rasterize(s));
  for (const int levels : levels_of<float>) {
    PlanShape shape{levels, 160, 32};
    shape.at_once = 8;
    const Plan<float> plan(p, shape, DueRows(p));
    int low = 0, high = 0;
    double shortest = std::numeric_limits<double>::infinity();  // of the blocks before; the first blocks start together
    for (std::size_t k = 0; k < plan.tiles().size(); ++k) {
      const Tile<float>& t = plan.tiles()[k];
      if (t.kind < 0) continue;
      const int own = t.own_y1 - t.own_y0;
      const double work = work_of(t, levels);
      EXPECT_GT(t.odd_low, t.odd_high) << "tiles of layers, which are slow, must have no terms";
      low += t.sheet_h.row != Sheet().row, high += own > 100;
      EXPECT_TRUE(own < 64 || work < 1.5 * (160 + 2 * levels)) << levels << " levels, at " << t.x << ", " << t.own_y0;
      if (k % most_warps == 0) {
        if (k >= std::size_t{8} * most_warps) {
          EXPECT_LE(work, shortest) << levels << " levels, at " << k;
        }
        shortest = std::min(shortest, work);
      }
    }
    EXPECT_GT(low, 20);
    EXPECT_GT(high, 50);
    expect_sound(p, plan, fmt::format("{} levels", levels));
    expect_due(p, plan, fmt::format("{} levels", levels));
  }
}

// The horizontal edges of the box cross every strip, so the tiles there have fewer rows. The vertical edges are in the
// strips of the layers.
TEST(StreamedPlan, tiles_crossed_by_a_plane_wave_take_as_long_as_others) {
  Scene s = test::grid(4096, 4096, BoundaryKind::cpml);
  const Problem empty = build_problem(s, rasterize(s));
  s.sources = {{"", PlaneSource{0, {}}, 1, false, true, test::pulse(test::frequency_of(s, 20), 1)}};
  const Problem p = build_problem(s, rasterize(s));
  const PlanShape shape = shape_for<float>(p, 12, 200, most_warps, 132);
  const Plan<float> plan(p, shape, DueRows(p));
  double of_medium = 0, driven = 0;
  int lower = 0;
  for (const Tile<float>& t : plan.tiles()) {
    EXPECT_TRUE(t.kind < 0 || media_of(static_cast<Class>(t.kind)) != Media::any ||
                in_corner(static_cast<Class>(t.kind)));
    if (t.kind == static_cast<int>(Class::uniform)) of_medium = std::max(of_medium, work_of(t, 12));
    if (t.kind != static_cast<int>(Class::driven)) continue;
    driven = std::max(driven, work_of(t, 12));
    lower += t.own_y1 - t.own_y0 < 200;
    EXPECT_EQ(t.x_e, -1) << "columns in phase at " << t.x;
  }
  EXPECT_GT(lower, 60);
  EXPECT_NEAR(driven / of_medium, 1, 0.02);
  expect_sound(p, plan, "plane wave");
  expect_due(p, plan, "plane wave");
  Plan<float> edited(empty, shape, DueRows(empty));
  EXPECT_FALSE(edited.keeps_places(DueRows(p)));
  edited.update(p, {}, true, DueRows(p));
  ASSERT_EQ(edited.tiles().size(), plan.tiles().size());
  for (std::size_t k = 0; k < plan.tiles().size(); ++k) {
    EXPECT_EQ(edited.tiles()[k].kind, plan.tiles()[k].kind);
    EXPECT_EQ(edited.tiles()[k].x, plan.tiles()[k].x);
    EXPECT_EQ(edited.tiles()[k].own_y0, plan.tiles()[k].own_y0);
  }
}

namespace {

Tile<float> tile_of(Class kind, int rows) {
  Tile<float> t;
  t.kind = static_cast<int>(kind), t.row1 = rows;
  return t;
}
// Adds a block of most_warps tiles for each number of rows.
void add_blocks(TilesByClass<float>& tiles, Class kind, const std::vector<int>& rows) {
  for (const int r : rows)
    for (int k = 0; k < most_warps; ++k) tiles[static_cast<std::size_t>(kind)].push_back(tile_of(kind, r));
}
// Returns the classes of the first tile of each block, as letters: u, c (clear along y), d.
std::string begin_with(const Blocks<float>& blocks) {
  std::string out;
  for (int b = 0; b < blocks.count; ++b) {
    const auto kind = static_cast<Class>(blocks.tiles[static_cast<std::size_t>(b) * most_warps].kind);
    out += kind == Class::uniform ? 'u' : kind == Class::driven ? 'd' : 'c';
  }
  return out;
}

}  // namespace

// Blocks start in their order, each on the multiprocessor that becomes free first.
TEST(StreamedPlan, a_pass_takes_as_long_as_the_multiprocessor_that_ends_last) {
  TilesByClass<float> tiles;
  add_blocks(tiles, Class::uniform, {60, 100, 40, 50});
  const Blocks<float> blocks = in_blocks(tiles, 8, most_warps, 1);  // sorted by work, one after the other
  EXPECT_EQ(blocks.count, 4);
  EXPECT_DOUBLE_EQ(makespan(blocks, 8, most_warps, 1), 250 + rows_for_code);
  EXPECT_DOUBLE_EQ(makespan(blocks, 8, most_warps, 2), 140 + rows_for_code);  // 100 + 40, 60 + 50
  EXPECT_DOUBLE_EQ(makespan(blocks, 8, most_warps, 4), 100) << "all blocks start together";
}

TEST(StreamedPlan, short_blocks_are_joined_if_all_can_then_run_at_once) {
  TilesByClass<float> tiles;
  add_blocks(tiles, Class::uniform, {100, 100, 60, 30, 20});
  const Blocks<float> joined = in_blocks(tiles, 8, most_warps, 4);
  ASSERT_EQ(joined.count, 4);
  EXPECT_EQ(joined.tiles.size(), std::size_t{5} * most_warps);
  EXPECT_DOUBLE_EQ(makespan(joined, 8, most_warps, 4), 100);
  const Tile<float>& both =
      joined.tiles[std::size_t{2} * most_warps];  // the shortest block is appended to the longest that has space for it
  ASSERT_EQ(both.row1, 60);
  EXPECT_EQ((&both)[both.then].row1, 20);
  EXPECT_EQ(joined.tiles[0].then, 0);

  const Blocks<float> as_they_were = in_blocks(tiles, 8, most_warps, 2);  // none are short enough
  EXPECT_EQ(as_they_were.count, 5);
  for (const Tile<float>& t : as_they_were.tiles) EXPECT_EQ(t.then, 0);
  add_blocks(tiles, Class::driven, {10});  // a block of another class, which has no partner
  EXPECT_EQ(in_blocks(tiles, 8, most_warps, 4).count, 6);
}

TEST(StreamedPlan, blocks_of_a_class_are_adjacent_between_the_commonest_class) {
  TilesByClass<float> tiles;
  add_blocks(tiles, Class::uniform, {100, 100, 100, 100, 100, 100});
  add_blocks(tiles, Class::clear_y, {20, 10});
  add_blocks(tiles, Class::driven, {120, 5});
  EXPECT_EQ(begin_with(in_blocks(tiles, 8, most_warps, 10)), "uuccuudduu");
  EXPECT_EQ(begin_with(in_blocks(tiles, 8, most_warps, 7)), "uuuduuuccd")
      << "the order of the blocks that start together";
}

TEST(StreamedPlan, the_next_values_are_computed_by_blocks_with_time_left) {
  const auto rows_of_makers = [](const std::vector<int>& rows) {
    TilesByClass<float> tiles;
    add_blocks(tiles, Class::uniform, rows);
    const Blocks<float> blocks = in_blocks(tiles, 8, most_warps, 100);
    std::vector<int> of(static_cast<std::size_t>(blocks.makers));  // by their part
    for (const Tile<float>& t : blocks.tiles)
      if (t.maker >= 0) of.at(static_cast<std::size_t>(t.maker)) = t.row1;
    return of;
  };
  EXPECT_EQ(rows_of_makers({100, 100, 60}), (std::vector{60, 100, 100})) << "all blocks if there are few";
  std::vector<int> rows(12, 100);
  rows.insert(rows.end(), 3, 50);
  EXPECT_EQ(rows_of_makers(rows).size(), std::size_t{least_makers});
  rows.insert(rows.end(), 8, 40);
  const std::vector<int> of = rows_of_makers(rows);
  ASSERT_EQ(of.size(), std::size_t{11});
  EXPECT_EQ(of.back(), 50);
  rows.insert(rows.end(), 20, 30);
  EXPECT_EQ(rows_of_makers(rows).size(), std::size_t{most_makers});
}

// A moving source changes the terms but not the media.
TEST(StreamedPlan, updating_only_the_terms_equals_a_new_plan) {
  Scene s = test::grid(900, 700, BoundaryKind::cpml);
  const auto source = [&](Vec2 from, Vec2 to) {
    return test::line(from, to, test::pulse(test::frequency_of(s, 20), 1));
  };
  s.sources = {source({100, 200}, {400, 200})};
  Plan<float> plan(build_problem(s, rasterize(s)), {8, 96, 32}, DueRows(build_problem(s, rasterize(s))));
  s.sources = {source({300, 250}, {700, 600})};
  const Problem p = build_problem(s, rasterize(s));
  plan.update_points(DueRows(p));
  const Plan<float> rebuilt(p, {8, 96, 32}, DueRows(p));
  ASSERT_EQ(plan.tiles().size(), rebuilt.tiles().size());
  for (std::size_t k = 0; k < plan.tiles().size(); ++k) {
    EXPECT_EQ(plan.tiles()[k].kind, rebuilt.tiles()[k].kind);
    EXPECT_EQ(plan.tiles()[k].own_y0, rebuilt.tiles()[k].own_y0);
    EXPECT_EQ(plan.tiles()[k].amounts, rebuilt.tiles()[k].amounts);
  }
  expect_sound(p, plan, "other terms");
  expect_due(p, plan, "other terms");
}

// Only the frame of layers uses general blocks.
TEST(StreamedPlan, media_of_h_are_streamed) {
  test::RandomScene wanted;
  wanted.nx = 1000, wanted.ny = 1000;
  Scene s = random_scene(wanted);
  for (const Side side : all_sides) s.boundary[side] = BoundaryKind::cpml;
  s.faults.clear();
  const Problem p = build_problem(s, rasterize(s));
  ASSERT_TRUE(p.magnetic);
  const std::array owned = Plan<float>(p, {8, 96, 32}, DueRows(p)).owned();
  EXPECT_GT(owned[static_cast<std::size_t>(Class::magnetic)], 0.3 * 1000 * 1000);
  EXPECT_LT(owned[class_count], 0.15 * 1000 * 1000);
}

TEST(StreamedPlan, most_of_a_large_grid_uses_the_fast_classes) {
  test::RandomScene wanted;
  wanted.nx = 2000, wanted.ny = 2000, wanted.magnetic = false;
  Scene s = random_scene(wanted);
  for (const Side side : all_sides) s.boundary[side] = BoundaryKind::cpml;
  s.faults.clear();
  const Problem p = build_problem(s, rasterize(s));
  const Plan<float> plan(p, {12, 128, 32}, DueRows(p));
  const std::array owned = plan.owned();
  double fast = 0;
  for (const Class c : {Class::uniform, Class::lossy, Class::palette}) fast += owned[static_cast<std::size_t>(c)];
  EXPECT_GT(fast, 0.8 * 2000 * 2000);
  EXPECT_EQ(owned[class_count], 0);
}

}  // namespace
}  // namespace ez::cuda::streamed
