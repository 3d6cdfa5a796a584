// Packs permittivities without loss, after Yanagitani (2011, section 3.2). For 1 ≤ ε_r ≤ 2¹⁵ the double 2⁻⁴/ε,
// with ε = ε0ε_r in F/m, always begins with the byte 0x41. So it is enough to store 56 of its 64 bits, and
// four values fit in seven words:
//   low[4]  the lower 32 bits of each · mid[2]  the next 16 bits of each · top  the next 8 bits of each.
// Unpacking four values takes six byte permutations. Two combine the bytes of `top` with the constant 0x41, and four
// join the results to `mid`.
//
// All doubles in [2¹⁷, 2³³) begin with 0x41, which covers a somewhat larger range than the paper asks for.
#pragma once

#include <cstdint>

#include "solver/base/constants.h"
#include "solver/base/host_device.h"

namespace ez {

struct PackedEpsilon {
  std::uint32_t low[4], mid[2], top;
};

// Range of ε_r that can be packed: from packed_least_eps up to, but not including, packed_eps_below.
inline constexpr double packed_least_eps = 1, packed_eps_below = 53000;

// Returns the number stored for ε_r, in m/F: 2⁻⁴/(ε0ε_r).
inline double packed_value(double eps) { return 1 / (16 * eps0 * eps); }
inline bool fits_packed(double eps) { return eps >= packed_least_eps && eps < packed_eps_below; }

// Picks four bytes of a and b as the GPU's PRMT instruction does: each hex digit k of the selector picks byte k of a
// for k < 4, else byte k − 4 of b.
EZ_INLINE std::uint32_t permute(std::uint32_t a, std::uint32_t b, std::uint32_t selector) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(a, b, selector);
#else
  const std::uint64_t both = (static_cast<std::uint64_t>(b) << 32) | a;
  std::uint32_t out = 0;
  for (unsigned k = 0; k < 4; ++k)
    out |= static_cast<std::uint32_t>((both >> (8 * ((selector >> (4 * k)) & 7))) & 0xff) << (8 * k);
  return out;
#endif
}

// Restores the bits of the four doubles.
EZ_INLINE void unpack(const PackedEpsilon& p, std::uint64_t bits[4]) {
  const std::uint32_t first = 0x41414141u;
  const std::uint32_t ab = permute(p.top, first, 0x5140), cd = permute(p.top, first, 0x7362);
  const std::uint32_t a = permute(p.mid[0], ab, 0x5410), b = permute(p.mid[0], ab, 0x7632);
  const std::uint32_t c = permute(p.mid[1], cd, 0x5410), d = permute(p.mid[1], cd, 0x7632);
  bits[0] = (static_cast<std::uint64_t>(a) << 32) | p.low[0];
  bits[1] = (static_cast<std::uint64_t>(b) << 32) | p.low[1];
  bits[2] = (static_cast<std::uint64_t>(c) << 32) | p.low[2];
  bits[3] = (static_cast<std::uint64_t>(d) << 32) | p.low[3];
}

inline PackedEpsilon pack(const std::uint64_t bits[4]) {
  PackedEpsilon p{};
  for (unsigned k = 0; k < 4; ++k) {
    p.low[k] = static_cast<std::uint32_t>(bits[k]);
    p.mid[k / 2] |= static_cast<std::uint32_t>((bits[k] >> 32) & 0xffff) << (16 * (k % 2));
    p.top |= static_cast<std::uint32_t>((bits[k] >> 48) & 0xff) << (8 * k);
  }
  return p;
}

}  // namespace ez
