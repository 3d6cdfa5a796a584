// What kernels of every scheme speak of, apart from all that is known of a scene: who includes no more is not compiled
// anew when a scene has another key.
#pragma once

namespace ez::cuda {

// Two coefficients of one node, read in one go: {ca, cb} or {da, db}.
template <class T>
struct alignas(2 * sizeof(T)) Pair {
  T a, b;
};

// The most threads a block can have on the current device, and the registers of a thread (of the kernel that has most).
struct KernelLimits {
  int threads = 0, registers = 0;
};

constexpr int most_rows_of_blocks = 65535;  // of a launch's grid

}  // namespace ez::cuda
