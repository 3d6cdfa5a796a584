// Commands of the timeline. Steps are those of pane 0.
#pragma once

#include <cstdint>

#include "app/model/command.h"
#include "app/platform/snapshot_bytes.h"

namespace ez {
namespace command {

struct SetTimeline {
  bool shown = true;
  double budget = usual_snapshot_bytes;  // bytes
};
struct CompareWithThen {  // adds a second pane that runs the scene of this step of pane 0
  std::uint64_t step = 0;
};

}  // namespace command

void on(State& s, Services& x, const command::SetTimeline& c);
void on(State& s, Services& x, const command::CompareWithThen& c);

}  // namespace ez
