// Probe traces made ready to be drawn: the last periods, no more points than pixels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/model/state.h"
#include "app/ui/kit/look.h"

namespace ez {

// Which steps the plots show: the last eight periods of the first source (2000 steps when none has a period).
struct TraceWindow {
  double last = 0;     // the step at its end
  double steps = 0;    // how many steps it holds; 0: nothing yet
  double largest = 0;  // |value − middle| over the shown traces within it
  double middle = 0;   // of a gas or heat that of its least and largest value; else 0
  double scale() const { return largest > 0 ? largest : 1; }  // to divide by
};
TraceWindow trace_window(const State& state);
// Indices of the traces that are drawn: of a hundred probes all, of more the first hundred and the selected one.
std::vector<int> shown_traces(const State& state);

struct Decimated {
  std::vector<double> t, v;  // s, V/m (A/m); where times are known, by those and not by dt
};
// Two points (least, largest) per column, so that no peak is lost.
Decimated decimated(const ProbeTrace& trace, const TraceWindow& window, double dt, int columns);

ImU32 probe_color(const Theme& t, int i);
// What a probe records.
Quantity quantity_of_probe(const Scene& scene, int i);
// "+0.029 V/m" in a fixed width; its prefix follows the largest value of the window, not the moment's. "0 V/m" where
// nothing has come yet.
std::string probe_value(const State& state, const TraceWindow& window, int i);
// What probe_amplitude() looks back over, in a few words.
const char* amplitude_words(const Scene& scene);
// The largest |value| over the last period of the first source (250 steps when none has a period), likewise, or empty
// before the first step.
std::string probe_amplitude(const State& state, const TraceWindow& window, int i);
// A value in the prefix of `scale`: "+12.34 mV/m".
std::string value_on_scale(double value, double scale, std::string_view unit, bool plus = true);
// What the picture shows at the mouse. A gas's or heat's as plain() has it: "0.595", "1.2 kg/m³".
std::string value_at_cursor(const State& state, double value);

}  // namespace ez
