#include "solver/study/echo_signature.h"

#include <algorithm>
#include <cmath>
#include <complex>

#include "solver/base/constants.h"
#include "solver/measure/reference_run.h"
#include "solver/measure/source_band.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr double arrived = 0.01;    // of the largest incoming wave; below that a side counts as unreached
constexpr double onset = 0.1;       // of the largest echo: it has arrived at a side
constexpr double overlapping = 20;  // dB by which all echoes exceed the sides' own, so that these do not matter

double decibels(double ratio) { return 20 * std::log10(std::max(ratio, 1e-30)); }

// The largest |value| of a record among some nodes, and its place.
struct Peak {
  double value = 0;
  std::size_t sample = 0, node = 0;
};
// Looks at nodes first … last − 1. With `until`, a node counts only up to its own sample there.
Peak peak_of(const std::vector<float>& record, std::size_t row, std::size_t first, std::size_t last,
             const std::vector<std::size_t>* until = nullptr) {
  Peak out;
  for (std::size_t k = 0; (k + 1) * row <= record.size(); ++k)
    for (std::size_t n = first; n < last; ++n) {
      if (until && k >= (*until)[n]) continue;
      if (const double v = std::abs(record[k * row + n]); v > out.value) out = {v, k, n};
    }
  return out;
}

double at_frequency(const std::vector<float>& record, std::size_t row, std::size_t node, double turn,
                    std::size_t samples) {
  std::complex<double> sum = 0;
  for (std::size_t k = 0; k < samples && (k + 1) * row <= record.size(); ++k)
    sum += double(record[k * row + node]) * std::polar(1.0, -turn * static_cast<double>(k));
  return std::abs(sum);
}

// The side that sends the echo, and the echo's peak at its line.
struct Sender {
  Side side = Side::left;
  std::optional<double> db;
  Peak echo;
};
// With `until`, returns the side that alone sends the largest echo. Otherwise the echoes overlap, so it returns the
// side at which the echo arrives first.
Sender sender_of(const EchoRecord& record, std::size_t row, const std::vector<std::size_t>* until) {
  Sender out;
  const double largest = peak_of(record.incoming, row, 0, row).value, all = peak_of(record.echo, row, 0, row).value;
  std::size_t earliest = record.echo.size();
  for (const Side side : all_sides) {
    const std::size_t first = record.first_of_side[static_cast<std::size_t>(side)],
                      last = record.first_of_side[static_cast<std::size_t>(side) + 1];
    const Peak echo = peak_of(record.echo, row, first, last, until),
               wave = peak_of(record.incoming, row, first, last, until);
    if (!(wave.value > arrived * largest) || !(echo.value > 0)) continue;
    const std::size_t arrival = until ? 0 : arrival_of(record.echo, row, first, last, onset * all);
    if (until ? echo.value <= out.echo.value : arrival >= earliest) continue;
    earliest = arrival;
    out = {side, decibels(echo.value / wave.value), echo};
  }
  return out;
}

// Returns the angle of the path from the nearest source by way of the side's reflecting plane to a node, in radians.
double angle_at(const Scene& scene, Side side, Node at) {
  const Vec2 cell = cell_size(scene);
  const double plane = reflecting_plane(scene, side);
  double shortest = HUGE_VAL, angle = 0;
  for (const Source& s : scene.sources)
    for (const Node p : s.on ? source_nodes(scene, s) : std::vector<Node>()) {
      double along = (at.j - p.j) * cell.y, across = (std::abs(at.i - plane) + std::abs(p.i - plane)) * cell.x;
      if (!across_x(side)) {
        along = (at.i - p.i) * cell.x;
        across = (std::abs(at.j - plane) + std::abs(p.j - plane)) * cell.y;
      }
      if (const double path = std::hypot(along, across); path < shortest)
        shortest = path, angle = std::atan2(std::abs(along), across);
    }
  return angle;
}

}  // namespace

std::size_t arrival_of(const std::vector<float>& record, std::size_t row, std::size_t first, std::size_t last,
                       double least) {
  std::size_t k = 0;
  const auto is_here = [&] {
    for (std::size_t n = first; n < last; ++n)
      if (std::abs(record[k * row + n]) >= least) return true;
    return false;
  };
  while ((k + 1) * row <= record.size() && !is_here()) ++k;
  return k;
}

EchoSignature signature_of(const Scene& scene, const std::vector<Node>& nodes, const EchoRecord& record) {
  EchoSignature out;
  const std::size_t row = nodes.size();
  std::vector<std::size_t> until;
  for (const double t : record.own_until)
    until.push_back(static_cast<std::size_t>(std::min(t / record.interval, 1e15)));
  const Sender all = sender_of(record, row, nullptr), own = sender_of(record, row, &until);
  const bool alone = own.db && *own.db > *all.db - overlapping;
  const Sender& sender = alone ? own : all;
  if (!sender.db) return out;
  out.side = sender.side, out.db = sender.db;
  const std::size_t node = sender.echo.node;
  const Node at = nodes[node];
  const double angle = angle_at(scene, out.side, at);
  out.degrees = angle * 180 / pi;
  const Vec2 cell = cell_size(scene);
  const double across = across_x(out.side) ? cell.x : cell.y;
  const Peak wave = peak_of(record.incoming, row, node, node + 1);
  const double delay = (double(sender.echo.sample) - double(wave.sample)) * record.interval;
  const int line = std::abs((across_x(out.side) ? at.i : at.j) - static_cast<int>(reflecting_plane(scene, out.side)));
  out.depth = delay * background_speed(scene) / (2 * std::max(std::cos(angle), 0.1) * across) - line;
  if (const std::vector<double> band = band_frequencies(scene, 5); band.size() >= 4) {
    const std::size_t samples = alone ? until[node] : record.echo.size();
    const auto db_at = [&](double f) {
      const double turn = 2 * pi * f * record.interval;
      return decibels(at_frequency(record.echo, row, node, turn, samples) /
                      std::max(at_frequency(record.incoming, row, node, turn, samples), 1e-300));
    };
    out.ends = {db_at(band[1]), db_at(band[band.size() - 2])};
  }
  return out;
}

}  // namespace ez
