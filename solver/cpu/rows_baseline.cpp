// The kernels for what every machine of this kind has: SSE2 on x86-64, NEON on ARM.
#define EZ_ISA rows_baseline
#include "solver/cpu/rows_kernels.h"
