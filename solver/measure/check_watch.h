// Holds a run against the checks of its scene: reads each once it may be read.
//
// `settled` is found on the measured value itself. Looks at least a reference period apart (reference_period: a period
// of the first source) are kept; once a wave has had the time to cross the grid and the looks of the last eight
// periods, five at least, lie within a fifth of the tolerance, the value stands; what a monitor has summed up must not
// drift on by more than half of it either (still_to_come). What has not settled after 200 periods and twenty crossings
// is said not to settle.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/run/solver.h"
#include "solver/scene/formula.h"
#include "solver/scene/scene.h"

namespace ez {

struct CheckReading {
  enum class Verdict { not_yet, holds, fails, not_settled };
  Verdict verdict = Verdict::not_yet;
  double measured = 0, theory = 0;
  double difference = 0;  // measured − theory, of |theory| where the bound is relative
  double bound = 0;
  bool relative = true;
  Text waits;      // of not_yet: for what; of fails and not_settled: why, where the numbers do not say it
  Text more = {};  // of not_yet: how long the run has to go on, at least; empty where it waits for something else
  bool operator==(const CheckReading&) const = default;
};

// What a run has come to as a check's moments count it: its step; of a gas or heat, whose steps are of any length, its
// time in parts of time_step(scene), so small that a run that has begun the last one has come to the moment.
std::uint64_t moment_of(const Solver& solver);
std::uint64_t moments_a_step(const Scene& scene);
double moment_seconds(const Scene& scene);

// Both of one place in a run.
struct RunMoment {
  std::uint64_t step = 0, moment = 0;
  bool operator==(const RunMoment&) const = default;
};
inline RunMoment run_moment_of(const Solver& solver) { return {solver.step(), moment_of(solver)}; }

class CheckWatch {
 public:
  // Of each check what it read, where it has been read: at its moment, or as its value stood.
  using Known = std::vector<std::optional<CheckReading>>;
  // The scene has passed validate(). Time counts from `start`, the moment at which the run began or was changed.
  // `known`: of a run that is taken up again.
  explicit CheckWatch(const Scene& scene, std::uint64_t start = 0, const Known& known = {});

  // The step (moment_of()) at which something is to be read next; none once all is known.
  std::optional<std::uint64_t> next_look() const;
  // From here on the run is looked at, and was not before: what was to be read earlier is missed.
  void miss_until(std::uint64_t moment);
  // The step at which the next check that has a moment is to be read: a run that passes it without a look has missed
  // it.
  std::optional<std::uint64_t> next_moment() const;
  // The step by which all is known at the latest.
  std::uint64_t longest() const;
  // The run as it is after `step` steps. Any number of looks will do; those of before next_look() change numbers alone.
  void look(const Instruments& instruments, std::uint64_t step);
  // One for each check of the scene.
  const std::vector<CheckReading>& readings() const { return readings_; }
  Known known() const;  // one for each

 private:
  struct Look {
    std::uint64_t step;
    double value;
  };
  struct Watched {
    Formula measured, theory;
    std::optional<std::uint64_t> after;  // step; absent: settled
    bool ready = false;
    bool missed = false;          // its moment had passed before anybody looked
    bool told = false;            // theory that reads no run: it says the same at every look
    std::deque<Look> looks = {};  // of the last eight periods
  };
  std::uint64_t patience() const;  // the step at which a value is said not to settle
  Text more(std::uint64_t steps) const;
  void settle(Watched& w, CheckReading& r, std::uint64_t step);
  double still_to_come(const Watched& w) const;

  Scene scene_;
  std::uint64_t start_, step_;
  double dt_;
  std::uint64_t period_, crossing_;  // steps
  std::uint64_t driven_ = 0;         // step by which every source has been in full swing
  std::vector<Watched> watched_;
  std::vector<CheckReading> readings_;
};

}  // namespace ez
