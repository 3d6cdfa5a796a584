// The boundary lab, as part of the state: panes, readings, what the instruments say. Panels read it; the session and
// update() change it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "app/state/workspace.h"
#include "solver/engine/engine.h"
#include "solver/measure/reflection.h"
#include "solver/problem/energy_ledger.h"
#include "solver/scene/fault.h"
#include "solver/scene/scene.h"
#include "solver/study/grading_search.h"

namespace ez {

// What the instruments are set to. Not part of the scene, not undone.
struct LabSettings {
  int difference_with =
      -1;  // the pane whose field every other pane subtracts in place of its reference run's; −1: the reference run
  double residual_floor = 120;  // dB below the incident peak: the residual's lower end
  double angle_frequency = 0;   // Hz of the angle plot; 0: the first source's
  GradingBand band;             // angles and frequencies that Optimise works on
  bool ledger = false;          // the energy ledger is kept
  bool operator==(const LabSettings&) const = default;
};

struct PaneState {
  std::string name;
  Scene scene;  // the variant's
  std::uint64_t step = 0;
  double dt = 0, time = 0;         // s
  PictureStats picture, residual;  // of the pane's two pictures as last drawn
  double residual_limit = 0;       // V/m at 0 dB: the incident peak so far
  double largest = 0;              // V/m: the largest |Ez| so far, as seen some times a second
  double growth = 1;               // factor a period by which the largest |Ez| grows
  struct Look {
    double time = 0, max_abs = 0;  // s; V/m, the largest |Ez| then
  };
  std::vector<Look> looks;  // since the start, thinned
  ReflectionReading reflection;
};

struct LedgerMoment {
  double time = 0;  // s
  EnergyLedger ledger;
};

// The run went unstable: where, why, and what would mend it.
struct Instability {
  int pane = 0;
  Node node;               // the bad one, as Runaway has it
  std::uint64_t step = 0;  // the first after which the field was bad
  std::string cause;
  std::string remedy;           // the button's words; empty when there is none
  std::optional<Scene> mended;  // the scene that the button sets
  bool last_good = false;       // the runs stand at the last good state and can go on from there
  std::uint64_t back_to = 0;    // the step of that state
  bool seeks_remedy = false;    // remedies are being tried (RemedySearch)
  bool from_start = false;      // the remedy was tried from t = 0, and is to start there
  bool operator==(const Instability&) const = default;
};

// Hidden-fault mode.
struct Quiz {
  std::optional<BoundaryFault> guess;  // what the user last named
  bool revealed = false;
  int guesses = 0;  // at the fault that is hidden now
  int score = 0;    // side right: 1, fault right: 2; the first guess only
  int rounds = 0;   // revealed so far
};

struct LabState {
  Workspace workspace = Workspace::explore;
  LabSettings settings;
  std::vector<PaneState> panes;  // at least one
  int active = 0;                // the pane that the panels edit
  double reference_bytes = 0;    // memory that all reference runs take; 0: there is none
  double caught_up = 1;          // 0 … 1: how far a reference run that was begun late has come after the panes
  int reference_nx = 0, reference_ny = 0;   // nodes of the active pane's reference run; 0: it has none
  std::string reference_message;            // why there is none although it is wanted, and what would fit
  EnergyLedger ledger;                      // of the active pane
  double ledger_since = 0;                  // s, that it counts from: when it was switched on, or the start
  std::deque<LedgerMoment> ledger_history;  // since the start, thinned
  std::optional<GradingProgress> search;    // the search for a grading that is under way, or that ended last
  std::optional<Instability> instability;
  Quiz quiz;
};

}  // namespace ez
