// Replaces the header of this name on the CPU.
#pragma once

#include "solver/engine/cuda/device/kernel_types.h"

#define EZ_CALLED __attribute__((noinline))

namespace ez::cuda::streamed {

inline unsigned shared_address(const void* p) { return warps::machine.address_of(p); }
template <int Bytes>
void copy_async(unsigned to, const void* from, bool there) {
  warps::machine.copy_later(to, from, Bytes, there);
}
inline void copy_async_where(bool asked, unsigned to, const void* from, bool there) {
  if (asked) copy_async<16>(to, from, there);
}
inline void end_of_copies() { warps::machine.end_of_copies(); }
template <int Rows>
void wait_for_copies() {
  warps::machine.make_copies(Rows);
}
template <class T>
Pair<T> shared_pair(unsigned address) {
  return warps::machine.at<Pair<T>>(address);
}
template <class T>
T shared_value(unsigned address) {
  return warps::machine.at<T>(address);
}

}  // namespace ez::cuda::streamed
