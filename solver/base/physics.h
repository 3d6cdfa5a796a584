// The equations that a scene solves: Maxwell's, a gas's or heat's.
#pragma once

namespace ez {

enum class Physics { maxwell, gas, heat };
// Returns true if values are at the centres of cells instead of at nodes.
constexpr bool in_cells(Physics p) { return p != Physics::maxwell; }

// The physics that a key of the file, a kind of boundary or a quantity belongs to. `cells` means gas and heat.
enum class For { all, maxwell, cells, gas, heat };
constexpr bool is_for(For what, Physics p) {
  switch (what) {
    case For::maxwell:
      return p == Physics::maxwell;
    case For::cells:
      return in_cells(p);
    case For::gas:
      return p == Physics::gas;
    case For::heat:
      return p == Physics::heat;
    case For::all:
      break;
  }
  return true;
}

}  // namespace ez
