// A gas, or heat, prepared for an engine, as a plain value. It uses cells, not nodes: the centre of cell (i, j) is at
// ((i+½)Δx, (j+½)Δy). Arrays are stored row by row, with cell (i, j) at j·nx + i.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/scene/quantity.h"

namespace ez::gas {

enum class Scheme { roe, lax_wendroff, diffusion, muscl_hllc };  // diffusion: heat; the others: a gas
inline bool is_heat(Scheme s) { return s == Scheme::diffusion; }

// Kinds of boundaries. Gas: wall, outflow, periodic. Heat: fixed (keeps the boundary's initial values), insulated (wall
// and outflow mean the same), periodic.
enum class Side { wall, outflow, periodic, fixed };

struct Sides {
  Side left = Side::wall, right = Side::wall, bottom = Side::wall, top = Side::wall;
  bool operator==(const Sides&) const = default;
};

// Parameters that may change during a run.
struct Parameters {
  double gamma = 1.4;
  // Δt relative to the limit set by the largest signal (heat: by stability); 0: default_cfl.
  double cfl = 0;
  double dt = 0;           // s; if above 0, Δt is fixed and cfl is ignored
  double viscosity = 1;    // ν of Lax–Wendroff
  double entropy_fix = 0;  // δ/c of Roe's u±c; 0: none
  double diffusivity = 0;  // κ of heat, m²/s
  bool operator==(const Parameters&) const = default;
};
// Returns 0.9 for Roe and for heat, 0.8 for MUSCL–Hancock, 0.4 for Lax–Wendroff.
double default_cfl(Scheme);

// Faces of a gas cell.
enum class CellFace : std::uint8_t { left, right, below, above };
// A wall that is not on the face between a gas cell and a solid cell, but somewhere between their centres. (x, y) is
// its normal in the plane, of length 1. `ratio` is its distance from the centre of the solid cell divided by that from
// the centre of the gas cell. MUSCL–Hancock uses these walls; the other schemes assume every wall on the face.
struct Slant {
  std::int32_t cell = 0;  // the gas cell, j·nx + i
  CellFace face = CellFace::left;
  double x = 1, y = 0, ratio = 1;
  bool operator==(const Slant&) const = default;
};

struct GasProblem {
  int nx = 0, ny = 0;
  double dx = 1, dy = 1;  // m
  Scheme scheme = Scheme::roe;
  Sides sides;
  Parameters parameters;
  std::vector<double> rho, u, v, p;  // a gas at the start: nx·ny values each
  std::vector<double> value;         // heat at the start
  std::vector<std::uint8_t> solid;   // not 0: a wall; empty: no walls
  // In ascending order of cell and face. If a face is not listed, its wall is on the face.
  std::vector<Slant> slants;

  std::size_t cells() const { return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny); }
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
  }
};

// Return a gas at rest with one density and pressure, or heat of value 0, which the caller then fills.
GasProblem still_gas(int nx, int ny, double dx, double dy, double rho, double p);
GasProblem no_heat(int nx, int ny, double dx, double dy, double diffusivity);

// Returns the reason why the problem cannot run, or an empty string.
std::string why_not(const GasProblem&);

}  // namespace ez::gas
