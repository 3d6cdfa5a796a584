// What the panes' meters read, in words. Functions of the state alone.
#pragma once

#include <string>

#include "app/model/state.h"
#include "solver/base/text.h"

namespace ez {

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
Text side_words(const ReflectionReading& reading, Side side);
// The same of a pane's reading; where the side has no number, it says what keeps this side from having one.
Text side_words(const PaneState& pane, Side side);
// "Largest |Ez| so far 1.23 kV/m", "In each period it falls to 9.5 %": always two lines, so that what stands below
// stays.
Text growth_words(const State& state, int pane);
}  // namespace ez
