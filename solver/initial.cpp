#include "solver/initial.h"

#include <algorithm>
#include <vector>

namespace ez {
namespace {

// Whether a node of the scene is on the half that lies on `side`.
bool in_half(const Grid& g, Side side, int i, int j) {
  switch (side) {
    case Side::left:
      return i < g.nx / 2;
    case Side::right:
      return i >= g.nx - g.nx / 2;
    case Side::bottom:
      return j < g.ny / 2;
    case Side::top:
      return j >= g.ny - g.ny / 2;
  }
  return false;
}

template <class T>
void write(const Scene& scene, const Outset& outset, const Problem& p, Engine& engine) {
  const Grid& g = scene.grid;
  std::vector<T> field(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny), T(0));
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      const ElectricEntry& m = p.electric_palette[p.electric.at(i, j)];
      const bool held = m.ca == 0 && m.cb == 0;  // at zero, by the update itself
      const int si = std::clamp(i - outset[Side::left], 0, g.nx - 1);
      const int sj = std::clamp(j - outset[Side::bottom], 0, g.ny - 1);
      if (!held && in_half(g, scene.initial.side, si, sj))
        field[static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)] =
            static_cast<T>(scene.initial.value);
    }
  engine.write(FieldArray::ez, field.data());
}

}  // namespace

void write_initial(const Scene& scene, const Outset& outset, const Problem& p, Engine& engine) {
  if (scene.initial.value == 0) return;
  if (p.precision == Precision::float32)
    write<float>(scene, outset, p, engine);
  else
    write<double>(scene, outset, p, engine);
}

}  // namespace ez
