// A gas, or heat, made ready for an engine: a plain value. Cells, not nodes: the centre of cell (i, j) lies at
// ((i+½)Δx, (j+½)Δy); arrays hold row after row, cell (i, j) at j·nx + i.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/scene/quantity.h"

namespace ez::gas {

enum class Scheme { roe, lax_wendroff, diffusion, muscl_hllc };  // diffusion: heat; the others: a gas
inline bool is_heat(Scheme s) { return s == Scheme::diffusion; }

// A gas: wall, outflow, periodic. Heat: fixed (held at the side's first values), insulated (wall and outflow mean the
// same), periodic.
enum class Side { wall, outflow, periodic, fixed };

struct Sides {
  Side left = Side::wall, right = Side::wall, bottom = Side::wall, top = Side::wall;
  bool operator==(const Sides&) const = default;
};

// What may change while a run goes on.
struct Parameters {
  double gamma = 1.4;
  double cfl = 0;          // Δt by the largest signal (heat: in parts of the limit of stability); 0: default_cfl
  double dt = 0;           // s; above 0: fixed, and cfl is not asked
  double viscosity = 1;    // ν of Lax–Wendroff
  double entropy_fix = 0;  // δ/c of Roe's u±c; 0: none
  double diffusivity = 0;  // κ of heat, m²/s
  bool operator==(const Parameters&) const = default;
};
double default_cfl(Scheme);  // 0.9 of Roe and of heat, 0.8 of MUSCL–Hancock, 0.4 of Lax–Wendroff

// Faces of a cell of gas.
enum class CellFace : std::uint8_t { left, right, below, above };
// A wall that is not the face between a cell of gas and a solid one, but lies somewhere between their centres: its
// normal in the plane, of length 1, and its distances from the centres of the solid cell and of the gas, the first over
// the second. MUSCL–Hancock asks for them; the other schemes take every wall for the face.
struct Slant {
  std::int32_t cell = 0;  // of gas, j·nx + i
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
  std::vector<std::uint8_t> solid;   // not 0: a wall; empty: none
  std::vector<Slant> slants;         // ascending by cell and face; of faces that are not listed the wall is the face

  std::size_t cells() const { return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny); }
  std::size_t at(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) + static_cast<std::size_t>(i);
  }
};

// A gas at rest, of one density and pressure, or heat of value 0: what a caller then fills.
GasProblem still_gas(int nx, int ny, double dx, double dy, double rho, double p);
GasProblem no_heat(int nx, int ny, double dx, double dy, double diffusivity);

// Why no run can be made of it, in words; empty: it can.
std::string why_not(const GasProblem&);

}  // namespace ez::gas
