// Modes of a cross-section of the grid, by the discrete equations themselves: what a line of nodes across a guide
// carries along its normal without change.
//
// Of a field e_j·e^{i(βx − ωt)} across nodes j of media ε_j, μ_j, with Δ between the nodes and δ along the normal,
//   [(e_{j+1} − e_j)/μ_{j+½} − (e_j − e_{j−1})/μ_{j−½}]/Δ² + (Ω²/c²)·ε_j·e_j = (K²/μ_j)·e_j,
//   Ω = 2 sin(ωΔt/2)/Δt,   K = 2 sin(βδ/2)/δ,
// a symmetric tridiagonal eigenproblem: eigenvalues are counted and found by Sturm's sequence, vectors by the twisted
// factorisation (Parlett & Dhillon, Linear Algebra Appl. 267 (1997) 247). Media as the engine sees them, without loss.
#pragma once

#include <optional>
#include <vector>

namespace ez {

struct Section {
  // At an electric wall e is 0; beside a magnetic one the tangential H is.
  enum class Wall { none, electric, magnetic };
  struct Node {
    double eps = 1, mu = 1;  // relative; where some μ is not above 0 there are no modes
    Wall wall = Wall::none;
  };
  std::vector<Node> nodes;
  double along = 0, across = 0, dt = 0;            // m between nodes, m between lines of nodes along the normal, s
  bool mirror_first = false, mirror_last = false;  // the end lies on a magnetic wall: what is beyond is its image
};

struct SectionMode {
  double wavenumber = 0;  // β, rad/m
  double index = 0;       // β·c/ω
  // Of a wave along the normal: tangential H half a cell before a node is ∓admittance/μ_j·e_j, per relative μ and the
  // engine's absolute one of vacuum; m/s.
  double admittance = 0;
  std::vector<double> e;  // by node, its largest 1; positive where it first comes near to that
  double tail = 0;        // |e| at the ends where the line ends in an open medium
};

// Modes that stay at the line: in a part of it between walls all that travel, else those slower than waves in the
// medium at the part's open ends. By index of refraction, the largest first.
int guided_modes(const Section& section, double frequency);
// None where there are no more than `index`.
std::optional<SectionMode> guided_mode(const Section& section, double frequency, int index);

}  // namespace ez
