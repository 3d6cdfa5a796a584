// Draws arrows along the flow of power.
#include <algorithm>
#include <cmath>

#include "app/ui/parts.h"

namespace ez {
namespace {

constexpr float longest = 34;         // pixels
constexpr double weakest = 1e-3;      // of the reference; weaker flow has no arrow
constexpr double least_length = 0.2;  // of the longest

// Draws an arrow centred on the place it describes.
void arrow(const Context& c, ImDrawList* list, ImVec2 middle, ImVec2 way, float length) {
  const float head = std::min(c.px(9), 0.55f * length), half = length / 2;
  const auto at = [&](float ahead, float left) {
    return ImVec2(middle.x + ahead * way.x - left * way.y, middle.y + ahead * way.y + left * way.x);
  };
  const auto draw = [&](ImU32 color, float more) {
    list->AddLine(at(-half - more, 0), at(half - head, 0), color, c.px(1.6f) + 2 * more);
    list->AddTriangleFilled(at(half + 1.8f * more, 0), at(half - head - more, 0.45f * head + 1.4f * more),
                            at(half - head - more, -0.45f * head - 1.4f * more), color);
  };
  draw(c.t().halo, c.px(1.4f));
  draw(c.t().ink, 0);
}

}  // namespace

// The length is proportional to the square root of the power, so that weak flows are visible too.
void draw_flow(const Context& c, const Viewport& v, ImDrawList* list) {
  const Flow& flow = c.state.flow;
  if (!(flow.reference > 0)) return;
  for (std::size_t k = 0; k < flow.power.size(); ++k) {
    const Vec2 s = flow.power[k];
    const double size = std::hypot(s.x, s.y), share = size / flow.reference;
    if (!(share > weakest)) continue;
    const double part = std::clamp(std::sqrt(share), least_length, 1.0);
    const ImVec2 way(static_cast<float>(s.x / size), static_cast<float>(-s.y / size));  // y of the screen points down
    const Node n = flow.nodes[k];
    arrow(c, list, v.screen({static_cast<double>(n.i), static_cast<double>(n.j)}), way,
          c.px(longest) * static_cast<float>(part));
  }
}

}  // namespace ez
