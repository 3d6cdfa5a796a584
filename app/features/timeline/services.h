// Services that the timeline needs from the session.
#pragma once

#include <cstdint>
#include <optional>

#include "solver/scene/scene.h"

namespace ez {

class TimelineServices {
 public:
  virtual ~TimelineServices() = default;
  // Returns the scene at this step of pane 0. Empty if the timeline does not reach back that far.
  virtual std::optional<Scene> scene_at(std::uint64_t step) = 0;
  // Prepares the next edit, which adds a pane for the active pane's run as it was, or will be, at this step
  // (side_by_side()). The two runs then part at this step and not at the start. Returns the step to which the runs are
  // taken after that. Empty if they cannot part there.
  virtual std::optional<std::uint64_t> plan_comparison(std::uint64_t since) = 0;
};

}  // namespace ez
