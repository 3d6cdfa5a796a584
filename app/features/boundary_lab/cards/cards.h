// What the boundary lab's cards share. Each card draws into the current window, under an ID of its own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/ui/context.h"
#include "app/ui/panels/boundary_rows.h"
#include "app/ui/sections.h"

namespace ez {

extern const PanelSection angles_card, profile_card, boundaries_card, faults_card, ledger_card;
// All of them, from where the cursor is in the current window; it scrolls as the window does.
void draw_lab_panel(const Context& c);
// Residual or field against time: one curve per pane. Draws into the current window, title included.
void draw_lab_history(const Context& c, Area area);
void draw_lab_pictures(const Context& c);                  // pictures.cpp
void draw_lab_legend(const Context& c, ImDrawList* list);  // legend.cpp

// The side that lies farthest over what a sound boundary gives, if its marks tell; else the one that reflects most.
Side worst_side(const ReflectionReading& reading);
// Why the angle plot has no marks of the pane at this side (at any) although reflection is measured, in lower case;
// empty when it is not known.
Text why_no_marks(const State& state, int pane, std::optional<Side> side);
// ---- the cards; the others are sections of the panel
void instability_card(const Context& c);

// ---- parts of the cards
// What each side of the active pane sends back, while that is measured.
void meter_rows(const Context& c);
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
