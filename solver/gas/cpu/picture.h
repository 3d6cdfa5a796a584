// Draws a picture of a gas or of heat on the CPU, by the rules of gas/picture.h. The sampling of pixel columns is
// computed once per picture and that of rows once per row. Walls are only checked near rows that have some.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "solver/engine/cpu/decimate.h"
#include "solver/gas/picture.h"

namespace ez::gas {

// Statistics in progress, stored as integers so that the compiler can vectorise the loops.
struct SeenBits {
  std::int32_t most = 0, least = std::numeric_limits<std::int32_t>::max();  // |v|; v, mapped so that the order is kept
  bool bad = false;

  void add(const SeenBits& other) {
    most = std::max(most, other.most);
    least = std::min(least, other.least);
    bad |= other.bad;
  }
  Seen seen() const {
    const bool none = least == SeenBits{}.least;
    return {std::bit_cast<float>(most), none ? 0 : std::bit_cast<float>(ordered(least)), !bad};
  }
  // Map the bits of floats to integers of the same order, and back.
  static std::int32_t ordered(std::int32_t bits) { return bits ^ ((bits >> 31) & magnitude_bits); }
  static constexpr std::int32_t magnitude_bits = 0x7fffffff, infinite = 0x7f800000;
};

// Cells must provide row(j, begin, end, float* room), which returns a pointer to the values, in `room` or elsewhere;
// wall(i, j); and near_wall(j), which is true if row j or j + 1 may have a wall.
template <class Cells>
class PixelRows {
 public:
  PixelRows(const Shown& shown, const Cells& cells, float* pixels)
      : shown_(shown), cells_(cells), pixels_(pixels), taps_(static_cast<std::size_t>(shown.width)) {
    for (int p = 0; p < shown_.width; ++p) taps_[static_cast<std::size_t>(p)] = view_tap(shown_.x, p);
    const auto inside = [](const ViewTap& t) { return t.inside; };
    first_ = static_cast<int>(std::find_if(taps_.begin(), taps_.end(), inside) - taps_.begin());
    end_ = static_cast<int>(std::find_if(taps_.rbegin(), taps_.rend(), inside).base() - taps_.begin());
    first_ = std::min(first_, end_);
  }

  // Draws pixel rows [row, row_end).
  SeenBits draw(int row, int row_end) {
    found_ = {};
    if (view_decimates(shown_.x, shown_.y)) {
      const auto nodes = [&](int j, int begin, int end, float* room) { return cells_.row(j, begin, end, room); };
      decimate(shown_.x, shown_.y, shown_.width, row, row_end, row_kernels<float>(best_isa()), pixels_, nodes,
               [&](int q) { see(q, view_tap(shown_.y, q)); });
    } else {
      magnify(row, row_end);
    }
    return found_;
  }

 private:
  const ViewTap& tap(int p) const { return taps_[static_cast<std::size_t>(p)]; }
  float* pixels_of(int q) const { return pixels_ + static_cast<std::ptrdiff_t>(q) * shown_.width; }

  void magnify(int row, int row_end) {
    const int i0 = first_ < end_ ? tap(first_).low : 0, i1 = first_ < end_ ? tap(end_ - 1).high + 1 : 0;
    struct Line {
      std::vector<float> room;
      const float* values = nullptr;
      int j = -1;
    } low{std::vector<float>(static_cast<std::size_t>(i1 - i0))}, high = low;
    const auto fetch = [&](Line& line, int j) {
      if (line.j != j) line.values = cells_.row(line.j = j, i0, i1, line.room.data());
    };
    for (int q = row; q < row_end; ++q) {
      const ViewTap y = view_tap(shown_.y, q);
      float* pixel = pixels_of(q);
      std::fill_n(pixel, shown_.width, 0.0f);
      if (y.inside && first_ < end_) {
        if (low.j != y.low && high.j == y.low) std::swap(low, high);
        fetch(low, y.low);
        fetch(high, y.high);
        const float *below = low.values, *above = high.values;
        const auto value = [&](int i, int j) { return (j == y.low ? below : above)[i - i0]; };
        const auto blend = [&](const auto& wall) {
          for (int p = first_; p < end_; ++p) pixel[p] = magnified_pixel(tap(p), y, value, wall);
        };
        cells_.near_wall(y.low) ? blend([&](int i, int j) { return cells_.wall(i, j); })
                                : blend([](int, int) { return false; });
      }
      see(q, y);
    }
  }

  // Adds a pixel row to the statistics. Pixels outside the grid are 0. In a decimated picture the pixels before the
  // first and after the last may also show cells.
  void see(int q, const ViewTap& y) {
    const float* pixel = pixels_of(q);
    const auto magnitude = [&](int p) { return std::bit_cast<std::int32_t>(pixel[p]) & SeenBits::magnitude_bits; };
    const SeenBits none;
    std::int32_t most = none.most, least = none.least, bad = 0;
    const int last = std::min(end_ + 1, shown_.width);
    for (int p = std::max(first_ - 1, 0); p < last; ++p) {
      const std::int32_t m = magnitude(p);
      most = std::max(most, m < SeenBits::infinite ? m : none.most);
      bad |= m < SeenBits::infinite ? 0 : 1;
    }
    const auto rank = [&](int p) { return SeenBits::ordered(std::bit_cast<std::int32_t>(pixel[p])); };
    const bool walls = y.inside && cells_.near_wall(y.nearest);
    const int first = first_, end = y.inside ? end_ : first_;
    if (walls || bad != 0) {
      for (int p = first; p < end; ++p)
        if (magnitude(p) < SeenBits::infinite && !(walls && cells_.wall(tap(p).nearest, y.nearest)))
          least = std::min(least, rank(p));
    } else {
      for (int p = first; p < end; ++p) least = std::min(least, rank(p));
    }
    found_.add({most, least, bad != 0});
  }

  const Shown& shown_;
  const Cells& cells_;
  float* pixels_;
  std::vector<ViewTap> taps_;
  int first_ = 0, end_ = 0;  // pixels whose centre is inside
  SeenBits found_;
};

}  // namespace ez::gas
