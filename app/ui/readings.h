// Readings of the panes' meters as text. The functions use the state only.
#pragma once

#include <string>

#include "app/model/state.h"
#include "solver/base/text.h"

namespace ez {

// Returns true if echoes from the reference run's own border may have reached the pane's reflection readings.
bool is_past(const State& state, int pane);
// Returns the reading of the pane's meter; null while nothing is measured.
const ReflectionReading* reading_of(const State& state, int pane);
// Returns "−83.1", or "–" if there is no value.
std::string decibels(std::optional<double> db);
// Returns the same for a pane. After the end of the readings' validity it returns "–" and the last valid value in
// brackets: "– (−18.2)".
std::string shown_decibels(const State& state, int pane, std::optional<double> db);
// Returns the reflection of the side itself. If echoes of other sides arrive before its own echo has passed, returns
// everything on its line.
std::optional<double> side_db(const ReflectionReading& reading, Side side);
// Explains that number, or why there is none.
Text side_words(const ReflectionReading& reading, Side side);
// Does the same for a pane's reading, and explains what keeps this side from having a number.
Text side_words(const PaneState& pane, Side side);
// Returns "Largest |Ez| so far ≥ 1.23 kV/m (sampled)", "It falls to 9.5 % in each period". Always two lines, so that
// the rows below do not move.
Text growth_words(const State& state, int pane);
}  // namespace ez
