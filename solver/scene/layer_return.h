// Reflection of a CPML for a wave at an angle, in the limit of fine cells.
#pragma once

#include <complex>

#include "solver/scene/scene.h"

namespace ez {

// Returns |R| at the layer's inner edge. `normal` is the wavenumber across the layer in rad/m. It is real
// for a wave that propagates into the layer, and imaginary (positive) for an evanescent one. With e^{−iωt}
// the layer stretches lengths by
//   s = κ + σ/(α − iωε0),   and the boundary behind it reflects all:   |R| = |exp(2i·normal·∫s dx)|.
// σ acts on Re normal. Near grazing incidence this approaches 0, and every layer reflects almost all. Roden & Gedney,
// Microw. Opt. Technol. Lett. 27, 334 (2000).
double layer_return(const Scene& scene, Side side, double frequency, std::complex<double> normal);

}  // namespace ez
