// Tests sweeps: their points, values that do not depend on the number of cores, and their errors.
#include <gtest/gtest.h>

#include <cmath>

#include "solver/study/sweep.h"

namespace ez {
namespace {

const std::string box = R"(ezscope = 1
grid = { cells = [40, 40], cell = 1e-3 }
source = [{ name = "lamp", kind = "point", at = [0.02, 0.02], waveform = { kind = "cw", frequency = 15e9 } }]
probe = [{ name = "p", at = [0.03, 0.02] }]
)";

Scene scene() { return parse_scene(box, "t").scene.value(); }

Sweep planned(SweepRequest request) {
  SweepPlan plan = plan_sweep(scene(), std::move(request));
  for (const Message& m : plan.messages) EXPECT_NE(m.kind, Message::Kind::error) << to_string(m);
  return std::move(plan.sweep);
}

std::vector<double> measured(Sweep sweep, int threads) {
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
  const Sweep sweep = planned(
      {.axes = {{"source.lamp.amplitude", {1, 2, 4}}}, .measure = "amplitude(\"p\", f)", .theory = {}, .after = "10T"});
  const std::vector<double> alone = measured(sweep, 1);
  EXPECT_GT(alone.at(0), 0);
  EXPECT_NEAR(alone.at(1) / alone.at(0), 2, 1e-5);
  EXPECT_NEAR(alone.at(2) / alone.at(0), 4, 1e-5);
  EXPECT_EQ(measured(sweep, 3), alone) << "runs that compute at the same time";
}

TEST(Sweep, varies_its_first_axis_fastest) {
  const Sweep sweep = planned({.axes = {{"source.0.amplitude", {1, 2}}, {"source.0.waveform.phase", {0, 90}}},
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
  EXPECT_NE(text_of({.axes = {{"grid.courant", {0.5, 2}}}, .measure = "peak(\"p\")", .theory = {}}).find("courant"),
            std::string::npos);
  EXPECT_NE(
      text_of({.axes = {{"grid.courant", {0.5}}}, .measure = "amplitude(\"q\", f)", .theory = {}}).find("measure"),
      std::string::npos);
  EXPECT_NE(text_of({.axes = {{"grid.courant", {0.5}}}, .measure = "2*x", .theory = {}}).find("measure does not read"),
            std::string::npos);
  EXPECT_NE(text_of({.axes = {}, .measure = "peak(\"p\")", .theory = {}}), "");
  EXPECT_NE(text_of({.axes = {{"grid.courant", {}}}, .measure = "peak(\"p\")", .theory = {}}), "");
}

TEST(Sweep, can_be_cancelled) {
  Sweep sweep =
      planned({.axes = {{"source.0.amplitude", {1, 2, 3, 4}}}, .measure = "amplitude(\"p\", f)", .theory = {}});
  EXPECT_FALSE(measure(sweep, {.backend = "cpu"}, [](double, std::size_t) { return false; }));
}

TEST(Sweep, spaces_values_evenly) {
  EXPECT_EQ(evenly_spaced(1, 4, 4), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(evenly_spaced(2, 9, 1), (std::vector<double>{2}));
}

}  // namespace
}  // namespace ez
