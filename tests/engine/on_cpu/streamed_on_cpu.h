// The streaming kernel itself, run by the CPU: what a card makes of it, to the bit, where there is no card.
#pragma once

#include <memory>
#include <vector>

#include "solver/engine/cuda/streamed/plan.h"
#include "solver/engine/engine.h"

namespace ez::cuda::streamed {

template <class T>
class OnCpu {
 public:
  // Of a problem without general blocks, whose plan has a number of levels that `levels_of` has.
  OnCpu(const Problem& problem, const Plan<T>& plan);
  ~OnCpu();
  OnCpu(const OnCpu&) = delete;
  OnCpu& operator=(const OnCpu&) = delete;
  std::vector<double> run(const Batch& batch);  // whole passes; steps × probes
  std::vector<T> read(FieldArray array) const;  // nx × ny, as PlainLoop has it

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ez::cuda::streamed
