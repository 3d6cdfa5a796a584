#include "app/ui/shortest_wave.h"

#include <utility>

#include "app/platform/units.h"
#include "solver/scene/file/rules.h"

namespace ez {

const std::vector<GradedRange>& known_graded_ranges(const Context& c, const Scene& s) {
  InterfaceMemory& memory = c.memory;
  const std::optional<Scene>& known = memory.graded_scene;
  if (!known || !(known->grid == s.grid && known->materials == s.materials && known->shapes == s.shapes)) {
    Scene scene;
    scene.unit = s.unit, scene.grid = s.grid, scene.materials = s.materials, scene.shapes = s.shapes;
    memory.graded = graded_ranges(scene);
    memory.graded_scene = std::move(scene);
  }
  return memory.graded;
}

std::optional<ShortestWave> shown_shortest_wave(const Context& c) {
  const Scene& scene = pane_scene(c.state, c.state.active);
  if (in_cells(scene.physics)) return std::nullopt;
  const bool graded = has_graded_media(scene);
  return shortest_wave(scene, WaveMedia(scene, extreme_media(scene, graded ? known_graded_ranges(c, scene)
                                                                           : std::vector<GradedRange>())));
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
