#include "app/boundary_lab/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/ui/kit/units.h"
#include "app/ui/scene_edit.h"

namespace ez {

int pane_count(const Scene& scene) { return std::max(1, static_cast<int>(scene.variants.size())); }

const Scene& pane_scene(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  return k < state.lab.panes.size() ? state.lab.panes[k].scene : state.scene;
}

std::string pane_name(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const bool named = k < state.scene.variants.size() && !state.scene.variants[k].name.empty();
  return named ? state.scene.variants[k].name : boundary_name(pane_scene(state, pane).boundary);
}

std::string boundary_name(const Boundary& boundary) {
  const auto& side = boundary.side;
  if (std::any_of(side.begin(), side.end(), [&](BoundaryKind k) { return k != side[0]; })) return "Mixed sides";
  return side[0] == BoundaryKind::cpml ? fmt::format("CPML, {} cells", boundary.cpml.cells) : name_of(side[0]);
}

std::string free_variant_name(const Scene& scene, const std::string& wanted) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(scene.variants.begin(), scene.variants.end(), [&](const Variant& v) { return v.name == name; });
  };
  if (!taken(wanted)) return wanted;
  for (int k = 2;; ++k)
    if (std::string name = fmt::format("{} {}", wanted, k); !taken(name)) return name;
}

bool has_residual(const State& state) {
  return state.lab.settings.difference_with >= 0 || state.lab.reference_bytes > 0;
}

double residual_scale(const State& state) {
  double most = 0;
  for (const PaneState& p : state.lab.panes) most = std::max(most, p.residual_limit);
  return most > 0 ? most : 1;
}

const ReflectionReading* reading_of(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  return state.scene.reflection.on && pane >= 0 && k < state.lab.panes.size() ? &state.lab.panes[k].reflection
                                                                              : nullptr;
}

std::string decibels(std::optional<double> db) { return db ? fixed(*db, 1) : "–"; }

bool is_past(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  if (!state.scene.reflection.on || k >= state.lab.panes.size()) return false;
  const ReflectionReading& r = state.lab.panes[k].reflection;
  return r.worst && r.valid_until > 0 && r.until > r.valid_until;
}

std::optional<double> side_db(const ReflectionReading& r, Side side) {
  const auto k = static_cast<std::size_t>(side);
  return r.own_db[k] ? r.own_db[k] : r.db[k];
}

std::string side_words(const ReflectionReading& r, Side side) {
  const auto k = static_cast<std::size_t>(side);
  if (!r.why_not[k].empty()) return fmt::format("The {} side is not measured: {}", to_string(side), r.why_not[k]);
  if (!r.db[k]) return "No number yet: no wave is here, or less than 1 % of the largest at any side";
  const std::string all = fixed(*r.db[k], 1);
  if (!r.own_db[k])
    return fmt::format(
        "{} dB: the most that came back past this side, over the most that came in. Echoes of other sides"
        " that pass here are in it",
        all);
  return fmt::format(
      "{} dB: the most that this side has sent back, over the most that came in, before another side's"
      " echo was there. With the others' echoes and the corners' {} dB",
      fixed(*r.own_db[k], 1), all);
}

std::string growth_words(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const double largest = k < state.lab.panes.size() ? state.lab.panes[k].largest : 0;
  if (largest <= 0) return "Nothing on the field yet\n ";
  const Polarization pol = state.scene.grid.polarization;
  const double growth = state.lab.panes[k].growth;
  constexpr double steady = 0.005, most_told = 1000;  // a pulse that comes up grows without bound at first
  const std::string now = std::abs(growth - 1) < steady ? "It is steady now"
                          : growth < 1         ? fmt::format("In each period it falls to {} %", fixed(100 * growth, 1))
                          : growth > most_told ? fmt::format("In each period it grows × {} or more", most_told)
                                               : fmt::format("In each period it grows × {}", fixed(growth, 2));
  return fmt::format("Largest |{}| so far {}\n{}", symbol_of(Quantity::ez, pol),
                     brief(largest, unit_of(Quantity::ez, pol)), now);
}

double rounding_floor(Precision precision) {
  return 20 * std::log10(2.0) * (precision == Precision::float32 ? -23 : -52);
}

bool is_hiding(const State& state) { return state.scene.hidden_fault.has_value() && !state.lab.quiz.revealed; }

ReflectionReading told(const State& state, ReflectionReading reading) {
  if (!is_hiding(state)) return reading;
  reading.own_db = {};
  reading.angles.clear();
  reading.no_angles = {"they would tell where the fault is, and come with the answer"};
  return reading;
}

}  // namespace ez
