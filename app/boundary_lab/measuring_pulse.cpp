#include "app/boundary_lab/measuring_pulse.h"

#include <algorithm>
#include <variant>

namespace ez {
namespace {

constexpr double least_start = 2, longest_start = 6;  // periods of a CW's ramp that a pulse takes over

const Cw* steady(const Source& source) { return source.on ? std::get_if<Cw>(&source.waveform) : nullptr; }

// The pulse that stands for a CW.
const Hann* measuring_pulse(const Source& source) {
  const Hann* pulse = source.on ? std::get_if<Hann>(&source.waveform) : nullptr;
  const bool fits =
      pulse && pulse->delay == 0 && pulse->cycles >= 2 * least_start && pulse->cycles <= 2 * longest_start;
  return fits ? pulse : nullptr;
}

}  // namespace

bool can_measure_with_pulse(const Scene& scene) {
  return std::ranges::any_of(scene.sources, steady) && !can_go_back_to_steady(scene);
}

bool can_go_back_to_steady(const Scene& scene) { return std::ranges::any_of(scene.sources, measuring_pulse); }

Scene with_pulses(Scene scene) {
  for (Source& source : scene.sources)
    if (const Cw* cw = steady(source))
      source.waveform = Hann{.frequency = cw->frequency,
                             .cycles = 2 * std::clamp(cw->ramp, least_start, longest_start),
                             .phase = cw->phase};
  return scene;
}

Scene with_steady_sources(Scene scene) {
  for (Source& source : scene.sources)
    if (const Hann* pulse = measuring_pulse(source))
      source.waveform = Cw{pulse->frequency, pulse->cycles / 2, pulse->phase};
  return scene;
}

}  // namespace ez
