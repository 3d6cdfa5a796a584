// The card's place in a program built without CUDA.
#ifndef EZSCOPE_HAS_CUDA

#include "solver/base/error.h"
#include "solver/gas/engine.h"

namespace ez::gas {

std::unique_ptr<Engine> make_cuda_engine(const GasProblem&, const EngineChoice&) {
  throw EngineError("this program was built without CUDA; build it where nvcc is on the PATH");
}

double free_bytes_on(int) { return 0; }

}  // namespace ez::gas

#endif
