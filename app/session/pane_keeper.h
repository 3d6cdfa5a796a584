// The runs side by side and their panes: takes over new runs, and keeps the state's panes and probe series up to date.
#pragma once

#include <memory>
#include <vector>

#include "app/session/data.h"
#include "solver/engine/backend.h"

namespace ez {

class PaneKeeper {
 public:
  explicit PaneKeeper(SessionData& d) : d_(d) {}

  // Makes runs of the applied scene with this engine (the state's scene may contain errors), and takes them over.
  void adopt(EngineMakerChoice choice);
  void adopt(std::unique_ptr<Comparison> runs);
  // Lets the user choose a block of threads if the engine has blocks.
  void offer_blocks();

  // Makes as many panes as there are runs. A pane keeps its pictures.
  void fit();
  // Writes into the state what changes only with the scene.
  void refresh();
  // Switches the reference run for the residual's picture on and off. It is no edit: what the scene measures does not
  // matter. Returns true if it switched.
  bool look_at_residual();

  // The values of a pane's probes since the start. Those of the active pane are in the state.
  std::vector<ProbeTrace>& probes(int k);
  void collect_probes();

  // False: a gas or heat whose cells are all walls. No step can be made.
  bool has_open_cells() const { return has_open_cells_; }
  // One step of pane 0, in cells of all panes and in steps of all panes.
  double cells_per_step() const;
  double steps_per_step() const;

 private:
  void report_no_open_cells();

  SessionData& d_;
  int traced_ = 0;  // the pane whose probes are in the state
  bool has_open_cells_ = true;
};

}  // namespace ez
