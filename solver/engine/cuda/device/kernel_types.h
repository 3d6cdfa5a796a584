// Types that the kernels of every scheme use and that need no knowledge of a scene. A file that includes only this
// header is not recompiled when scenes get another key.
#pragma once

namespace ez::cuda {

// Two coefficients of one node, {ca, cb} or {da, db}, aligned so that one load reads both.
template <class T>
struct alignas(2 * sizeof(T)) Pair {
  T a, b;
};

// The maximum number of threads per block on the current device, and the registers per thread (of the kernel that uses
// most).
struct KernelLimits {
  int threads = 0, registers = 0;
};

constexpr int most_rows_of_blocks = 65535;  // of a launch's grid

}  // namespace ez::cuda
