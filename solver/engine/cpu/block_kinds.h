// The kind of kernel that may process a block of a row: for one medium, for mixed media, or none of the fast ones.
// Stored as one byte per block, for single rows and for groups of four rows. A run of equal blocks is found by
// comparing eight bytes at a time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

namespace ez {

class BlockKinds {
 public:
  using Kind = std::uint8_t;
  // Any other value is 1 + the palette index of the only medium.
  static constexpr Kind mixed = 0, slow = 255;
  static Kind of(int entry) { return entry >= 0 && entry < slow - 1 ? static_cast<Kind>(entry + 1) : mixed; }

  BlockKinds() = default;
  BlockKinds(int blocks, int rows)
      : rows_(rows),
        pitch_((static_cast<std::size_t>(blocks) + 7) / 8 * 8 + 8),
        one_(pitch_ * static_cast<std::size_t>(rows)),
        four_(one_.size()) {}

  Kind* one(int j) { return one_.data() + at(j); }
  const Kind* one(int j) const { return one_.data() + at(j); }
  // Kinds of the blocks of rows j … j+3 together.
  const Kind* four(int j) const { return four_.data() + at(j); }
  // Combines rows j … j+3, after each of them is set.
  void join(int j) {
    const int rows = std::min(4, rows_ - j);
    for (std::size_t b = 0; b < pitch_; ++b) {
      Kind kind = one(j)[b];
      for (int r = 1; r < rows; ++r) {
        const Kind other = one(j + r)[b];
        kind = kind == slow || other == slow ? slow : kind == other ? kind : mixed;
      }
      four_[at(j) + b] = kind;
    }
  }

  template <class F>
  static void runs(const Kind* kinds, int begin, int end, F f) {
    constexpr std::uint64_t ones = 0x0101010101010101;
    while (begin < end) {
      const Kind kind = kinds[begin];
      int to = begin;
      for (std::uint64_t other = 0; to < end && other == 0;) {
        std::memcpy(&other, kinds + to, 8);
        other ^= ones * kind;
        to += other == 0 ? 8 : std::countr_zero(other) / 8;
      }
      to = std::min(to, end);
      f(kind, begin, to);
      begin = to;
    }
  }

 private:
  std::size_t at(int j) const { return pitch_ * static_cast<std::size_t>(j); }
  int rows_ = 0;
  std::size_t pitch_ = 8;
  std::vector<Kind> one_, four_;
};

}  // namespace ez
