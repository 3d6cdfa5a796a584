// Scene → Problem. Coefficients are computed in double and rounded once, by the engine that takes them.
#include "solver/physics/problem.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "solver/physics/constants.h"

namespace ez {
namespace {

// What the engine sees of a palette entry: for polarization hz the dual (ε↔μ, σ↔σm, PEC↔PMC).
struct Medium {
  double eps, mu, sigma, sigma_m;
  bool pec, pmc;
};

std::vector<Medium> media_of(const Scene& scene) {
  const bool dual = scene.grid.polarization == Polarization::hz;
  std::vector<Medium> media;
  for (const PaletteEntry& p : palette_of(scene)) {
    Medium m{p.eps, p.mu, p.sigma, p.sigma_m, p.pec, p.pmc};
    if (dual) m = {p.mu, p.eps, p.sigma_m, p.sigma, p.pmc, p.pec};
    if (m.pec || m.pmc) m = {1, 1, 0, 0, m.pec, m.pmc};
    media.push_back(m);
  }
  return media;
}

// The vacuum constants as the engine sees them.
struct Vacuum {
  double eps, mu;
};
Vacuum vacuum_of(const Problem& p) { return p.dual ? Vacuum{mu0, eps0} : Vacuum{eps0, mu0}; }

BoundaryKind wall_of(const Scene& scene, Side side) {
  const BoundaryKind kind = scene.boundary[side];
  if (scene.grid.polarization == Polarization::ez) return kind;
  if (kind == BoundaryKind::pec) return BoundaryKind::pmc;
  if (kind == BoundaryKind::pmc) return BoundaryKind::pec;
  return kind;
}

bool is_zero_wall(BoundaryKind kind) { return kind == BoundaryKind::pec || kind == BoundaryKind::cpml; }
bool is_mur(BoundaryKind kind) { return kind == BoundaryKind::mur1; }
bool has_wall_entry(BoundaryKind kind) { return is_zero_wall(kind) || is_mur(kind); }

bool is_magnetic(const std::vector<Medium>& media) {
  return std::any_of(media.begin(), media.end(), [](const Medium& m) { return m.mu != 1 || m.sigma_m != 0; });
}
// PMC nodes count only where a shape puts them: the built-in entry is in every palette.
bool uses_pmc(const Scene& scene) {
  const char* name = scene.grid.polarization == Polarization::ez ? "pmc" : "pec";
  if (scene.grid.background == name) return true;
  return std::any_of(scene.shapes.begin(), scene.shapes.end(), [&](const Shape& s) { return s.material == name; });
}
bool needs_magnetic(const Scene& scene) { return uses_pmc(scene) || is_magnetic(media_of(scene)); }

std::vector<std::array<double, 3>> magnetic_media_of(const std::vector<Medium>& media) {
  std::vector<std::array<double, 3>> out;
  for (const Medium& m : media) out.push_back({m.mu, m.sigma_m, m.pmc ? 1.0 : 0.0});
  return out;
}

void set_electric_palette(Problem& p, const std::vector<Medium>& media) {
  const auto [eps_v, mu_v] = vacuum_of(p);
  p.electric_palette.clear();
  for (const Medium& m : media) {
    const double s = m.sigma * p.dt / (2 * eps_v * m.eps);
    ElectricEntry e{(1 - s) / (1 + s), p.dt * p.dt / (eps_v * mu_v * m.eps * p.dx * p.dx) / (1 + s), m.eps, m.mu};
    if (m.pec) e.ca = e.cb = 0;
    p.electric_palette.push_back(e);
  }
  p.wall_entry = p.dual ? 2 : 1;  // pec of the palette; for hz its pmc, the dual
}

// μ and σm of an H node are the mean of the two Ez nodes it lies between; an H node touching a PMC node is zero.
MagneticEntry magnetic_entry(const Problem& p, const Medium& a, const Medium& b) {
  if (a.pmc || b.pmc) return {0, 0, 0};
  const double mu = 0.5 * (a.mu + b.mu), sigma_m = 0.5 * (a.sigma_m + b.sigma_m);
  const double s = sigma_m * p.dt / (2 * vacuum_of(p).mu * mu);
  const double db = 1 / (mu * (1 + s));
  return {(1 - s) / (1 + s), db * (p.dx / p.dy) * (p.dx / p.dy), db};
}

// Index of a pair of palette entries in magnetic_palette, made when new.
class PairTable {
 public:
  PairTable(Problem& p, const std::vector<Medium>& media) : p_(p), media_(media) {}
  std::uint16_t operator()(std::uint16_t a, std::uint16_t b) {
    const std::pair<std::uint16_t, std::uint16_t> key(std::min(a, b), std::max(a, b));
    if (key == last_) return last_index_;
    const auto [at, is_new] = known_.try_emplace(key, static_cast<std::uint16_t>(0));
    if (is_new) {
      const MagneticEntry entry = magnetic_entry(p_, media_[key.first], media_[key.second]);
      const auto same = std::find(p_.magnetic_palette.begin(), p_.magnetic_palette.end(), entry);
      at->second = static_cast<std::uint16_t>(same - p_.magnetic_palette.begin());
      if (same == p_.magnetic_palette.end()) p_.magnetic_palette.push_back(entry);
    }
    last_ = key;
    return last_index_ = at->second;
  }

 private:
  Problem& p_;
  const std::vector<Medium>& media_;
  std::map<std::pair<std::uint16_t, std::uint16_t>, std::uint16_t> known_;
  std::pair<std::uint16_t, std::uint16_t> last_{0xffff, 0xffff};
  std::uint16_t last_index_ = 0;
};

std::size_t index_of(const Problem& p, int i, int j) {
  return static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
}

// H nodes that touch a node inside `dirty`: one more row and column on the low side. Beyond the last node lies the
// first one: only a periodic side reads those entries.
void set_magnetic_maps(Problem& p, const std::vector<Medium>& media, const NodeMap& map, NodeRect dirty) {
  PairTable pair(p, media);
  const auto fill = [&](int i0, int j0, int i1, int j1) {
    for (int j = j0; j < j1; ++j)
      for (int i = i0; i < i1; ++i) {
        const std::uint16_t here = map.at(i, j);
        p.hx_entry[index_of(p, i, j)] = pair(here, map.at(i, j + 1 < p.ny ? j + 1 : 0));
        p.hy_entry[index_of(p, i, j)] = pair(here, map.at(i + 1 < p.nx ? i + 1 : 0, j));
      }
  };
  fill(std::max(dirty.i0 - 1, 0), std::max(dirty.j0 - 1, 0), dirty.i1, dirty.j1);
  if (dirty.i0 == 0) fill(p.nx - 1, std::max(dirty.j0 - 1, 0), p.nx, dirty.j1);
  if (dirty.j0 == 0) fill(std::max(dirty.i0 - 1, 0), p.ny - 1, dirty.i1, p.ny);
}

// Palette indices inside `dirty`, then the walls over them.
void set_electric_map(Problem& p, const NodeMap& map, NodeRect dirty) {
  for (int j = dirty.j0; j < dirty.j1; ++j)
    for (int i = dirty.i0; i < dirty.i1; ++i) p.electric.set(i, j, map.at(i, j));
}
void set_walls(Problem& p, const NodeMap& map) {
  const auto put = [&](int i, int j, bool wall) { p.electric.set(i, j, wall ? p.wall_entry : map.at(i, j)); };
  const bool left = has_wall_entry(p.wall(Side::left)), right = has_wall_entry(p.wall(Side::right));
  const bool bottom = has_wall_entry(p.wall(Side::bottom)), top = has_wall_entry(p.wall(Side::top));
  for (int j = 0; j < p.ny; ++j) {
    const bool row = (j == 0 && bottom) || (j == p.ny - 1 && top);
    put(0, j, left || row);
    put(p.nx - 1, j, right || row);
  }
  for (int i = 1; i < p.nx - 1; ++i) {
    put(i, 0, bottom);
    put(i, p.ny - 1, top);
  }
}

// Depth u = (n−i)/n at Ez node i < n, (n−i−½)/n at H node i+½, on either end of an axis of N nodes with cell d (m).
AxisLayers layers_of(const Scene& scene, const Problem& p, int nodes, double d, int low, int high) {
  const auto n = static_cast<std::size_t>(nodes);
  AxisLayers a;
  a.low = low;
  a.high = high;
  a.k_e.assign(n, 1), a.b_e.assign(n, 0), a.c_e.assign(n, 0);
  a.k_h = a.k_e, a.b_h = a.b_e, a.c_h = a.c_e;
  const CpmlGrading& g = scene.boundary.cpml;
  double eps_r = 1, mu_r = 1;
  for (const PaletteEntry& e : palette_of(scene))
    if (e.name == scene.grid.background) eps_r = e.eps, mu_r = e.mu;
  const double sigma_max = g.sigma * 0.8 * (g.order + 1) / (eta0 * d * std::sqrt(eps_r * mu_r));
  const double alpha_max = g.alpha.value_or(2e-5 / d);
  const auto set = [&](std::size_t i, double u, std::vector<double>& k, std::vector<double>& b,
                       std::vector<double>& c) {
    const double grade = std::pow(u, g.order), sigma = sigma_max * grade, kappa = 1 + (g.kappa - 1) * grade;
    const double alpha = alpha_max * (1 - u);
    k[i] = 1 / kappa;
    b[i] = std::exp(-(sigma / kappa + alpha) * p.dt / eps0);
    c[i] = sigma > 0 ? sigma / (sigma * kappa + kappa * kappa * alpha) * (b[i] - 1) : 0;
  };
  for (int i = 0; i < low; ++i) {
    set(static_cast<std::size_t>(i), double(low - i) / low, a.k_e, a.b_e, a.c_e);
    set(static_cast<std::size_t>(i), (low - i - 0.5) / low, a.k_h, a.b_h, a.c_h);
  }
  for (int i = 0; i < high; ++i) {
    set(n - 1 - static_cast<std::size_t>(i), double(high - i) / high, a.k_e, a.b_e, a.c_e);
    set(n - 2 - static_cast<std::size_t>(i), (high - i - 0.5) / high, a.k_h, a.b_h, a.c_h);
  }
  return a;
}

void set_layers(Problem& p, const Scene& scene) {
  const auto depth = [&](Side s) { return p.wall(s) == BoundaryKind::cpml ? scene.boundary.cpml.cells : 0; };
  p.x = layers_of(scene, p, p.nx, p.dx, depth(Side::left), depth(Side::right));
  p.y = layers_of(scene, p, p.ny, p.dy, depth(Side::bottom), depth(Side::top));
}

void add_source(Problem& p, const Scene& scene, int s) {
  const Source& source = scene.sources[static_cast<std::size_t>(s)];
  if (!source.on) return;
  std::vector<Node> nodes;
  double current = 1;  // ampere at one node, per ampere (or per A/m of a line)
  if (const auto* point = std::get_if<PointSource>(&source.geometry)) {
    nodes = {nearest_node(scene, point->at)};
  } else {
    const auto& line = std::get<LineSource>(source.geometry);
    const Node a = nearest_node(scene, line.from), b = nearest_node(scene, line.to);
    nodes = line_nodes(a, b);
    const int di = std::abs(b.i - a.i), dj = std::abs(b.j - a.j);
    if (!source.hard) current = std::hypot(di * p.dx, dj * p.dy) / std::max({di, dj, 1});
  }
  // Soft: Jz = I/(ΔxΔy) in Ez ← … − (Δt/ε)/(1+s)·Jz. cb carries Δt/(μ0Δx²) beside that factor.
  const double per_cb = vacuum_of(p).mu * p.dx * p.dx / p.dt / (p.dx * p.dy);
  for (const Node& n : nodes) {
    if (n.i < 0 || n.j < 0 || n.i >= p.nx || n.j >= p.ny) continue;
    const ElectricEntry& e = p.electric_palette[p.electric.at(n.i, n.j)];
    if (e.ca == 0 && e.cb == 0) continue;  // PEC or a wall: no effect
    p.sources.push_back({n.i, n.j, s, e.cb * per_cb * current, source.hard});
  }
}

void set_sources_and_probes(Problem& p, const Scene& scene) {
  p.sources.clear();
  for (std::size_t s = 0; s < scene.sources.size(); ++s) add_source(p, scene, static_cast<int>(s));
  std::stable_sort(p.sources.begin(), p.sources.end(), [](const SourceNode& a, const SourceNode& b) {
    return std::tuple(a.j, a.i, a.hard, a.source) < std::tuple(b.j, b.i, b.hard, b.source);
  });
  p.probes.clear();
  for (const Probe& probe : scene.probes) {
    Node n = nearest_node(scene, probe.at);
    p.probes.push_back({std::clamp(n.i, 0, p.nx - 1), std::clamp(n.j, 0, p.ny - 1)});
  }
}

// S = cΔt/(Δ⊥√(ε_rμ_r)) of the node, k = (S−1)/(S+1).
void set_mur(Problem& p, const std::vector<Medium>& media, const NodeMap& map) {
  p.mur.clear();
  p.mur_corners.clear();
  const auto one_sided = [&](int i, int j, Side side) {
    const Medium& m = media[map.at(i, j)];
    const bool across_x = side == Side::left || side == Side::right;
    const double S = c0 * p.dt / ((across_x ? p.dx : p.dy) * std::sqrt(m.eps * m.mu));
    const int ii = side == Side::left ? i + 1 : side == Side::right ? i - 1 : i;
    const int jj = side == Side::bottom ? j + 1 : side == Side::top ? j - 1 : j;
    return MurNode{index_of(p, i, j), index_of(p, ii, jj), (S - 1) / (S + 1)};
  };
  const auto side_nodes = [&](Side side, bool vertical, int fixed, Side low, Side high) {
    if (!is_mur(p.wall(side))) return;
    const int n = vertical ? p.ny : p.nx;
    for (int k = 0; k < n; ++k) {
      if (k == 0 && has_wall_entry(p.wall(low))) continue;
      if (k == n - 1 && has_wall_entry(p.wall(high))) continue;
      const int i = vertical ? fixed : k, j = vertical ? k : fixed;
      if (!media[map.at(i, j)].pec) p.mur.push_back(one_sided(i, j, side));
    }
  };
  side_nodes(Side::left, true, 0, Side::bottom, Side::top);
  side_nodes(Side::right, true, p.nx - 1, Side::bottom, Side::top);
  side_nodes(Side::bottom, false, 0, Side::left, Side::right);
  side_nodes(Side::top, false, p.ny - 1, Side::left, Side::right);
  for (Side sx : {Side::left, Side::right})
    for (Side sy : {Side::bottom, Side::top}) {
      if (!is_mur(p.wall(sx)) || !is_mur(p.wall(sy))) continue;
      const int i = sx == Side::left ? 0 : p.nx - 1, j = sy == Side::bottom ? 0 : p.ny - 1;
      if (!media[map.at(i, j)].pec) p.mur_corners.push_back({one_sided(i, j, sx), one_sided(i, j, sy)});
    }
}

// All but the index maps.
void set_numbers(Problem& p, const Scene& scene, const std::vector<Medium>& media) {
  const Vec2 cell = cell_size(scene);
  p.dx = cell.x;
  p.dy = cell.y;
  p.dt = time_step(scene);
  p.precision = scene.grid.precision;
  p.dual = scene.grid.polarization == Polarization::hz;
  for (Side s : all_sides) p.walls[static_cast<std::size_t>(s)] = wall_of(scene, s);
  set_electric_palette(p, media);
  const double mu_v = vacuum_of(p).mu, sign = p.dual ? -1 : 1;
  p.hx_unit = sign * p.dt * p.dy / (mu_v * p.dx * p.dx);
  p.hy_unit = sign * p.dt / (mu_v * p.dx);
  set_layers(p, scene);
}

void set_maps(Problem& p, const Scene& scene, const std::vector<Medium>& media, const NodeMap& map, NodeRect dirty) {
  set_electric_map(p, map, dirty);
  set_walls(p, map);
  if (p.magnetic) set_magnetic_maps(p, media, map, dirty);
  set_sources_and_probes(p, scene);
  set_mur(p, media, map);
}

}  // namespace

Problem build_problem(const Scene& scene, const NodeMap& map) {
  Problem p;
  p.nx = scene.grid.nx;
  p.ny = scene.grid.ny;
  const std::vector<Medium> media = media_of(scene);
  set_numbers(p, scene, media);
  p.electric = NodeMap(p.nx, p.ny, map.wide());
  p.magnetic_media = magnetic_media_of(media);
  p.magnetic = needs_magnetic(scene);
  if (p.magnetic) {
    p.hx_entry.resize(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
    p.hy_entry = p.hx_entry;
  } else {
    p.magnetic_palette = {magnetic_entry(p, media[0], media[0])};
  }
  set_maps(p, scene, media, map, {0, 0, p.nx, p.ny});
  return p;
}

bool update_problem(Problem& problem, const Scene& scene, const NodeMap& map, NodeRect dirty) {
  const std::vector<Medium> media = media_of(scene);
  if (needs_magnetic(scene) != problem.magnetic || map.wide() != problem.electric.wide()) return false;
  const double dt = problem.dt;
  const std::vector<std::array<double, 3>> before = std::exchange(problem.magnetic_media, magnetic_media_of(media));
  set_numbers(problem, scene, media);
  // The pairs' entries hold numbers of their media: when those change, the maps are made anew.
  if (problem.dt != dt || problem.magnetic_media != before) {
    problem.magnetic_palette.clear();
    if (problem.magnetic)
      dirty = {0, 0, problem.nx, problem.ny};
    else
      problem.magnetic_palette = {magnetic_entry(problem, media[0], media[0])};
  }
  set_maps(problem, scene, media, map, dirty);
  return true;
}

double engine_bytes(const Scene& scene) {
  const double nodes = double(scene.grid.nx) * scene.grid.ny;
  const double value = scene.grid.precision == Precision::float32 ? 4 : 8;
  double lines = 0;  // nodes along the sides that have a layer
  for (Side s : all_sides)
    if (scene.boundary[s] == BoundaryKind::cpml)
      lines += s == Side::left || s == Side::right ? scene.grid.ny : scene.grid.nx;
  const double layers = 2 * value * lines * scene.boundary.cpml.cells;
  const double maps = (palette_of(scene).size() >= 256 ? 2 : 1) + (needs_magnetic(scene) ? 4 : 0);
  return nodes * (3 * value + maps) + layers;
}

}  // namespace ez
