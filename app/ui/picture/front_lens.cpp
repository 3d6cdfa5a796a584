// The dispersion lens. It draws two fronts over the picture of a pulse: the front according to Maxwell's equations,
// dashed, and the front on the grid. Both apply to the background only, because the lens does not follow refraction.
#include "app/ui/picture/front_lens.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "solver/base/constants.h"
#include "solver/theory/dispersion.h"

namespace ez {
namespace {

constexpr int directions = 360;

// Returns null for vacuum.
const Material* medium_of_background(const Scene& scene) {
  const auto at = std::ranges::find(scene.materials, scene.grid.background, &Material::name);
  return at == scene.materials.end() ? nullptr : &*at;
}

// Returns the waveform's frequency, or the middle of its band.
double frequency_of(const Waveform& waveform) {
  const Band band = band_of(waveform);
  return frequency(waveform).value_or((band.low + band.high) / 2);
}

void draw_front(const Context& c, const Viewport& v, const PulseFront& front, ImDrawList* list) {
  const Vec2 cell = cell_size(c.state.scene);
  std::vector<ImVec2> exact, grid;
  for (int k = 0; k <= directions; ++k) {
    const double a = 2 * pi * k / directions;
    exact.push_back(v.screen({(front.centre.x + front.radius * std::cos(a)) / cell.x,
                              (front.centre.y + front.radius * std::sin(a)) / cell.y}));
    const Vec2 p = front.on_grid[static_cast<std::size_t>(k % directions)];
    grid.push_back(v.screen({p.x / cell.x, p.y / cell.y}));
  }
  const auto all = static_cast<int>(grid.size());
  list->AddPolyline(grid.data(), all, c.t().halo, c.px(4.5f));
  for (std::size_t k = 0; k + 2 < exact.size(); k += 4) list->AddLine(exact[k], exact[k + 2], c.t().halo, c.px(4.5f));
  list->AddPolyline(grid.data(), all, c.t().accent, c.px(2));
  for (std::size_t k = 0; k + 2 < exact.size(); k += 4) list->AddLine(exact[k], exact[k + 2], c.t().ink, c.px(2));
}

}  // namespace

std::vector<PulseFront> pulse_fronts(const Scene& scene, double t) {
  std::vector<PulseFront> out;
  if (scene.physics != Physics::maxwell) return out;
  const Vec2 cell = cell_size(scene);
  YeeGrid grid{cell.x, cell.y, time_step(scene)};
  if (const Material* m = medium_of_background(scene)) {
    if (m->sigma != 0 || m->sigma_m != 0 || m->graded() || m->dispersive()) return out;
    grid.eps = m->eps, grid.mu = m->mu;
  }
  const double speed = c0 / std::sqrt(grid.eps * grid.mu);
  for (const Source& s : scene.sources) {
    const auto* point = std::get_if<PointSource>(&s.geometry);
    if (!point || point->motion.moves() || !s.on || is_continuous(s.waveform)) continue;
    const double since = t - pulse_times(s.waveform).peak, f = frequency_of(s.waveform);
    if (!(since > 0) || !carries_waves(grid, f)) continue;
    PulseFront front;
    const Node node = point->nodes(scene).front();
    front.centre = {node.i * cell.x, node.j * cell.y};
    front.radius = speed * since;
    front.wavelength = speed / f;
    for (int k = 0; k < directions; ++k) {
      const GroupVelocity g = discrete_group_velocity(grid, 2 * pi * f, 2 * pi * k / directions);
      front.on_grid.push_back({front.centre.x + g.x * since, front.centre.y + g.y * since});
      const double lag = front.radius - std::hypot(g.x, g.y) * since;
      if (lag > front.lag * (1 + 1e-9)) front.lag = lag, front.angle = std::atan2(g.y, g.x) * 180 / pi;
    }
    out.push_back(std::move(front));
  }
  return out;
}

void draw_front_lens(const Context& c, const Viewport& v, const Area& legend, ImDrawList* list) {
  const Vec2 cell = cell_size(c.state.scene);
  const std::vector<PulseFront> fronts = pulse_fronts(c.state.scene, c.state.time);
  for (const PulseFront& front : fronts) draw_front(c, v, front, list);
  std::string words = "no pulse of a point source yet";
  if (!fronts.empty()) {
    const PulseFront& worst = *std::ranges::max_element(fronts, {}, &PulseFront::lag);
    words = c.say("{} cells behind ({}° of phase) at {}°", fixed(worst.lag / std::min(cell.x, cell.y), 2, 6),
                  fixed(360 * worst.lag / worst.wavelength, 1, 6), fixed(worst.angle, 0, 1));
  }
  const Pen pen{c.look, list};
  const char *exact = "Maxwell", *grid = "This grid";
  const auto width = [&](std::string_view text) { return c.look.measure(c.look.fonts.text, font_size::small, text).x; };
  const float sample = c.px(24), gap = c.px(8), keys = 2 * (sample + gap) + width(exact) + width(grid) + c.px(16);
  const float w = std::max(keys, c.look.measure(c.look.fonts.mono, font_size::number, words).x) + c.px(24);
  const float bottom = legend.max.y > legend.min.y ? legend.min.y - c.px(8) : c.memory.picture.max.y - c.px(16);
  const float left = legend.max.y > legend.min.y ? legend.min.x : c.memory.picture.min.x + c.px(16);
  const ImVec2 a(left, bottom - c.px(56)), b(left + w, bottom);
  pen.card(a, b);
  float x = a.x + c.px(12);
  const float y = a.y + c.px(18);
  for (float part = 0; part < sample; part += c.px(9))
    list->AddLine({x + part, y}, {std::min(x + part + c.px(5), x + sample), y}, c.t().ink, c.px(2));
  x += sample + gap;
  x += pen.text({x, y}, {0, 0.5f}, exact, c.t().text2, font_size::small) + c.px(16);
  list->AddLine({x, y}, {x + sample, y}, c.t().accent, c.px(2));
  x += sample + gap;
  pen.text({x, y}, {0, 0.5f}, grid, c.t().text2, font_size::small);
  pen.mono({a.x + c.px(12), a.y + c.px(39)}, {0, 0.5f}, words, fronts.empty() ? c.t().text2 : c.t().text,
           font_size::number);
}

}  // namespace ez
