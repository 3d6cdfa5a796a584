#include "solver/measure/stability/growth_watch.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "solver/base/constants.h"
#include "solver/problem/feeds.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Growth is reported if ln|field| rises by at least this much over four stretches of time:
constexpr double least_rise = 1.7;         // once the sources have ended
constexpr double least_driven_rise = 3.4;  // while sources are on, because resonances fill and beat
constexpr double least_short_rise = 6.9;   // if the stretches are shorter than a pulse, which may be arriving
constexpr double least_rate = 0.01;        // per period, in every case
// The rises from stretch to stretch must not slow down:
constexpr double even = 0.6;     // the second and third rise are at least this share of the mean rise
constexpr double steady = 0.95;  // the third rise is at least this share of the first

constexpr double least_periods = 5;       // periods in the shortest stretch
constexpr int least_looks = 4;            // looks in the shortest window
constexpr std::size_t most_together = 3;  // windows of equal length that make one stretch
constexpr double smallest_share = 1e-4;   // tiles with a smaller share of the largest field are ignored
// Steps between looks, each of which costs as much as a step. The spacing is the largest of these three:
constexpr double least_spacing = 32;   // steps
constexpr double looks_a_period = 3;   // a third of a period
constexpr double looks_a_window = 24;  // this fraction of the shortest stretch
constexpr double least_period = 4;     // steps: no wave on the grid is faster

using Tiles = std::array<double, Health::tile_count>;
void raise(Tiles& to, const Tiles& by) {
  for (std::size_t t = 0; t < to.size(); ++t) to[t] = std::max(to[t], by[t]);
}

// Returns the time in s to cross the grid and return, in the slowest medium.
double round_trip(const Scene& scene, const SceneMedia& media) {
  double slowness = 1;
  for (const PaletteEntry& e : media.extreme())
    if (!e.perfect()) slowness = std::max(slowness, std::sqrt(e.eps * e.mu));
  const auto [width, height] = extent(scene);
  return 2 * std::max(width, height) * slowness / c0;
}

}  // namespace

void GrowthWatch::watch(const Scene& scene, const SceneMedia& media, const Problem& problem, std::uint64_t step) {
  *this = {};
  if (in_cells(scene.physics) || problem.dt <= 0) return;
  double quiet = 0, slowest = 0;  // s: time when the last source is steady or has ended; the longest period
  for (std::size_t k = 0; k < std::min(scene.sources.size(), problem.feeds.size()); ++k) {
    const Source& source = scene.sources[k];
    const Feed& feed = problem.feeds[k];
    if (!source.on) continue;
    const PulseTimes times = pulse_times(source.waveform);
    const bool steady = std::isinf(times.end);
    if (steady && feed.track) return;  // its field is never steady
    driven_ |= steady;
    quiet = std::max(quiet, (steady ? times.peak : times.end) + latest_delay(feed));
    slowest = std::max(slowest, oscillation_period(source.waveform));
  }
  if (slowest < least_period * problem.dt) slowest = reference_period(scene);
  period_ = slowest / problem.dt;
  shortest_ = std::max(least_periods * slowest, round_trip(scene, media)) / problem.dt;
  active_ = driven_ ? 0 : quiet / problem.dt;
  spacing_ = std::max({least_spacing, period_ / looks_a_period, shortest_ / looks_a_window});
  silent_ = static_cast<std::uint64_t>(std::min(std::ceil(quiet / problem.dt), 1e18));
  length_ = static_cast<std::uint64_t>(std::ceil(least_looks * spacing_));
  start_ = std::max(step, silent_);
}

void GrowthWatch::restart(std::uint64_t step) {
  if (start_ != never) start_ = std::max(step, silent_);
  levels_.clear();
  growth_.reset();
}

// Each look is late by up to half the spacing. The golden ratio spreads the phases evenly.
std::uint64_t GrowthWatch::next_look(std::uint64_t step) const {
  if (start_ == never || growth_) return never;
  double k = std::floor(static_cast<double>(step < start_ ? 0 : step - start_) / spacing_);
  for (;; ++k) {
    const double late = 0.5 * std::fmod(k * std::numbers::phi, 1.0);
    const std::uint64_t next = start_ + static_cast<std::uint64_t>(spacing_ * (k + late));
    if (next > step) return next;
  }
}

void GrowthWatch::look(const Health& health, std::uint64_t step) {
  if (step < std::exchange(last_, step)) restart(step);
  if (step < start_ || growth_ || !health.finite) return;
  Window look{0, 1, health.largest_in};
  for (double& value : look.squares) value *= value;
  add(0, (step - start_) / length_, look);
}

GrowthWatch::Tiles GrowthWatch::Window::mean() const {
  Tiles out = squares;
  for (double& value : out) value /= looks;
  return out;
}
void GrowthWatch::Window::add(const Window& part) {
  looks += part.looks;
  for (std::size_t t = 0; t < squares.size(); ++t) squares[t] += part.squares[t];
}

void GrowthWatch::forget(Level& level, std::size_t windows) {
  for (std::size_t k = 0; k < windows; ++k) raise(level.before, level.closed[k].mean());
  level.closed.erase(level.closed.begin(), level.closed.begin() + static_cast<std::ptrdiff_t>(windows));
}

// Adds a part to the window of this number. The first part of another window closes the open one.
void GrowthWatch::add(std::size_t level, std::uint64_t index, const Window& part) {
  if (level == levels_.size()) levels_.push_back({{index, 0, {}}, {}});
  Window& open = levels_[level].open;
  if (index != open.index) {
    const Window whole = std::exchange(open, {index, 0, {}});
    std::vector<Window>& closed = levels_[level].closed;
    if (!closed.empty() && closed.back().index + 1 != whole.index) forget(levels_[level], closed.size());
    closed.push_back(whole);
    if (closed.size() > 4 * most_together) forget(levels_[level], 1);
    for (const std::size_t together : {most_together - 1, most_together}) test(level, together);
    add(level + 1, whole.index / 2, whole);
  }
  levels_[level].open.add(part);
}

// Looks for growth over the last four stretches of time, each of this many windows.
void GrowthWatch::test(std::size_t level, std::size_t together) {
  const std::vector<Window>& closed = levels_[level].closed;
  const double length = static_cast<double>((length_ << level) * together), periods = 3 * length / period_;
  if (closed.size() < 4 * together || length < shortest_) return;
  Tiles before = levels_[level].before;
  for (std::size_t k = 0; k + 4 * together < closed.size(); ++k) raise(before, closed[k].mean());
  std::array<Window, 4> windows{};
  for (std::size_t k = 0; k < 4 * together; ++k) windows[k / together].add(closed[closed.size() - 4 * together + k]);
  if (std::ranges::any_of(windows, [](const Window& w) { return w.looks < least_looks; })) return;
  std::array<Tiles, 4> mean;
  std::ranges::transform(windows, mean.begin(), &Window::mean);
  const double smallest = smallest_share * smallest_share * *std::ranges::max_element(mean[0]);
  const double least = driven_ ? least_driven_rise : length < active_ ? least_short_rise : least_rise;
  double most = std::max(least, least_rate * periods);
  for (std::size_t t = 0; t < Health::tile_count; ++t) {
    if (!(mean[0][t] > smallest)) continue;
    std::array<double, 3> rise{};
    for (std::size_t k = 0; k < 3; ++k) rise[k] = 0.5 * std::log(mean[k + 1][t] / mean[k][t]);
    const double all = rise[0] + rise[1] + rise[2];
    if (!(all >= most) || !(rise[0] > 0) || mean[3][t] <= before[t]) continue;
    if (rise[1] < even * all / 3 || rise[2] < even * all / 3 || rise[2] < steady * rise[0]) continue;
    most = all;
    growth_ = {start_ + (closed.back().index + 1 - 4 * together) * (length_ << level),
               start_ + (closed.back().index + 1) * (length_ << level),
               std::exp(all / (3 * length)),
               std::exp(all / periods),
               static_cast<int>(t),
               driven_};
  }
}

}  // namespace ez
