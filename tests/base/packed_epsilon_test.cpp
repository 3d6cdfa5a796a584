// Tests that the 56-bit packing of permittivities returns every value of its range to the bit.
#include "solver/base/packed_epsilon.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace ez::test {
namespace {

std::uint64_t bits_of(double v) {
  std::uint64_t b = 0;
  std::memcpy(&b, &v, sizeof b);
  return b;
}

void expect_round_trip(const std::uint64_t in[4]) {
  std::uint64_t out[4] = {};
  unpack(pack(in), out);
  for (int k = 0; k < 4; ++k) EXPECT_EQ(in[k], out[k]);
}

// [2¹⁷, 2³³): every exponent, with the mantissas at the edges of the three parts and all single bits.
TEST(PackedEpsilon, round_trips_every_exponent_and_every_mantissa_bit) {
  const std::uint64_t least = bits_of(std::ldexp(1.0, 17)), most = bits_of(std::nextafter(std::ldexp(1.0, 33), 0.0));
  for (int exponent = 17; exponent <= 32; ++exponent)
    for (int bit = -2; bit < 52; ++bit) {
      const std::uint64_t mantissa = bit == -2 ? 0 : bit == -1 ? (std::uint64_t(1) << 52) - 1 : std::uint64_t(1) << bit;
      const std::uint64_t value = bits_of(std::ldexp(1.0, exponent)) | mantissa;
      const std::uint64_t group[4][4] = {{value, least, most, least},
                                         {least, value, least, most},
                                         {most, least, value, least},
                                         {least, most, least, value}};
      for (const auto& g : group) expect_round_trip(g);
    }
}

TEST(PackedEpsilon, round_trips_random_permittivities) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(0, 15);
  for (int n = 0; n < 200000; ++n) {
    std::uint64_t group[4];
    for (std::uint64_t& g : group) g = bits_of(packed_value(std::exp2(exponent(random))));
    expect_round_trip(group);
  }
}

// Values as the paper prints them, with its ε0: 0x41fa-4bcd-78b3-d090 for ε_r = 1 and 0x410a-4bcd-… for 2¹⁵.
TEST(PackedEpsilon, stores_the_values_of_the_paper) {
  EXPECT_EQ(bits_of(packed_value(1)) >> 32, 0x41fa4bcdu);
  EXPECT_EQ(bits_of(packed_value(32768)) >> 32, 0x410a4bcdu);
}

TEST(PackedEpsilon, reports_values_that_do_not_fit) {
  EXPECT_TRUE(fits_packed(1));
  EXPECT_TRUE(fits_packed(32768));  // the paper's bound
  EXPECT_TRUE(fits_packed(std::nextafter(53000.0, 0.0)));
  EXPECT_FALSE(fits_packed(53000));
  EXPECT_EQ(bits_of(packed_value(53000)) >> 56, 0x41u);
  EXPECT_FALSE(fits_packed(std::nextafter(1.0, 0.0)));
  EXPECT_FALSE(fits_packed(NAN));
}

}  // namespace
}  // namespace ez::test
