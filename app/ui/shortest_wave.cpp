#include "app/ui/shortest_wave.h"

#include "app/platform/units.h"
#include "solver/scene/file/rules.h"

namespace ez {

std::optional<ShortestWave> shown_shortest_wave(const Context& c) {
  const Scene& scene = pane_scene(c.state, c.state.active);
  if (in_cells(scene.physics)) return std::nullopt;
  return shortest_wave(scene, WaveMedia(scene, pane_media(c.state, c.state.active).extreme()));
}

bool is_coarse(const ShortestWave& wave) { return wave.cells < fewest_cells_per_wave * (1 - 1e-9); }

std::string shortest_wave_words(const Context& c, const ShortestWave& wave) {
  std::string out =
      c.say("The shortest wave is in {}, n = {}: λ = {}, {} cells at {}.", wave.medium, fixed(wave.index, 2),
            brief(wave.wavelength, "m"), fixed(wave.cells, 1), brief(wave.frequency, "Hz"));
  if (is_coarse(wave)) out += c.say(" It needs 10 cells: use smaller cells or a lower frequency.");
  return out;
}

}  // namespace ez
