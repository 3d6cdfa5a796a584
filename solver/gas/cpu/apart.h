#pragma once

// Asserts that the memory that the next loop reads and the memory that it writes do not overlap.
#if defined(__clang__)
#define EZ_NO_OVERLAP _Pragma("clang loop vectorize(assume_safety)")
#else
#define EZ_NO_OVERLAP _Pragma("GCC ivdep")
#endif
