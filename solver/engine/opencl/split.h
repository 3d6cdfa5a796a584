// The scheme `split`: the Ez update with Mur's boundaries of first order in 1, 2, 3, 4, 5, 6 or 9 kernels
// (kernels/split.cl). docs/papers.md describes the paper.
#pragma once

#include <cstdint>
#include <string>

#include "solver/engine/opencl/coefficients.h"
#include "solver/engine/opencl/kernels.h"
#include "solver/scene/scheme.h"

namespace ez::opencl {

template <class T>
struct EdgeAt {
  std::int64_t node = 0, inner = 0;
  T k = 0, e0 = 0, e1 = 0;
  cl_int dead = 0, unused = 0;
};
template <class T>
struct CornerAt {
  EdgeAt<T> along_x, along_y, side_x, side_y;
};

template <class T>
class Split {
 public:
  // `form`: index in SchemeFacts::forms.
  explicit Split(int form);
  // Returns why a form cannot be used; empty if it can.
  static std::string why_not(int form);

  void set(const Problem& problem, const Grid& grid, Stream& stream);
  // Takes over a field that was set externally.
  void seed(Kernels& kernels, const Buffer<T>& ez);
  // Updates Ez.
  void step_e(Kernels& kernels, const Grid& grid, const Fields3<T>& fields, const Coefficients<T>& media,
              BlockShape block);

 private:
  int kernels_;  // of the split
  Buffer<EdgeAt<T>> edges_;
  Buffer<CornerAt<T>> corners_;
};

}  // namespace ez::opencl
