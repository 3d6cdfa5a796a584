// The three arrays of a grid: rows of [ez | hx | hy] side by side, so that what one row's update touches lies together.
//
// Each row has one cache line of padding on its left (node −1) and at least one node on its right (node nx), and there
// is a row −1 and a row ny: ghosts need no special case. The lengths are chosen so that neighbouring rows, and the
// three arrays of one row, never lie a multiple of 4096 bytes apart: caches and store buffers tell addresses apart by
// the low twelve bits.
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
  // Everything of rows [j0, j1), padding too.
  T* begin_of(int j) const { return ez(j) - static_cast<std::ptrdiff_t>(line); }
  std::size_t row_length() const { return static_cast<std::size_t>(row_); }
  // All of it, ghosts too.
  Pages& pages() { return pages_; }
  const Pages& pages() const { return pages_; }

 private:
  static constexpr std::size_t line = 64 / sizeof(T);  // nodes to a cache line

  // In nodes. 4096 bytes are 64 lines.
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

// ψ of one side's layer: for the difference in H's update and for the one in Ez's. Sides left and right keep the ends
// of all the grid's rows, sides bottom and top keep some whole rows.
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
