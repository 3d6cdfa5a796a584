// The scalar engine, which every other engine must match bit for bit: runs the batches of a problem and reads its
// arrays.
#pragma once

#include <memory>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/problem/change.h"

namespace ez {

template <class T>
class PlainLoop {
 public:
  explicit PlainLoop(const Problem& problem) : nodes_(static_cast<std::size_t>(problem.nx) * problem.ny) {
    engine_->load(problem);
  }
  void update(const Problem& problem) { engine_->update(problem, whole_change(problem)); }  // of the same grid
  std::vector<double> run(const Batch& batch) {                                             // steps × probes
    engine_->start(batch);
    return engine_->finish().probes;
  }
  std::vector<T> read(FieldArray array) const {
    std::vector<T> out(nodes_);
    engine_->read(array, out.data());
    return out;
  }

 private:
  std::size_t nodes_;
  std::unique_ptr<Engine> engine_ = make_engine({"scalar"}).engine;
};

}  // namespace ez
