// The tiles of a pass of `levels` steps: which of them there are, and of what class each one is. A tile's class is what
// its columns and rows hold, the overlap with its neighbours included; after an edit only tiles that it touches are
// looked at anew.
//
//   ┌──────────────────────────────┐   Streaming tiles fill the grid up to walls that the kernel knows: PEC, and the
//   │ general  (PMC, Mur, periodic)│   wall behind a CPML. Along other walls lies a frame of general blocks, as deep as
//   │  ┌────────────────────────┐  │   a pass has steps. Where the problem has media that the streaming kernel does not
//   │  │ strips × runs of rows  │  │   know, general blocks take its place.
//   │  └────────────────────────┘  │
//   └──────────────────────────────┘   Where there are media of H, the frame holds the layers too.
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
  int rows = 96;           // about as many a run has
  int block = 32;          // nodes that a general block owns along x and y
  int warps = most_warps;  // of a block
  int at_once = 1 << 30;   // blocks that are at work at the same time
  double uncut = 1;        // a tile that takes so many times as long as one of one medium is not cut yet
  bool operator==(const PlanShape&) const = default;
};

// How many blocks of eight warps each of so many multiprocessors makes, one after the other, where tiles of so many
// rows of one medium cover the grid.
template <class T>
double rounds_of(const Problem& p, int levels, int rows, int multiprocessors);
// Tiles of several rounds need no cutting: the longest begin first, and short ones fill up the end.
template <class T>
PlanShape shape_for(const Problem& p, int levels, int rows, int warps, int multiprocessors);

template <class T>
class Plan {
 public:
  Plan(const Problem& p, const PlanShape& shape, const DueRows& due);
  // After an edit: media within `dirty` nodes may be others, and what is due where `points`.
  void update(const Problem& p, NodeRect dirty, bool points, const DueRows& due);
  // The same of a plan without general blocks whose tiles keep their places, in two parts: the media, and the lists
  // that follow, which can wait until the next pass.
  void update_media(const Problem& p, NodeRect dirty);
  void update_points(const DueRows& due);
  bool keeps_places(const DueRows& due) const { return sheets_ == due.sheets(); }

  const PlanShape& shape() const { return shape_; }
  // As the kernel finds them, see Blocks.
  const std::vector<Tile<T>>& tiles() const { return blocks_.tiles; }
  int blocks() const { return blocks_.count; }
  int makers() const { return blocks_.makers; }
  double makespan() const { return streamed::makespan(blocks_, shape_.levels, shape_.warps, shape_.at_once); }
  const DueLists& due() const { return due_; }
  // Terms are so many that their values are made ahead of a pass, not by the tiles.
  bool made_ahead() const { return made_ahead_; }
  const GeneralLists<T>& general() const { return general_; }
  // Nodes that each class owns, and the general blocks.
  std::array<double, class_count + 1> owned() const;

 private:
  // A tile's place, of which the class is asked.
  struct Place {
    Tile<T> tile;
    Class least = Class::uniform;   // that it is; its lanes are as wide as that one's
    Class medium = Class::uniform;  // by its media too
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
  // The tile, or where it takes longer than others lower ones in its place.
  void add_tiles(Place place, const DueRows& due, TilesByClass<T>& of_class);

  PlanShape shape_;
  Sheets sheets_;  // tiles in the way of their rows are lower; columns beside a layer are in the layer's own tiles
  std::vector<Place> places_;
  std::vector<NodeRect> frames_;  // of general blocks along walls
  Blocks<T> blocks_;
  DueLists due_;
  bool made_ahead_ = false;
  GeneralLists<T> general_;
};

// Of the layers along y, all rows of the grid and those beyond: of Ez or of Hx.
template <class T>
std::vector<RowLayer<T>> row_layers(const AxisLayers& y, bool of_e);

}  // namespace ez::cuda::streamed
