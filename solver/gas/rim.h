// Data of gas cells next to walls, for a scheme that uses the true position of walls (muscl_hllc.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/gas/layout.h"
#include "solver/gas/physics/muscl_hllc.h"

namespace ez::gas {

template <class T>
struct RimCell {
  WallFace<T> face[4];  // by CellFace
  bool solid[4] = {};   // whether the cell beyond the face is solid; if not, `face` is unused
};

// All such cells of the grid and of the first layer beyond its border.
struct Rim {
  std::vector<std::int32_t> places;  // ascending indices, see Layout::at
  std::vector<RimCell<double>> cells;
};
// `marks` is wall_marks of the problem.
Rim rim_of(const GasProblem&, const Layout&, const std::vector<std::uint8_t>& marks);

template <class T>
std::vector<RimCell<T>> cells_as(const Rim& rim) {
  std::vector<RimCell<T>> out;
  out.reserve(rim.cells.size());
  for (const RimCell<double>& c : rim.cells) {
    RimCell<T>& to = out.emplace_back();
    for (int f = 0; f < 4; ++f) {
      const WallFace<double>& w = c.face[f];
      to.face[f] = {static_cast<T>(w.x), static_cast<T>(w.y), static_cast<T>(w.across)};
      to.solid[f] = c.solid[f];
    }
  }
  return out;
}

}  // namespace ez::gas
