// What the boundary lab's parts share: how many panes a scene has, what they are called, on which scale residuals are
// shown. Functions of the state alone.
#pragma once

#include <string>

#include "app/state/state.h"

namespace ez {

inline constexpr int most_panes = 4;
inline constexpr const char* residual_colormap = "inferno";  // black: no fault

// One for each variant; without variants the scene itself is the only one.
int pane_count(const Scene& scene);
// What pane k runs: its variant's scene; the scene itself before the first frame has run.
const Scene& pane_scene(const State& state, int pane);
// The variant's name; without one its boundary in words.
std::string pane_name(const State& state, int pane);
// "CPML, 10 cells", "Mur, 1st order", "PEC"; where sides differ "left Mur 1, others CPML".
std::string boundary_name(const Boundary& boundary);
inline const char* name_of(BoundaryKind kind) { return facts_of(kind).title.data(); }
// A name that no variant of the scene has yet: "CPML", "CPML 2", …
std::string free_variant_name(const Scene& scene, const std::string& wanted);

// The scene with a pane less, of at least two; the one that is left alone is the scene.
Scene without_pane(Scene scene, int pane);

// Whether the lower pictures (and the quantity residual) have something to show: a reference run, or another pane.
bool has_residual(const State& state);
// V/m at 0 dB of every residual picture, the same for all panes.
double residual_scale(const State& state);
// Whether the pane's reflection readings are of a time when its reference run's own border may have answered.
bool is_past(const State& state, int pane);
// What the pane's meter reads; nothing while nothing is measured.
const ReflectionReading* reading_of(const State& state, int pane);
// "−83.1", "–" when there is nothing to say
std::string decibels(std::optional<double> db);
// The same of a pane, which after its readings' validity has "–" and in brackets the last valid value: "– (−18.2)".
std::string shown_decibels(const State& state, int pane, std::optional<double> db);
// What a side itself sends back; all that is on its line where other sides' echoes come before its own has passed.
std::optional<double> side_db(const ReflectionReading& reading, Side side);
// What that number is, or why there is none.
std::string side_words(const ReflectionReading& reading, Side side);
// The same of a pane's reading; where the side has no number, it says what keeps this side from having one.
std::string side_words(const PaneState& pane, Side side);
// "Largest |Ez| so far 1.23 kV/m", "In each period it falls to 9.5 %": always two lines, so that what stands below
// stays.
std::string growth_words(const State& state, int pane);
// Where rounding lies, in dB of the incident peak: 2^−23 of it in float, 2^−52 in double.
double rounding_floor(Precision precision);
// Whether a hidden fault is being looked for: nothing may tell which it is.
bool is_hiding(const State& state);
// What of a reading may be told, everywhere: while a fault is hidden no side's own echo and no angles, which are of one
// side alone.
ReflectionReading told(const State& state, ReflectionReading reading);

}  // namespace ez
