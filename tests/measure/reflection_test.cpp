// Tests the reflection meter against two plain runs, one of them three times as large. Also tests the angle table
// against theory, and the cases in which the meter has no reading.
#include "solver/measure/reflection.h"

#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"
#include "solver/run/source_signal.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/layer_return.h"
#include "solver/study/reflect.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

Scene box(BoundaryKind kind, Precision precision) {
  Scene s = grid(88, 80, kind, precision);
  s.sources = {point(36, 44, pulse(frequency_of(s, 12), 0.6))};
  s.reflection.on = true;
  return s;
}

// Returns the scene in a grid three times as large with a plain layer, everything moved in by `x` and `y` nodes.
Scene three_times(const Scene& scene) {
  Scene s = scene;
  s.grid.nx *= 3;
  s.grid.ny *= 3;
  auto& at = std::get<PointSource>(s.sources[0].geometry).at;
  at = {at.x + scene.grid.nx, at.y + scene.grid.ny};
  s.boundary = {};
  s.reflection = {};
  return s;
}

// Returns dB per side from the fields of two plain runs, step by step. No tap, reference run or meter is involved.
std::array<double, 4> from_plain_runs(const Scene& scene, int steps) {
  Scene near_by = scene;
  near_by.reflection = {};
  Solver small = solver_for(near_by, 2), large = solver_for(three_times(scene), 2);
  std::array<double, 4> residual{}, incident{}, db{};
  const int depth = scene.boundary.side[0] == cpml ? scene.boundary.cpml.cells : 0;
  const int nx = scene.grid.nx, ny = scene.grid.ny, in = depth + 2;
  for (int n = 0; n < steps; ++n) {
    go_on(small, 1);
    go_on(large, 1);
    const Field a = small.field(Quantity::ez), b = large.field(Quantity::ez);
    const auto look = [&](std::size_t side, int i, int j) {
      const double e = a[at(scene, i, j)];
      const double t =
          b[static_cast<std::size_t>(j + ny) * static_cast<std::size_t>(3 * nx) + static_cast<std::size_t>(i + nx)];
      residual[side] = std::max(residual[side], std::abs(e - t));
      incident[side] = std::max(incident[side], std::abs(t));
    };
    for (int j = depth; j < ny - depth; ++j) look(0, in, j), look(1, nx - 1 - in, j);
    for (int i = depth; i < nx - depth; ++i) look(2, i, in), look(3, i, ny - 1 - in);
  }
  for (std::size_t s = 0; s < 4; ++s) db[s] = test::db(residual[s] / incident[s]);
  return db;
}

TEST(ReflectionMeter, equals_the_difference_of_two_plain_runs) {
  for (const BoundaryKind kind : {pec, pmc, mur1, mur2, cpml})
    for (const Precision precision : {Precision::float64, Precision::float32}) {
      const Scene s = box(kind, precision);
      Comparison comparison(cpu_engine_maker(2), s);
      const auto steps = static_cast<int>(valid_until(s, *media_of(s), reference_padding(s)) / time_step(s));
      ASSERT_GT(steps, 200);
      for (int n = 0; n < steps; n += 50) comparison.advance(std::min(50, steps - n));
      const ReflectionReading reading = comparison.reading(0);
      const std::array<double, 4> plain = from_plain_runs(s, steps);
      for (std::size_t side = 0; side < 4; ++side) {
        ASSERT_TRUE(reading.db[side].has_value());
        const double bar = precision == Precision::float64 || plain[side] > -80 ? 0.1 : 1.0;
        EXPECT_NEAR(*reading.db[side], plain[side], bar) << to_string(kind) << ", " << to_string(all_sides[side]);
        std::printf("[ measured ] %s %s %s: %.3f dB, plain %.3f dB\n", std::string(to_string(kind)).c_str(),
                    precision == Precision::float64 ? "double" : "float",
                    std::string(to_string(all_sides[side])).c_str(), *reading.db[side], plain[side]);
      }
      EXPECT_EQ(reading.worst, *std::max_element(reading.db.begin(), reading.db.end()));
      EXPECT_NEAR(reading.until, steps * time_step(s), 1e-3 * time_step(s));
      EXPECT_NEAR(reading.history.back().db, *reading.worst, 1);
    }
}

TEST(ReflectionMeter, has_no_reading_before_the_wave_arrives) {
  const Scene s = box(mur1, Precision::float64);
  Comparison comparison(cpu_engine_maker(2), s);
  // The pulse peaks at 2.7 periods, which is 2.7·12·√2/0.99 steps. The nearest line is 34 cells away.
  comparison.advance(46 + 30);
  for (const auto& db : comparison.reading(0).db) EXPECT_FALSE(db.has_value());
  EXPECT_FALSE(comparison.reading(0).worst.has_value());
  comparison.advance(200);
  for (const auto& db : comparison.reading(0).db) EXPECT_TRUE(db.has_value());
  comparison.reset();
  EXPECT_FALSE(comparison.reading(0).worst.has_value());
}

// Later the reference run's own boundary affects the reading. Sides that return a whole pulse would then read as bad
// ones.
TEST(ReflectionMeter, measures_only_while_its_readings_are_valid) {
  Scene s = box(mur1, Precision::float64);
  s.reflection.margin = 64;
  const double valid = valid_until(s, *media_of(s), reference_padding(s));
  const auto steps = static_cast<int>(valid / time_step(s));
  Comparison comparison(cpu_engine_maker(2), s);
  comparison.advance(steps);
  const ReflectionReading last = comparison.reading(0);
  ASSERT_TRUE(last.worst.has_value());
  EXPECT_LE(last.until, last.valid_until);
  // A side that is edited later would change the reading of the meter.
  Scene metal = s;
  metal.boundary.side.fill(pec);
  EXPECT_FALSE(comparison.apply(metal).restarted);
  for (int n = 0; n < 10; ++n) comparison.advance(50);
  const ReflectionReading past = comparison.reading(0);
  EXPECT_EQ(past.db, last.db);
  EXPECT_EQ(past.worst, last.worst);
  ASSERT_FALSE(past.history.empty());
  EXPECT_LE(past.history.back().time, valid);
  EXPECT_GT(past.until, past.valid_until) << "the run has continued";
  EXPECT_NEAR(past.valid_until, valid, time_step(s));
  comparison.reset();
  comparison.advance(steps);
  EXPECT_GT(*comparison.reading(0).worst, *last.worst + 6) << "a new start measures again";
}

// A side is repaired during a CW run. With a window the reading falls; from the start it cannot.
TEST(ReflectionMeter, forgets_everything_before_its_window) {
  Scene s = box(mur1, Precision::float32);
  s.sources[0].waveform = Cw{frequency_of(s, 12), 2, 0};
  s.reflection.margin = 64;
  s.variants = {{"from the start", {{"reflection.window", "0"}}}, {"window", {{"reflection.window", "2e-10"}}}};
  Comparison comparison(cpu_engine_maker(2), s);
  comparison.advance(400);
  const double before = *comparison.reading(1).worst;
  s.boundary.side = {cpml, cpml, cpml, cpml};
  EXPECT_FALSE(comparison.apply(s).restarted);
  for (int n = 0; n < 20; ++n) comparison.advance(50);
  EXPECT_LT(*comparison.reading(1).worst, before - 15);
  EXPECT_NEAR(comparison.reading(1).until - comparison.reading(1).since, 2e-10, 0.05 * 2e-10);
}

TEST(ReflectionMeter, spectrum_of_a_mirror_is_flat) {
  const Scene s = box(pec, Precision::float64);
  Comparison comparison(cpu_engine_maker(2), s);
  comparison.advance(static_cast<int>(valid_until(s, *media_of(s), reference_padding(s)) / time_step(s)));
  const auto spectrum = comparison.reading(0).spectrum[0];
  ASSERT_GT(spectrum.size(), 15u);
  ASSERT_LE(spectrum.size(), 24u);
  for (std::size_t k = 1; k < spectrum.size(); ++k) EXPECT_GT(spectrum[k].frequency, spectrum[k - 1].frequency);
  EXPECT_TRUE(
      std::any_of(spectrum.begin(), spectrum.end(), [&](auto& p) { return p.frequency == centre_frequency(s); }));
}

// ---- angles

// A point source above a long bottom boundary, λ = 20 cells. Source and line together are `height` cells from it, at
// least 8 λ, because a cylindrical wave has the plane wave's reflection only to within 1/kρ.
Scene strip(BoundaryKind kind, double height, int length) {
  Scene s = grid(length, static_cast<int>(height) + 30, cpml, Precision::float64);
  s.boundary[Side::bottom] = kind;
  s.sources = {point(40, height, pulse(frequency_of(s, 20), 0.8))};
  s.reflection.sides = {{Side::bottom}};
  return s;
}
ReflectResult reflect(const Scene& s, double first, double last) {
  ReflectRequest request;
  for (double d = first; d <= last; d += 5) request.degrees.push_back(d);
  return measure_reflection(cpu_engine_maker(2), s, request, [](double, double) { return true; });
}

double largest_error(const ReflectResult& result) {
  double worst = 0;
  for (const ReflectVariant::Angle& a : result.variants.at(0).angles) {
    EXPECT_TRUE(a.db && a.theory_db) << a.asked;
    if (!a.db || !a.theory_db) return HUGE_VAL;
    EXPECT_NEAR(a.degrees, a.asked, 1.5);
    worst = std::max(worst, std::abs(*a.db - *a.theory_db));
  }
  return worst;
}

TEST(ReflectionAngles, of_a_mirror_return_everything) {
  EXPECT_LE(measured("PEC, 0 to 60°, dB", largest_error(reflect(strip(pec, 60, 160), 0, 60))), 0.1);
  EXPECT_LE(measured("PMC, 0 to 60°, dB", largest_error(reflect(strip(pmc, 60, 160), 0, 60))), 0.1);
}
TEST(ReflectionAngles, of_mur_boundaries_match_the_discrete_theory) {
  EXPECT_LE(measured("Mur-1, 30 to 60°, dB", largest_error(reflect(strip(mur1, 170, 360), 30, 60))), 0.3);
  EXPECT_LE(measured("Mur-2, 35 to 60°, dB", largest_error(reflect(strip(mur2, 340, 650), 35, 60))), 0.3);
}
TEST(ReflectionAngles, of_a_layer_match_its_theory_near_the_normal) {
  EXPECT_LE(measured("CPML, 0 to 20°, dB", largest_error(reflect(strip(cpml, 170, 120), 0, 20))), 3);
}

// Close to the side the ring hits it at many angles at once. The comparison is with the sum over all its waves.
double largest_error_of_point(const ReflectResult& result) {
  double worst = 0;
  int found = 0;
  for (const ReflectVariant::Angle& a : result.variants.at(0).angles) {
    EXPECT_EQ(a.db.has_value(), a.point_db.has_value()) << a.asked;
    if (!a.db || !a.point_db) continue;
    ++found;
    worst = std::max(worst, std::abs(*a.db - *a.point_db));
  }
  EXPECT_GE(found, 12);
  return worst;
}
TEST(ReflectionAngles, match_the_theory_of_the_ring_at_its_distance) {
  EXPECT_LE(measured("PEC", largest_error_of_point(reflect(strip(pec, 60, 300), 0, 70))), 0.02);
  EXPECT_LE(measured("Mur-1", largest_error_of_point(reflect(strip(mur1, 60, 300), 0, 70))), 0.05);
  EXPECT_LE(measured("Mur-2", largest_error_of_point(reflect(strip(mur2, 60, 300), 0, 70))), 0.05);
  // A layer reflects most of the lowest frequencies for a long time, so the pulse contains none.
  Scene layer = strip(cpml, 60, 300);
  layer.sources = {point(40, 60, Ricker{frequency_of(layer, 20), 3 / frequency_of(layer, 20)})};
  EXPECT_LE(measured("CPML, −82 to −120 dB", largest_error_of_point(reflect(layer, 0, 70))), 0.5);
  Scene oblong = grid(300, 45, cpml, Precision::float64, 1e-3, 2e-3);
  oblong.sources = {point(40, 30, Ricker{frequency_of(oblong, 40), 3 / frequency_of(oblong, 40)})};
  oblong.reflection.sides = {{Side::bottom}};
  EXPECT_LE(measured("CPML, cells of 1 x 2", largest_error_of_point(reflect(oblong, 0, 70))), 1);
}

TEST(ReflectionAngles, are_omitted_if_the_wave_is_not_clean) {
  Scene s = strip(mur1, 60, 120);
  s.sources.push_back(s.sources[0]);
  const ReflectResult two_sources = reflect(s, 0, 20);
  for (const auto& a : two_sources.variants.at(0).angles) EXPECT_FALSE(a.db.has_value());
  s = strip(mur1, 60, 120);
  s.shapes = {{Circle{{80, 60}, 5}, "pec"}};
  const ReflectResult with_a_disc = reflect(s, 0, 20);
  for (const auto& a : with_a_disc.variants.at(0).angles) EXPECT_FALSE(a.db.has_value());
  s = strip(mur1, 60, 120);
  const auto far = reflect(s, 85, 85).variants.at(0).angles;
  ASSERT_EQ(far.size(), 1u);
  EXPECT_FALSE(far[0].db.has_value()) << "no node of the grid is at 85°";
  EXPECT_EQ(far[0].degrees, 85);
}

// The live meter gives the same, as far as the other sides allow.
TEST(ReflectionAngles, live_ones_agree_with_the_batch) {
  Scene s = grid(400, 260, mur1, Precision::float64);
  s.sources = {point(200, 110, pulse(frequency_of(s, 12), 0.8))};
  s.reflection.on = true;
  Comparison comparison(cpu_engine_maker(2), s);
  comparison.advance(static_cast<int>(comparison.reading(0).valid_until / time_step(s)));
  const auto knows_all = [](const ReflectionReading& r) {
    return std::all_of(r.angles.begin(), r.angles.end(), [](const AnglePoint& a) { return a.point_db.has_value(); });
  };
  EXPECT_FALSE(knows_all(comparison.reading(0))) << "only one point is computed per reading";
  for (int n = 0; n < 500 && !knows_all(comparison.reading(0)); ++n) continue;
  int found = 0;
  for (const AnglePoint& a : comparison.reading(0).angles) {
    EXPECT_NEAR(a.db.value(), a.point_db.value(), 0.1);
    if (a.side != Side::bottom || a.degrees < 20) continue;
    ++found;
    EXPECT_NEAR(a.db.value(), a.theory_db.value(), 1);
  }
  EXPECT_GE(found, 2);
  for (const double none : {std::nan(""), 0.0, -1e9, HUGE_VAL})
    EXPECT_TRUE(comparison.reading(0, none).angles.empty()) << none << " Hz";
}

// One side is opened. The layers at the other sides are in both runs, and far below the readings.
TEST(ReflectionAngles, live_ones_are_not_disturbed_by_layers_of_closed_sides) {
  for (const BoundaryKind kind : {mur1, cpml}) {
    Scene s = strip(kind, 60, 300);
    s.sources = {point(40, 60, Ricker{frequency_of(s, 20), {}})};
    s.reflection.on = true;
    Comparison comparison(cpu_engine_maker(2), s);
    comparison.advance(static_cast<int>(comparison.reading(0).valid_until / time_step(s)));
    ReflectionReading r;
    for (int n = 0; n < 100; ++n) r = comparison.reading(0);  // only one point is computed per reading
    int found = 0;
    double steepest = 0;
    for (const AnglePoint& a : r.angles) {
      if (!a.db || !a.point_db || *a.point_db < -105) continue;
      ++found;
      steepest = std::max(steepest, a.degrees);
      EXPECT_NEAR(*a.db, *a.point_db, *a.point_db > -90 ? 0.2 : 0.5) << to_string(kind) << ", " << a.degrees;
    }
    EXPECT_GE(found, 10) << to_string(kind);
    EXPECT_GT(steepest, 60) << to_string(kind);
    EXPECT_EQ(r.no_angles.why, "");
  }
}

TEST(ReflectionAngles, give_the_reason_if_there_are_none) {
  const auto why = [](Scene s) {
    s.reflection.on = true;
    Comparison comparison(cpu_engine_maker(2), s);
    const ReflectionReading r = comparison.reading(0);
    EXPECT_TRUE(r.angles.empty());
    EXPECT_EQ(r.no_angles.echoes, r.no_angles.why.find("echoes of") == 0) << r.no_angles.why;
    return r.no_angles.why;
  };
  const Scene s = strip(cpml, 60, 120);
  Scene other = s;
  other.shapes = {{Circle{{80, 60}, 5}, "pec"}};
  EXPECT_NE(why(other).find("shapes"), std::string::npos);
  other = s;
  other.sources.push_back(s.sources[0]);
  EXPECT_NE(why(other).find("several sources"), std::string::npos);
  other = s;
  other.sources = {line({40, 20}, {40, 60}, pulse(frequency_of(s, 20)))};
  EXPECT_NE(why(other).find("line"), std::string::npos);
  other = s;
  other.sources = {point(40, 60, Cw{frequency_of(s, 20), 3, 0})};
  EXPECT_NE(why(other).find("does not end"), std::string::npos);
  other = s;
  other.boundary[Side::left] = pec;
  EXPECT_NE(why(other).find("echoes of the left side"), std::string::npos);
  other = s;
  other.faults = {{Side::left, Fault::wrong_sign}};
  EXPECT_NE(why(other).find("echoes of"), std::string::npos) << "theory does not include faults";
  other = s;
  other.boundary[Side::bottom] = mur2;
  EXPECT_NE(why(other).find("echoes of"), std::string::npos) << "the line ends in the neighbouring layers";
}

// If a closed side becomes a mirror, the earlier readings are meaningless.
TEST(ReflectionAngles, end_when_a_closed_side_begins_to_disturb) {
  Scene s = strip(cpml, 60, 200);
  s.reflection.on = true;
  Comparison comparison(cpu_engine_maker(2), s);
  const auto steps = static_cast<int>(comparison.reading(0).valid_until / time_step(s));
  comparison.advance(steps);
  EXPECT_GE(comparison.reading(0).angles.size(), 5u);
  s.boundary[Side::top] = pec;
  s.boundary[Side::left] = pec;
  s.boundary[Side::right] = pec;
  comparison.apply(s);
  comparison.reset();
  comparison.advance(steps);
  EXPECT_LT(comparison.reading(0).angles.size(), 5u);
}

// If media are edited while the pulse travels, the earlier readings belong to other media.
TEST(ReflectionAngles, of_other_media_end_with_the_edit_and_return_after_a_reset) {
  for (const BoundaryKind kind : {cpml, mur1}) {
    Scene s = grid(480, 120, kind, Precision::float32);
    s.materials = {{"air", 1, 1, 0, 0, {}}, {"spare", 2, 1, 0, 0, {}}};
    s.grid.background = "air";
    s.sources = {point(240, 40, Ricker{frequency_of(s, 40), {}})};
    s.reflection.on = true;
    s.reflection.sides = {{Side::bottom}};
    if (kind == mur1) s.boundary[Side::top] = cpml;
    const auto measured = [&](Comparison& e) {
      e.advance(static_cast<int>(e.reading(0).valid_until / time_step(s)));
      return e.reading(0);
    };
    Comparison comparison(cpu_engine_maker(2), s);
    const ReflectionReading before = measured(comparison);
    ASSERT_GE(before.angles.size(), 5u) << to_string(kind);
    s.materials[0].color = 0x123456;
    s.materials[1].eps = 3;
    comparison.apply(s);
    EXPECT_EQ(comparison.reading(0).angles.size(), before.angles.size())
        << "the edit changed nothing that the wave meets";

    s.materials[0].eps = 4;
    EXPECT_FALSE(comparison.apply(s).restarted);
    const ReflectionReading edited = comparison.reading(0);
    EXPECT_TRUE(edited.angles.empty());
    EXPECT_NE(edited.no_angles.why.find("media were edited"), std::string::npos) << edited.no_angles.why;
    EXPECT_EQ(edited.worst, before.worst) << "the worst side counts the whole run";
    comparison.reset();
    const ReflectionReading again = measured(comparison);
    Comparison fresh(cpu_engine_maker(2), s);
    const ReflectionReading wanted = measured(fresh);
    EXPECT_EQ(again.no_angles.why, "");
    ASSERT_EQ(again.angles.size(), wanted.angles.size());
    for (std::size_t k = 0; k < again.angles.size(); ++k) {
      EXPECT_EQ(again.angles[k].degrees, wanted.angles[k].degrees);
      EXPECT_EQ(again.angles[k].db, wanted.angles[k].db);
      EXPECT_EQ(again.angles[k].theory_db, wanted.angles[k].theory_db);
    }
    EXPECT_EQ(again.db, wanted.db);
  }
}

TEST(ReflectionAngles, include_an_edit_made_before_the_first_step) {
  Scene s = strip(mur1, 60, 120);
  s.reflection.on = true;
  Comparison comparison(cpu_engine_maker(2), s);
  s.shapes = {{Circle{{80, 60}, 5}, "pec"}};
  comparison.apply(s);
  EXPECT_NE(comparison.reading(0).no_angles.why.find("shapes"), std::string::npos);
  s.shapes.clear();
  comparison.apply(s);
  EXPECT_EQ(comparison.reading(0).no_angles.why, "");
  s.hidden_fault = 3;
  comparison.apply(s);
  Comparison fresh(cpu_engine_maker(2), s);
  EXPECT_EQ(comparison.reading(0).no_angles.why, fresh.reading(0).no_angles.why) << "theory does not include faults";
}

TEST(SourceBand, knows_when_pulses_begin_and_end) {
  const Waveform waveforms[] = {Gaussian{1e-10, 1e-9}, Modulated{1e10, 1e-10, 1e-9, 90}, Ricker{5e9, 1e-9},
                                Hann{5e9, 5, 1e-9, 90}};
  for (const Waveform& w : waveforms) {
    const PulseTimes t = pulse_times(w);
    double before = 0, early = 0, late = 0;
    for (double x = 0; x < 4e-9; x += 1e-12) {
      const double v = std::abs(waveform_value(w, x));
      if (x < t.begin) before = std::max(before, v);
      if (x < t.rise) early = std::max(early, v);
      if (x > t.end) late = std::max(late, v);
    }
    EXPECT_LE(before, 1.01e-8);
    EXPECT_LE(early, 1.01e-5);
    EXPECT_GT(early, 1e-6);
    EXPECT_LE(late, 1.01e-3);
    EXPECT_GT(late, 1e-4);
    const Band band = band_of(w);
    const auto power = [&](double f) {
      Complex sum = 0;
      for (double x = 0; x < 4e-9; x += 1e-12) sum += waveform_value(w, x) * std::polar(1.0, -2 * pi * f * x);
      return std::abs(sum);
    };
    double most = 0;
    for (double f = 0; f < 3e10; f += 1e8) most = std::max(most, power(f));
    EXPECT_NEAR(db(power(band.high) / most), -40, 1);
    EXPECT_NEAR(db(power(band.top) / most), -80, 3);
  }
}

// ---- duration and size of a measurement

// Returns the plan of a measurement. A slow medium in which waves decay must not set its duration.
ReflectPlan plan_of(Scene s, ReflectResult& result) {
  ReflectPlan plan;
  ReflectRequest request;
  request.planned = [&](const ReflectPlan& p) { plan = p; };
  int looks = 0;
  result = measure_reflection(cpu_engine_maker(2), std::move(s), request, [&](double, double) { return ++looks < 2; });
  return plan;
}
TEST(ReflectionTime, follows_a_wave_into_a_lossy_medium_until_it_has_decayed) {
  // 301 × 241 cells of 2 mm with a steel bar that reaches into the right side. Ground, n = √6, is the slowest medium
  // that carries a wave: 2·0.771 m·√6/c = 12.6 ns after the source's end.
  Scene s = grid(301, 241, cpml);
  s.unit = Unit::mm;
  s.grid.dx = s.grid.dy = 2;
  s.materials = {{.name = "ground", .eps = 6, .sigma = 0.01, .color = {}},
                 {.name = "steel", .eps = 1, .mu = 1000, .sigma = 1.4e6, .color = {}}};
  s.shapes = {{Rect{{-10, -10}, {700, 360}}, "ground"}, {Rect{{350, 240}, {700, 300}}, "steel"}};
  s.sources = {point(150, 380, Ricker{1e9, {}})};
  ReflectResult result;
  const ReflectPlan plan = plan_of(s, result);
  const double end = pulse_times(s.sources[0].waveform).end, crossing = 2 * std::hypot(0.602, 0.482);
  EXPECT_NEAR(result.until, end + crossing * std::sqrt(6) / c0, 0.03 * result.until);
  EXPECT_EQ(plan.runs, 2);
  EXPECT_LT(plan.nodes, 10e6);  // used to be 36000 million
  EXPECT_GT(plan.nodes, 1.0 * s.grid.nx * s.grid.ny);
  EXPECT_GE(1.0 * plan.nx * plan.ny, 0.5 * plan.nodes);
  EXPECT_GT(plan.bytes, 12 * plan.nodes);
  EXPECT_GT(plan.seconds, 0);
}

TEST(ReflectionSides, without_a_number_give_the_reason) {
  Scene s = box(cpml, Precision::float32);
  s.sources[0].waveform = Cw{frequency_of(s, 12), 2, 0};
  const ReflectResult r = measure_reflection(cpu_engine_maker(2), s, {}, [](double, double) { return true; });
  const ReflectVariant& v = r.variants.at(0);
  for (const Side side : all_sides) {
    const auto k = static_cast<std::size_t>(side);
    EXPECT_EQ(v.db[k].has_value(), v.why_not[k].empty()) << to_string(side);
    EXPECT_EQ(v.db[k].has_value() && !v.own_db[k].has_value(), !v.why_no_own[k].empty()) << to_string(side);
  }
}

// Closed form for waves that are long compared with the cells: grazing, at 60°, and evanescent.
TEST(LayerReturn, matches_the_discrete_layer) {
  const Scene s = box(cpml, Precision::float64);
  const YeeGrid g = grid_before(s, Side::left);
  const double f = frequency_of(s, 40), omega = 2 * pi * f, k = omega / c0;
  const LayerTable layer = layer_table(s, Side::left);
  for (const double cosine : {0.03, 0.1, 0.2}) {
    const double ky = k * std::sqrt(1 - cosine * cosine), kx = discrete_kx(g, omega, ky);
    const double exact = std::abs(discrete_cpml_reflection(layer, g, omega, ky));
    EXPECT_NEAR(std::log(layer_return(s, Side::left, f, kx)) / std::log(exact), 1, 0.03) << cosine;
  }
}

}  // namespace
}  // namespace ez::test
