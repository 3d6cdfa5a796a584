// Random scenes with everything at once: every boundary kind, faults, layers, lossy and magnetic media, PEC and PMC
// nodes, soft and hard sources on the same node, lines and probes. They serve to compare engines, not for viewing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "boundary_kinds.h"
#include "solver/engine/engine.h"
#include "solver/problem/problem.h"
#include "solver/scene/fault.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez::test {

struct RandomScene {
  int nx = 37, ny = 53;
  Precision precision = Precision::float32;
  bool magnetic = true;  // μ, σm, PMC nodes
  int materials = 6;     // more than 253 need indices of 16 bits
  unsigned seed = 1;
  bool faulty = false;
  bool dispersive = false;  // some media have poles, magnetic ones also of μ
  bool smoothing = false;   // averages at edges
};

class SceneMaker {
 public:
  explicit SceneMaker(const RandomScene& wanted) : wanted_(wanted), random_(wanted.seed) {}

  Scene make() {
    Scene s;
    s.unit = Unit::cell;
    s.grid.nx = wanted_.nx;
    s.grid.ny = wanted_.ny;
    s.grid.dx = 1e-3;
    s.grid.dy = chance(0.5) ? 1e-3 : 0.8e-3;
    s.grid.courant = 0.9;
    s.grid.precision = wanted_.precision;
    s.boundary = walls();
    for (int m = 0; m < wanted_.materials; ++m) s.materials.push_back(material(m));
    for (int k = 0; k < 12; ++k) s.shapes.push_back(shape());
    for (int k = 0; k < 4; ++k) s.sources.push_back(source(s));
    s.sources.push_back(s.sources.front());  // two on one node, the second one hard
    s.sources.back().hard = true;
    for (int k = 0; k < 5; ++k) s.probes.push_back({"p" + std::to_string(k), point()});
    if (wanted_.faulty) s.faults = faults(s);
    s.grid.conformal = wanted_.magnetic && chance(0.4);
    if (s.grid.conformal && chance(0.5)) s.grid.polarization = Polarization::hz;
    if (!wanted_.smoothing) return s;
    s.grid.smoothing = true;
    s.grid.polarization = chance(0.7) ? Polarization::hz : Polarization::ez;
    if (chance(0.5))  // media that differ by poles alone
      for (Material& m : s.materials) m.eps = m.mu = 1, m.sigma = m.sigma_m = 0;
    return s;
  }

  Shape shape() {
    std::string name = wanted_.materials > 0 ? "m" + std::to_string(whole(0, wanted_.materials - 1)) : "vacuum";
    if (chance(0.15)) name = "pec";
    if (wanted_.magnetic && chance(0.15)) name = "pmc";
    if (chance(0.5)) return {Circle{point(), uniform(1, 0.2 * std::min(wanted_.nx, wanted_.ny))}, name};
    const Vec2 a = point(), b = point();
    return {Rect{{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}}, name};
  }
  Boundary walls() {
    Boundary b;
    b.cpml.cells = whole(1, std::min(wanted_.nx, wanted_.ny) < 30 ? 4 : 10);
    const auto pair = [&](Side low, Side high) {
      const std::vector<BoundaryKind> kinds = kinds_of_one_side();
      for (const Side side : {low, high})
        b[side] = kinds[static_cast<std::size_t>(whole(0, static_cast<int>(kinds.size()) - 1))];
      if (chance(0.2)) b[low] = b[high] = BoundaryKind::periodic;
    };
    pair(Side::left, Side::right);
    pair(Side::bottom, Side::top);
    for (double& factor : b.cpml.factor) factor = uniform(0.5, 2);
    return b;
  }
  // Returns some faults at any place.
  std::vector<BoundaryFault> faults(const Scene& s) {
    std::vector<BoundaryFault> out;
    for (Side side : all_sides)
      for (const FaultWords& w : all_faults())
        if (is_applicable(s, {side, w.fault}) && chance(0.2)) out.push_back({side, w.fault});
    return out;
  }
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
  int whole(int a, int b) { return std::uniform_int_distribution<int>(a, b)(random_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  Vec2 point() { return {uniform(0, wanted_.nx - 1), uniform(0, wanted_.ny - 1)}; }

 private:
  Material material(int m) {
    Material out;
    out.name = "m" + std::to_string(m);
    out.eps = uniform(1, 6);
    out.sigma = chance(0.5) ? uniform(0, 2) : 0;
    if (wanted_.magnetic) {
      out.mu = uniform(1, 3);
      out.sigma_m = chance(0.5) ? uniform(0, 1e5) : 0;
    }
    for (int k = wanted_.dispersive ? whole(0, 3) : 0; k > 0; --k) out.poles.push_back(pole());
    for (int k = wanted_.dispersive && wanted_.magnetic ? whole(0, 2) : 0; k > 0; --k) out.poles_m.push_back(pole());
    return out;
  }
  Pole pole() {
    const int kind = whole(0, 2);
    const double f = uniform(2e9, 4e10), damping = chance(0.3) ? 0 : uniform(1e8, 1e10);
    if (kind == 0) return {Drude{f, damping}};
    if (kind == 1) return {Lorentz{f, uniform(0.1, 4), damping}};
    return {Debye{uniform(0.1, 20), uniform(1e-13, 1e-10)}};
  }
  Source source(const Scene& s) {
    const double f = 3e8 / (uniform(8, 30) * s.grid.dx);
    Source out;
    if (chance(0.3))
      out.geometry = LineSource{point(), point()};
    else
      out.geometry = PointSource{point()};
    out.amplitude = uniform(0.1, 2);
    out.hard = chance(0.2);
    out.waveform = Cw{f, 2, uniform(0, 360)};
    return out;
  }

  RandomScene wanted_;
  std::mt19937 random_;
};

inline Scene random_scene(const RandomScene& wanted) { return SceneMaker(wanted).make(); }

// Adds sources that drive H, soft and hard, with the problem's own signals. No scene can contain them yet.
inline void add_terms_on_h(Problem& p) {
  std::mt19937 random(3);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (const FieldArray array : {FieldArray::hx, FieldArray::hy}) {
    std::vector<Term> terms;
    for (int k = 0; k < 60; ++k)
      terms.push_back({below(p.nx - 1), below(p.ny - 1), below(4), 0.1 * (1 + below(9)), k % 7 == 0, array});
    std::stable_sort(terms.begin(), terms.end(), [](const Term& a, const Term& b) {
      return std::tuple(a.j, a.i, a.hard, a.signal) < std::tuple(b.j, b.i, b.hard, b.signal);
    });
    p.terms.insert(p.terms.end(), terms.begin(), terms.end());
  }
}

}  // namespace ez::test
