// Tests the values that formulas read from a run, and when a check may be read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/base/constants.h"
#include "solver/measure/check_watch.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/measure/predicted.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

constexpr double f0 = 1e9;

Scene scene(const std::string& after = "settled") {
  SceneResult r = parse_scene(
      "ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 10e-3\ncourant = 0.7\n"
      "[[source]]\nname = 's'\nkind = 'point'\nat = [0.3, 0.3]\nwaveform = { kind = 'cw', frequency = 1e9 }\n"
      "[[probe]]\nname = 'p'\nat = [0.404, 0.3]\n"
      "[[check]]\nname = 'c'\nmeasured = 'amplitude(\"p\", f)'\ntheory = '2'\nwithin = 0.05\nafter = '" +
          after + "'\n",
      "");
  EXPECT_TRUE(r.scene);
  return *r.scene;
}

using Signal = double (*)(double t);
std::vector<double> sampled(Signal signal, std::size_t n, double dt) {
  std::vector<double> out(n);
  for (std::size_t k = 0; k < n; ++k) out[k] = signal(static_cast<double>(k + 1) * dt);
  return out;
}

double read(const std::string& formula, Signal signal, std::size_t n) {
  const Scene s = scene();
  const double dt = time_step(s);
  const std::vector<double> values = sampled(signal, n, dt);
  return Formula(formula, s).value(Recorded(s, dt, {{1, values}}, Monitors()));
}

// A sine plus a constant. Its period is not a whole number of steps.
TEST(Recorded, reads_amplitude_and_phase_of_a_sine_exactly) {
  const Signal sine = [](double t) { return 0.3 + 2 * std::cos(2 * pi * f0 * t - 0.5); };
  EXPECT_NEAR(read("amplitude(\"p\", f)", sine, 1000), 2, 1e-12);
  EXPECT_NEAR(read("phase(\"p\", f)*deg", sine, 1000), 0.5, 1e-12);  // Re(A e^(−iωt)), A = 2 e^(0.5i)
  EXPECT_TRUE(std::isnan(read("amplitude(\"p\", f)", sine, 10)));    // less than a period
}

TEST(Recorded, reads_peaks_and_their_time_between_steps) {
  const Signal pulse = [](double t) { return -3 * std::exp(-std::pow((t - 5.0123e-9) / 1e-9, 2)); };
  EXPECT_NEAR(read("peak(\"p\")", pulse, 600), 3, 1e-3);
  EXPECT_NEAR(read("time_of_peak(\"p\")", pulse, 600), 5.0123e-9, 1e-13);
  EXPECT_NEAR(read("peak_between(\"p\", 6e-9, 7e-9)", pulse, 600), 3 * std::exp(-std::pow(0.9877, 2)), 0.04);
  EXPECT_TRUE(std::isnan(read("peak_between(\"p\", 6e-9, 70e-9)", pulse, 600)));
  const Signal and_echo = [](double t) {
    return -3 * std::exp(-std::pow((t - 5.0123e-9) / 1e-9, 2)) + 0.3 * std::exp(-std::pow((t - 13.0123e-9) / 1e-9, 2));
  };
  EXPECT_NEAR(read("time_of_peak_between(\"p\", 12e-9, 14e-9)", and_echo, 1200), 13.0123e-9, 1e-13);
  EXPECT_TRUE(std::isnan(read("time_of_peak_between(\"p\", 12e-9, 700e-9)", and_echo, 1200)));
}

TEST(Recorded, reads_the_root_mean_square) {
  const Signal sine = [](double t) { return std::sin(2 * pi * f0 * t); };
  EXPECT_NEAR(read("rms(\"p\", 20/f)", sine, 2000), std::sqrt(0.5), 2e-3);
}

// Two lines, of which the smaller one is in the band. It is resolved to much less than a bin.
TEST(Recorded, finds_the_largest_line_of_a_band_between_bins) {
  const Signal lines = [](double t) { return std::sin(2 * pi * 1.2345e9 * t) + 5 * std::sin(2 * pi * 2.1e9 * t); };
  for (const std::size_t n : {3000u, 20000u}) {
    const double bin = 1 / (static_cast<double>(n) * time_step(scene()));
    EXPECT_NEAR(read("spectrum_peak(\"p\", 1e9, 1.5e9)", lines, n), 1.2345e9, 0.01 * bin) << n;
  }
}

TEST(Recorded, places_are_those_of_the_nodes) {
  EXPECT_NEAR(read(
                  "x(\"p\") - x(\"s\")", [](double) { return 0.0; }, 1),
              0.1, 1e-15);
}

CheckWatch watch_of(const Scene& s, std::uint64_t start = 0, const CheckWatch::Known& known = {}) {
  return {s, *media_of(s), start, known};
}

// If a shape is missing, the message says which.
TEST(CheckWatch, theory_of_a_missing_shape_has_no_value) {
  Scene s = scene("1ns");
  const std::vector<double> values(40000, 1.0);
  const auto words = [&](const char* theory) {
    s.checks[0].theory = theory;
    CheckWatch watch = watch_of(s);
    watch.look(Recorded(s, time_step(s), {{1, values}}, Monitors()), 40000);
    EXPECT_EQ(watch.readings()[0].verdict, CheckReading::Verdict::fails);
    return watch.readings()[0].waits.english();
  };
  EXPECT_EQ(words("right_vacuum"), "theory has no value: it needs 1 × rectangle of vacuum, and the scene has 0");
  EXPECT_EQ(words("radius_pec"), "theory has no value: it needs 1 × circle of pec, and the scene has 0");
  Shape slit;
  slit.geometry = Rect{{0, 0}, {0.01, 0.01}};
  slit.material = "vacuum";
  s.shapes.push_back(slit);
  EXPECT_EQ(words("bottom_vacuum_2 - bottom_vacuum"),
            "theory has no value: it needs 2 × rectangle of vacuum, and the scene has 1");
  EXPECT_EQ(words("pitch_pec"), "theory has no value: pitch_pec cannot be read");
  EXPECT_EQ(words("0/0"), "theory has no value");
}

// A later look for another check must not change a reading.
TEST(CheckWatch, a_reading_at_a_given_time_stays) {
  const Scene s = scene("2ns");
  CheckWatch watch = watch_of(s);
  const double dt = time_step(s);
  const Signal fading = [](double t) { return 2 * std::cos(2 * pi * f0 * t) * (t < 9e-9 ? 1 : 0.1); };
  const std::vector<double> values = sampled(fading, 40000, dt);
  const auto look = [&](double t) {
    const auto n = static_cast<std::size_t>(t / dt);
    watch.look(Recorded(s, dt, {{1, std::span(values).first(n)}}, Monitors()), n);
    return watch.readings()[0];
  };
  const CheckReading then = look(8e-9);
  EXPECT_EQ(then.verdict, CheckReading::Verdict::holds);
  const CheckReading later = look(30e-9);
  EXPECT_EQ(later.measured, then.measured);
  EXPECT_EQ(later.verdict, then.verdict);
}

// A run that is resumed at a settled value is read at once. A new watch takes its time and says how much.
TEST(CheckWatch, a_settled_value_survives_when_a_run_is_resumed) {
  const Scene s = scene();
  const double dt = time_step(s);
  const std::vector<double> values = sampled([](double t) { return 2 * std::cos(2 * pi * f0 * t); }, 40000, dt);
  const auto look = [&](CheckWatch& watch, std::size_t n) {
    watch.look(Recorded(s, dt, {{1, std::span(values).first(n)}}, Monitors()), n);
    return watch.readings()[0];
  };
  CheckWatch whole = watch_of(s);
  EXPECT_EQ(whole.known(), CheckWatch::Known{std::nullopt});
  std::size_t step = 0;
  while (look(whole, step = *whole.next_look()).verdict == CheckReading::Verdict::not_yet)
    for (const char* none : {"0.0 ", "at least 0.0 "})
      EXPECT_FALSE(whole.readings()[0].waits.english().starts_with(none));
  EXPECT_EQ(whole.known(), CheckWatch::Known{whole.readings()[0]});
  CheckWatch again = watch_of(s, 0, whole.known()), without_past = watch_of(s);
  EXPECT_EQ(look(again, step).verdict, CheckReading::Verdict::holds);
  EXPECT_EQ(again.readings()[0].measured, whole.readings()[0].measured);
  EXPECT_EQ(look(without_past, step).verdict, CheckReading::Verdict::not_yet);
  // Two looks eight periods or more apart are too few. Three more periods are needed.
  const CheckReading two = look(without_past, step + static_cast<std::size_t>(9 / f0 / dt));
  EXPECT_EQ(two.verdict, CheckReading::Verdict::not_yet);
  EXPECT_TRUE(two.waits.english().starts_with("at least 3.0 more periods")) << two.waits.english();
}

// No value is settled before the sources have reached their full amplitude.
TEST(CheckWatch, does_not_settle_before_the_sources_are_at_full_amplitude) {
  Scene s = scene();
  std::get<Cw>(s.sources[0].waveform).ramp = 30;
  CheckWatch watch = watch_of(s);
  EXPECT_GE(*watch.next_look(), static_cast<std::uint64_t>(30e-9 / time_step(s)));
}

TEST(Recorded, gives_the_numbers_of_a_source) {
  Scene s = scene();
  s.sources.push_back({"row", ArraySource{{0.1, 0.1}, {0.1, 0.4}, 4, 25}, 1, false, true, Hann{3e9}});
  s.sources.push_back({"wave", PlaneSource{-40, {}}, 1, false, true, Hann{3e9}});
  s.sources.push_back({"beam", BeamSource{{0.1, 0.4}, {0.1, 0.1}, 30, 0.05, 0.2}, 1, false, true, Hann{3e9}});
  const auto value = [&](const char* text) {
    return Formula(text, s).value(Recorded(s, time_step(s), {}, Monitors()));
  };
  EXPECT_EQ(value("count(\"row\")"), 4);
  EXPECT_EQ(value("steer(\"row\")"), 25);
  EXPECT_EQ(value("frequency(\"row\")"), 3e9);
  EXPECT_EQ(value("angle(\"wave\")"), -40);
  EXPECT_NEAR(value("spacing(\"row\")"), 0.1, 1e-12);
  EXPECT_NEAR(value("middle_x(\"row\")"), 0.1, 1e-12);
  EXPECT_NEAR(value("middle_y(\"row\")"), 0.25, 1e-12);
  EXPECT_NEAR(value("waist(\"beam\")"), 0.05, 1e-12);
  EXPECT_NEAR(value("focus(\"beam\")"), 0.2, 1e-12);
  s.unit = Unit::mm;
  EXPECT_NEAR(value("waist(\"beam\")"), 0.05e-3, 1e-15);
}

// Four sources in a row, half a wavelength apart, each a quarter period behind the one below. Their beam points 30° up.
// The origin is the place of the probe minus the x and y given to the formula.
TEST(Predicted, is_a_ray_from_the_origin_of_the_formula) {
  Scene s = scene();
  s.probes.push_back({"here", {0.4, 0.3}});
  Check check{"beam",
              "peak(\"here\")",
              "array_field(1, 3e9, 4, c/6e9, 90, x(\"here\") - 0.1, y(\"here\") - 0.2)",
              0.1,
              {},
              "",
              "settled",
              ""};
  s.checks = {check};
  const std::vector<PredictedMark> marks = predicted_marks(s);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_EQ(marks[0].kind, TheoryMark::Kind::ray);
  EXPECT_NEAR(marks[0].degrees, 30, 1e-9);
  EXPECT_NEAR(marks[0].at.x, 0.1, 1e-9);
  EXPECT_NEAR(marks[0].at.y, 0.2, 1e-9);
  s.checks[0].theory = "2*line_source_field(1, 3e9, 0.3)";  // does not depend on a place
  EXPECT_TRUE(predicted_marks(s).empty());
}

TEST(Predicted, is_the_direction_expected_at_a_far_field_monitor) {
  Scene s = scene();
  s.monitors.push_back({"far", FarMonitor{{0.1, 0.1}, {0.3, 0.5}, 3e9, {}}});
  s.checks = {{"lobe", "far_angle(\"far\")", "order_angle(0.2, 0.1, 1)", 0.1, {}, "", "settled", ""}};
  const std::vector<PredictedMark> marks = predicted_marks(s);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_NEAR(marks[0].degrees, 30, 1e-9);
  EXPECT_NEAR(marks[0].at.x, 0.2, 2e-3);
  EXPECT_NEAR(marks[0].at.y, 0.3, 2e-3);
}

// Built-in scenes whose theory predicts places: the steered array's 30°, the slit's minima at asin(mλ/a), and the
// maxima named in the double slit's text. Also the shadow border of an edge and the fronts of a charge faster than
// light.
TEST(Predicted, built_in_scenes_have_their_marks) {
  const auto of = [](std::string_view name) {
    for (const BuiltinScene& b : builtin_scenes())
      if (b.name == name) return predicted_marks(*parse_scene(b.text, std::string(name)).scene);
    return std::vector<PredictedMark>();
  };
  const auto near = [](double a, double b) { return std::abs(a - b) < 0.05; };
  const auto has = [&](const std::vector<PredictedMark>& marks, double degrees) {
    return std::ranges::any_of(marks, [&](const PredictedMark& m) { return near(m.degrees, degrees); });
  };
  EXPECT_TRUE(has(of("steered-array"), 30));
  EXPECT_EQ(of("steered-array").size(), 1u) << "both checks concern one beam";
  EXPECT_TRUE(has(of("single-slit"), std::asin(1 / 3.0) / (pi / 180)));
  EXPECT_TRUE(has(of("single-slit"), -std::asin(1 / 3.0) / (pi / 180)));
  for (const double maximum : {0.0, 11.54, 23.58, 36.87}) {
    EXPECT_TRUE(has(of("double-slit"), maximum)) << maximum;
    EXPECT_TRUE(has(of("double-slit"), -maximum)) << maximum;
  }
  EXPECT_TRUE(has(of("knife-edge"), 0));
  ASSERT_EQ(of("cherenkov").size(), 1u);
  EXPECT_EQ(of("cherenkov")[0].kind, TheoryMark::Kind::fronts);
  EXPECT_NEAR(of("cherenkov")[0].degrees, 42.2, 0.05);
  EXPECT_EQ(of("cherenkov")[0].source, 0);
  EXPECT_TRUE(of("open-pulse").empty());
}

// Looks as `ezscope check` does, until everything is known.
void run(CheckWatch& watch, const Scene& s, Signal signal, std::uint64_t most = 1u << 20) {
  const double dt = time_step(s);
  const std::vector<double> values = sampled(signal, most, dt);
  while (const auto next = watch.next_look()) {
    if (*next > most) return;
    watch.look(Recorded(s, dt, {{1, std::span(values).first(*next)}}, Monitors()), *next);
  }
}

using Verdict = CheckReading::Verdict;

TEST(CheckWatch, reads_when_the_value_has_settled_and_not_before) {
  // Rises to 2 with a time constant of 20 periods. From about 100 periods on it changes by less than a tenth of 0.1
  // over eight periods.
  const Signal rising = [](double t) { return 2 * (1 - std::exp(-t * f0 / 20)) * std::sin(2 * pi * f0 * t); };
  const Scene s = scene();
  const double dt = time_step(s);
  CheckWatch watch = watch_of(s);
  const std::vector<double> values = sampled(rising, 200000, dt);
  std::uint64_t step = 0;
  while (const auto next = watch.next_look()) {
    ASSERT_EQ(watch.readings()[0].verdict, Verdict::not_yet);
    step = *next;
    watch.look(Recorded(s, dt, {{1, std::span(values).first(step)}}, Monitors()), step);
  }
  const CheckReading& r = watch.readings()[0];
  EXPECT_EQ(r.verdict, Verdict::holds) << r.waits.english();
  const double periods = static_cast<double>(step) * dt * f0;
  EXPECT_GT(periods, 60);
  EXPECT_LT(periods, 100);
  EXPECT_NEAR(r.measured, 2, 0.05);
}

// A window that makes many periods per frame looks less than once per period.
TEST(CheckWatch, reads_a_settled_value_however_rarely_it_looks) {
  const Signal steady = [](double t) { return 2 * std::sin(2 * pi * f0 * t); };
  const Scene s = scene();
  const double dt = time_step(s);
  const std::vector<double> values = sampled(steady, 200000, dt);
  for (const double periods : {1.0, 2.1, 2.7, 5.0, 9.0, 30.0, 90.0}) {
    CheckWatch watch = watch_of(s);
    const auto pause = static_cast<std::uint64_t>(periods / (f0 * dt));
    std::uint64_t step = 0;
    for (int looks = 0; looks < 20 && watch.readings()[0].verdict == Verdict::not_yet; ++looks) {
      step += pause;
      watch.look(Recorded(s, dt, {{1, std::span(values).first(step)}}, Monitors()), step);
    }
    EXPECT_EQ(watch.readings()[0].verdict, Verdict::holds) << periods << ": " << watch.readings()[0].waits.english();
  }
}

TEST(CheckWatch, does_not_read_the_silence_before_the_wave) {
  Scene s = scene();
  s.checks[0].within.reset();
  s.checks[0].within_abs = 10;
  CheckWatch watch = watch_of(s);
  const double crossing = std::hypot(0.63, 0.63) / c0;
  EXPECT_GE(static_cast<double>(*watch.next_look()) * time_step(s), crossing);
}

TEST(CheckWatch, reports_a_value_that_never_settles) {
  const Signal beating = [](double t) { return (2 + std::sin(2 * pi * f0 * t / 30)) * std::sin(2 * pi * f0 * t); };
  const Scene s = scene();
  CheckWatch watch = watch_of(s);
  run(watch, s, beating);
  EXPECT_EQ(watch.readings()[0].verdict, Verdict::not_settled);
  EXPECT_NE(watch.readings()[0].waits.english().find("in 8 periods"), std::string::npos)
      << watch.readings()[0].waits.english();
}

TEST(CheckWatch, reads_after_a_time_counted_from_its_start) {
  const Signal sine = [](double t) { return 1.8 * std::sin(2 * pi * f0 * t); };
  const Scene s = scene("40T");
  const double dt = time_step(s);
  const auto steps = static_cast<std::uint64_t>(std::ceil(40 / f0 / dt));
  CheckWatch watch = watch_of(s, 500);
  EXPECT_EQ(*watch.next_look(), 500 + steps);
  const std::vector<double> values = sampled(sine, 500 + steps, dt);
  watch.look(Recorded(s, dt, {{1, std::span(values).first(400 + steps)}}, Monitors()), 400 + steps);
  EXPECT_EQ(watch.readings()[0].verdict, Verdict::not_yet);
  EXPECT_EQ(watch.readings()[0].waits.english(), "1.7 more periods");
  watch.look(Recorded(s, dt, {{1, values}}, Monitors()), 500 + steps);
  const CheckReading& r = watch.readings()[0];
  EXPECT_EQ(r.verdict, Verdict::fails);
  EXPECT_NEAR(r.difference, -0.1, 1e-9);
  EXPECT_FALSE(watch.next_look());
}

// The sum of a monitor settles as 1/t. It can change little over eight periods and still be far from its final value.
struct Sum : Instruments {
  double t = 0, begins_with = 0;
  double read(Reading, const std::string&, std::span<const double>) const override { return 2 + begins_with / t; }
};
TEST(CheckWatch, does_not_accept_a_value_that_still_drifts) {
  Scene s = scene();
  s.monitors = {{"m", FluxMonitor{{0.1, 0.1}, {0.1, 0.5}, {{f0}, {}}}, false}};
  s.checks[0].measured = "flux(\"m\", f)";
  const double dt = time_step(s);
  Sum sum;
  for (const double begins_with : {0.02, 1.0, 6.0, 40.0}) {  // periods
    sum.begins_with = begins_with / f0;
    CheckWatch watch = watch_of(s);
    while (const auto next = watch.next_look()) {
      sum.t = static_cast<double>(*next) * dt;
      watch.look(sum, *next);
    }
    const CheckReading& r = watch.readings()[0];
    const double left = sum.begins_with / sum.t, tolerance = 0.05 * 2;
    if (r.verdict == Verdict::not_settled)
      EXPECT_NE(r.waits.english().find("still drifting"), std::string::npos) << r.waits.english();
    else
      EXPECT_LT(left, tolerance) << begins_with << " periods, settled after " << sum.t * f0;
  }
  EXPECT_EQ(Formula("peak(\"p\")", s).reads_sums(), false);
}

// A monitor edited after the pulse has missed it. A monitor of a ringing resonance has not.
TEST(CheckWatch, asks_for_a_restart_if_a_monitor_missed_the_pulse) {
  const auto watched = [](const std::string& monitor, const std::string& measured, const std::string& waveform) {
    const SceneResult r = parse_scene(
        "ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 10e-3\n[[source]]\nkind = 'point'\nat = [0.3, 0.3]\n"
        "waveform = { kind = '" +
            waveform + "', frequency = 1e9" + (waveform == "cw" ? "" : ", cycles = 3") +
            " }\n[[monitor]]\nname = 'm'\n" + monitor + "[[check]]\nname = 'c'\nmeasured = '" + measured +
            "'\ntheory = '2'\nwithin = 0.05\nafter = '2ns'\n",
        "");
    EXPECT_TRUE(r.scene) << (r.messages.empty() ? "" : to_string(r.messages[0]));
    return r.scene.value_or(Scene());
  };
  const std::string line = "kind = 'flux'\nfrom = [0.4, 0.1]\nto = [0.4, 0.5]\nfrequencies = [1e9]\n",
                    rings = "kind = 'resonance'\nat = [0.4, 0.1]\nband = [0.5e9, 2e9]\n";
  const Scene s = watched(line, "flux(\"m\", f)", "hann");
  EXPECT_TRUE(watch_of(s).next_look());
  CheckWatch edited = watch_of(s, 500);
  EXPECT_FALSE(edited.next_look());
  edited.look(Recorded(s, time_step(s), {}, Monitors()), 100000);
  EXPECT_EQ(edited.readings()[0].verdict, Verdict::not_yet);
  EXPECT_NE(edited.readings()[0].waits.english().find("restart"), std::string::npos);
  EXPECT_TRUE(watch_of(watched(line, "flux(\"m\", f)", "cw"), 500).next_look());
  EXPECT_TRUE(watch_of(watched(rings, "resonance_f(\"m\", 1)", "hann"), 500).next_look());
}

TEST(CheckWatch, reports_that_there_is_nothing_to_read) {
  const Scene s = scene("1ns");
  CheckWatch watch = watch_of(s);
  watch.look(Recorded(s, time_step(s), {{1, {}}}, Monitors()), *watch.next_look());
  EXPECT_EQ(watch.readings()[0].verdict, Verdict::fails);
  EXPECT_EQ(watch.readings()[0].waits.english(), "no measured value");
}

}  // namespace
}  // namespace ez
