#include "app/ui/probe_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"

namespace ez {
namespace {

// Returns the indices of a trace that are within the window.
std::pair<std::size_t, std::size_t> range_of(const ProbeTrace& t, const TraceWindow& w) {
  const double first = static_cast<double>(t.first_step);
  const double begin = std::max(0.0, w.last - w.steps - first);
  const double end = std::clamp(w.last - first + 1, 0.0, static_cast<double>(t.values.size()));
  return {static_cast<std::size_t>(std::min(begin, end)), static_cast<std::size_t>(end)};
}

constexpr int most_traces = 100;

}  // namespace

std::vector<int> shown_traces(const State& state) {
  const int count = static_cast<int>(state.probes.size());
  std::vector<int> out(static_cast<std::size_t>(std::min(count, most_traces)));
  std::iota(out.begin(), out.end(), 0);
  const Selection& sel = state.selection;
  if (sel.kind == Selection::Kind::probe && sel.index >= most_traces && sel.index < count) out.push_back(sel.index);
  return out;
}

TraceWindow trace_window(const State& state) {
  const std::vector<int> shown = shown_traces(state);
  TraceWindow w;
  const auto period = first_period(state.scene);
  const double wanted = period && state.dt > 0 ? std::clamp(8 * *period / state.dt, 50.0, 1e6) : 2000;
  double first = 1e300;
  for (const int k : shown) {
    const ProbeTrace& t = state.probes[static_cast<std::size_t>(k)];
    if (t.values.empty()) continue;
    w.last = std::max(w.last, static_cast<double>(t.first_step + t.values.size() - 1));
    first = std::min(first, static_cast<double>(t.first_step));
  }
  if (first > w.last) return w;
  w.steps = wanted;
  double least = 1e300, most = -1e300;
  for (const int k : shown) {
    const ProbeTrace& t = state.probes[static_cast<std::size_t>(k)];
    const auto [begin, end] = range_of(t, w);
    for (std::size_t i = begin; i < end; ++i)
      if (std::isfinite(t.values[i])) least = std::min(least, t.values[i]), most = std::max(most, t.values[i]);
  }
  if (least > most) return w;
  w.middle = in_cells(state.scene.physics) ? (least + most) / 2 : 0;
  w.largest = std::max(most - w.middle, w.middle - least);
  return w;
}

Decimated decimated(const ProbeTrace& trace, const TraceWindow& window, double dt, int columns) {
  Decimated out;
  const auto [begin, end] = range_of(trace, window);
  const double per_column = std::max(1.0, window.steps / std::max(columns, 1));
  const auto add = [&](std::size_t i) {
    const double step = static_cast<double>(trace.first_step) + static_cast<double>(i);
    out.t.push_back(i < trace.times.size() && dt != 1 ? trace.times[i] : step * dt);
    out.v.push_back(std::isfinite(trace.values[i]) ? trace.values[i] : 0);
  };
  for (std::size_t i = begin; i < end;) {
    // Columns are fixed in time and not to the edge of the window, so that a moving curve does not flicker.
    const double step = static_cast<double>(trace.first_step) + static_cast<double>(i);
    const double next = (std::floor(step / per_column) + 1) * per_column;
    const auto stop = std::min(end, i + std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(next - step))));
    const auto by_value = [&](std::size_t a, std::size_t b) { return trace.values[a] < trace.values[b]; };
    std::size_t low = i, high = i;
    for (std::size_t k = i; k < stop; ++k) {
      if (by_value(k, low)) low = k;
      if (by_value(high, k)) high = k;
    }
    add(std::min(low, high));
    if (low != high) add(std::max(low, high));
    i = stop;
  }
  return out;
}

Quantity quantity_of_probe(const Scene& scene, int i) {
  const auto k = static_cast<std::size_t>(i);
  if (in_cells(scene.physics) && k < scene.probes.size() && scene.probes[k].quantity) return *scene.probes[k].quantity;
  return main_quantity(scene.physics);
}

ImU32 probe_color(const Theme& t, int i) {
  constexpr int order[] = {3, 1, 2, 4, 5, 0};
  return t.data[static_cast<std::size_t>(order[i % 6])];
}

std::string value_on_scale(double value, double scale, std::string_view unit, bool plus) {
  if (!std::isfinite(value)) return "not finite";
  const Prefix p = prefix_for(scale, unit);
  return fmt::format("{} {}{}", fixed(value / p.factor, 2, 7, plus), p.symbol, unit);
}

std::string value_at_cursor(const State& state, double value) {
  const std::string_view unit = unit_of(state.view.quantity, state.scene.grid.polarization);
  if (!in_cells(state.scene.physics)) return value_on_scale(value, state.view.limit, unit);
  return std::isfinite(value) ? plain(value, unit) : "not finite";
}

namespace {

std::string_view unit_of_probe(const Scene& scene, int i) {
  return unit_of(quantity_of_probe(scene, i), scene.grid.polarization);
}

std::string in_words(const State& state, const TraceWindow& window, double value, int i, bool plus) {
  const std::string_view unit = unit_of_probe(state.scene, i);
  if (value == 0) return fmt::format("0 {}", unit);
  if (in_cells(state.scene.physics)) return std::isfinite(value) ? plain(value, unit) : "not finite";
  return value_on_scale(value, std::max(window.largest, std::abs(value)), unit, plus);
}

}  // namespace

std::string probe_value(const State& state, const TraceWindow& window, int i) {
  const auto k = static_cast<std::size_t>(i);
  if (k >= state.probes.size() || state.probes[k].values.empty())
    return fmt::format("– {}", unit_of_probe(state.scene, i));
  return in_words(state, window, state.probes[k].values.back(), i, true);
}

const char* amplitude_words(const Scene& scene) { return first_period(scene) ? "max of 1 period" : "max of 250 steps"; }

std::string probe_amplitude(const State& state, const TraceWindow& window, int i) {
  const auto k = static_cast<std::size_t>(i);
  if (k >= state.probes.size() || state.probes[k].values.empty()) return {};
  const std::vector<double>& v = state.probes[k].values;
  const auto period = first_period(state.scene);
  const double steps = period && state.dt > 0 ? std::ceil(*period / state.dt) : 250;
  const std::size_t count = std::min(v.size(), static_cast<std::size_t>(std::clamp(steps, 1.0, 1e6)));
  double most = 0;
  for (std::size_t n = v.size() - count; n < v.size(); ++n) most = std::max(most, std::abs(v[n]));
  return in_words(state, window, most, i, false);
}

}  // namespace ez
