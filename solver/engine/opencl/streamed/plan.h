// The tiles of a pass of several steps over memory, and the terms and probes in them. A tile is a strip of columns and
// a run of rows that one work-group processes (kernels/tile.cl). It reads `levels` more nodes on each side than it
// stores, except beyond the grid, where everything is 0.
//
//   ┌─────────┬───────────────┬─────────┐   The strips at the left and right contain the layers along x, the runs at
//   the │ corner  │ layer_y       │ corner  │   bottom and top those along y. All other tiles are clear of them.
//   ├─────────┼───────────────┼─────────┤
//   │ layer_x │ uniform, …    │ layer_x │
//   ├─────────┼───────────────┼─────────┤
//   │ corner  │ layer_y       │ corner  │
//   └─────────┴───────────────┴─────────┘
#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/engine/due_rows.h"
#include "solver/engine/opencl/device/api.h"
#include "solver/engine/opencl/streamed/shape.h"
#include "solver/problem/problem.h"
#include "solver/scene/raster/node_rect.h"

namespace ez::opencl::streamed {

// In the order of tile_kinds in kernels/pass_tables.cl.
enum class Kind : cl_int {
  uniform,  // one lossless medium, inside the grid
  palette,  // any media, inside the grid
  points,   // any media, terms and probes, anywhere
  // The same and a CPML:
  layer_y,
  layer_x,
  corner,
};
inline constexpr int kind_count = 6;

// These have the members of those in kernels/pass_tables.cl.
struct Tile {
  Kind kind = Kind::uniform;
  cl_int x = 0, own_x0 = 0, own_x1 = 0;
  cl_int row0 = 0, own_y0 = 0, own_y1 = 0;
  cl_int entry = 0;
  cl_int due_low = 0, due_high = -1, due = 0, unused = 0;
  bool operator==(const Tile&) const = default;
};
struct Due {
  cl_int ez = -1, hx = -1, hy = -1, probes = -1;
};
struct ProbeAt {
  cl_int index = 0, next = -1;
};
struct DueLists {
  std::vector<Due> rows;
  std::vector<cl_int> slots;
  std::vector<cl_uchar> marks;
  std::vector<ProbeAt> probes;
};

// Returns why passes cannot compute the problem, in words; empty if they can.
std::string why_not(const Problem& problem);

class Plan {
 public:
  Plan(const Problem& problem, const Shape& shape, const DueRows& due);
  // Updates the plan after an edit of media within `dirty`, or of terms and probes.
  void update(const Problem& problem, const NodeRect& dirty, const DueRows& due);

  const Shape& shape() const { return shape_; }
  const std::vector<Tile>& tiles() const { return tiles_; }  // the longest first
  const DueLists& due() const { return due_; }

 private:
  struct Place {
    Tile tile;
    NodeRect read;               // nodes of the grid that it reads
    Kind least = Kind::uniform;  // the kind that its position requires
    bool one_medium = false;     // one lossless medium, of index tile.entry
  };
  struct Strip {
    int x, begin, end;  // first column, and those that are stored
    int width;          // of the columns that are right at the begin
  };
  // Returns the columns of a tile: fewer if it reaches into a CPML.
  int width(bool in_layer) const { return in_layer ? shape_.items : shape_.items * shape_.columns; }
  int width(Kind kind) const { return width(kind >= Kind::layer_y); }
  std::vector<Strip> strips(const Problem& problem, bool in_layer_y) const;
  std::vector<int> runs(const Problem& problem) const;
  void lay_out(const Problem& problem);
  void find_medium(const Problem& problem, Place& place) const;
  void list_tiles(const DueRows& due);
  bool add_due(Tile& tile, const NodeRect& read, const DueRows& due);  // its kind gives its width
  cl_int new_list(const Tile& tile);
  cl_int add_list(const Tile& tile, std::span<const Term> terms, const DueRows& due);
  cl_int add_probes(const Tile& tile, std::span<const DueRows::Probe> probes);

  Shape shape_;
  std::vector<Place> places_;
  std::vector<Tile> tiles_;
  DueLists due_;
};

}  // namespace ez::opencl::streamed
