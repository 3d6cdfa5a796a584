// Tests the number of threads that the engines use.
#include "solver/base/cores.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>

#include "solver/engine/cpu/cpu_engine.h"

namespace ez {
namespace {

TEST(Cores, are_those_that_the_process_may_use) {
  const int all = usable_cores();
  EXPECT_GE(all, 1);
  EXPECT_LE(all, static_cast<int>(std::thread::hardware_concurrency()));
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  for (int k = 0; CPU_COUNT(&one) == 0; ++k)
    if (CPU_ISSET(k, &before)) CPU_SET(k, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(usable_cores(), 1);
  EXPECT_EQ(make_cpu_engine(0)->info().threads, 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(usable_cores(), all);
}

TEST(Cores, of_a_container_follow_its_quota) {
  EXPECT_EQ(cores_of_quota("200000 100000\n"), 2);
  EXPECT_EQ(cores_of_quota("50000 100000"), 0.5);
  for (const char* none : {"max 100000\n", "", "-1 100000", "0 100000", "100000", "x y"})
    EXPECT_FALSE(cores_of_quota(none)) << none;
}

}  // namespace
}  // namespace ez
