// Terms and instruments: sources and probes at their nodes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "solver/problem/problem_parts.h"

namespace ez {
namespace {

Feed feed_of(const Scene& scene, const Source& source) {
  return {source_nodes(scene, source), source.hard ? 1 : source_span(scene, source)};
}

int depth_in(const Problem& p, Side side, Node n) {
  const int across = across_x(side) ? n.i : n.j;
  return at_low_end(side) ? across : (across_x(side) ? p.nx : p.ny) - 1 - across;
}

// Fault::source_in_layer: the source nearest to the side moves along the side's normal until its nearest node stands at
// half the layer's depth.
void move_into_layer(const Problem& p, const Scene& scene, Side side, std::vector<Feed>& feeds) {
  int nearest = std::numeric_limits<int>::max();
  Feed* moved = nullptr;
  for (std::size_t s = 0; s < feeds.size(); ++s)
    for (const Node& n : feeds[s].nodes)
      if (scene.sources[s].on && depth_in(p, side, n) < nearest) nearest = depth_in(p, side, n), moved = &feeds[s];
  if (!moved) return;
  const int outwards = nearest - scene.boundary.cpml.cells / 2, shift = at_low_end(side) ? -outwards : outwards;
  for (Node& n : moved->nodes) (across_x(side) ? n.i : n.j) += shift;
}

void add_feed(Problem& p, const Feed& feed, int source, bool hard) {
  // Soft: Jz = I/(ΔxΔy) in Ez ← … − (Δt/ε)/(1+s)·Jz. cb carries Δt/(μ0Δx²) beside that factor.
  const double per_cb = vacuum_of(p).mu * p.dx * p.dx / p.dt / (p.dx * p.dy);
  for (const Node& n : feed.nodes) {
    if (n.i < 0 || n.j < 0 || n.i >= p.nx || n.j >= p.ny) continue;
    const ElectricEntry& e = p.electric_palette[p.electric.at(n.i, n.j)];
    if (e.is_zero()) continue;
    p.terms.push_back({n.i, n.j, source, e.cb * per_cb * feed.current, hard});
  }
}

void sort_terms(Problem& p) {
  std::stable_sort(p.terms.begin(), p.terms.end(), [](const Term& a, const Term& b) {
    return std::tuple(a.array, a.j, a.i, a.hard, a.signal) < std::tuple(b.array, b.j, b.i, b.hard, b.signal);
  });
}

}  // namespace

void set_feeds(Problem& p, const Scene& scene, const FaultSet& faults) {
  p.feeds.clear();
  for (const Source& source : scene.sources) p.feeds.push_back(feed_of(scene, source));
  for (Side side : all_sides)
    if (has_layer(p.wall(side)) && faults.has(side, Fault::source_in_layer)) move_into_layer(p, scene, side, p.feeds);
  p.terms.clear();
  for (std::size_t s = 0; s < p.feeds.size(); ++s)
    if (scene.sources[s].on) add_feed(p, p.feeds[s], static_cast<int>(s), scene.sources[s].hard);
  sort_terms(p);
  p.instruments.clear();
  for (const Probe& probe : scene.probes) {
    Node n = nearest_node(scene, probe.at);
    p.instruments.push_back({{std::clamp(n.i, 0, p.nx - 1), std::clamp(n.j, 0, p.ny - 1)}});
  }
}

bool set_leaving(Problem& p, const std::vector<Feed>& leaving) {
  const std::vector<Term> before = p.terms;
  const int count = static_cast<int>(p.feeds.size());
  std::erase_if(p.terms, [&](const Term& n) { return n.signal >= count; });
  for (std::size_t k = 0; k < leaving.size(); ++k) add_feed(p, leaving[k], count + static_cast<int>(k), false);
  sort_terms(p);
  return p.terms != before;
}

}  // namespace ez
