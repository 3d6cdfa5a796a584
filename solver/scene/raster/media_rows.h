// The media of a scene's nodes row by row, with formulas and means, and the cuts through its shapes over which the
// means are taken. Inner header of solver/scene/raster.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "solver/scene/formula.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/raster/spans.h"
#include "solver/scene/raster/uncovered.h"

namespace ez::raster {

// Number of lines that cut a cell if edges are not parallel to the axes.
inline constexpr double strips_of_a_cell = 8;

// eps, mu, sigma, sigma_m.
using Numbers = std::array<double, 4>;
inline constexpr std::size_t of_eps = 0, of_mu = 1, of_sigma = 2, of_sigma_m = 3;
inline Numbers numbers_of(const Medium& m) { return {m.eps, m.mu, m.sigma, m.sigma_m}; }

struct NodeMedium {
  std::uint16_t material = 0;
  Numbers numbers{};
  std::uint32_t mixture = 0;  // index of a mixture of poles, see MediaRows::mixtures(); 0: the material's own poles
  bool operator==(const NodeMedium&) const = default;
};
// The materials whose poles fill a cell, in order, and the fraction of the cell that each fills.
using Mixture = std::vector<std::pair<std::uint16_t, double>>;

// Returns a pole scaled by the fraction of a cell that its medium fills, as a term of the mean.
inline Pole part_of_pole(Pole pole, double part) {
  std::visit(
      [part](auto& p) {
        if constexpr (requires { p.plasma; })
          p.plasma *= std::sqrt(part);
        else
          p.strength *= part;
      },
      pole.model);
  return pole;
}

// Returns the poles of a mixture for the main array (Hz if `dual`).
inline std::vector<Pole> poles_of(const Mixture& mixture, const std::vector<PaletteEntry>& palette, bool dual) {
  std::vector<Pole> out;
  for (const auto& [material, part] : mixture)
    for (const Pole& pole : dual ? palette[material].poles_m : palette[material].poles)
      out.push_back(part_of_pole(pole, part));
  return out;
}

// The formulas of a material. A Frame is the coordinate system of the shape in which they are evaluated.
struct Grading {
  std::optional<PlaceFormula> eps, sigma;
};
struct Frame {
  Vec2 center;  // metric
  double cosine = 1, sine = 0, unit = 1;
  double radius = std::numeric_limits<double>::quiet_NaN();  // in the scene's unit; NaN if the shape is not a circle
  Vec2 place(Vec2 metric) const {
    constexpr double none = 1e-9;  // cells: rounding error of 0
    double x = metric.x - center.x, y = metric.y - center.y;
    if (std::abs(x) < none) x = 0;
    if (std::abs(y) < none) y = 0;
    return {(cosine * x + sine * y) * unit, (cosine * y - sine * x) * unit};
  }
};
inline double angle_of(const Geometry& geometry) {
  return std::visit(
      [](const auto& g) {
        if constexpr (requires { g.angle; }) return g.angle;
        return 0.0;
      },
      geometry);
}

// A shape with its material, or with one material for each of its parts.
struct Layer {
  struct Part {
    NodeMedium medium;
    const Grading* grading = nullptr;
    bool plain = true;  // equals the palette's entry
  };
  std::optional<SpanCutter> cutter;  // empty: the background
  std::vector<Part> parts;
  Frame frame;
};
struct Owner {
  int layer = 0, part = 0;
  bool operator==(const Owner&) const = default;
};

class MediaRows {
 public:
  // Covers the nodes of one part of the grid. Scene and palette must outlive it.
  MediaRows(const Scene& scene, const std::vector<PaletteEntry>& palette, NodeRect part)
      : scene_(scene),
        part_(part),
        height_(row_height(scene)),
        dual_(scene.grid.polarization == Polarization::hz),
        palette_(palette) {
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
    mixes_poles_ = scene.grid.smoothing && std::any_of(palette_.begin(), palette_.end(),
                                                       [&](const PaletteEntry& e) { return !main_poles(e).empty(); });
  }

  const std::vector<PaletteEntry>& palette() const { return palette_; }
  int layer_count() const { return static_cast<int>(layers_.size()); }
  const Layer& layer(int k) const { return layers_[static_cast<std::size_t>(k)]; }

  // Returns the owner of each node in row j.
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
  // Returns the medium of a layer at a metric position.
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
  // True for an hz scene, whose main array is Hz.
  bool dual() const { return dual_; }

  // Returns the mixtures. NodeMedium::mixture counts them from 1.
  const std::vector<Mixture>& mixtures() const { return mixtures_; }

  // A line across the part, divided into pieces with one owner each. If shapes overlap, the last one is the owner.
  struct Segment {
    double x0, x1;
    Owner owner;
  };
  struct Line {
    double y, weight;  // metric; fraction of the cell's height that it represents
    std::vector<Segment> segments;
  };
  // Returns the lines that represent a cell's heights from `low` to `high`, in metric units. There are at least
  // `strips` of them, because no strip crosses an edge along x. Empty if no shape is near.
  const std::vector<Line>& lines_of(double low, double high, double strips) {
    lines_.clear();
    find_near(low, high);
    if (near_.empty()) return lines_;
    breaks_ = {low};
    breaks_.insert(breaks_.end(), std::upper_bound(all_breaks_.begin(), all_breaks_.end(), low),
                   std::lower_bound(all_breaks_.begin(), all_breaks_.end(), high));
    breaks_.push_back(high);
    for (std::size_t k = 0; k + 1 < breaks_.size(); ++k) {
      const double strip = (breaks_[k + 1] - breaks_[k]) / height_;
      if (!(strip > 0)) continue;
      const int count = std::max(1, static_cast<int>(std::ceil(strip * strips)));
      for (int n = 0; n < count; ++n)
        lines_.push_back({breaks_[k] + (n + 0.5) / count * (breaks_[k + 1] - breaks_[k]), strip / count, {}});
    }
    for (Line& line : lines_) cut(line);
    return lines_;
  }
  // Returns the line at one height.
  Line line_at(double y) {
    find_near(y, y);
    Line line{y, 1, {}};
    cut(line);
    return line;
  }

  // Consecutive nodes of one owner in a row, from i0 up to i1.
  struct Run {
    int i0, i1;
    Owner owner;
    std::size_t size() const { return static_cast<std::size_t>(i1 - i0); }
  };
  // Returns the runs of the part's nodes in row j.
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

  // Values of formulas at the nodes of a run in row j. Empty if a number has no formula.
  struct Graded {
    std::span<const double> eps, sigma;
  };
  Graded graded(const Run& run, int j) {
    const Layer& l = layer(run.owner.layer);
    const Grading* const g = part_of(run.owner).grading;
    if (g == nullptr) return {};
    const std::size_t n = run.size();
    const bool straight = l.frame.cosine == 1 && l.frame.sine == 0;
    // Consecutive rows of a large shape have the same x.
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

  // Returns the media of row j by column. Those outside the part are undefined.
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
      return std::nullopt;  // does not occur in a valid scene
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
  // Returns the metric centre; for a shape without one the middle of its box.
  Vec2 center_of(const Geometry& geometry, const SpanCutter& cutter) const {
    return std::visit(
        [&](const auto& g) {
          if constexpr (requires { g.center; }) return to_metric(scene_, g.center);
          return Vec2{(cutter.min().x + cutter.max().x) / 2, (cutter.min().y + cutter.max().y) / 2};
        },
        geometry);
  }
  // Adds the shape at one of its positions.
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

  // Returns the poles of the array whose numbers are averaged.
  const std::vector<Pole>& main_poles(const Medium& m) const { return dual_ ? m.poles_m : m.poles; }
  // Returns true if means over a cell include the medium. They ignore perfect conductors.
  bool counts(const NodeMedium& m) const { return !palette_[m.material].perfect(); }

  // Collects the breaks of all shapes, sorted and without duplicates.
  void sort_breaks() {
    const double low = (part_.j0 - 0.5) * height_, high = (part_.j1 - 0.5) * height_;
    for (int k = 1; k < layer_count(); ++k) layer(k).cutter->add_breaks(low, high, all_breaks_);
    std::sort(all_breaks_.begin(), all_breaks_.end());
    all_breaks_.erase(std::unique(all_breaks_.begin(), all_breaks_.end()), all_breaks_.end());
  }
  // Finds the layers that may be present between the heights `low` and `high`, the top one first.
  void find_near(double low, double high) {
    const double first = part_.i0 - 0.5, last = part_.i1 - 0.5;
    near_.clear();
    for (int k = layer_count() - 1; k > 0; --k) {
      const Vec2 min = layer(k).cutter->min(), max = layer(k).cutter->max();
      if (min.y <= high && max.y >= low && max.x >= first && min.x <= last) near_.push_back(k);
    }
  }
  // Cuts the line from the first cell's edge to the last one's.
  void cut(Line& line) {
    const double first = part_.i0 - 0.5, last = part_.i1 - 0.5;
    std::vector<Segment> pieces;
    uncovered_.reset(first, last);
    for (const int k : near_) {
      if (uncovered_.none()) break;
      const SpanCutter& cutter = *layer(k).cutter;
      if (line.y < cutter.min().y || line.y > cutter.max().y) continue;
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

  // Calls see(node, x0, x1) for each cell of the row that a segment crosses.
  void cells_of(const Segment& s, auto&& see) const {
    const int last = part_.i1 - 1;
    const int i0 = std::clamp(static_cast<int>(std::floor(s.x0 + 0.5)), part_.i0, last);
    const int i1 = std::clamp(static_cast<int>(std::ceil(s.x1 + 0.5)) - 1, part_.i0, last);
    for (int i = i0; i <= i1; ++i) see(static_cast<std::size_t>(i), std::max(s.x0, i - 0.5), std::min(s.x1, i + 0.5));
  }

  void smooth(int j) {
    if (lines_of((j - 0.5) * height_, (j + 0.5) * height_, strips_of_a_cell).empty()) return;
    const std::size_t n = media_.size();
    mixed_.assign(n, 0);
    for (const Line& line : lines_)
      for (const Segment& s : line.segments)
        cells_of(s, [&](std::size_t i, double, double) { mixed_[i] |= static_cast<char>(!(s.owner == owners_[i])); });
    sums_.assign(n, {});
    weights_.assign(n, 0);
    if (mixes_poles_) parts_.assign(n, {});
    for (const Line& line : lines_)
      for (const Segment& s : line.segments)
        cells_of(s, [&](std::size_t i, double x0, double x1) {
          if (mixed_[i] == 0) return;
          const NodeMedium m = medium(s.owner, {(x0 + x1) / 2, line.y});
          if (!counts(m)) return;
          const double weight = (x1 - x0) * line.weight;
          weights_[i] += weight;
          for (std::size_t k = 0; k < m.numbers.size(); ++k) sums_[i][k] += weight * m.numbers[k];
          if (mixes_poles_ && !main_poles(palette_[m.material]).empty()) add_part(parts_[i], m.material, weight);
        });
    for (std::size_t i = 0; i < n; ++i) {
      if (mixed_[i] == 0 || !counts(media_[i]) || !(weights_[i] > 0)) continue;
      for (const std::size_t k : dual_ ? std::array{of_mu, of_sigma_m} : std::array{of_eps, of_sigma})
        media_[i].numbers[k] = sums_[i][k] / weights_[i];
      if (mixes_poles_) media_[i].mixture = mixture_of(media_[i].material, std::move(parts_[i]), weights_[i]);
    }
  }
  static void add_part(Mixture& to, std::uint16_t material, double weight) {
    const auto at =
        std::lower_bound(to.begin(), to.end(), material, [](const auto& p, std::uint16_t m) { return p.first < m; });
    if (at != to.end() && at->first == material)
      at->second += weight;
    else
      to.insert(at, {material, weight});
  }
  // Returns the number of a mixture for a node of a material. Fractions are rounded, to limit the number of mixtures.
  std::uint32_t mixture_of(std::uint16_t material, Mixture parts, double whole) {
    constexpr double steps = 256;
    for (auto& [of, part] : parts) part = std::round(part / whole * steps) / steps;
    std::erase_if(parts, [](const auto& p) { return p.second == 0; });
    const bool is_own = main_poles(palette_[material]).empty()
                            ? parts.empty()
                            : parts.size() == 1 && parts[0] == std::pair{material, 1.0};
    if (is_own) return 0;
    const auto [at, is_new] = known_mixtures_.try_emplace(parts, static_cast<std::uint32_t>(mixtures_.size() + 1));
    if (is_new) mixtures_.push_back(std::move(parts));
    return at->second;
  }

  const Scene& scene_;
  NodeRect part_;
  double height_;
  bool dual_;
  const std::vector<PaletteEntry>& palette_;
  std::vector<Grading> gradings_;  // by material
  std::vector<Layer> layers_;      // the background, followed by the shapes
  std::vector<Owner> owners_;
  std::vector<Run> runs_;
  Run columns_ = {};  // the nodes that xs_ belongs to, in the frame of a shape whose center.x is columns_of_
  double columns_of_ = std::numeric_limits<double>::quiet_NaN();
  const Grading* columns_by_ = nullptr;  // formula that was last evaluated there
  std::vector<double> xs_, ys_, row_eps_, row_sigma_;
  std::vector<NodeMedium> media_;
  std::vector<Interval> spans_;
  // Indices of palette_ by name; the first of two equal names counts.
  std::unordered_map<std::string_view, std::uint16_t> indices_;
  Uncovered<int> uncovered_nodes_;
  Uncovered<double> uncovered_;
  std::vector<double> all_breaks_, breaks_;
  std::vector<Line> lines_;
  std::vector<char> mixed_;
  std::vector<Numbers> sums_;
  std::vector<double> weights_;
  std::vector<int> near_;
  bool mixes_poles_ = false;
  std::vector<Mixture> parts_;  // for the row's cells
  std::vector<Mixture> mixtures_;
  std::map<Mixture, std::uint32_t> known_mixtures_;
};

}  // namespace ez::raster
