// Measured limits of the processor, which the CPU engine's speed is compared with.
#pragma once

namespace ez {

struct HostBandwidth {
  // Bytes per second, reads and writes together. Measured on arrays that are updated in place, as the engine does.
  double memory = 0;
  // The same for copies within the second-level caches. 0: their size is not known.
  double cache = 0;
  double cache_bytes = 0;  // size of the second-level caches of this many cores
};

// Measures with this many threads. Takes a few tenths of a second and returns the best of several trials. Throws
// OutOfMemory or EngineError.
HostBandwidth measure_host_bandwidth(int threads);

}  // namespace ez
