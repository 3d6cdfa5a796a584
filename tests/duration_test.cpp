// Times on the command line: read with their unit, and turned into steps.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdint>

#include "app/cli.h"

namespace ez {
namespace {

TEST(Time, is_read_with_its_unit) {
  EXPECT_DOUBLE_EQ(parse_duration("3.2ns")->value, 3.2e-9);
  EXPECT_DOUBLE_EQ(parse_duration("400fs")->value, 400e-15);
  EXPECT_TRUE(parse_duration("40T")->periods);
  for (const char* bad : {"", "3", "ns", "3 ns", "-3ns", "0ns", "infs", "nans", "3.2nsx", "3.2Ns", "1e400s"})
    EXPECT_FALSE(parse_duration(bad).has_value()) << bad;
}

TEST(Time, steps_until_is_least_and_forgives_rounding) {
  EXPECT_TRUE(rc::check([] {
    const double dt = std::pow(10.0, *rc::gen::inRange(-18, -9)) * (1 + *rc::gen::inRange(0, 1000) / 999.0);
    const auto n = static_cast<std::uint64_t>(*rc::gen::inRange(1, 10000000));
    RC_ASSERT(steps_until(static_cast<double>(n) * dt, dt) == n);
    RC_ASSERT(steps_until((static_cast<double>(n) + 0.01) * dt, dt) == n + 1);
  }));
}

}  // namespace
}  // namespace ez
