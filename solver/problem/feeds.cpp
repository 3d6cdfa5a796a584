// Makes terms and instruments: sources and probes at their nodes.
#include "solver/problem/feeds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "solver/problem/problem_parts.h"

namespace ez {
namespace {

// ---- drives of each kind of source

// Turns a feed into a moving one. Its drives are given relative to the node (0, 0).
Feed moved(const Problem& p, const Scene& scene, const Motion& motion, Feed feed) {
  feed.track = Track{{}, {p.dx, p.dy}, motion.metres_per_second(), motion.loop};
  for (const Vec2& at : motion.path) feed.track->points.push_back(to_nodes(scene, at));
  return feed;
}
// Returns the feed of a charge. Its currents act on E, which an hz scene has at the nodes of H of an ez
// scene, in the middle of the step.
Feed charge_of(const Problem& p) {
  Feed feed;
  feed.columns = {{.delay = p.dt / 2}};
  feed.drives = {{FieldArray::hx, {0, 0}, 0, -p.dx / p.dt}, {FieldArray::hy, {0, 0}, 0, -p.dy / p.dt}};
  return feed;
}

Feed feed_of(const Problem& p, const Scene& scene, const Source&, const PointSource& g) {
  Feed feed;
  if (!g.motion.moves()) {
    if (!g.charge) feed.drives = {{.node = g.nodes(scene).front()}};
    return feed;
  }
  if (g.charge)
    feed = charge_of(p);
  else
    feed.drives = {Drive{}};
  feed = moved(p, scene, g.motion, std::move(feed));
  feed.track->charge = g.charge;
  const double nodes = to_nodes(scene, {g.width, 0}).x;
  feed.track->cloud = {nodes, nodes * p.dx / p.dy};
  return feed;
}
Feed feed_of(const Problem&, const Scene& scene, const Source& source, const LineSource& g) {
  Feed feed;
  for (const Node& n : g.nodes(scene)) feed.drives.push_back({.node = n, .current = source.hard ? 1 : g.span(scene)});
  return feed;
}
// Splits M_x and M_y equally between the two H nodes on either side of the node. They are taken in the
// middle of H's step, at t = nΔt.
Feed feed_of(const Problem& p, const Scene& scene, const Source&, const DipoleSource& g) {
  const Node n = g.motion.moves() ? Node{} : g.nodes(scene).front();
  const double sign = p.dual ? -1 : 1;  // the second arrays of an hz scene hold −E
  const double x = sign * std::cos(g.angle * pi / 180) / 2, y = sign * std::sin(g.angle * pi / 180) / 2;
  Feed feed;
  feed.columns = {{.delay = p.dt / 2}};
  feed.drives = {{FieldArray::hx, {n.i, n.j - 1}, 0, x},
                 {FieldArray::hx, n, 0, x},
                 {FieldArray::hy, {n.i - 1, n.j}, 0, y},
                 {FieldArray::hy, n, 0, y}};
  return g.motion.moves() ? moved(p, scene, g.motion, std::move(feed)) : feed;
}
Feed feed_of(const Problem&, const Scene& scene, const Source&, const ArraySource& g) {
  Feed feed;
  feed.columns.clear();
  for (const Node& n : g.nodes(scene)) {
    const int k = static_cast<int>(feed.columns.size());
    feed.drives.push_back({.node = n, .column = k, .current = g.weight(k)});
    feed.columns.push_back({.delay = g.delay(scene, k)});
  }
  return feed;
}

// Drives a total-field box. At the box's frame, a node inside needs a value outside or the reverse, so the wave's value
// there is added or subtracted (Taflove & Hagness, ch. 5). As currents per area these are J = ±H/Δ at Ez of the frame,
// with H at (n+½)Δt, and M = ±E/Δ at H half a cell outside it, with E at nΔt.
class FrameFeed {
 public:
  FrameFeed(const Problem& p, const Scene& scene, const PlaneSource& g) : p_(p), f_(g.frame(scene)) {
    const PaletteEntry background = background_of(scene);
    feed_.wave = WavePath{.dx = p.dx, .dy = p.dy, .dt = p.dt, .angle = g.angle};
    way_ = feed_.wave->direction();
    first_ = {way_.x >= 0 ? f_.low.i : f_.high.i, way_.y >= 0 ? f_.low.j : f_.high.j};
    feed_.columns.clear();
    const Vacuum v = vacuum_of(p);
    feed_.wave->eps = v.eps * (p.dual ? background.mu : background.eps);
    feed_.wave->mu = v.mu * (p.dual ? background.eps : background.mu);
    feed_.wave->reach =
        std::abs(way_.x) * (f_.high.i - f_.low.i + 1) * p.dx + std::abs(way_.y) * (f_.high.j - f_.low.j + 1) * p.dy;
    if (PlaneSource::crosses_x(scene)) faces_x();
    if (PlaneSource::crosses_y(scene)) faces_y();
  }
  Feed take() { return std::move(feed_); }

 private:
  void faces_x() {
    for (int j = f_.low.j; j <= f_.high.j; ++j) {
      add(FieldArray::ez, {f_.low.i, j}, FieldArray::hy, {f_.low.i - 1, j}, p_.dy);
      add(FieldArray::ez, {f_.high.i, j}, FieldArray::hy, {f_.high.i, j}, -p_.dy);
      add(FieldArray::hy, {f_.low.i - 1, j}, FieldArray::ez, {f_.low.i, j}, p_.dy);
      add(FieldArray::hy, {f_.high.i, j}, FieldArray::ez, {f_.high.i, j}, -p_.dy);
    }
  }
  void faces_y() {
    for (int i = f_.low.i; i <= f_.high.i; ++i) {
      add(FieldArray::ez, {i, f_.low.j}, FieldArray::hx, {i, f_.low.j - 1}, -p_.dx);
      add(FieldArray::ez, {i, f_.high.j}, FieldArray::hx, {i, f_.high.j}, p_.dx);
      add(FieldArray::hx, {i, f_.low.j - 1}, FieldArray::ez, {i, f_.low.j}, -p_.dx);
      add(FieldArray::hx, {i, f_.high.j}, FieldArray::ez, {i, f_.high.j}, p_.dx);
    }
  }
  // `length` (m) is the current of a cell per unit of the wave's field.
  void add(FieldArray array, Node node, FieldArray wave_of, Node wave_at, double length) {
    const ArrayInfo& place = p_.arrays[index_of(wave_of)];
    const double at =
        ((wave_at.i + place.x - first_.i) * p_.dx * way_.x + (wave_at.j + place.y - first_.j) * p_.dy * way_.y);
    const Column column{array == FieldArray::ez ? 0 : p_.dt / 2, wave_of, at};
    const auto [found, fresh] =
        columns_.try_emplace({wave_of, std::llround(at / p_.dx * 1e6)}, static_cast<int>(feed_.columns.size()));
    if (fresh) feed_.columns.push_back(column);
    feed_.drives.push_back({array, node, found->second, length});
  }

  const Problem& p_;
  NodeFrame f_;
  Vec2 way_;
  Node first_;
  std::map<std::pair<FieldArray, long long>, int> columns_;  // by array and position in millionths of a cell
  Feed feed_;
};
Feed feed_of(const Problem& p, const Scene& scene, const Source&, const PlaneSource& g) {
  return FrameFeed(p, scene, g).take();
}

Feed feed_of(const Problem& p, const Scene& scene, const Source& source) {
  Feed feed = std::visit([&](const auto& g) { return feed_of(p, scene, source, g); }, source.geometry);
  feed.on = source.on;
  feed.hard = source.hard;
  return feed;
}

// ---- faults

int depth_in(const Problem& p, Side side, Node n) {
  const int across = across_x(side) ? n.i : n.j;
  return at_low_end(side) ? across : (across_x(side) ? p.nx : p.ny) - 1 - across;
}

// Fault::source_in_layer moves the source nearest to the boundary along the boundary's normal, until its nearest node
// is at half the layer's depth.
void move_into_layer(const Problem& p, const Scene& scene, Side side, std::vector<Feed>& feeds) {
  int nearest = std::numeric_limits<int>::max();
  Feed* moved = nullptr;
  for (std::size_t s = 0; s < feeds.size(); ++s)
    for (const Drive& d : feeds[s].drives)
      if (feeds[s].on && !feeds[s].track && depth_in(p, side, d.node) < nearest)
        nearest = depth_in(p, side, d.node), moved = &feeds[s];
  if (!moved) return;
  const int outwards = nearest - scene.boundary.cpml.cells / 2, shift = at_low_end(side) ? -outwards : outwards;
  for (Drive& d : moved->drives) (across_x(side) ? d.node.i : d.node.j) += shift;
}

// ---- feeds to terms

// Return the amount that a node's value loses per unit of a current through its cell. 0 if the node cannot be driven.
//   Ez ← … − (Δt/ε)/(1+s)·Jz: cb contains Δt/(μ0Δx²) in addition to that factor.
//   H ← … − (Δt/μ)/(1+s)·M: dbx and dby contain it over Δy and Δx; stored H has its own units.
double weight_of(const Problem& p, const ElectricEntry& e) {
  return e.cb * vacuum_of(p).mu * p.dx * p.dx / p.dt / (p.dx * p.dy);
}
double weight_of(const Problem& p, FieldArray array, const MagneticEntry& m) {
  return (array == FieldArray::hx ? m.dbx * p.dy : m.dby * p.dx) / (p.dx * p.dy);
}
double weight_of(const Problem& p, FieldArray array, Node n) {
  if (array == FieldArray::ez) return weight_of(p, p.electric_palette[p.electric.at(n.i, n.j)]);
  return weight_of(p, array, p.magnetic_at(array, n.i, n.j));
}
// Returns the largest weight of any medium of the problem.
double largest_weight(const Problem& p, FieldArray array) {
  double most = 0;
  if (array == FieldArray::ez)
    for (const ElectricEntry& e : p.electric_palette) most = std::max(most, weight_of(p, e));
  else
    for (const MagneticEntry& m : p.magnetic_palette) most = std::max(most, weight_of(p, array, m));
  return most;
}
// Returns true if the array has this node. Nodes beyond a boundary exist only on periodic sides and cannot have terms.
bool holds(const Problem& p, FieldArray array, Node n) {
  return n.i >= 0 && n.j >= 0 && n.i < p.nx - (array == FieldArray::hy ? 1 : 0) &&
         n.j < p.ny - (array == FieldArray::hx ? 1 : 0);
}

void add_feed(Problem& p, const Feed& feed, int first_signal) {
  if (!feed.on || feed.track) return;
  for (const Drive& d : feed.drives) {
    if (!holds(p, d.array, d.node)) continue;
    const double weight = weight_of(p, d.array, d.node);
    if (weight == 0) continue;
    p.terms.push_back({d.node.i, d.node.j, first_signal + d.column, weight * d.current, feed.hard, d.array});
  }
}

void sort_terms(Problem& p) {
  std::stable_sort(p.terms.begin(), p.terms.end(), [](const Term& a, const Term& b) {
    return std::tuple(a.array, a.j, a.i, a.hard, a.signal) < std::tuple(b.array, b.j, b.i, b.hard, b.signal);
  });
}

}  // namespace

Vec2 WavePath::direction() const {
  const double a = angle * pi / 180, x = std::cos(a), y = std::sin(a);
  return {std::abs(x) < 1e-12 ? 0 : x, std::abs(y) < 1e-12 ? 0 : y};
}

SignalPlan signal_plan(const std::vector<const Feed*>& feeds) {
  SignalPlan plan;
  plan.first.resize(feeds.size());
  for (const bool of_waves : {false, true}) {
    for (std::size_t k = 0; k < feeds.size(); ++k) {
      if (feeds[k]->wave.has_value() != of_waves) continue;
      plan.first[k] = plan.all;
      plan.all += static_cast<int>(feeds[k]->columns.size());
    }
    if (!of_waves) plan.plain = plan.all;
  }
  return plan;
}

void set_feeds(Problem& p, const Scene& scene, const FaultSet& faults) {
  p.feeds.clear();
  for (const Source& source : scene.sources) p.feeds.push_back(feed_of(p, scene, source));
  for (Side side : all_sides)
    if (has_layer(p.wall(side)) && faults.has(side, Fault::source_in_layer)) move_into_layer(p, scene, side, p.feeds);
  std::vector<const Feed*> all;
  for (const Feed& feed : p.feeds) all.push_back(&feed);
  set_driving(p, all);
  p.instruments.clear();
  for (const Probe& probe : scene.probes) {
    Node n = nearest_node(scene, probe.at);
    p.instruments.push_back({{std::clamp(n.i, 0, p.nx - 1), std::clamp(n.j, 0, p.ny - 1)}});
  }
}

bool set_driving(Problem& p, const std::vector<const Feed*>& feeds) {
  const std::vector<Term> before = std::exchange(p.terms, {});
  const SignalPlan plan = signal_plan(feeds);
  for (std::size_t k = 0; k < feeds.size(); ++k) add_feed(p, *feeds[k], plan.first[k]);
  sort_terms(p);
  return p.terms != before;
}

// The four shares of a moving current sum to 1, and so do the weights of its cloud (track.h). The shares of a moving
// charge sum to the number of cells that it crosses in a step.
double largest_step_input(const Problem& p, const Feed& feed) {
  double sum = 0;
  for (const Drive& d : feed.drives) {
    if (!feed.track && !holds(p, d.array, d.node)) continue;
    const double weight = feed.track ? largest_weight(p, d.array) : weight_of(p, d.array, d.node);
    if (weight == 0) continue;
    // A plane wave is given by its main field. The impedance scales the other field.
    const bool other_field = feed.wave && feed.columns[static_cast<std::size_t>(d.column)].wave_of != FieldArray::ez;
    double signal = other_field ? std::sqrt(feed.wave->eps / feed.wave->mu) : 1;
    if (feed.track && feed.track->charge) signal = feed.track->speed * p.dt / (d.array == FieldArray::hx ? p.dx : p.dy);
    sum += feed.hard ? signal : std::abs(weight * d.current) * signal;
  }
  return sum;
}

double latest_delay(const Feed& feed) {
  double latest = 0;
  for (const Column& c : feed.columns) latest = std::max(latest, c.delay);
  return latest + (feed.wave ? feed.wave->reach * std::sqrt(feed.wave->eps * feed.wave->mu) : 0);
}

}  // namespace ez
