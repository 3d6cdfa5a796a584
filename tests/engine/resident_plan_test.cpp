// Tests the blocks of the scheme `resident`. Every node is owned by one block, and the owned nodes are as far inside
// the block's window as steps pass between two exchanges. A block knows its neighbours and its layers. Needs no GPU.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "random_problem.h"
#include "solver/engine/cuda/resident/plan.h"
#include "solver/engine/cuda/streamed/plan.h"

namespace ez::cuda::resident {
namespace {

Problem problem_of(unsigned seed) {
  std::mt19937 random(seed);
  const auto whole = [&](int a, int b) { return std::uniform_int_distribution<int>(a, b)(random); };
  test::RandomScene wanted;
  wanted.nx = whole(16, seed % 2 == 0 ? 1100 : 300);
  wanted.ny = whole(16, seed % 2 == 0 ? 1100 : 300);
  wanted.magnetic = false;
  wanted.seed = seed;
  Scene s = random_scene(wanted);
  for (const Side side : all_sides) s.boundary[side] = whole(0, 2) == 0 ? BoundaryKind::pec : BoundaryKind::cpml;
  return build_problem(s, rasterize(s));
}
int height_of(const Plan& plan, const Block& b) { return warps * shapes[plan.shape].rows[b.kind]; }
bool is_neighbour(const Block& b, int other) {
  return std::find(b.neighbour, b.neighbour + b.neighbours, other) != b.neighbour + b.neighbours;
}

template <class T>
void expect_sound(const Problem& p, const Plan& plan, const std::string& what) {
  constexpr int V = lane_columns<T>, width = window_width<T>;
  std::vector<int> owner(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny), -1);
  const auto at = [&](int i, int j) {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
  };
  for (int k = 0; k < static_cast<int>(plan.blocks.size()); ++k) {
    const Block& b = plan.blocks[static_cast<std::size_t>(k)];
    const int x1 = b.x + width, y1 = b.y + height_of(plan, b);
    ASSERT_EQ(b.x % V, 0) << what;
    ASSERT_EQ(b.own_x0 % V, 0) << what;
    ASSERT_TRUE(b.own_x1 % V == 0 || b.own_x1 == p.nx) << what;
    ASSERT_TRUE(b.own_x0 == 0 ? b.x == 0 : b.own_x0 >= b.x + plan.period || b.x == 0) << what;
    ASSERT_TRUE(b.own_y0 == 0 ? b.y == 0 : b.own_y0 >= b.y + plan.period || b.y == 0) << what;
    // Without a layer along x the last lane must not own the last column.
    const int past = b.kind & layer_x ? 0 : 1;
    ASSERT_TRUE(b.own_x1 + plan.period <= x1 || (b.own_x1 == p.nx && x1 >= p.nx + past)) << what;
    ASSERT_TRUE(b.own_y1 + plan.period <= y1 || (b.own_y1 == p.ny && y1 >= p.ny)) << what;
    for (int i = b.x; i < std::min(x1, p.nx); ++i)
      ASSERT_TRUE(b.kind & layer_x || !(p.x.has_e(i) || (i < p.nx - 1 && p.x.has_h(i)))) << what << ": column " << i;
    for (int j = b.y; j < std::min(y1, p.ny); ++j)
      ASSERT_TRUE(b.kind & layer_y || !(p.y.has_e(j) || (j < p.ny - 1 && p.y.has_h(j)))) << what << ": row " << j;
    for (int j = b.own_y0; j < b.own_y1; ++j)
      for (int i = b.own_x0; i < b.own_x1; ++i) {
        ASSERT_EQ(owner[at(i, j)], -1) << what;
        owner[at(i, j)] = k;
      }
  }
  ASSERT_EQ(std::count(owner.begin(), owner.end(), -1), 0) << what;
  for (int k = 0; k < static_cast<int>(plan.blocks.size()); ++k) {
    const Block& b = plan.blocks[static_cast<std::size_t>(k)];
    for (int j = b.y; j < std::min(b.y + height_of(plan, b), p.ny); ++j)
      for (int i = b.x; i < std::min(b.x + width, p.nx); ++i)
        if (const int other = owner[at(i, j)]; other != k) {
          ASSERT_TRUE(is_neighbour(b, other)) << what;
          ASSERT_TRUE(is_neighbour(plan.blocks[static_cast<std::size_t>(other)], k)) << what;
        }
  }
}

template <class T>
int expect_all_sound(const Problem& p, unsigned seed) {
  int laid_out = 0;
  for (int shape = 0; shape < shape_count; ++shape)
    for (int period = 4; period <= most_period; period += 4)
      if (const std::optional<Plan> plan = lay_out<T>(p, shape, period, 1000)) {
        ++laid_out;
        expect_sound<T>(
            p, *plan,
            fmt::format("seed {}, {} x {}, shape {}, period {}, {} bytes", seed, p.nx, p.ny, shape, period, sizeof(T)));
      }
  return laid_out;
}

TEST(ResidentPlan, every_node_is_owned_once_and_windows_reach_far_enough) {
  for (unsigned seed = 1; seed <= 16; ++seed) {
    const Problem p = problem_of(seed);
    EXPECT_GE(expect_all_sound<float>(p, seed), 8);
    EXPECT_GE(expect_all_sound<double>(p, seed), 8);
    if (HasFatalFailure()) return;
  }
}

// The terms of each node come in the problem's order, run by run, exactly once. Each probe belongs to one block.
TEST(ResidentPlan, terms_and_probes_come_in_order) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const Problem p = problem_of(seed);
    std::optional<Plan> plan = best_plan<float>(p, {1000, 1000, 1000});
    ASSERT_TRUE(plan);
    const DueRows rows(p);
    if (!set_due<float>(*plan, rows)) continue;
    std::size_t probes = 0;
    for (const Block& b : plan->blocks) {
      const auto first = plan->due.begin() + b.due, last = first + b.due_count;
      ASSERT_TRUE(std::is_sorted(first, last, [](const Due& a, const Due& c) { return a.y < c.y; }));
      for (int j = b.y; j < std::min(b.y + height_of(*plan, b), p.ny); ++j)
        for (int i = b.x; i < std::min(b.x + window_width<float>, p.nx); ++i) {
          std::vector<Term> wanted, found;
          for (const Term& t : rows.terms(FieldArray::ez, j, j + 1))
            if (t.i == i) wanted.push_back(t);
          for (auto d = first; d != last; ++d)
            if (d->y == j && i >= d->x0 && i < d->x1 && d->kind != streamed::Due::probe)
              found.push_back({i, j, d->index, d->weight, d->kind == streamed::Due::hard, FieldArray::ez});
          ASSERT_EQ(found, wanted) << fmt::format("seed {}, node ({}, {})", seed, i, j);
        }
      probes += static_cast<std::size_t>(
          std::count_if(first, last, [](const Due& d) { return d.kind == streamed::Due::probe; }));
    }
    EXPECT_EQ(probes, p.instruments.size());
  }
}

// The multiprocessors of an H200 can hold the grids that the scheme is made for.
TEST(ResidentPlan, grids_of_a_thousand_by_a_thousand_fit) {
  test::RandomScene wanted;
  wanted.nx = wanted.ny = 1024;
  wanted.magnetic = false;
  Scene s = random_scene(wanted);
  s.boundary.cpml.cells = 10;
  for (const BoundaryKind kind : {BoundaryKind::cpml, BoundaryKind::pec}) {
    for (const Side side : all_sides) s.boundary[side] = kind;
    const Problem p = build_problem(s, rasterize(s));
    const std::optional<Plan> plan = best_plan<float>(p, {132, 132, 132});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->shape, 0);
    EXPECT_GE(plan->period, 8);
  }
}

}  // namespace
}  // namespace ez::cuda::resident
