// The reflection of a plane wave by a CPML, as a ratio of amplitudes at the layer's inner edge: in the limit of a fine
// grid, and exactly on a given grid.
#pragma once

#include <complex>
#include <vector>

#include "solver/scene/scene.h"
#include "solver/theory/dispersion.h"

namespace ez {

// Returns the amplitude of the wave that crosses the layer, is reflected by the boundary behind it and crosses it
// again:
//   |R| = exp(−2·∫σ dx·η·cos θ),   ∫σ dx = σ_max·nΔ/(m+1) without a table of σ,
// for σ/ωε0 ≫ α/ωε0. This is the limit of fine cells; discretisation makes a layer worse. θ in radians.
double cpml_reflection(const Scene& scene, Side side, double theta);

// The stretch of one layer, from the boundary inwards: the Ez nodes 1 … n−1 and the H nodes ½ … n−½ (index 0 … n−1). Ez
// node 0 is the boundary, where the field is 0. ψ ← bψ + c∂, ∂ → k∂ + ψ.
struct LayerTable {
  struct Line {
    double k = 1, b = 0, c = 0;
  };
  std::vector<Line> e, h;  // n values each: at the Ez nodes, at the H nodes
};
// Returns the layer as the engines use it. It is read from the Problem of a narrow strip of the scene, without its
// faults.
LayerTable layer_table(const Scene& scene, Side side);

// Returns the grid in front of a boundary: dx across it, dy along it, with the scene's background as medium.
YeeGrid grid_before(const Scene& scene, Side side);

// Returns the exact reflection of the layer on its grid. For e^{iωt − iky·y} every difference d in the layer is d·(k +
// c/(1 − b·e^{−iωΔt})), so the update equations couple three neighbouring nodes. The function marches from the boundary
// inwards and then separates the two waves of the grid in front of the layer. ky in rad/m. If ky exceeds the
// wavenumber, the wave is evanescent, and R is the ratio of the returning to the arriving field at the layer's edge.
std::complex<double> discrete_cpml_reflection(const LayerTable& layer, const YeeGrid& grid, double omega, double ky);

}  // namespace ez
