// The intensity screen: draws the mean square of the field along the line cut next to the line. The line is the screen,
// and the distance of the curve from it shows the intensity.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/picture/clear_place.h"
#include "app/ui/picture/marks/line_cut.h"

namespace ez {

void draw_screen(const Context& c, const Viewport& v, ImDrawList* list) {
  const LineCut& cut = c.state.view.cut;
  const std::vector<double>& intensity = c.state.cut.intensity;
  if (!cut.on || !cut.screen || intensity.size() < 2) return;
  const ImVec2 a = v.screen(cut.from), b = v.screen(cut.to), d = b - a;
  const float length = std::hypot(d.x, d.y), most_out = c.px(110);
  const double most = *std::ranges::max_element(intensity);
  if (length < 1 || !(most > 0)) return;
  // Drawn towards the side with more space.
  ImVec2 across = ImVec2(-d.y, d.x) / length;
  const ImVec2 middle = (a + b) / 2, centre = (c.memory.picture.min + c.memory.picture.max) / 2;
  if (across.x * (centre.x - middle.x) + across.y * (centre.y - middle.y) < 0) across = across * -1;
  std::vector<ImVec2> curve;
  for (std::size_t k = 0; k < intensity.size(); ++k)
    curve.push_back(a + d * (static_cast<float>(k) / static_cast<float>(intensity.size() - 1)) +
                    across * (most_out * static_cast<float>(intensity[k] / most)));
  const ImU32 color = c.t().data[5];
  for (std::size_t k = 1; k < curve.size(); ++k) {
    const auto foot = [&](std::size_t n) {
      return a + d * (static_cast<float>(n) / static_cast<float>(intensity.size() - 1));
    };
    list->AddQuadFilled(foot(k - 1), curve[k - 1], curve[k], foot(k), fade(color, 0.28f));
  }
  list->AddPolyline(curve.data(), static_cast<int>(curve.size()), c.t().halo, c.px(4), 0);
  list->AddPolyline(curve.data(), static_cast<int>(curve.size()), color, c.px(2), 0);
  const Scene& s = c.state.scene;
  const std::string unit(unit_of(Quantity::ez, s.grid.polarization)),
      symbol(symbol_of(Quantity::ez, s.grid.polarization));
  const Pen pen{c.look, list};
  const std::string words = c.say("mean {}², largest rms {}", symbol, engineering(std::sqrt(most), unit, 2));
  const ImVec2 size = c.look.measure(c.look.fonts.text, font_size::small, words) + c.look.px(12, 8);
  const ImVec2 at = a - d * (c.px(22) / length);  // beyond its first end, because the ruler's text is at the middle
  const Area place = clear_of_labels(c, {at - size / 2, at + size / 2});
  pen.pill((place.min + place.max) / 2, {0.5f, 0.5f}, words, c.t().text);
}

}  // namespace ez
