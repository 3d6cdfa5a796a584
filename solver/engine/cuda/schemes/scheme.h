// A kernel scheme determines how steps are made on the lattice's own arrays. It owns the whole batch, so it may pass
// over the grid once per step, or once for several steps. The lattice provides the operations at single nodes (sources,
// Mur nodes, probes) as Points. A scheme can be selected during a run. A scheme with the same order of operations as
// `two-kernel` gives bit-identical results.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>
#include <string>
#include <vector>

#include "solver/engine/cuda/device/error.h"
#include "solver/engine/cuda/device/kernel_clock.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/views.h"
#include "solver/problem/change.h"
#include "solver/problem/problem.h"
#include "solver/scene/scheme.h"

namespace ez::cuda::schemes {

// The data that the lattice lends to a scheme. Valid until the next take().
template <class T>
struct SchemeArguments {
  HStep<T> h;
  EStep<T> e;
  T cb_vacuum = 0;  // of palette entry 0
  // Everything that determines how the run continues: ez, hx, hy; for left, right, bottom and top, ψ of E and ψ of H;
  // the corrections of second-order Mur nodes. A scheme may replace these buffers by others of the same sizes, and then
  // calls Points::moved().
  std::vector<DeviceBuffer<T>*> state;
};

// Steps [0, steps) of a batch.
struct Slice {
  int steps = 0;
  BlockShape block;
};

// Operations that are due at single nodes during a step of the slice.
class Points {
 public:
  // For a scheme that makes these operations itself: one row for each step of the slice.
  struct Tables {
    const double* signals = nullptr;
    int signal_count = 0;
    double* probes = nullptr;
    int probe_count = 0;
  };

  virtual ~Points() = default;
  virtual Tables tables() const = 0;
  // Returns true if something reads the field after every single step. The scheme must then make single steps.
  virtual bool needs_single_steps() const = 0;
  // Call after the state has moved to other buffers, or has advanced by several steps at once.
  virtual void moved() = 0;
  virtual void before_step() = 0;
  virtual void after_h(int step) = 0;  // terms on Hx and Hy
  // Makes the terms on Ez, Mur's nodes and probes, except those that the scheme has already done.
  struct Done {
    bool terms = false, mur = false;
  };
  virtual void after_e(int step, Done done) = 0;
};

template <class T>
class Scheme {
 public:
  virtual ~Scheme() = default;
  // Takes the present problem. Called when the scheme is selected and after every edit of its tables. Throws
  // OutOfMemory or EngineError.
  virtual void take(const Problem& problem, const Change& change, const SchemeArguments<T>& loan,
                    cudaStream_t stream) = 0;
  // Takes changed terms or instruments. The tables are unchanged.
  virtual void take_points(const Problem&, cudaStream_t) {}
  // Enqueues all steps of the slice on the stream, each with its points.
  virtual void advance(const Slice& slice, Points& points, cudaStream_t stream) = 0;
  // Updates an array that the scheme does not store, before it is read.
  virtual void materialise(FieldArray, cudaStream_t) {}
  // Discards all values remembered from the field, because the field was set externally.
  virtual void seed(cudaStream_t) {}
  // Updates Ez alone, to measure it. Not every scheme implements this.
  virtual void update_e_only(BlockShape, cudaStream_t) {}
  // Updates H, then Ez, and measures each kernel of Ez's update. Not every scheme implements this.
  virtual void measure_kernels_of_step(BlockShape, KernelClock&, cudaStream_t) {}

  // Limits on the thread block: registers and threads of the kernels, shared memory, and nodes per thread along y.
  virtual KernelLimits limits() const = 0;
  virtual std::size_t shared_bytes(BlockShape) const { return 0; }
  virtual int rows_per_thread() const { return 1; }
  // Returns the number of steps in most passes of a slice; 0: it makes single steps.
  virtual int steps_a_pass() const { return 0; }
  // Describes the automatic choice that the scheme has made.
  virtual std::string note() const { return {}; }
};

// A scheme that makes single steps: H everywhere, then Ez everywhere.
template <class T>
class StepScheme : public Scheme<T> {
 public:
  virtual void step_h(BlockShape block, cudaStream_t stream) = 0;
  virtual void step_e(BlockShape block, cudaStream_t stream) = 0;
  // Returns true if the scheme sets the Mur nodes itself.
  virtual bool does_mur() const { return false; }

  void advance(const Slice& slice, Points& points, cudaStream_t stream) override {
    for (int step = 0; step < slice.steps; ++step) {
      points.before_step();
      step_h(slice.block, stream);
      points.after_h(step);
      step_e(slice.block, stream);
      points.after_e(step, {.mur = does_mur()});
    }
  }
  void update_e_only(BlockShape block, cudaStream_t stream) final { step_e(block, stream); }
};

// Makes steps [first, slice.steps) with the two kernels of the scheme `two-kernel`.
template <class T>
void make_single_steps(const SchemeArguments<T>& loan, const Slice& slice, int first, Points& points,
                       cudaStream_t stream) {
  for (int step = first; step < slice.steps; ++step) {
    points.before_step();
    launch_h(loan.h, slice.block, stream);
    points.after_h(step);
    launch_e(loan.e, slice.block, stream);
    points.after_e(step, {});
  }
}

template <class T>
using SchemeMaker = std::unique_ptr<Scheme<T>> (*)(int form);

// One line for each scheme; see its entry in solver/scene/scheme.cpp.
template <class T>
std::unique_ptr<Scheme<T>> make_two_kernel(int);
template <class T>
std::unique_ptr<Scheme<T>> make_streamed(int);
// The same, but uses two kernels if there is no memory for its second set of arrays.
template <class T>
std::unique_ptr<Scheme<T>> make_streamed_if_memory(int);
// The scheme `auto` as well: a problem that does not fit uses make_streamed_if_memory.
template <class T>
std::unique_ptr<Scheme<T>> make_resident(int);
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

// Makes the scheme of that name. Throws EngineError if it cannot run here (cuBLAS is missing).
template <class T>
std::unique_ptr<Scheme<T>> make_scheme(const SchemeChoice& choice);

// Returns the common limits of one or several kernels.
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
