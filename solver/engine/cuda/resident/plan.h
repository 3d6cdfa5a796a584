// The blocks that share a small grid among the multiprocessors, one block each, for the duration of a batch slice. A
// block holds a window of the grid: the nodes that it owns, and around them an overlap of as many nodes as there are
// steps between two exchanges. Its warps are stacked along y. Each warp covers the window's whole width and as many
// rows as registers and time allow for its kind.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solver/engine/cuda/streamed/pass.h"

namespace ez {
class DueRows;
struct Problem;
}  // namespace ez

namespace ez::cuda::resident {

inline constexpr int warps = 8;             // per block
inline constexpr int most_neighbours = 32;  // a thread of the first warp waits for each
inline constexpr int most_due = 128;        // in a block
inline constexpr int most_period = 16;      // steps between two exchanges

// Columns per lane: sixteen bytes.
template <class T>
inline constexpr int lane_columns = 16 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int window_width = 32 * lane_columns<T>;

// Layers in the window of a block, one bit each.
enum Kind : int { inner = 0, layer_x = 1, layer_y = 2 };

// Rows per warp, by Kind. Each Shape is an instance of the kernel. ψ takes registers and time; a step should take the
// same time for all kinds.
struct Shape {
  int rows[4];
};
inline constexpr Shape shapes[] = {{{14, 8, 8, 5}}, {{8, 5, 5, 4}}, {{5, 3, 4, 3}}};
inline constexpr int shape_count = 3;

struct Block {
  int kind = inner;
  int x = 0, y = 0;  // first node of the window
  int own_x0 = 0, own_x1 = 0, own_y0 = 0, own_y1 = 0;
  int due = 0, due_count = 0;  // in the list of all
  int neighbours = 0;          // blocks whose nodes it holds, or that hold its own nodes
  int neighbour[most_neighbours] = {};
};

// An operation that is due after Ez, at the nodes [x0, x1) of row y. The list is in order.
struct Due {
  int x0 = 0, x1 = 0, y = 0;
  int kind = 0;   // streamed::Due::Kind
  int index = 0;  // of the signal or of the probe
  double weight = 0;
};

struct Plan {
  int shape = 0;    // index in `shapes`
  int period = 0;   // steps between two exchanges
  double cost = 0;  // estimated cycles per step
  std::vector<Block> blocks;
  std::vector<Due> due;
};

// Returns the blocks of one shape and period. Returns nothing if there are more than `most_blocks`, or if a block would
// own no node.
template <class T>
std::optional<Plan> lay_out(const Problem& p, int shape, int period, int most_blocks);
// Returns the fastest plan. most_blocks is indexed by shape.
template <class T>
std::optional<Plan> best_plan(const Problem& p, const std::array<int, shape_count>& most_blocks);
// Sets the operations that are due in the blocks. Returns false if the blocks cannot hold them.
template <class T>
bool set_due(Plan& plan, const DueRows& due);

}  // namespace ez::cuda::resident
