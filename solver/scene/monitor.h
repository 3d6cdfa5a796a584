// Monitors convert parts of the field to spectra during a run. measure/monitors/monitors.h makes the measurements.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "solver/scene/key.h"
#include "solver/scene/place.h"
#include "solver/scene/waveform.h"

namespace ez {

struct Scene;

// The frequencies of a monitor: a list, or equally spaced ones in a band.
struct MonitorFrequencies {
  std::vector<double> list;                   // Hz; empty: use the band
  std::optional<std::array<double, 3>> band;  // from (Hz), to (Hz), count
  std::vector<double> values() const;         // Hz
  // These are two keys of the monitor's own table.
  static void fields(auto& f, auto&& key) {
    key("frequencies", f.list,
        {.unit = "Hz",
         .range = a_frequency,
         .absent = "those of `band`",
         .doc = "a list of frequencies; or give `band`"});
    key("band", f.band,
        {.unit = "Hz",
         .range = a_frequency,
         .absent = "none",
         .doc = "`[f1, f2, n]`: n frequencies from f1 to f2, including both"});
  }
  bool operator==(const MonitorFrequencies&) const = default;
};

// Each geometry has `kind`, `title` and fields(), as a source's geometry has. Keys with
// Measure::position are its places.

// Power that passes through the line from → to towards its left.
struct FluxMonitor {
  static constexpr std::string_view kind = "flux", title = "Flux";
  Vec2 from, to;
  MonitorFrequencies frequencies;
  static void fields(auto& m, auto&& key) {
    key("from", m.from, {.required = true, .measure = Measure::position});
    key("to", m.to, {.required = true, .measure = Measure::position});
    MonitorFrequencies::fields(m.frequencies, key);
  }
  bool operator==(const FluxMonitor&) const = default;
};
// Phasors of the field along the line.
struct LineMonitor {
  static constexpr std::string_view kind = "line", title = "Line";
  Vec2 from, to;
  MonitorFrequencies frequencies;
  static void fields(auto& m, auto&& key) {
    key("from", m.from, {.required = true, .measure = Measure::position});
    key("to", m.to, {.required = true, .measure = Measure::position});
    MonitorFrequencies::fields(m.frequencies, key);
  }
  bool operator==(const LineMonitor&) const = default;
};
// Frequencies and Q of resonances at a node after the sources have ended.
struct ResonanceMonitor {
  static constexpr std::string_view kind = "resonance", title = "Resonance";
  Vec2 at;
  double low = 0, high = 0;  // Hz
  static void fields(auto& m, auto&& key) {
    key("at", m.at, {.required = true, .measure = Measure::position});
    key("band", std::tie(m.low, m.high), {.required = true, .unit = "Hz", .doc = "`[f1, f2]`, band that is searched"});
  }
  bool operator==(const ResonanceMonitor&) const = default;
};

// Far field of the waves that leave the box, computed from the near field on it.
struct FarMonitor {
  static constexpr std::string_view kind = "far", title = "Far field";
  Vec2 min, max;
  double frequency = 0;                         // Hz
  std::optional<std::array<double, 3>> angles;  // degrees from +x: from, to, count
  std::vector<double> degrees() const;
  static void fields(auto& m, auto&& key) {
    key("min", m.min, {.required = true, .measure = Measure::position});
    key("max", m.max, {.required = true, .measure = Measure::position});
    key("frequency", m.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
    key("angles", m.angles, {.unit = "°", .absent = "[0, 359, 360]", .doc = "`[from, to, n]`, anticlockwise from +x"});
  }
  bool operator==(const FarMonitor&) const = default;
};

// Phasor of the main array at every node.
struct MapMonitor {
  static constexpr std::string_view kind = "map", title = "Map";
  double frequency = 0;  // Hz
  static void fields(auto& m, auto&& key) {
    key("frequency", m.frequency, {.required = true, .unit = "Hz", .range = a_frequency});
  }
  bool operator==(const MapMonitor&) const = default;
};

// Amplitudes of a guided mode of the media on the line, which is along an axis: towards its left normal, and back.
struct ModeMonitor {
  static constexpr std::string_view kind = "mode", title = "Guided mode";
  Vec2 from, to;
  int index = 0;
  MonitorFrequencies frequencies;
  static void fields(auto& m, auto&& key) {
    key("from", m.from, {.required = true, .measure = Measure::position});
    key("to", m.to, {.required = true, .measure = Measure::position});
    key("index", m.index, a_mode);
    MonitorFrequencies::fields(m.frequencies, key);
  }
  bool operator==(const ModeMonitor&) const = default;
};

using MonitorGeometry = std::variant<FluxMonitor, LineMonitor, ResonanceMonitor, FarMonitor, MapMonitor, ModeMonitor>;

struct Monitor {
  std::string name;  // name in files and checks
  MonitorGeometry geometry;
  bool minus_empty = false;
  static void fields(auto& m, auto&& key) {
    key("name", m.name,
        {.required = true,
         .doc = "name used in files and checks; without quotes and control characters; must be unique"});
    key.kind(m.geometry);
    key.alternative(m.geometry);
    key("minus_empty", m.minus_empty,
        {.doc = "subtracts the field of the same run without shapes, before powers are computed"});
  }
  bool operator==(const Monitor&) const = default;
};

// Returns a monitor's places by their keys, in order: "at", "from" and "to", or "min" and "max". Empty for a map.
struct MonitorPlace {
  std::string_view key;
  Vec2* at;
};
std::vector<MonitorPlace> places_of(Monitor& monitor);
// In Hz; empty for a resonance.
std::vector<double> frequencies_of(const Monitor& monitor);
// Returns the highest frequency of the monitor in Hz.
double highest_frequency(const Monitor& monitor);

// Returns the nodes from one node to the other. Consecutive nodes are neighbours along x or along y.
std::vector<Node> staircase(Node from, Node to);

}  // namespace ez
