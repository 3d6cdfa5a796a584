#include "app/ui/picture/marks/gridded.h"

#include <algorithm>
#include <cmath>

#include "app/model/document/scene_edit.h"

namespace ez {
namespace {

constexpr float least_cell = 2;               // pixels
constexpr std::int64_t most_outlined = 1000;  // of a shape that get lines as drawn

NodeRect visible_nodes(const Viewport& v) {
  const PictureWindow& w = v.window;
  const auto [x0, x1] = std::minmax(w.x0, w.x1);
  const auto [y0, y1] = std::minmax(w.y0, w.y1);
  return {static_cast<int>(std::floor(x0)) - 1, static_cast<int>(std::floor(y0)) - 1,
          static_cast<int>(std::ceil(x1)) + 2, static_cast<int>(std::ceil(y1)) + 2};
}

const std::vector<NodeEdge>& edges_of(const Context& c, const Scene& scene, const NodeRect& part) {
  std::optional<GriddedMemory::Outline>& kept = c.memory.of<GriddedMemory>().outline;
  const auto is_same = [&](const GriddedMemory::Outline& g) {
    return g.part == part && g.grid == scene.grid && g.unit == scene.unit && g.shapes == scene.shapes &&
           g.materials == scene.materials;
  };
  if (!kept || !is_same(*kept))
    kept = GriddedMemory::Outline{part, scene.grid, scene.unit, scene.shapes, scene.materials, node_edges(scene, part)};
  return kept->edges;
}

void draw_as_drawn(const Context& c, const Scene& scene, const Viewport& v, ImDrawList* list) {
  for (const Shape& shape : scene.shapes) {
    if (count_of(shape.copies) > most_outlined) continue;
    const bool open = std::holds_alternative<Stroke>(shape.geometry);
    for (const std::vector<Vec2>& outline : outlines_of(scene, shape)) {
      std::vector<ImVec2> points;
      for (const Vec2& p : outline) points.push_back(v.screen(p));
      list->AddPolyline(points.data(), static_cast<int>(points.size()), fade(c.t().accent, 0.8f), c.px(1),
                        open ? 0 : ImDrawFlags_Closed);
    }
  }
}

}  // namespace

void draw_gridded(const Context& c, const Scene& scene, const Viewport& v, ImDrawList* list) {
  if (!c.memory.of<GriddedMemory>().on || in_cells(scene.physics) || v.cell() < least_cell) return;
  draw_as_drawn(c, scene, v, list);
  const std::vector<NodeEdge>& edges = edges_of(c, scene, visible_nodes(v));
  for (const float wide : {3.0f, 1.0f})
    for (const NodeEdge& e : edges)
      list->AddLine(v.screen(e.from), v.screen(e.to), wide > 1 ? c.t().halo : c.t().ink, c.px(wide));
}

void gridded_row(const Context& c) {
  if (in_cells(c.state.scene.physics)) return;
  bool& on = c.memory.of<GriddedMemory>().on;
  checkbox(c.look, "##gridded", "As gridded", on);
  tip(c.look,
      "Draws the edges between nodes of different materials, and thin lines around the shapes as drawn. Zoom in until "
      "a "
      "cell has two pixels");
}

}  // namespace ez
