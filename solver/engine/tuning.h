// How an engine computes: its scheme, the blocks of that one's kernels, and what it did of itself. An engine that has
// nothing to choose leaves all of it as it stands here.
#pragma once

#include <string>
#include <vector>

#include "solver/problem/problem.h"
#include "solver/scene/scheme.h"

namespace ez {

// What bounds the blocks of the kernels that run. No registers: the engine, or the library it calls, has none to
// choose.
struct BlockLimits {
  int threads = 0;          // a block
  int registers = 0;        // a thread, of the kernel that takes most
  double shared_bytes = 0;  // a block of the present shape
  bool operator==(const BlockLimits&) const = default;
};

// How the CPU engine went over the grid in its last batch. No bands: it made none, or it is another engine.
struct Passes {
  int bands = 0;          // of rows, each a thread's
  int levels = 0;         // steps that are made of a row while it lies in the cache
  double band_bytes = 0;  // of the rows that a thread has at work
  bool operator==(const Passes&) const = default;
};

// Medians, on the device alone: of each kernel, beyond what an empty one takes in its place.
struct KernelTimes {
  std::vector<double> seconds;
  double empty = 0;  // s: two marks and a kernel that does nothing
};

class Tuning {
 public:
  virtual ~Tuning() = default;
  virtual BlockShape block() const { return {}; }
  virtual BlockLimits block_limits() const { return {}; }
  // Takes effect at the next step. Returns why not, or an empty string.
  virtual std::string set_block(BlockShape) { return "the CPU engine has no blocks"; }
  virtual std::string why_illegal(BlockShape) const { return "the CPU engine has no blocks"; }

  virtual SchemeChoice scheme() const { return {}; }
  // What a scheme that chooses for itself has chosen: "4"; empty otherwise.
  virtual std::string scheme_note() const { return {}; }
  // How a slice of time is made, from the next one on; the field stays. `problem` is the one that runs, of
  // a scene that the scheme can do (why_not() in solver/scene/scheme.h); so are those of later updates. load() begins
  // with `auto`. Returns why not, or an empty string.
  virtual std::string set_scheme(const SchemeChoice& choice, const Problem&) {
    return choice == SchemeChoice{} ? "" : choice.name + " is no scheme of this engine";
  }

  virtual Passes passes() const { return {}; }
  // Seconds of the kernels that `steps` Ez updates alone take, by the scheme that runs. The field is spoiled; for
  // measuring only. 0 where there is no device.
  virtual double time_e_updates(int) { return 0; }
  // The kernels of an Ez update one by one, without their launches, while H and Ez go on in turn by `steps` + 1 steps
  // without sources; for measuring only. Empty where there is no device or the scheme's kernels cannot be told apart.
  virtual KernelTimes time_e_kernels(int) { return {}; }
};

}  // namespace ez
