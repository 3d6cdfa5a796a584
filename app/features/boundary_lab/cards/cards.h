// Cards of the boundary lab and the functions that they share. Each card draws into the current window and pushes its
// own ImGui ID.
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
// Draws all cards from the cursor of the current window, which scrolls them.
void draw_lab_panel(const Context& c);
// Draws the residual, or without a comparison the field, against time. Each pane has a curve. Draws into the current
// window, including the title.
void draw_lab_history(const Context& c, Area area);
void draw_lab_pictures(const Context& c);                  // pictures.cpp
void draw_lab_legend(const Context& c, ImDrawList* list);  // legend.cpp
// Returns the place under the mouse in the unit that explore uses, and the value there. legend.cpp
std::string pointed_words(const State& state);

// The side that reflects most, and the value that decides: its own echo or, if that is unknown, all echoes on its line.
// If no side has an own echo, the echoes of other sides hide a fault, and the angles' excess over theory decides.
struct WorstSide {
  enum class By { nothing, own, all, angles };
  Side side = Side::left;
  By by = By::nothing;
  bool operator==(const WorstSide&) const = default;
};
WorstSide worst_side(const ReflectionReading& reading);
// Returns, in lower case, why the angle plot has no markers of the pane at this side (without a side: at any side)
// although reflection is measured. Empty if the reason is unknown.
Text why_no_marks(const State& state, int pane, std::optional<Side> side);
// ---- the cards; each of the others is a section of the panel
void instability_card(const Context& c);

// ---- parts of the cards
// Draws the measured reflection of each side of the active pane.
void meter_rows(const Context& c);
void optimise_rows(const Context& c);
// Draws the button that explains the reflection, and the list of causes.
void explain_rows(const Context& c);
// Returns the search to report: the running one or, after its end, the last one while the active pane has its grading.
const GradingProgress* shown_search(const State& state);
// Describes the progress of a search in the interface's language.
std::string progress_words(const Vocabulary* words, const GradingProgress& p);

// ---- plots
inline constexpr double lowest_db = -120;  // lower end of the plots' axis
// Returns a height for a plot: `share` of the window's height, limited to least … most. All are unscaled.
float plot_height(const Context& c, float share, float least, float most);
// Sets the y axis to −120 … 0 dB.
void setup_db_axis();
// Returns at most `most` round values between low and high.
std::vector<double> round_ticks(double low, double high, int most);
// Sets up an axis from low to high. Its round ticks show the values divided by `factor`.
void setup_axis(int axis, double low, double high, int most, double factor);

struct NamedCurve {
  std::vector<ImVec2> points;  // in screen coordinates, x ascending
  std::string name;
  ImU32 color = 0;
};
// Writes each curve's name next to it, where it is farthest from the other curves.
void name_curves(const Pen& pen, std::span<const NamedCurve> curves, const Area& within);
void dashed(const Pen& pen, std::span<const ImVec2> points, ImU32 color, float thickness);
// Converts a curve to screen coordinates of the current plot.
std::vector<ImVec2> on_screen(std::span<const double> x, std::span<const double> y);

}  // namespace ez
