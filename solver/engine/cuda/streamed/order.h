// In which order the tiles of a pass begin: it takes as long as the multiprocessor that ends last.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/cuda/streamed/pass.h"

namespace ez::cuda::streamed {

// What a tile takes, in rows of a tile of one medium.
template <class T>
double work_of(const Tile<T>& tile, int levels);

template <class T>
using TilesByClass = std::array<std::vector<Tile<T>>, class_count>;

// How many blocks of so many warps are at work at the same time.
constexpr int blocks_at_once(int warps, int multiprocessors) { return multiprocessors * most_warps / warps; }

// The tiles of a pass: first those with which its blocks begin, as many each as a block has warps, then those that they
// make afterwards (Tile::then).
template <class T>
struct Blocks {
  std::vector<Tile<T>> tiles;
  int count = 0;   // of blocks
  int makers = 0;  // of them, that can make the next pass's values: the shortest
};

// In blocks of so many warps of one class each, filled up with tiles that do nothing; those that take longest first, so
// that none of them is the last one at work. Neighbours along x stay together: the columns that they share are still in
// the cache.
//
// Multiprocessors of a neighbourhood (a GPC of an H100: 16 or 18) share an instruction cache, which holds the code of a
// few classes, and blocks are handed out neighbourhood by neighbourhood. So of the first `at_once` blocks, which begin
// together, those of a class stand together, and the commonest class between the others. Where there are more blocks,
// the hardware begins with another neighbourhood from pass to pass, and their code comes by way of the second cache,
// which all keep busy when a pass begins (10 to 40 µs for the first rows): where they are not many more, short ones are
// joined.
template <class T>
Blocks<T> in_blocks(const TilesByClass<T>& tiles, int levels, int warps, int at_once);

// What the first blocks wait for their code where there are more than begin together: that long, in rows of a tile of
// one medium, as the lecture's scene does at 4096² on an H100 with tiles 192 and 200 rows high, and with 224 does not.
inline constexpr double rows_for_code = 40;

// What the blocks of a pass take, in rows of a tile of one medium, where so many are at work at the same time and each
// multiprocessor begins the next one when it is free.
template <class T>
double makespan(const Blocks<T>& blocks, int levels, int warps, int at_once);

}  // namespace ez::cuda::streamed
