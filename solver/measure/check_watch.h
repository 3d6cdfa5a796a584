// Compares a run with the checks of its scene. Reads each check when its time has come.
//
// A check with after = `settled` is decided from the measured value itself. Looks are recorded at least a reference
// period apart (reference_period: a period of the first source). The value counts as settled once a wave has had time
// to cross the grid and the looks of the last eight periods, at least five, differ by at most a fifth of the tolerance.
// In addition, a value that a monitor sums up must not be expected to drift by more than half of the tolerance
// (remaining_drift). A value that has not settled after 200 periods and twenty crossings is reported as not settling.
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
  double difference = 0;  // measured − theory, relative to |theory| if the bound is relative
  double bound = 0;
  bool relative = true;
  // For not_yet: the event that the check waits for. For fails and not_settled: the reason, if the numbers do not show
  // it.
  Text waits;
  // For not_yet: how much longer the run must continue, at least. Empty if the check waits for something else.
  Text more = {};
  bool operator==(const CheckReading&) const = default;
};

// Returns the position of a run in the unit in which checks count, called a moment. A moment is a step. A gas or heat
// has steps of varying length, so its moments are small fractions of time_step(scene). They are so small that a run
// that has begun the last one counts as having reached it.
std::uint64_t moment_of(const Solver& solver);
std::uint64_t moments_per_step(const Scene& scene);
double moment_seconds(const Scene& scene);

// The same position of a run as a step and as a moment.
struct RunPosition {
  std::uint64_t step = 0, moment = 0;
  bool operator==(const RunPosition&) const = default;
};
inline RunPosition run_position_of(const Solver& solver) { return {solver.step(), moment_of(solver)}; }

class CheckWatch {
 public:
  // Reading of each check that has been read, at its time or when its value had settled.
  using Known = std::vector<std::optional<CheckReading>>;
  // The scene must have passed validate(). Time counts from `start`, the moment at which the run began or was changed.
  // `known`: readings of a run that is continued.
  CheckWatch(const Scene& scene, const SceneMedia& media, std::uint64_t start = 0, const Known& known = {});

  // Returns the moment (moment_of()) at which something must be read next; none if everything is known.
  std::optional<std::uint64_t> next_look() const;
  // Call it when a run is watched from now on and was not before. Marks the checks whose time has already passed as
  // missed.
  void mark_missed_until(std::uint64_t moment);
  // Returns the moment at which the next check with a given time must be read. A run that passes it without a look has
  // missed the check.
  std::optional<std::uint64_t> next_moment() const;
  // Returns the moment at which everything is known at the latest.
  std::uint64_t longest() const;
  // Reads the run after `step` moments. It may be called any number of times; calls before next_look() only update the
  // displayed numbers.
  void look(const Instruments& instruments, std::uint64_t step);
  // Returns one reading for each check of the scene.
  const std::vector<CheckReading>& readings() const { return readings_; }
  Known known() const;  // one for each check

 private:
  struct Look {
    std::uint64_t step;
    double value;
  };
  struct Watched {
    Formula measured, theory;
    std::optional<std::uint64_t> after;  // moment; absent: settled
    bool ready = false;
    bool missed = false;  // its time had passed before the first look
    bool theory_is_final =
        false;  // the theory was already evaluated; it does not read the run, so its value never changes
    std::deque<Look> looks = {};  // looks of the last eight periods
  };
  std::uint64_t patience() const;  // moment at which a value is reported as not settling
  Text more(std::uint64_t steps) const;
  void settle(Watched& w, CheckReading& r, std::uint64_t step);
  double remaining_drift(const Watched& w) const;

  Scene scene_;
  std::uint64_t start_, step_;
  double dt_;
  std::uint64_t period_, crossing_;  // moments
  std::uint64_t driven_ = 0;         // moment at which every source has reached full strength
  std::vector<Watched> watched_;
  std::vector<CheckReading> readings_;
};

}  // namespace ez
