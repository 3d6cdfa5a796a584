// Information about the shortest wavelength of a scene for display (solver/scene/shortest_wave.h).
#pragma once

#include <optional>
#include <string>

#include "app/ui/context.h"
#include "solver/scene/shortest_wave.h"

namespace ez {

// Returns the shortest wave of the active pane's scene; nothing without sources, or for a gas or heat.
std::optional<ShortestWave> shown_shortest_wave(const Context& c);
// Returns true if the wavelength has too few cells.
bool is_coarse(const ShortestWave& wave);
// Returns "The shortest wave is in silicon, n = 3.40: λ = 3.67 mm, 3.7 cells at 24 GHz. …".
std::string shortest_wave_words(const Context& c, const ShortestWave& wave);

}  // namespace ez
