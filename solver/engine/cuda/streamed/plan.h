// The tiles of a pass of `levels` steps, and the class of each. The class depends on the contents of the tile's columns
// and rows, including the overlap with its neighbours. After an edit only the tiles that it touches are classified
// again.
//
//   ┌──────────────────────────────┐   Streaming tiles fill the grid up to boundaries that the kernel supports: PEC,
//   │ general  (PMC, Mur, periodic)│   and the boundary behind a CPML. Along other boundaries there is a frame of
//   │  ┌────────────────────────┐  │   general blocks, as deep as the steps of a pass. If the problem has media that
//   │  │ strips × runs of rows  │  │   the streaming kernel does not support, general blocks fill the grid.
//   │  └────────────────────────┘  │
//   └──────────────────────────────┘   If there are media of H, the frame includes the layers.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/cuda/streamed/due.h"
#include "solver/engine/cuda/streamed/general.h"
#include "solver/engine/cuda/streamed/order.h"
#include "solver/engine/cuda/streamed/pass.h"
#include "solver/problem/change.h"
#include "solver/problem/problem.h"

namespace ez::cuda::streamed {

struct PlanShape {
  int levels = 8;
  int rows = 96;           // approximate number of rows of a run
  int block = 32;          // nodes that a general block owns along x and y
  int warps = most_warps;  // per block
  int at_once = 1 << 30;   // blocks that run at the same time
  // A tile is cut only if it takes more than this many times as long as a one-medium tile.
  double uncut = 1;
  bool operator==(const PlanShape&) const = default;
};

// Returns how many blocks of eight warps each of the multiprocessors processes one after another, if tiles with this
// many rows of one medium cover the grid.
template <class T>
double rounds_of(const Problem& p, int levels, int rows, int multiprocessors);
// Returns the shape for tiles of this many rows. If there are several rounds, tiles need no cutting: the longest begin
// first, and short ones fill up the end.
template <class T>
PlanShape shape_for(const Problem& p, int levels, int rows, int warps, int multiprocessors);

template <class T>
class Plan {
 public:
  Plan(const Problem& p, const PlanShape& shape, const DueRows& due);
  // Updates the plan after an edit: media within `dirty` nodes may have changed, and terms and probes too if `points`
  // is set.
  void update(const Problem& p, NodeRect dirty, bool points, const DueRows& due);
  // Do the same in two parts, for a plan without general blocks whose tiles keep their places: first the media, then
  // the lists, which can wait until the next pass.
  void update_media(const Problem& p, NodeRect dirty);
  void update_points(const DueRows& due);
  bool keeps_places(const DueRows& due) const { return sheets_ == due.sheets(); }

  const PlanShape& shape() const { return shape_; }
  // In the kernel's order, see Blocks.
  const std::vector<Tile<T>>& tiles() const { return blocks_.tiles; }
  int blocks() const { return blocks_.count; }
  int makers() const { return blocks_.makers; }
  double makespan() const { return streamed::makespan(blocks_, shape_.levels, shape_.warps, shape_.at_once); }
  const DueLists& due() const { return due_; }
  // Returns true if there are so many terms that their values are computed before a pass, not by the tiles.
  bool made_ahead() const { return made_ahead_; }
  const GeneralLists<T>& general() const { return general_; }
  // Returns the number of nodes that each class owns, and that of the general blocks.
  std::array<double, class_count + 1> owned() const;

 private:
  // Position of a tile, before its class is known.
  struct Place {
    Tile<T> tile;
    // The least class that its position requires; it determines the width of the lanes.
    Class least = Class::uniform;
    Class medium = Class::uniform;  // the class that its media require as well
  };
  int lanes(Class least) const { return lane_columns<T>(least, shape_.levels); }
  int width(const Place& place) const { return 32 * lanes(place.least); }

  std::vector<int> runs_of(int begin, int end) const;
  void lay_out(const Problem& p, const DueRows& due);
  void lay_strips(const Problem& p, const NodeRect& owned, bool layers);
  void classify(Place& place, const DueRows& due) const;
  void set_medium(const Problem& p, Place& place) const;
  void list_tiles(const DueRows& due);
  void list_blocks(const Problem& p, const DueRows& due);
  Tile<T> with_due(const Place& place, const DueRows& due, DueLists& lists) const;
  // Adds the tile. If it would take longer than others, adds several lower tiles instead.
  void add_tiles(Place place, const DueRows& due, TilesByClass<T>& of_class);

  PlanShape shape_;
  // Tiles that contain the sheets' rows are lower. Columns next to a layer belong to the layer's own tiles.
  Sheets sheets_;
  std::vector<Place> places_;
  std::vector<NodeRect> frames_;  // frames of general blocks along boundaries
  Blocks<T> blocks_;
  DueLists due_;
  bool made_ahead_ = false;
  GeneralLists<T> general_;
};

// Returns the layers along y for all rows of the grid and those beyond it, for Ez or for Hx.
template <class T>
std::vector<RowLayer<T>> row_layers(const AxisLayers& y, bool of_e);

}  // namespace ez::cuda::streamed
