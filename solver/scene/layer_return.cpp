#include "solver/scene/layer_return.h"

#include <cmath>

#include "solver/base/constants.h"
#include "solver/scene/raster/raster.h"

namespace ez {

double layer_return(const Scene& scene, Side side, double frequency, std::complex<double> normal) {
  using Complex = std::complex<double>;
  constexpr int parts = 200;  // of the layer, each evaluated at its middle
  const CpmlGrading& g = scene.boundary.cpml;
  const Vec2 cell = cell_size(scene);
  const PaletteEntry background = background_of(scene);
  const double delta = across_x(side) ? cell.x : cell.y, omega = 2 * pi * frequency;
  const double sigma_max = g.factor[static_cast<std::size_t>(side)] * g.sigma * 0.8 * (g.order + 1) /
                           (eta0 * delta * std::sqrt(background.eps * background.mu));
  const double alpha_max = g.alpha.value_or(2e-5 / delta);
  // The recursion of cpml.h, ψ ← bψ + c∂, replaces the stretch by its discrete form. If σΔt/ε0 is not small, it absorbs
  // more than σ alone would.
  const double dt = time_step(scene);
  const Complex step = std::polar(1.0, omega * dt);
  Complex stretched = 0;
  for (int k = 0; k < parts; ++k) {
    const double u = (k + 0.5) / parts, kappa = 1 + (g.kappa - 1) * g.rising(u), sigma = sigma_max * g.rising(u),
                 alpha = alpha_max * g.falling(u);
    const double b = std::exp(-(sigma / kappa + alpha) * dt / eps0),
                 c = sigma > 0 ? sigma / (sigma * kappa + kappa * kappa * alpha) * (b - 1) : 0;
    stretched += 1.0 / (1 / kappa + c / (1.0 - b * step));
  }
  stretched *= scene.boundary.layer_cells(side) * delta / parts;
  return std::abs(std::exp(Complex(0, 2) * normal * stretched));
}

}  // namespace ez
