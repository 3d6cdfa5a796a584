// Decides how many steps a frame makes, and gives them to the runs in batches.
#pragma once

#include "app/session/data.h"
#include "app/session/pace/measurement.h"
#include "app/session/pace/stops.h"
#include "app/session/pane_keeper.h"

namespace ez {

class Pace {
 public:
  Pace(SessionData& d, PaneKeeper& panes, Stops& stops, Measurement& measurement)
      : d_(d), panes_(panes), stops_(stops), measurement_(measurement) {}

  void frame_begins() { ++frames_of_batch_; }
  // Returns true if no batch is under way. Waits for one on the GPU, which is short. On the CPU a single step of a
  // large grid may take long: then it waits a short time only, and not at all if there is input from the user.
  bool batch_is_done();
  // Chooses the steps of this frame and starts the first batch.
  void advance();
  // Starts the next batch of this frame, or all that are left. On the GPU batches are short, and each begins when the
  // one before has ended. On the CPU there is nearly always one, which runs on threads of its own.
  void pump(bool all);
  void drop_steps() { pending_ = 0; }

 private:
  bool advance_slice();       // makes the steps that a part wants; returns false if none does
  void advance_on_the_way();  // makes the steps to another step that a part wants to reach
  int host_piece();

  SessionData& d_;
  PaneKeeper& panes_;
  Stops& stops_;
  Measurement& measurement_;
  int pending_ = 0;          // steps of this frame that have not begun
  int unknown_piece_ = 1;    // steps of the next batch on the CPU while the time of a step is unknown
  double waited_ = 0;        // s that the frames waited for steps since the last batch was started
  int frames_of_batch_ = 0;  // frames drawn since then
};

}  // namespace ez
