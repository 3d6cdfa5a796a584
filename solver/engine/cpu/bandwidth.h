// Yardsticks of the processor, measured: what the CPU engine's speed is held against.
#pragma once

namespace ez {

struct HostBandwidth {
  double memory = 0;       // bytes per second, read and written: arrays gone over in place, as the engine does
  double cache = 0;        // the same by copies within the second caches; 0: their size is not known
  double cache_bytes = 0;  // size of the second caches of as many cores
};

// With so many threads; the best of several goes, a few tenths of a second together. Throws OutOfMemory, EngineError.
HostBandwidth measure_host_bandwidth(int threads);

}  // namespace ez
