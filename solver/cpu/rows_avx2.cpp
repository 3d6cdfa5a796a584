// The kernels for AVX2 with FMA (flags in solver/CMakeLists.txt).
#if defined(__x86_64__)
#define EZ_ISA rows_avx2
#include "solver/cpu/rows_kernels.h"
#endif
