// The limit of the colour bar where it follows the field.
#include "app/auto_range.h"

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

TEST(AutoRange, does_not_blow_up_a_residue) {
  AutoRange range;
  range.follow(Quantity::ez, 1000, 0.016);
  double limit = 0;
  for (int k = 0; k < 100000; ++k) limit = range.follow(Quantity::ez, 1e-9, 0.016);
  EXPECT_GE(limit, 0.9 * settled_limit(Quantity::ez, 0.1));
  range.restart();
  EXPECT_NEAR(range.follow(Quantity::ez, 1e-9, 0.016), settled_limit(Quantity::ez, 1e-9), 1e-12);
}

TEST(AutoRange, survives_what_is_no_number) {
  AutoRange range;
  range.follow(Quantity::ez, 5, 0.016);
  const double before = range.follow(Quantity::ez, 5, 0.016);
  EXPECT_EQ(range.follow(Quantity::ez, NAN, 0.016), before);
  EXPECT_EQ(range.follow(Quantity::ez, INFINITY, 0.016), before);
}

}  // namespace
}  // namespace ez
