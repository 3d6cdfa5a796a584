// Tests the engine against the independent reference (reference.h) on scenes with every feature. They have every
// boundary kind and corner, media with ε, μ, σ, σm, and PEC and PMC bodies. They also have all shapes, point and line
// sources, soft and hard, all waveforms, and both polarizations.
#include "reference.h"

#include <array>

#include "helpers.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

// Returns a scene of 90 × 74 unequal cells. Media reach into the boundaries and layers, and sources are inside media.
Scene everything(std::array<BoundaryKind, 4> walls, Precision precision, Polarization polarization) {
  Scene s = grid(90, 74, pec, precision, 1e-3, 0.8e-3);
  s.unit = Unit::mm;
  s.grid.dx = 1.0;
  s.grid.dy = 0.8;
  s.grid.polarization = polarization;
  s.boundary.side = walls;
  s.boundary.cpml.cells = 8;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}},
                 {"wet", 4, 1, 0.3, 0, {}},
                 {"ferrite", 3, 2.5, 0.05, 4e3, {}},
                 {"dark", 1, 1, 0, 2e4, {}}};
  s.shapes = {{Circle{{30.3, 20.1}, 9.2}, "glass"},
              {Ring{{60.7, 30.2}, 4.1, 8.3}, "ferrite"},
              {Ellipse{{25.2, 44.7}, {11.3, 5.2}, 33}, "wet"},
              {Rect{{0, 0}, {14.6, 25.3}}, "glass"},
              {Rect{{70.2, 40.4}, {89, 58.4}}, "ferrite"},
              {TurnedRect{{55.3, 50.9}, {16.1, 4.7}, 21}, "dark"},
              {Polygon{{{40.3, 5.2}, {55.1, 8.7}, {49.9, 17.3}, {44.2, 9.1}}}, "wet"},
              {Stroke{{{40.2, 25.7}, {47.3, 31.1}, {52.2, 27.4}}, 1.3}, "pec"},
              {Circle{{75.3, 15.2}, 3.7}, "pmc"},
              {Stroke{{{12.1, 33.3}}, 2.2}, "pmc"},
              {Rect{{0, 34.2}, {2.3, 36.1}}, "pec"},
              {Rect{{44.1, 56.2}, {46.3, 58.4}}, "pmc"}};
  const double f = 1.2e10;
  s.sources = {point(36, 36, Cw{f, 3, 25}, 0.7),
               point(62, 14, Modulated{0.9 * f, 1 / f, {}, 40}, -1.3),
               point(20, 15, Gaussian{0.6 / f, {}}, 0.4),
               point(65, 50, Ricker{0.8 * f, {}}, 4000, true),
               line({30.2, 52.1}, {41.2, 55.3}, Cw{1.1 * f, 2, 0}, 40),
               line({66.1, 21.2}, {66.1, 27.8}, Ricker{f, 2 / f}, 700, true),
               point(28, 48, Hann{f, 4, 0.5 / f, 10}, 0.5),
               point(30, 44, Chirp{0.5 * f, 1.5 * f, 9 / f, 0.3 / f, 40}, 0.4),
               point(33, 40, Step{2 / f, 0.2 / f}, 0.3),
               point(36, 42, Tabulated{{0.1 / f, 0.7 / f, 1.9 / f, 4 / f}, {0, 1, -0.8, 0}, ""}, 0.2),
               point(50, 40, Cw{f, 3, 0})};
  s.sources.back().on = false;
  // Volts instead of amperes and A/m instead of V/m, for fields of similar strength.
  if (polarization == Polarization::hz)
    for (Source& source : s.sources) source.amplitude *= source.hard ? 1 / eta0 : eta0;
  for (int k = 0; k < 5; ++k) s.probes.push_back({std::to_string(k), {15.0 + 14 * k, 50.0 - 9 * k}});
  return s;
}

// Compares fields after 600 steps, and every sample of the probes, relative to the largest value of each field so far.
template <class March>
void expect_agreement(const Scene& s, double bound) {
  constexpr int steps = 600;
  March reference(s);
  std::vector<Field> series(s.probes.size());
  double z = 0, tx = 0, ty = 0;
  for (int n = 0; n < steps; ++n) {
    reference.step();
    z = std::max(z, max_abs(reference.z)), tx = std::max(tx, max_abs(reference.tx)),
    ty = std::max(ty, max_abs(reference.ty));
    for (std::size_t p = 0; p < series.size(); ++p)
      series[p].push_back(reference.at(static_cast<int>(std::lround(s.probes[p].at.x / 1.0)),
                                       static_cast<int>(std::lround(s.probes[p].at.y / 0.8))));
  }
  Solver solver = run(s, steps);
  ASSERT_GT(max_abs(reference.z), 0.01 * z);
  EXPECT_LE(max_difference(solver.field(Quantity::ez), reference.z) / z, bound);
  EXPECT_LE(max_difference(solver.field(Quantity::hx), reference.tx) / tx, bound);
  EXPECT_LE(max_difference(solver.field(Quantity::hy), reference.ty) / ty, bound);
  const auto probes = solver.take_probes();
  ASSERT_EQ(probes.size(), series.size());
  for (std::size_t p = 0; p < probes.size(); ++p) {
    EXPECT_EQ(probes[p].first_step, 1u);
    ASSERT_EQ(probes[p].values.size(), series[p].size());
    EXPECT_LE(max_difference(probes[p].values, series[p]) / z, bound) << "probe " << p;
  }
}

// Every pair of kinds meets in some corner.
constexpr std::array<std::array<BoundaryKind, 4>, 17> walls = {{{cpml, cpml, cpml, cpml},
                                                                {pec, pmc, mur1, cpml},
                                                                {mur1, cpml, pmc, pec},
                                                                {mur1, mur1, mur1, mur1},
                                                                {pmc, pmc, pec, mur1},
                                                                {mur1, pmc, mur1, pmc},
                                                                {cpml, pmc, pmc, cpml},
                                                                {pec, mur1, pec, pmc},
                                                                {mur2, mur2, mur2, mur2},
                                                                {mur2, mur1, pec, pmc},
                                                                {pmc, cpml, mur2, mur1},
                                                                {mur2, mur2, periodic, periodic},
                                                                {periodic, periodic, mur2, mur1},
                                                                {periodic, periodic, periodic, periodic},
                                                                {periodic, periodic, pmc, pec},
                                                                {cpml, pmc, periodic, periodic},
                                                                {mur2, mur1, mur1, mur2}}};
// The errors of ~600 steps add up to a few times the rounding of one step.
constexpr double float_bound = 5e-6, double_bound = 1e-12;

class EveryWall : public testing::TestWithParam<std::array<BoundaryKind, 4>> {};

TEST_P(EveryWall, ez_in_double_matches_plain_loops) {
  expect_agreement<reference::Tm>(everything(GetParam(), Precision::float64, Polarization::ez), double_bound);
}
TEST_P(EveryWall, ez_in_float_matches_plain_loops) {
  expect_agreement<reference::Tm>(everything(GetParam(), Precision::float32, Polarization::ez), float_bound);
}
TEST_P(EveryWall, hz_in_double_matches_plain_loops_in_ex_ey_hz) {
  expect_agreement<reference::Te>(everything(GetParam(), Precision::float64, Polarization::hz), double_bound);
}
TEST_P(EveryWall, hz_in_float_matches_plain_loops_in_ex_ey_hz) {
  expect_agreement<reference::Te>(everything(GetParam(), Precision::float32, Polarization::hz), float_bound);
}

std::string name_of(const testing::TestParamInfo<std::array<BoundaryKind, 4>>& info) {
  constexpr const char* names[] = {"pec", "pmc", "mur1", "mur2", "cpml", "periodic"};
  std::string out;
  for (BoundaryKind kind : info.param) out += std::string(out.empty() ? "" : "_") + names[static_cast<int>(kind)];
  return out;
}
INSTANTIATE_TEST_SUITE_P(left_right_bottom_top, EveryWall, testing::ValuesIn(walls), name_of);

TEST(Shapes, cover_the_nodes_they_contain) {
  const Scene s = everything(walls[0], Precision::float32, Polarization::ez);
  const auto media = reference::media_of(s);
  Solver solver = solver_for(s);
  const auto palette = palette_of(s);
  for (int j = 0; j < s.grid.ny; ++j)
    for (int i = 0; i < s.grid.nx; ++i) {
      const PaletteEntry& entry = palette[solver.nodes().at(i, j)];
      const reference::Medium& m = media[at(s, i, j)];
      ASSERT_TRUE(entry.eps == m.eps && entry.mu == m.mu && entry.sigma == m.sigma && entry.sigma_m == m.sigma_m &&
                  entry.pec == m.pec && entry.pmc == m.pmc)
          << "node " << i << ", " << j << " is " << entry.name;
    }
}

TEST(Shapes, include_the_nodes_on_their_edge) {
  Scene s = grid(64, 64, pec, Precision::float32, 0.1);
  s.unit = Unit::m;  // 0.1 m cells: edges are at multiples of 0.1, which no double holds exactly
  s.shapes = {{Rect{{0.3, 0.7}, {1.1, 1.9}}, "pec"}, {Circle{{3.5, 3.5}, 1.3}, "pmc"}};
  const Solver solver = solver_for(s);
  int inside = 0;
  for (int j = 0; j < 64; ++j)
    for (int i = 0; i < 64; ++i) {
      const int expected = i >= 3 && i <= 11 && j >= 7 && j <= 19                 ? 1
                           : (i - 35) * (i - 35) + (j - 35) * (j - 35) <= 13 * 13 ? 2
                                                                                  : 0;
      ASSERT_EQ(solver.nodes().at(i, j), expected) << i << ", " << j;
      inside += expected > 0;
    }
  EXPECT_GT(inside, 117);
}

}  // namespace
}  // namespace ez::test
