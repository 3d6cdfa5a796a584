// Services that the timeline needs from the session.
#pragma once

#include <cstdint>
#include <optional>

#include "solver/scene/scene.h"

namespace ez {

class TimelineServices {
 public:
  virtual ~TimelineServices() = default;
  // The scene as it was at this step of pane 0; nothing where the timeline does not reach so far back.
  virtual std::optional<Scene> scene_at(std::uint64_t step) = 0;
  // The next edit adds the pane that side_by_side() makes of the active one and of what it was, or will be, at this
  // step: the runs are to part there and not at the start. Returns the step that they come to, once that is gone to;
  // nothing where they cannot.
  virtual std::optional<std::uint64_t> run_beside(std::uint64_t since) = 0;
};

}  // namespace ez
