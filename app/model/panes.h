// Several runs side by side, as part of the state: one pane for each variant of the scene. The functions use the state
// only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "solver/base/text.h"
#include "solver/engine/engine.h"
#include "solver/measure/reflection.h"
#include "solver/scene/raster/scene_media.h"
#include "solver/scene/scene.h"
#include "solver/study/grading_search.h"

namespace ez {

struct State;

inline constexpr int most_panes = 4;
inline constexpr const char* residual_colormap = "inferno";  // black means no error

// Settings of the instruments. They are not part of the scene, and undo does not affect them.
struct LabSettings {
  // The pane whose field all other panes subtract; −1: each subtracts the field of its own reference run.
  int difference_with = -1;
  double residual_floor = 120;  // dB below the incident peak: lower end of the residual's range
  double angle_frequency = 0;   // Hz of the angle plot; 0: frequency of the first source
  GradingBand band;             // range of angles and frequencies for the grading search
  bool ledger = false;          // records the energy ledger
  bool operator==(const LabSettings&) const = default;
};

struct PaneState {
  std::string name;
  Scene scene;                          // the scene of this variant
  SharedMedia media = media_of(scene);  // of this scene
  std::uint64_t step = 0;
  double dt = 0, time = 0;         // s
  PictureStats picture, residual;  // of the two pictures of this pane, as last drawn
  double residual_limit = 0;       // V/m at 0 dB: the incident peak so far
  double largest = 0;              // V/m: the largest |Ez| so far, sampled a few times a second
  double growth = 1;               // growth of the largest |Ez|, factor per period
  struct Look {
    double time = 0, max_abs = 0;  // s; V/m, largest |Ez| at that time
  };
  std::vector<Look> looks;  // since the start, thinned out
  ReflectionReading reflection;
};

// Data of the active pane's reference run, and the memory of all reference runs.
struct ReferenceState {
  double bytes = 0;      // memory of all reference runs; 0: there are none
  double caught_up = 1;  // 0 … 1: progress of a reference run that was started late and catches up with the panes
  int nx = 0, ny = 0;    // nodes of the active pane's reference run; 0: it has none
  std::string message;   // why a requested reference run is missing, and what would fit
};

// Describes an unstable run: its place, its cause and a remedy.
struct Instability {
  int pane = 0;
  Node node;               // the first bad node, as in Runaway
  std::uint64_t step = 0;  // the first step after which the field was bad
  std::string cause;
  std::string remedy;                // label of the remedy button; empty if there is no remedy
  std::optional<Scene> fixed_scene;  // the scene that the button applies
  bool last_good = false;            // the runs are back at the last good state and can continue from there
  std::uint64_t back_to = 0;         // the step of that state
  bool seeks_remedy = false;         // the program is trying remedies (RemedySearch)
  bool from_start = false;           // the remedy was tested from t = 0 and must start there
  bool operator==(const Instability&) const = default;
};

// Returns the number of panes: one for each variant, or 1 if the scene has no variants.
int pane_count(const Scene& scene);
// Returns the scene that pane k runs, which is that of its variant. Before the first frame it is the scene itself.
const Scene& pane_scene(const State& state, int pane);
// Returns the media of that scene.
const SceneMedia& pane_media(const State& state, int pane);
// Returns the variant's name, or its boundary in words if it has none. Names made by the window are translated; the
// user's names are not.
Text pane_name(const State& state, int pane);
// Returns "CPML, 10 cells", "Mur, 1st order" or "PEC"; if sides differ, "left Mur 1, others CPML".
Text boundary_name(const Boundary& boundary);
inline const char* name_of(BoundaryKind kind) { return facts_of(kind).title.data(); }
// Returns a name that no variant of the scene has yet: "CPML", "CPML 2", …
std::string free_variant_name(const Scene& scene, const std::string& wanted);
// Removes a pane of a scene that has at least two. If one pane remains, the result is a scene without variants.
Scene without_pane(Scene scene, int pane);

// Returns true if the lower pictures (and the quantity residual) have data: from a reference run or another pane.
bool has_residual(const State& state);
// Returns V/m at 0 dB, the same for all residual pictures.
double residual_scale(const State& state);
// Returns the rounding error in dB of the incident peak, which is 2^−23 of it in float and 2^−52 in double.
double rounding_floor(Precision precision);
// Returns true while the user is to find a hidden fault. Nothing on the screen may then reveal it.
bool is_hiding(const State& state);
// Removes the values that would reveal a hidden fault: the echoes of single sides and the angles, which belong to one
// side. Returns the reading unchanged if no fault is hidden.
ReflectionReading without_secrets(const State& state, ReflectionReading reading);

// ---- A pane that is added only for a comparison. State::beside holds its name (prose: ok). It is never saved,
// remembered or undone.

// Names of the two panes of a comparison, the running one and the other, if these names are free.
inline constexpr const char *running_pane = "now", *other_pane = "then";
// Returns the index of the pane that a comparison added to the scene, which may be an earlier version of the state's
// scene. Returns nothing if there is no comparison.
std::optional<int> comparison_pane(const std::string& beside, const Scene& scene);
// Returns the scene without the pane of the comparison.
Scene without_comparison(const std::string& beside, const Scene& scene);
// Returns the scene with the comparison pane of `as`, or without one if `as` has none. It replaces the scene's own
// comparison pane. If the pane would make the scene invalid, the result has none.
Scene with_comparison_of(const std::string& beside, const Scene& as, const Scene& scene);
// Returns the scene with one more pane, "then", which copies pane `of` of `other`. Returns nothing if they differ in
// more than a variant can express.
std::optional<Scene> side_by_side(const Scene& scene, const Scene& other, int of);
void end_comparison(State& state);

}  // namespace ez
