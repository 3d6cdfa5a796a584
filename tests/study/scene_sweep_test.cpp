// Tests sweeps: their points, values that do not depend on the number of cores, and their errors.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "solver/study/sweep.h"
#include "solver/study/sweep_cache.h"

namespace ez {
namespace {

const std::string box = R"(ezscope = 1
grid = { cells = [40, 40], cell = 1e-3 }
source = [{ name = "lamp", kind = "point", at = [0.02, 0.02], waveform = { kind = "cw", frequency = 15e9 } }]
probe = [{ name = "p", at = [0.03, 0.02] }]
)";

Scene scene() { return parse_scene(box, "t").scene.value(); }

KeySweep planned(SweepRequest request) {
  SweepPlan plan = plan_sweep(scene(), std::move(request));
  for (const Message& m : plan.messages) EXPECT_NE(m.kind, Message::Kind::error) << to_string(m);
  return std::move(plan.sweep);
}

std::vector<double> measured(KeySweep sweep, int threads) {
  EngineRequest cpu;
  cpu.backend = "cpu";
  cpu.threads = threads;
  EXPECT_TRUE(measure(sweep, cpu, [](double, std::size_t) { return true; }));
  std::vector<double> out;
  for (const SweepPoint& p : sweep.points) {
    EXPECT_EQ(p.problem, "");
    out.push_back(p.measured);
  }
  return out;
}

TEST(Sweep, an_amplitude_scales_the_field) {
  const KeySweep sweep = planned(
      {.axes = {{"source.lamp.amplitude", {1, 2, 4}}}, .measure = "amplitude(\"p\", f)", .theory = {}, .after = "10T"});
  const std::vector<double> alone = measured(sweep, 1);
  EXPECT_GT(alone.at(0), 0);
  EXPECT_NEAR(alone.at(1) / alone.at(0), 2, 1e-5);
  EXPECT_NEAR(alone.at(2) / alone.at(0), 4, 1e-5);
  EXPECT_EQ(measured(sweep, 3), alone) << "runs that compute at the same time";
}

TEST(Sweep, varies_its_first_axis_fastest) {
  const KeySweep sweep = planned({.axes = {{"source.0.amplitude", {1, 2}}, {"source.0.waveform.phase", {0, 90}}},
                                  .measure = "amplitude(\"p\", f)",
                                  .theory = "10*x + y",
                                  .after = "5T"});
  ASSERT_EQ(sweep.points.size(), 4u);
  EXPECT_EQ(sweep.points[1].values, (std::vector<double>{2, 0}));
  EXPECT_EQ(sweep.points[2].values, (std::vector<double>{1, 90}));
  EXPECT_EQ(sweep.scenes[3].sources[0].amplitude, 2);
  EXPECT_EQ(sweep.scenes[3].checks.at(0).theory, "10*(2) + (90)");
}

TEST(Sweep, inserts_values_as_whole_words_only) {
  const std::vector<double> values = {2.5, -1};
  EXPECT_EQ(with_swept_values("x*max(x, y)", values), "(2.5)*max((2.5), (-1))");
  EXPECT_EQ(with_swept_values("x(\"x y\") + dx + x_1", values), "x(\"x y\") + dx + x_1");
  EXPECT_EQ(with_swept_values("y", std::vector<double>{1}), "y");
}

TEST(Sweep, reports_errors_before_it_runs) {
  const auto text_of = [](SweepRequest request) {
    const SweepPlan plan = plan_sweep(scene(), std::move(request));
    EXPECT_TRUE(plan.sweep.points.empty() || !plan.messages.empty());
    return plan.messages.empty() ? std::string() : to_string(plan.messages[0]);
  };
  EXPECT_NE(text_of({.axes = {{"source.lam.amplitude", {1}}}, .measure = "peak(\"p\")", .theory = {}}).find("\"lamp\""),
            std::string::npos);
  EXPECT_NE(text_of({.axes = {{"grid.courant", {1.5, 2}}}, .measure = "peak(\"p\")", .theory = {}}).find("courant"),
            std::string::npos);
  EXPECT_NE(
      text_of({.axes = {{"grid.courant", {0.5}}}, .measure = "amplitude(\"q\", f)", .theory = {}}).find("measure"),
      std::string::npos);
  EXPECT_NE(text_of({.axes = {{"grid.courant", {0.5}}}, .measure = "2*x", .theory = {}}).find("measure does not read"),
            std::string::npos);
  EXPECT_NE(text_of({.axes = {}, .measure = "peak(\"p\")", .theory = {}}), "");
  EXPECT_NE(text_of({.axes = {{"grid.courant", {}}}, .measure = "peak(\"p\")", .theory = {}}), "");
}

TEST(Sweep, an_invalid_point_is_marked_and_the_others_stand) {
  SweepPlan plan = plan_sweep(
      scene(), {.axes = {{"grid.courant", {0.5, 2, 0.9}}}, .measure = "peak(\"p\")", .theory = {}, .after = "5T"});
  EXPECT_TRUE(plan.messages.empty());
  ASSERT_EQ(plan.sweep.points.size(), 3u);
  EXPECT_TRUE(plan.sweep.points[1].refused);
  EXPECT_NE(plan.sweep.points[1].problem.find("courant"), std::string::npos);
  const std::string before = plan.sweep.points[1].problem;
  EXPECT_TRUE(measure(plan.sweep, {.backend = "cpu"}, [](double, std::size_t) { return true; }));
  EXPECT_GT(plan.sweep.points[0].measured, 0);
  EXPECT_GT(plan.sweep.points[2].measured, 0);
  EXPECT_TRUE(std::isnan(plan.sweep.points[1].measured));
  EXPECT_EQ(plan.sweep.points[1].problem, before);
}

TEST(Sweep, a_scene_describes_one) {
  const std::string text = box + R"(
[[sweep]]
name = "amplitude"
path = "source.lamp.amplitude"
values = [1, 3, 3]
measured = 'amplitude("p", f)/x'
theory = "2*x"
after = "5T"
)";
  const Scene with = parse_scene(text, "t").scene.value();
  ASSERT_EQ(with.sweeps.size(), 1u);
  EXPECT_EQ(parse_scene(write_scene(with), "t").scene, with);
  const SweepPlan plan = plan_sweep(with, request_of(with.sweeps[0]));
  EXPECT_TRUE(plan.messages.empty());
  ASSERT_EQ(plan.sweep.points.size(), 3u);
  EXPECT_EQ(plan.sweep.points[1].values, (std::vector<double>{2}));
  EXPECT_EQ(plan.sweep.scenes[2].checks.at(0).theory, "2*(3)");
}

TEST(Sweep, errors_in_a_scenes_sweep_name_their_key) {
  const auto first = [](const std::string& lines) {
    const SceneResult r = parse_scene(box + "[[sweep]]\nname = \"s\"\npath = \"grid.courant\"\n" + lines, "t");
    return r.messages.empty() ? std::string() : to_string(r.messages[0]);
  };
  const std::string measured = "measured = 'peak(\"p\")'\n", values = "values = [0.1, 0.9, 5]\n";
  EXPECT_EQ(first(measured + values), "");
  EXPECT_NE(first(measured).find("sweep.0.values is missing"), std::string::npos);
  EXPECT_NE(first(measured + "values = [0, 1, 2.5]\n").find("whole number"), std::string::npos);
  EXPECT_NE(first(values + "measured = \"2*x\"\n").find("does not read the run"), std::string::npos);
  EXPECT_NE(first(values + measured + "theory = \"no_such(x)\"\n").find("sweep.0.theory"), std::string::npos);
  EXPECT_NE(first(values + measured + "after = \"soon\"\n").find("settled"), std::string::npos);
  EXPECT_NE(first(values + measured + "values_y = [1, 2, 2]\n").find("path_y"), std::string::npos);
}

class SavedSweep : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
  KeySweep plan(bool converge = false) {
    SweepRequest request{
        .axes = {{"source.lamp.amplitude", {1, 2, 3, 4}}}, .measure = "peak(\"p\")", .theory = "x", .after = "5T"};
    request.converge = converge;
    return planned(std::move(request));
  }
  // Computes points until `most` are finished. Returns how many were computed, and not known before.
  std::size_t compute(KeySweep& sweep, std::size_t most, const std::string& program = "test") {
    struct Counting final : SweepStore {
      SweepCache cache;
      std::size_t added = 0;
      Counting(const std::filesystem::path& file, const std::string& name) : cache(file, name) {}
      bool find(const Scene& s, const SweepRequest& r, SweepPoint& p) override { return cache.find(s, r, p); }
      void add(const Scene& s, const SweepRequest& r, const SweepPoint& p) override { cache.add(s, r, p), ++added; }
    } store(file, program);
    measure(
        sweep, {.backend = "cpu", .threads = 1}, [&](double, std::size_t n) { return n < most; }, {}, &store);
    return store.added;
  }
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("ez-sweep-{}", getpid());
  const std::filesystem::path file = folder / "sub" / "points";
};

TEST_F(SavedSweep, continues_after_an_interruption_to_the_same_table) {
  KeySweep whole = plan(), half = plan();
  EXPECT_EQ(compute(whole, 99), 4u);
  std::filesystem::remove_all(folder);
  const std::size_t before = compute(half, 2);
  EXPECT_GE(before, 2u);
  EXPECT_LT(before, 4u);
  KeySweep rest = plan();
  EXPECT_EQ(before + compute(rest, 99), 4u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(rest.points[k].measured, whole.points[k].measured) << "equal bits";
    EXPECT_EQ(rest.points[k].theory, whole.points[k].theory);
    EXPECT_EQ(rest.points[k].steps, whole.points[k].steps);
    EXPECT_EQ(rest.points[k].time, whole.points[k].time);
  }
}

TEST_F(SavedSweep, ignores_a_torn_line_at_any_place) {
  KeySweep whole = plan();
  compute(whole, 99);
  std::ifstream in(file);
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  for (std::size_t length = 0; length <= text.size(); length += 7) {
    std::ofstream(file) << text.substr(0, length);
    KeySweep again = plan();
    compute(again, 99);
    for (std::size_t k = 0; k < 4; ++k) ASSERT_EQ(again.points[k].measured, whole.points[k].measured) << length;
  }
}

TEST_F(SavedSweep, another_program_or_request_computes_again) {
  KeySweep one = plan(), two = plan(), three = plan(true), four = plan(true);
  EXPECT_EQ(compute(one, 99), 4u);
  EXPECT_EQ(compute(two, 99, "other"), 4u);
  EXPECT_EQ(compute(three, 99), 4u);
  EXPECT_EQ(compute(four, 99), 0u);
  ASSERT_TRUE(three.points[0].convergence && four.points[0].convergence);
  EXPECT_EQ(four.points[0].convergence->values, three.points[0].convergence->values);
  EXPECT_EQ(four.points[0].convergence->verdict, three.points[0].convergence->verdict);
}

TEST(Sweep, points_have_the_bits_of_single_runs) {
  KeySweep sweep =
      planned({.axes = {{"source.lamp.amplitude", {1, 2}}}, .measure = "peak(\"p\")", .theory = {}, .after = "5T"});
  measure(sweep, {.backend = "cpu"}, [](double, std::size_t) { return true; });
  for (std::size_t k = 0; k < 2; ++k) {
    EngineRequest cpu;
    cpu.backend = "cpu";
    const CheckedScene alone = run_checks(make_engine_maker(cpu).make, sweep.scenes[k], false,
                                          [](std::uint64_t, std::uint64_t) { return true; });
    EXPECT_EQ(sweep.points[k].measured, alone.readings.at(0).measured);
  }
}

TEST(Sweep, can_be_cancelled) {
  KeySweep sweep =
      planned({.axes = {{"source.0.amplitude", {1, 2, 3, 4}}}, .measure = "amplitude(\"p\", f)", .theory = {}});
  EXPECT_FALSE(measure(sweep, {.backend = "cpu"}, [](double, std::size_t) { return false; }));
}

TEST(Sweep, spaces_values_evenly) {
  EXPECT_EQ(evenly_spaced(1, 4, 4), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(evenly_spaced(2, 9, 1), (std::vector<double>{2}));
}

}  // namespace
}  // namespace ez
