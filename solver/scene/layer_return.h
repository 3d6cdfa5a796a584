// What a CPML returns of a wave that meets it at an angle, in the limit of fine cells.
#pragma once

#include <complex>

#include "solver/scene/scene.h"

namespace ez {

// |R| at the layer's inner edge. `normal` is the wavenumber across the layer in rad/m: real for a wave that travels
// into it, imaginary (above 0) for one that is evanescent there. With e^{−iωt} the layer stretches lengths by
//   s = κ + σ/(α − iωε0),   and the wall behind it sends all back:   |R| = |exp(2i·normal·∫s dx)|.
// σ acts on Re normal: near grazing incidence, where that goes to 0, every layer returns nearly all.
// Roden & Gedney, Microw. Opt. Technol. Lett. 27, 334 (2000).
double layer_return(const Scene& scene, Side side, double frequency, std::complex<double> normal);

}  // namespace ez
