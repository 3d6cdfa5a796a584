// What the boundary lab's cards share. Each card draws into the current window, under an ID of its own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/boundary_lab/lab.h"
#include "app/ui/context.h"
#include "app/ui/sections.h"

namespace ez {

// ---- the scene that the panels edit: the active variant's, the scene itself where there are none
const Scene& active_scene(const State& state);
void edit_active(const Context& c, const Scene& wanted, std::string what);
// The side that lies farthest over what a sound boundary gives, if its marks tell; else the one that reflects most.
Side worst_side(const ReflectionReading& reading);
// Why the angle plot has no marks of the pane at this side (at any) although reflection is measured, in lower case;
// empty when it is not known.
std::string why_no_marks(const State& state, int pane, std::optional<Side> side);
// What the active pane's meter reads; nothing while nothing is measured.
const ReflectionReading* active_reading(const State& state);

const char* name_of(Side side);  // "Left"
// Periodic sides come in pairs: becoming periodic takes the opposite side along, and so does leaving it.
Boundary with_kind(Boundary b, Side side, BoundaryKind kind);
// A colour and a shape, so that kinds are told apart without colour too.
void boundary_mark(const Pen& pen, ImVec2 center, BoundaryKind kind);

// ---- the cards; the others are sections of the panel
void instability_card(const Context& c);

// ---- parts of the cards
// What each side of the active pane sends back, while that is measured.
void meter_rows(const Context& c);
// ---- parts that the ordinary panel has too
// Four sides, all four at once, and what is measured on them.
void boundary_rows(const Context& c);
// The layer's numbers and the named gradings.
void grading_fields(const Context& c);
// One edit of the active pane's grading, or one frame of a drag; remembers what its worst side reflected before.
void edit_grading(const Context& c, const CpmlGrading& grading);
double background_index(const Scene& scene);  // √(ε_r μ_r)
void optimise_rows(const Context& c);
// How far a search is, in the interface's language.
std::string progress_words(const Vocabulary* words, const GradingProgress& p);

// ---- plots
inline constexpr double lowest_db = -120;  // the plots' lower end
// A height for a plot: `share` of the window's, within limits (unscaled).
float plot_height(const Context& c, float share, float least, float most);
// Axis Y from −120 to 0 dB.
void setup_db_axis();
// Round values from low to high, at most so many.
std::vector<double> round_ticks(double low, double high, int most);
// An axis from low to high that shows values over `factor` at round ticks.
void setup_axis(int axis, double low, double high, int most, double factor);

struct NamedCurve {
  std::vector<ImVec2> points;  // on the screen, x rising
  std::string name;
  ImU32 color = 0;
};
// Writes each name beside its curve, where it is farthest from the others.
void name_curves(const Pen& pen, std::span<const NamedCurve> curves, const Area& within);
void dashed(const Pen& pen, std::span<const ImVec2> points, ImU32 color, float thickness);
// The curve in the current plot's pixels.
std::vector<ImVec2> on_screen(std::span<const double> x, std::span<const double> y);

}  // namespace ez
