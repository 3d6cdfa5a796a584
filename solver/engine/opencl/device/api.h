// The functions of libOpenCL. The library is opened at run time, so the program starts on machines without it.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_gl.h>

#include <memory>
#include <string>

namespace ez::opencl {

// Calls X(name) for every function that the engine uses.
#define EZ_OPENCL_FUNCTIONS(X)   \
  X(clGetPlatformIDs)            \
  X(clGetPlatformInfo)           \
  X(clGetDeviceIDs)              \
  X(clGetDeviceInfo)             \
  X(clCreateContext)             \
  X(clReleaseContext)            \
  X(clCreateCommandQueue)        \
  X(clReleaseCommandQueue)       \
  X(clCreateBuffer)              \
  X(clReleaseMemObject)          \
  X(clCreateProgramWithSource)   \
  X(clCreateProgramWithBinary)   \
  X(clBuildProgram)              \
  X(clGetProgramInfo)            \
  X(clGetProgramBuildInfo)       \
  X(clReleaseProgram)            \
  X(clCreateKernel)              \
  X(clReleaseKernel)             \
  X(clGetKernelWorkGroupInfo)    \
  X(clSetKernelArg)              \
  X(clEnqueueNDRangeKernel)      \
  X(clEnqueueReadBuffer)         \
  X(clEnqueueWriteBuffer)        \
  X(clEnqueueReadBufferRect)     \
  X(clEnqueueWriteBufferRect)    \
  X(clEnqueueCopyBuffer)         \
  X(clEnqueueFillBuffer)         \
  X(clEnqueueMarkerWithWaitList) \
  X(clFlush)                     \
  X(clFinish)                    \
  X(clWaitForEvents)             \
  X(clGetEventInfo)              \
  X(clGetEventProfilingInfo)     \
  X(clReleaseEvent)

// The functions of cl_khr_gl_sharing. They are nullptr if the library lacks one of them.
#define EZ_OPENCL_GL_FUNCTIONS(X) \
  X(clCreateFromGLBuffer)         \
  X(clEnqueueAcquireGLObjects)    \
  X(clEnqueueReleaseGLObjects)

struct Api {
// NOLINTNEXTLINE(bugprone-macro-parentheses): a member cannot have parentheses
#define EZ_OPENCL_MEMBER(name) decltype(&::name) name = nullptr;
  EZ_OPENCL_FUNCTIONS(EZ_OPENCL_MEMBER)
  EZ_OPENCL_GL_FUNCTIONS(EZ_OPENCL_MEMBER)
  bool shares_gl() const { return clCreateFromGLBuffer && clEnqueueAcquireGLObjects && clEnqueueReleaseGLObjects; }
#undef EZ_OPENCL_MEMBER
};
using SharedApi = std::shared_ptr<const Api>;

// Opens libOpenCL. Returns nullptr and sets `problem` if it is missing or too old. The library stays open until the
// program ends, because drivers leave threads behind.
SharedApi open_api(std::string& problem);

}  // namespace ez::opencl
