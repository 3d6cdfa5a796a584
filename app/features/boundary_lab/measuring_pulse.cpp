#include "app/features/boundary_lab/measuring_pulse.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace ez {
namespace {

constexpr double least_ramp = 3, most_ramp = 6;  // periods; limits of the ramp that sets the pulse's width
constexpr double ramps_a_width = 5;              // periods of the ramp for each period of the pulse's width
constexpr double delay_widths = 4.5;

const Cw* steady(const Source& source) { return source.on ? std::get_if<Cw>(&source.waveform) : nullptr; }

// Returns the source's pulse if it is one that replaced a CW, otherwise null.
const Modulated* measuring_pulse(const Source& source) {
  const Modulated* pulse = source.on ? std::get_if<Modulated>(&source.waveform) : nullptr;
  return pulse && pulse->delay == delay_widths * pulse->width ? pulse : nullptr;
}

Cw steady_of(const Modulated& pulse) {
  constexpr double shown = 1e9;  // rounds a ramp to a billionth of a period, which recovers its original value
  const double ramp = ramps_a_width * pulse.width * pulse.frequency;
  return {pulse.frequency, std::round(ramp * shown) / shown, pulse.phase};
}

}  // namespace

bool can_measure_with_pulse(const Scene& scene) {
  return std::ranges::any_of(scene.sources, steady) && !can_go_back_to_steady(scene);
}

bool can_go_back_to_steady(const Scene& scene) { return std::ranges::any_of(scene.sources, measuring_pulse); }

Scene with_pulses(Scene scene) {
  for (Source& source : scene.sources)
    if (const Cw* cw = steady(source)) {
      const double width = std::clamp(cw->ramp, least_ramp, most_ramp) / (ramps_a_width * cw->frequency);
      source.waveform = Modulated{cw->frequency, width, delay_widths * width, cw->phase};
    }
  return scene;
}

Scene with_steady_sources(Scene scene) {
  for (Source& source : scene.sources)
    if (const Modulated* pulse = measuring_pulse(source)) source.waveform = steady_of(*pulse);
  return scene;
}

std::optional<Scene> without_new_pulses(const Scene& scene, const Scene& saved) {
  const auto is_new = [&](const Source& source) {
    return measuring_pulse(source) &&
           std::ranges::find(saved.sources, source.waveform, &Source::waveform) == saved.sources.end();
  };
  if (std::ranges::none_of(scene.sources, is_new)) return std::nullopt;
  Scene out = scene;
  for (Source& source : out.sources)
    if (is_new(source)) source.waveform = steady_of(*measuring_pulse(source));
  return out;
}

}  // namespace ez
