// A band of rows: the part of a grid that one engine computes if several engines share the grid.
//
// A band holds its own rows and, towards each neighbouring band, some rows of that neighbour (the halo):
//
//   row of the grid   first      first + begin        first + end      first + count
//   row of the band   0          begin                end              count
//                     | halo     | own rows           | halo           |
#pragma once

namespace ez {

struct RowBand {
  int grid = 0;            // number of rows of the grid
  int first = 0;           // row of the grid that is row 0 of the band; negative across a periodic boundary
  int begin = 0, end = 0;  // own rows, numbered as in the band
  int count = 0;           // number of rows that the band holds
  int low() const { return first + begin; }  // own rows [low, high) of the grid
  int high() const { return first + end; }
  // Returns the row of the grid that is row j of the band.
  int grid_row(int j) const { return ((first + j) % grid + grid) % grid; }
  bool operator==(const RowBand&) const = default;
};

}  // namespace ez
