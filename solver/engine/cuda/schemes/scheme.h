// A published kernel scheme, working on the lattice's own arrays: it makes the H and E updates of a step in its own
// way, all else (sources, probes, the picture) stays the lattice's. So a scheme is chosen while the field runs, and
// compares bit for bit with the engine's own kernels where it keeps their order of operations.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>

#include "solver/engine/cuda/error.h"
#include "solver/engine/cuda/views.h"
#include "solver/problem/problem.h"
#include "solver/scene/scheme.h"

namespace ez::cuda::schemes {

// What the lattice lends: valid until the next take().
template <class T>
struct Loan {
  HStep<T> h;
  EStep<T> e;
  T cb_vacuum = 0;  // of palette entry 0
};

template <class T>
class Scheme {
 public:
  virtual ~Scheme() = default;
  // The problem as it now is; called when the scheme is chosen and after every edit. `dirty`: nodes whose medium may be
  // another. Throws OutOfMemory or EngineError.
  virtual void take(const Problem& problem, NodeRect dirty, const Loan<T>& loan, cudaStream_t stream) = 0;
  virtual void step_h(BlockShape block, cudaStream_t stream) = 0;
  virtual void step_e(BlockShape block, cudaStream_t stream) = 0;
  // The field was set from outside: whatever the scheme remembers of it is to be read anew.
  virtual void seed(cudaStream_t) {}
  // The scheme sets the Mur nodes itself.
  virtual bool does_mur() const { return false; }

  // What bounds the block: registers and threads of its kernels, shared memory it asks for, nodes a thread owns along
  // y.
  virtual KernelLimits limits() const = 0;
  virtual std::size_t shared_bytes(BlockShape) const { return 0; }
  virtual int rows_per_thread() const { return 1; }
  // What it has chosen for itself.
  virtual std::string note() const { return {}; }
};

template <class T>
using SchemeMaker = std::unique_ptr<Scheme<T>> (*)(int form);

// One line each, beside its entry in solver/scene/scheme.cpp.
template <class T>
std::unique_ptr<Scheme<T>> make_takada(int);
template <class T>
std::unique_ptr<Scheme<T>> make_runtime(int);
template <class T>
std::unique_ptr<Scheme<T>> make_marching(int form);
template <class T>
std::unique_ptr<Scheme<T>> make_split(int form);
template <class T>
std::unique_ptr<Scheme<T>> make_packed_epsilon(int form);
template <class T>
std::unique_ptr<Scheme<T>> make_cublas_vector(int);
template <class T>
std::unique_ptr<Scheme<T>> make_cublas_matrix(int);

// The scheme of that name; nullptr for `two-kernel`. Throws EngineError when it cannot run here (cuBLAS is missing).
template <class T>
std::unique_ptr<Scheme<T>> make_scheme(const SchemeChoice& choice);

// Of one kernel, and of several.
template <class... Kernels>
KernelLimits limits_of_kernels(Kernels... kernels) {
  KernelLimits out{1024, 0};
  const auto look = [&](const void* kernel) {
    cudaFuncAttributes a{};
    EZ_CUDA(cudaFuncGetAttributes(&a, kernel));
    if (a.maxThreadsPerBlock < out.threads) out.threads = a.maxThreadsPerBlock;
    if (a.numRegs > out.registers) out.registers = a.numRegs;
  };
  (look(reinterpret_cast<const void*>(kernels)), ...);
  return out;
}

}  // namespace ez::cuda::schemes
