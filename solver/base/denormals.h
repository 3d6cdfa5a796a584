// Treats denormals as zero on this thread for the lifetime of the object. Otherwise a field that has decayed to almost
// zero would slow the CPU down, and the CPU would not round as the GPU does.
#pragma once

#include <cstdint>

namespace ez {

class DenormalsAreZero {
 public:
  DenormalsAreZero() : before_(mode()) {
#if defined(__x86_64__)
    set(before_ | 0x8040);  // flush-to-zero (results) and denormals-are-zero (operands)
#elif defined(__aarch64__)
    set(before_ | (std::uint64_t{1} << 24));
#endif
  }
  ~DenormalsAreZero() { set(before_); }
  DenormalsAreZero(const DenormalsAreZero&) = delete;
  DenormalsAreZero& operator=(const DenormalsAreZero&) = delete;

 private:
#if defined(__x86_64__)
  using Mode = unsigned;
  static Mode mode() { return __builtin_ia32_stmxcsr(); }
  static void set(Mode m) { __builtin_ia32_ldmxcsr(m); }
#elif defined(__aarch64__)
  using Mode = std::uint64_t;
  static Mode mode() {
    Mode m;
    asm volatile("mrs %0, fpcr" : "=r"(m));
    return m;
  }
  static void set(Mode m) { asm volatile("msr fpcr, %0" ::"r"(m)); }
#else
  using Mode = int;
  static Mode mode() { return 0; }
  static void set(Mode) {}
#endif
  Mode before_;
};

}  // namespace ez
