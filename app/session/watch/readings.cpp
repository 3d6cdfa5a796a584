#include "app/session/watch/readings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "app/model/log/members.h"
#include "app/model/panes.h"

namespace ez {
namespace {

constexpr double reading_every = 0.1;  // s
// Largest number of line nodes whose modes are found in one frame: about 10 ms.
constexpr std::size_t most_mode_nodes = 40'000;
constexpr std::size_t most_line_curves = 4;  // frequencies in the plot of a line

// Returns `now`, or after the end of its validity the reading before it.
ReflectionReading last_valid(ReflectionReading before, ReflectionReading now) {
  if (now.valid_until <= 0 || now.until <= now.valid_until || before.valid_until != now.valid_until) return now;
  before.until = now.until;
  return before;
}

}  // namespace

void Readings::read_monitors() {
  const double pause = std::max(0.2, 20 * monitors_cost_);  // s
  const bool others = d_.state.monitors.size() != d_.runs->pane(d_.state.active).scene().monitors.size();
  const auto due = [&] { return d_.is_scripted() || others || finding_modes_ || d_.now() >= last_monitors_ + pause; };
  if (!d_.log().record_or_replay_unless(false, "monitors", due)) return;
  const double begin = d_.elapsed();
  last_monitors_ = d_.now();
  const Monitors& monitors = d_.runs->monitors(d_.state.active);
  d_.state.monitors_why = d_.runs->monitor_message(d_.state.active);
  d_.state.monitors.clear();
  finding_modes_ = false;
  std::size_t nodes = d_.is_scripted() ? std::numeric_limits<std::size_t>::max() : most_mode_nodes;
  for (std::size_t k = 0; k < monitors.count(); ++k) {
    const double found = monitors.find_modes(k, nodes);
    if (found == 1) {
      d_.state.monitors.push_back(monitors.reading(k, most_line_curves));
      continue;
    }
    finding_modes_ = true;
    MonitorReading waits;
    waits.name = d_.active().scene().monitors[k].name;
    waits.kind = kind_of(d_.active().scene().monitors[k].geometry);
    waits.why_none = fmt::format("computing the modes of the line: {:.0f} %", std::floor(100 * found));
    d_.state.monitors.push_back(std::move(waits));
  }
  monitors_cost_ = d_.elapsed() - begin;
}

void Readings::read_mach() {
  const double pause = std::max(0.5, 20 * mach_cost_);  // s
  if (d_.active().scene().physics != Physics::gas) return d_.state.mach.reset();
  const auto due = [&] { return !d_.state.mach || d_.is_scripted() || d_.now() >= last_mach_ + pause; };
  if (!has_good_fields(d_.state) || !d_.log().record_or_replay_unless(false, "mach", due)) return;
  const double begin = d_.elapsed();
  last_mach_ = d_.now();
  const int nx = d_.active().problem().nx, ny = d_.active().problem().ny;
  std::vector<float> pixels(std::size_t{32} * static_cast<std::size_t>(ny));  // each cell contributes to one pixel
  d_.state.mach = d_.active().draw({-0.5, -0.5, nx - 0.5, ny - 0.5, 32, ny, Quantity::mach}, pixels.data()).max_abs;
  mach_cost_ = d_.elapsed() - begin;
}

void Readings::read_meters() {
  const bool due = d_.now() - last_reading_ >= reading_every;
  if (due) last_reading_ = d_.now();
  std::optional<double> frequency;
  if (d_.state.instruments.angle_frequency > 0) frequency = d_.state.instruments.angle_frequency;
  for (int k = 0; k < d_.runs->panes(); ++k) {
    PaneState& pane = d_.state.panes[static_cast<std::size_t>(k)];
    const Solver& solver = d_.runs->pane(k);
    pane.step = solver.step();
    pane.dt = solver.dt();
    pane.time = solver.time();
    if (due || d_.runs->reference(k) == nullptr) {
      ReflectionReading now = without_secrets(d_.state, d_.runs->reading(k, frequency));
      const bool follows = pane.scene.reflection.window > 0;  // others keep their last valid value
      pane.reflection = follows ? last_valid(std::move(pane.reflection), std::move(now)) : std::move(now);
    }
    double& peak = d_.panes[static_cast<std::size_t>(k)].field_peak;
    if (d_.looks) peak = std::max(peak, d_.panes[static_cast<std::size_t>(k)].stability.running_max());
    if (is_signed(d_.state.view.quantity)) peak = std::max(peak, static_cast<double>(pane.picture.max_abs));
    pane.residual_limit = pane.reflection.incident > 0 ? pane.reflection.incident : peak;
  }
  const double steps = static_cast<double>(d_.runs->pane(0).step());
  d_.state.reference.caught_up = steps > 0 ? 1 - d_.runs->behind() / steps : 1;
  d_.parts.each(&SessionPart::observe, *d_.runs, due);
}

}  // namespace ez
