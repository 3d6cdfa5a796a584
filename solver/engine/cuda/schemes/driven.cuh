// A scheme whose Ez kernel also sets the source, as in the papers, so that the source needs no launch.
#pragma once

#include <optional>

#include "solver/engine/cuda/schemes/scheme.h"
#include "solver/physics/source.h"

namespace ez::cuda::schemes {

// The source of a step, at one node. Without a source, i = j = −1.
struct Drive {
  int i = -1, j = -1;
  double weight = 0;
  bool hard = false;
  const double* signal = nullptr;
};
template <class T>
__device__ __forceinline__ T driven(T ez, const Drive& drive, int i, int j) {
  if (i != drive.i || j != drive.j) return ez;
  return drive.hard ? hard_source<T>(*drive.signal) : soft_source(ez, drive.weight, *drive.signal);
}

// If a scene has any source other than a single node's, a separate launch applies the sources.
template <class T>
class DrivenScheme : public StepScheme<T> {
 public:
  void take(const Problem& p, const Change&, const SchemeArguments<T>& loan, cudaStream_t stream) override {
    loan_ = loan;
    take_points(p, stream);
  }
  void take_points(const Problem& p, cudaStream_t) override {
    source_.reset();
    if (p.terms.size() == 1 && p.terms.front().array == FieldArray::ez) source_ = p.terms.front();
  }
  void advance(const Slice& slice, Points& points, cudaStream_t stream) override {
    if (!source_ || points.needs_single_steps()) return StepScheme<T>::advance(slice, points, stream);
    const Points::Tables tables = points.tables();
    Drive drive{source_->i, source_->j, source_->weight, source_->hard, tables.signals + source_->signal};
    for (int step = 0; step < slice.steps; ++step, drive.signal += tables.signal_count) {
      points.before_step();
      this->step_h(slice.block, stream);
      points.after_h(step);
      step_driven_e(slice.block, drive, stream);
      points.after_e(step, {.terms = true});
    }
  }
  void step_e(BlockShape block, cudaStream_t stream) final { step_driven_e(block, Drive(), stream); }

 protected:
  virtual void step_driven_e(BlockShape block, const Drive& drive, cudaStream_t stream) = 0;

  SchemeArguments<T> loan_;

 private:
  std::optional<Term> source_;  // the only source, if there is just one
};

}  // namespace ez::cuda::schemes
