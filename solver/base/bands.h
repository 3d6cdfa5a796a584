// Cuts rows into bands that are processed in parallel, for work that is done only once. It starts its own threads and
// ends them again. A run shares longer-lived threads instead (pool.h).
#pragma once

#include <functional>

namespace ez {

// Returns the number of bands for `rows` rows of `width` items: one for each core, if each core gets enough items.
int bands_of(int rows, int width);

// Calls work(band, from, to) for each of `bands` bands of the rows from 0 to `rows`. Each call has its own thread if
// the system can start one. Returns when all calls are done, and rethrows an exception that one of them threw.
void in_bands(int rows, int bands, const std::function<void(int band, int from, int to)>& work);

}  // namespace ez
