// Replaces the CUDA gas engine in a program built without CUDA.
#ifndef EZSCOPE_HAS_CUDA

#include "solver/base/error.h"
#include "solver/gas/engine.h"
#include "solver/gas/resources.h"

namespace ez::gas {
namespace {
[[noreturn]] void no_cuda() {
  throw EngineError("this program was built without CUDA; build it where nvcc is on the PATH");
}
}  // namespace

Maker device_maker() {
  return {"cuda", [](const GasProblem&, const EngineChoice&) -> std::unique_ptr<Engine> { no_cuda(); },
          [](int) { return 0.0; }};
}
KernelResources step_resources(const GasProblem&, const EngineChoice&) { no_cuda(); }
CardCapacity card_capacity(int) { no_cuda(); }

}  // namespace ez::gas

#endif
