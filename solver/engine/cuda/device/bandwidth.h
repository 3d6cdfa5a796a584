// Measured limits of a device, which a kernel's speed is compared with.
#pragma once

namespace ez {

// Returns the bytes read and written per second by a plain copy kernel. The buffers are several times as large as the
// L2 cache; the result is the median of 7 runs. Throws EngineError.
double measure_copy_bandwidth(int device);
// Returns the same for buffers that stay in the L2 cache (a quarter of it). Throws EngineError.
double measure_l2_bandwidth(int device);
// Returns the size of the L2 cache. Throws EngineError.
double l2_cache_bytes(int device);
// Returns bytes per second computed from the memory clock and bus width that CUDA reports, or 0 if it reports none.
// Throws EngineError.
double theoretical_bandwidth(int device);
// Returns float multiply-adds per second, over all lanes, from independent chains in registers; median of 7 runs.
// Throws EngineError.
double measure_issue_rate(int device);

// Returns the highest clock of the multiprocessors that CUDA reports. Throws EngineError.
double device_clock_mhz(int device);

}  // namespace ez
