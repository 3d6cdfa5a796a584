// Equations that every adjoint run uses. With z = e^(−iωΔt) the update of Ez becomes, for every node and frequency and
// without approximation,
//   [−2i·sin(ωΔt/2)·ε + σΔt·cos(ωΔt/2)]·E = Δt·(curl H) − (Δt/(ΔxΔy))·I,
// which is symmetric after H is eliminated. So with currents I = g, where d(goal) = 2·Re Σ g·dE,
//   d(goal)/dε_r = 4·ε0·sin(ωΔt/2)·(ΔxΔy/Δt)·Im(E·E_adjoint),
//   d(goal)/dσ   = 2·ΔxΔy·cos(ωΔt/2)·Re(E·E_adjoint)
// at each node. A goal that reads H is expressed by Ez first:
//   Hy(i+½) = iΔt/(2μΔx·sin(ωΔt/2))·(E(i+1) − E(i)),  Hx(j+½) = −iΔt/(2μΔy·sin(ωΔt/2))·(E(j+1) − E(j)).
// E and I are both sums over time, Σ x(t)·e^(+iωt)·Δt, or both amplitudes of a steady wave, Re(X·e^(−iωt)).
//
// The equations are derived from the scheme in physics/yee.h. Related: Tang et al., Time reversal differentiation of
// FDTD for photonic inverse design, ACS Photonics 10 (2023) 4140.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/scene/scene.h"

namespace ez {

// Derivatives at the nodes of a region, row by row from the bottom.
struct Derivatives {
  std::vector<double> eps;    // per unit of ε_r
  std::vector<double> sigma;  // per S/m
};
// Adds the derivatives from the phasors of both runs in the region, at one frequency (Hz); dt in s, cell in m. The
// currents were `scale` times too small.
void add_derivatives(Derivatives& out, std::span<const std::complex<double>> forward,
                     std::span<const std::complex<double>> adjoint, double frequency, double dt, Vec2 cell,
                     std::complex<double> scale);

struct NodeCurrent {
  Node node;
  std::complex<double> current;
};
// Returns the currents through nodes that correspond to g at the points, at one frequency; only those that are not 0,
// row by row. dt in s.
std::vector<NodeCurrent> node_currents(const Scene& scene, double dt, const std::vector<GatherPoint>& points,
                                       std::span<const std::complex<double>> g, double frequency);

// Returns the phasors at the points from those of Ez at every node of the grid, row by row from the bottom. dt in s.
std::vector<std::complex<double>> point_phasors(const Scene& scene, double dt, const std::vector<GatherPoint>& points,
                                                std::span<const std::complex<double>> ez, double frequency);

// Returns a source with one node's current.
Source current_source(const Scene& scene, Node node, double amplitude, Waveform waveform);

}  // namespace ez
