// The kernels for AVX-512 (flags in solver/CMakeLists.txt).
#if defined(__x86_64__)
#define EZ_ISA rows_avx512
#include "solver/cpu/rows_kernels.h"
#endif
