// The stretch in the absorbing layers. In a layer of n cells, the depth is u = (n−i)/n at Ez node i < n, and (n−i−½)/n
// at H node i+½. The grading at that depth is in layer_profile.h, with σ_max = factor·sigma·0.8(m+1)/(η0Δ√(ε_rμ_r)). It
// uses the background's ε_r and μ_r, so each side has one σ_max. Each fault is applied next to the value that it
// distorts.
#include <cmath>
#include <map>
#include <tuple>

#include "solver/physics/cpml.h"
#include "solver/problem/problem_parts.h"
#include "solver/scene/layer_profile.h"

namespace ez {
namespace {

constexpr std::size_t most_classes = 256;  // an index has one byte

// The grading of one side's layer, on one line across it.
class Grading {
 public:
  Grading(const Problem& p, const Scene& scene, const FaultSet& faults, Side side, double speed)
      : profile_(scene.boundary.cpml, scene.boundary.cpml.factor_of(side), across_x(side) ? p.dx : p.dy, speed),
        cells_(scene.boundary.cpml.cells),
        dt_(p.dt),
        faults_(faults),
        side_(side) {}
  // Returns the stretch at `depth` cells from the layer's inner edge, 0 < depth ≤ cells.
  Stretch<double> at(double depth, bool of_e) const {
    const double n = cells_, u = (has(Fault::reversed_grading) ? n - depth : depth) / n;
    const double off = has(Fault::sigma_half_cell) && !of_e ? 0.5 / n : 0;  // H uses σ of the neighbouring Ez node
    const double sigma = profile_.sigma(u + off), alpha = profile_.alpha(u);
    const double kappa = profile_.kappa(u), counted = has(Fault::uncompensated_kappa) ? 1 : kappa;
    Stretch<double> s;
    s.k = 1 / kappa;
    s.b = std::exp(-(sigma / counted + alpha) * dt_ / eps0);
    s.c = sigma > 0 ? sigma / (sigma * counted + counted * counted * alpha) * (s.b - 1) : 0;
    if (has(Fault::forgotten_psi)) s.b = 0;
    if (has(Fault::wrong_sign) && of_e) s.c = -s.c;
    return s;
  }

 private:
  bool has(Fault fault) const { return faults_.has(side_, fault); }

  LayerProfile profile_;
  double cells_, dt_;
  const FaultSet& faults_;
  Side side_;
};

// Properties that may differ from line to line: the speed 1/√(ε_rμ_r) that σ is graded for, and whether ψ exists.
struct LineLaw {
  double speed = 1;
  bool psi = true;
  bool operator<(const LineLaw& o) const { return std::tie(speed, psi) < std::tie(o.speed, o.psi); }
};
using LinePair = std::pair<LineLaw, LineLaw>;  // at the low and at the high end

class AxisMaker {
 public:
  AxisMaker(const Problem& p, const Scene& scene, const FaultSet& faults, const NodeMap& map, bool x)
      : p_(p),
        scene_(scene),
        faults_(faults),
        map_(map),
        low_(x ? Side::left : Side::bottom),
        high_(x ? Side::right : Side::top),
        frequency_(1 / reference_period(scene)),
        background_speed_(speed_of(background_of(scene))) {}

  AxisLayers make() {
    a_.low = scene_.boundary.layer_cells(low_);
    a_.high = scene_.boundary.layer_cells(high_);
    a_.nodes = across_x(low_) ? p_.nx : p_.ny;
    add_table({{background_speed_, true}, {background_speed_, true}});
    if (varies(low_) || varies(high_)) sort_lines();
    return std::move(a_);
  }

 private:
  // For a medium with poles this uses |ε| and |μ| at the scene's frequency, even if no wave propagates there.
  double speed_of(const Medium& m) const {
    return 1 / std::sqrt((m.poles.empty() ? m.eps : std::abs(permittivity(m, frequency_))) *
                         (m.poles_m.empty() ? m.mu : std::abs(permeability(m, frequency_))));
  }
  bool varies(Side side) const {
    return scene_.boundary.has_layer(side) &&
           (faults_.has(side, Fault::local_grading) || faults_.has(side, Fault::no_corner_psi));
  }
  LineLaw law(Side side, int along) const {
    LineLaw law{background_speed_, true};
    if (!scene_.boundary.has_layer(side)) return law;
    const int cells = scene_.boundary.cpml.cells, n = length_of(p_, side);
    if (faults_.has(side, Fault::local_grading)) {
      const Node edge = node_at(p_, side, cells, along);
      law.speed = speed_of(medium_of(scene_, map_, map_.at(edge.i, edge.j)));
    }
    if (faults_.has(side, Fault::no_corner_psi)) {
      law.psi = along >= scene_.boundary.layer_cells(across_x(side) ? Side::bottom : Side::left) &&
                along <= n - 1 - scene_.boundary.layer_cells(across_x(side) ? Side::top : Side::right);
    }
    return law;
  }
  void sort_lines() {
    std::map<LinePair, std::uint8_t> known = {{{{background_speed_, true}, {background_speed_, true}}, 0}};
    for (int along = 0; along < length_of(p_, low_); ++along) {
      const LinePair laws(law(low_, along), law(high_, along));
      auto at = known.find(laws);
      if (at == known.end() && known.size() < most_classes) {  // further media use the background's class
        at = known.emplace(laws, static_cast<std::uint8_t>(known.size())).first;
        add_table(laws);
      }
      a_.line_class.push_back(at == known.end() ? std::uint8_t{0} : at->second);
    }
  }

  void add_table(const LinePair& laws) {
    const auto n = static_cast<std::size_t>(a_.nodes), begin = a_.k_e.size();
    for (auto* k : {&a_.k_e, &a_.k_h}) k->resize(begin + n, 1);
    for (auto* v : {&a_.b_e, &a_.c_e, &a_.b_h, &a_.c_h}) v->resize(begin + n, 0);
    for (int i = 0; i < a_.low; ++i) set(low_, laws.first, a_.low - i, begin + at(i), begin + at(i));
    for (int i = 0; i < a_.high; ++i)
      set(high_, laws.second, a_.high - i, begin + n - 1 - at(i), begin + n - 2 - at(i));
  }
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  void set(Side side, const LineLaw& law, int depth, std::size_t e, std::size_t h) {
    const Grading grading(p_, scene_, faults_, side, law.speed);
    Stretch<double> of_e = grading.at(depth, true), of_h = grading.at(depth - 0.5, false);
    if (faults_.has(side, Fault::swapped_parts)) std::swap(of_e, of_h);
    if (!law.psi) of_e.b = of_e.c = of_h.b = of_h.c = 0;
    a_.k_e[e] = of_e.k, a_.b_e[e] = of_e.b, a_.c_e[e] = of_e.c;
    a_.k_h[h] = of_h.k, a_.b_h[h] = of_h.b, a_.c_h[h] = of_h.c;
  }

  const Problem& p_;
  const Scene& scene_;
  const FaultSet& faults_;
  const NodeMap& map_;
  Side low_, high_;
  double frequency_;  // the scene's frequency
  double background_speed_;
  AxisLayers a_;
};

}  // namespace

void set_layers(Problem& p, const Scene& scene, const FaultSet& faults, const NodeMap& map) {
  p.x = AxisMaker(p, scene, faults, map, true).make();
  p.y = AxisMaker(p, scene, faults, map, false).make();
}

}  // namespace ez
