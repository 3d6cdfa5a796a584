// Modes of a cross-section of the grid, from the discrete equations themselves: fields on a line of nodes across a
// guide that propagate along its normal unchanged.
//
// A field e_j·e^{i(βx − ωt)} on nodes j of media ε_j, μ_j, with Δ between the nodes and δ along the normal, obeys
//   [(e_{j+1} − e_j)/μ_{j+½} − (e_j − e_{j−1})/μ_{j−½}]/Δ² + (Ω²/c²)·ε_j·e_j = (K²/μ_j)·e_j,
//   Ω = 2 sin(ωΔt/2)/Δt,   K = 2 sin(βδ/2)/δ,
// This is a symmetric tridiagonal eigenproblem. Sturm's sequence counts and finds the eigenvalues, and the
// twisted factorisation finds the vectors (Parlett & Dhillon, Linear Algebra Appl. 267 (1997) 247). Media are
// lossless and as the engine sees them.
#pragma once

#include <optional>
#include <vector>

namespace ez {

struct Section {
  // On an electric wall e is 0. Next to a magnetic wall the tangential H is 0.
  enum class Wall { none, electric, magnetic };
  struct Node {
    double eps = 1, mu = 1;  // relative; no modes are found if any μ is not positive
    Wall wall = Wall::none;
  };
  std::vector<Node> nodes;
  double along = 0, across = 0, dt = 0;            // m between nodes, m between lines of nodes along the normal, s
  bool mirror_first = false, mirror_last = false;  // the end is on a magnetic wall, which mirrors the field
};

struct SectionMode {
  double wavenumber = 0;  // β, rad/m
  double index = 0;       // β·c/ω
  // For a wave along the normal, the tangential H half a cell before a node is ∓admittance/μ_j·e_j, per relative μ and
  // the engine's absolute vacuum μ; m/s.
  double admittance = 0;
  std::vector<double> e;  // by node, with maximum 1; positive where |e| first exceeds half of it
  double tail = 0;        // |e| at the ends if the line ends in an open medium
};

// Returns the number of modes confined to the line. In a part of the line between walls these are all propagating
// modes. In other parts they are those slower than waves in the medium at the part's open ends. Modes are ordered by
// decreasing index of refraction.
int guided_modes(const Section& section, double frequency);
// Returns a mode; empty if there are no more than `index` modes.
std::optional<SectionMode> guided_mode(const Section& section, double frequency, int index);

}  // namespace ez
