// Tests the limit of the colour bar when it follows the field.
#include "app/picture/auto_range.h"

#include <gtest/gtest.h>

#include <cmath>

namespace ez {
namespace {

// ---- the colour bar

TEST(AutoRange, rises_at_once_and_falls_slowly) {
  AutoRange range;
  EXPECT_EQ(range.follow(Quantity::ez, 0, 0.016), 1);
  range.follow(Quantity::ez, 1, 0.016);
  double limit = 0;
  for (int k = 0; k < 60; ++k) limit = range.follow(Quantity::ez, 100, 0.016);
  EXPECT_NEAR(limit, settled_limit(Quantity::ez, 100), 0.02 * limit);
  const double after = range.follow(Quantity::ez, 1, 0.016);
  EXPECT_GT(after, 0.9 * limit);
}

TEST(AutoRange, is_1_2_or_5_times_a_power_of_ten) {
  AutoRange range;
  const auto is_round = [](double v) {
    const double m = v / std::pow(10.0, std::floor(std::log10(v) + 1e-9));
    return std::abs(m - 1) < 1e-9 || std::abs(m - 2) < 1e-9 || std::abs(m - 5) < 1e-9;
  };
  for (int k = 0; k < 2000; ++k) {
    const double limit = range.follow(Quantity::ez, 467.97 * (1 + 0.9 * std::sin(0.01 * k)), 0.016);
    EXPECT_TRUE(is_round(limit)) << limit;
  }
  EXPECT_DOUBLE_EQ(settled_limit(Quantity::ez, 467.97), 200);
  EXPECT_DOUBLE_EQ(settled_limit(Quantity::energy, 9e-12), 1e-12);
  // A wave whose maximum beats around the boundary between two limits must not make the bar flicker.
  range.restart();
  int changes = 0;
  double last = 0;
  for (int k = 0; k < 5000; ++k) {
    const double limit = range.follow(Quantity::ez, 3 * std::sqrt(2.0) * (1 + 0.1 * std::sin(0.02 * k)), 0.016);
    changes += last != 0 && limit != last;
    last = limit;
  }
  EXPECT_LE(changes, 1);
}

TEST(AutoRange, does_not_amplify_a_small_remainder) {
  AutoRange range;
  range.follow(Quantity::ez, 1000, 0.016);
  double limit = 0;
  for (int k = 0; k < 100000; ++k) limit = range.follow(Quantity::ez, 1e-9, 0.016);
  EXPECT_GE(limit, 0.9 * settled_limit(Quantity::ez, 0.1));
  range.restart();
  EXPECT_NEAR(range.follow(Quantity::ez, 1e-9, 0.016), settled_limit(Quantity::ez, 1e-9), 1e-12);
}

TEST(AutoRange, settling_depends_only_on_the_present_field) {
  AutoRange range;
  EXPECT_EQ(range.settle(Quantity::ez, 0), 1);
  range.follow(Quantity::ez, 1000, 0.016);
  for (const double now : {1e-9, 3.0, 40.0})
    EXPECT_EQ(range.settle(Quantity::ez, now), settled_limit(Quantity::ez, now));
  EXPECT_EQ(range.settle(Quantity::ez, 0), settled_limit(Quantity::ez, 40)) << "an empty field keeps the last limit";
  EXPECT_NEAR(range.follow(Quantity::ez, 40, 0.016), settled_limit(Quantity::ez, 40), 1e-12)
      << "following continues from the settled limit";
}

TEST(AutoRange, the_bar_of_a_gas_spans_its_values_even_if_nearly_uniform) {
  EXPECT_TRUE(spans_range(Quantity::density));
  EXPECT_FALSE(spans_range(Quantity::u));
  EXPECT_FALSE(spans_range(Quantity::ez));
  EXPECT_EQ(settled_ends(0.125, 1), (BarEnds{0, 1})) << "the bar starts at 0 if the values come near it";
  EXPECT_EQ(settled_ends(0, 1.3), (BarEnds{0, 1.5}));
  EXPECT_EQ(settled_ends(1, 1), (BarEnds{0, 1})) << "a uniform gas";
  const BarEnds faint = settled_ends(0.99, 1.02);
  EXPECT_LE(faint.low, 0.99);
  EXPECT_GE(faint.limit, 1.02);
  EXPECT_LT(faint.limit - faint.low, 0.06);
  EXPECT_DOUBLE_EQ(settled_limit(Quantity::u, 0.93), 1) << "a gas has no sources that are allowed to saturate";
}

TEST(AutoRange, the_ends_of_the_bar_stay_while_the_values_fill_it) {
  SpanRange range;
  const BarEnds first = range.follow(0.1, 1, 0.016);
  EXPECT_EQ(first, (BarEnds{0, 1}));
  for (int k = 0; k < 200; ++k) EXPECT_EQ(range.follow(0.1, 1 - 0.003 * k, 0.016), first) << k;
  EXPECT_EQ(range.follow(0.1, 1.2, 0.016), (BarEnds{0, 1.2})) << "the bar grows at once";
  for (int k = 0; k < 30; ++k) EXPECT_EQ(range.follow(0.01, 0.2, 0.016), (BarEnds{0, 1.2})) << "the bar shrinks slowly";
  for (int k = 0; k < 60; ++k) range.follow(0.01, 0.2, 0.016);
  EXPECT_EQ(range.follow(0.01, 0.2, 0.016), (BarEnds{0, 0.2}));
  EXPECT_EQ(range.follow(0.01, 0.05, INFINITY), (BarEnds{0, 0.05})) << "a paused field gets the range that fits it";
  range.follow(0.1, 1.15, 0.016);
  EXPECT_EQ(range.follow(0.1, 1, INFINITY), settled_ends(0.1, 1)) << "regardless of the earlier range";
}

// A wave of ±2.2 from a line source is shown in full. At a point source a few nodes may saturate.
TEST(AutoRange, a_field_without_bright_nodes_is_shown_in_full) {
  Scene s;
  s.sources = {{"", LineSource{}, 1, false, true, Cw{1e9}}, {"", PointSource{}, 1, false, true, Cw{1e9}}};
  EXPECT_TRUE(has_bright_nodes(s));
  s.sources[1].on = false;
  EXPECT_FALSE(has_bright_nodes(s));
  EXPECT_DOUBLE_EQ(settled_limit(Quantity::ez, 2.2, has_bright_nodes(s)), 2);
  EXPECT_DOUBLE_EQ(settled_limit(Quantity::ez, 2.2, true), 1);
  AutoRange range;
  EXPECT_DOUBLE_EQ(range.follow(Quantity::ez, 2.2, 0.016, false), 2);
  EXPECT_DOUBLE_EQ(range.settle(Quantity::ez, 2.2, false), 2);
}

TEST(AutoRange, ignores_values_that_are_not_finite) {
  AutoRange range;
  range.follow(Quantity::ez, 5, 0.016);
  const double before = range.follow(Quantity::ez, 5, 0.016);
  EXPECT_EQ(range.follow(Quantity::ez, NAN, 0.016), before);
  EXPECT_EQ(range.follow(Quantity::ez, INFINITY, 0.016), before);
}

}  // namespace
}  // namespace ez
