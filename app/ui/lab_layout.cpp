#include "app/ui/lab_layout.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

constexpr float margin = 16, gap = 12, row_gap = 8, head = 44, legend = 40;
constexpr float wide = 1080;  // of the picture area: a window of 1600 pixels less its panel
// The plot takes room from the pictures in a tall window, and what they leave in any.
constexpr float history_from = 820, history_wanted = 188, history_least = 124, history_most = 340;
// Longer shapes get a picture of this one, with canvas beside the grid.
constexpr double flattest = 0.4, tallest = 1.6;

// columns × rows of panes, each pane one picture, two beside each other or two beneath each other.
struct Arrangement {
  int columns, rows;
  int across = 1, down = 1;
};

std::vector<Arrangement> arrangements(int panes, bool roomy, bool compares) {
  if (!compares) return {{panes, 1}, {(panes + 1) / 2, 2}, {1, panes}};
  if (panes == 1) return {{1, 1, 2, 1}, {1, 1, 1, 2}};
  if (roomy) return {{panes, 1, 1, 2}, {panes, 1, 2, 1}};
  return {{panes, 1}, {2, (panes + 1) / 2}};
}

struct Room {
  float width, height;
};

// Width of a picture; its height is × shape.
float picture_width(const Look& look, const Arrangement& a, Room room, float shape) {
  const float columns = static_cast<float>(a.columns), rows = static_cast<float>(a.rows),
              across = static_cast<float>(a.across), down = static_cast<float>(a.down);
  const float w = ((room.width - (columns - 1) * look.px(gap)) / columns - (across - 1) * look.px(row_gap)) / across;
  const float h =
      ((room.height - (rows - 1) * look.px(gap)) / rows - look.px(head) - (down - 1) * look.px(row_gap)) / down;
  return std::max(1.0f, std::floor(std::min(w, h / shape)));
}

PaneArea pane_at(const Look& look, const Arrangement& a, ImVec2 p, ImVec2 size, bool residual) {
  const ImVec2 first(p.x, p.y + look.px(head));
  const auto at = [&](ImVec2 q) { return Area{q, q + size}; };
  PaneArea pane;
  pane.head = {
      p, {p.x + size.x * static_cast<float>(a.across) + look.px(row_gap) * static_cast<float>(a.across - 1), first.y}};
  if (a.across == 1 && a.down == 1) {
    (residual ? pane.residual : pane.field) = at(first);
    return pane;
  }
  pane.field = at(first);
  pane.residual = a.across == 2 ? at({first.x + size.x + look.px(row_gap), first.y})
                                : at({first.x, first.y + size.y + look.px(row_gap)});
  return pane;
}

}  // namespace

LabLayout lab_layout(const Look& look, const Area& area, int panes, double shape, bool compares, bool residual) {
  const bool roomy = area.width() >= look.px(wide);
  const bool plot = compares && roomy && area.height() >= look.px(history_from);
  const float aspect = static_cast<float>(std::clamp(shape, flattest, tallest));
  const Room room{area.width() - 2 * look.px(margin),
                  area.height() - look.px(legend) - (plot ? look.px(history_wanted) : 0)};
  Arrangement best{};
  float width = 0;
  for (const Arrangement& a : arrangements(panes, roomy, compares))
    if (const float w = picture_width(look, a, room, aspect); w > width) width = w, best = a;

  LabLayout out;
  out.compares = compares;
  out.one_row = compares && best.across == 1 && best.down == 1;
  const ImVec2 size(width, std::floor(width * aspect));
  const float across = static_cast<float>(best.across), down = static_cast<float>(best.down),
              columns = static_cast<float>(best.columns);
  const ImVec2 pane(across * size.x + (across - 1) * look.px(row_gap),
                    look.px(head) + down * size.y + (down - 1) * look.px(row_gap));
  const float used = columns * pane.x + (columns - 1) * look.px(gap);
  const float left = area.min.x + std::floor((area.width() - used) / 2);
  for (int k = 0; k < panes; ++k) {
    const int column = k % best.columns, row = k / best.columns;
    const float i = static_cast<float>(column), j = static_cast<float>(row);
    const ImVec2 p(left + i * (pane.x + look.px(gap)), area.min.y + j * (pane.y + look.px(gap)));
    out.panes.push_back(pane_at(look, best, p, size, compares && residual));
  }
  const float rows = static_cast<float>(best.rows);
  const float bottom = area.min.y + rows * pane.y + (rows - 1) * look.px(gap);
  out.legend = {{area.min.x + look.px(margin), bottom}, {area.max.x - look.px(margin), bottom + look.px(legend)}};
  out.history = {{out.legend.min.x, out.legend.max.y}, {out.legend.max.x, out.legend.max.y}};
  const float left_over = area.max.y - out.history.min.y;
  if (left_over >= look.px(history_least)) out.history.max.y += std::min(left_over, look.px(history_most));
  return out;
}

}  // namespace ez
