// The blocks that share a small grid among the multiprocessors, one each, for as long as a slice of time lasts. A block
// holds a window of the grid: what it owns, and around it an overlap of as many nodes as steps pass between two
// exchanges. Its warps stand one above the other, each with the window's whole width and as many rows as registers and
// time allow for its class.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solver/engine/cuda/streamed/pass.h"

namespace ez {
struct Problem;
}
namespace ez::cuda::streamed {
class DueRows;
}

namespace ez::cuda::resident {

inline constexpr int warps = 8;             // of a block
inline constexpr int most_neighbours = 32;  // a thread of the first warp waits for each
inline constexpr int most_due = 128;        // in a block
inline constexpr int most_period = 16;      // steps between two exchanges

// Columns of a lane: sixteen bytes.
template <class T>
inline constexpr int lane_columns = 16 / static_cast<int>(sizeof(T));
template <class T>
inline constexpr int window_width = 32 * lane_columns<T>;

// What the window of a block holds of layers, bit by bit.
enum Kind : int { inner = 0, layer_x = 1, layer_y = 2 };

// Rows of a warp, by Kind: the kernel's instances. ψ takes registers, and time: a step should take all classes alike.
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
  int neighbours = 0;          // whose nodes it holds, or who hold its own
  int neighbour[most_neighbours] = {};
};

// What is due after Ez, at the nodes [x0, x1) of row y, in order.
struct Due {
  int x0 = 0, x1 = 0, y = 0;
  int kind = 0;   // streamed::Due::Kind
  int index = 0;  // of the signal, of the probe
  double weight = 0;
};

struct Plan {
  int shape = 0;    // which of `shapes`
  int period = 0;   // steps between two exchanges
  double cost = 0;  // about how many cycles a step takes
  std::vector<Block> blocks;
  std::vector<Due> due;
};

// The blocks of one shape and period; nothing when they are more than `most_blocks`, or no block would own a node.
template <class T>
std::optional<Plan> lay_out(const Problem& p, int shape, int period, int most_blocks);
// The fastest of all; most_blocks is by shape.
template <class T>
std::optional<Plan> best_plan(const Problem& p, const std::array<int, shape_count>& most_blocks);
// What is due in the blocks: whether they can hold it.
template <class T>
bool set_due(Plan& plan, const streamed::DueRows& due);

}  // namespace ez::cuda::resident
