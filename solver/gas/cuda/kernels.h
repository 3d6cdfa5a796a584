// The kernels of a gas on a CUDA device, and their arguments.
//
// The clock is on the device. A step's kernel reads from it Δt and the index of the present copy of the cells. The last
// block to finish (of the step's kernel, or of the kernel that finds the largest signal after it) ends the step and
// begins the next. The host does not wait between steps. After a batch has ended, kernels that are still enqueued
// return at once.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "solver/gas/clock.h"
#include "solver/gas/engine.h"
#include "solver/gas/layout.h"
#include "solver/gas/resources.h"
#include "solver/gas/rim.h"

// Declared here instead of including picture.h, which the step kernels do not need.
namespace ez::gas {
struct Seen;
struct Shown;
}  // namespace ez::gas

namespace ez::gas::cuda {

// An unsigned integer type in which positive numbers have the same order.
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
  T fastest = 0;                       // the largest signal of the present state
  typename Bits<T>::Word growing = 0;  // the largest signal found so far in the present step
  int first_failed = none_failed;      // the lowest invalid cell, j·nx + i
  unsigned arrived = 0;                // number of blocks
};
template <class T>
struct Room {
  Layout layout;
  Sides sides;
  Scheme scheme = Scheme::roe;
  Numbers<T> numbers{};
  T* cells = nullptr;                   // two copies of four arrays (heat: of one); the state is in copy `steps & 1`
  const std::uint8_t* solid = nullptr;  // by cell of the layout; nullptr: no walls
  const RimCell<T>* rim = nullptr;      // cells next to walls, for schemes that use them
  // By cell of the layout, −1: none; nullptr: no walls, or the scheme does not use them.
  const std::int32_t* rim_index = nullptr;
  const T* held = nullptr;
  DeviceClock<T>* clock = nullptr;

  EZ_INLINE int arrays() const { return is_heat_scheme() ? 1 : 4; }
  EZ_INLINE bool is_heat_scheme() const { return scheme == Scheme::diffusion; }
  EZ_INLINE T* array(int copy, int a) const {
    return cells + static_cast<std::ptrdiff_t>(copy * arrays() + a) * layout.places();
  }
};

// Form of a step. measure: also finds the largest signal. closes: ends the step.
struct StepForm {
  Form form = Form::marching;
  int width = 0;  // see EngineChoice::width
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
// Return the resources of the kernels that the functions above launch.
template <class T>
KernelResources roe_resources(const Room<T>&, const StepForm&);
template <class T>
KernelResources lax_wendroff_resources(const Room<T>&, const StepForm&);
template <class T>
KernelResources muscl_resources(const Room<T>&, const StepForm&);
template <class T>
KernelResources diffusion_resources(const Room<T>&, const StepForm&);

// Finds the largest signal of the cells. of_step: of the cells that the present step has written, and then ends that
// step; otherwise of the present state.
template <class T>
void launch_signal(const Room<T>&, CflForm, bool of_step, cudaStream_t);
template <class T>
void launch_begin(const Room<T>&, std::int64_t steps, double until, cudaStream_t);
// Copies border cells to their images beyond the border, after the state was changed externally.
template <class T>
void launch_border(const Room<T>&, cudaStream_t);
template <class T>
void launch_paint(const Room<T>&, const std::int32_t* places, int count, State<T> values, cudaStream_t);
template <class T, class Out>
void launch_read(const Room<T>&, Quantity, Out* out, cudaStream_t);
// Statistics of a picture. Set to zero before its kernel, which raises the values.
struct SeenCell {
  unsigned max_bits = 0;  // of the largest magnitude
  unsigned least = 0;     // rank of the least value, larger for smaller values; 0: no pixel shows a cell
  unsigned bad = 0;       // 1: a pixel is not finite
};
Seen seen_in(const SeenCell&);
template <class T>
void launch_picture(const Room<T>&, const Shown&, float* pixels, SeenCell*, cudaStream_t);
// The bits of the largest magnitude, and below them 2³²−1 − (j·nx + i) of the first cell that has it. Set to zero
// before the kernel, as above.
using LargestCell = unsigned long long;
template <class T>
void launch_largest(const Room<T>&, Quantity, LargestCell*, cudaStream_t);
// Records the watched cells and the time of the present state in the row of its step, counted from `first`. If the
// batch has already ended, it writes the same row again.
template <class T>
void launch_note(const Room<T>&, const Watch* watches, int count, std::int64_t first, double* times, double* values,
                 cudaStream_t);

}  // namespace ez::gas::cuda
