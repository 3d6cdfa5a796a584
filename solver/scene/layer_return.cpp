#include "solver/scene/layer_return.h"

#include <cmath>

#include "solver/base/constants.h"
#include "solver/scene/layer_profile.h"
#include "solver/scene/raster/raster.h"

namespace ez {

double layer_return(const Scene& scene, Side side, double frequency, std::complex<double> normal) {
  using Complex = std::complex<double>;
  constexpr int parts = 200;  // of the layer, each evaluated at its middle
  const Vec2 cell = cell_size(scene);
  const PaletteEntry background = background_of(scene);
  const double delta = across_x(side) ? cell.x : cell.y, omega = 2 * pi * frequency;
  const LayerProfile profile(scene.boundary.cpml, scene.boundary.cpml.factor_of(side), delta,
                             1 / std::sqrt(background.eps * background.mu));
  // The recursion of cpml.h, ψ ← bψ + c∂, replaces the stretch by its discrete form. If σΔt/ε0 is not small, it absorbs
  // more than σ alone would.
  const double dt = time_step(scene);
  const Complex step = std::polar(1.0, omega * dt);
  Complex stretched = 0;
  for (int k = 0; k < parts; ++k) {
    const double u = (k + 0.5) / parts, kappa = profile.kappa(u), sigma = profile.sigma(u), alpha = profile.alpha(u);
    const double b = std::exp(-(sigma / kappa + alpha) * dt / eps0),
                 c = sigma > 0 ? sigma / (sigma * kappa + kappa * kappa * alpha) * (b - 1) : 0;
    stretched += 1.0 / (1 / kappa + c / (1.0 - b * step));
  }
  stretched *= scene.boundary.layer_cells(side) * delta / parts;
  return std::abs(std::exp(Complex(0, 2) * normal * stretched));
}

}  // namespace ez
