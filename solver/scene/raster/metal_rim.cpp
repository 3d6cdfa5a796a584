#include "solver/scene/raster/metal_rim.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/scene/raster/spans.h"

namespace ez {
namespace {

// Evaluates the scene's shapes at points, in metric units.
class Metal {
 public:
  explicit Metal(const Scene& scene) {
    for (const Shape& shape : scene.shapes)
      for (const Geometry& geometry : copies_of(scene, shape)) layers_.push_back({SpanCutter(scene, geometry), shape});
  }
  // Returns how many of `points` points along x, starting at `at`, are outside metal.
  int clear(Vec2 at, double step, int points) {
    covered_.assign(static_cast<std::size_t>(points), 0);
    for (const Layer& layer : layers_) {
      if (at.y < layer.cutter.min().y || at.y > layer.cutter.max().y) continue;
      layer.cutter.cut(at.y, spans_);
      for (const Interval& s : spans_) {
        if (!(s.x0 <= s.x1)) continue;
        const double begin = std::clamp(std::ceil((s.x0 - at.x) / step), 0.0, static_cast<double>(points)),
                     end = std::clamp(std::floor((s.x1 - at.x) / step) + 1, begin, static_cast<double>(points));
        std::fill(covered_.begin() + static_cast<std::ptrdiff_t>(begin),
                  covered_.begin() + static_cast<std::ptrdiff_t>(end),
                  static_cast<char>(material_of_part(layer.shape, s.part) == "pec"));
      }
    }
    return static_cast<int>(std::count(covered_.begin(), covered_.end(), 0));
  }

 private:
  struct Layer {
    SpanCutter cutter;
    const Shape& shape;
  };
  std::vector<Layer> layers_;
  std::vector<Interval> spans_;
  std::vector<char> covered_;
};

class RimMaker {
 public:
  RimMaker(const Scene& scene, const NodeMap& map) : map_(map), metal_(scene), height_(row_height(scene)) {}

  MetalRim of_ways(NodeRect part) {
    for (int j = part.j0; j < part.j1; ++j)
      for (int i = part.i0; i < part.i1; ++i) {
        if (i + 1 < map_.nx() && is_metal(i, j) != is_metal(i + 1, j)) rim_.hy[at(i, j)] = along_x(i, j);
        if (j + 1 < map_.ny() && is_metal(i, j) != is_metal(i, j + 1)) rim_.hx[at(i, j)] = along_y(i, j);
      }
    return std::move(rim_);
  }
  MetalRim of_cells(NodeRect part) {
    for (int j = part.j0; j < part.j1; ++j)
      for (int i = part.i0; i < part.i1; ++i)
        if (is_near_rim(i, j)) add_cell(i, j);
    return std::move(rim_);
  }

 private:
  static constexpr int whole = MetalRim::whole, lines = 8;  // per cell
  static constexpr double part = 1.0 / whole;

  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(map_.nx()) + static_cast<std::size_t>(i);
  }
  bool is_metal(int i, int j) const { return map_.at(i, j) == metal_entry; }
  bool is_near_rim(int i, int j) const {
    for (int y = std::max(j - 1, 0); y <= std::min(j + 1, map_.ny() - 1); ++y)
      for (int x = std::max(i - 1, 0); x <= std::min(i + 1, map_.nx() - 1); ++x)
        if (is_metal(x, y) != is_metal(i, j)) return true;
    return false;
  }
  // Return the fraction of a path of one cell from (x, y) along an axis that is outside metal, in 64ths.
  std::uint8_t along_x(double x, double y) {
    return static_cast<std::uint8_t>(metal_.clear({x + 0.5 * part, y * height_}, part, whole));
  }
  std::uint8_t along_y(double x, double y) {
    int clear = 0;
    for (int n = 0; n < whole; ++n) clear += metal_.clear({x, (y + (n + 0.5) * part) * height_}, part, 1);
    return static_cast<std::uint8_t>(clear);
  }
  void add_cell(int i, int j) {
    int clear = 0;
    for (int n = 0; n < lines; ++n)
      clear += metal_.clear({i - 0.5 + 0.5 * part, (j - 0.5 + (n + 0.5) / lines) * height_}, part, whole);
    rim_.cells[at(i, j)] = static_cast<std::uint8_t>((clear + lines / 2) / lines);
    if (const auto [edge, is_new] = rim_.hx.try_emplace(at(i, j)); is_new) edge->second = along_x(i - 0.5, j + 0.5);
    if (const auto [edge, is_new] = rim_.hy.try_emplace(at(i, j)); is_new) edge->second = along_y(i + 0.5, j - 0.5);
    if (j > 0)
      if (const auto [edge, is_new] = rim_.hx.try_emplace(at(i, j - 1)); is_new)
        edge->second = along_x(i - 0.5, j - 0.5);
    if (i > 0)
      if (const auto [edge, is_new] = rim_.hy.try_emplace(at(i - 1, j)); is_new)
        edge->second = along_y(i - 0.5, j - 0.5);
  }

  const NodeMap& map_;
  Metal metal_;
  double height_;
  MetalRim rim_;
};

}  // namespace

bool has_metal_rim(const Scene& scene) { return scene.grid.conformal && used_names(scene).contains("pec"); }

MetalRim metal_rim(const Scene& scene, const NodeMap& map, NodeRect part) {
  RimMaker maker(scene, map);
  return scene.grid.polarization == Polarization::hz ? maker.of_cells(part) : maker.of_ways(part);
}

}  // namespace ez
