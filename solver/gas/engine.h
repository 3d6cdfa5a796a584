// What computes a gas beneath a run: the CPU's threads or a card.
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

namespace ez::gas {

class OnCard;  // these: picture.h
struct Shown;
struct Seen;
struct Largest;

// Primitive values by array (ρ, u, v, p, or heat's one), each nx·ny.
using Arrays = std::vector<std::vector<double>>;

// Where a step would have gone wrong: density or pressure not above 0 (heat: not finite). The state is the last good
// one, before that step.
struct Failure {
  std::int64_t step = 0;  // the step that failed, counted from 1
  int i = 0, j = 0;       // the first such cell, in the arrays' order
  Quantity quantity = Quantity::density;
  double value = 0;  // what it would have become
};

struct Progress {
  std::int64_t steps = 0;
  double time = 0;     // s
  double dt = 0;       // of the last step, s
  double seconds = 0;  // that the last advance() took
  std::optional<Failure> failure;
};

// What is noted of a cell after every step; and what was noted, row after row.
struct Watch {
  std::int32_t cell = 0;  // j·nx + i
  Quantity quantity = Quantity::density;
  bool operator==(const Watch&) const = default;
};
struct Notes {
  std::vector<double> times, values;  // s, one a step; steps × watches
};

// Which kernels a card runs; all give the same bits.
//   plain          a thread a cell, each face's flux computed on both sides of it
//   marching       Yamamoto (2010): a thread a column, marching along y; what goes through a face is computed once
//   marching_faces the same with a thread a face (his § 6.1): a block has one thread more than cells
//   strips         the same by warps, two columns a lane, without barriers and shared memory; of a float gas in the
//                  plane. All else goes by marching_faces
//   MUSCL–Hancock has two: plain, and one by warps, a column a lane, which all other names stand for
//   fastest        strips; Lax–Wendroff's scheme on large grids by marching_faces (docs/performance.md)
enum class Form { plain, marching, marching_faces, strips, fastest };
// How the largest signal is found: in the step's last lines, or by a kernel of its own after it (warps' shuffles, or
// halves of 256 threads through shared memory, which is Yamamoto's).
enum class CflForm { fused, shuffle, tree };

struct EngineChoice {
  std::string_view backend = "cpu";  // its name among all_backends() (solver/engine/backend.h)
  Precision precision = Precision::float32;
  int threads = 0;  // cpu; 0: one a core
  int device = 0;   // number of the backend's device
  Form form = Form::fastest;
  CflForm cfl = CflForm::fused;
  int width = 0;  // threads of a marching row: one of study_widths for a float gas or heat without walls; else as 0
};
// Widths to compare; 0 takes 64 of a gas, 128 of heat, as the paper does.
inline constexpr int study_widths[] = {32, 64, 128, 256};

// States in whatever precision the engine computes in, read and written as double.
class Engine {
 public:
  virtual ~Engine() = default;
  // Parameters, sides and walls of the problem, not its states.
  virtual void set(const GasProblem&) = 0;
  virtual void write(const Arrays&, std::int64_t steps, double time) = 0;
  virtual Arrays state() = 0;
  virtual void paint(std::span<const std::int32_t> cells, std::span<const double> values) = 0;
  // At most `steps`, none beyond `until` (which is met exactly) and none after a failure. May return before they are
  // done; what follows waits.
  virtual void advance(std::int64_t steps, double until) = 0;
  virtual bool busy() = 0;
  virtual Progress progress() = 0;
  // From the next step on; what was noted and not taken is dropped.
  virtual void watch(const std::vector<Watch>&) = 0;
  virtual Notes take_notes() = 0;
  virtual std::vector<float> read(Quantity) = 0;           // 0 in solid cells
  virtual std::vector<double> read_exactly(Quantity) = 0;  // all digits of the engine's precision
  virtual Seen draw(const Shown&, float* pixels) = 0;
  virtual Largest largest() = 0;
  virtual std::string name() const = 0;
  virtual OnCard* on_card() { return nullptr; }  // nullptr: the CPU's
};

// Makes what a backend computes a gas or heat with.
struct Maker {
  std::string_view backend;  // its name
  std::unique_ptr<Engine> (*make)(const GasProblem&, const EngineChoice&) = nullptr;
  double (*free_bytes)(int device) = nullptr;
};
Maker host_maker();    // cpu/
Maker device_maker();  // cuda/
// Throws NoBackend where that backend computes no gas.
const Maker& maker_of(std::string_view backend);

// Throws OutOfMemory, EngineError or NoBackend.
std::unique_ptr<Engine> make_engine(const GasProblem&, const EngineChoice&);

inline constexpr double forever = std::numeric_limits<double>::infinity();

}  // namespace ez::gas
