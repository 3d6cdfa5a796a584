#include "app/features/boundary_lab/layout.h"

#include <algorithm>
#include <cmath>

namespace ez {
namespace {

constexpr float margin = 16, gap = 12, row_gap = 8, head = 44, legend = 40;
constexpr float wide = 1080;  // width of the picture area in a window of 1600 pixels with its panel
// Heights of the plot. In a window at least `history_from` high it takes space from the pictures, otherwise it gets
// only what they leave.
constexpr float history_from = 820, history_wanted = 188, history_least = 124, history_most = 340;
// Smallest size of a picture, which leaves space for its dB labels and its pane's name. A picture of a long grid may
// have empty canvas next to the grid.
constexpr float least_width = 160, least_height = 88;
// field and residual are both shown unless the pictures would then be smaller than this ratio
constexpr float worth = 0.8f;

// Panes in columns × rows. A pane has one picture, two side by side, or two one above the other.
struct Arrangement {
  int columns, rows;
  int across = 1, down = 1;
};

std::vector<Arrangement> arrangements(int panes, bool both) {
  std::vector<Arrangement> out;
  for (const int columns : {panes, (panes + 1) / 2, 1}) {
    const int rows = (panes + columns - 1) / columns;
    if (both) out.insert(out.end(), {{columns, rows, 1, 2}, {columns, rows, 2, 1}});
    if (!both) out.push_back({columns, rows});
  }
  return out;
}

struct Fit {
  Arrangement arrangement{};
  ImVec2 picture;
  float scale = 0;  // width of the grid on a picture, in ImGui's units
};

// Returns the arrangement that shows the grid largest. Of equals it takes the one with the fewest rows, which comes
// first.
Fit largest(const Look& look, int panes, bool both, ImVec2 room, float shape) {
  Fit best;
  for (const Arrangement& a : arrangements(panes, both)) {
    const float columns = static_cast<float>(a.columns), rows = static_cast<float>(a.rows),
                across = static_cast<float>(a.across), down = static_cast<float>(a.down);
    const float w = ((room.x - (columns - 1) * look.px(gap)) / columns - (across - 1) * look.px(row_gap)) / across;
    const float h =
        ((room.y - (rows - 1) * look.px(gap)) / rows - look.px(head) - (down - 1) * look.px(row_gap)) / down;
    const float scale = std::max(1.0f, std::floor(std::min(w, h / shape)));
    if (scale > best.scale)
      best = {a,
              {std::max(scale, std::floor(std::min(w, look.px(least_width)))),
               std::max(std::floor(scale * shape), std::floor(std::min(h, look.px(least_height))))},
              scale};
  }
  return best;
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
  const ImVec2 room(area.width() - 2 * look.px(margin),
                    area.height() - look.px(legend) - (plot ? look.px(history_wanted) : 0));
  Fit fit = largest(look, panes, compares, room, static_cast<float>(shape));
  if (compares && !roomy)
    if (const Fit one = largest(look, panes, false, room, static_cast<float>(shape)); fit.scale < worth * one.scale)
      fit = one;
  const Arrangement& best = fit.arrangement;
  const ImVec2 size = fit.picture;

  LabLayout out;
  out.compares = compares;
  out.one_row = compares && best.across == 1 && best.down == 1;
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
