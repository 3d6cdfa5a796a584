// Prepares probe traces for drawing: the last periods, with no more points than pixels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/model/state.h"
#include "app/ui/kit/look.h"

namespace ez {

// The steps that the plots show: the last eight periods of the first source, or 2000 steps if no source has a period.
struct TraceWindow {
  double last = 0;     // the step at its end
  double steps = 0;    // number of steps; 0: nothing yet
  double largest = 0;  // largest |value − middle| of the shown traces
  double middle = 0;   // for a gas or heat the middle between smallest and largest value; otherwise 0
  double scale() const { return largest > 0 ? largest : 1; }  // the divisor for plotting
};
TraceWindow trace_window(const State& state);
// Returns the indices of the traces to draw: all if there are at most a hundred, otherwise the first hundred and the
// selected one.
std::vector<int> shown_traces(const State& state);

struct Decimated {
  std::vector<double> t, v;  // s, V/m (A/m); uses recorded times if there are any, otherwise dt
};
// Returns two points (smallest, largest) per column, so that no peak is lost.
Decimated decimated(const ProbeTrace& trace, const TraceWindow& window, double dt, int columns);

ImU32 probe_color(const Theme& t, int i);
// Returns the quantity that a probe records.
Quantity quantity_of_probe(const Scene& scene, int i);
// Returns "+0.029 V/m" in a fixed width. The prefix follows the largest value of the window, not the present one.
// Returns "0 V/m" before the first value.
std::string probe_value(const State& state, const TraceWindow& window, int i);
// Describes in a few words the time that probe_amplitude() covers.
const char* amplitude_words(const Scene& scene);
// Returns the largest |value| over the last period of the first source (250 steps if no source has a period), in the
// same format. Empty before the first step.
std::string probe_amplitude(const State& state, const TraceWindow& window, int i);
// Formats a value with the prefix of `scale`: "+12.34 mV/m".
std::string value_on_scale(double value, double scale, std::string_view unit, bool plus = true);
// Returns the value of the picture at the mouse pointer. For a gas or heat it uses plain(): "0.595", "1.2 kg/m³".
std::string value_at_cursor(const State& state, double value);

}  // namespace ez
