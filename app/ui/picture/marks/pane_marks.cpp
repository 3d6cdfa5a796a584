#include "app/ui/picture/marks/pane_marks.h"

namespace ez {

ImU32 pane_color(const Theme& theme, int pane) { return theme.data[static_cast<std::size_t>(pane) % 4]; }

void pane_mark(const Pen& pen, ImVec2 p, int pane, float radius) {
  const ImU32 color = pane_color(pen.look.t(), pane);
  const float r = pen.look.px(radius);
  switch (pane % 4) {
    case 0:
      pen.list->AddRectFilled({p.x - 0.85f * r, p.y - 0.85f * r}, {p.x + 0.85f * r, p.y + 0.85f * r}, color);
      break;
    case 1:
      pen.list->AddCircleFilled(p, r, color);
      break;
    case 2:
      pen.list->AddQuadFilled({p.x - 1.15f * r, p.y}, {p.x, p.y - 1.15f * r}, {p.x + 1.15f * r, p.y},
                              {p.x, p.y + 1.15f * r}, color);
      break;
    default:
      pen.list->AddTriangleFilled({p.x - 1.1f * r, p.y + r}, {p.x + 1.1f * r, p.y + r}, {p.x, p.y - r}, color);
  }
}

}  // namespace ez
