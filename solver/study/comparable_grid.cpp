#include "solver/study/comparable_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

constexpr double on_edge = 1e-6;  // cells: a node this close to an edge is inside
constexpr int fewest_layer_cells = 4;
constexpr double edge_weight = 3;  // of a surface, compared with a source or probe

// A surface of an ordinary medium is halfway between the last node inside and the first one outside. The main array is
// zero on the nodes of a conductor, so its surface is at the last node inside.
enum class Rounding { node, low_edge, high_edge, low_conductor, high_conductor };
struct Mark {
  double at = 0;  // along the axis, in cells of the scene's grid
  Rounding rounding = Rounding::node;
  bool has_width = false;  // the mark before it is the other edge of the same shape
  bool is_edge() const { return rounding != Rounding::node; }
};

// Returns the distance in cells by which a grid with `factor` times as many cells moves the mark.
double moved_by(const Mark& mark, double factor, double offset) {
  const double at = mark.at * factor - offset;
  const double first = std::ceil(at - on_edge), last = std::floor(at + on_edge);  // nodes inside an edge here
  switch (mark.rounding) {
    case Rounding::node:
      return std::floor(at + 0.5 + on_edge) - at;
    case Rounding::low_edge:
      return first - 0.5 - at;
    case Rounding::high_edge:
      return last + 0.5 - at;
    case Rounding::low_conductor:
      return first - at;
    case Rounding::high_conductor:
      return last - at;
  }
  return 0;
}

// The positions along one axis that a grid rounds.
class Axis {
 public:
  Axis(const Scene& scene, bool along_x) : x_(along_x), offset_(in_cells(scene.physics) ? 0.5 : 0) {
    const Side low = along_x ? Side::left : Side::bottom;
    const bool cells = in_cells(scene.physics), periodic = scene.boundary[low] == BoundaryKind::periodic;
    cells_ = along_x ? scene.grid.nx : scene.grid.ny;
    intervals_ = cells || periodic ? cells_ : cells_ - 1;
    open_ = !cells && absorbs(scene, low) && absorbs(scene, opposite(low));
    add_shapes(scene);
    for (const Source& s : scene.sources)
      if (s.on)
        for (const Vec2 p : places_of(s)) add(scene, p, Rounding::node);
    for (const Probe& p : scene.probes) add(scene, p.at, Rounding::node);
    for (Monitor m : scene.monitors)
      for (const MonitorPlace& p : places_of(m)) add(scene, *p.at, Rounding::node);
    for (const Mark& m : marks_) own_.push_back(moved_by(m, 1, offset_));
  }
  int cells_for(int intervals) const { return intervals + cells_ - intervals_; }
  int intervals() const { return intervals_; }
  // Returns true if waves leave at both ends. Then the domain may end at any place within half a cell.
  bool is_open() const { return open_; }

  // Returns the weighted mean square of the changes of the marks and of the widths of shapes against the scene's grid,
  // in cells².
  double mismatch(double factor) const {
    double sum = 0, weights = 0, before = 0;
    for (std::size_t k = 0; k < marks_.size(); ++k) {
      const double change = moved_by(marks_[k], factor, offset_) - own_[k];
      const double weight = marks_[k].is_edge() ? edge_weight : 1;
      sum += weight * change * change;
      if (marks_[k].has_width) sum += weight * (change - before) * (change - before);
      weights += weight;
      before = change;
    }
    return weights > 0 ? sum / weights : 0;
  }

 private:
  static bool absorbs(const Scene& scene, Side side) {
    const BoundaryFacts& facts = facts_of(scene.boundary[side]);
    return facts.has_layer || facts.mur_order > 0;
  }
  double along(const Scene& scene, Vec2 p) const {
    const Vec2 n = to_nodes(scene, p);
    return (x_ ? n.x : n.y) + offset_;
  }
  void add(const Scene& scene, Vec2 p, Rounding rounding) { marks_.push_back({along(scene, p), rounding}); }
  // Adds the edges that are inside the domain.
  void add_edges(const Scene& scene, const BoxCorners& box, bool conductor) {
    const auto inside = [&](double at) { return at > 0 && at < intervals_; };
    const double low = along(scene, box.min), high = along(scene, box.max);
    if (inside(low)) marks_.push_back({low, conductor ? Rounding::low_conductor : Rounding::low_edge});
    if (inside(high)) marks_.push_back({high, conductor ? Rounding::high_conductor : Rounding::high_edge, inside(low)});
  }
  void add_shapes(const Scene& scene) {
    const std::string_view held = scene.grid.polarization == Polarization::ez ? "pec" : "pmc";
    for (const Shape& shape : scene.shapes)
      for (const Geometry& g : copies_of(scene, shape))
        if (const auto box = box_of(g)) add_edges(scene, *box, shape.material == held);
  }
  // Returns the box whose edges the shape touches; empty for a shape of many edges.
  static std::optional<BoxCorners> box_of(const Geometry& g) {
    if (const auto* r = std::get_if<Rect>(&g)) return BoxCorners{r->min, r->max};
    if (const auto* c = std::get_if<Circle>(&g))
      return BoxCorners{{c->center.x - c->radius, c->center.y - c->radius},
                        {c->center.x + c->radius, c->center.y + c->radius}};
    return std::nullopt;
  }

  bool x_;
  double offset_;  // of a cell's centre from its lower left corner, in cells
  int cells_ = 0, intervals_ = 0;
  bool open_ = false;
  std::vector<Mark> marks_;
  std::vector<double> own_;  // by mark, its change on the scene's own grid
};

struct Choice {
  int intervals = 0;
  double factor = 1, cost = 0;
};

Choice choice_of(const Axis& axis, double factor, double wanted) {
  constexpr double per_octave = 0.05;  // cells²: cost of a factor that is half or twice the wanted one
  const double octaves = std::log2(factor / wanted);
  return {static_cast<int>(std::lround(factor * axis.intervals())), factor,
          axis.mismatch(factor) + per_octave * octaves * octaves};
}

// Returns factors near the wanted one, of which the best come first. A closed axis needs a whole number of cells.
std::vector<Choice> choices(const Axis& axis, double wanted) {
  constexpr int steps = 720;  // tried factors per unit along an open axis
  const double low = wanted * factor_below, high = wanted * factor_above;
  const int each = axis.is_open() ? steps : axis.intervals();
  std::vector<Choice> out;
  for (int n = static_cast<int>(std::ceil(low * each)); n <= high * each; ++n)
    out.push_back(choice_of(axis, static_cast<double>(n) / each, wanted));
  if (out.empty()) out.push_back(choice_of(axis, std::round(wanted * axis.intervals()) / axis.intervals(), wanted));
  std::ranges::sort(out, {}, &Choice::cost);
  return out;
}

// Chooses the factors of both axes. They are equal if one axis is open, because engines are fastest with square cells.
// Otherwise they are nearly equal.
std::pair<Choice, Choice> best_pair(const Axis& x, const Axis& y, double wanted) {
  constexpr double tolerated = 0.03;  // relative difference of the factors that costs as much as 0.1 cells²
  constexpr std::size_t most = 100;   // choices of each axis that are tried
  const bool equal = x.is_open() || y.is_open();
  std::vector<Choice> xs, ys;
  if (!equal || y.is_open()) xs = choices(x, wanted);
  if (!equal || !y.is_open()) ys = choices(y, wanted);
  std::pair<Choice, Choice> best;
  double least = std::numeric_limits<double>::infinity();
  const auto offer = [&](const Choice& a, const Choice& b) {
    const double unequal = (a.factor / b.factor - 1) / tolerated, cost = a.cost + b.cost + 0.1 * unequal * unequal;
    if (cost < least) least = cost, best = {a, b};
  };
  if (equal) {
    for (const Choice& c : xs) offer(c, choice_of(y, c.factor, wanted));
    for (const Choice& c : ys) offer(choice_of(x, c.factor, wanted), c);
    return best;
  }
  for (std::size_t k = 0; k < std::min(most, xs.size()); ++k)
    for (std::size_t m = 0; m < std::min(most, ys.size()); ++m) offer(xs[k], ys[m]);
  return best;
}

}  // namespace

Scene on_comparable_grid(const Scene& scene, double factor) {
  Scene own = scene;
  own.variants.clear();
  Scene out;
  if (own.unit == Unit::cell) {
    out = refine(own, factor);
  } else {
    const Axis x(own, true), y(own, false);
    const auto [cx, cy] = best_pair(x, y, factor);
    out = refine(
        own, {x.cells_for(cx.intervals), y.cells_for(cy.intervals), own.grid.dx / cx.factor, own.grid.dy / cy.factor});
    factor = std::sqrt(cx.factor * cy.factor);
  }
  if (own.boundary.has_layer())
    out.boundary.cpml.cells = std::max(std::min(fewest_layer_cells, own.boundary.cpml.cells),
                                       static_cast<int>(std::lround(factor * own.boundary.cpml.cells)));
  return out;
}

}  // namespace ez
