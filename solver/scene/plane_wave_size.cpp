#include "solver/scene/plane_wave_size.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

// Phase difference in radians between two tables, at the highest relevant frequency.
constexpr double largest_slip = 0.05;
constexpr double most_tables = 512;
constexpr double periods_to_settle = 12;

}  // namespace

PlaneWaveSize plane_wave_size(const YeeGrid& grid, double degrees, double room, const Waveform& waveform) {
  const double theta = degrees * pi / 180, speed = c0 / std::sqrt(grid.eps * grid.mu), sample = grid.dt / 2;
  const auto lateness = [&](double omega) { return discrete_wavenumber(grid, omega, theta) - omega / speed; };
  const Band band = band_of(waveform);
  double highest = 2 * pi * std::max(band.high, std::min(band.top, 1.5 * band.high));
  while (std::isnan(lateness(highest)) || highest * grid.dt > pi) highest *= 0.9;
  const double cell = std::max(grid.dx, grid.dy), reach = room + 2 * cell, step = highest * 1e-3;
  const double last = (lateness(highest) - lateness(highest - step)) / step * reach;  // s: its delay at the end

  PlaneWaveSize out;
  const PulseTimes times = pulse_times(waveform);
  const double period = oscillation_period(waveform);
  if (is_continuous(waveform)) {
    out.steady = times.peak + periods_to_settle * period + last;
    out.fade = periods_to_settle * period;
    out.end = out.steady + out.fade;
  } else {
    out.end = std::max(times.peak + 2 * (times.end - times.peak), 0.0);  // 0: the waveform ended before the start
  }
  out.samples = std::ceil((out.end + last + 4 * period) / sample);
  const double slip = std::max(std::abs(lateness(highest)), 1e-30);
  out.spacing = std::max(std::min(largest_slip / slip, reach), reach / most_tables);
  out.first = -cell - out.spacing;
  out.tables = std::ceil((reach - out.first) / out.spacing);
  return out;
}

}  // namespace ez
