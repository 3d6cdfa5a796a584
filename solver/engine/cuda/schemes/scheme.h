// A kernel scheme: how a slice of time is made, on the lattice's own arrays. It owns the whole batch, so it may go over
// the grid step by step, or over several steps at a time; what is due at single nodes (sources, Mur nodes, probes) the
// lattice offers it as Points. A scheme is chosen while the field runs, and compares bit for bit with `two-kernel`
// where it keeps that one's order of operations.
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

// What the lattice lends: valid until the next take().
template <class T>
struct Loan {
  HStep<T> h;
  EStep<T> e;
  T cb_vacuum = 0;  // of palette entry 0
  // All that decides how the run goes on: ez, hx, hy; of left, right, bottom and top ψ of E and ψ of H; what Mur nodes
  // of second order remember. A scheme may put others of the same sizes in their place, and says so (Points::moved).
  std::vector<DeviceBuffer<T>*> state;
};

// Steps [0, steps) of a batch.
struct Slice {
  int steps = 0;
  BlockShape block;
};

// What is due at single nodes in the course of a step of the slice.
class Points {
 public:
  // For a scheme that sees to it itself: a row for each step of the slice.
  struct Tables {
    const double* signals = nullptr;
    int signal_count = 0;
    double* probes = nullptr;
    int probe_count = 0;
  };

  virtual ~Points() = default;
  virtual Tables tables() const = 0;
  // Something looks at the field after every single step: the scheme has to go step by step.
  virtual bool looks_at_every_step() const = 0;
  // The state lies in other buffers, or has gone on by itself over several steps.
  virtual void moved() = 0;
  virtual void before_step() = 0;
  virtual void after_h(int step) = 0;  // terms on Hx and Hy
  // Terms on Ez, Mur's nodes and probes, but for what the scheme has seen to itself.
  struct Done {
    bool terms = false, mur = false;
  };
  virtual void after_e(int step, Done done) = 0;
};

template <class T>
class Scheme {
 public:
  virtual ~Scheme() = default;
  // The problem as it now is; called when the scheme is chosen and after every edit of its tables. Throws OutOfMemory
  // or EngineError.
  virtual void take(const Problem& problem, const Change& change, const Loan<T>& loan, cudaStream_t stream) = 0;
  // Terms or instruments are others, the tables are not.
  virtual void take_points(const Problem&, cudaStream_t) {}
  // Puts all steps of the slice on the stream, each with its points.
  virtual void advance(const Slice& slice, Points& points, cudaStream_t stream) = 0;
  // Brings an array that the scheme does not store up to date, before anyone looks at it.
  virtual void materialise(FieldArray, cudaStream_t) {}
  // The field was set from outside: whatever the scheme remembers of it is to be read anew.
  virtual void seed(cudaStream_t) {}
  // Ez's update alone, for measuring. Not every scheme has one.
  virtual void e_alone(BlockShape, cudaStream_t) {}
  // H's update, then Ez's, each of whose kernels goes by the clock; likewise.
  virtual void step_by_clock(BlockShape, KernelClock&, cudaStream_t) {}

  // What bounds the block: registers and threads of its kernels, shared memory it asks for, nodes a thread owns along
  // y.
  virtual KernelLimits limits() const = 0;
  virtual std::size_t shared_bytes(BlockShape) const { return 0; }
  virtual int rows_per_thread() const { return 1; }
  // Steps that most of a slice goes on in one going over memory; 0: it goes step by step.
  virtual int steps_a_pass() const { return 0; }
  // What it has chosen for itself.
  virtual std::string note() const { return {}; }
};

// One that goes step by step: H everywhere, then Ez everywhere.
template <class T>
class StepScheme : public Scheme<T> {
 public:
  virtual void step_h(BlockShape block, cudaStream_t stream) = 0;
  virtual void step_e(BlockShape block, cudaStream_t stream) = 0;
  // The scheme sets the Mur nodes itself.
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
  void e_alone(BlockShape block, cudaStream_t stream) final { step_e(block, stream); }
};

// Steps [first, slice.steps) by the two kernels of the scheme `two-kernel`.
template <class T>
void step_by_step(const Loan<T>& loan, const Slice& slice, int first, Points& points, cudaStream_t stream) {
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

// One line each, beside its entry in solver/scene/scheme.cpp.
template <class T>
std::unique_ptr<Scheme<T>> make_two_kernel(int);
template <class T>
std::unique_ptr<Scheme<T>> make_streamed(int);
// The same; two kernels go on where there is no room for its second set of arrays.
template <class T>
std::unique_ptr<Scheme<T>> make_streamed_where_room(int);
// And `auto`: what does not fit goes by make_streamed_where_room.
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

// The scheme of that name. Throws EngineError when it cannot run here (cuBLAS is missing).
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
