#include "app/ui/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "solver/base/constants.h"
#include "solver/base/text_with.h"

namespace ez {

const ReflectionReading* reading_of(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  return state.scene.reflection.on && pane >= 0 && k < state.panes.size() ? &state.panes[k].reflection : nullptr;
}

std::string decibels(std::optional<double> db) { return db ? fixed(*db, 1) : "–"; }

std::string shown_decibels(const State& state, int pane, std::optional<double> db) {
  return db && is_past(state, pane) ? fmt::format("– ({})", decibels(db)) : decibels(db);
}

bool is_past(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  if (!state.scene.reflection.on || k >= state.panes.size()) return false;
  const ReflectionReading& r = state.panes[k].reflection;
  return r.worst && r.valid_until > 0 && r.until > r.valid_until;
}

std::optional<double> side_db(const ReflectionReading& r, Side side) {
  const auto k = static_cast<std::size_t>(side);
  return r.own_db[k] ? r.own_db[k] : r.db[k];
}

namespace {

Text side_name(Side side) { return Text::of(to_string(side)); }

}  // namespace

Text side_words(const ReflectionReading& r, Side side) {
  const auto k = static_cast<std::size_t>(side);
  if (!r.why_not[k].empty()) return text_with("The {} side is not measured: {}", side_name(side), r.why_not[k]);
  if (!r.db[k]) return "No value yet: no wave has arrived here, or it is below 1 % of the largest at any side";
  const std::string all = fixed(*r.db[k], 1);
  if (!r.own_db[k])
    return text_with(
        "{} dB: largest reflected field at this side relative to the largest incident field. Includes echoes of other "
        "sides that pass here",
        all);
  return text_with(
      "{} dB: largest field reflected by this side relative to the largest incident field, before echoes of other "
      "sides arrived. With the echoes of other sides and corners: {} dB",
      fixed(*r.own_db[k], 1), all);
}

namespace {

// Estimates when the peak of the first wave reaches the side, s: along a straight line at the speed of light in vacuum.
// Returns nothing if no source is on.
std::optional<double> arrival_at(const Scene& scene, Side side) {
  std::optional<double> first;
  const Vec2 cell = cell_size(scene);
  for (const Source& source : scene.sources) {
    if (!source.on) continue;
    for (const Node n : source_nodes(scene, source)) {
      const int across = across_x(side) ? n.i : n.j, last = (across_x(side) ? scene.grid.nx : scene.grid.ny) - 1;
      const double way = (at_low_end(side) ? across : last - across) * (across_x(side) ? cell.x : cell.y);
      const double time = pulse_times(source.waveform).peak + std::max(way, 0.0) / c0;
      first = std::min(first.value_or(time), time);
    }
  }
  return first;
}

}  // namespace

Text side_words(const PaneState& pane, Side side) {
  const ReflectionReading& r = pane.reflection;
  const auto k = static_cast<std::size_t>(side);
  if (r.db[k] || !r.why_not[k].empty()) return side_words(r, side);
  const std::vector<Side> measured = measured_sides(pane.scene);
  if (std::ranges::find(measured, side) == measured.end())
    return facts_of(pane.scene.boundary[side]).in_pairs
               ? text_with("No value: the {} side is periodic, so waves that leave there enter at the opposite side",
                           side_name(side))
               : text_with("No value: reflection.sides does not include the {} side", side_name(side));
  const std::optional<double> arrival = arrival_at(pane.scene, side);
  if (!arrival) return text_with("No value: no source is on, so no wave reaches the {} side", side_name(side));
  if (pane.time < *arrival)
    return text_with("No value yet: the wave's peak reaches the {} side at about t = {}", side_name(side),
                     engineering(*arrival, "s", 2));
  return text_with("No value: the largest wave at any side is {}, and less than 1 % of it has reached the {} side",
                   engineering(r.incident, unit_of(Quantity::ez, pane.scene.grid.polarization), 2), side_name(side));
}

namespace {

// Returns true if the field may still grow because the sources do. The growth is measured over the second half of a run
// (StabilityMonitor). It describes the field alone only if that half begins after the sources' peaks.
bool is_starting(const PaneState& pane) {
  double peak = 0;  // s
  for (const Source& s : pane.scene.sources)
    if (s.on) peak = std::max(peak, pulse_times(s.waveform).peak);
  return pane.growth > 1 && pane.time < 2 * peak;
}

}  // namespace

Text growth_words(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const double largest = k < state.panes.size() ? state.panes[k].largest : 0;
  if (largest <= 0) return "The field is still zero\n ";
  const Polarization pol = state.scene.grid.polarization;
  const double growth = state.panes[k].growth;
  constexpr double steady = 0.005, most_told = 1000;
  const Text now = std::abs(growth - 1) < steady ? Text("The field is steady")
                   : is_starting(state.panes[k]) ? Text("The sources are still rising")
                   : growth < 1                  ? text_with("It falls to {} % in each period", fixed(100 * growth, 1))
                   : growth > most_told ? text_with("It grows by a factor of {} or more in each period", most_told)
                                        : text_with("It grows by a factor of {} in each period", fixed(growth, 2));
  return text_with("Largest |{}| so far ≥ {} (sampled)\n{}", symbol_of(Quantity::ez, pol),
                   brief(largest, unit_of(Quantity::ez, pol)), now);
}

}  // namespace ez
