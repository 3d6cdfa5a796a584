// Tests times on the command line: they are read with their unit and converted to steps.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdint>
#include <utility>

#include "app/platform/option_text.h"

namespace ez {
namespace {

TEST(Time, is_read_with_its_unit) {
  EXPECT_DOUBLE_EQ(parse_duration("3.2ns")->value, 3.2e-9);
  EXPECT_DOUBLE_EQ(parse_duration("400fs")->value, 400e-15);
  EXPECT_TRUE(parse_duration("40T")->periods);
  for (const char* bad : {"", "3", "ns", "3 ns", "-3ns", "infs", "nans", "3.2nsx", "3.2Ns", "1e400s"})
    EXPECT_FALSE(parse_duration(bad).has_value()) << bad;
}

TEST(Time, steps_until_is_minimal_and_tolerates_rounding) {
  EXPECT_TRUE(rc::check([] {
    const double dt = std::pow(10.0, *rc::gen::inRange(-18, -9)) * (1 + *rc::gen::inRange(0, 1000) / 999.0);
    const auto n = static_cast<std::uint64_t>(*rc::gen::inRange(1, 10000000));
    // Also a thousand million periods later.
    for (const std::uint64_t steps : {n, n * 100000})
      for (const auto& [beyond, more] : {std::pair(0.0, 0u), std::pair(0.01, 1u)})
        RC_ASSERT(steps_until((static_cast<double>(steps) + beyond) * dt, dt) == steps + more);
  }));
}

TEST(Time, a_time_that_no_run_reaches_has_no_steps) {
  EXPECT_EQ(steps_until(1e14, 1.0), 100'000'000'000'000u);
  EXPECT_FALSE(steps_until(1.1e15, 1.0).has_value());
  EXPECT_FALSE(steps_until(1e300, 1e-12).has_value());
}

TEST(Numbers, must_be_the_whole_text_and_finite) {
  for (const char* micro : {"3.2us", "3.2µs", "3.2μs"}) {  // micro sign and Greek mu
    const auto time = parse_duration(micro);
    ASSERT_TRUE(time) << micro;
    EXPECT_DOUBLE_EQ(time->value, 3.2e-6);
  }
  EXPECT_EQ(parse_number("1e3"), 1000);
  EXPECT_EQ(parse_whole("-12"), -12);
  for (const char* bad : {"", "nan", "inf", "1e400", "1x", " 1"}) EXPECT_FALSE(parse_number(bad).has_value()) << bad;
  for (const char* bad : {"", "1.5", "1e3", "99999999999999999999"}) EXPECT_FALSE(parse_whole(bad).has_value()) << bad;
}

}  // namespace
}  // namespace ez
