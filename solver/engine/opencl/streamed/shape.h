// The shape of the tiles of a pass.
#pragma once

namespace ez::opencl::streamed {

struct Shape {
  int levels = 8;   // steps of a pass; even
  int items = 128;  // work-items of a group
  int columns = 2;  // of an item: 1 or 2
  int rows = 192;   // approximate number of rows that a tile stores
  int width() const { return items * columns; }
  bool operator==(const Shape&) const = default;
};

}  // namespace ez::opencl::streamed
