// Tests the line cut: the readings of its ruler and the field values that its plot gets.
#include "app/model/line_cut.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/session/watch/line_watch.h"
#include "helpers.h"
#include "solver/base/constants.h"

namespace ez::test {
namespace {

constexpr double cells_per_wave = 20;

// Returns an open domain with a source at (30, 60).
Scene room() {
  Scene s = grid(150, 120, BoundaryKind::cpml, Precision::float64);
  s.sources = {point(30, 60, Cw{frequency_of(s, cells_per_wave), 3, 0})};
  return s;
}
Comparison runs_of(const Scene& s) {
  return Comparison([] { return make_cpu_engine(2); }, s);
}
void go(Comparison& runs, int steps) {
  runs.advance(steps);
  runs.wait();
}

TEST(Ruler, reads_metres_cells_wavelengths_and_the_angle) {
  Scene s = room();
  const Vec2 cell = cell_size(s);
  const CutMeasures m = measures_of(s, {true, {10, 20}, {40, 60}});
  EXPECT_NEAR(m.metres, 50 * cell.x, 1e-12 * cell.x);
  EXPECT_NEAR(m.cells, 50, 1e-12);
  EXPECT_NEAR(m.wavelengths, 50 / cells_per_wave, 1e-9);
  EXPECT_NEAR(m.degrees, std::atan2(4, 3) * 180 / pi, 1e-9);
  EXPECT_NEAR(measures_of(s, {true, {40, 60}, {40, 20}}).degrees, -90, 1e-9);
  s.grid.dy *= 2;  // lengths are in metres, not in cells
  s.sources.clear();
  const CutMeasures tall = measures_of(s, {true, {10, 20}, {10, 40}});
  EXPECT_NEAR(tall.metres, 40 * cell.x, 1e-12 * cell.x);
  EXPECT_NEAR(tall.cells, 40, 1e-12);
  EXPECT_EQ(tall.wavelengths, 0);
}

TEST(LineCut, has_every_node_that_the_plot_can_resolve) {
  const Scene s = room();
  const std::vector<Node> nodes = nodes_of(s, {true, {10, 20}, {14, 18}});
  EXPECT_EQ(nodes, (std::vector<Node>{{10, 20}, {11, 20}, {12, 19}, {13, 19}, {14, 18}}));
  EXPECT_EQ(nodes_of(s, {true, {3, 3}, {3, 3}}), (std::vector<Node>{{3, 3}, {3, 3}}));
  for (const Node n : nodes_of(s, {true, {-5, 7}, {5000, 7}})) EXPECT_TRUE(n.i >= 0 && n.i < s.grid.nx);
}

TEST(LineCut, holds_the_present_value_the_largest_of_a_period_and_the_phase) {
  Scene s = room();
  s.probes = {{"near", {50, 60}}, {"far", {110, 60}}};
  Comparison runs = runs_of(s);
  State state;
  state.view.cut = {true, {50, 60}, {110, 60}};
  LineWatch watch;
  watch.follow(state, runs);
  const int period = static_cast<int>(std::lround(1 / (frequency_of(s, cells_per_wave) * runs.pane(0).dt())));
  for (int k = 0; k < 60; ++k) {
    go(runs, 17);
    watch.follow(state, runs);
  }
  const auto probes = runs.pane(0).take_probes();
  ASSERT_EQ(state.cut.now.size(), 61u);
  for (const auto& [k, p] : {std::pair(0, 0), {60, 1}}) {
    const std::vector<double>& v = probes[static_cast<std::size_t>(p)].values;
    const auto point = static_cast<std::size_t>(k);
    EXPECT_EQ(state.cut.now[point], v.back());
    double most = 0;
    for (std::size_t n = v.size() - static_cast<std::size_t>(period); n < v.size(); ++n)
      most = std::max(most, std::abs(v[n]));
    EXPECT_NEAR(state.cut.largest[point], most, 1e-3 * most);
    EXPECT_GE(state.cut.largest[point], std::abs(v.back()));
  }
  // Outward, e^(i(kr − ωt)) turns once per wavelength, apart from small deviations of a cylindrical wave on a grid.
  ASSERT_EQ(state.cut.phase.size(), 61u);
  double turned = 0;
  for (std::size_t k = 21; k <= 60; ++k) turned += std::remainder(state.cut.phase[k] - state.cut.phase[k - 1], 360);
  EXPECT_NEAR(turned, 360 * 40 / cells_per_wave, 12);
}

// The mean square of a sine A sin ωt is A²/2, whatever its phase.
TEST(LineCut, holds_the_intensity_over_a_period) {
  const Scene s = room();
  Comparison runs = runs_of(s);
  const double frequency = frequency_of(s, cells_per_wave);
  State state;
  state.view.cut = {true, {50, 60}, {110, 60}, true};
  LineWatch watch;
  for (int k = 0; k < 60; ++k) watch.follow(state, runs), go(runs, 17);
  watch.follow(state, runs);
  ASSERT_EQ(state.cut.intensity.size(), 61u);
  for (std::size_t k = 0; k <= 60; ++k) {
    const double half = state.cut.largest[k] * state.cut.largest[k] / 2;
    // The largest sample is below the crest by the amount of half a step at most.
    EXPECT_GE(state.cut.intensity[k], 0.99 * half) << k;
    EXPECT_LE(state.cut.intensity[k], 1.01 * half / std::pow(std::cos(pi * frequency * runs.pane(0).dt()), 2)) << k;
  }
}

// Two sources make fringes on a screen. The intensity on the screen is the square of a monitor's phasor there.
TEST(LineCut, has_the_intensity_that_a_monitor_measures) {
  Scene s = room();
  s.sources = {point(30, 35, Cw{frequency_of(s, cells_per_wave), 3, 0}),
               point(30, 85, Cw{frequency_of(s, cells_per_wave), 3, 0})};
  const double f = frequency_of(s, cells_per_wave);
  s.monitors = {{"screen", LineMonitor{{110, 20}, {110, 100}, {{f}, {}}}, false}};
  Comparison runs = runs_of(s);
  State state;
  state.view.cut = {true, {110, 20}, {110, 100}, true};
  LineWatch watch;
  for (int k = 0; k < 90; ++k) watch.follow(state, runs), go(runs, 17);
  watch.follow(state, runs);
  const MonitorReading reading = runs.monitors(0).reading(0);
  const std::vector<std::complex<double>>& phasor = reading.phasors[0];
  ASSERT_EQ(state.cut.intensity.size(), 81u);
  ASSERT_EQ(phasor.size(), 81u);
  const double scale = state.cut.intensity[40] / std::norm(phasor[40]);  // of the bright middle fringe
  double least = INFINITY;
  for (std::size_t k = 0; k <= 80; ++k) {
    EXPECT_NEAR(state.cut.intensity[k], scale * std::norm(phasor[k]), 0.01 * state.cut.intensity[40]) << k;
    least = std::min(least, state.cut.intensity[k]);
  }
  EXPECT_LT(least, 0.1 * state.cut.intensity[40]) << "there are dark fringes";
}

// The table has one row per point, in metres. An unknown value is an empty cell, and a quantity without any values has
// no column.
TEST(LineCut, is_exported_as_a_table) {
  const Scene s = room();
  const Vec2 cell = cell_size(s);
  const LineCut cut{true, {10, 20}, {13, 24}};
  CutTrace trace;
  trace.now = {1, -2, 3, 4, 0.5};
  trace.phase = {90, NAN, 0, 0, -45};
  const std::string text = cut_csv(s, cut, trace);
  EXPECT_EQ(text.substr(0, text.find('\n')), "along_m,x_m,y_m,ez,phase_deg");
  EXPECT_EQ(std::ranges::count(text, '\n'), 6);
  EXPECT_NE(text.find(fmt::format("\n0,{:.9g},{:.9g},1,90\n", 10 * cell.x, 20 * cell.y)), std::string::npos) << text;
  EXPECT_NE(text.find(",-2,\n"), std::string::npos) << text;
  EXPECT_NE(text.find(fmt::format("\n{:.9g},{:.9g},{:.9g},0.5,-45\n", 5 * cell.x, 13 * cell.x, 24 * cell.y)),
            std::string::npos)
      << text;
}

TEST(LineCut, restarts_with_another_line_or_run) {
  const Scene s = room();
  Comparison runs = runs_of(s);
  State state;
  state.view.cut = {true, {50, 60}, {90, 60}};
  LineWatch watch;
  for (int k = 0; k < 20; ++k) watch.follow(state, runs), go(runs, 20);
  watch.follow(state, runs);
  EXPECT_GT(state.cut.largest[20], 0);
  // With another line the present values are there at once, and the period counts only samples since then.
  state.view.cut.to.y = 80;
  watch.follow(state, runs);
  const std::vector<Node> nodes = nodes_of(s, state.view.cut);
  ASSERT_EQ(state.cut.now.size(), nodes.size());
  EXPECT_EQ(state.cut.now[30], runs.pane(0).value_at(Quantity::ez, nodes[30]));
  EXPECT_TRUE(state.cut.largest.empty());
  go(runs, 1);
  watch.follow(state, runs);
  for (std::size_t k = 0; k < nodes.size(); ++k) EXPECT_EQ(state.cut.largest[k], std::abs(state.cut.now[k]));
  runs.reset();
  watch.follow(state, runs);
  EXPECT_EQ(state.cut.now, std::vector<double>(nodes.size(), 0));
  state.view.cut.on = false;
  watch.follow(state, runs);
  EXPECT_TRUE(state.cut.now.empty());
}

TEST(LineCut, does_not_change_the_meter_readings) {
  Scene s = room();
  s.sources[0].waveform = Ricker{frequency_of(s, cells_per_wave), {}};
  s.reflection.on = true;
  Comparison plain = runs_of(s), watched = runs_of(s);
  State state;
  LineWatch watch;
  for (int k = 0; k < 30; ++k) {
    const int moved = k / 5;
    state.view.cut = {k > 3 && k < 25, {50.0 + moved, 60}, {90, 60}};
    watch.follow(state, watched);
    go(plain, 23);
    go(watched, 23);
  }
  EXPECT_TRUE(plain.reading(0).worst.has_value());
  EXPECT_EQ(plain.reading(0).db, watched.reading(0).db);
  EXPECT_EQ(plain.pane(0).field(Quantity::ez), watched.pane(0).field(Quantity::ez));
}

}  // namespace
}  // namespace ez::test
