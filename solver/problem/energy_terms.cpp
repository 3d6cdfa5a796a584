#include "solver/problem/energy_terms.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/problem/physical.h"
#include "solver/problem/problem_parts.h"

namespace ez {
namespace {

// Returns the number of nodes at one end of an axis that do not belong to the region.
int outside(const Problem& p, Side side, int depth) { return depth > 0 ? depth : is_mur(p.wall(side)) ? 1 : 0; }

EnergyRegion region_of(const Problem& p) {
  EnergyRegion r;
  r.i0 = outside(p, Side::left, p.x.low);
  r.i1 = p.nx - outside(p, Side::right, p.x.high);
  // A band counts its own rows, and the Hx between them and those of the band above.
  const RowBand rows = p.rows();
  r.j0 = std::max(outside(p, Side::bottom, p.y.low), rows.begin);
  r.j1 = std::min(p.ny - outside(p, Side::top, p.y.high), rows.end);
  r.wrap_x = p.wall(Side::left) == BoundaryKind::periodic;
  r.wrap_y = p.wall(Side::bottom) == BoundaryKind::periodic || rows.end < rows.count;
  const auto half = [&](Side s, int line) { return p.wall(s) == BoundaryKind::pmc ? line : -1; };
  r.half_left = half(Side::left, 0);
  r.half_right = half(Side::right, p.nx - 1);
  r.half_bottom = half(Side::bottom, 0);
  r.half_top = half(Side::top, p.ny - 1);
  return r;
}

// Returns a coefficient as the engine rounds it.
double rounded(const Problem& p, double v) {
  return p.precision == Precision::float32 ? static_cast<double>(static_cast<float>(v)) : v;
}

void add_flux(EnergyTerms& t, const Problem& p) {
  const EnergyRegion& r = t.region;
  const auto add = [&](const FluxTerm& term) {  // no energy flows through a conductor
    if (p.electric_palette[p.electric.at(term.i, term.j)].cb != 0) t.flux.push_back(term);
  };
  const auto along_y = [&](Side side, int i, int h_i, double sign) {
    for (int j = r.j0; j < r.j1; ++j) add({i, j, h_i, j, side, sign * r.weight_y(j)});
  };
  const auto along_x = [&](Side side, int j, int h_j, double sign) {
    for (int i = r.i0; i < r.i1; ++i) add({i, j, i, h_j, side, sign * r.weight_x(i)});
  };
  if (r.i0 > 0) along_y(Side::left, r.i0, r.i0 - 1, 1);
  if (r.i1 < p.nx) along_y(Side::right, r.i1 - 1, r.i1 - 1, -1);
  const RowBand rows = p.rows();
  if (r.j0 > rows.begin) along_x(Side::bottom, r.j0, r.j0 - 1, -1);
  if (r.j1 < rows.end) along_x(Side::top, r.j1 - 1, r.j1 - 1, 1);
}

void add_sources(EnergyTerms& t, const Problem& p) {
  const EnergyRegion& r = t.region;
  const auto add = [](std::vector<NodeTerm>& to, const Term& s, double weight, double coefficient) {
    const bool again = !to.empty() && to.back().i == s.i && to.back().j == s.j;  // another term of the same node
    if (coefficient != 0 && !again) to.push_back({s.i, s.j, weight / coefficient});
  };
  for (const Term& s : p.terms) {
    if (s.i < r.i0 || s.i >= r.i1 || !r.has_row(s.j)) continue;
    if (s.array == FieldArray::ez)
      add(t.sources, s, r.weight_x(s.i) * r.weight_y(s.j), rounded(p, p.electric_palette[p.electric.at(s.i, s.j)].cb));
    if (s.array == FieldArray::hx && r.has_hx(s.j))
      add(t.sources_hx, s, r.weight_x(s.i), rounded(p, p.magnetic_at(s.array, s.i, s.j).dbx));
    if (s.array == FieldArray::hy && s.i < r.hy_end())
      add(t.sources_hy, s, r.weight_y(s.j), rounded(p, p.magnetic_at(s.array, s.i, s.j).dby));
  }
}

// Weights of the losses by palette entry.
struct LossWeights {
  std::vector<double> ez, hx, hy;
  explicit LossWeights(const Problem& p) {
    const auto weight = [&](double a, double b, const PoleEntries& d) {  // the engine counts the loss of poles itself
      return d.poles.empty() ? loss_weight(rounded(p, a), rounded(p, b)) : d.sigma * d.gain / b;
    };
    for (const ElectricEntry& e : p.electric_palette) ez.push_back(weight(e.ca, e.cb, e.dispersion));
    for (const MagneticEntry& m : p.magnetic_palette) {
      hx.push_back(weight(m.da, m.dbx, m.dispersion));
      hy.push_back(weight(m.da, m.dby, m.dispersion));
    }
  }
};

void add_losses(EnergyTerms& t, const Problem& p) {
  const EnergyRegion& r = t.region;
  const auto [ez, hx, hy] = LossWeights(p);
  const auto add = [](std::vector<NodeTerm>& to, int i, int j, double weight) {
    if (weight != 0) to.push_back({i, j, weight});
  };
  for (int j = r.j0; j < r.j1; ++j)
    for (int i = r.i0; i < r.i1; ++i) {
      const double wx = r.weight_x(i), wy = r.weight_y(j);
      add(t.loss_ez, i, j, wx * wy * ez[p.electric.at(i, j)]);
      if (!p.magnetic) continue;
      const std::size_t k = static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
      if (r.has_hx(j)) add(t.loss_hx, i, j, wx * hx[p.hx_entry[k]]);
      if (i < r.hy_end()) add(t.loss_hy, i, j, wy * hy[p.hy_entry[k]]);
    }
}

}  // namespace

EnergyTerms energy_terms(const Problem& p) {
  EnergyTerms t;
  t.region = region_of(p);
  t.unit = p.dt * p.dt * p.dy / (vacuum_of(p).mu * p.dx);
  t.dual = p.dual;
  t.of_band = p.band.has_value();
  if (t.region.empty()) return t;
  add_flux(t, p);
  add_sources(t, p);
  add_losses(t, p);
  t.rims = RimEnergy(p);
  return t;
}

double lossy_nodes(const Problem& p) {
  const LossWeights weights(p);
  const auto count = [](const auto& entries, const std::vector<double>& weight) {
    if (std::all_of(weight.begin(), weight.end(), [](double w) { return w == 0; })) return std::ptrdiff_t{0};
    return std::count_if(entries.begin(), entries.end(), [&](auto entry) { return weight[entry] != 0; });
  };
  return static_cast<double>(count(p.electric.bytes(), weights.ez) + count(p.electric.words(), weights.ez) +
                             count(p.hx_entry, weights.hx) + count(p.hy_entry, weights.hy));
}

// enter() subtracts the pending σm loss of the stock at the start, because later readings add the whole pending loss.
void EnergyBook::open(const EnergyTerms& terms, const EnergyStock& stock) {
  booked_ = {};
  enter(terms, stock);
  // The bands' energies at the start are added before their size counts (engine/bands).
  booked_.turnover = terms.of_band ? booked_.edits : std::abs(booked_.edits);
}

void EnergyBook::add(const EnergyTerms& terms, const EnergySums& sums) {
  booked_.source += terms.unit * sums.source;
  booked_.turnover += terms.unit * sums.turnover;
  booked_.absorbed_sigma += terms.unit * sums.loss_e;
  booked_.absorbed_sigma_m += terms.unit * sums.loss_h;
  for (std::size_t k = 0; k < 4; ++k) booked_.out[k] += terms.unit * sums.out[k];
}

void EnergyBook::leave(const EnergyTerms& terms, const EnergyStock& stock) {
  booked_.edits -= terms.unit * (stock.stored - stock.lost_at_conductors);
  booked_.absorbed_sigma_m += terms.unit * stock.pending;
}
void EnergyBook::enter(const EnergyTerms& terms, const EnergyStock& stock) {
  booked_.edits += terms.unit * (stock.stored - stock.lost_at_conductors);
  booked_.absorbed_sigma_m -= terms.unit * stock.pending;
}

EnergyLedger EnergyBook::reading(const EnergyTerms& terms, const EnergySums& sums, const EnergyStock& stock) const {
  EnergyBook now = *this;
  now.add(terms, sums);
  EnergyLedger out = now.booked_;
  out.absorbed_sigma_m += terms.unit * stock.pending;
  out.stored = terms.unit * stock.stored;
  out.edits += terms.unit * stock.lost_at_conductors;
  for (const double through : out.out) out.turnover += std::max(0.0, -through);
  if (terms.dual) std::swap(out.absorbed_sigma, out.absorbed_sigma_m);
  return out;
}

}  // namespace ez
