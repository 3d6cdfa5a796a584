// Tests moving sources: the waves ahead of them and behind, the field of a charge, and that results do not depend on
// batches.
#include "helpers.h"
#include "solver/problem/track.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

Motion along(std::vector<Vec2> path, double beta, bool loop = false) { return {std::move(path), {}, beta, loop}; }
Source moving(Motion motion, Waveform waveform, double amplitude = 1) {
  return {"", PointSource{{}, std::move(motion)}, amplitude, false, true, std::move(waveform)};
}
Source charge(Motion motion, double amplitude = 1) {
  return {"", PointSource{{}, std::move(motion), true}, amplitude, false, true, Step{1e-15, 0}};
}

// Returns the time at which the path emitted the signal that arrives at `to` (m) at time t.
double time_sent(const Track& track, Vec2 to, double t) {
  const Walk walk(track);
  double low = 0, high = t;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    const Vec2 at = walk.at(middle);
    const double way = std::hypot(at.x * track.cell.x - to.x, at.y * track.cell.y - to.y);
    (middle + way / c0 < t ? low : high) = middle;
  }
  return low;
}

TEST(Motion, shifts_the_frequency_ahead_behind_and_sideways) {
  Scene s = grid(561, 301, cpml, Precision::float32);
  const double f = frequency_of(s, 30);
  s.sources = {moving(along({{80, 150}, {420, 150}}, 0.4), Cw{f, 3, 0})};
  // A narrower source would excite waves of a few cells as it passes from node to node.
  std::get<PointSource>(s.sources[0].geometry).width = 2;
  s.probes = {{"ahead", {480, 150}}, {"behind", {40, 150}}, {"aside", {300, 270}}};
  const Track track{{{80, 150}, {420, 150}}, {1e-3, 1e-3}, 0.4 * c0};
  Solver solver = run(s, static_cast<int>(2.8e-9 / time_step(s)));
  const std::vector<ProbeSamples> samples = solver.take_probes();
  for (std::size_t p = 0; p < samples.size(); ++p) {
    const Vec2 to = {s.probes[p].at.x * 1e-3, s.probes[p].at.y * 1e-3};
    std::vector<double> crossings;  // upward, once the source is at full strength
    const std::vector<double>& v = samples[p].values;
    for (std::size_t k = 1; k < v.size(); ++k) {
      const double t = (static_cast<double>(k) + v[k - 1] / (v[k - 1] - v[k])) * solver.dt();
      if (v[k - 1] < 0 && v[k] >= 0 && time_sent(track, to, t) > 4 / f) crossings.push_back(t);
    }
    ASSERT_GE(crossings.size(), 8u);
    const double t0 = crossings.front(), t1 = crossings.back();
    const double heard = static_cast<double>(crossings.size() - 1) / (t1 - t0);
    const double sent = f * (time_sent(track, to, t1) - time_sent(track, to, t0)) / (t1 - t0);
    EXPECT_NEAR(measured(s.probes[p].name + ", over f", heard / f), sent / f, 0.01 * sent / f);
  }
}

// A charge leaves nothing behind on its track: div D equals the charge at its place, and the opposite charge at its
// start.
TEST(Motion, of_a_charge_conserves_charge) {
  for (const auto& [loop, width] : {std::pair(false, 0.0), {true, 0.0}, {false, 2.0}}) {
    Scene s = grid(80, 70, cpml);
    s.grid.polarization = Polarization::hz;
    s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
    s.grid.background = "glass";
    s.grid.dy = 1.3e-3;
    const std::vector<Vec2> path = {{20.3, 31.8e0}, {52.6, 40.1}, {35.2, 55.7}};
    s.sources = {charge(along(path, 0.83, loop), 2e-9)};
    std::get<PointSource>(s.sources[0].geometry).width = width;
    const int steps = 300;
    Solver solver = run(s, steps);
    Track track{{}, cell_size(s), 0.83 * c0, loop};
    for (const Vec2& at : path) track.points.push_back(to_nodes(s, at));
    const Walk walk(track);
    const double dx = cell_size(s).x, dy = cell_size(s).y, dt = solver.dt();
    Field expected(static_cast<std::size_t>(s.grid.nx) * static_cast<std::size_t>(s.grid.ny));
    const std::vector<double> x = cloud_weights(width), y = cloud_weights(width * dx / dy);
    const int rx = static_cast<int>(x.size()) / 2, ry = static_cast<int>(y.size()) / 2;
    // The current is taken in the middle of the steps of E, the first of which begins at −Δt/2.
    for (const auto& [time, sign] : {std::pair((steps - 0.5) * dt, 1.0), std::pair(0.5 * dt, -1.0)}) {
      const Vec2 place = walk.at(time);
      for (const Share& share : shares_at({place.x - 0.5, place.y - 0.5}))
        for (int m = -ry; m <= ry; ++m)
          for (int k = -rx; k <= rx; ++k)
            expected[at(s, share.node.i + k, share.node.j + m)] +=
                sign * share.part * x[static_cast<std::size_t>(k + rx)] * y[static_cast<std::size_t>(m + ry)] * 2e-9 /
                (dx * dy);
    }
    const Field ex = solver.field(Quantity::hx), ey = solver.field(Quantity::hy);
    double worst = 0, largest = 0;
    for (int j = 12; j < s.grid.ny - 12; ++j)
      for (int i = 12; i < s.grid.nx - 12; ++i) {
        const double d =
            2.25 * eps0 * ((ex[at(s, i + 1, j)] - ex[at(s, i, j)]) / dx + (ey[at(s, i, j + 1)] - ey[at(s, i, j)]) / dy);
        worst = std::max(worst, std::abs(d - expected[at(s, i, j)]));
        largest = std::max(largest, std::abs(expected[at(s, i, j)]));
      }
    EXPECT_LE(measured("spurious charge, relative to the charge", worst / largest), 1e-10);
  }
}

Scene all_that_move(Polarization polarization) {
  Scene s = grid(90, 80, cpml, Precision::float32);
  s.grid.polarization = polarization;
  const double f = frequency_of(s, 14);
  s.sources = {moving(along({{15, 20.5}, {70.2, 60}}, 0.7), Cw{f, 1, 30}),
               moving(along({{60, 15}, {30, 15.4}, {33, 60}}, 0.55, true), Hann{f, 9, 0, 0}, 2),
               {"", DipoleSource{{}, 40, along({{20, 70}, {75, 66}}, 0.9)}, 1.5, false, true, Cw{f, 2, 0}},
               point(44, 33, Cw{f, 2, 0})};
  if (polarization == Polarization::hz) {
    s.sources.push_back(charge(along({{12, 40}, {78, 44}}, 0.8)));
    std::get<PointSource>(s.sources.back().geometry).width = 1.2;
  }
  return s;
}
void expect_equal_fields(Solver& a, Solver& b) {
  for (const Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy}) EXPECT_TRUE(a.field(q) == b.field(q));
}

TEST(Motion, is_the_same_to_the_bit_in_batches_of_any_size) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    const Scene s = all_that_move(polarization);
    Solver whole = solver_for(s), parts = solver_for(s, 2);
    whole.advance(391);
    for (const int n : {1, 126, 1, 3, 200, 60}) parts.advance(n);
    expect_equal_fields(whole, parts);
    EXPECT_GT(max_abs(whole.field(Quantity::ez)), 0);
    // The path changes during the run: the old source fades out while the new one takes over.
    Scene moved = s;
    std::get<PointSource>(moved.sources[0].geometry).motion.path[1] = {60, 70};
    EXPECT_EQ(whole.apply(moved).tier, Tier::numbers);
    parts.apply(moved);
    whole.advance(300);
    for (const int n : {7, 130, 163}) parts.advance(n);
    expect_equal_fields(whole, parts);
    whole.reset();
    Solver fresh = solver_for(moved);
    whole.advance(200), fresh.advance(200);
    expect_equal_fields(whole, fresh);
  }
}

TEST(Motion, is_restored_by_a_checkpoint) {
  const Scene s = all_that_move(Polarization::hz);
  Solver solver = solver_for(s), other = solver_for(s);
  solver.advance(150), other.advance(450);
  const Checkpoint then = solver.checkpoint();
  solver.advance(300);
  solver.restore(then);
  EXPECT_EQ(solver.step(), 150u);
  solver.advance(300);
  expect_equal_fields(solver, other);
}

TEST(Motion, at_almost_zero_speed_equals_a_fixed_source) {
  Scene s = grid(70, 60, cpml);
  const double f = frequency_of(s, 15);
  s.sources = {moving(along({{30, 25}, {33, 25}}, 1e-7), Cw{f, 2, 0})};
  const Field slow = run(s, 250).field(Quantity::ez);
  s.sources = {point(30, 25, Cw{f, 2, 0})};
  EXPECT_LE(relative_difference(slow, run(s, 250).field(Quantity::ez)), 1e-4);
}

// The source is faster than the waves of its medium. Phases along a transverse line give the direction in which the
// waves leave, cos θ = 1/(nβ). (Frank and Tamm, 1937.)
TEST(Motion, faster_than_its_waves_emits_cherenkovs_cone) {
  Scene s = grid(700, 300, cpml, Precision::float32);
  s.grid.polarization = Polarization::hz;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  s.grid.background = "glass";
  const double beta = 0.9, f = frequency_of(s, 60);  // 40 cells per wavelength
  s.sources = {charge(along({{20, 30}, {690, 30}}, beta))};
  s.probes = {{"low", {500, 80}}, {"high", {500, 200}}};
  Solver solver = run(s, static_cast<int>(4.4e-9 / time_step(s)));
  const std::vector<ProbeSamples> samples = solver.take_probes();
  Complex sums[2];
  for (int p = 0; p < 2; ++p) sums[p] = fourier(samples[static_cast<std::size_t>(p)].values, 2 * pi * f, solver.dt());
  const double across = 2 * pi * f / (beta * c0) * std::sqrt(2.25 * beta * beta - 1) * 120e-3;  // theory, in radians
  double turn = std::arg(sums[0] / sums[1]);                                                    // later by e^(−iωt)
  turn += 2 * pi * std::round((across - turn) / (2 * pi));
  const double angle = std::atan(turn / 120e-3 / (2 * pi * f / (beta * c0))) * 180 / pi;
  EXPECT_NEAR(measured("Cherenkov's angle, degrees", angle), std::acos(1 / (1.5 * beta)) * 180 / pi, 0.42);
}

}  // namespace
}  // namespace ez::test
