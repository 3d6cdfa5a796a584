// The steps and times at which the runs stop: the pause that a scene names, the step that the user asks for, the end of
// valid readings in the boundary lab, the times at which checks are read. Steps are those of pane 0.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "app/session/data.h"
#include "app/session/watch/check_keeper.h"

namespace ez {

// True if the boundary lab shows what is measured in the applied scene.
bool is_measured_in_lab(const SessionData& d);

class Stops {
 public:
  Stops(SessionData& d, CheckKeeper& checks) : d_(d), checks_(checks) {}

  // The last step whose readings are valid.
  std::optional<std::uint64_t> last_valid_step() const;
  // The step at which the runs stop next; none in the kernel lab, which shows speed alone.
  std::optional<std::uint64_t> stop_ahead() const;

  // Plans the next stops, and returns how many of `steps` lead up to the next one.
  int limit(int steps);
  // Returns how many of `steps` lead up to the step at which a check is read.
  int until_check(int steps);
  // Plans the time at which a check of a gas or heat is read. One of its steps ends there.
  void plan_check() { check_end_ = check_ahead(); }
  // The batch under way ends at this time, s.
  void end_at(double time) { end_ = time; }
  double end() const { return std::min(end_, check_end_); }  // s: the time at which the batch under way ends
  void forget();

  // Stops the runs if they have come to a stop, and returns true then.
  bool stop_if_due();
  // The runs have paused at the end of a scene that repeats. Returns true while the end is still shown.
  bool shows_the_end();
  void restarted() { has_passed_ = false; }

 private:
  // The boundary lab pauses at the last step whose readings are valid if the scene names no other.
  bool pauses_at_validity() const;
  // The step of the scene's own pause. Checks count their time from the last edit (check_watch.h). A pause that was
  // still ahead at that edit counts from there too, so that the checks can be read by then.
  std::optional<std::uint64_t> scene_moment() const;
  // s: the scene's own pause, if it is a time of a gas or heat. Its steps have many lengths, and one ends there.
  std::optional<double> timed_end() const;
  double end_ahead() const;
  double check_ahead();

  SessionData& d_;
  CheckKeeper& checks_;
  std::optional<std::uint64_t> stop_;  // the step at which the batch under way stops
  // s: times at which a batch of a gas or heat ends. At check_end_ a check is read, and the run continues.
  double end_ = std::numeric_limits<double>::infinity(), check_end_ = std::numeric_limits<double>::infinity();
  double standing_ = 0;      // s until a paused run restarts
  bool has_passed_ = false;  // the run has passed the scene's own pause
};

}  // namespace ez
