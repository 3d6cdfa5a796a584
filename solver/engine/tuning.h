// How an engine computes: its scheme, the thread blocks of that scheme's kernels, and the choices that it made
// automatically. An engine without such choices keeps the defaults below.
#pragma once

#include <string>
#include <vector>

#include "solver/problem/problem.h"
#include "solver/scene/scheme.h"

namespace ez {

// Limits on the thread blocks of the running kernels. No registers: the engine, or the library that it calls, offers no
// choice of blocks.
struct BlockLimits {
  int threads = 0;          // per block
  int registers = 0;        // per thread, of the kernel that uses most
  double shared_bytes = 0;  // per block of the present shape
  bool operator==(const BlockLimits&) const = default;
};

// How the engine passed over the grid in its last batch. No bands: it did not use any, or this is not the CPU engine.
struct Passes {
  int bands = 0;             // of rows, one thread each
  int levels = 0;            // steps made of a row while it is in the cache
  double band_bytes = 0;     // size of the rows that a thread works on at a time
  bool two_kernels = false;  // the scheme made single steps instead, as two-kernel does
  bool operator==(const Passes&) const = default;
};

// Median times of the kernels, measured on the device. The time of an empty kernel in the same place is subtracted.
struct KernelTimes {
  std::vector<double> seconds;
  double empty = 0;  // s: two events and an empty kernel
};

class Tuning {
 public:
  virtual ~Tuning() = default;
  virtual BlockShape block() const { return {}; }
  virtual BlockLimits block_limits() const { return {}; }
  // Takes effect at the next step. Returns an error text, or an empty string on success.
  virtual std::string set_block(BlockShape) { return "the CPU engine has no blocks"; }
  virtual std::string why_illegal(BlockShape) const { return "the CPU engine has no blocks"; }

  // Returns why this engine runs no scene with the scheme in this form. Empty: it runs those that suit the scheme.
  virtual std::string why_no_scheme(const SchemeChoice&) const { return {}; }
  virtual SchemeChoice scheme() const { return {}; }
  // Returns the choice that an automatic scheme made, for example "4". Empty for other schemes.
  virtual std::string scheme_note() const { return {}; }
  // Sets how the engine makes steps, from the next batch on. The field stays. `problem` is the running problem; its
  // scene, and those of later updates, must suit the scheme (why_not() in solver/scene/scheme.h). load() restores
  // `auto`. Returns an error text, or an empty string on success.
  virtual std::string set_scheme(const SchemeChoice& choice, const Problem&) {
    return choice == SchemeChoice{} ? "" : choice.name + " is not a scheme of this engine";
  }

  virtual Passes passes() const { return {}; }
  // Returns the seconds that `steps` Ez updates alone take with the present scheme. Destroys the field, so use it only
  // to measure. Returns 0 without a device.
  virtual double time_e_updates(int) { return 0; }
  // Measures the kernels of an Ez update one by one, without their launches. H and Ez advance alternately by `steps` +
  // 1 steps without sources. Use it only to measure. The result is empty without a device, or if the scheme's kernels
  // cannot be timed separately.
  virtual KernelTimes time_e_kernels(int) { return {}; }
};

}  // namespace ez
