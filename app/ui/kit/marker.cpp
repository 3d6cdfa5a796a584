#include "app/ui/kit/marker.h"

#include <algorithm>
#include <cmath>

namespace ez {

void marker_line(const Look& look, ImDrawList* list, std::span<const ImVec2> points, ImU32 color) {
  const int n = static_cast<int>(points.size());
  list->AddPolyline(points.data(), n, look.t().halo, look.px(6), 0);
  list->AddPolyline(points.data(), n, color, look.px(3), 0);
}

void marker_arrow(const Look& look, ImDrawList* list, ImVec2 tail, ImVec2 tip, float head, ImU32 color) {
  const ImVec2 all = tip - tail;
  const float length = std::hypot(all.x, all.y);
  if (!(length > 0)) return;
  head = std::min(head, length);
  const ImVec2 way = all / length, across(-way.y, way.x), neck = tip - way * head;
  const float wide = head * 0.5f, more = look.px(2);
  list->AddLine(tail, neck, look.t().halo, look.px(6));
  list->AddTriangleFilled(tip + way * more, neck + across * (wide + more), neck - across * (wide + more),
                          look.t().halo);
  list->AddLine(tail, neck, color, look.px(3));
  list->AddTriangleFilled(tip, neck + across * wide, neck - across * wide, color);
}

}  // namespace ez
