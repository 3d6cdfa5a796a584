// One run on the screen: its pictures, its probes' series, and what watches over it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "app/model/state.h"
#include "app/picture/stage.h"
#include "solver/compare/comparison.h"
#include "solver/measure/stability/stability_monitor.h"

namespace ez {

// The active pane's run; a pane that was just added has one from the next frame on.
inline Solver& active_run(Comparison& runs, int active) { return runs.pane(std::min(active, runs.panes() - 1)); }

struct Pane {
  struct Picture {
    std::unique_ptr<Stage> stage;  // made when it is first shown
    PictureWindow published;       // what it shows of the field
    std::uint64_t step = 0;        // and of which step
    bool stale = true;             // must be published though no step was made
    bool untold = false;           // its statistics come when it is published once more
  };
  Picture field, residual;
  StabilityMonitor stability;
  std::vector<ProbeTrace> probes;  // those of the active pane are in the state
  double field_peak = 0;           // largest |value| that its field picture had since the start, in the quantity's unit

  Picture& picture(bool of_residual) { return of_residual ? residual : field; }
  void scene_changed() {
    for (Picture* p : {&field, &residual}) {
      if (p->stage) p->stage->materials_changed();
      p->stale = true;
    }
  }
  void restarted(const Solver& solver) {
    stability.restart();
    at_another_time(solver);
  }
  void travelled(Solver& solver) {
    stability.travelled(solver.health(), solver.step(), solver.scene().physics);
    at_another_time(solver);
  }

 private:
  void at_another_time(const Solver& solver) {
    stability.watch(solver.scene(), solver.problem());
    field_peak = 0;
    field.stale = residual.stale = true;
  }
};

}  // namespace ez
