// Replaces the OpenCL engine in a program built without the OpenCL headers.
#ifndef EZSCOPE_HAS_OPENCL

#include "solver/engine/opencl/opencl_backend.h"

namespace ez {
namespace {

constexpr const char* not_built =
    "this program was built without OpenCL; install the package opencl-headers and build it again";

}  // namespace

OpenClStatus opencl_status() {
  OpenClStatus status;
  status.problem = not_built;
  return status;
}
std::unique_ptr<Engine> make_opencl_engine(const EngineRequest&, int, std::string& why_not) {
  why_not = not_built;
  return nullptr;
}
EngineMaker opencl_engine_maker(const EngineRequest&, int) { throw EngineError(not_built); }
Bandwidths measure_opencl(int) { throw EngineError(not_built); }

}  // namespace ez

#endif
