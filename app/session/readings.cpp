// What the state says of the runs as they are: probes, monitors, the value under the mouse, the colour bar's ends.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/session/session.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Values per probe, and of all of them together; beyond that the older half goes.
constexpr std::size_t longest_trace = 1u << 22, most_values = 1u << 27, shortest_trace = 1000;
// Nodes of lines whose modes are found in a frame: some 10 ms.
constexpr std::size_t most_mode_nodes = 40'000;
constexpr std::size_t most_line_curves = 4;  // frequencies of a line that its plot draws

void append(ProbeTrace& trace, const std::string& name, const ProbeSamples& s, std::size_t longest) {
  const bool taken_back = s.first_step < trace.first_step + trace.values.size();
  if (s.restarted || trace.values.empty() || s.first_step < trace.first_step)
    trace = {name, s.first_step, {}, {}};
  else if (taken_back)
    trace.values.resize(s.first_step - trace.first_step);
  trace.times.resize(std::min(trace.times.size(), trace.values.size()));
  trace.values.insert(trace.values.end(), s.values.begin(), s.values.end());
  trace.times.insert(trace.times.end(), s.times.begin(), s.times.end());
  if (trace.values.size() < longest) return;
  const std::size_t half = trace.values.size() / 2;
  trace.values.erase(trace.values.begin(), trace.values.begin() + static_cast<std::ptrdiff_t>(half));
  if (!trace.times.empty())
    trace.times.erase(trace.times.begin(), trace.times.begin() + static_cast<std::ptrdiff_t>(half));
  trace.first_step += half;
}

}  // namespace

// A series per probe and pane; what is in the state is the active pane's.
void Session::collect_probes() {
  const auto series = [&](int k) -> std::vector<ProbeTrace>& {
    return k == traced_ ? state_.probes : panes_[static_cast<std::size_t>(k)].probes;
  };
  for (int k = 0; k < runs_->panes(); ++k) {
    std::vector<ProbeSamples> samples = runs_->pane(k).take_probes();
    const std::vector<Probe>& probes = runs_->pane(k).scene().probes;
    series(k).resize(probes.size());
    const std::size_t longest =
        std::clamp(most_values / std::max<std::size_t>(probes.size(), 1), shortest_trace, longest_trace);
    for (std::size_t i = 0; i < probes.size(); ++i) append(series(k)[i], probes[i].name, samples[i], longest);
  }
  if (traced_ == state_.active) return;
  if (traced_ < runs_->panes()) panes_[static_cast<std::size_t>(traced_)].probes = std::move(state_.probes);
  traced_ = state_.active;
  state_.probes = std::move(panes_[static_cast<std::size_t>(traced_)].probes);
}

// A few times a second, as they are read by people, and as often as costs no more than a twentieth of the time.
void Session::read_monitors() {
  const double pause = std::max(0.2, 20 * monitors_cost_);  // s
  const bool others = state_.monitors.size() != runs_->pane(state_.active).scene().monitors.size();
  const auto due = [&] { return is_scripted() || others || finding_modes_ || now() >= last_monitors_ + pause; };
  if (!command_.log->said_unless(false, "monitors", due)) return;
  const double begin = elapsed();
  last_monitors_ = now();
  const Monitors& monitors = runs_->monitors(state_.active);
  state_.monitors_why = runs_->monitor_message(state_.active);
  state_.monitors.clear();
  finding_modes_ = false;
  std::size_t nodes = is_scripted() ? std::numeric_limits<std::size_t>::max() : most_mode_nodes;
  for (std::size_t k = 0; k < monitors.count(); ++k) {
    const double found = monitors.find_modes(k, nodes);
    if (found == 1) {
      state_.monitors.push_back(monitors.reading(k, most_line_curves));
      continue;
    }
    finding_modes_ = true;
    MonitorReading waits;
    waits.name = active().scene().monitors[k].name;
    waits.kind = kind_of(active().scene().monitors[k].geometry);
    waits.why_none = fmt::format("the modes of the line are being found: {:.0f} %", std::floor(100 * found));
    state_.monitors.push_back(std::move(waits));
  }
  monitors_cost_ = elapsed() - begin;
}

// As read_monitors() does.
void Session::read_mach() {
  const double pause = std::max(0.5, 20 * mach_cost_);  // s
  if (active().scene().physics != Physics::gas) return state_.mach.reset();
  const auto due = [&] { return !state_.mach || is_scripted() || now() >= last_mach_ + pause; };
  if (!is_good() || !command_.log->said_unless(false, "mach", due)) return;
  const double begin = elapsed();
  last_mach_ = now();
  const int nx = active().problem().nx, ny = active().problem().ny;
  std::vector<float> pixels(std::size_t{32} * static_cast<std::size_t>(ny));  // every cell has a part in one
  state_.mach = active().draw({-0.5, -0.5, nx - 0.5, ny - 0.5, 32, ny, Quantity::mach}, pixels.data()).max_abs;
  mach_cost_ = elapsed() - begin;
}

void Session::look_under_cursor() {
  const auto pointed = command_.log->visible() ? interface_->pointed() : std::nullopt;
  Cursor& cursor = state_.cursor;
  cursor.inside = false;
  if (!pointed || pointed->pane >= runs_->panes()) return;
  Solver& solver = runs_->pane(pointed->pane);
  const NodeMap& nodes = solver.nodes();
  const Vec2 node = to_grid(state_.scene.grid, solver.scene().grid, pointed->node);
  cursor.node = {static_cast<int>(std::floor(node.x + 0.5)), static_cast<int>(std::floor(node.y + 0.5))};
  cursor.position = from_nodes(solver.scene(), node);
  cursor.inside = cursor.node.i >= 0 && cursor.node.j >= 0 && cursor.node.i < nodes.nx() && cursor.node.j < nodes.ny();
  if (!cursor.inside) return;
  if (is_good()) cursor.value = value_under(pointed->pane, cursor.node);
  if (in_cells(solver.scene().physics))  // its states are what it started with
    cursor.material = nodes.at(cursor.node.i, cursor.node.j) == 1 ? "solid wall" : "";
  else
    cursor.material = palette_entry(solver.scene(), nodes.material_at(cursor.node.i, cursor.node.j)).name;
}

// The colour bar's end follows the loudest picture, or suits it where the field stands, unless it is locked; a quantity
// that is shown for the first time gets one that suits it in either case, and keeps it.
void Session::follow_range(double max_abs, double least) {
  ViewState& view = state_.view;
  if (view.quantity == Quantity::residual) return;  // has a scale of its own
  const bool spans = spans_range(view.quantity), bright = has_bright_nodes(state_.scene);
  if (view.quantity != range_quantity_) {
    range_quantity_ = view.quantity;
    range_.restart();
    span_.restart();
    double& own = state_.limits[static_cast<std::size_t>(view.quantity)];
    if (view.range != RangeMode::automatic) view.low = 0;
    if (view.range != RangeMode::automatic && own == 0)
      own = view.limit = spans ? settled_ends(0, max_abs).limit : settled_limit(view.quantity, max_abs, bright);
  }
  if (view.range != RangeMode::automatic) return;
  if (spans) {
    const double seconds = stands() ? std::numeric_limits<double>::infinity() : frame_seconds();
    const BarEnds ends = span_.follow(least, max_abs, seconds);
    view.low = ends.low;
    view.limit = ends.limit;
    return;
  }
  view.low = 0;
  view.limit = stands() ? range_.settle(view.quantity, max_abs, bright)
                        : range_.follow(view.quantity, max_abs, frame_seconds(), bright);
}

}  // namespace ez
