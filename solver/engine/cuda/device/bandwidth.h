// Yardsticks of a device, measured: what a kernel's speed is held against.
#pragma once

namespace ez {

// Bytes read and written per second by a plain copy kernel; buffers several times the L2, median of 7. Throws
// EngineError.
double measure_copy_bandwidth(int device);
// The same for buffers that stay in the L2 cache (a quarter of it). Throws EngineError.
double measure_l2_bandwidth(int device);
// Size of the L2 cache. Throws EngineError.
double l2_cache_bytes(int device);
// Bytes per second by memory clock and bus width as CUDA states them; 0 when it does not. Throws EngineError.
double theoretical_bandwidth(int device);
// Float multiply-adds per second, all lanes, from independent chains in registers; median of 7. Throws EngineError.
double measure_issue_rate(int device);

// The multiprocessors' highest clock as CUDA states it. Throws EngineError.
double device_clock_mhz(int device);

}  // namespace ez
