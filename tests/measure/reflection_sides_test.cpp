// Tests the scene of a reference run beyond an opened side, which sides are refused and why, and which part of a
// reading belongs to the side itself. Every number is compared with two plain runs.
#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/own_echo.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/reflect.h"

namespace ez::test {
namespace {

using enum BoundaryKind;
using Sides = std::array<std::optional<double>, 4>;

Scene room(BoundaryKind kind, Precision precision = Precision::float64) {
  Scene s = grid(88, 80, kind, precision);
  s.sources = {point(36, 44, pulse(frequency_of(s, 12), 0.6))};
  s.reflection.on = true;
  return s;
}
Scene with_line(BoundaryKind kind, Vec2 from, Vec2 to) {
  Scene s = room(kind);
  s.sources = {line(from, to, pulse(frequency_of(s, 12), 0.6))};
  s.sources[0].name = "lamp";
  return s;
}

ReflectionReading reading(const Scene& s, int steps) {
  Comparison comparison(cpu_engine_maker(2), s);
  for (int n = 0; n < steps; n += 50) comparison.advance(std::min(50, steps - n));
  return comparison.reading(0);
}
int valid_steps(const Scene& s) {
  return static_cast<int>(valid_until(s, *media_of(s), reference_padding(s)) / time_step(s));
}

struct Plain {
  std::array<double, 4> db{}, own{};
};
// Computes the readings from the fields of two plain runs, step by step. One run is the scene, the other is larger by
// the scene's size on every side and has `source` there. No tap, reference run or meter is involved. `until(node)` ends
// the part that counts as the side's own.
template <class Until>
Plain from_plain_runs(const Scene& scene, const Source& source, int steps, const Until& until) {
  Scene near_by = scene, far = scene;
  far.grid.nx *= 3;
  far.grid.ny *= 3;
  far.boundary = {};
  far.sources = {source};
  near_by.reflection = {};
  far.reflection = {};
  Solver small = solver_for(near_by, 2), large = solver_for(far, 2);
  struct Most {
    double difference = 0, incident = 0;
  };
  std::array<Most, 4> all, own;
  const int nx = scene.grid.nx, ny = scene.grid.ny, depth = scene.boundary.side[0] == cpml ? 10 : 0, in = depth + 2;
  for (int n = 0; n < steps; ++n) {
    go_on(small, 1);
    go_on(large, 1);
    const Field a = small.field(Quantity::ez), b = large.field(Quantity::ez);
    const auto look = [&](std::size_t side, int i, int j) {
      const double t = b[at(far, i + nx, j + ny)], d = std::abs(a[at(scene, i, j)] - t);
      all[side] = {std::max(all[side].difference, d), std::max(all[side].incident, std::abs(t))};
      if (small.time() < until(all_sides[side], i, j))
        own[side] = {std::max(own[side].difference, d), std::max(own[side].incident, std::abs(t))};
    };
    for (int j = depth; j < ny - depth; ++j) look(0, in, j), look(1, nx - 1 - in, j);
    for (int i = depth; i < nx - depth; ++i) look(2, i, in), look(3, i, ny - 1 - in);
  }
  Plain out;
  for (std::size_t s = 0; s < 4; ++s) {
    out.db[s] = db(all[s].difference / all[s].incident);
    out.own[s] = db(own[s].difference / own[s].incident);
  }
  return out;
}
constexpr auto never = [](Side, int, int) { return 0.0; };

// ---- lines that leave the domain

TEST(OpenSides, a_line_through_a_side_continues_in_the_reference_run) {
  for (const BoundaryKind kind : {pec, mur1, cpml}) {
    Scene s = with_line(kind, {30, 0}, {30, 79});
    s.reflection.sides = std::vector<Side>(all_sides.begin(), all_sides.end());
    ASSERT_EQ(opened_sides(s).size(), 4u);
    const int steps = valid_steps(s);
    ASSERT_GT(steps, 80);
    const ReflectionReading r = reading(s, steps);
    const Plain plain = from_plain_runs(s, line({30 + 88, 0}, {30 + 88, 239}, s.sources[0].waveform), steps, never);
    for (std::size_t side : {0u, 2u, 3u}) {
      ASSERT_TRUE(r.db[side]) << to_string(kind);
      EXPECT_NEAR(*r.db[side], plain.db[side], 1e-3) << to_string(kind) << ", " << to_string(all_sides[side]);
      std::printf("[ measured ] %s %s: %.3f dB, plain %.3f dB\n", std::string(to_string(kind)).c_str(),
                  std::string(to_string(all_sides[side])).c_str(), *r.db[side], plain.db[side]);
    }
  }
}

// The wave travels along the side, where no layer absorbs. The other sides are measured correctly.
TEST(OpenSides, a_line_through_a_layer_excludes_only_its_own_side) {
  const Scene s = with_line(cpml, {30, 0}, {30, 79});
  const ReflectionReading r = reading(s, valid_steps(s));
  for (const Side side : {Side::bottom, Side::top}) {
    EXPECT_FALSE(r.db[static_cast<std::size_t>(side)]);
    EXPECT_NE(r.why_not[static_cast<std::size_t>(side)].find("\"lamp\" runs through the layer"), std::string::npos);
  }
  for (const Side side : {Side::left, Side::right}) {
    EXPECT_EQ(r.why_not[static_cast<std::size_t>(side)], "");
    ASSERT_TRUE(r.db[static_cast<std::size_t>(side)]);
    EXPECT_LE(measured("dB", *r.db[static_cast<std::size_t>(side)]), -75);
  }
}

TEST(OpenSides, a_line_inside_the_domain_is_the_same_in_the_reference_run) {
  for (const Scene& s : {with_line(cpml, {30, 12}, {30, 60}), with_line(mur1, {30, 1}, {50, 60})}) {
    EXPECT_EQ(opened_sides(s).size(), 4u);
    EXPECT_EQ(reference_scene(s).sources, s.sources);
  }
}

// ---- sides without an infinite domain to compare with

// The left side is refused for this reason. The other readings are the same as without asking for the left side.
void expect_left_refused(Scene s, const std::string& reason) {
  const auto why = why_not_opened(s);
  EXPECT_NE(why[0].find(reason), std::string::npos) << why[0];
  EXPECT_EQ(opened_sides(s), (std::vector<Side>{Side::right, Side::bottom, Side::top}));
  const int steps = valid_steps(s);
  const ReflectionReading r = reading(s, steps);
  EXPECT_FALSE(r.db[0]);
  EXPECT_EQ(r.why_not, why);
  s.reflection.sides = {{Side::right, Side::bottom, Side::top}};
  const ReflectionReading others = reading(s, steps);
  EXPECT_EQ(r.db, others.db);
  for (std::size_t side = 1; side < 4; ++side) EXPECT_LE(r.db[side].value(), -60) << to_string(all_sides[side]);
}
TEST(OpenSides, a_source_that_is_or_ends_in_a_layer_is_refused) {
  Scene s = room(cpml);
  s.sources.push_back(point(6, 40, pulse(frequency_of(s, 12), 0.6)));
  expect_left_refused(s, "source 2 is in the layer");
  s.sources.pop_back();
  s.sources.push_back(line({5, 40}, {40, 40}, pulse(frequency_of(s, 12), 0.6)));
  expect_left_refused(s, "source 2 ends in the layer");
  s.sources[1].geometry = LineSource{{0, 30}, {40, 50}};
  expect_left_refused(s, "source 2 ends in the layer");
  s.sources[1].geometry = LineSource{{7, 30}, {7, 60}};
  expect_left_refused(s, "source 2 is inside the layer");
  s.sources[1].on = false;
  EXPECT_EQ(opened_sides(s).size(), 4u);
}
TEST(OpenSides, a_medium_that_changes_inside_the_layer_is_refused) {
  Scene s = room(cpml);
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}, {"the same", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Rect{{-1, 30}, {30, 60}}, "glass"}};
  EXPECT_EQ(opened_sides(s).size(), 4u) << "the medium continues straight through the layer";
  s.shapes.push_back({Rect{{-1, 35}, {4, 50}}, "the same"});
  EXPECT_EQ(opened_sides(s).size(), 4u) << "the same medium under another name";
  s.shapes = {{Circle{{6, 40}, 8}, "glass"}};
  expect_left_refused(s, "glass ends or bends in the layer");
  s.shapes = {{Rect{{3, 30}, {30, 60}}, "glass"}};
  expect_left_refused(s, "glass ends or bends in the layer");
  s.shapes = {{Stroke{{{-5, 20}, {30, 60}}, 3}, "pec"}};
  expect_left_refused(s, "pec ends or bends in the layer");
  s.shapes = {{Rect{{10, 30}, {30, 60}}, "glass"}};
  EXPECT_EQ(opened_sides(s).size(), 4u) << "the medium ends before the layer";
}
TEST(OpenSides, no_side_to_open_is_reported) {
  Scene s = room(cpml);
  s.reflection.sides = {{Side::left}};
  s.sources = {point(4, 40, pulse(frequency_of(s, 12), 0.6))};
  Comparison comparison(cpu_engine_maker(2), s);
  EXPECT_EQ(comparison.reference(0), nullptr);
  EXPECT_EQ(comparison.reference_message(), "not measured: left: source 1 is in the layer; move it out of the layer");
  EXPECT_NE(comparison.reading(0).why_not[0], "");
  s.sources = {point(40, 40, pulse(frequency_of(s, 12), 0.6))};
  EXPECT_TRUE(comparison.apply(s).restarted);
  EXPECT_NE(comparison.reference(0), nullptr);
  EXPECT_EQ(comparison.reference_message(), "");
}

// Drawing into a layer during a run ends the reading of its side. The run continues, and the next start excludes that
// side.
TEST(OpenSides, drawing_into_a_layer_does_not_restart_the_run) {
  Scene s = room(cpml);
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  Comparison comparison(cpu_engine_maker(2), s);
  comparison.advance(150);
  EXPECT_TRUE(comparison.reading(0).db[0]);
  s.shapes = {{Circle{{6, 40}, 8}, "glass"}};
  EXPECT_FALSE(comparison.apply(s).restarted);
  EXPECT_FALSE(comparison.reading(0).db[0]);
  EXPECT_NE(comparison.reading(0).why_not[0], "");
  EXPECT_TRUE(comparison.reading(0).db[1]);
  EXPECT_EQ(comparison.reference(0)->padding()[Side::left], reference_padding(room(cpml))[Side::left]);
  comparison.reset();
  EXPECT_EQ(comparison.reference(0)->padding()[Side::left], 0);
  comparison.advance(150);
  EXPECT_LE(comparison.reading(0).db[1].value(), -60);
  s.shapes.clear();
  EXPECT_FALSE(comparison.apply(s).restarted);
  comparison.reset();
  comparison.advance(150);
  EXPECT_TRUE(comparison.reading(0).db[0]);
}

// ---- an initial field

TEST(OpenSides, an_initial_field_is_measured_and_ends_the_readings_in_time) {
  Scene s = room(mur1);
  s.sources.clear();
  s.initial = {Side::top, 1};
  const int steps = valid_steps(s);
  EXPECT_NEAR(steps * time_step(s) * c0, 64e-3, 1e-3)
      << "from the reference run's layer to the nearest line's end, 64 cells";
  Scene far = s;
  far.grid.nx *= 3;
  far.grid.ny *= 3;
  far.boundary = {};
  far.reflection = {};
  Scene near_by = s;
  near_by.reflection = {};
  Solver small = solver_for(near_by, 2), large = solver_for(far, 2);
  double difference = 0, incident = 0;
  for (int n = 0; n < steps; ++n) {
    go_on(small, 1);
    go_on(large, 1);
    const Field a = small.field(Quantity::ez), b = large.field(Quantity::ez);
    for (int j = 0; j < 80; ++j) {
      const double t = b[at(far, 88 + 2, 80 + j)];
      difference = std::max(difference, std::abs(a[at(s, 2, j)] - t));
      incident = std::max(incident, std::abs(t));
    }
  }
  const ReflectionReading r = reading(s, steps);
  ASSERT_TRUE(r.db[0]);
  EXPECT_NEAR(measured("left, dB", *r.db[0]), db(difference / incident), 1e-3);
}

// ---- a side's own reflection

// Returns the time at which the reflection of another side can first reach a node.
auto echo_of_others(const Scene& s) {
  return [&s](Side side, int i, int j) {
    const Node p = source_nodes(s, s.sources[0]).front();
    const double low = s.boundary.side[0] == cpml ? 10 : 0, dx = cell_size(s).x;
    const PulseTimes pulse = pulse_times(s.sources[0].waveform);
    const double right = s.grid.nx - 1 - low, top = s.grid.ny - 1 - low;
    const std::array<std::pair<double, double>, 4> images = {
        {{2 * low - p.i, p.j}, {2 * right - p.i, p.j}, {p.i, 2 * low - p.j}, {p.i, 2 * top - p.j}}};
    double others = HUGE_VAL, own = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const double way = std::hypot(i - images[k].first, j - images[k].second) * dx / c0;
      if (all_sides[k] == side)
        own = pulse.end + way;
      else
        others = std::min(others, pulse.begin + way);
    }
    return own < others ? others : 0.0;
  };
}
TEST(OwnEcho, matches_two_plain_runs_until_other_reflections_arrive) {
  for (const BoundaryKind kind : {pec, mur1, cpml}) {
    const Scene s = [&] {
      Scene t = grid(150, 140, kind, Precision::float64);
      t.sources = {point(70, 66, Ricker{frequency_of(t, 12), {}})};
      t.reflection.on = true;
      return t;
    }();
    const int steps = valid_steps(s);
    const ReflectionReading r = reading(s, steps);
    Source far = s.sources[0];
    far.geometry = PointSource{{70 + 150, 66 + 140}};
    const Plain plain = from_plain_runs(s, far, steps, echo_of_others(s));
    for (std::size_t side = 0; side < 4; ++side) {
      ASSERT_TRUE(r.db[side] && r.own_db[side]) << to_string(kind);
      EXPECT_NEAR(*r.db[side], plain.db[side], 1e-3) << to_string(kind);
      EXPECT_NEAR(*r.own_db[side], plain.own[side], 1e-3) << to_string(kind);
      std::printf("[ measured ] %s %s: %.3f dB, own %.3f dB, plain %.3f and %.3f dB\n",
                  std::string(to_string(kind)).c_str(), std::string(to_string(all_sides[side])).c_str(), *r.db[side],
                  *r.own_db[side], plain.db[side], plain.own[side]);
    }
  }
}

// In a corner the images behind both sides and behind the corner have nearly the same distance. Three waves of −1, −1
// and +1, shifted against each other, add up to twice the incident wave. A single side returns exactly the incident
// wave.
TEST(OwnEcho, of_metal_is_all_of_the_incident_wave_and_not_more) {
  const Scene s = load_scene("shoot-out").scene.value();
  const ReflectionReading r = reading(scene_of_variant(s, 0).scene.value(), 460);
  EXPECT_GT(r.worst.value(), 3);
  for (const auto& own : r.own_db) {
    EXPECT_LE(measured("dB", own.value()), 0.1);
    EXPECT_GE(*own, -1.5);
  }
}

TEST(OwnEcho, one_faulty_side_changes_one_number) {
  Scene s = grid(200, 200, cpml, Precision::float32);
  s.sources = {point(90, 110, Ricker{frequency_of(s, 20), {}})};
  s.reflection.on = true;
  for (const Side bad : all_sides) {
    s.faults = {{bad, Fault::wrong_sign}};
    const ReflectionReading r = reading(s, 450);
    for (const Side side : all_sides) {
      const auto k = static_cast<std::size_t>(side);
      ASSERT_TRUE(r.db[k] && r.own_db[k]);
      if (side == bad) {
        EXPECT_GT(measured("faulty, dB", *r.own_db[k]), -20);
      } else {
        EXPECT_LT(measured("sound, dB", *r.own_db[k]), -85);
        EXPECT_GT(*r.db[k], -60) << "with the reflection of the other side";
      }
    }
  }
}

TEST(OwnEcho, of_another_boundary_comes_with_the_next_pulse) {
  Scene s = grid(200, 200, mur1, Precision::float32);
  s.sources = {point(90, 110, Ricker{frequency_of(s, 20), {}})};
  s.reflection.on = true;
  Comparison comparison(cpu_engine_maker(2), s);
  comparison.advance(400);
  EXPECT_TRUE(comparison.reading(0).own_db[0]);
  s.boundary.side = {mur2, mur2, mur2, mur2};
  ASSERT_FALSE(comparison.apply(s).restarted);
  comparison.advance(50);
  EXPECT_FALSE(comparison.reading(0).own_db[0]) << "the pulse met the previous boundaries";
  comparison.reset();
  comparison.advance(400);
  EXPECT_TRUE(comparison.reading(0).own_db[0]);
}

// ---- the built-in scenes

// A correctly built layer must never read badly: with pulses, lines, or gratings.
TEST(SoundLayer, reads_below_60_dB_in_built_in_scenes) {
  const struct {
    const char* name;
    std::size_t variant;
  } cases[] = {{"pec-cylinder", 0},     {"periodic-grating", 0}, {"periodic-grating", 1},
               {"glass-into-layer", 0}, {"shoot-out", 3},        {"corner", 0}};
  for (const auto& [name, variant] : cases) {
    Scene s = scene_of_variant(load_scene(name).scene.value(), variant).scene.value();
    s.reflection.on = true;
    const ReflectionReading r = reading(s, std::min(valid_steps(s), 700));
    int said = 0;
    for (const Side side : opened_sides(s)) {
      if (s.boundary[side] != cpml || !r.db[static_cast<std::size_t>(side)]) continue;
      ++said;
      EXPECT_LE(measured(std::string(name) + " " + std::string(to_string(side)) + ", dB",
                         *r.db[static_cast<std::size_t>(side)]),
                -60);
    }
    EXPECT_GE(said, 1) << name;
  }
}

}  // namespace
}  // namespace ez::test
