// Several runs side by side, as part of the state: a pane for each variant of the scene. Functions of the state alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/engine/engine.h"
#include "solver/measure/reflection.h"
#include "solver/scene/scene.h"
#include "solver/study/grading_search.h"

namespace ez {

struct State;

inline constexpr int most_panes = 4;
inline constexpr const char* residual_colormap = "inferno";  // black: no fault

// What the instruments are set to. Not part of the scene, not undone.
struct LabSettings {
  int difference_with =
      -1;  // the pane whose field every other pane subtracts in place of its reference run's; −1: the reference run
  double residual_floor = 120;  // dB below the incident peak: the residual's lower end
  double angle_frequency = 0;   // Hz of the angle plot; 0: the first source's
  GradingBand band;             // angles and frequencies that the search for a grading works on
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

// The reference run of the active pane, and what all of them take.
struct ReferenceState {
  double bytes = 0;      // memory that all reference runs take; 0: there is none
  double caught_up = 1;  // 0 … 1: how far a reference run that was begun late has come after the panes
  int nx = 0, ny = 0;    // nodes of the active pane's reference run; 0: it has none
  std::string message;   // why there is none although it is wanted, and what would fit
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

// One for each variant; without variants the scene itself is the only one.
int pane_count(const Scene& scene);
// What pane k runs: its variant's scene; the scene itself before the first frame has run.
const Scene& pane_scene(const State& state, int pane);
// The variant's name; without one its boundary in words. A name of the window's own is translated, one of the user is
// not.
Text pane_name(const State& state, int pane);
// "CPML, 10 cells", "Mur, 1st order", "PEC"; where sides differ "left Mur 1, others CPML".
Text boundary_name(const Boundary& boundary);
inline const char* name_of(BoundaryKind kind) { return facts_of(kind).title.data(); }
// A name that no variant of the scene has yet: "CPML", "CPML 2", …
std::string free_variant_name(const Scene& scene, const std::string& wanted);
// The scene with a pane less, of at least two; the one that is left alone is the scene.
Scene without_pane(Scene scene, int pane);

// Whether the lower pictures (and the quantity residual) have something to show: a reference run, or another pane.
bool has_residual(const State& state);
// V/m at 0 dB of every residual picture, the same for all panes.
double residual_scale(const State& state);
// Where rounding lies, in dB of the incident peak: 2^−23 of it in float, 2^−52 in double.
double rounding_floor(Precision precision);
// Whether a hidden fault is being looked for: nothing may tell which it is.
bool is_hiding(const State& state);
// What of a reading may be told, everywhere: while a fault is hidden no side's own echo and no angles, which are of one
// side alone.
ReflectionReading told(const State& state, ReflectionReading reading);

// ---- a pane that stands beside another for a comparison only (State::beside), which is no part of what is saved, kept
// or undone

// What a comparison calls its panes, the one that runs and the other, where names are free.
inline constexpr const char *running_pane = "now", *other_pane = "then";
// Of the state's scene, or another version of it, the pane that a comparison has added; none: nothing is compared.
std::optional<int> pane_beside(const std::string& beside, const Scene& scene);
// The scene without it.
Scene without_comparison(const std::string& beside, const Scene& scene);
// The scene in the comparison that `as` is in: with the same pane, or none, whatever it had; with none where that would
// be wrong beside it.
Scene in_comparison(const std::string& beside, const Scene& as, const Scene& scene);
// The scene with a pane more, "then", which is what pane `of` of `other` is; none where what they differ in is more
// than a variant can have.
std::optional<Scene> side_by_side(const Scene& scene, const Scene& other, int of);
void end_comparison(State& state);

}  // namespace ez
