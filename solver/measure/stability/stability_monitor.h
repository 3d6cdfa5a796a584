// Detects an unstable run: a field that is not finite, or larger than its sources can have made it.
//
// A stable update never grows without sources. So after N steps the field is at most the sum of N steps of sources:
// N·E0 in the grid's energy norm, where E0 is the largest |Ez| that one step of all sources adds, including the initial
// field. The largest |Ez| may exceed that norm, depending on how near the Courant number is to 1 and on the contrast of
// the media. A factor of 10⁶ allows for both. An instability grows exponentially and exceeds it a few dozen steps
// later. So a resonator that is driven for an hour raises no false alarm.
//
// After all sources have ended, energy gives a tighter bound. If N nodes share the energy, one can gather at most √N
// times the largest value. More than ten times that, which allows for media of different eps, also counts as growth.
//
// GrowthWatch finds slow growth long before it reaches these bounds.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/engine/engine.h"
#include "solver/measure/stability/growth_watch.h"
#include "solver/problem/problem.h"
#include "solver/scene/scene.h"

namespace ez {

class StabilityMonitor {
 public:
  // Call it when the run restarts. Earlier observations no longer apply.
  void restart() { *this = {}; }
  // Call it after the run was taken to another time, with the field described by `health`. Earlier looks no longer
  // apply. The field may still contain contributions of sources that are no longer in the scene.
  void travelled(const Health& health, std::uint64_t step, Physics physics);
  // Sets the present scene. Earlier sources still count, because their field may still be there.
  void watch(const Scene& scene, const SceneMedia& media, const Problem& problem);
  // Call it when heat of this value was added externally.
  void given(double value) { held_ += held_ > 0 ? std::abs(value) : 0; }
  // Returns why the field is unstable after `step` steps, or an empty string. The position is not included: the first
  // bad node in row order does not show where the instability began. trace() finds that.
  std::string verdict(const Health& health, std::uint64_t step) const;
  // Returns the same at the end of a run, with the tighter bound. (During a run it is better to let the instability
  // grow. Then it is the largest part of the field and shows its origin.)
  std::string last_verdict(const Health& health, std::uint64_t step) const;
  // Return slow growth that was found, and the same as the middle of a sentence; otherwise empty.
  const std::optional<Growth>& slow_growth() const { return growth_watch_.growth(); }
  Text growth_verdict() const;
  // Returns the largest |Ez|, V/m, that counts as stable after `step` steps; 0 if there has been no source.
  double limit(std::uint64_t step) const { return 1e6 * possible(step); }
  // Returns N·E0, V/m: the most that the sources can have made, in the energy norm.
  double possible(std::uint64_t step) const { return per_step_ * static_cast<double>(step + 1); }

  // Records the size of the field. Returns true for a calm state: finite, well below the number range, and at most
  // three times as large as it was half to three quarters of the steps ago. A ramp, a pulse and a resonator's linear
  // growth eventually meet this, however often one looks. Exponential growth fails it after five to six times its 1/e
  // time.
  bool look(const Health& health, std::uint64_t step);
  // Checks for slow growth only, which needs more looks. next_look_at_growth() returns the first step after `step` for
  // it.
  void look_at_growth(const Health& health, std::uint64_t step);
  std::uint64_t next_look_at_growth(std::uint64_t step) const { return growth_watch_.next_look(step); }
  // running_max(): largest |Ez| of all looks since the start, V/m. growth(): factor per step over the last quarter of
  // the steps.
  double running_max() const { return looks_.empty() ? 0 : looks_.back().largest; }
  double growth() const { return growth_; }

  struct Look {
    std::uint64_t step = 0;
    double max_abs = 0, largest = 0;  // V/m: the largest |Ez| at this step, and up to it
  };
  const std::vector<Look>& looks() const { return looks_; }  // thinned to some hundred

 private:
  void forget_from(std::uint64_t step);
  void thin();

  double per_step_ = 0;       // E0, V/m: the most that one step of all sources adds to |Ez|
  double silent_ = HUGE_VAL;  // the step after which all sources have ended
  // V/m: the largest |Ez| of all looks up to the first one after silent_, at least E0.
  double largest_until_end_ = 0;
  bool looked_after_end_ = false;  // the first look after silent_ was taken
  double gathered_ = HUGE_VAL;     // factor of largest_until_end_ that the field can reach after silent_
  // For heat: the largest |value| that it started with or was given. 0 for other physics.
  double held_ = 0;
  double most_ = 1e30;  // V/m: a limit near the largest number of the precision
  double growth_ = 1;   // growth()
  // The step at which sources last became stronger. Earlier looks do not show growth.
  std::uint64_t since_ = 0;
  std::vector<Look> looks_;
  GrowthWatch growth_watch_;
};

}  // namespace ez
