// Tests the theory values on a monitor's plot.
#include "app/ui/panels/monitors/monitor_plot.h"

#include <gtest/gtest.h>

#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;

TEST(MonitorPlot, theory_values_appear_where_a_check_reads_the_curve) {
  const SceneResult r = parse_scene(
      "ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1e-3\n"
      "[[source]]\nkind = 'point'\nat = [0.03, 0.03]\nwaveform = { kind = 'cw', frequency = 2e9 }\n"
      "[[monitor]]\nname = 'in'\nkind = 'flux'\nfrom = [0.02, 0.05]\nto = [0.02, 0.01]\nfrequencies = [1e9, 2e9, 3e9]\n"
      "[[monitor]]\nname = 'out'\nkind = 'flux'\nfrom = [0.05, 0.05]\nto = [0.05, 0.01]\nfrequencies = [1e9, 2e9, "
      "3e9]\n"
      "[[check]]\nname = 'T'\nmeasured = 'flux(\"out\", f)/flux(\"in\", f)'\ntheory = '0.6'\nwithin = 0.1\n"
      "[[check]]\nname = 'R'\nmeasured = '-flux(\"out\", 3e9)/flux(\"in\", 3e9)'\ntheory = '0.3'\nwithin = 0.1\n"
      "[[check]]\nname = 'two'\nmeasured = 'flux(\"out\", 1e9)/flux(\"in\", 2e9)'\ntheory = '1'\nwithin = 0.1\n"
      "[[check]]\nname = 'early'\nmeasured = 'flux(\"out\", 1e9)/flux(\"in\", 1e9)'\ntheory = '1'\nwithin = 0.1\n"
      "[[check]]\nname = 'other'\nmeasured = '1 - flux(\"out\", f)/flux(\"in\", f)'\ntheory = '1'\nwithin = 0.1\n",
      "");
  ASSERT_TRUE(r.scene) << to_string(r.messages.at(0));
  std::vector<CheckReading> checks(5);
  const double theory[] = {0.6, 0.3, 1, 1, 1};
  for (std::size_t k = 0; k < 5; ++k)
    checks[k].verdict = k == 1   ? Verdict::fails
                        : k == 3 ? Verdict::not_yet
                                 : Verdict::holds,
    checks[k].theory = theory[k];
  std::vector<MonitorReading> monitors(2);
  monitors[0].name = "in", monitors[1].name = "out";
  monitors[0].frequencies = monitors[1].frequencies = {1e9, 2e9, 3e9};
  monitors[0].flux = {1, 2, 4};
  monitors[1].flux = {0.5, 1.4, -1};  // 0.5, 0.7 and −0.25 of the incident flux
  const std::vector<TheoryPoint> points = theory_points(*r.scene, checks, monitors);
  ASSERT_EQ(points.size(), 3U) << "neither checks of two frequencies nor unread checks";
  const std::vector<TheoryPoint> found = theory_on({{1e9, 2e9, 3e9}, {0.5, 0.7, -0.25}, 0}, points);
  ASSERT_EQ(found.size(), 2U) << "a value of 1 − T is no point of the curve T";
  EXPECT_EQ(found[0].frequency, 2e9);
  EXPECT_EQ(found[0].theory, 0.6);
  EXPECT_EQ(found[1].frequency, 3e9);
  EXPECT_EQ(found[1].theory, -0.3) << "with the sign of the curve";
}

}  // namespace
}  // namespace ez
