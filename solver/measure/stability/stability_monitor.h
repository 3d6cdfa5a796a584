// When a run has become unstable: a field that is not finite, or larger than its sources can have made it.
//
// A stable update never grows by itself, so after N steps the field is at most what N steps of sources put in: with E0
// the largest |Ez| that one step of all sources adds, and what the scene starts with, N·E0 in the grid's energy norm.
// How far the largest |Ez| may lie above that norm depends on how near the Courant number is to 1 and on the contrast
// of the media; a factor of 10⁶ leaves room for both, and an instability, growing exponentially, is past it a few dozen
// steps later. So a resonator driven for an hour raises no false alarm.
//
// Once all sources have ended, energy bounds it more closely: of N nodes that share what there is, one can gather at
// most √N times what the largest had. Ten times that, for media of different eps, is growth as well.
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
  // The run starts anew: nothing of what was seen holds.
  void restart() { *this = {}; }
  // The run was taken to another time, where the field is as `health` says: earlier looks tell nothing of it, but what
  // sources have put in that are no longer in the scene may be in the field.
  void travelled(const Health& health, std::uint64_t step, Physics physics);
  // The scene from here on. Earlier sources still count, for what they made is still in the field.
  void watch(const Scene& scene, const Problem& problem);
  // Heat of this value was put in from outside.
  void given(double value) { held_ += held_ > 0 ? std::abs(value) : 0; }
  // Why the field is unstable after `step` steps, or an empty string. Not where: the first bad node in row order says
  // nothing of where it began, which trace() finds out.
  std::string verdict(const Health& health, std::uint64_t step) const;
  // The same where a run ends, by the closer bound. (While it goes on it is better let grow: what grows is then all
  // that is left, and tells where it is from.)
  std::string last_verdict(const Health& health, std::uint64_t step) const;
  // Slow growth that was found, and the same in words, for the middle of a sentence; else empty.
  const std::optional<Growth>& slow_growth() const { return growth_watch_.growth(); }
  Text growth_verdict() const;
  // The largest |Ez|, V/m, that passes for stable after `step` steps; 0 while there was no source.
  double limit(std::uint64_t step) const { return 1e6 * possible(step); }
  // N·E0, V/m: the most that the sources can have made, in the energy norm.
  double possible(std::uint64_t step) const { return per_step_ * static_cast<double>(step + 1); }

  // Notes how large the field is. True for a calm state: finite, with room above, and at most three times as large
  // as it was half to three quarters of the steps ago. A ramp, a pulse and a resonator's linear growth come to rest
  // against that, however often it is looked; what grows exponentially leaves it after five to six times its 1/e time.
  bool look(const Health& health, std::uint64_t step);
  // Looks for slow growth alone, which needs more looks. next_look_at_growth() is the first step after `step` for it.
  void look_at_growth(const Health& health, std::uint64_t step);
  std::uint64_t next_look_at_growth(std::uint64_t step) const { return growth_watch_.next_look(step); }
  // Since the start: the largest |Ez| of all looks, V/m; the factor a step by which it grew over their last quarter.
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

  double per_step_ = 0;         // E0, V/m: the most that one step of all sources adds to |Ez|
  double silent_ = HUGE_VAL;    // the step after which all sources have ended
  double loudest_ = 0;          // V/m: the largest |Ez| of all looks up to the first after silent_, at least E0
  bool heard_ = false;          // that first look after silent_ was taken
  double gathered_ = HUGE_VAL;  // how many times loudest_ the field can reach after silent_
  double held_ = 0;             // of heat: the largest |value| that it started with or was given; 0: of something else
  double most_ = 1e30;          // V/m: beyond it the largest number of the precision is near
  double growth_ = 1;           // growth()
  std::uint64_t since_ = 0;     // the step at which sources last became louder: earlier looks tell nothing of growth
  std::vector<Look> looks_;
  GrowthWatch growth_watch_;
};

}  // namespace ez
