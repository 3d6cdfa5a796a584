// Lines along x cut a cell, as for the main array's cells (media_rows.h), but with more lines. The interface's
// normal follows from the filled fractions of the cell's faces by Gauss's theorem ∮ g n dl = ∫ ∇g dA. This is exact
// for any interface of two media.
#include "solver/scene/raster/rim_means.h"

#include <algorithm>
#include <cmath>

#include "solver/scene/raster/media_rows.h"

namespace ez {
namespace {

using namespace raster;

class RimCutter {
 public:
  RimCutter(const Scene& scene, const std::vector<PaletteEntry>& palette)
      : rows_(scene, palette, {0, 0, scene.grid.nx, scene.grid.ny}),
        nx_(scene.grid.nx),
        ny_(scene.grid.ny),
        height_(row_height(scene)),
        number_(rows_.dual() ? of_eps : of_mu),
        loss_(rows_.dual() ? of_sigma : of_sigma_m) {}

  RimMeans means() {
    RimMeans out;
    for (int j = 0; j < ny_; ++j) {
      if (j + 1 < ny_) cut_row(j, j, -0.5, nx_, out.hx);
      cut_row(j, j - 0.5, 0, nx_ - 1, out.hy);
    }
    return out;
  }

 private:
  static constexpr double strips = 32;
  static constexpr double within = 1e-5;  // of a cell: more than the enlargement of shapes

  struct Cell {
    bool met = false, cut = false;
    Owner owner;
    std::vector<RimCellPart> parts;
    double weight = 0;
    double across = 0, up = 0;             // difference between opposite faces
    double jumps_along = 0, jumps_up = 0;  // total variation of g inside the cell along x and y
    double line = 0, last_line = 0;
    bool has_last = false;
  };

  // Returns a number that distinguishes media.
  double indicator(const NodeMedium& m) const {
    const PaletteEntry& entry = rows_.palette()[m.material];
    const double loss = m.numbers[loss_];
    const bool poles = !(rows_.dual() ? entry.poles : entry.poles_m).empty();
    return m.numbers[number_] + (loss > 0 ? 1 + loss / (1 + loss) : 0) + (poles ? 16 : 0) + (entry.perfect() ? 64 : 0);
  }

  // Calls see(cell, x0, x1) for each cell of a row that a segment crosses. The first cell starts at `left`.
  static void cells_of(const MediaRows::Segment& s, double left, int cells, auto&& see) {
    const int first = std::max(static_cast<int>(std::floor(s.x0 - left)), 0);
    const int end = std::min(static_cast<int>(std::ceil(s.x1 - left)), cells);
    for (int i = first; i < end; ++i)
      see(static_cast<std::size_t>(i), std::max(s.x0, left + i), std::min(s.x1, left + i + 1));
  }

  // Cuts the cells of one row. Their lower face is at row `low`, and the first one starts at `left`.
  void cut_row(int j, double low, double left, int count, std::vector<RimCellMean>& out) {
    const double bottom = low * height_, top = (low + 1) * height_;
    const std::vector<MediaRows::Line>& lines = rows_.lines_of(bottom, top, strips);
    if (lines.empty()) return;
    cells_.assign(static_cast<std::size_t>(count), {});
    bool any = false;
    for (const MediaRows::Line& line : lines)
      for (const MediaRows::Segment& s : line.segments)
        cells_of(s, left, count, [&](std::size_t i, double, double) {
          Cell& c = cells_[i];
          if (!c.met) c.met = true, c.owner = s.owner;
          if (!(c.owner == s.owner)) any = c.cut = true;
        });
    if (!any) return;
    for (const MediaRows::Line& line : lines) add_line(line, left, count);
    const MediaRows::Line at_bottom = rows_.line_at(bottom + within * height_);
    add_face(at_bottom, left, count, -1);
    const MediaRows::Line at_top = rows_.line_at(top - within * height_);
    add_face(at_top, left, count, 1);
    for (int i = 0; i < count; ++i) {
      Cell& c = cells_[static_cast<std::size_t>(i)];
      if (!c.cut || !(c.weight > 0)) continue;
      for (RimCellPart& p : c.parts) p.part /= c.weight;
      out.push_back({i, j, std::move(c.parts), normal_of(c)});
    }
  }

  void add_line(const MediaRows::Line& line, double left, int count) {
    double before = 0;
    std::size_t at = cells_.size();
    const auto end_cell = [&](Cell& c) {
      if (c.has_last) c.jumps_up += std::abs(c.line - c.last_line);
      c.last_line = c.line, c.line = 0, c.has_last = true;
    };
    for (const MediaRows::Segment& s : line.segments)
      cells_of(s, left, count, [&](std::size_t i, double x0, double x1) {
        Cell& c = cells_[i];
        if (!c.cut) return;
        const NodeMedium m = rows_.medium(s.owner, {(x0 + x1) / 2, line.y});
        const double g = indicator(m), cell_left = left + static_cast<double>(i), cell_right = cell_left + 1;
        if (i != at && at < cells_.size()) end_cell(cells_[at]);
        if (i == at) c.jumps_along += line.weight * height_ * std::abs(g - before);
        at = i, before = g;
        c.line += (x1 - x0) * g;
        if (x0 <= cell_left) c.across -= line.weight * height_ * g;
        if (x1 >= cell_right) c.across += line.weight * height_ * g;
        if (rows_.palette()[m.material].perfect()) return;
        const double weight = (x1 - x0) * line.weight;
        c.weight += weight;
        add_part(c.parts, {m.material, m.numbers[number_], m.numbers[loss_], weight});
      });
    if (at < cells_.size()) end_cell(cells_[at]);
  }
  static void add_part(std::vector<RimCellPart>& parts, const RimCellPart& more) {
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const RimCellPart& p) {
      return p.material == more.material && p.number == more.number && p.loss == more.loss;
    });
    if (same == parts.end())
      parts.push_back(more);
    else
      same->part += more.part;
  }
  void add_face(const MediaRows::Line& line, double left, int count, double sign) {
    for (const MediaRows::Segment& s : line.segments)
      cells_of(s, left, count, [&](std::size_t i, double x0, double x1) {
        Cell& c = cells_[i];
        if (c.cut) c.up += sign * (x1 - x0) * indicator(rows_.medium(s.owner, {(x0 + x1) / 2, line.y}));
      });
  }
  // For a thin layer with both interfaces in one cell, the faces give no direction. It is then taken along an axis.
  static Vec2 normal_of(const Cell& c) {
    const double length = std::hypot(c.across, c.up), jumps = std::max(c.jumps_along, c.jumps_up);
    if (length > 0.05 * jumps) return {c.across / length, c.up / length};
    return c.jumps_along > c.jumps_up ? Vec2{1, 0} : Vec2{0, 1};
  }

  MediaRows rows_;
  int nx_, ny_;
  double height_;
  std::size_t number_, loss_;
  std::vector<Cell> cells_;
};

}  // namespace

RimMeans rim_means(const Scene& scene, const std::vector<PaletteEntry>& palette) {
  return RimCutter(scene, palette).means();
}

}  // namespace ez
