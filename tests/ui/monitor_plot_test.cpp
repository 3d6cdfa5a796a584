// Theory's values on a monitor's plot.
#include "app/ui/panels/monitor_plot.h"

#include <gtest/gtest.h>

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;

TEST(MonitorPlot, theory_stands_at_the_points_that_checks_read) {
  const Curve curve{{1e9, 2e9, 3e9}, {0.1, -0.25, 0.5}, 0};
  const auto read = [](Verdict verdict, double measured, double theory) {
    CheckReading out;
    out.verdict = verdict, out.measured = measured, out.theory = theory;
    return out;
  };
  const std::vector<CheckReading> checks = {read(Verdict::holds, 0.25 * (1 + 1e-12), 0.26),  // of −flux
                                            read(Verdict::fails, 0.5, 0.7), read(Verdict::holds, 0.3, 0.3),
                                            read(Verdict::not_yet, 0.1, 0.1)};
  const std::vector<TheoryPoint> found = theory_on(checks, curve);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].x, 2e9);
  EXPECT_EQ(found[0].y, -0.26) << "on the curve's side of zero";
  EXPECT_EQ(found[1].x, 3e9);
  EXPECT_EQ(found[1].y, 0.7);
}

}  // namespace
}  // namespace ez
