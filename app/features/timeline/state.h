// What the window knows of its timeline: the moments that are kept, and the edits between them (where the run stands
// among them: app/model/moments.h). Steps are those of pane 0.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/text.h"

namespace ez {

struct TimelinePicture;  // app/features/timeline/shots.h

struct TimelineState {
  static constexpr double least_budget = 16e6, most_budget = 64e9;  // bytes
  static double allowed_budget(double bytes);                       // between them; what is no number is the default
  bool shown = false;                                               // the bar
  double budget = 512e6;                                            // bytes that kept moments may take

  // Told by the session once a frame
  double bytes = 0;           // that kept moments take
  double one_takes = 0;       // bytes; above the budget: none can be kept
  std::uint64_t version = 0;  // of `kept`, `shots` and `marks`
  Text inexact;               // why what follows may not be what it was; empty: it is, bit for bit
  struct Kept {
    std::uint64_t step = 0;
    double time = 0;  // s
  };
  std::vector<Kept> kept;  // by step
  struct Shot {            // what a moment looked like that was kept once
    int id = 0;            // of the picture: one that is new has another
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
