// The interface of the engines that compute a gas for a run: the CPU's threads, or a CUDA device.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "solver/base/precision.h"
#include "solver/gas/problem.h"

namespace ez {
class Pool;
}

namespace ez::gas {

class OnCard;  // these are declared in picture.h
struct Shown;
struct Seen;
struct Largest;

// Primitive values by array (ρ, u, v, p, or the single value of heat), nx·ny each.
using Arrays = std::vector<std::vector<double>>;

// The cell at which a step failed because density or pressure would not stay above 0 (heat: not finite). The state is
// the last good one, before that step.
struct Failure {
  std::int64_t step = 0;  // number of the failed step, counted from 1
  int i = 0, j = 0;       // the first such cell, in the arrays' order
  Quantity quantity = Quantity::density;
  double value = 0;  // the value that it would have taken
};

struct Progress {
  std::int64_t steps = 0;
  double time = 0;     // s
  double dt = 0;       // s, of the last step
  double seconds = 0;  // duration of the last advance()
  std::optional<Failure> failure;
};

// A cell value that is recorded after every step; and the recorded values, row by row.
struct Watch {
  std::int32_t cell = 0;  // j·nx + i
  Quantity quantity = Quantity::density;
  bool operator==(const Watch&) const = default;
};
struct Notes {
  std::vector<double> times, values;  // s, one per step; steps × watches
};

// Kernels for a CUDA device. All give the same bits.
//
//   plain           one thread per cell; each face's flux is computed on both sides of it
//   marching        Yamamoto (2010): one thread per column, which marches along y; a face's flux is computed once
//   marching_faces  the same with one thread per face (his § 6.1): a block has one thread more than cells
//   strips          the same by warps, two columns per lane, without barriers and shared memory; only for a gas in
//                   float. Heat and double precision use marching_faces
//   fastest         strips; for Lax–Wendroff's scheme on large grids marching_faces (docs/performance.md)
//
// MUSCL–Hancock has two kernels: plain, and one by warps with one column per lane, which all other names select.
enum class Form { plain, marching, marching_faces, strips, fastest };
// How the largest signal is found: at the end of the step's kernel, or by a separate kernel after it. That kernel uses
// warp shuffles, or halves of 256 threads through shared memory, which is Yamamoto's way.
enum class CflForm { fused, shuffle, tree };

struct EngineChoice {
  std::string_view backend = "cpu";  // its name in all_backends() (solver/engine/backend.h)
  Precision precision = Precision::float32;
  int threads = 0;               // for the CPU; 0: one per core
  std::shared_ptr<Pool> pool{};  // for the CPU: threads to share; null: the engine starts its own
  std::string instructions{};    // for the CPU: an instruction set's name (isa_named()); empty: the best
  int device = 0;                // device number within the backend
  Form form = Form::fastest;
  CflForm cfl = CflForm::fused;
  // Threads per row of the marching kernels: one of study_widths for a float gas or heat without walls. Others use 0.
  int width = 0;
};
// Widths to compare. 0 stands for 64 for a gas and 128 for heat, as in the paper.
inline constexpr int study_widths[] = {32, 64, 128, 256};

// Computes a gas or heat in the engine's precision. States are read and written as double.
class Engine {
 public:
  virtual ~Engine() = default;
  // Sets the parameters, boundaries and walls of the problem, but not its states.
  virtual void set(const GasProblem&) = 0;
  virtual void write(const Arrays&, std::int64_t steps, double time) = 0;
  virtual Arrays state() = 0;
  virtual void paint(std::span<const std::int32_t> cells, std::span<const double> values) = 0;
  // Makes at most `steps` steps, none beyond `until` (which is reached exactly) and none after a failure. May return
  // before they are done; later calls wait for them.
  virtual void advance(std::int64_t steps, double until) = 0;
  virtual bool busy() = 0;
  virtual Progress progress() = 0;
  // Takes effect from the next step on. Values recorded but not yet taken are dropped.
  virtual void watch(const std::vector<Watch>&) = 0;
  virtual Notes take_notes() = 0;
  virtual std::vector<float> read(Quantity) = 0;           // 0 in solid cells
  virtual std::vector<double> read_exactly(Quantity) = 0;  // all digits of the engine's precision
  virtual Seen draw(const Shown&, float* pixels) = 0;
  virtual Largest largest() = 0;
  virtual std::string name() const = 0;
  virtual OnCard* on_card() { return nullptr; }  // nullptr: a CPU engine
};

// Makes the gas engines of a backend.
struct Maker {
  std::string_view backend;  // its name
  std::unique_ptr<Engine> (*make)(const GasProblem&, const EngineChoice&) = nullptr;
  double (*free_bytes)(int device) = nullptr;
};
Maker host_maker();    // cpu/
Maker device_maker();  // cuda/
bool computes_gas(std::string_view backend);
// Throws NoBackend if that backend computes no gas.
const Maker& maker_of(std::string_view backend);

// Throws OutOfMemory, EngineError or NoBackend.
std::unique_ptr<Engine> make_engine(const GasProblem&, const EngineChoice&);

inline constexpr double forever = std::numeric_limits<double>::infinity();

}  // namespace ez::gas
