#pragma once

// What the loop that follows reads and what it writes are apart.
#if defined(__clang__)
#define EZ_APART _Pragma("clang loop vectorize(assume_safety)")
#else
#define EZ_APART _Pragma("GCC ivdep")
#endif
