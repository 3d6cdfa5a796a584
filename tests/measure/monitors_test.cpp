// Tests monitors against exact relations: power is conserved up to rounding, a slab follows Airy's formula, a cavity
// rings at its discrete modes, and sparse samples give the same as all samples.
#include "solver/measure/monitors/monitors.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "monitor_runs.h"
#include "processor_time.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/scene/formula.h"
#include "solver/theory/dispersion.h"

namespace ez::test {
namespace {

// A pulse crosses a strip that repeats along y. It starts at x = 40 in both directions. The monitors `front` and `back`
// count power along +x.
Scene strip(double f, Polarization polarization = Polarization::ez) {
  Scene s = grid(400, 16, BoundaryKind::cpml);
  s.grid.polarization = polarization;
  s.boundary[Side::bottom] = s.boundary[Side::top] = BoundaryKind::periodic;
  s.boundary.cpml.cells = 20;
  s.sources = {line({40, 0}, {40, 15}, quiet_pulse(f))};
  const MonitorFrequencies frequencies{{}, {{0.7 * f, 1.3 * f, 7}}};
  s.monitors = {{"front", FluxMonitor{{80, 15}, {80, 0}, frequencies}, false},
                {"back", FluxMonitor{{320, 15}, {320, 0}, frequencies}, false},
                {"reflected", FluxMonitor{{80, 15}, {80, 0}, frequencies}, true}};
  return s;
}
Scene with_slab(Scene s, Material material) {
  s.materials = {std::move(material)};
  s.shapes = {{Rect{{180, -1}, {220, 17}}, s.materials[0].name}};
  return s;
}

// Returns the share of power that a lossless slab of relative ε transmits at normal incidence (Born and Wolf,
// Principles of Optics, 7.6).
double airy_transmission(double eps, double thickness, double f) {
  const double n = std::sqrt(eps), r = (1 - n) / (1 + n), half = 2 * pi * f / c0 * n * thickness;
  const double finesse = 4 * r * r / ((1 - r * r) * (1 - r * r));
  return 1 / (1 + finesse * std::sin(half) * std::sin(half));
}

// Twenty mode monitors of 4096 frequencies each cost nothing until their modes are requested.
TEST(Modes, are_found_a_few_at_a_time_when_requested) {
  Scene s = grid(64, 48, BoundaryKind::cpml);
  const double f = frequency_of(s, 20);
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Rect{{-5, 12}, {70, 19}}, "glass"}};
  for (int k = 0; k < 20; ++k)
    s.monitors.push_back(
        {fmt::format("m{}", k), ModeMonitor{{30, 5}, {30, 40}, 0, {{}, {{0.8 * f, 1.2 * f, 4096}}}}, false});
  const double since = processor_seconds();
  const Monitors few(s);
  EXPECT_LT(processor_seconds() - since, 1);
  std::size_t left = 36 * 100;  // the line has 36 nodes
  EXPECT_EQ(few.find_modes(3, left), 100 / 4096.0);
  EXPECT_EQ(left, 0u);
  EXPECT_EQ(few.find_modes(3, left), 100 / 4096.0) << "no budget is left";
  EXPECT_TRUE(few.mode("m7", f)) << "a single mode is found on request";
  left = 36 * 5000;
  EXPECT_EQ(few.find_modes(3, left), 1);
  EXPECT_EQ(left, std::size_t{36} * (5000 - 3996));
  const MonitorReading all = few.reading(3);
  ASSERT_EQ(all.index.size(), 4096u);
  EXPECT_GT(all.index.front(), 1);
  EXPECT_LT(all.index.back(), 1.5);
  EXPECT_EQ(few.reading(7).index, all.index) << "the same as when all are found at once";
}

TEST(Flux, through_a_slab_is_conserved_and_follows_airy) {
  const Scene empty = strip(frequency_of(empty_grid(), 80));
  const Scene slab = with_slab(empty, {"glass", 4, 1, 0, 0, {}});
  Comparison none = run_of(empty, 5000), with = run_of(slab, 12000);
  EXPECT_GT(with.monitors(0).gather().every, 2);
  for (const double f : frequencies_of(empty.monitors[0])) {
    const double incident = *none.monitors(0).flux("back", f);
    ASSERT_GT(incident, 0);
    EXPECT_NEAR(*none.monitors(0).flux("front", f) / incident, 1, 1e-6);
    const Monitors& m = with.monitors(0);
    const double r = -*m.flux("reflected", f) / incident, t = *m.flux("back", f) / incident;
    EXPECT_NEAR(r + t, 1, 1e-6) << f;
    EXPECT_NEAR(*m.flux("front", f) / incident, t, 1e-6) << f;
    // The nodes at the surfaces belong to the slab, so it is a cell thicker than their distance.
    EXPECT_NEAR(t, airy_transmission(4, 41 * mm, f), 0.005) << f;
  }
}

TEST(Flux, of_an_hz_scene_points_in_the_direction_of_the_wave) {
  const Scene empty = strip(frequency_of(empty_grid(), 80), Polarization::hz);
  const Scene slab = with_slab(empty, {"glass", 4, 1, 0, 0, {}});
  Comparison none = run_of(empty, 5000), with = run_of(slab, 12000);
  for (const double f : frequencies_of(empty.monitors[0])) {
    const double incident = *none.monitors(0).flux("back", f);
    ASSERT_GT(incident, 0);
    const double r = -*with.monitors(0).flux("reflected", f) / incident;
    EXPECT_NEAR(r + *with.monitors(0).flux("back", f) / incident, 1, 1e-6) << f;
    EXPECT_NEAR(1 - r, airy_transmission(4, 41 * mm, f), 0.01) << f;  // cells at the surfaces have an averaged ε
  }
}

TEST(Flux, lost_in_a_slab_equals_the_loss_by_its_conductivity) {
  const Scene empty = strip(frequency_of(empty_grid(), 40));
  Scene slab = with_slab(empty, {"lossy", 4, 1, 0.05, 0, {}});
  const MonitorFrequencies frequencies = std::get<FluxMonitor>(slab.monitors[0].geometry).frequencies;
  slab.monitors.push_back({"inside", LineMonitor{{180, 8}, {220, 8}, frequencies}, false});
  Comparison none = run_of(empty, 4000), with = run_of(slab, 8000);
  for (const double f : frequencies_of(empty.monitors[0])) {
    const Monitors& m = with.monitors(0);
    const double incident = *none.monitors(0).flux("back", f);
    const double r = -*m.flux("reflected", f) / incident, t = *m.flux("back", f) / incident;
    double lost = 0;  // 2·σ|E|² over the slab's nodes; the scheme's σE uses the mean of E over a step
    for (int k = 0; k <= 40; ++k) lost += std::norm(*m.along("inside", FieldArray::ez, f, k * mm));
    lost *= 2 * 0.05 * std::cos(pi * f * with.pane(0).dt()) * mm * 16 * mm / incident;
    EXPECT_GT(lost, 0.1);
    EXPECT_NEAR(r + t + lost, 1, 0.002) << f;
    EXPECT_NEAR(r + t + lost, 1, 1e-5) << f;
  }
}

// In front of a slab the wave is a standing wave. Its maximum is 1 + √R of the incident field and its minimum 1 − √R,
// half a wavelength apart. Formulas give the same values.
TEST(Line, reads_its_maximum_and_minimum) {
  const Scene empty = strip(frequency_of(empty_grid(), 40));
  Scene slab = with_slab(empty, {"glass", 4, 1, 0, 0, {}});
  const MonitorFrequencies frequencies = std::get<FluxMonitor>(slab.monitors[0].geometry).frequencies;
  slab.monitors.push_back({"front line", LineMonitor{{80, 8}, {170, 8}, frequencies}, false});
  Comparison none = run_of(empty, 4000), with = run_of(slab, 12000);
  const Monitors& m = with.monitors(0);
  int standing = 0;
  for (const double f : frequencies_of(empty.monitors[0])) {
    const double back = std::sqrt(-*m.flux("reflected", f) / *none.monitors(0).flux("front", f));
    const Monitors::Extremes e = *m.extremes("front line", f);
    EXPECT_NEAR(e.largest / e.least, (1 + back) / (1 - back), 0.02 * e.largest / e.least) << f << " R " << back;
    standing += e.largest / e.least > 2;
    for (double s = 0; s < 90 * mm; s += 0.37 * mm) {
      const double here = std::abs(*m.along("front line", FieldArray::ez, f, s));
      EXPECT_LE(here, e.largest * (1 + 1e-12));
      EXPECT_GE(here, e.least * (1 - 0.02)) << "a straight line between two phasors passes closer to 0 than they do";
    }
    EXPECT_NEAR(std::abs(*m.along("front line", FieldArray::ez, f, e.largest_at)), e.largest, 0.01 * e.largest);
    EXPECT_FALSE(m.extremes("front line", 1.01 * f));
    EXPECT_FALSE(m.extremes("front", f)) << "no line";
  }
  EXPECT_GT(standing, 2);
}

// Around a triangle without a source the flux adds up to zero.
TEST(Flux, through_a_slanted_line_equals_that_through_its_legs) {
  Scene s = grid(100, 90, BoundaryKind::cpml);
  s.boundary.cpml.cells = 20;
  const double f = frequency_of(s, 15);
  s.sources = {point(35, 55, quiet_pulse(f))};
  const MonitorFrequencies at{{0.8 * f, f, 1.2 * f}, {}};
  s.monitors = {{"slanted", FluxMonitor{{30, 30}, {70, 61}, at}, false},
                {"along", FluxMonitor{{30, 30}, {70, 30}, at}, false},
                {"up", FluxMonitor{{70, 30}, {70, 61}, at}, false}};
  Comparison runs = run_of(s, 6000);
  const Monitors& m = runs.monitors(0);
  for (const double at_f : frequencies_of(s.monitors[0])) {
    const double slanted = *m.flux("slanted", at_f);
    EXPECT_LT(slanted, 0) << "the source is to the left of the line";
    EXPECT_NEAR((*m.flux("along", at_f) + *m.flux("up", at_f)) / slanted, 1, 1e-6);
  }
}

TEST(Flux, over_frequency_and_over_time_is_the_same_energy) {
  Scene s = strip(frequency_of(empty_grid(), 40));
  const double f = frequency_of(s, 40);
  s.monitors = {{"all", FluxMonitor{{80, 15}, {80, 0}, {{}, {{f / 100, 3.5 * f, 350}}}}, false}};
  Comparison runs = run_of(s, 4000);
  const MonitorReading all = runs.monitors(0).reading(0);
  double by_frequency = 0, by_time = 0;
  for (const double v : all.flux) by_frequency += v * f / 100;
  for (const auto& p : all.power) by_time += p.power * (all.power[1].time - all.power[0].time);
  EXPECT_GT(by_time, 0);
  EXPECT_NEAR(by_frequency / by_time, 1, 0.01);  // E and H of `power` are half a step apart
}

// Compares a map that samples every few steps with one that samples every step. One source is a pulse, the other a
// continuous wave whose samples are more than half a period apart.
TEST(Map, sampled_sparsely_equals_every_step) {
  for (const bool ends : {false, true}) {
    Scene s = grid(90, 70, BoundaryKind::cpml);
    const double f = frequency_of(s, 20);
    s.sources = {{"", PointSource{{30, 35}}, 1, false, true, ends ? quiet_pulse(f) : Waveform{Cw{f, 3, 0}}}};
    s.materials = {{"glass", 4, 1, 0, 0, {}}};
    s.shapes = {{Rect{{50, 20}, {70, 50}}, "glass"}};
    s.monitors = {{"there", MapMonitor{f}, false}};
    const MapPlan plan = map_plan(s);
    EXPECT_EQ(plan.every % 4, 0) << "whole passes";
    EXPECT_EQ(plan.every * time_step(s) > 0.5 / f, !ends) << plan.every;
    Solver now_and_then = solver_for(s), always = solver_for(s);
    now_and_then.set_gather({{}, 1, plan});
    always.set_gather({{}, 1, {{f}, 1}});
    for (Solver* run : {&now_and_then, &always}) go_on(*run, 4800);
    const auto got = now_and_then.map(0), want = always.map(0);
    double most = 0, worst = 0;
    for (std::size_t k = 0; k < got.size(); ++k) {
      most = std::max(most, std::abs(want[k]));
      worst = std::max(worst, std::abs(got[k] - want[k]));
    }
    EXPECT_GT(most, 0);
    EXPECT_LE(worst / most, ends ? 1e-3 : 5e-3);
  }
}

// A moving source arrives at other frequencies, so there a sample may span half a period at most.
TEST(Map, of_a_moving_source_takes_at_least_2_5_samples_per_period) {
  Scene s = grid(90, 70, BoundaryKind::cpml);
  const double f = frequency_of(s, 20);
  s.sources = {{"", PointSource{{}, {{{20, 35}, {60, 35}}, {}, 0.2, true}}, 1, false, true, Cw{f, 3, 0}}};
  s.monitors = {{"there", MapMonitor{f}, false}};
  EXPECT_LE(map_plan(s).every * time_step(s), 1 / (2.5 * f));
}

// Samples interrupt the passes of an engine, so there must be several steps between two samples.
TEST(Gather, samples_between_whole_passes) {
  for (const double cells : {14, 20, 33, 60, 150, 400}) {
    Scene s = grid(90, 70, BoundaryKind::cpml);
    const double f = frequency_of(s, cells);
    s.sources = {line({40, 0}, {40, 15}, quiet_pulse(f))};
    s.monitors = {{"front", FluxMonitor{{80, 15}, {80, 0}, {{}, {{0.7 * f, 1.3 * f, 7}}}}, false}};
    const int every = gather_every(s);
    EXPECT_TRUE(every == 1 || every == 2 || every == 4 || every == 8 || every == 12) << every;
    EXPECT_LE(every * time_step(s), 1 / (2.5 * band_of(s.sources[0].waveform).top));
  }
}

// Compares a monitor that samples every few steps with the sum over every step.
TEST(Line, has_the_phasors_of_every_step) {
  Scene s = grid(80, 60, BoundaryKind::cpml, Precision::float32);
  const double f = frequency_of(s, 20);
  s.sources = {point(30, 30, Ricker{f, {}})};
  s.monitors = {{"cut", LineMonitor{{20, 20}, {60, 40}, {{0.5 * f, f, 2 * f}, {}}}, false}};
  Comparison runs = run_of(s, 900);
  EXPECT_GT(runs.monitors(0).gather().every, 1);
  const MonitorReading cut = runs.monitors(0).reading(0);
  ASSERT_EQ(cut.places.size(), 41u);
  Solver every = solver_for(s);
  const auto node = [&](std::size_t k) {
    return Node{static_cast<int>(std::lround(cut.places[k].x / mm)),
                static_cast<int>(std::lround(cut.places[k].y / mm))};
  };
  std::vector<Node> taps;
  for (std::size_t k = 0; k < cut.places.size(); ++k) taps.push_back(node(k));
  every.set_taps(taps);
  go_on(every, 900);
  const std::vector<double> values = every.take_taps().values;
  double largest = 0, worst = 0;
  for (std::size_t f_index = 0; f_index < 3; ++f_index)
    for (std::size_t k = 0; k < taps.size(); ++k) {
      Complex sum = 0;
      for (std::size_t n = 0; n < 900; ++n)
        sum += values[n * taps.size() + k] * every.dt() *
               std::polar(1.0, 2 * pi * cut.frequencies[f_index] * static_cast<double>(n + 1) * every.dt());
      largest = std::max(largest, std::abs(sum));
      worst = std::max(worst, std::abs(sum - cut.phasors[0][f_index * taps.size() + k]));
    }
  EXPECT_GT(largest, 0);
  EXPECT_LT(worst / largest, 1e-4);
}

// For a wave along x in an hz scene, E points along y and is η0 times H. Also tests the names in formulas and the
// frequency of a far-field monitor.
TEST(Line, has_e_in_the_plane_of_an_hz_scene) {
  Scene s = grid(160, 40, BoundaryKind::cpml);
  s.grid.polarization = Polarization::hz;
  s.boundary[Side::bottom] = s.boundary[Side::top] = BoundaryKind::periodic;
  const double f = frequency_of(s, 40);
  Source sheet;
  sheet.geometry = LineSource{{30, 0}, {30, 39}};
  sheet.waveform = Modulated{f, 1 / f, {}, 0};
  s.sources = {sheet};
  s.monitors = {{"cut", LineMonitor{{60, 20}, {120, 20}, {{f}, {}}}, false}};
  Comparison runs = run_of(s, 1500);
  const auto value = [&](const std::string& text) {
    return Formula(text, s).value(Recorded(s, runs.pane(0).dt(), {}, runs.monitors(0)));
  };
  EXPECT_GT(value("hz(\"cut\", f, 0.02)"), 0);
  EXPECT_NEAR(value("ey(\"cut\", f, 0.02)/hz(\"cut\", f, 0.02)/eta0"), 1, 0.01);
  EXPECT_LT(value("ex(\"cut\", f, 0.02)/ey(\"cut\", f, 0.02)"), 1e-4);
}

// A magnetic line dipole of moment K (V) has |E| = (k/4)·K·|H1(kr)·sin φ|, which carries kK²/(16η₀) W/m far away. An
// electric dipole of I (A) carries η₀kI²/16 (Harrington, Time-Harmonic Electromagnetic Fields, § 5-6). At 30 cells per
// wavelength the grid's k is 0.2 % off, and its two-node dipole by (kΔ)²/24.
TEST(Flux, around_a_dipole_is_its_power) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz})
    for (const double angle : {0.0, 30.0}) {
      Scene s = grid(141, 141, BoundaryKind::cpml);
      s.grid.polarization = polarization;
      const double f = frequency_of(s, 30), k = 2 * pi * f / c0, moment = 2;
      s.sources = {{"", DipoleSource{{70, 70}, angle}, moment, false, true, Cw{f, 4, 0}}};
      const MonitorFrequencies at{{f}, {}};
      s.monitors = {{"right", FluxMonitor{{100, 100}, {100, 40}, at}, false},
                    {"top", FluxMonitor{{40, 100}, {100, 100}, at}, false},
                    {"left", FluxMonitor{{40, 40}, {40, 100}, at}, false},
                    {"bottom", FluxMonitor{{100, 40}, {40, 40}, at}, false}};
      Comparison runs = comparison_of(s);
      const double period = 1 / f;
      for (int n = 0; n < 16; ++n) runs.advance(static_cast<int>(std::lround(period / time_step(s))));
      double power = 0;
      for (std::size_t m = 0; m < 4; ++m) {
        double sum = 0, count = 0;
        const MonitorReading flux = runs.monitors(0).reading(m);
        const double end = flux.power.back().time;
        for (const auto& p : flux.power)
          if (p.time > end - 4 * period) sum += p.power, ++count;
        power += sum / count;
      }
      const double eta0 = std::sqrt(mu0 / eps0),
                   want = k * moment * moment / 16 * (polarization == Polarization::ez ? 1 / eta0 : eta0);
      EXPECT_NEAR(power / want, 1, 0.02) << angle;
    }
}

// A continuous source. The start of the wave, which each line sees at another time, and the time at which the sum ends
// both become negligible within 60 periods.
TEST(Flux, of_a_continuous_source_does_not_depend_on_the_reading_time) {
  Scene s = strip(frequency_of(empty_grid(), 20));
  const double f = frequency_of(empty_grid(), 20);
  s.sources[0].waveform = Cw{f};
  for (Monitor& m : s.monitors) std::get<FluxMonitor>(m.geometry).frequencies = {{f}, {}};
  s = with_slab(s, {"glass", 4, 1, 0, 0, {}});
  Scene empty = s;
  empty.shapes.clear();
  const int period = static_cast<int>(1 / (f * time_step(s)));
  Comparison with = comparison_of(s), none = comparison_of(empty);
  const auto advance = [&](int steps) { with.advance(steps), none.advance(steps); };
  for (int k = 0; k < 60; ++k) advance(period);
  double least = 1e9, most = -1e9;
  for (int k = 0; k < 8; ++k) {
    advance(period / 8);
    const double t = *with.monitors(0).flux("back", f) / *none.monitors(0).flux("front", f);
    least = std::min(least, t), most = std::max(most, t);
    EXPECT_NEAR(*none.monitors(0).flux("back", f) / *none.monitors(0).flux("front", f), 1, 0.003);
  }
  EXPECT_LT(most - least, 0.003);
  // At ten cells per wavelength the wave in glass is 1.5 % slower on the grid, which is 0.4 rad across the slab.
  const double k = discrete_wavenumber({s.grid.dx, s.grid.dy, time_step(s), 4, 1}, 2 * pi * f, 0);
  const double index = k * c0 / (2 * pi * f);
  EXPECT_NEAR(least, airy_transmission(index * index, 41 * mm, f), 0.03);
}

// Returns ω of a mode of the Yee grid in a box: sin²(ωΔt/2)/(cΔt)² = Σ sin²(kΔ/2)/Δ².
double mode(const Scene& s, int m, int n) {
  const double dt = time_step(s), a = std::sin(0.5 * m * pi / (s.grid.nx - 1)) / s.grid.dx,
               b = std::sin(0.5 * n * pi / (s.grid.ny - 1)) / s.grid.dy;
  return std::asin(c0 * dt * std::hypot(a, b)) / (pi * dt);
}

TEST(Resonance, frequencies_of_a_box_are_its_discrete_modes) {
  Scene s = grid(61, 46, BoundaryKind::pec);
  const double f = 0.5 * (mode(s, 1, 1) + mode(s, 2, 2));
  s.sources = {point(11, 9, Hann{f, 3, 0, 0})};
  s.monitors = {{"ring", ResonanceMonitor{{47, 33}, 0.5 * mode(s, 1, 1), 1.02 * mode(s, 2, 2)}, false}};
  Comparison runs = run_of(s, 6000);
  const std::vector<Resonance> found = runs.monitors(0).resonances("ring");
  std::vector<double> want = {mode(s, 1, 1), mode(s, 2, 1), mode(s, 1, 2), mode(s, 2, 2), mode(s, 3, 1)};
  std::erase_if(want, [&](double w) { return w > 1.02 * mode(s, 2, 2); });
  std::sort(want.begin(), want.end());
  ASSERT_EQ(found.size(), want.size());
  for (std::size_t k = 0; k < want.size(); ++k) {
    EXPECT_NEAR(found[k].frequency / want[k], 1, 1e-6);
    EXPECT_GT(found[k].q, 1e6);
  }
}

// A box filled with a poor conductor decays as e^(−σt/2ε), so Q = ωε/σ.
TEST(Resonance, of_a_lossy_box_has_the_q_of_its_decay) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    Scene s = grid(61, 46, BoundaryKind::pec, precision);
    const double f = mode(s, 1, 1), q = 100, sigma = 2 * pi * f * 2 * eps0 / std::sqrt(2.0) / q;
    s.materials = {{"poor", 2, 1, sigma, 0, {}}};
    s.grid.background = "poor";
    s.sources = {point(11, 9, Hann{f / std::sqrt(2.0), 4, 0, 0})};
    s.monitors = {{"ring", ResonanceMonitor{{40, 30}, 0.5 * f, 1.1 * f / std::sqrt(2.0)}, false}};
    Comparison runs = run_of(s, 8000);
    const std::vector<Resonance> found = runs.monitors(0).resonances("ring");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_NEAR(found[0].frequency / (f / std::sqrt(2.0)), 1, 5e-4);
    EXPECT_NEAR(found[0].q / q, 1, 0.005);
  }
}

TEST(Resonance, is_separated_from_its_neighbours_and_noise) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 1e-6);
  const double dt = 1e-12;
  const Resonance want[] = {{10.00e9, 5000, 1}, {10.02e9, 3000, 0.7}, {11.5e9, 40, 2}};
  std::vector<double> signal;
  for (int n = 0; n < 40000; ++n) {
    double sum = noise(random) + std::cos(2 * pi * 17e9 * n * dt);  // one more outside the band
    for (const Resonance& r : want)
      sum += r.amplitude * std::exp(-pi * r.frequency / r.q * n * dt) * std::cos(2 * pi * r.frequency * n * dt + r.q);
    signal.push_back(sum);
  }
  const std::vector<Resonance> found = harmonic_inversion(signal, dt, 9e9, 12e9);
  ASSERT_EQ(found.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(found[k].frequency / want[k].frequency, 1, 1e-6);
    EXPECT_NEAR(found[k].q / want[k].q, 1, 0.002);
    EXPECT_NEAR(found[k].amplitude / want[k].amplitude, 1, 0.01);
  }
  EXPECT_TRUE(harmonic_inversion(std::vector<double>(5000), dt, 9e9, 12e9).empty());
  EXPECT_TRUE(harmonic_inversion(std::vector<double>(3, 1.0), dt, 9e9, 12e9).empty());
}

// ---- monitors during a run

Scene small() {
  Scene s = strip(frequency_of(empty_grid(), 20));
  s.grid.nx = 140;
  s.monitors = {{"front", FluxMonitor{{80, 15}, {80, 0}, {{frequency_of(s, 20)}, {}}}, false}};
  s.materials = {{"glass", 4, 1, 0, 0, {}}};
  s.shapes = {{Rect{{95, -1}, {105, 17}}, "glass"}};
  return s;
}
double front(Comparison& runs) { return *runs.monitors(0).flux("front", frequency_of(runs.pane(0).scene(), 20)); }

TEST(Monitoring, does_not_depend_on_batches_and_restarts_with_the_run) {
  Comparison one = run_of(small(), 600), other = comparison_of(small());
  for (const int n : {7, 1, 192, 150, 250}) other.advance(n);
  const double first = front(one);
  EXPECT_DOUBLE_EQ(front(other), first);
  other.advance(100);
  other.reset();
  other.advance(600);
  EXPECT_EQ(front(other), front(one));
}

TEST(Monitoring, returns_with_a_checkpoint) {
  Scene s = small();
  s.monitors[0].minus_empty = true;
  Comparison runs = comparison_of(s);
  runs.advance(300);
  const Comparison::Moment then = runs.checkpoint();
  runs.advance(300);
  const double first = front(runs);
  runs.restore(then);
  runs.advance(300);
  EXPECT_EQ(front(runs), first);
  EXPECT_LT(first, 0) << "the reflected power";
}

TEST(Monitoring, restarts_when_the_scene_changes) {
  Scene s = small();
  Comparison runs = comparison_of(s);
  runs.advance(300);
  s.title = "the same to the monitors";
  runs.apply(s);
  EXPECT_EQ(runs.monitors(0).reading(0).since, 0);
  EXPECT_GT(runs.monitors(0).reading(0).until, 0);
  const double now = runs.pane(0).time();
  s.materials[0].eps = 3;
  runs.apply(s);
  EXPECT_EQ(runs.monitors(0).reading(0).until, 0);
  runs.advance(200);
  EXPECT_NEAR(runs.monitors(0).reading(0).since, now, 16 * runs.pane(0).dt());
  s.grid.nx += 20;
  runs.apply(s);
  runs.advance(600);
  s.title.clear();
  EXPECT_EQ(front(runs), [&] {
    Comparison fresh = run_of(s, 600);
    return front(fresh);
  }());
}

TEST(Monitoring, subtracts_the_empty_run_from_the_next_start_on) {
  Scene s = small();
  Comparison runs = comparison_of(s);
  runs.advance(100);
  s.monitors[0].minus_empty = true;
  runs.apply(s);
  runs.advance(100);
  EXPECT_FALSE(runs.monitor_message(0).empty());
  EXPECT_FALSE(runs.monitors(0).reading(0).why_none.empty());
  runs.reset();
  EXPECT_TRUE(runs.monitor_message(0).empty());
  runs.advance(250);
  s.materials[0].eps = 6;  // both runs take the edit
  runs.apply(s);
  runs.advance(350);
  EXPECT_TRUE(runs.monitors(0).reading(0).why_none.empty());
  EXPECT_LT(front(runs), 0);

  Comparison plain = run_of(s, 600);
  s.shapes.clear();
  s.monitors[0].minus_empty = false;
  Comparison empty = run_of(s, 600);
  s.shapes = small().shapes;
  Comparison both = run_of(s, 600);
  EXPECT_NEAR(front(plain) / (front(both) - front(empty)), 1, 1e-3)
      << "with one wave in each direction the powers add up";
}

TEST(Line, with_many_frequencies_passes_a_few_to_the_picture) {
  Scene s = grid(60, 50, BoundaryKind::cpml, Precision::float32);
  const double f = frequency_of(s, 20);
  s.sources = {point(30, 25, Ricker{f, {}})};
  s.monitors = {{"cut", LineMonitor{{20, 20}, {40, 20}, {{}, {{0.5 * f, 2 * f, 31}}}}, false}};
  Comparison runs = run_of(s, 300);
  const MonitorReading all = runs.monitors(0).reading(0), few = runs.monitors(0).reading(0, 4);
  ASSERT_EQ(all.frequencies.size(), 31u);
  ASSERT_EQ(few.frequencies.size(), 4u);
  const std::size_t nodes = all.places.size();
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(few.frequencies[k], all.frequencies[10 * k]);
    for (std::size_t n = 0; n < nodes; ++n)
      EXPECT_EQ(few.phasors[0][k * nodes + n], all.phasors[0][10 * k * nodes + n]);
  }
  EXPECT_EQ(few.phasors[0].size(), 4 * nodes);
}

// A line drawn in the opposite direction reads the same wave as coming back.
TEST(Direction, of_a_flux_line_is_visible_in_its_reading) {
  Scene s = grid(80, 60, BoundaryKind::cpml, Precision::float32);
  const double f = frequency_of(s, 20);
  s.sources = {point(30, 30, Ricker{f, {}})};
  const MonitorFrequencies at{{f}, {}};
  s.monitors = {{"up", FluxMonitor{{50, 20}, {50, 40}, at}, false},
                {"down", FluxMonitor{{50, 40}, {50, 20}, at}, false}};
  Comparison runs = run_of(s, 600);
  const auto up = backward_over_forward(runs.monitors(0).reading(0)),
             down = backward_over_forward(runs.monitors(0).reading(1));
  ASSERT_TRUE(up && down);
  EXPECT_GT(*up, mostly_backward) << "the source is on the left of the line";
  EXPECT_LT(*down, 1 / mostly_backward);
  MonitorReading mode;
  EXPECT_FALSE(backward_over_forward(mode));
  mode.forward = {{1, 0}, {0, 1}}, mode.backward = {{3, 4}, {0, 0}};
  EXPECT_EQ(backward_over_forward(mode), 12.5);
}

}  // namespace
}  // namespace ez::test
