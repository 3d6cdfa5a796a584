// Shapes cut rows of nodes into intervals, which are filled in the order of the file. The cost depends on the rows that
// a shape covers, not on the grid. A live edit redraws only its own rectangle.
#include "solver/scene/raster/raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "solver/scene/presets.h"
#include "solver/scene/raster/mixed.h"
#include "solver/scene/raster/node_rect.h"
#include "solver/scene/raster/spans.h"
#include "solver/scene/raster/uncovered.h"
#include "solver/theory/media.h"

namespace ez {
namespace {

constexpr std::size_t narrow_palette = 256;
// Default colours of materials, which colour-blind users can also distinguish.
constexpr std::array<std::uint32_t, 7> spare_colors = {0x88c0ff, 0xe6b450, 0x6fc7a4, 0xd98fb8,
                                                       0xb5a6e8, 0xe08a6a, 0xc9d36a};

using Indices = std::unordered_map<std::string_view, std::uint16_t>;

// Returns palette indices by name. Unknown names, which no valid scene has, count as vacuum.
Indices indices_of(const Scene& scene) {
  if (in_cells(scene.physics)) {
    Indices out = {{wall_name, 1}};
    for (std::size_t k = 0; k < scene.states.size(); ++k)
      out.emplace(scene.states[k].name, static_cast<std::uint16_t>(k + first_state));
    // The background if the file does not name one.
    out.emplace("", static_cast<std::uint16_t>(first_state));
    return out;
  }
  Indices out = {{"vacuum", 0}, {"pec", 1}, {"pmc", 2}};
  for (std::size_t k = 0; k < scene.materials.size(); ++k)
    out.emplace(scene.materials[k].name, static_cast<std::uint16_t>(k + 3));
  return out;
}

std::uint16_t index_of(const Indices& indices, std::string_view name) {
  const auto found = indices.find(name);
  return found == indices.end() ? std::uint16_t{0} : found->second;
}

bool wide_palette(const Scene& scene) { return entry_count(scene) > narrow_palette; }

NodeRect whole(const Scene& scene) { return {0, 0, scene.grid.nx, scene.grid.ny}; }

// Return the first node at or after x, and one past the last node at or before x, both limited to [lo, hi].
int first_node(double x, int lo, int hi) { return static_cast<int>(std::ceil(std::clamp<double>(x, lo, hi))); }
int past_node(double x, int lo, int hi) {
  return static_cast<int>(std::floor(std::clamp<double>(x, lo - 1, hi - 1))) + 1;
}

NodeRect bounds_of(const Scene& scene, const SpanCutter& cutter) {
  const double height = row_height(scene);
  const int nx = scene.grid.nx, ny = scene.grid.ny;
  const Vec2 min = cutter.min(), max = cutter.max();
  if (!(min.x <= max.x && min.y <= max.y)) return {};
  return {first_node(min.x, 0, nx), first_node(min.y / height, 0, ny), past_node(max.x, 0, nx),
          past_node(max.y / height, 0, ny)};
}

// A shape at one of its positions.
struct Standing {
  SpanCutter cutter;
  NodeRect area;
  std::size_t shape = 0;
};

std::vector<Standing> placed_shapes_in(const Scene& scene, NodeRect part) {
  std::vector<Standing> out;
  for (std::size_t k = 0; k < scene.shapes.size(); ++k)
    for (const Geometry& geometry : copies_of(scene, scene.shapes[k])) {
      Standing s{SpanCutter(scene, geometry), {}, k};
      s.area = intersection(bounds_of(scene, s.cutter), part);
      if (!s.area.empty()) out.push_back(std::move(s));
    }
  return out;
}

// Fills `dirty` in `map`, whose first node is `origin` of the scene. Works row by row, from the top shape down. Shapes
// that are entirely covered by others are not cut.
void fill(const Scene& scene, NodeRect dirty, Node origin, NodeMap& map) {
  const Indices indices = indices_of(scene);
  const auto paint = [&](int j, int i0, int i1, std::uint16_t v) {
    map.fill_row(j - origin.j, i0 - origin.i, i1 - origin.i, v);
  };
  std::vector<std::vector<std::uint16_t>> parts(scene.shapes.size());  // an index for each of a shape's materials
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (const std::string_view name : materials_of(scene.shapes[k])) parts[k].push_back(index_of(indices, name));
  const std::vector<Standing> all = placed_shapes_in(scene, dirty);
  std::vector<std::vector<std::size_t>> begins(static_cast<std::size_t>(dirty.j1 - dirty.j0));
  for (std::size_t k = 0; k < all.size(); ++k) begins[static_cast<std::size_t>(all[k].area.j0 - dirty.j0)].push_back(k);

  const std::uint16_t background = index_of(indices, scene.grid.background);
  const double height = row_height(scene);
  std::vector<std::size_t> here;  // shapes in this row, the lowest first
  std::vector<Interval> spans;
  Uncovered<int> uncovered;
  for (int j = dirty.j0; j < dirty.j1; ++j) {
    std::erase_if(here, [&](std::size_t k) { return all[k].area.j1 <= j; });
    const std::vector<std::size_t>& fresh = begins[static_cast<std::size_t>(j - dirty.j0)];
    const auto middle = here.insert(here.end(), fresh.begin(), fresh.end());
    std::inplace_merge(here.begin(), middle, here.end());
    uncovered.reset(dirty.i0, dirty.i1);
    for (auto k = here.rbegin(); k != here.rend() && !uncovered.none(); ++k) {
      const auto& [cutter, area, shape] = all[*k];
      cutter.cut(j * height, spans);
      for (auto span = spans.rbegin(); span != spans.rend(); ++span) {
        if (!(span->x0 <= span->x1)) continue;
        const std::uint16_t index = parts[shape][parts[shape].size() > 1 ? static_cast<std::size_t>(span->part) : 0];
        uncovered.cover(first_node(span->x0, area.i0, area.i1), past_node(span->x1, area.i0, area.i1),
                        [&](int i0, int i1) { paint(j, i0, i1, index); });
      }
    }
    for (const auto& [i0, i1] : uncovered.gaps()) paint(j, i0, i1, background);
  }
}

}  // namespace

std::complex<double> permittivity(const Medium& m, std::optional<double> f) {
  return m.eps + (f && *f > 0 ? susceptibility(m.poles, *f) : 0.0);
}
std::complex<double> permeability(const Medium& m, std::optional<double> f) {
  return m.mu + (f && *f > 0 ? susceptibility(m.poles_m, *f) : 0.0);
}
double refractive_index(const Medium& m, std::optional<double> f) {
  return m.dispersive() ? passive_index(permittivity(m, f), permeability(m, f)).real() : std::sqrt(m.eps * m.mu);
}
Medium seen_by(Polarization polarization, const Medium& medium) {
  Medium m = medium;
  if (polarization == Polarization::hz)
    m = {medium.mu, medium.eps, medium.sigma_m, medium.sigma, medium.pmc, medium.pec, medium.poles_m, medium.poles};
  if (m.perfect()) m = {.pec = m.pec, .pmc = m.pmc};
  return m;
}

std::size_t entry_count(const Scene& scene) {
  return first_state + (in_cells(scene.physics) ? scene.states.size() : scene.materials.size());
}

std::string_view entry_name(const Scene& scene, std::size_t k) {
  const bool cells = in_cells(scene.physics);
  if (k < first_state) return k == 0 ? "vacuum" : k == 2 ? "pmc" : cells ? wall_name : "pec";
  return cells ? scene.states.at(k - first_state).name : scene.materials.at(k - first_state).name;
}

PaletteEntry palette_entry(const Scene& scene, std::size_t k) {
  const std::string name(entry_name(scene, k));
  if (k == 0) return {{}, name, 0x000000};
  if (k == 1) return {{.pec = true}, name, 0xc8ccd2};
  if (k == 2) return {{.pmc = true}, name, 0x9a7fd1};
  const std::uint32_t spare = spare_colors[(k - first_state) % spare_colors.size()];
  if (in_cells(scene.physics)) return {{}, name, scene.states[k - first_state].color.value_or(spare)};
  const Material& m = scene.materials[k - first_state];
  const Preset* preset = m.preset.empty() ? nullptr : find_preset(m.preset);
  PaletteEntry out{
      {.eps = m.eps, .mu = m.mu, .sigma = m.sigma, .sigma_m = m.sigma_m, .poles = m.poles, .poles_m = m.poles_m},
      name,
      m.color.value_or(preset ? preset->material.color.value_or(0) : spare)};
  out.graded = m.graded();
  return out;
}

std::vector<PaletteEntry> palette_of(const Scene& scene) {
  std::vector<PaletteEntry> out;
  out.reserve(entry_count(scene));
  for (std::size_t k = 0; k < entry_count(scene); ++k) out.push_back(palette_entry(scene, k));
  return out;
}

std::optional<PaletteEntry> entry_named(const Scene& scene, std::string_view name) {
  for (std::size_t k = 0; k < entry_count(scene); ++k)
    if (entry_name(scene, k) == name) return palette_entry(scene, k);
  return std::nullopt;
}

PaletteEntry background_of(const Scene& scene) {
  return entry_named(scene, scene.grid.background).value_or(PaletteEntry());
}

std::set<std::string_view> used_names(const Scene& scene) {
  std::set<std::string_view> used = {scene.grid.background};
  std::string_view last;  // consecutive shapes often have the same material
  for (const Shape& shape : scene.shapes) {
    if (shape.material == last && !std::holds_alternative<ImageShape>(shape.geometry)) continue;
    for (const std::string_view name : materials_of(shape)) used.insert(name);
    last = shape.material;
  }
  return used;
}

bool has_graded_media(const Scene& scene) {
  std::set<std::string_view> graded;
  for (const Material& m : scene.materials)
    if (m.graded()) graded.insert(m.name);
  return std::any_of(scene.shapes.begin(), scene.shapes.end(), [&](const Shape& shape) {
    const auto* image = std::get_if<ImageShape>(&shape.geometry);
    if (!image) return !graded.empty() && graded.contains(shape.material);
    const std::vector<std::string_view> names = materials_of(shape);
    return image->ramp || std::any_of(names.begin(), names.end(), [&](auto name) { return graded.contains(name); });
  });
}

bool has_mixed_media(const Scene& scene) {
  return (scene.grid.smoothing && !scene.shapes.empty()) || has_graded_media(scene);
}

NodeMap::NodeMap(int nx, int ny, bool wide) : nx_(nx), ny_(ny), wide_(wide) {
  const std::size_t n = static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny);
  if (wide)
    words_.resize(n);
  else
    bytes_.resize(n);
}

void NodeMap::fill_row(int j, int i0, int i1, std::uint16_t v) {
  if (i1 <= i0) return;
  const std::size_t row = static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_);
  const std::size_t k = row + static_cast<std::size_t>(i0), n = static_cast<std::size_t>(i1 - i0);
  if (wide_)
    std::fill_n(words_.begin() + static_cast<std::ptrdiff_t>(k), n, v);
  else
    std::fill_n(bytes_.begin() + static_cast<std::ptrdiff_t>(k), n, static_cast<std::uint8_t>(v));
}

void NodeMap::copy_row(int j, const NodeMap& from, int from_j) {
  const auto n = static_cast<std::ptrdiff_t>(nx_), to = j * n, first = from_j * n;
  if (wide_)
    std::copy_n(from.words_.begin() + first, n, words_.begin() + to);
  else
    std::copy_n(from.bytes_.begin() + first, n, bytes_.begin() + to);
}

void NodeMap::set_mixed(std::uint16_t first, std::vector<MixedMedium> mixed, double step) {
  first_mixed_ = mixed.empty() ? std::uint16_t{0} : first;
  mixed_ = std::move(mixed);
  eps_step_ = step;
}

Medium medium_of(const Scene& scene, const NodeMap& map, std::uint16_t index) {
  if (const MixedMedium* mixed = map.mixed_of(index)) return static_cast<const Medium&>(*mixed);
  const PaletteEntry entry = palette_entry(scene, index);
  return static_cast<const Medium&>(entry);
}

NodeMap rasterize(const Scene& scene) {
  if (has_mixed_media(scene)) return rasterize_mixed(scene, whole(scene));
  NodeMap map(scene.grid.nx, scene.grid.ny, wide_palette(scene));
  rasterize(scene, whole(scene), map);
  return map;
}

void rasterize(const Scene& scene, NodeRect dirty, NodeMap& map) {
  dirty = intersection(dirty, whole(scene));
  if (dirty.empty()) return;
  if (has_mixed_media(scene) || !map.mixed().empty())
    map = rasterize(scene);
  else
    fill(scene, dirty, {0, 0}, map);
}

NodeMap rasterize(const Scene& scene, NodeRect part) {
  part = intersection(part, whole(scene));
  if (part.empty()) return {};
  if (has_mixed_media(scene)) return rasterize_mixed(scene, part);
  NodeMap map(part.i1 - part.i0, part.j1 - part.j0, wide_palette(scene));
  fill(scene, part, {part.i0, part.j0}, map);
  return map;
}

NodeRect bounds(const Scene& scene, const Shape& shape) {
  NodeRect out;
  for (const Geometry& geometry : copies_of(scene, shape))
    out = hull(out, bounds_of(scene, SpanCutter(scene, geometry)));
  return out;
}

bool contains(const Scene& scene, const Shape& shape, Vec2 point) { return !material_of(scene, shape, point).empty(); }

namespace {

// Returns the part that is on top at a point in metric units. Empty outside the shape.
std::optional<int> part_at(const SpanCutter& cutter, Vec2 at) {
  if (at.x < cutter.min().x || at.x > cutter.max().x || at.y < cutter.min().y || at.y > cutter.max().y) return {};
  std::vector<Interval> spans;
  cutter.cut(at.y, spans);
  const auto last =
      std::find_if(spans.rbegin(), spans.rend(), [&](const Interval& s) { return s.x0 <= at.x && at.x <= s.x1; });
  if (last == spans.rend()) return {};
  return last->part;
}
// Returns the same for a shape with lattice copies. It moves the point back by each copy's displacement.
std::optional<int> part_at(const Scene& scene, const Geometry& geometry, const LatticeCopies& lattice, Vec2 point) {
  const SpanCutter cutter(scene, geometry);
  const Vec2 a1 = lattice.a1, a2 = second_lattice_vector(scene, lattice);
  const int n1 = std::clamp(lattice.n1, 1, most_copies);  // an invalid scene may have any number
  for (int l = std::min(lattice.n2, most_copies / n1); l-- > 0;)
    for (int k = n1; k-- > 0;)
      if (const auto part =
              part_at(cutter, to_metric(scene, {point.x - k * a1.x - l * a2.x, point.y - k * a1.y - l * a2.y})))
        return part;
  return {};
}

}  // namespace

std::string_view material_of(const Scene& scene, const Shape& shape, Vec2 point) {
  std::optional<int> part;
  if (const auto* lattice = std::get_if<LatticeCopies>(&shape.copies)) {
    part = part_at(scene, shape.geometry, *lattice, point);
  } else {
    const std::vector<Geometry> all = copies_of(scene, shape);
    for (std::size_t k = all.size(); k-- > 0 && !part;)
      part = part_at(SpanCutter(scene, all[k]), to_metric(scene, point));
  }
  return part ? material_of_part(shape, *part) : std::string_view();
}

NodeRect dirty_rect(const Scene& before, const Scene& after) {
  const Indices old_indices = indices_of(before), new_indices = indices_of(after);
  const bool same_grid = before.grid.nx == after.grid.nx && before.grid.ny == after.grid.ny &&
                         before.grid.dx == after.grid.dx && before.grid.dy == after.grid.dy &&
                         (before.unit == after.unit || (before.shapes.empty() && after.shapes.empty()));
  if (!same_grid || before.grid.conformal != after.grid.conformal || has_mixed_media(before) ||
      has_mixed_media(after) || wide_palette(before) != wide_palette(after) ||
      index_of(old_indices, before.grid.background) != index_of(new_indices, after.grid.background))
    return whole(after);

  const std::vector<Shape>&a = before.shapes, &b = after.shapes;
  const auto same = [&](const Shape& p, const Shape& q) {
    if (!(p.geometry == q.geometry && p.copies == q.copies)) return false;
    const std::vector<std::string_view> of_p = materials_of(p), of_q = materials_of(q);
    return std::equal(of_p.begin(), of_p.end(), of_q.begin(), of_q.end(), [&](std::string_view m, std::string_view n) {
      return index_of(old_indices, m) == index_of(new_indices, n);
    });
  };
  NodeRect dirty;
  if (a.size() == b.size()) {
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!same(a[k], b[k])) dirty = hull(hull(dirty, bounds(before, a[k])), bounds(after, b[k]));
    return dirty;
  }
  // Shapes were added or removed: compares the shapes between the common head and the common tail of both lists.
  const std::size_t shorter = std::min(a.size(), b.size());
  std::size_t head = 0, tail = 0;
  while (head < shorter && same(a[head], b[head])) ++head;
  while (tail < shorter - head && same(a[a.size() - 1 - tail], b[b.size() - 1 - tail])) ++tail;
  for (std::size_t k = head; k < a.size() - tail; ++k) dirty = hull(dirty, bounds(before, a[k]));
  for (std::size_t k = head; k < b.size() - tail; ++k) dirty = hull(dirty, bounds(after, b[k]));
  return dirty;
}

std::vector<Node> line_nodes(Node from, Node to) {
  const long long di = to.i - static_cast<long long>(from.i), dj = to.j - static_cast<long long>(from.j);
  const long long n = std::max(std::abs(di), std::abs(dj));
  if (n == 0) return {from};
  // Computes ⌊k·d/n + ½⌋ in integers, so that both directions give the same nodes.
  const auto rounded = [n](long long k, long long d) {
    const long long a = 2 * k * d + n, b = 2 * n;
    return static_cast<int>(a >= 0 ? a / b : -((-a + b - 1) / b));
  };
  std::vector<Node> out;
  out.reserve(static_cast<std::size_t>(n) + 1);
  for (long long k = 0; k <= n; ++k) out.push_back({from.i + rounded(k, di), from.j + rounded(k, dj)});
  return out;
}

}  // namespace ez
