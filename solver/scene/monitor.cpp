#include "solver/scene/monitor.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <type_traits>

namespace ez {
namespace {

struct Places {
  std::vector<MonitorPlace> found;
  void operator()(std::string_view name, Vec2& at, const Key&) { found.push_back({name, &at}); }
  void operator()(std::string_view, auto&&, const Key&) {}
};

// Returns equally spaced values. The count is limited, because the rules may not have checked the scene yet.
std::vector<double> spread(const std::array<double, 3>& range) {
  constexpr double most = 65536;
  const auto [from, to, asked] = range;
  const double count = asked < most ? asked : most;
  std::vector<double> all;
  for (int k = 0; k < count; ++k) all.push_back(count > 1 ? from + (to - from) * (k / (count - 1)) : from);
  return all;
}

}  // namespace

std::vector<double> MonitorFrequencies::values() const { return band ? spread(*band) : list; }

std::vector<double> FarMonitor::degrees() const { return spread(angles.value_or(std::array{0.0, 359.0, 360.0})); }

std::vector<MonitorPlace> places_of(Monitor& monitor) {
  Places places;
  std::visit([&](auto& g) { g.fields(g, places); }, monitor.geometry);
  return places.found;
}

std::vector<double> frequencies_of(const Monitor& monitor) {
  return std::visit(
      [](const auto& g) {
        if constexpr (requires { g.frequencies; })
          return g.frequencies.values();
        else if constexpr (requires { g.frequency; })
          return std::vector<double>{g.frequency};
        else
          return std::vector<double>();
      },
      monitor.geometry);
}

double highest_frequency(const Monitor& monitor) {
  if (const auto* r = std::get_if<ResonanceMonitor>(&monitor.geometry)) return r->high;
  double most = 0;
  for (const double f : frequencies_of(monitor)) most = std::max(most, f);
  return most;
}

// Each step goes along x or y, whichever stays nearer to the straight line.
std::vector<Node> staircase(Node from, Node to) {
  const int di = std::abs(to.i - from.i), dj = std::abs(to.j - from.j);
  const int si = to.i >= from.i ? 1 : -1, sj = to.j >= from.j ? 1 : -1;
  std::vector<Node> nodes = {from};
  for (int a = 0, b = 0; a < di || b < dj;) {
    const auto along_x = (2LL * a + 1) * dj, along_y = (2LL * b + 1) * di;
    along_x <= along_y&& a < di ? ++a : ++b;
    nodes.push_back({from.i + si * a, from.j + sj * b});
  }
  return nodes;
}

}  // namespace ez
