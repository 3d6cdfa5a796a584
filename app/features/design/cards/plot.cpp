// The plot of a design: the goal after each improvement against the periods of the wave, and its largest value so far.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/design/cards/cards.h"
#include "app/features/design/state.h"
#include "app/platform/units.h"
#include "solver/design/live.h"

namespace ez {
namespace {

constexpr float plot_height = 110;
constexpr double ratio_limit = 1.2;  // up to here a goal counts as a transmission, whose target is 1

void draw_level(const Context& c, const Area& a, float y, std::string_view words, ImU32 color) {
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  for (float x = a.min.x; x < a.max.x; x += c.px(8))
    pen.list->AddLine({x, y}, {std::min(x + c.px(4), a.max.x), y}, color, c.px(1));
  pen.mono({a.min.x + c.px(2), y - c.px(2)}, {0, 1}, words, color, font_size::small);
}

}  // namespace

void design_plot(const Context& c) {
  const std::vector<DesignIteration>& made = c.state.of<DesignState>().made;
  if (made.empty()) return;
  const ImVec2 p = ImGui::GetCursorScreenPos(), size(ImGui::GetContentRegionAvail().x, c.px(plot_height));
  ImGui::InvisibleButton("##plot", size);
  tip(c.look, "Shows the goal against the periods of the wave, its target and its largest value so far");
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.fill(p, p + size, c.t().frame, 4);
  const Area a{{p.x + c.px(8), p.y + c.px(20)}, {p.x + size.x - c.px(8), p.y + size.y - c.px(22)}};
  const auto [least, most] = std::ranges::minmax_element(made, {}, &DesignIteration::value);
  const bool is_ratio = least->value >= 0 && most->value < ratio_limit;
  const double low = std::min(0.0, least->value), high = is_ratio ? std::max(1.0, most->value) : most->value;
  const double last = std::max<double>(10, static_cast<double>(made.size()));
  const auto y_of = [&](double value) {
    const double share = high > low ? (value - low) / (high - low) : 0;
    return a.max.y - static_cast<float>(share) * (a.max.y - a.min.y);
  };
  const auto x_of = [&](std::size_t k) {
    return a.min.x + static_cast<float>(static_cast<double>(k + 1) / last) * a.width();
  };
  if (is_ratio) draw_level(c, a, y_of(1), c.say("target {}", 1), c.t().text2);
  const ImU32 best = c.t().data[3];
  draw_level(c, a, y_of(most->value), "", best);
  for (std::size_t k = 1; k < made.size(); ++k)
    pen.list->AddLine({x_of(k - 1), y_of(made[k - 1].value)}, {x_of(k), y_of(made[k].value)}, c.t().accent, c.px(1.5f));
  pen.list->AddCircleFilled({x_of(made.size() - 1), y_of(made.back().value)}, c.px(3), c.t().accent);
  const float below = a.max.y + c.px(11);
  pen.text({a.min.x, below}, {0, 0.5f}, c.say("{} periods", LiveAdjoint::periods * made.size()), c.t().text2,
           font_size::small);
  pen.text({a.max.x, below}, {1, 0.5f}, c.say("best {}", fixed(most->value, 3)), c.t().text2, font_size::small);
}

}  // namespace ez
