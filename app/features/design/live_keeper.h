// The live design of the window. Its forward run is the run that the window shows, so the structure reaches it as an
// ordinary edit of the scene. The adjoint run is its own and makes the same steps.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "app/features/design/commands.h"
#include "app/features/design/state.h"
#include "app/features/session_part.h"
#include "solver/design/designer.h"

namespace ez {

class LiveKeeper {
 public:
  explicit LiveKeeper(const SessionHost& host) : host_(host) {}

  // Call it when no batch of steps is running. Reads the fields if their steps are made, and sends the new structure.
  void look(Comparison& runs);
  // Prepares the next batch: returns its steps, and starts the same of the adjoint run. 0: there are none.
  int begin_batch(Comparison& runs);
  void paint(const command::PaintStructure& stroke) { strokes_.push_back(stroke); }
  void forget() { designer_.reset(); }
  // Returns the present structure, for a scene with a design.
  Structure structure() const;

 private:
  bool prepare(const Scene& scene);
  bool picture_is_lost() const;
  void store_gains();
  void send_structure(const std::optional<DesignIteration>& made);
  int steps_of_frame();
  void apply_strokes();
  void stop(const Text& why);

  SessionHost host_;
  std::optional<LiveDesigner> designer_;
  std::vector<command::PaintStructure> strokes_;  // not painted yet
  int generation_ = 0;                            // of designer_, see DesignState
  GreyPicture sent_;                              // of designer_; empty: none was sent
  int sent_in_ = 0;                               // frame in which it was sent
  std::uint64_t next_step_ = 0;                   // of the forward run after the last batch
  double seconds_per_step_ = 0;                   // of the adjoint run
  double left_over_ = 0;                          // part of a step that the asked speed leaves
};

}  // namespace ez
