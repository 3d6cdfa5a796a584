// Rows cut into bands that are worked on at the same time, for work that is done once: it needs no threads of its own
// before and after (pool.h has those of a run).
#pragma once

#include <functional>

namespace ez {

// Into how many bands to cut `rows` rows of `width` items: one for each core, if each gets enough of them.
int bands_of(int rows, int width);

// Calls work(band, from, to) for each of `bands` bands of the rows from 0 to `rows`, each on a thread of its own where
// one can be had. Returns when all are done; throws what one of them threw.
void in_bands(int rows, int bands, const std::function<void(int band, int from, int to)>& work);

}  // namespace ez
