// A copy of all runs in main memory. If their device fails, new runs on the CPU engine continue from it.
//
// The runs wait while they are copied. So a copy is taken at most every 2 s, and copying takes at most 1/500 of the
// time.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "solver/compare/checkpoint_ground.h"
#include "solver/compare/comparison.h"

namespace ez {

class HostCopy {
 public:
  explicit HostCopy(std::chrono::milliseconds pause = std::chrono::seconds(2), int share = 500)
      : pause_(pause), share_(share) {}
  // Returns true if a copy is due. Runs on the host, and runs whose engine cannot be copied, need none.
  bool is_due(const Comparison& runs) const;
  // Copies the runs. Call it while no batch is running. There is no copy if memory is short. Throws EngineError; then
  // there is no copy either.
  void keep(Comparison& runs);
  // Takes runs of the same scene, or of one that was edited since, to the step of the copy. Returns false if there is
  // no copy, or if they have another grid, Δt or boundaries. They are then at t = 0.
  bool restore(Comparison& runs) const;
  // Call it when the runs have jumped to another step, or restarted.
  void drop() { copy_.reset(); }

 private:
  using Clock = std::chrono::steady_clock;

  std::chrono::milliseconds pause_;
  int share_;
  std::optional<Comparison::Moment> copy_;
  std::vector<CheckpointGround> ground_;   // of the copied panes
  bool impossible_ = false;                // the engine cannot be copied, or memory is short
  std::optional<Clock::time_point> last_;  // time of the last copy
  Clock::duration cost_{0};                // time that it took
};

}  // namespace ez
