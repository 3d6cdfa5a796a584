// Helpers of the CPU engine's tests: random scenes with given boundaries, batches, and arrays read back.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "solver/engine/backend.h"
#include "solver/engine/cpu/cpu_engine.h"
#include "solver/problem/problem.h"
#include "solver/scene/fault.h"
#include "solver/scene/raster/raster.h"

namespace ez {

using Walls = std::array<BoundaryKind, 4>;
inline constexpr auto pec = BoundaryKind::pec, pmc = BoundaryKind::pmc, mur = BoundaryKind::mur1,
                      mur2 = BoundaryKind::mur2, cpml = BoundaryKind::cpml, periodic = BoundaryKind::periodic;

// Returns an engine in which every thread has a band of rows, and rows are cut into tiles, even on a small grid.
inline std::unique_ptr<Engine> with_seams(int threads, Isa isa = best_isa()) {
  return make_cpu_engine(threads, isa, available_host_bytes, 1, 1024);
}

struct Setting {
  int nx, ny;
  Walls walls;
  bool magnetic = false, square = true;
  std::vector<BoundaryFault> faults = {};
};

// Returns a random scene with everything that a scene may hold.
inline Scene random_scene(const Setting& s, Precision precision, unsigned seed) {
  std::mt19937 random(seed);
  const auto in = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  Scene scene;
  scene.unit = Unit::mm;
  scene.grid = {s.nx, s.ny, 1.0, s.square ? 1.0 : 0.8, 0.9, Polarization::ez, precision, "vacuum"};
  scene.boundary.side = s.walls;
  scene.boundary.cpml.cells = 5;
  scene.boundary.cpml.factor = {1, 0.7, 1.3, 2};
  scene.faults = s.faults;
  scene.materials = {{"glass", 2.25, 1, 0, 0, {}}, {"lossy", 4, 1, 0.05, 0, {}}, {"dense", 9, 1, 0, 0, {}}};
  if (s.magnetic) scene.materials.push_back({"ferrite", 3, 2, 0.01, 40, {}});
  std::vector<std::string> names = {"glass", "lossy", "dense", "pec", "vacuum"};
  if (s.magnetic) names.insert(names.end(), {"ferrite", "pmc"});
  const double w = s.nx, h = s.ny * scene.grid.dy;
  for (int k = 0; k < 12; ++k) {
    const std::string& name = names[random() % names.size()];
    const Vec2 at{in(0, w), in(0, h)};
    if (k % 2)
      scene.shapes.push_back({Circle{at, in(0.02, 0.25) * std::min(w, h)}, name});
    else
      scene.shapes.push_back({Rect{at, {at.x + in(0, w / 3), at.y + in(0, h / 3)}}, name});
  }
  const auto source = [&](Vec2 at, bool hard, double amplitude) {
    scene.sources.push_back({"", PointSource{at}, amplitude, hard, true, Cw{20e9, 1, 0}});
  };
  for (int k = 0; k < 6; ++k) source({in(0.1, 0.9) * w, in(0.1, 0.9) * h}, k == 5, in(0.5, 2));
  const Vec2 shared{0.4 * w, 0.6 * h};  // soft and hard on one node
  source(shared, false, 1), source(shared, false, 0.3), source(shared, true, 0.7);
  scene.sources.push_back({"", LineSource{{0.2 * w, 0.3 * h}, {0.5 * w, 0.4 * h}}, 100, false, true, Cw{15e9, 1, 0}});
  for (int k = 0; k < 8; ++k) scene.probes.push_back({"p", {in(0, w - 1), in(0, h - 1)}});
  scene.probes.push_back({"corner", {0, 0}});
  return scene;
}

inline Problem problem_of(const Scene& scene) { return build_problem(scene, rasterize(scene)); }

// Replaces the scene, its map and its problem by those of `next`, and returns the change for an engine. If
// `everything`, the change covers everything.
inline Change make_edit(Scene& scene, NodeMap& map, Problem& p, const Scene& next, bool everything) {
  Change change = everything ? whole_change(p) : change_of(scene, next);
  rasterize(next, change.electric_map, map);
  scene = next;
  const ProblemTables before = static_cast<const ProblemTables&>(p);
  change = update_problem(p, scene, map, change);
  narrow(change, before, p);
  return change;
}

inline Batch batch_of(const Scene& scene, std::uint64_t first, int steps) {
  const std::size_t sources = scene.sources.size();
  Batch b{first, steps, static_cast<int>(sources), {}};
  for (int n = 0; n < steps; ++n)
    for (std::size_t s = 0; s < sources; ++s)
      b.signals.push_back(std::sin(0.2 * (static_cast<double>(first) + n) + static_cast<double>(s)));
  return b;
}

template <class T>
std::vector<T> read(Engine& engine, const Problem& p, FieldArray array) {
  std::vector<T> out(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
  engine.read(array, out.data());
  return out;
}

}  // namespace ez
