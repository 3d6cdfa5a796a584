// Tests how the numbers of a check are shown: units, prefixes, and no digit that its bound makes meaningless.
#include "app/ui/kit/check_text.h"

#include <gtest/gtest.h>

#include <limits>

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;

CheckText shown(const std::string& unit, double measured, double theory, double bound, bool relative) {
  Check check;
  check.unit = unit;
  CheckReading r{Verdict::holds, measured, theory, 0, bound, relative, ""};
  r.difference = relative ? (measured - theory) / theory : measured - theory;
  return text_of(check, r, {});
}

TEST(CheckText, angles_have_their_sign_and_resolve_a_tenth_of_the_bound) {
  const CheckText t = shown("°", 11.1132, 11.1514, 0.5, false);
  EXPECT_EQ(t.measured, "11.11°");
  EXPECT_EQ(t.theory, "11.15°");
  EXPECT_EQ(t.difference, "−0.04°");
  EXPECT_EQ(t.bound, "±0.5°");
}

TEST(CheckText, lengths_fields_and_frequencies_take_a_prefix) {
  EXPECT_EQ(shown("m", 0.12034, 0.12, 0.01, true).measured, "120.3 mm");
  EXPECT_EQ(shown("V/m", 2983.2, 2981.1, 0.02, true).theory, "2.981 kV/m");
  const CheckText tone = shown("Hz", 5.175123e9, 5.175178e9, 2e-5, true);
  EXPECT_EQ(tone.measured, "5.17512 GHz");
  EXPECT_EQ(tone.difference, "−0.0011 %");
  EXPECT_EQ(shown("kg/m³", 0.26557, 0.26557, 0.02, true).measured, "0.2656 kg/m³");
  EXPECT_EQ(shown("dB", -15.312, -15.31, 0.2, false).measured, "−15.31 dB");
}

// Both values take the prefix of the larger one. The difference takes the same prefix.
TEST(CheckText, a_value_far_below_the_bound_is_shown_as_zero) {
  const CheckText dark = shown("", 2.1e-13, 0, 0.01, false);
  EXPECT_EQ(dark.measured, "0");
  EXPECT_EQ(dark.theory, "0");
  EXPECT_EQ(dark.difference, "0");
  EXPECT_EQ(shown("", 0.0043, 0, 0.01, false).measured, "0.0043");
  const CheckText field = shown("V/m", 12.4, 0, 600, false);
  EXPECT_EQ(field.measured, "12 V/m");
  EXPECT_EQ(shown("", 1 + 1e-15, 1, 1e-4, true).difference, "0 %");
  EXPECT_EQ(shown("", 1e-9, 1e-9, 0.01, true).measured, "1e−09")
      << "a small value with a relative bound keeps its digits";
}

TEST(CheckText, a_missing_value_is_shown_with_its_reason) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(shown("°", 3, none, 0.5, false).theory, "–");
  EXPECT_EQ(shown("°", 3, none, 0.5, false).difference, "no value");
  EXPECT_EQ(text_of({}, {Verdict::not_yet, none, none, none, 0.1, true, "2 more periods"}, {}).difference, "not yet");
  EXPECT_EQ(text_of({}, {Verdict::not_settled, 1, 1, 0, 0.1, true, ""}, {}).difference, "not settled");
}

}  // namespace
}  // namespace ez
