// What a CPML returns of a plane wave, as a ratio of amplitudes at the layer's inner edge: in the limit of a fine grid,
// and exactly on the grid that there is.
#pragma once

#include <complex>
#include <vector>

#include "solver/scene/scene.h"
#include "solver/theory/dispersion.h"

namespace ez {

// The wave that crosses the layer, comes back from the wall behind it and crosses it again:
//   |R| = exp(−2·∫σ dx·η·cos θ),   ∫σ dx = σ_max·nΔ/(m+1),
// for σ/ωε0 ≫ α/ωε0; the limit of fine cells, from which discretisation keeps a layer. θ in radians.
double cpml_reflection(const CpmlGrading& grading, Side side, double theta);

// The stretch of one layer, from the wall inwards: the Ez nodes 1 … n−1 and the H nodes ½ … n−½ (index 0 … n−1; Ez node
// 0 is the wall, where the field is 0). ψ ← bψ + c∂, ∂ → k∂ + ψ.
struct LayerTable {
  struct Line {
    double k = 1, b = 0, c = 0;
  };
  std::vector<Line> e, h;  // n each: at the Ez nodes, at the H nodes
};
// As the engines use it: read off the Problem of a narrow strip of the scene, without its faults.
LayerTable layer_table(const Scene& scene, Side side);

// The grid in front of a side: dx across it, dy along it, the scene's background as medium.
YeeGrid grid_before(const Scene& scene, Side side);

// The layer on its grid, exactly. For e^{iωt − iky·y} every difference d in the layer is d·(k + c/(1 − b·e^{−iωΔt})),
// so the update equations couple three neighbouring nodes: marched from the wall inwards and taken apart into the two
// waves of the grid in front of the layer. ky in rad/m; beyond the wavenumber the wave is evanescent, and R is what
// comes back over what arrives at the layer's edge.
std::complex<double> discrete_cpml_reflection(const LayerTable& layer, const YeeGrid& grid, double omega, double ky);

}  // namespace ez
