// The kernels of the OpenCL engine, in OpenCL C 1.2. This file comes first, then the functions of solver/physics, then
// the kernels. EZ_DOUBLE: the fields are double. EZ_HAS_DOUBLE: the device has double.
//
// Results equal those of the scalar engine bit for bit: products are fused only where the physics says so.
#pragma OPENCL FP_CONTRACT OFF
#ifdef EZ_HAS_DOUBLE
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef double wide;
#else
typedef float wide;
#endif
#ifdef EZ_DOUBLE
typedef double real;
typedef double2 real2;
#else
typedef float real;
typedef float2 real2;
#endif
#define fused(a, b, c) fma((real)(a), (real)(b), (real)(c))
#define pi 3.14159265358979323846
