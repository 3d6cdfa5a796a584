// Row by row. Where a cell is of one shape alone its node has what the shape has there; else, with grid.smoothing, the
// cell is cut by lines along x (exactly in x, and exactly in y where edges lie along the axes: the lines' strips end at
// them) and the node has the mean. What perfect conductors and media with poles cover counts for nothing, and a node in
// one stays in it.
#include "solver/scene/raster/mixed.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "solver/scene/formula.h"
#include "solver/scene/raster/spans.h"
#include "solver/scene/raster/uncovered.h"

namespace ez {
namespace {

constexpr std::size_t all_indices = 65536;
// In an hz scene a pair of neighbours has an entry too. On a lattice of this many steps they are few enough.
constexpr std::size_t most_beside_pairs = 8192;
constexpr double strips_of_a_cell = 8;

// eps, mu, sigma, sigma_m.
using Numbers = std::array<double, 4>;
constexpr std::size_t of_eps = 0, of_mu = 1, of_sigma = 2, of_sigma_m = 3;
Numbers numbers_of(const Medium& m) { return {m.eps, m.mu, m.sigma, m.sigma_m}; }

struct NodeMedium {
  std::uint16_t material = 0;
  Numbers numbers{};
  bool operator==(const NodeMedium&) const = default;
};

// The formulas of a material, and of a shape the frame they are of.
struct Grading {
  std::optional<PlaceFormula> eps, sigma;
};
struct Frame {
  Vec2 center;  // metric
  double cosine = 1, sine = 0, unit = 1;
  double radius = std::numeric_limits<double>::quiet_NaN();  // in the scene's unit; of what is no circle NaN
  Vec2 place(Vec2 metric) const {
    constexpr double none = 1e-9;  // cells: what rounding leaves of 0
    double x = metric.x - center.x, y = metric.y - center.y;
    if (std::abs(x) < none) x = 0;
    if (std::abs(y) < none) y = 0;
    return {(cosine * x + sine * y) * unit, (cosine * y - sine * x) * unit};
  }
};
double angle_of(const Geometry& geometry) {
  return std::visit(
      [](const auto& g) {
        if constexpr (requires { g.angle; }) return g.angle;
        return 0.0;
      },
      geometry);
}

// A shape as it is drawn: one material, or one for each of its parts.
struct Layer {
  struct Part {
    NodeMedium medium;
    const Grading* grading = nullptr;
  };
  std::optional<SpanCutter> cutter;  // absent: the background
  std::vector<Part> parts;
  Frame frame;
};
struct Owner {
  int layer = 0, part = 0;
  bool operator==(const Owner&) const = default;
};

class Rows {
 public:
  // Of the nodes of a part of the grid.
  Rows(const Scene& scene, NodeRect part)
      : scene_(scene),
        part_(part),
        height_(row_height(scene)),
        dual_(scene.grid.polarization == Polarization::hz),
        palette_(palette_of(scene)) {
    for (const Material& m : scene.materials) {
      Grading& g = gradings_.emplace_back();
      if (!m.eps_formula.empty()) g.eps = formula(m.eps_formula);
      if (!m.sigma_formula.empty()) g.sigma = formula(m.sigma_formula);
    }
    for (std::size_t k = palette_.size(); k-- > 0;) indices_[palette_[k].name] = static_cast<std::uint16_t>(k);
    layers_.emplace_back().parts = {part_of(scene.grid.background)};
    for (const Shape& shape : scene.shapes)
      for (const Geometry& geometry : copies_of(scene, shape)) add(shape, geometry);
    if (scene.grid.smoothing) sort_breaks();
  }

  const std::vector<PaletteEntry>& palette() const { return palette_; }
  int layer_count() const { return static_cast<int>(layers_.size()); }
  const Layer& layer(int k) const { return layers_[static_cast<std::size_t>(k)]; }

  // Whose each node of row j is.
  const std::vector<Owner>& owners(int j) {
    owners_.assign(static_cast<std::size_t>(scene_.grid.nx), Owner{});
    const double y = j * height_, last = scene_.grid.nx - 1;
    uncovered_nodes_.reset(0, scene_.grid.nx);
    for (int k = layer_count() - 1; k > 0 && !uncovered_nodes_.none(); --k) {
      const SpanCutter& cutter = *layer(k).cutter;
      if (y < cutter.min().y || y > cutter.max().y || cutter.max().x < 0 || cutter.min().x > last) continue;
      cutter.cut(y, spans_);
      for (std::size_t n = spans_.size(); n-- > 0;) {
        const Interval& s = spans_[n];
        if (!(s.x0 <= s.x1) || s.x1 < 0 || s.x0 > last) continue;
        const int i0 = static_cast<int>(std::ceil(std::max(s.x0, 0.0)));
        const int i1 = static_cast<int>(std::floor(std::min(s.x1, last))) + 1;
        uncovered_nodes_.cover(i0, i1, [&](int from, int to) {
          for (int i = from; i < to; ++i) owners_[static_cast<std::size_t>(i)] = {k, s.part};
        });
      }
    }
    return owners_;
  }
  // What a layer is made of at a metric place.
  NodeMedium medium(Owner owner, Vec2 at) const {
    const Layer& l = layer(owner.layer);
    const Layer::Part& part = l.parts[l.parts.size() > 1 ? static_cast<std::size_t>(owner.part) : 0];
    NodeMedium out = part.medium;
    if (!part.grading) return out;
    const Vec2 place = l.frame.place(at);
    if (part.grading->eps) out.numbers[of_eps] = part.grading->eps->at(place, l.frame.radius);
    if (part.grading->sigma) out.numbers[of_sigma] = part.grading->sigma->at(place, l.frame.radius);
    return out;
  }
  const Grading* grading(Owner owner) const {
    const Layer& l = layer(owner.layer);
    return l.parts[l.parts.size() > 1 ? static_cast<std::size_t>(owner.part) : 0].grading;
  }
  Vec2 metric(int i, int j) const { return {static_cast<double>(i), j * height_}; }

  NodeRect part() const { return part_; }

  // The media of row j, by their columns; those beyond the part are not known.
  const std::vector<NodeMedium>& media(int j) {
    const std::vector<Owner>& of = owners(j);
    media_.resize(of.size());
    for (int i = part_.i0; i < part_.i1; ++i) {
      const auto k = static_cast<std::size_t>(i);
      media_[k] = medium(of[k], metric(i, j));
    }
    if (scene_.grid.smoothing) smooth(j);
    return media_;
  }

 private:
  static std::optional<PlaceFormula> formula(const std::string& text) {
    try {
      return PlaceFormula(text);
    } catch (const FormulaError&) {
      return std::nullopt;  // no valid scene has it
    }
  }
  std::uint16_t index_of(std::string_view name) const {
    const auto at = indices_.find(name);
    return at == indices_.end() ? std::uint16_t{0} : at->second;
  }
  Layer::Part part_of(std::string_view name) const {
    const std::uint16_t k = index_of(name);
    Layer::Part part{{k, numbers_of(palette_[k])}, nullptr};
    if (palette_[k].graded) part.grading = &gradings_[k - std::size_t{3}];
    return part;
  }
  // Metric; of what has none the middle of its box.
  Vec2 center_of(const Geometry& geometry, const SpanCutter& cutter) const {
    return std::visit(
        [&](const auto& g) {
          if constexpr (requires { g.center; }) return to_metric(scene_, g.center);
          return Vec2{(cutter.min().x + cutter.max().x) / 2, (cutter.min().y + cutter.max().y) / 2};
        },
        geometry);
  }
  // At one of its places.
  void add(const Shape& shape, const Geometry& geometry) {
    Layer& l = layers_.emplace_back();
    l.cutter.emplace(scene_, geometry);
    const double turn = angle_of(geometry) * std::numbers::pi / 180;
    l.frame = {center_of(geometry, *l.cutter), std::cos(turn), std::sin(turn),
               scene_.unit == Unit::cell ? 1.0 : scene_.grid.dx};
    if (const auto* circle = std::get_if<Circle>(&geometry)) l.frame.radius = circle->radius;
    const auto* image = std::get_if<ImageShape>(&geometry);
    if (!image || !image->ramp) {
      for (const std::string_view name : materials_of(shape)) l.parts.push_back(part_of(name));
      return;
    }
    const Layer::Part black = part_of((*image->ramp)[0]), white = part_of((*image->ramp)[1]);
    for (int grey = 0; grey < 256; ++grey) {
      const double t = grey / 255.0;
      Layer::Part part = part_of(material_of_part(shape, grey));
      for (std::size_t k = 0; k < part.medium.numbers.size(); ++k)
        part.medium.numbers[k] = (1 - t) * black.medium.numbers[k] + t * white.medium.numbers[k];
      l.parts.push_back(part);
    }
  }

  // Whether it has a part in means. One with poles has none: they are no numbers to take means of.
  bool counts(const NodeMedium& m) const {
    const PaletteEntry& e = palette_[m.material];
    return !e.perfect() && !e.dispersive();
  }

  struct Segment {
    double x0, x1;
    Owner owner;
  };
  struct Line {
    double y, weight;  // metric; the part of the cell's height that it stands for
    std::vector<Segment> segments;
  };

  // Of all shapes, in order and each once.
  void sort_breaks() {
    const double low = (part_.j0 - 0.5) * height_, high = (part_.j1 - 0.5) * height_;
    for (int k = 1; k < layer_count(); ++k) layer(k).cutter->add_breaks(low, high, all_breaks_);
    std::sort(all_breaks_.begin(), all_breaks_.end());
    all_breaks_.erase(std::unique(all_breaks_.begin(), all_breaks_.end()), all_breaks_.end());
  }
  // The lines that stand for the cells of row j.
  void cut_lines(int j) {
    const double low = (j - 0.5) * height_, high = (j + 0.5) * height_;
    breaks_ = {low};
    breaks_.insert(breaks_.end(), std::upper_bound(all_breaks_.begin(), all_breaks_.end(), low),
                   std::lower_bound(all_breaks_.begin(), all_breaks_.end(), high));
    breaks_.push_back(high);
    lines_.clear();
    for (std::size_t k = 0; k + 1 < breaks_.size(); ++k) {
      const double strip = (breaks_[k + 1] - breaks_[k]) / height_;
      if (!(strip > 0)) continue;
      const int count = std::max(1, static_cast<int>(std::ceil(strip * strips_of_a_cell)));
      for (int n = 0; n < count; ++n)
        lines_.push_back({breaks_[k] + (n + 0.5) / count * (breaks_[k + 1] - breaks_[k]), strip / count, {}});
    }
    for (Line& line : lines_) cut(line);
  }
  // The line from the first cell's edge to the last one's, in pieces of one owner: of what lies over each other the
  // last.
  void cut(Line& line) {
    const double first = part_.i0 - 0.5, last = part_.i1 - 0.5;
    std::vector<Segment> pieces;
    uncovered_.reset(first, last);
    for (int k = layer_count() - 1; k > 0 && !uncovered_.none(); --k) {
      const SpanCutter& cutter = *layer(k).cutter;
      if (line.y < cutter.min().y || line.y > cutter.max().y) continue;
      if (cutter.max().x < first || cutter.min().x > last) continue;
      cutter.cut(line.y, uncovered_.gaps(), spans_);
      for (std::size_t n = spans_.size(); n-- > 0;) {
        const Interval& s = spans_[n];
        uncovered_.cover(std::max(s.x0, first), std::min(s.x1, last), [&](double x0, double x1) {
          pieces.push_back({x0, x1, {k, s.part}});
        });
      }
    }
    for (const auto& [x0, x1] : uncovered_.gaps()) pieces.push_back({x0, x1, {}});
    std::sort(pieces.begin(), pieces.end(), [](const Segment& a, const Segment& b) { return a.x0 < b.x0; });
    for (const Segment& piece : pieces)
      if (!line.segments.empty() && line.segments.back().owner == piece.owner)
        line.segments.back().x1 = piece.x1;
      else
        line.segments.push_back(piece);
  }

  // Calls see(node, x0, x1) for each cell of the row that a segment meets.
  void cells_of(const Segment& s, auto&& see) const {
    const int last = part_.i1 - 1;
    const int i0 = std::clamp(static_cast<int>(std::floor(s.x0 + 0.5)), part_.i0, last);
    const int i1 = std::clamp(static_cast<int>(std::ceil(s.x1 + 0.5)) - 1, part_.i0, last);
    for (int i = i0; i <= i1; ++i) see(static_cast<std::size_t>(i), std::max(s.x0, i - 0.5), std::min(s.x1, i + 0.5));
  }

  void smooth(int j) {
    cut_lines(j);
    const std::size_t n = media_.size();
    mixed_.assign(n, 0);
    for (const Line& line : lines_)
      for (const Segment& s : line.segments)
        cells_of(s, [&](std::size_t i, double, double) { mixed_[i] |= static_cast<char>(!(s.owner == owners_[i])); });
    sums_.assign(n, {});
    weights_.assign(n, 0);
    for (const Line& line : lines_)
      for (const Segment& s : line.segments)
        cells_of(s, [&](std::size_t i, double x0, double x1) {
          if (mixed_[i] == 0) return;
          const NodeMedium m = medium(s.owner, {(x0 + x1) / 2, line.y});
          if (!counts(m)) return;
          const double weight = (x1 - x0) * line.weight;
          weights_[i] += weight;
          for (std::size_t k = 0; k < m.numbers.size(); ++k) sums_[i][k] += weight * m.numbers[k];
        });
    for (std::size_t i = 0; i < n; ++i) {
      if (mixed_[i] == 0 || !counts(media_[i]) || !(weights_[i] > 0)) continue;
      for (const std::size_t k : dual_ ? std::array{of_mu, of_sigma_m} : std::array{of_eps, of_sigma})
        media_[i].numbers[k] = sums_[i][k] / weights_[i];
    }
  }

  const Scene& scene_;
  NodeRect part_;
  double height_;
  bool dual_;
  std::vector<PaletteEntry> palette_;
  std::vector<Grading> gradings_;  // by material
  std::vector<Layer> layers_;      // the background, then the shapes
  std::vector<Owner> owners_;
  std::vector<NodeMedium> media_;
  std::vector<Interval> spans_;
  std::unordered_map<std::string_view, std::uint16_t> indices_;  // of palette_, by name; of two the first
  Uncovered<int> uncovered_nodes_;
  Uncovered<double> uncovered_;
  std::vector<double> all_breaks_, breaks_;
  std::vector<Line> lines_;
  std::vector<char> mixed_;
  std::vector<Numbers> sums_;
  std::vector<double> weights_;
};

// What numbers are rounded to: multiples of a power of two; 0 leaves them.
struct Lattice {
  Numbers step{}, least{};
  double operator()(std::size_t k, double v) const {
    if (step[k] == 0) return v;
    const double near = std::round(v / step[k]) * step[k];
    return near < least[k] ? near + step[k] : near;  // not below: Δt rests on the least ε
  }
};
struct Extent {
  Numbers least, most;
  Extent() {
    least.fill(std::numeric_limits<double>::infinity());
    most.fill(-std::numeric_limits<double>::infinity());
  }
  Lattice lattice(std::size_t steps) const {
    Lattice out{{}, least};
    for (std::size_t k = 0; k < least.size(); ++k)
      if (most[k] > least[k]) out.step[k] = std::exp2(std::ceil(std::log2((most[k] - least[k]) / double(steps))));
    return out;
  }
};

// Finds media by their numbers: open addressing, as every node of a graded shape asks.
class Known {
 public:
  explicit Known(std::size_t room) : slots_(std::bit_ceil(2 * room + 2)) {}
  // The place where `m` is, or would be: 0 there, or one more than its number.
  std::uint32_t& place(const NodeMedium& m) {
    std::uint64_t h = m.material;
    for (const double v : m.numbers) h = (h ^ std::bit_cast<std::uint64_t>(v)) * 0x9e3779b97f4a7c15, h ^= h >> 29;
    std::size_t at = h & (slots_.size() - 1);
    while (slots_[at] != 0 && !(media_[slots_[at] - 1] == m)) at = (at + 1) & (slots_.size() - 1);
    return slots_[at];
  }
  void add(const NodeMedium& m) { media_.push_back(m); }

 private:
  std::vector<std::uint32_t> slots_;
  std::vector<NodeMedium> media_;
};

// The map with at most `room` mixed media, all on the lattice; nothing where there are more.
std::optional<NodeMap> drawn(Rows& rows, std::size_t room, const Lattice& lattice, Extent& extent) {
  const std::vector<PaletteEntry>& palette = rows.palette();
  const NodeRect part = rows.part();
  NodeMap map(part.i1 - part.i0, part.j1 - part.j0, true);
  Known known(room);
  std::vector<MixedMedium> mixed;
  bool fits = true;
  for (int j = 0; j < map.ny(); ++j) {
    const std::vector<NodeMedium>& media = rows.media(part.j0 + j);
    for (int i = 0; i < map.nx(); ++i) {
      NodeMedium m = media[static_cast<std::size_t>(part.i0) + static_cast<std::size_t>(i)];
      const PaletteEntry& entry = palette[m.material];
      if (!entry.graded && m.numbers == numbers_of(entry)) {
        map.set(i, j, m.material);
        continue;
      }
      for (std::size_t k = 0; k < m.numbers.size(); ++k) {
        double& v = m.numbers[k];
        if (!std::isfinite(v)) v = numbers_of(Medium())[k];  // no valid scene has it
        extent.least[k] = std::min(extent.least[k], v);
        extent.most[k] = std::max(extent.most[k], v);
        v = lattice(k, v);
      }
      if (!fits) continue;
      std::uint32_t& at = known.place(m);
      if (at == 0 && mixed.size() == room) {
        fits = false;
        continue;
      }
      if (at == 0) {
        MixedMedium medium{static_cast<const Medium&>(entry), m.material};
        medium.eps = m.numbers[of_eps], medium.mu = m.numbers[of_mu];
        medium.sigma = m.numbers[of_sigma], medium.sigma_m = m.numbers[of_sigma_m];
        mixed.push_back(std::move(medium));
        known.add(m);
        at = static_cast<std::uint32_t>(mixed.size());
      }
      map.set(i, j, static_cast<std::uint16_t>(palette.size() + at - 1));
    }
  }
  if (!fits) return std::nullopt;
  map.set_mixed(static_cast<std::uint16_t>(palette.size()), std::move(mixed), lattice.step[of_eps]);
  return map;
}

NodeMap narrowed(NodeMap map, std::size_t entries) {
  if (entries + map.mixed().size() > 256) return map;
  NodeMap out(map.nx(), map.ny(), false);
  for (int j = 0; j < map.ny(); ++j)
    for (int i = 0; i < map.nx(); ++i) out.set(i, j, map.at(i, j));
  out.take_mixed(map);
  return out;
}

}  // namespace

NodeMap rasterize_mixed(const Scene& scene, NodeRect part) {
  Rows rows(scene, part);
  const std::size_t entries = rows.palette().size(), room = all_indices - entries;
  const bool pairs = scene.grid.polarization == Polarization::hz;
  Extent extent;
  if (std::optional<NodeMap> exact = drawn(rows, pairs ? 256 : room, {}, extent))
    return narrowed(std::move(*exact), entries);
  for (std::size_t steps = pairs ? std::min(room, most_beside_pairs) : room;; steps /= 2) {
    Extent again;
    if (std::optional<NodeMap> map = drawn(rows, pairs ? std::min(room, most_beside_pairs) : room,
                                           extent.lattice(std::max<std::size_t>(steps, 1)), again))
      return narrowed(std::move(*map), entries);
  }
}

std::vector<GradedRange> graded_ranges(const Scene& scene) {
  Rows rows(scene, {0, 0, scene.grid.nx, scene.grid.ny});
  std::vector<std::optional<GradedRange>> found(rows.palette().size());
  const Vec2 unit = scene.unit == Unit::cell ? Vec2{1, 1} : Vec2{scene.grid.dx, scene.grid.dy};
  for (int j = 0; j < scene.grid.ny; ++j) {
    const std::vector<Owner>& owners = rows.owners(j);
    for (int i = 0; i < scene.grid.nx; ++i) {
      const Owner owner = owners[static_cast<std::size_t>(i)];
      if (!rows.grading(owner)) continue;
      const NodeMedium m = rows.medium(owner, rows.metric(i, j));
      const double eps = m.numbers[of_eps], sigma = m.numbers[of_sigma];
      const auto place = [&](bool is_eps) {
        return GradedRange::Place{is_eps,
                                  is_eps ? eps : sigma,
                                  rows.layer(owner.layer).frame.place(rows.metric(i, j)),
                                  {i * unit.x, j * unit.y}};
      };
      std::optional<GradedRange>& r = found[m.material];
      if (!r) r = GradedRange{rows.palette()[m.material].name, eps, eps, sigma, sigma, {}, place(true)};
      if (eps < r->least_eps) r->least = place(true);
      r->least_eps = std::min(r->least_eps, eps);
      r->most_eps = std::max(r->most_eps, eps);
      r->least_sigma = std::min(r->least_sigma, sigma);
      r->most_sigma = std::max(r->most_sigma, sigma);
      if (r->wrong) continue;
      if (!(eps > 0) || !std::isfinite(eps))
        r->wrong = place(true);
      else if (!(sigma >= 0) || !std::isfinite(sigma))
        r->wrong = place(false);
    }
  }
  std::vector<GradedRange> out;
  for (std::optional<GradedRange>& r : found)
    if (r) out.push_back(std::move(*r));
  return out;
}

}  // namespace ez
