// The tiles of the scheme `streamed`: every node is stored by one of them, and what a tile owns lies as far inside it
// as a pass carries. Needs no card.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

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
      for (int x = t.x; x < t.x + 32 * V; x += V)  // as a lane decides
        if (x + V > t.own_x0 && x < t.own_x1)
          for (int v = 0; v < V; ++v) store(x + v, j);
  }
  for (const Block& b : plan.general().blocks)
    for (int j = b.own_y0; j < b.own_y1; ++j)
      for (int i = b.own_x0; i < b.own_x1; ++i) store(i, j);
  const auto [least, most] = std::minmax_element(stores.begin(), stores.end());
  EXPECT_EQ(*least, 1) << what << ": a node that nothing stores";
  EXPECT_EQ(*most, 1) << what << ": a node that is stored twice";
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
    const bool in_x = t.x < p.x.low || (p.x.high > 0 && end > p.nx - 1 - p.x.high);
    const bool in_y = t.row0 < p.y.low || (p.y.high > 0 && t.row1 > p.ny - 1 - p.y.high);
    const Class kind = static_cast<Class>(t.kind);
    EXPECT_TRUE(!in_x || kind == Class::layer_x || kind == Class::corner) << what;
    EXPECT_TRUE(!in_y || kind == Class::layer_y || kind == Class::corner) << what;
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
    if (t.kind < 0 || kind >= Class::palette) continue;
    for (int j = t.row0; j < std::min(t.row1, p.ny); ++j)
      for (int i = t.x; i < std::min(t.x + 32 * lane_width(plan, t), p.nx); ++i) {
        const ElectricEntry& e = p.electric_palette[p.electric.at(i, j)];
        const T ca = static_cast<T>(e.ca), cb = static_cast<T>(e.cb);
        const bool right = ca == t.ca && cb == t.cb;
        ASSERT_TRUE(right && (kind != Class::uniform || ca == 1)) << what << " at " << i << ", " << j;
      }
  }
}

template <class T>
void expect_sound(const Problem& p, const Plan<T>& plan, const std::string& what) {
  expect_covered(p, plan, what);
  expect_overlap(p, plan, what);
  expect_right_media(p, plan, what);
}

TEST(StreamedPlan, every_node_has_one_owner_that_makes_it_right) {
  for (unsigned seed = 1; seed <= 150; ++seed) {
    const Problem p = problem_of(seed);
    const DueRows due(p);
    for (const int levels : levels_of<float>)
      expect_sound(p, Plan<float>(p, {levels, 96, 32}, due), fmt::format("float, seed {}, {} levels", seed, levels));
    for (const int levels : levels_of<double>)
      expect_sound(p, Plan<double>(p, {levels, 96, 32}, due), fmt::format("double, seed {}, {} levels", seed, levels));
  }
}

// A plan brought up to date is the plan made anew.
TEST(StreamedPlan, an_edit_looks_at_the_tiles_that_it_touches) {
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
    const Plan<float> anew(p, {8, 96, 32}, DueRows(p));
    ASSERT_EQ(plan.tiles().size(), anew.tiles().size());
    for (std::size_t k = 0; k < plan.tiles().size(); ++k) {
      EXPECT_EQ(plan.tiles()[k].kind, anew.tiles()[k].kind);
      EXPECT_EQ(plan.tiles()[k].x, anew.tiles()[k].x);
    }
  }
}

TEST(StreamedPlan, most_of_a_large_grid_is_fast) {
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
