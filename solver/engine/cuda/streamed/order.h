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

// In blocks of so many warps of one class each, filled up with tiles that do nothing; those that take longest first, so
// that none of them is the last one at work. Neighbours along x stay together: the columns that they share are still in
// the cache.
template <class T>
std::vector<Tile<T>> in_blocks(const TilesByClass<T>& tiles, int levels, int warps);

// What the blocks of a pass take, in rows of a tile of one medium, where so many multiprocessors each begin the next
// one when they are free.
template <class T>
double makespan(const std::vector<Tile<T>>& tiles, int levels, int warps, int multiprocessors);

}  // namespace ez::cuda::streamed
