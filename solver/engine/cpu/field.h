// The three arrays of a grid. Each row is stored as [ez | hx | hy], so that the data of one row's update are close
// together.
//
// Each row has one cache line of padding on its left (node −1) and at least one node on its right (node nx). There is
// also a row −1 and a row ny, so ghost nodes need no special case. Neighbouring rows, and the three arrays of one row,
// are never a multiple of 4096 bytes apart, because caches and store buffers distinguish addresses by their low twelve
// bits.
#pragma once

#include <cstddef>

#include "solver/engine/cpu/pages.h"
#include "solver/engine/cpu/rows/rows.h"
#include "solver/problem/problem.h"

namespace ez {

template <class T>
class Field {
 public:
  Field() = default;
  // Throws std::bad_alloc.
  Field(int nx, int ny) : nx_(nx), ny_(ny) {
    part_ = part_of(nx);
    row_ = row_of(nx);
    pages_ = Pages(bytes(nx, ny));
    origin_ = static_cast<T*>(pages_.data()) + row_ + static_cast<std::ptrdiff_t>(line);
  }
  static std::size_t bytes(int nx, int ny) {
    return static_cast<std::size_t>(row_of(nx)) * (static_cast<std::size_t>(ny) + 2) * sizeof(T);
  }

  int nx() const { return nx_; }
  int ny() const { return ny_; }
  T* ez(int j) const { return origin_ + j * row_; }
  T* hx(int j) const { return ez(j) + part_; }
  T* hy(int j) const { return ez(j) + 2 * part_; }
  T* of(FieldArray array, int j) const { return ez(j) + static_cast<std::ptrdiff_t>(array) * part_; }
  // Start of row j including its padding.
  T* begin_of(int j) const { return ez(j) - static_cast<std::ptrdiff_t>(line); }
  std::size_t row_length() const { return static_cast<std::size_t>(row_); }
  // All the memory, including ghost nodes.
  Pages& pages() { return pages_; }
  const Pages& pages() const { return pages_; }

 private:
  static constexpr std::size_t line = 64 / sizeof(T);  // nodes per cache line

  // Lengths in nodes. 4096 bytes are 64 lines.
  static std::ptrdiff_t part_of(int nx) {
    std::size_t lines = (static_cast<std::size_t>(nx) + 1 + block_nodes - 1) / block_nodes * (block_nodes / line) + 1;
    while (lines % 64 < 8 || lines % 64 > 56 || (2 * lines) % 64 < 8 || (2 * lines) % 64 > 56) ++lines;
    return static_cast<std::ptrdiff_t>(lines * line);
  }
  static std::ptrdiff_t row_of(int nx) {
    std::size_t lines = 3 * static_cast<std::size_t>(part_of(nx)) / line;
    while (lines % 64 < 4 || lines % 64 > 60) ++lines;
    return static_cast<std::ptrdiff_t>(lines * line);
  }

  int nx_ = 0, ny_ = 0;
  std::ptrdiff_t part_ = 0, row_ = 0;
  Pages pages_;
  T* origin_ = nullptr;  // node (0, 0)
};

// ψ of one boundary's layer, for the difference in the update of H and for the one in the update of Ez. The left and
// right layers hold the ends of all rows; the bottom and top layers hold some whole rows.
template <class T>
struct LayerMemory {
  int depth = 0, rows = 0;
  std::ptrdiff_t stride = 0;
  Pages pages;

  LayerMemory() = default;
  // `count` rows of `length` nodes.
  LayerMemory(int layer_depth, int count, int length) : depth(layer_depth), rows(count) {
    stride = (static_cast<std::ptrdiff_t>(length) + block_nodes - 1) / block_nodes * block_nodes;
    pages = Pages(2 * static_cast<std::size_t>(rows * stride) * sizeof(T));
  }
  T* h(int row) const { return static_cast<T*>(pages.data()) + row * stride; }
  T* e(int row) const { return h(rows + row); }
};

}  // namespace ez
