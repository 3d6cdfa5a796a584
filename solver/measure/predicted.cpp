#include "solver/measure/predicted.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "solver/base/constants.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/scene/formula.h"

namespace ez {
namespace {

using Kind = TheoryMark::Kind;

bool is_probe(const Scene& scene, const std::string& name) {
  return std::ranges::find(scene.probes, name, &Probe::name) != scene.probes.end();
}

// Returns the x or y of the first probe that is read from `begin` on.
std::optional<double> first_place(const Scene& scene, const Recorded& places, const FormulaTrace& t, std::size_t begin,
                                  std::size_t end, Reading which) {
  for (std::size_t k = begin; k < end; ++k)
    if (t.reads[k].reading == which && is_probe(scene, t.reads[k].name)) return places.read(which, t.reads[k].name, {});
  return std::nullopt;
}

// Returns the origin of a call's x and y.
std::optional<Vec2> origin_of(const Scene& scene, const Recorded& places, const FormulaTrace& t, std::size_t call) {
  const FormulaTrace::Call& c = t.calls[call];
  const std::size_t begin = call > 0 ? t.calls[call - 1].reads : 0;
  const auto argument = [&](std::string_view name) {
    const auto at = std::ranges::find(c.function->arguments, name);
    return at == c.function->arguments.end() ? c.arguments.end()
                                             : c.arguments.begin() + (at - c.function->arguments.begin());
  };
  const auto x = argument("x (m)"), y = argument("y (m)");
  const auto at_x = first_place(scene, places, t, begin, c.reads, Reading::x),
             at_y = first_place(scene, places, t, begin, c.reads, Reading::y);
  if (x == c.arguments.end() || y == c.arguments.end() || !at_x || !at_y) return std::nullopt;
  return Vec2{*at_x - *x, *at_y - *y};
}

std::optional<int> first_mover(const Scene& scene) {
  for (std::size_t k = 0; k < scene.sources.size(); ++k)
    if (const Motion* m = motion_of(scene.sources[k]); m && m->moves() && scene.sources[k].on)
      return static_cast<int>(k);
  return std::nullopt;
}

// Returns the monitor if the check measures only the direction of its far field.
const FarMonitor* directed(const Scene& scene, const FormulaTrace& t) {
  if (t.reads.size() != 1 || t.reads[0].reading != Reading::far_angle) return nullptr;
  const auto at = std::ranges::find(scene.monitors, t.reads[0].name, &Monitor::name);
  return at == scene.monitors.end() ? nullptr : std::get_if<FarMonitor>(&at->geometry);
}

void add(std::vector<PredictedMark>& marks, PredictedMark mark) {
  const auto same = [&](const PredictedMark& m) {
    return m.kind == mark.kind && m.source == mark.source && std::abs(m.degrees - mark.degrees) < 1e-6 &&
           std::hypot(m.at.x - mark.at.x, m.at.y - mark.at.y) < 1e-9;
  };
  if (std::ranges::none_of(marks, same)) marks.push_back(std::move(mark));
}

}  // namespace

std::vector<PredictedMark> predicted_marks(const Scene& scene) {
  std::vector<PredictedMark> out;
  const Monitors none;
  const Recorded places(scene, time_step(scene), {}, none);
  const Vec2 cell = cell_size(scene);
  for (const Check& check : scene.checks) {
    const Formula theory(check.theory, scene), measured(check.measured, scene);
    const FormulaTrace t = theory.trace(places);
    for (std::size_t k = 0; k < t.calls.size(); ++k) {
      const std::optional<Vec2> origin = origin_of(scene, places, t, k);
      for (const TheoryMark& m : marks_of(*t.calls[k].function, t.calls[k].arguments)) {
        PredictedMark mark{m.kind, {}, m.degrees, -1, m.label, check.name};
        if (m.kind == Kind::fronts) {
          const std::optional<int> mover = first_mover(scene);
          if (!mover) continue;
          mark.source = *mover;
        } else if (!origin) {
          continue;
        } else {
          mark.at = {origin->x + m.x, origin->y + m.y};
        }
        add(out, std::move(mark));
      }
    }
    if (const FarMonitor* far = directed(scene, measured.trace(places))) {
      const double angle = theory.value(places);
      const Vec2 a = to_nodes(scene, far->min), b = to_nodes(scene, far->max);
      if (std::isfinite(angle))
        add(out, {Kind::ray, {(a.x + b.x) / 2 * cell.x, (a.y + b.y) / 2 * cell.y}, angle, -1, check.name, check.name});
    }
  }
  return out;
}

}  // namespace ez
