// The 56-bit packing of permittivities gives back every value of its range to the bit.
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

// 2ε_r in [2, 2¹⁷): every exponent, with the mantissas at the edges of the three parts and all single bits.
TEST(PackedEpsilon, round_trips_every_exponent_and_every_mantissa_bit) {
  for (int exponent = 1; exponent <= 16; ++exponent)
    for (int bit = -2; bit < 52; ++bit) {
      const std::uint64_t mantissa = bit == -2 ? 0 : bit == -1 ? (std::uint64_t(1) << 52) - 1 : std::uint64_t(1) << bit;
      const std::uint64_t value = bits_of(std::ldexp(1.0, exponent)) | mantissa;
      const std::uint64_t least = bits_of(2.0), most = bits_of(std::nextafter(131072.0, 0.0));
      const std::uint64_t group[4][4] = {{value, least, most, least},
                                         {least, value, least, most},
                                         {most, least, value, least},
                                         {least, most, least, value}};
      for (const auto& g : group) expect_round_trip(g);
    }
}

TEST(PackedEpsilon, round_trips_random_values_of_the_range) {
  std::mt19937_64 random(7);
  const std::uint64_t low = bits_of(2.0), span = bits_of(131072.0) - low;
  for (int n = 0; n < 200000; ++n) {
    std::uint64_t group[4];
    for (std::uint64_t& g : group) g = low + random() % span;
    expect_round_trip(group);
  }
}

TEST(PackedEpsilon, says_what_does_not_fit) {
  EXPECT_TRUE(fits_packed(2.0));
  EXPECT_TRUE(fits_packed(2 * 32768.0));  // the paper's bound
  EXPECT_TRUE(fits_packed(std::nextafter(131072.0, 0.0)));
  EXPECT_FALSE(fits_packed(131072.0));
  EXPECT_FALSE(fits_packed(std::nextafter(2.0, 0.0)));
  EXPECT_FALSE(fits_packed(NAN));
}

}  // namespace
}  // namespace ez::test
