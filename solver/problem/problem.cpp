// Converts a scene to a problem. Coefficients are computed in double, and the engine rounds them once.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "solver/problem/change.h"
#include "solver/problem/dispersive.h"
#include "solver/problem/problem_parts.h"
#include "solver/problem/rim_media.h"
#include "solver/problem/skin.h"
#include "solver/scene/fault.h"
#include "solver/scene/raster/node_rect.h"

namespace ez {
namespace {

// Returns the media of the map's indices as the engine sees them.
std::vector<Medium> media_seen_by_engine(const Scene& scene, const NodeMap& map) {
  std::vector<Medium> media;
  const std::size_t count = entry_count(scene) + map.mixed().size();
  for (std::size_t k = 0; k < count; ++k)
    media.push_back(seen_by(scene.grid.polarization, medium_of(scene, map, static_cast<std::uint16_t>(k))));
  return media;
}

// Materials count even if no shape uses them. A conductor with H = 0 counts only if one does.
bool needs_magnetic(const Scene& scene) {
  const bool hz = scene.grid.polarization == Polarization::hz;
  const auto is_magnetic = [&](const Material& m) {
    return hz ? m.eps != 1 || m.sigma != 0 || !m.poles.empty() : m.mu != 1 || m.sigma_m != 0 || !m.poles_m.empty();
  };
  return (hz && has_graded_media(scene)) || has_metal_rim(scene) || used_names(scene).contains(hz ? "pec" : "pmc") ||
         std::any_of(scene.materials.begin(), scene.materials.end(), is_magnetic);
}

bool has_smoothed_rims(const Scene& scene) { return scene.grid.smoothing && !scene.shapes.empty(); }

// Includes ε and σ if there is a magnetic conductor, because they determine how far fields enter it.
std::vector<Medium> magnetic_media_of(const std::vector<Medium>& media) {
  const bool conduct = std::any_of(media.begin(), media.end(), is_magnetic_conductor);
  std::vector<Medium> out;
  for (const Medium& m : media) {
    out.push_back({.mu = m.mu, .sigma_m = m.sigma_m, .pmc = m.pmc, .poles_m = m.poles_m});
    if (conduct) out.back().eps = m.eps, out.back().sigma = m.sigma;
  }
  return out;
}

void set_electric_palette(Problem& p, const std::vector<Medium>& media) {
  const auto [eps_v, mu_v] = vacuum_of(p);
  p.electric_palette.clear();
  for (const Medium& m : media) {
    const double s = m.sigma * p.dt / (2 * eps_v * m.eps);
    ElectricEntry e{(1 - s) / (1 + s), p.dt * p.dt / (eps_v * mu_v * m.eps * p.dx * p.dx) / (1 + s), m.eps, m.mu};
    if (m.perfect()) e.ca = e.cb = 0;
    if (!m.poles.empty()) {
      const Dispersion d = with_poles(pole_entries(m.poles, p.dt), m.eps, s);
      e.ca = d.a;
      e.cb = p.dt * p.dt / (eps_v * mu_v * p.dx * p.dx) * d.entries.gain;
      e.dispersion = d.entries;
    }
    p.electric_palette.push_back(e);
  }
  for (const RimCell& cell : p.rim_cells)
    p.electric_palette.push_back(rim_entry(p.electric_palette[cell.medium], cell.part));
  const auto wall = std::find_if(media.begin(), media.end(), [](const Medium& m) { return m.pec; });
  p.wall_entry = static_cast<std::uint16_t>(wall - media.begin());
}

double mu_of_part(const Medium& m, double part) { return part == 1 ? m.mu : 1 + part * (m.mu - 1); }

// μ and σm of an H node are the mean of its two Ez neighbours. A conductor counts only as far as fields enter it
// (skin.h). An H node next to a PMC node is zero.
MagneticEntry magnetic_entry(const Problem& p, FieldArray array, const Medium& a, const Medium& b) {
  if (a.pmc || b.pmc) return {0, 0, 0};
  const RimParts part = rim_parts(vacuum_of(p), a, b, array == FieldArray::hx ? p.dy : p.dx);
  const double mu = 0.5 * (mu_of_part(a, part.a) + mu_of_part(b, part.b));
  const double sigma_m = 0.5 * (part.a * a.sigma_m + part.b * b.sigma_m);
  const double s = sigma_m * p.dt / (2 * vacuum_of(p).mu * mu);
  const double square = (p.dx / p.dy) * (p.dx / p.dy);
  if (!a.poles_m.empty() || !b.poles_m.empty()) {
    const Dispersion d =
        with_poles(mean_of(pole_entries(a.poles_m, p.dt), part.a, pole_entries(b.poles_m, p.dt), part.b), mu, s);
    return {d.a, d.entries.gain * square, d.entries.gain, d.entries};
  }
  const double db = 1 / (mu * (1 + s));
  return {(1 - s) / (1 + s), db * square, db};
}

// Returns the index of a pair of palette entries in magnetic_palette, and adds it if it is new.
class PairTable {
 public:
  PairTable(Problem& p, const std::vector<Medium>& media)
      : p_(p),
        media_(media),
        per_axis_(p.dx != p.dy && std::any_of(media.begin(), media.end(), is_magnetic_conductor)) {
    for (std::size_t k = 0; k < p.magnetic_palette.size(); ++k)
      entries_.emplace(key_of(p.magnetic_palette[k]), static_cast<std::uint16_t>(k));
  }
  // Takes a node with its own numbers.
  std::uint16_t operator()(const MagneticEntry& own) { return entry(own); }
  std::uint16_t operator()(FieldArray array, const MetalEdges::Between& of) {
    // Sorts the pair, so that its poles have a fixed order too.
    const auto [low, high] = std::minmax(of.a, of.b);
    const Key axis = per_axis_ && array == FieldArray::hy ? 1 : 0;
    const Key key = axis << 63 | static_cast<Key>(of.part) << 32 | Key{low} << 16 | high;
    if (key == last_) return last_index_;
    const auto [at, is_new] = known_.try_emplace(key, static_cast<std::uint16_t>(0));
    if (is_new) at->second = entry(cut(magnetic_entry(p_, array, media_[low], media_[high]), of.part));
    last_ = key;
    return last_index_ = at->second;
  }

 private:
  using Key = std::uint64_t;  // bits: axis if it matters, part, smaller index, larger index
  // The response of poles is that of the whole node. Only its drive is scaled.
  MagneticEntry cut(MagneticEntry e, int part) const {
    if (part == MetalRim::whole) return e;
    if (part == 0) return {0, 0, 0};
    const double share = static_cast<double>(part) / MetalRim::whole, factor = p_.dual ? share : 1 / share;
    e.dbx *= factor, e.dby *= factor;
    return e;
  }
  using EntryKey = std::array<double, 3>;
  static EntryKey key_of(const MagneticEntry& e) { return {e.dbx, e.dby, e.da}; }
  // If no index is free, returns the next entry in the order of 1/μ.
  std::uint16_t entry(const MagneticEntry& e) {
    const auto at = entries_.lower_bound(key_of(e));
    for (auto same = at; same != entries_.end() && same->first == key_of(e); ++same)
      if (p_.magnetic_palette[same->second] == e) return same->second;
    if (p_.magnetic_palette.size() == most_entries) return (at == entries_.end() ? std::prev(at) : at)->second;
    p_.magnetic_palette.push_back(e);
    return entries_.emplace(key_of(e), static_cast<std::uint16_t>(p_.magnetic_palette.size() - 1))->second;
  }
  static constexpr std::size_t most_entries = 65536;

  Problem& p_;
  const std::vector<Medium>& media_;
  bool per_axis_;  // true if hx and hy differ between the same two media
  std::unordered_map<Key, std::uint16_t> known_;
  std::multimap<EntryKey, std::uint16_t> entries_;
  Key last_ = ~Key{0};
  std::uint16_t last_index_ = 0;
};

// Sets the H nodes next to a node inside `dirty`: one more row and column on the low side. The node after the last one
// is the first one, but only a periodic side reads those entries.
void set_magnetic_maps(Problem& p, const std::vector<Medium>& media, const NodeMap& map, const MetalEdges* metal,
                       const RimMedia* rims, NodeRect dirty) {
  PairTable pair(p, media);
  const auto between = [&](FieldArray array, Node a, Node b) {
    return metal ? metal->between(array, a, b) : MetalEdges::Between{map.at(a.i, a.j), map.at(b.i, b.j)};
  };
  const auto fill = [&](int i0, int j0, int i1, int j1) {
    for (int j = j0; j < j1; ++j)
      for (int i = i0; i < i1; ++i) {
        const Node here{i, j}, above{i, j + 1 < p.ny ? j + 1 : 0}, right{i + 1 < p.nx ? i + 1 : 0, j};
        const MagneticEntry* of_rim_x = rims ? rims->entry(FieldArray::hx, i, j) : nullptr;
        const MagneticEntry* of_rim_y = rims ? rims->entry(FieldArray::hy, i, j) : nullptr;
        p.hx_entry[index_of(p, i, j)] =
            of_rim_x ? pair(*of_rim_x) : pair(FieldArray::hx, between(FieldArray::hx, here, above));
        p.hy_entry[index_of(p, i, j)] =
            of_rim_y ? pair(*of_rim_y) : pair(FieldArray::hy, between(FieldArray::hy, here, right));
      }
  };
  fill(std::max(dirty.i0 - 1, 0), std::max(dirty.j0 - 1, 0), dirty.i1, dirty.j1);
  if (dirty.i0 == 0) fill(p.nx - 1, std::max(dirty.j0 - 1, 0), p.nx, dirty.j1);
  if (dirty.j0 == 0) fill(std::max(dirty.i0 - 1, 0), p.ny - 1, dirty.i1, p.ny);
}

// Copies the palette indices inside `dirty`. The boundaries are set over them later.
void set_electric_map(Problem& p, const NodeMap& map, NodeRect dirty) {
  p.electric.take_mixed(map);
  for (int j = dirty.j0; j < dirty.j1; ++j)
    for (int i = dirty.i0; i < dirty.i1; ++i) p.electric.set(i, j, map.at(i, j));
}

// Fault::medium_stops: only the background remains between the layer's inner edge and the boundary.
NodeMap without_media_in_layers(const Problem& p, const Scene& scene, const FaultSet& faults, NodeMap map) {
  std::uint16_t background = 0;
  while (entry_name(scene, background) != scene.grid.background) ++background;
  for (Side side : all_sides) {
    if (!has_layer(p.wall(side)) || !faults.has(side, Fault::medium_stops)) continue;
    for (int depth = 0; depth < scene.boundary.cpml.cells; ++depth)
      for (int along = 0; along < length_of(p, side); ++along) {
        const Node n = node_at(p, side, depth, along);
        map.set(n.i, n.j, background);
      }
  }
  return map;
}

NodeRect whole(const Problem& p) { return {0, 0, p.nx, p.ny}; }

// Sets everything except the index maps.
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
}

// Widens the change's rectangles to the whole grid if a fault changes the maps now, or did so before.
void set_maps(Problem& p, const Scene& scene, const SharedMedia& known, const std::vector<Medium>& media,
              const NodeMap& drawn, Change& change) {
  const FaultSet faults(active_faults(scene));
  const bool were_changed = p.maps_faulted, stops = faults.any(Fault::medium_stops);
  p.maps_faulted = stops || faults.any(Fault::half_depth);
  if (were_changed || p.maps_faulted) change.electric_map = change.magnetic_map = whole(p);
  const NodeMap map_with_stops = stops ? without_media_in_layers(p, scene, faults, drawn) : NodeMap();
  const NodeMap& map = stops ? map_with_stops : drawn;

  std::optional<MetalEdges> metal;
  const NodeRect dirty = hull(change.electric_map, change.magnetic_map);
  if (has_metal_rim(scene) && !dirty.empty()) metal.emplace(p, scene, map, dirty);
  set_layers(p, scene, faults, map);
  set_electric_map(p, map, change.electric_map);
  if (metal && p.dual) metal->set_cells(p);
  set_walls(p, faults, map);
  if (!change.magnetic_map.empty()) p.cross.clear(), p.depolarising.clear();
  if (p.magnetic && !change.magnetic_map.empty()) {
    std::optional<RimMedia> rims;
    // With a fault that removes media from the layers, the map differs from the shapes, so no smoothing is possible.
    if (has_smoothed_rims(scene) && !stops) rims.emplace(p, scene, *media_of(scene, known), media, map);
    if (rims) p.cross = rims->take_cross(), p.depolarising = rims->take_depolarising();
    set_magnetic_maps(p, media, map, metal ? &*metal : nullptr, rims ? &*rims : nullptr, change.magnetic_map);
  }
  set_feeds(p, scene, faults);
  set_mur(p, media, faults, map);
}

}  // namespace

Problem build_problem(const Scene& scene, const NodeMap& map, const SharedMedia& known) {
  Problem p;
  p.nx = scene.grid.nx;
  p.ny = scene.grid.ny;
  const std::vector<Medium> media = media_seen_by_engine(scene, map);
  set_numbers(p, scene, media);
  p.electric = NodeMap(p.nx, p.ny, map.wide());
  p.magnetic_media = magnetic_media_of(media);
  p.magnetic = needs_magnetic(scene);
  if (p.magnetic) {
    p.hx_entry.resize(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
    p.hy_entry = p.hx_entry;
  } else {
    p.magnetic_palette = {magnetic_entry(p, FieldArray::hx, media[0], media[0])};
  }
  Change all = whole_change(p);
  set_maps(p, scene, known, media, map, all);
  return p;
}

Change update_problem(Problem& p, const Scene& scene, const NodeMap& map, Change change, const SharedMedia& known) {
  if (!change.changes_tables()) {
    set_feeds(p, scene, FaultSet(active_faults(scene)));
    return change;
  }
  const std::vector<Medium> media = media_seen_by_engine(scene, map);
  if (needs_magnetic(scene) != p.magnetic || map.wide() != p.electric.wide()) {
    p = build_problem(scene, map, known);
    return whole_change(p);
  }
  const double dt = p.dt;
  const auto walls = p.walls;
  const std::vector<Medium> before = std::exchange(p.magnetic_media, magnetic_media_of(media));
  const bool conformal = has_metal_rim(scene);
  if (conformal) change.electric_map = with_rim(p, change.electric_map);
  if (conformal) change.magnetic_map = change.electric_map;
  // Entries of cells that metal cuts follow those of the media.
  if (!p.rim_cells.empty() && (!conformal || p.magnetic_media.size() != before.size())) {
    p.rim_cells.clear();
    change.electric_map = change.magnetic_map = whole(p);
  }
  // Interface nodes depend on each other and on the time step, so all of them are rebuilt together.
  if (p.magnetic && has_smoothed_rims(scene)) {
    p.magnetic_palette.clear();
    change.magnetic_map = whole(p);
  }
  set_numbers(p, scene, media);
  if (!p.magnetic) change.magnetic_map = {};
  // The remaining fraction of a path or a cell depends on the time step and on mirroring boundaries.
  if (conformal && (p.dt != dt || p.walls != walls || p.magnetic_media != before))
    change.electric_map = change.magnetic_map = whole(p);
  // The pairs' entries contain numbers of their media, so the maps are rebuilt when those change.
  if (p.dt != dt || p.magnetic_media != before) {
    p.magnetic_palette.clear();
    if (p.magnetic)
      change.magnetic_map = whole(p);
    else
      p.magnetic_palette = {magnetic_entry(p, FieldArray::hx, media[0], media[0])};
  }
  set_maps(p, scene, known, media, map, change);
  return change;
}

double engine_bytes(const Scene& scene) {
  const double nodes = double(scene.grid.nx) * scene.grid.ny;
  const double value = scene.grid.precision == Precision::float32 ? 4 : 8;
  // Two copies, and walls.
  if (in_cells(scene.physics)) return nodes * value * (scene.physics == Physics::heat ? 3 : 9);
  double in_layers = 0;  // nodes
  for (Side s : all_sides)
    in_layers += double(across_x(s) ? scene.grid.ny : scene.grid.nx) * scene.boundary.layer_cells(s);
  const double maps = (entry_count(scene) >= 256 || has_mixed_media(scene) ? 2 : 1) + (needs_magnetic(scene) ? 4 : 0);
  return nodes * (static_cast<double>(yee_arrays.size()) * value + maps) + 2 * value * in_layers;
}

}  // namespace ez
