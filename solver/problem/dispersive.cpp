#include "solver/problem/dispersive.h"

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"

namespace ez {
namespace {

// γ, w and K are in rad/s and rad²/s².
PoleEntry second_order(double damping, double w, double strength, double dt) {
  const double loss = damping * dt, square = w * dt * dt, k = strength * dt * dt, D = 1 + loss / 2 + square / 4;
  return {.a = (2 - D) / D,
          .b = square / D,
          .c = k / (2 * D),
          .nu = 0.5,
          .kinetic = 1 / k,
          .potential = square / k,
          .loss = loss / k};
}

PoleEntry entry_of(const Drude& p, double dt) {
  const double omega = 2 * pi * p.plasma;
  return second_order(2 * pi * p.damping, 0, omega * omega, dt);
}
PoleEntry entry_of(const Lorentz& p, double dt) {
  const double omega = 2 * pi * p.frequency, half = omega * dt / 2;
  // Near and beyond the highest frequency that the grid resolves, the step is not corrected.
  const double step = half < 1 ? dt * std::tan(half) / half : dt;
  return second_order(2 * pi * p.damping, omega * omega, p.strength * omega * omega, step);
}
PoleEntry entry_of(const Debye& p, double dt) {
  const double r = dt / p.tau, D = 1 + r / 2;
  return {.a = 0,
          .b = 2 * r / D,
          .c = p.strength * r / D,
          .nu = 0,
          .kinetic = 0,
          .potential = 1 / p.strength,
          .loss = 1 / (r * p.strength)};
}

// Count the columns and rows of an array that have nodes. Nodes beyond a boundary exist on periodic sides only.
int columns_of(const Problem& p, FieldArray array) {
  return array == FieldArray::hy && p.wall(Side::right) != BoundaryKind::periodic ? p.nx - 1 : p.nx;
}
int rows_of(const Problem& p, FieldArray array) {
  return array == FieldArray::hx && p.wall(Side::top) != BoundaryKind::periodic ? p.ny - 1 : p.ny;
}

}  // namespace

std::vector<PoleEntry> pole_entries(const std::vector<Pole>& poles, double dt) {
  std::vector<PoleEntry> out;
  for (const Pole& pole : poles) out.push_back(std::visit([dt](const auto& p) { return entry_of(p, dt); }, pole.model));
  return out;
}

std::vector<PoleEntry> mean_of(std::vector<PoleEntry> one, double part, std::vector<PoleEntry> other,
                               double part_of_other) {
  if (one == other && part == part_of_other) return one;
  const auto weigh = [](std::vector<PoleEntry>& poles, double by) {
    for (PoleEntry& p : poles) p.c *= by, p.kinetic /= by, p.potential /= by, p.loss /= by;
  };
  weigh(one, part / 2);
  weigh(other, part_of_other / 2);
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

Dispersion with_poles(std::vector<PoleEntry> poles, double eps, double s) {
  double c = 0;
  for (const PoleEntry& p : poles) c += p.c / 2;
  const double gain = 1 / (eps * (1 + s) + c);
  return {(eps * (1 - s) - c) * gain, {gain, 2 * eps * s, std::move(poles)}};
}

const PoleEntries& pole_entries_of(const Problem& p, FieldArray array, std::uint16_t entry) {
  return array == FieldArray::ez ? p.electric_palette[entry].dispersion : p.magnetic_palette[entry].dispersion;
}

DispersiveNodes dispersive_nodes(const Problem& p, FieldArray array) {
  DispersiveNodes out;
  std::vector<std::size_t> poles;  // number of poles by entry
  const std::size_t entries = array == FieldArray::ez ? p.electric_palette.size() : p.magnetic_palette.size();
  for (std::size_t k = 0; k < entries; ++k)
    poles.push_back(pole_entries_of(p, array, static_cast<std::uint16_t>(k)).poles.size());
  if (std::all_of(poles.begin(), poles.end(), [](std::size_t n) { return n == 0; })) return out;
  out.poles_of_palette = *std::max_element(poles.begin(), poles.end());
  const auto& h_entries = array == FieldArray::hx ? p.hx_entry : p.hy_entry;
  const auto entry_at = [&](int i, int j) -> std::uint16_t {
    if (array == FieldArray::ez) return p.electric.at(i, j);
    const auto node = static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
    return h_entries.empty() ? std::uint16_t{0} : h_entries[node];
  };
  for (int j = 0; j < rows_of(p, array); ++j)
    for (int i = 0; i < columns_of(p, array); ++i) {
      const std::uint16_t entry = entry_at(i, j);
      if (poles[entry] == 0) continue;
      DispersiveSpan* last = out.spans.empty() ? nullptr : &out.spans.back();
      if (last && last->j == j && last->end == i && last->entry == entry)
        ++last->end;
      else
        out.spans.push_back({j, i, i + 1, entry, out.count});
      ++out.count;
      out.poles = std::max(out.poles, poles[entry]);
    }
  return out;
}

}  // namespace ez
