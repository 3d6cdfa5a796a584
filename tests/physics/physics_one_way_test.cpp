// Tests beam sources, mode sources and mode monitors: they act in one direction, have the shape known from optics, and
// their amplitudes add up.
#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/problem/padding.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/section.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

constexpr double mm = 1e-3;

// Returns the amplitude of the main array's sine at nodes, over the last whole periods.
std::vector<double> amplitudes(Solver& solver, double f, const std::vector<Node>& nodes) {
  std::vector<Field> samples(nodes.size());
  const double t0 = solver.time() + solver.dt();
  for (int n = 0; n < static_cast<int>(2 / f / solver.dt()); ++n) {
    go_on(solver, 1);
    const Field e = solver.field(Quantity::ez);
    for (std::size_t k = 0; k < nodes.size(); ++k) samples[k].push_back(e[at(solver.scene(), nodes[k].i, nodes[k].j)]);
  }
  std::vector<double> out;
  for (const Field& v : samples) out.push_back(std::abs(phasor(v, 2 * pi * f, t0, solver.dt())));
  return out;
}

// ---- beam

struct BeamCase {
  double angle = 0, waist = 40, focus = 0;
  Polarization polarization = Polarization::ez;
  double eps = 1;
  bool downwards = true;  // to the right if true, else to the left
};
constexpr double cells = 20;  // per wavelength
// The beam starts at x = 60 to the right, or at x = 240 to the left.
Scene beam_scene(const BeamCase& c, Waveform waveform) {
  Scene s = grid(301, 301, cpml, Precision::float64);
  s.grid.polarization = c.polarization;
  s.materials = {{"oil", c.eps, 1, 0, 0, {}}};
  s.grid.background = "oil";
  const double x = c.downwards ? 60 : 240;
  const Vec2 high{x, 285}, low{x, 15};
  s.sources = {{"", BeamSource{c.downwards ? high : low, c.downwards ? low : high, c.angle, c.waist, c.focus}, 2, false,
                true, std::move(waveform)}};
  return s;
}
double beam_frequency(const BeamCase& c) { return c0 / (cells * mm * std::sqrt(c.eps)); }

TEST(Beam, leaves_its_line_to_one_side) {
  for (const BeamCase& c :
       {BeamCase{}, BeamCase{.angle = 25}, BeamCase{.focus = 120}, BeamCase{.waist = 20},
        BeamCase{.angle = -10, .polarization = Polarization::hz}, BeamCase{.eps = 2.25}, BeamCase{.downwards = false}})
    for (const bool steady : {true, false}) {
      const double f = beam_frequency(c);
      const Scene s = beam_scene(c, steady ? Waveform(Cw{f, 5, 0}) : pulse(f, 3));
      Solver solver = solver_for(s);
      double forward = 0, backward = 0;
      for (int n = 0; n < 900; n += 9) {
        go_on(solver, 9);
        const Field e = solver.field(Quantity::ez);
        for (int j = 12; j < 289; ++j)
          for (int i = 12; i < 289; ++i) {
            const bool behind = c.downwards ? i < 60 : i > 240;
            double& most = behind ? backward : forward;
            most = std::max(most, std::abs(e[at(s, i, j)]));
          }
      }
      EXPECT_GT(forward, 1.2);
      EXPECT_LE(measured("backward, dB", db(backward / forward)), -40);
    }
}

// |E| across the beam at a distance z from the focus is √(w₀/w)·e^(−x²/w²) with w = w₀√(1 + (λz/πw₀²)²), in two
// dimensions (Siegman, Lasers, ch. 17).
TEST(Beam, has_the_waist_and_divergence_of_optics) {
  const BeamCase c{.waist = 40, .focus = 60};
  const double f = beam_frequency(c);
  const Scene s = beam_scene(c, Cw{f, 5, 0});
  Solver solver = solver_for(s);
  go_on(solver, 1400);
  for (const int x : {62, 120, 200, 280}) {
    const double z = x - 120, w = c.waist * std::hypot(1, cells * z / (pi * c.waist * c.waist));
    std::vector<Node> across;
    for (int j = 150; j <= 220; j += 10) across.push_back({x, j});
    const std::vector<double> found = amplitudes(solver, f, across);
    const double peak = 2 * std::sqrt(c.waist / w);
    for (std::size_t k = 0; k < across.size(); ++k) {
      const double y = across[k].j - 150;
      EXPECT_NEAR(found[k] / peak, std::exp(-y * y / (w * w)), 0.01) << x << " " << y;
    }
  }
}

TEST(Beam, travels_in_the_direction_of_its_angle) {
  const BeamCase c{.angle = 20, .waist = 40};
  const double f = beam_frequency(c);
  const Scene s = beam_scene(c, Cw{f, 5, 0});
  Solver solver = solver_for(s);
  go_on(solver, 1300);
  std::vector<Node> across;
  for (int j = 30; j < 170; j += 10) across.push_back({200, j});
  const std::vector<double> found = amplitudes(solver, f, across);
  // The beam is tilted towards the end of its line, which is below. On the grid the energy deviates from the wave
  // vector by (kΔ)²/24·sin 4θ = 0.23°.
  const double a = c.angle * pi / 180 + std::pow(2 * pi / cells, 2) / 24 * std::sin(4 * c.angle * pi / 180);
  for (std::size_t k = 0; k < across.size(); ++k) {
    const double x = 140, y = 150 - across[k].j, z = x * std::cos(a) + y * std::sin(a);
    const double t = y * std::cos(a) - x * std::sin(a),
                 w = c.waist * std::hypot(1, cells * z / (pi * c.waist * c.waist));
    EXPECT_NEAR(found[k] / 2, std::sqrt(c.waist / w) * std::exp(-t * t / (w * w)), 0.01) << across[k].j;
  }
}

// ---- mode

// Returns a film along x, n = 2 in n = 1.5 or in vacuum, that continues through both layers. Its mode starts at x = 60
// to the right.
Scene guide(Waveform waveform, int index = 0, Polarization polarization = Polarization::ez, double eps = 4,
            Precision precision = Precision::float64) {
  Scene s = grid(320, 161, cpml, precision);
  s.grid.polarization = polarization;
  s.materials = {{"core", eps, 1, 0, 0, {}}, {"cladding", 1.5 * 1.5, 1, 0, 0, {}}};
  s.grid.background = "cladding";
  s.shapes.push_back({Rect{{-1, 72.5}, {321, 88.5}}, "core"});
  s.sources = {{"", ModeSource{{60, 145}, {60, 16}, index}, 2, false, true, std::move(waveform)}};
  return s;
}
constexpr double guided_wave = 30;  // cells per vacuum wavelength
double guide_frequency() { return c0 / (guided_wave * mm); }
ModeMonitor mode_at(double x, const MonitorFrequencies& frequencies, int index = 0) {
  return {{x, 145}, {x, 16}, index, frequencies};
}

// Metal cuts the last cells inside it, but all nodes have the same media as without cut cells.
TEST(Mode, finds_the_medium_of_a_cell_that_metal_cuts) {
  Scene s = guide(Cw{guide_frequency(), 8, 0}, 0, Polarization::hz);
  s.shapes.push_back({Rect{{-1, -1}, {321, 30.6}}, "pec"});
  s.shapes.push_back({Rect{{-1, 130.4}, {321, 161}}, "pec"});
  const Problem whole = build_problem(s, rasterize(s));
  s.grid.conformal = true;
  const Problem cut = build_problem(s, rasterize(s));
  EXPECT_FALSE(cut.rim_cells.empty());
  EXPECT_FALSE(cut.feeds[0].drives.empty());
  EXPECT_EQ(cut.feeds, whole.feeds);
}

TEST(Mode, leaves_its_line_to_one_side_with_its_full_amplitude) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz})
    for (const int index : {0, 1}) {
      const double f = guide_frequency();
      const Scene s = guide(Cw{f, 8, 0}, index, polarization);
      ASSERT_TRUE(guided_mode(section_of(s, {60, 145}, {60, 16}, f), f, index));
      Solver solver = solver_for(s);
      double backward = 0;
      for (int n = 0; n < 1800; n += 9) {
        go_on(solver, 9);
        const Field e = solver.field(Quantity::ez);
        for (int j = 12; j < 149; ++j)
          for (int i = 12; i < 60; ++i) backward = std::max(backward, std::abs(e[at(s, i, j)]));
      }
      EXPECT_LE(measured("backward, dB", db(backward / 2)), -40);
      std::vector<Node> across;
      for (int j = 16; j <= 145; ++j) across.push_back({200, j});
      const std::vector<double> found = amplitudes(solver, f, across);
      EXPECT_NEAR(*std::ranges::max_element(found), 2, 0.005);
    }
}

// The monitors measure the wave that the source emits.
TEST(Mode, is_separated_into_forward_and_backward_amplitudes) {
  const double f = guide_frequency();
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    Scene s = guide(pulse(f, 4), 0, polarization);
    const MonitorFrequencies frequencies{{0.95 * f, f, 1.05 * f}, {}};
    s.monitors = {{"near", mode_at(80, frequencies), false},
                  {"far", mode_at(250, frequencies), false},
                  {"behind", mode_at(40, frequencies), false},
                  {"turned", ModeMonitor{{250, 16}, {250, 145}, 0, frequencies}, false},
                  {"other", mode_at(250, frequencies, 1), false},
                  {"flux", FluxMonitor{{250, 145}, {250, 16}, frequencies}, false}};
    Comparison runs{cpu_engine_maker(1), s};
    for (int n = 0; n < 6000; n += 500) runs.advance(500);
    const Monitors& m = runs.monitors(0);
    for (const double at : frequencies.list) {
      const auto close = *m.mode("near", at), distant = *m.mode("far", at), turned = *m.mode("turned", at);
      const double power = std::norm(distant.forward);
      EXPECT_NEAR(std::abs(distant.forward) / std::abs(close.forward), 1, 1e-3);
      EXPECT_NEAR(std::norm(turned.backward) / power, 1, 1e-9);
      EXPECT_NEAR(std::norm(turned.forward), std::norm(distant.backward), 1e-9 * power);
      EXPECT_NEAR(*m.flux("flux", at) / power, 1, at == f ? 1e-4 : 0.01) << "flux";
      EXPECT_LE(measured("came back at the end, dB", 10 * std::log10(std::norm(distant.backward) / power)), -40);
      EXPECT_LE(measured("other mode, dB", 10 * std::log10(std::norm(m.mode("other", at)->forward) / power)), -40);
      if (at == f) {
        EXPECT_LE(measured("behind, dB", db(std::abs(m.mode("behind", at)->backward) / std::abs(close.forward))), -40);
      }
      // It gathers the phase of the discrete mode.
      const double gathered = std::arg(distant.forward / close.forward), beta = close.index * 2 * pi * at / c0;
      const double off = std::remainder(gathered - beta * 170 * mm, 2 * pi);
      EXPECT_LE(measured("relative error of the index", std::abs(off) / (beta * 170 * mm)), at == f ? 1e-6 : 1e-5);
    }
    EXPECT_FALSE(m.mode("flux", f));
    EXPECT_FALSE(m.mode("near", 2 * f));
  }
}

// A metal waveguide becomes narrower. The transmitted and the reflected power equal the incident power, in one mode
// each.
TEST(Mode, splits_at_a_step_without_loss) {
  Scene s = grid(400, 61, cpml);
  s.boundary[Side::bottom] = s.boundary[Side::top] = pec;
  s.boundary.cpml.cells = 30;
  s.shapes.push_back({Rect{{200, 44}, {401, 61}}, "pec"});
  const double f = 1.5 * c0 / (2 * 60 * mm);
  s.sources = {{"", ModeSource{{60, 60}, {60, 0}, 0}, 1, false, true, Modulated{f, 6 / f, {}, 0}}};
  const MonitorFrequencies frequencies{{f}, {}};
  s.monitors = {{"in", ModeMonitor{{100, 60}, {100, 0}, 0, frequencies}, false},
                {"out", ModeMonitor{{320, 60}, {320, 0}, 0, frequencies}, false}};
  Comparison runs{cpu_engine_maker(1), s};
  for (int n = 0; n < 12000; n += 500) runs.advance(500);
  const auto in = *runs.monitors(0).mode("in", f), out = *runs.monitors(0).mode("out", f);
  const double r = std::norm(in.backward) / std::norm(in.forward), t = std::norm(out.forward) / std::norm(in.forward);
  EXPECT_GT(measured("R", r), 0.02);
  EXPECT_NEAR(measured("R + T", r + t), 1, 2e-3);
}

// Two metal waveguides in an hz scene, whose walls are where Hz is mirrored. One wave travels to the right in the lower
// guide, and one without a cut-off to the left in the upper guide.
TEST(Mode, travels_between_metal_in_an_hz_scene) {
  Scene s = grid(321, 101, cpml);
  s.grid.polarization = Polarization::hz;
  s.boundary[Side::bottom] = s.boundary[Side::top] = pec;
  s.shapes.push_back({Rect{{-1, 60}, {330, 64}}, "pec"});
  const double f = 5e9;
  const Waveform wave = Modulated{f, 3 / f, {}, 0};
  s.sources = {{"", ModeSource{{60, 62}, {60, 0}, 1}, 1, false, true, wave},
               {"", ModeSource{{260, 64}, {260, 100}, 0}, 1, false, true, wave}};
  const MonitorFrequencies frequencies{{f}, {}};
  const auto lower = [&](double x) { return ModeMonitor{{x, 62}, {x, 0}, 1, frequencies}; };
  const auto upper = [&](double x) { return ModeMonitor{{x, 64}, {x, 100}, 0, frequencies}; };
  s.monitors = {{"lower", lower(90), false},
                {"lower far", lower(220), false},
                {"lower behind", lower(40), false},
                {"upper", upper(240), false},
                {"upper far", upper(60), false},
                {"upper behind", upper(280), false},
                {"flux", FluxMonitor{{220, 60}, {220, 0}, frequencies}, false}};
  Comparison runs{cpu_engine_maker(1), s};
  for (int n = 0; n < 5000; n += 500) runs.advance(500);
  const Monitors& m = runs.monitors(0);
  for (const std::string guide : {"lower", "upper"}) {
    const double sent = std::abs(m.mode(guide, f)->forward);
    EXPECT_NEAR(std::abs(m.mode(guide + " far", f)->forward) / sent, 1, 1e-4) << guide;
    EXPECT_LE(measured("behind, dB", db(std::abs(m.mode(guide + " behind", f)->backward) / sent)), -80) << guide;
  }
  EXPECT_NEAR(*m.flux("flux", f) / std::norm(m.mode("lower far", f)->forward), 1, 1e-6);
  EXPECT_NEAR(m.mode("upper", f)->index, 1, 1e-3);
}

// ---- both

std::vector<Scene> both() {
  return {beam_scene({.angle = 15, .focus = 40}, pulse(c0 / (cells * mm), 1)), guide(Cw{guide_frequency(), 3, 30})};
}

TEST(OneWay, is_the_same_to_the_bit_in_any_batches_and_every_scheme) {
  for (const Scene& s : both()) {
    Solver one = solver_for(s), other = solver_for(s, 2);
    EXPECT_EQ(one.set_scheme({"two-kernel"}), "");
    for (int n = 0; n < 300; ++n) go_on(one, 1);
    for (const int steps : {7, 200, 1, 92}) go_on(other, steps);
    EXPECT_EQ(one.field(Quantity::ez), other.field(Quantity::ez));
  }
}

// The source drives the same currents with more nodes around it and in any unit.
TEST(OneWay, drives_the_same_currents_in_a_larger_domain) {
  for (Scene s : both()) {
    const Problem small = build_problem(s, rasterize(s));
    const Padding more{{7, 9, 11, 13}, s.boundary.cpml};
    const Problem large = build_problem(lay_out(s, more), lay_out(rasterize(s), more));
    ASSERT_EQ(small.feeds[0].drives.size(), large.feeds[0].drives.size());
    ASSERT_GT(small.feeds[0].drives.size(), 100U);
    for (std::size_t k = 0; k < small.feeds[0].drives.size(); ++k) {
      const Drive &a = small.feeds[0].drives[k], &b = large.feeds[0].drives[k];
      EXPECT_EQ(b.node, (Node{a.node.i + 7, a.node.j + 11}));
      EXPECT_NEAR(a.current, b.current, 1e-9 * std::abs(a.current) + 1e-15);
    }
  }
}

// The guide becomes thicker while the mode runs. The mode becomes that of the new guide.
TEST(OneWay, follows_an_edit_of_its_guide) {
  Scene s = guide(Cw{guide_frequency(), 3, 0});
  Solver solver = run(s, 600);
  std::get<Rect>(s.shapes[0].geometry).max.y += 8;
  EXPECT_FALSE(solver.apply(s).refused);
  go_on(solver, 2500);
  double backward = 0;
  const Field e = solver.field(Quantity::ez);
  for (int j = 12; j < 149; ++j)
    for (int i = 12; i < 60; ++i) backward = std::max(backward, std::abs(e[at(s, i, j)]));
  EXPECT_LE(measured("backward, dB", db(backward / 2)), -40);
}

// ---- rules

std::vector<Message> said_of(const Source& source, Scene s) {
  s.sources = {source};
  return validate(s);
}
bool says(const std::vector<Message>& said, Message::Kind kind, std::string_view path, std::string_view words) {
  for (const Message& m : said)
    if (m.kind == kind && m.path == path && m.text.find(words) != std::string::npos) return true;
  for (const Message& m : said) std::printf("%s: %s\n", m.path.c_str(), m.text.c_str());
  return false;
}
TEST(OneWay, reports_impossible_settings_with_a_remedy) {
  const Scene s = guide(Cw{guide_frequency(), 3, 0});
  constexpr auto error = Message::Kind::error, warning = Message::Kind::warning;
  Source mode = s.sources[0];
  EXPECT_TRUE(said_of(mode, s).empty());
  auto& g = std::get<ModeSource>(mode.geometry);
  g.index = 7;
  EXPECT_TRUE(says(said_of(mode, s), error, "source.0.index", "guided modes"));
  g = {{60, 80}, {60, 16}, 0};
  EXPECT_TRUE(says(said_of(mode, s), error, "source.0.index", "no guided mode"));
  g = {{60, 95}, {60, 66}, 0};
  EXPECT_TRUE(says(said_of(mode, s), warning, "source.0", "lengthen the line"));
  g = {{60, 145}, {70, 16}, 0};
  EXPECT_TRUE(says(said_of(mode, s), error, "source.0.to", "slanted"));
  g = {{60, 145}, {60, 3}, 0};
  EXPECT_TRUE(says(said_of(mode, s), warning, "source.0", "layer or boundary"));
  g = {{60, 145}, {60, 16}, 0};
  mode.waveform = Gaussian{1e-10, {}};
  EXPECT_TRUE(says(said_of(mode, s), error, "source.0.waveform", "no frequency"));
  mode.waveform = Chirp{8e9, 12e9, 1e-9, 0, 0};
  EXPECT_TRUE(said_of(mode, s).empty());
  const Source beam{"", BeamSource{{100, 145}, {100, 16}, 0, 20, 0}, 1, false, true, Cw{guide_frequency(), 3, 0}};
  EXPECT_TRUE(says(said_of(beam, s), warning, "source.0", "crosses core"));
  Source wide = beam;
  wide.geometry = BeamSource{{40, 145}, {40, 16}, 0, 80, 0};
  EXPECT_TRUE(says(said_of(wide, grid(300, 161, cpml)), warning, "source.0", "cuts the beam off at 52 %"));
  // A slanted line gets a repair.
  Scene slanted = s;
  slanted.sources[0].geometry = ModeSource{{60, 145}, {70, 16}, 0};
  const std::vector<Message> said = validate(slanted);
  ASSERT_FALSE(said.empty());
  EXPECT_TRUE(validate(repaired(slanted, said[0])).empty());
}

}  // namespace
}  // namespace ez::test
