// The timeline's part of the state: the stored snapshots and the edits between them. The run's current position is in
// app/model/moments.h. Steps are those of pane 0.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/platform/snapshot_bytes.h"
#include "solver/base/text.h"

namespace ez {

struct TimelinePicture;  // app/features/timeline/shots.h

struct TimelineState {
  static constexpr double least_budget = 16e6, most_budget = 64e9;  // bytes
  // limits a budget to these two; NaN gives the default
  static double allowed_budget(double bytes);
  bool shown = false;                    // the bar is shown
  double budget = usual_snapshot_bytes;  // bytes that snapshots may take

  // Set by the session once a frame.
  double bytes = 0;           // bytes that the snapshots take
  double one_takes = 0;       // bytes of one snapshot; if this exceeds the budget, none can be stored
  std::uint64_t version = 0;  // version of `kept`, `shots` and `marks`
  Text inexact;               // why a recomputed step may differ from the original; empty: it is the same bit for bit
  struct Kept {
    std::uint64_t step = 0;
    double time = 0;  // s
  };
  std::vector<Kept> kept;  // by step
  struct Shot {            // picture of a snapshot, which may have been removed
    int id = 0;            // id of the picture; a new picture has a new id
    std::uint64_t step = 0;
    std::shared_ptr<const TimelinePicture> picture;
  };
  std::vector<Shot> shots;  // by step
  struct Mark {
    std::uint64_t step = 0;
    Text what;  // "move source"
  };
  std::vector<Mark> marks;  // by step
};

}  // namespace ez
