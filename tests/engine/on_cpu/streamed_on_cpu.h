// Runs the streaming kernel itself on the CPU, without a GPU. The result equals a GPU's to the bit.
#pragma once

#include <memory>
#include <vector>

#include "solver/engine/cuda/streamed/plan.h"
#include "solver/engine/engine.h"

namespace ez::cuda::streamed {

template <class T>
class OnCpu {
 public:
  // Needs a problem without general blocks, and a plan whose number of levels is in `levels_of`.
  OnCpu(const Problem& problem, const Plan<T>& plan);
  ~OnCpu();
  OnCpu(const OnCpu&) = delete;
  OnCpu& operator=(const OnCpu&) = delete;
  std::vector<double> run(const Batch& batch);  // whole passes only; returns steps × probes
  std::vector<T> read(FieldArray array) const;  // nx × ny, as PlainLoop returns it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez::cuda::streamed
