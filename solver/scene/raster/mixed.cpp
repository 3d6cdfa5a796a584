// Row by row. Where a cell is of one shape alone its node has what the shape has there; else, with grid.smoothing, the
// cell is cut by lines along x (exactly in x, and exactly in y where edges lie along the axes: the lines' strips end at
// them) and the node has the mean. What perfect conductors and media with poles cover counts for nothing, and a node in
// one stays in it.
#include "solver/scene/raster/mixed.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numbers>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "solver/base/bands.h"
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
    bool plain = true;  // what the palette's entry is
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
    const Layer::Part& part = part_of(owner);
    NodeMedium out = part.medium;
    if (!part.grading) return out;
    const Vec2 place = l.frame.place(at);
    if (part.grading->eps) out.numbers[of_eps] = part.grading->eps->at(place, l.frame.radius);
    if (part.grading->sigma) out.numbers[of_sigma] = part.grading->sigma->at(place, l.frame.radius);
    return out;
  }
  const Layer::Part& part_of(Owner owner) const {
    const Layer& l = layer(owner.layer);
    return l.parts[l.parts.size() > 1 ? static_cast<std::size_t>(owner.part) : 0];
  }
  Vec2 metric(int i, int j) const { return {static_cast<double>(i), j * height_}; }

  NodeRect part() const { return part_; }

  // Neighbours of one owner in a row, from i0 up to i1.
  struct Run {
    int i0, i1;
    Owner owner;
    std::size_t size() const { return static_cast<std::size_t>(i1 - i0); }
  };
  // Of the part's nodes in row j.
  const std::vector<Run>& runs(int j) {
    const std::vector<Owner>& of = owners(j);
    runs_.clear();
    for (int i = part_.i0; i < part_.i1;) {
      const Owner owner = of[static_cast<std::size_t>(i)];
      int end = i + 1;
      while (end < part_.i1 && of[static_cast<std::size_t>(end)] == owner) ++end;
      runs_.push_back({i, end, owner});
      i = end;
    }
    return runs_;
  }

  // What formulas give at the nodes of a run in row j; empty where a number is none of a formula.
  struct Graded {
    std::span<const double> eps, sigma;
  };
  Graded graded(const Run& run, int j) {
    const Layer& l = layer(run.owner.layer);
    const Grading* const g = part_of(run.owner).grading;
    if (g == nullptr) return {};
    const std::size_t n = run.size();
    const bool straight = l.frame.cosine == 1 && l.frame.sine == 0;
    // The rows of a large shape have the same x one after the other.
    const bool same = straight && run.i0 == columns_.i0 && run.i1 == columns_.i1 && l.frame.center.x == columns_of_;
    if (!same) {
      xs_.resize(n);
      for (std::size_t k = 0; k < n; ++k) xs_[k] = l.frame.place(metric(run.i0 + static_cast<int>(k), j)).x;
      columns_ = {run.i0, run.i1, {}};
      columns_of_ = straight ? l.frame.center.x : std::numeric_limits<double>::quiet_NaN();
    }
    ys_.resize(straight ? 1 : n);
    for (std::size_t k = 0; k < ys_.size(); ++k) ys_[k] = l.frame.place(metric(run.i0 + static_cast<int>(k), j)).y;
    const auto values = [&](const std::optional<PlaceFormula>& formula, std::vector<double>& into) {
      if (!formula) return std::span<const double>();
      into.resize(n);
      formula->along(xs_, ys_, l.frame.radius, same && g == columns_by_, into);
      return std::span<const double>(into);
    };
    const Graded out = {values(g->eps, row_eps_), values(g->sigma, row_sigma_)};
    columns_by_ = g;
    return out;
  }

  // The media of row j, by their columns; those beyond the part are not known.
  const std::vector<NodeMedium>& media(int j) {
    media_.resize(static_cast<std::size_t>(scene_.grid.nx));
    for (const Run& run : runs(j)) {
      const Graded by_formula = graded(run, j);
      const auto first = media_.begin() + run.i0;
      std::fill_n(first, run.size(), part_of(run.owner).medium);
      for (std::size_t k = 0; k < by_formula.eps.size(); ++k)
        (first + static_cast<std::ptrdiff_t>(k))->numbers[of_eps] = by_formula.eps[k];
      for (std::size_t k = 0; k < by_formula.sigma.size(); ++k)
        (first + static_cast<std::ptrdiff_t>(k))->numbers[of_sigma] = by_formula.sigma[k];
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
    Layer::Part part{{k, numbers_of(palette_[k])}, nullptr, !palette_[k].graded};
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
      part.plain = part.plain && part.medium.numbers == numbers_of(palette_[part.medium.material]);
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
  std::vector<Run> runs_;
  Run columns_ = {};  // the nodes that xs_ is of, in the frame of a shape whose center.x is columns_of_
  double columns_of_ = std::numeric_limits<double>::quiet_NaN();
  const Grading* columns_by_ = nullptr;  // what was computed there last
  std::vector<double> xs_, ys_, row_eps_, row_sigma_;
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
  Numbers step{}, least{}, most{};
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
    Lattice out{{}, least, most};
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

// What a valid scene's formula never gives.
double or_default(std::size_t k, double v) { return std::isfinite(v) ? v : numbers_of(Medium())[k]; }

// Takes the media of row j that are no entries of the palette into the extent.
void extend(Rows& rows, int j, bool smoothing, Extent& extent) {
  const auto take = [&](std::size_t k, double v) {
    v = or_default(k, v);
    extent.least[k] = std::min(extent.least[k], v);
    extent.most[k] = std::max(extent.most[k], v);
  };
  if (!smoothing) {
    for (const Rows::Run& run : rows.runs(j)) {
      const Layer::Part& part = rows.part_of(run.owner);
      if (part.plain) continue;
      const Rows::Graded by_formula = rows.graded(run, j);
      for (const double v : by_formula.eps) take(of_eps, v);
      for (const double v : by_formula.sigma) take(of_sigma, v);
      for (std::size_t k = 0; k < part.medium.numbers.size(); ++k) {
        const bool known = (k == of_eps && !by_formula.eps.empty()) || (k == of_sigma && !by_formula.sigma.empty());
        if (!known) take(k, part.medium.numbers[k]);
      }
    }
    return;
  }
  const std::vector<NodeMedium>& media = rows.media(j);
  for (int i = rows.part().i0; i < rows.part().i1; ++i) {
    const NodeMedium& m = media[static_cast<std::size_t>(i)];
    const PaletteEntry& entry = rows.palette()[m.material];
    if (!entry.graded && m.numbers == numbers_of(entry)) continue;
    for (std::size_t k = 0; k < m.numbers.size(); ++k) take(k, m.numbers[k]);
  }
}

// Into how many bands to cut the rows. Smoothed, a row is cut along many lines, each through all outlines.
int bands_of(const Scene& scene, NodeRect part) {
  std::int64_t width = part.i1 - part.i0;
  const auto points = [](const auto& g) -> std::int64_t {
    if constexpr (requires { g.points; }) return std::ssize(g.points);
    return 1;
  };
  if (scene.grid.smoothing)
    for (const Shape& s : scene.shapes)
      width += static_cast<std::int64_t>(strips_of_a_cell) *
               std::clamp<std::int64_t>(count_of(s.copies), 0, most_copies) * std::visit(points, s.geometry);
  return ez::bands_of(part.j1 - part.j0, static_cast<int>(std::min<std::int64_t>(width, 1 << 30)));
}

Extent extent_of(const Scene& scene, NodeRect part) {
  const int rows = part.j1 - part.j0, bands = bands_of(scene, part);
  std::vector<Extent> all(static_cast<std::size_t>(bands));
  in_bands(rows, bands, [&](int band, int from, int to) {
    const NodeRect own{part.i0, part.j0 + from, part.i1, part.j0 + to};
    Rows of_band(scene, own);
    for (int j = own.j0; j < own.j1; ++j) extend(of_band, j, scene.grid.smoothing, all[static_cast<std::size_t>(band)]);
  });
  Extent out;
  for (const Extent& e : all)
    for (std::size_t k = 0; k < out.least.size(); ++k) {
      out.least[k] = std::min(out.least[k], e.least[k]);
      out.most[k] = std::max(out.most[k], e.most[k]);
    }
  return out;
}

// The mixed media of some rows, numbered in the order in which they are met.
class Media {
 public:
  Media(std::size_t room, const Lattice& lattice) : room_(room), lattice_(lattice), known_(room) {}
  const std::vector<NodeMedium>& all() const { return all_; }

  // The number of one that is on the lattice, or nothing where there is no room.
  std::optional<std::size_t> number(const NodeMedium& m) {
    std::uint32_t& at = known_.place(m);
    if (at == 0 && all_.size() == room_) return std::nullopt;
    if (at == 0) {
      known_.add(m);
      all_.push_back(m);
      at = static_cast<std::uint32_t>(all_.size());
    }
    return at - 1;
  }
  NodeMedium on_lattice(NodeMedium m) const {
    for (std::size_t k = 0; k < m.numbers.size(); ++k) m.numbers[k] = lattice_(k, or_default(k, m.numbers[k]));
    return m;
  }
  // Calls set(k, number) for media that are `m` but for their ε, the k-th of eps. False: there is no room.
  bool number_each(NodeMedium m, std::span<const double> eps, auto&& set) {
    m = on_lattice(m);
    const double step = lattice_.step[of_eps];
    std::vector<std::uint32_t>* const table = step > 0 ? table_of(m) : nullptr;
    const double first = step > 0 ? std::floor(lattice_.least[of_eps] / step) : 0;
    for (std::size_t k = 0; k < eps.size(); ++k) {
      const double v = lattice_(of_eps, or_default(of_eps, eps[k]));
      std::uint32_t* const slot = table != nullptr ? &(*table)[static_cast<std::size_t>(v / step - first)] : nullptr;
      if (slot != nullptr && *slot != 0) {
        set(k, std::size_t{*slot - 1});
        continue;
      }
      m.numbers[of_eps] = v;
      const std::optional<std::size_t> found = number(m);
      if (!found) return false;
      if (slot != nullptr) *slot = static_cast<std::uint32_t>(*found + 1);
      set(k, *found);
    }
    return true;
  }

 private:
  // One more than the numbers of what is `m` but for its ε, by the lattice's steps of ε; 0 where it is not known.
  std::vector<std::uint32_t>* table_of(NodeMedium m) {
    constexpr std::size_t most = 8;
    m.numbers[of_eps] = 0;
    for (Table& t : tables_)
      if (t.of == m) return &t.slots;
    if (tables_.size() == most) return nullptr;
    const double steps = (lattice_.most[of_eps] - lattice_.least[of_eps]) / lattice_.step[of_eps];
    return &tables_.emplace_back(Table{m, std::vector<std::uint32_t>(static_cast<std::size_t>(steps) + 4)}).slots;
  }
  struct Table {
    NodeMedium of;
    std::vector<std::uint32_t> slots;
  };
  std::size_t room_;
  Lattice lattice_;
  Known known_;
  std::vector<NodeMedium> all_;
  std::vector<Table> tables_;
};

// Draws row j into row `to` of the map, mixed media by their numbers from `first` on. False: there is no room for all.
bool draw(Rows& rows, int j, bool smoothing, Media& media, std::size_t first, NodeMap& map, int to) {
  const int i0 = rows.part().i0;
  const auto index = [&](std::size_t number) { return static_cast<std::uint16_t>(first + number); };
  if (!smoothing) {
    for (const Rows::Run& run : rows.runs(j)) {
      const Layer::Part& part = rows.part_of(run.owner);
      if (part.plain) {
        map.fill_row(to, run.i0 - i0, run.i1 - i0, part.medium.material);
        continue;
      }
      const Rows::Graded by_formula = rows.graded(run, j);
      const auto set = [&](std::size_t k, std::size_t number) {
        map.set(run.i0 - i0 + static_cast<int>(k), to, index(number));
      };
      if (by_formula.sigma.empty() && !by_formula.eps.empty()) {
        if (!media.number_each(part.medium, by_formula.eps, set)) return false;
        continue;
      }
      std::optional<std::size_t> number;
      for (std::size_t k = 0; k < run.size(); ++k) {
        if (k == 0 || !by_formula.sigma.empty()) {
          NodeMedium m = part.medium;
          if (!by_formula.eps.empty()) m.numbers[of_eps] = by_formula.eps[k];
          if (!by_formula.sigma.empty()) m.numbers[of_sigma] = by_formula.sigma[k];
          number = media.number(media.on_lattice(m));
        }
        if (!number) return false;
        set(k, *number);
      }
    }
    return true;
  }
  const std::vector<NodeMedium>& of_row = rows.media(j);
  for (int i = 0; i < map.nx(); ++i) {
    const NodeMedium& m = of_row[static_cast<std::size_t>(i0) + static_cast<std::size_t>(i)];
    const PaletteEntry& entry = rows.palette()[m.material];
    if (!entry.graded && m.numbers == numbers_of(entry)) {
      map.set(i, to, m.material);
      continue;
    }
    const std::optional<std::size_t> number = media.number(media.on_lattice(m));
    if (!number) return false;
    map.set(i, to, index(*number));
  }
  return true;
}

// The map with at most `room` mixed media, all on the lattice; nothing where there are more.
std::optional<NodeMap> drawn(const Scene& scene, NodeRect part, std::size_t room, const Lattice& lattice) {
  const std::vector<PaletteEntry> palette = palette_of(scene);
  NodeMap map(part.i1 - part.i0, part.j1 - part.j0, true);
  const int bands = bands_of(scene, part);
  std::vector<Media> of_bands(static_cast<std::size_t>(bands), Media(room, lattice));
  std::atomic<bool> fits = true;
  in_bands(map.ny(), bands, [&](int band, int from, int to) {
    const NodeRect own{part.i0, part.j0 + from, part.i1, part.j0 + to};
    Rows rows(scene, own);
    Media& media = of_bands[static_cast<std::size_t>(band)];
    for (int j = own.j0; j < own.j1 && fits; ++j)
      if (!draw(rows, j, scene.grid.smoothing, media, palette.size(), map, j - part.j0)) fits = false;
  });
  if (!fits) return std::nullopt;

  // One list of all bands', in the order in which the whole map meets them.
  Media all(room, lattice);
  std::vector<std::vector<std::uint16_t>> index(of_bands.size());
  for (std::size_t band = 0; band < of_bands.size(); ++band)
    for (const NodeMedium& m : of_bands[band].all()) {
      const std::optional<std::size_t> number = all.number(m);
      if (!number) return std::nullopt;
      index[band].push_back(static_cast<std::uint16_t>(palette.size() + *number));
    }
  in_bands(map.ny(), bands, [&](int band, int from, int to) {
    if (band == 0) return;  // has the first ones
    const std::vector<std::uint16_t>& of = index[static_cast<std::size_t>(band)];
    for (int j = from; j < to; ++j)
      for (int i = 0; i < map.nx(); ++i)
        if (const std::size_t v = map.at(i, j); v >= palette.size()) map.set(i, j, of[v - palette.size()]);
  });
  std::vector<MixedMedium> mixed;
  for (const NodeMedium& m : all.all()) {
    MixedMedium medium{static_cast<const Medium&>(palette[m.material]), m.material};
    medium.eps = m.numbers[of_eps], medium.mu = m.numbers[of_mu];
    medium.sigma = m.numbers[of_sigma], medium.sigma_m = m.numbers[of_sigma_m];
    mixed.push_back(std::move(medium));
  }
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
  const std::size_t entries = palette_of(scene).size(), room = all_indices - entries;
  const bool pairs = scene.grid.polarization == Polarization::hz;
  if (std::optional<NodeMap> exact = drawn(scene, part, pairs ? 256 : room, {}))
    return narrowed(std::move(*exact), entries);
  const Extent extent = extent_of(scene, part);
  for (std::size_t steps = pairs ? std::min(room, most_beside_pairs) : room;; steps /= 2)
    if (std::optional<NodeMap> map = drawn(scene, part, pairs ? std::min(room, most_beside_pairs) : room,
                                           extent.lattice(std::max<std::size_t>(steps, 1))))
      return narrowed(std::move(*map), entries);
}

namespace {

// Takes what the graded media of a row have into their ranges, which are by the palette.
void take_row(Rows& rows, int j, Vec2 unit, std::vector<std::optional<GradedRange>>& found) {
  for (const Rows::Run& run : rows.runs(j)) {
    const Layer::Part& part = rows.part_of(run.owner);
    if (part.grading == nullptr) continue;
    const Rows::Graded by_formula = rows.graded(run, j);
    const auto value = [&](std::span<const double> graded, std::size_t of, std::size_t k) {
      return graded.empty() ? part.medium.numbers[of] : graded[k];
    };
    std::optional<GradedRange>& r = found[part.medium.material];
    for (std::size_t k = 0; k < run.size(); ++k) {
      const double eps = value(by_formula.eps, of_eps, k), sigma = value(by_formula.sigma, of_sigma, k);
      const auto place = [&](bool is_eps) {
        const int i = run.i0 + static_cast<int>(k);
        return GradedRange::Place{is_eps,
                                  is_eps ? eps : sigma,
                                  rows.layer(run.owner.layer).frame.place(rows.metric(i, j)),
                                  {i * unit.x, j * unit.y}};
      };
      if (!r) r = GradedRange{rows.palette()[part.medium.material].name, eps, eps, sigma, sigma, {}, place(true)};
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
}

// Of rows before those of `next`.
void join(std::optional<GradedRange>& r, std::optional<GradedRange>&& next) {
  if (!next) return;
  if (!r) {
    r = std::move(next);
    return;
  }
  if (next->least_eps < r->least_eps) r->least = next->least;
  r->least_eps = std::min(r->least_eps, next->least_eps);
  r->most_eps = std::max(r->most_eps, next->most_eps);
  r->least_sigma = std::min(r->least_sigma, next->least_sigma);
  r->most_sigma = std::max(r->most_sigma, next->most_sigma);
  if (!r->wrong) r->wrong = next->wrong;
}

}  // namespace

namespace {

std::vector<GradedRange> found_ranges(const Scene& scene) {
  const Vec2 unit = scene.unit == Unit::cell ? Vec2{1, 1} : Vec2{scene.grid.dx, scene.grid.dy};
  const int bands = ez::bands_of(scene.grid.ny, scene.grid.nx);
  using Found = std::vector<std::optional<GradedRange>>;  // by the palette
  std::vector<Found> found(static_cast<std::size_t>(bands), Found(palette_of(scene).size()));
  in_bands(scene.grid.ny, bands, [&](int band, int from, int to) {
    Rows rows(scene, {0, from, scene.grid.nx, to});
    for (int j = from; j < to; ++j) take_row(rows, j, unit, found[static_cast<std::size_t>(band)]);
  });
  for (std::size_t band = 1; band < found.size(); ++band)
    for (std::size_t k = 0; k < found[0].size(); ++k) join(found[0][k], std::move(found[band][k]));
  std::vector<GradedRange> out;
  for (std::optional<GradedRange>& r : found[0])
    if (r) out.push_back(std::move(*r));
  return out;
}

// The ranges of large scenes that were looked at last: the rules, the panels and the engine's preparation ask for those
// of one scene one after the other, and again at every edit of something else.
class LastRanges {
 public:
  std::vector<GradedRange> of(const Scene& scene) {
    const Seen wanted{scene.grid, scene.unit, scene.materials, scene.shapes, {}};
    {
      const std::lock_guard lock(guard_);
      for (const Seen& s : seen_)
        if (s.grid == wanted.grid && s.unit == wanted.unit && s.materials == wanted.materials &&
            s.shapes == wanted.shapes)
          return s.ranges;
    }
    Seen fresh = wanted;
    fresh.ranges = found_ranges(scene);
    const std::lock_guard lock(guard_);
    seen_[next_++ % seen_.size()] = fresh;
    return fresh.ranges;
  }

 private:
  struct Seen {
    Grid grid;
    Unit unit = Unit::m;
    std::vector<Material> materials;
    std::vector<Shape> shapes;
    std::vector<GradedRange> ranges;
  };
  std::mutex guard_;
  std::array<Seen, 4> seen_;
  std::size_t next_ = 0;
};

}  // namespace

std::vector<GradedRange> graded_ranges(const Scene& scene) {
  constexpr std::int64_t large = 1'000'000;  // nodes
  if (std::int64_t{scene.grid.nx} * scene.grid.ny < large) return found_ranges(scene);
  static LastRanges last;
  return last.of(scene);
}

}  // namespace ez
