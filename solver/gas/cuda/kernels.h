// What the card's engine of a gas launches, and what kernels know of it.
//
// The clock lies on the card: a step's kernel reads Δt and which copy of the cells is now from it, and the last of its
// blocks to end (of its own, or of the kernel that looks for the largest signal after it) closes the step and begins
// the next. The host waits for nothing between steps; where a batch has ended, kernels that come after return at once.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "solver/gas/clock.h"
#include "solver/gas/engine.h"
#include "solver/gas/layout.h"
#include "solver/gas/resources.h"
#include "solver/gas/rim.h"

// picture.h, which what has a step alone does not need.
namespace ez::gas {
struct Seen;
struct Shown;
}  // namespace ez::gas

namespace ez::gas::cuda {

// A positive number as an integer of the same order.
template <class T>
struct Bits;
template <>
struct Bits<float> {
  using Word = unsigned;
};
template <>
struct Bits<double> {
  using Word = unsigned long long;
};

inline constexpr int none_failed = 0x7fffffff;

template <class T>
struct DeviceClock {
  Clock<T> clock;
  T fastest = 0;                       // the largest signal of the state as it is
  typename Bits<T>::Word growing = 0;  // of the step under way
  int first_failed = none_failed;      // the lowest cell, j·nx + i, that will not do
  unsigned arrived = 0;                // blocks
};
template <class T>
struct Room {
  Layout layout;
  Sides sides;
  Scheme scheme = Scheme::roe;
  Numbers<T> numbers{};
  T* cells = nullptr;                   // two copies of four arrays (heat: of one); the state is in copy `steps & 1`
  const std::uint8_t* solid = nullptr;  // by place; nullptr: no walls
  const RimCell<T>* rim = nullptr;      // cells beside walls, of a scheme that asks for them
  const std::int32_t* rim_index = nullptr;  // by place, −1: none; nullptr: no walls, or they are not asked for
  const T* held = nullptr;
  DeviceClock<T>* clock = nullptr;

  EZ_INLINE int arrays() const { return is_heat_scheme() ? 1 : 4; }
  EZ_INLINE bool is_heat_scheme() const { return scheme == Scheme::diffusion; }
  EZ_INLINE T* array(int copy, int a) const {
    return cells + static_cast<std::ptrdiff_t>(copy * arrays() + a) * layout.places();
  }
};

// One step. `measure`: it finds the largest signal too; `closes`: it ends the step.
struct StepForm {
  Form form = Form::marching;
  int width = 0;  // EngineChoice::width
  bool measure = false, closes = false;
};
template <class T>
void launch_roe(const Room<T>&, const StepForm&, cudaStream_t);
template <class T>
void launch_lax_wendroff(const Room<T>&, const StepForm&, cudaStream_t);
template <class T>
void launch_muscl(const Room<T>&, const StepForm&, cudaStream_t);
template <class T>
void launch_diffusion(const Room<T>&, const StepForm&, cudaStream_t);
// Of the kernels that these launch.
template <class T>
KernelResources roe_resources(const Room<T>&, const StepForm&);
template <class T>
KernelResources lax_wendroff_resources(const Room<T>&, const StepForm&);
template <class T>
KernelResources muscl_resources(const Room<T>&, const StepForm&);
template <class T>
KernelResources diffusion_resources(const Room<T>&, const StepForm&);

// The largest signal of the cells. of_step: of what the step under way has written, and then that step is closed; else
// of the state as it is.
template <class T>
void launch_signal(const Room<T>&, CflForm, bool of_step, cudaStream_t);
template <class T>
void launch_begin(const Room<T>&, std::int64_t steps, double until, cudaStream_t);
// Border cells beyond the border, after the state was changed from outside.
template <class T>
void launch_border(const Room<T>&, cudaStream_t);
template <class T>
void launch_paint(const Room<T>&, const std::int32_t* places, int count, State<T> values, cudaStream_t);
template <class T, class Out>
void launch_read(const Room<T>&, Quantity, Out* out, cudaStream_t);
// What was seen of a picture; zeroed before its kernel and raised by it.
struct SeenCell {
  unsigned max_bits = 0;  // of the largest magnitude
  unsigned least = 0;     // the larger the smaller the least value is; 0: no pixel shows a cell
  unsigned bad = 0;       // 1: a pixel is not finite
};
Seen seen_in(const SeenCell&);
template <class T>
void launch_picture(const Room<T>&, const Shown&, float* pixels, SeenCell*, cudaStream_t);
// The bits of the largest magnitude above 2³²−1 − (j·nx + i) of the first cell that has it; zeroed before, as above.
using LargestCell = unsigned long long;
template <class T>
void launch_largest(const Room<T>&, Quantity, LargestCell*, cudaStream_t);
// Notes the watched cells of the state as it is, and its time, in the row of its step, counted from `first`. Where the
// batch has ended before, the same row is written once more.
template <class T>
void launch_note(const Room<T>&, const Watch* watches, int count, std::int64_t first, double* times, double* values,
                 cudaStream_t);

}  // namespace ez::gas::cuda
