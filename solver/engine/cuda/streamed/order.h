// The order in which the tiles of a pass begin. A pass takes as long as the multiprocessor that finishes last.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/cuda/streamed/pass.h"

namespace ez::cuda::streamed {

// Returns the work of a tile, in units of a row of a one-medium tile.
template <class T>
double work_of(const Tile<T>& tile, int levels);

template <class T>
using TilesByClass = std::array<std::vector<Tile<T>>, class_count>;

// Returns the number of blocks with this many warps that run at the same time.
constexpr int blocks_at_once(int warps, int multiprocessors) { return multiprocessors * most_warps / warps; }

// The tiles of a pass. The first tiles are those with which its blocks begin, one per warp. The tiles that the warps
// process afterwards follow (Tile::then).
template <class T>
struct Blocks {
  std::vector<Tile<T>> tiles;
  int count = 0;   // number of blocks
  int makers = 0;  // number of these blocks, the shortest, that also compute the next pass's values
};

// Groups tiles into blocks of this many warps, all of one class, and fills the last block with empty tiles. The longest
// tiles come first, so that none of them is the last at work. Neighbours along x stay together, because the columns
// that they share are then still in the cache.
//
// Neighbouring multiprocessors (a GPC of an H100: 16 or 18) share an instruction cache that holds the code of a few
// classes, and the hardware distributes blocks neighbourhood by neighbourhood. So the first `at_once` blocks, which
// begin together, are grouped by class, with the most common class between the others. If there are more blocks, the
// hardware begins each pass with another neighbourhood. Their code then comes from the second-level cache, which all
// multiprocessors use heavily at the begin of a pass (10 to 40 µs for the first rows). So if there are only a few more
// blocks, short ones are joined.
template <class T>
Blocks<T> in_blocks(const TilesByClass<T>& tiles, int levels, int warps, int at_once);

// Time that the first blocks wait for their code if there are more blocks than can begin together, in units of a row of
// a one-medium tile. Measured with the lecture's scene at 4096² on an H100: tiles 192 and 200 rows high wait, tiles 224
// rows high do not.
inline constexpr double rows_for_code = 40;

// Returns the time of a pass in units of a row of a one-medium tile. Assumes that `at_once` blocks run at the same time
// and that each multiprocessor begins the next block when it is free.
template <class T>
double makespan(const Blocks<T>& blocks, int levels, int warps, int at_once);

}  // namespace ez::cuda::streamed
