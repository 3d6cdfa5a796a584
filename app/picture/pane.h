// One run on the screen: its pictures, its probe traces and its stability monitor.
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

// Returns the active pane's run. A pane that was just added has a run from the next frame on.
inline Solver& active_run(Comparison& runs, int active) { return runs.pane(std::min(active, runs.panes() - 1)); }

struct Pane {
  struct Picture {
    std::unique_ptr<Stage> stage;  // created when first shown
    PictureWindow published;       // part of the field that it shows
    std::uint64_t step = 0;        // step that it shows
    bool stale = true;             // must be published even without a new step
    bool statistics_late = false;  // its statistics arrive with the next publishing
  };
  Picture field, residual;
  StabilityMonitor stability;
  std::vector<ProbeTrace> probes;  // the state holds those of the active pane
  double field_peak = 0;           // largest |value| of its field picture since the start, in the quantity's unit

  Picture& picture(bool of_residual) { return of_residual ? residual : field; }
  void scene_changed() {
    for (Picture* p : {&field, &residual}) {
      if (p->stage) p->stage->materials_changed();
      p->stale = true;
    }
  }
  // The OpenGL objects of its pictures are lost, so they are made again.
  void lose_stages() {
    for (Picture* p : {&field, &residual}) p->stage.reset(), p->stale = true;
  }
  void restarted(const Solver& solver) {
    stability.restart();
    reset_after_jump(solver);
  }
  void travelled(Solver& solver) {
    stability.travelled(solver.health(), solver.step(), solver.scene().physics);
    reset_after_jump(solver);
  }

 private:
  void reset_after_jump(const Solver& solver) {
    stability.watch(solver.scene(), *solver.media(), solver.problem());
    field_peak = 0;
    field.stale = residual.stale = true;
  }
};

}  // namespace ez
