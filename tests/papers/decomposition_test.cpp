// Tests the study in one dimension on the CPU.
#include "papers/decomposition.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace ez::test {
namespace {

TEST(Decomposition, subdomains_before_the_wave_change_no_bit) {
  const DecompositionProblem problem{4, 6};
  const DecompositionRun whole = decomposition_on_cpu(problem);
  for (const int d : {2, 3, 5, 10, 33}) EXPECT_EQ(decomposition_on_cpu(problem, d).ez, whole.ez) << d;
}

TEST(Decomposition, the_wave_arrives_and_the_layer_absorbs_it) {
  const DecompositionProblem problem{4, 12};
  const DecompositionRun run = decomposition_on_cpu(problem);
  ASSERT_EQ(run.ez.size(), static_cast<std::size_t>(problem.nodes()));
  double most = 0, end = 0;
  for (std::size_t i = 100; i < 300; ++i) most = std::max(most, std::abs(static_cast<double>(run.ez[i])));
  for (std::size_t i = 495; i < 501; ++i) end = std::max(end, std::abs(static_cast<double>(run.ez[i])));
  EXPECT_NEAR(most, 1, 0.02) << "a travelling wave of the source's amplitude: no standing wave";
  EXPECT_LT(end, 0.02);
}

}  // namespace
}  // namespace ez::test
