#include "solver/run/initial.h"

#include <algorithm>
#include <vector>

namespace ez {
namespace {

// Returns true if a node of the scene is in the half next to `side`.
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

// Returns the nodes that the update holds at zero, except those that Mur boundaries set. They stay at zero.
std::vector<bool> held(const Problem& p) {
  std::vector<bool> out(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      out[static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i)] =
          p.electric_palette[p.electric.at(i, j)].is_zero();
    }
  for (const MurNode& n : p.mur) out[n.node] = false;
  for (const Mur2Node& n : p.mur2) out[n.node] = false;
  for (const MurCorner& c : p.mur_corners) out[c.a.node] = false;
  return out;
}

template <class T>
void write(const Scene& scene, const Padding& padding, const Problem& p, Engine& engine) {
  const Grid& g = scene.grid;
  const std::vector<bool> zero = held(p);
  std::vector<T> field(zero.size(), T(0));
  std::size_t k = 0;
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i, ++k) {
      const int si = std::clamp(i - padding[Side::left], 0, g.nx - 1);
      const int sj = std::clamp(j - padding[Side::bottom], 0, g.ny - 1);
      if (!zero[k] && in_half(g, scene.initial.side, si, sj)) field[k] = static_cast<T>(scene.initial.value);
    }
  engine.write(FieldArray::ez, field.data());
}

}  // namespace

void write_initial(const Scene& scene, const Padding& padding, const Problem& p, Engine& engine) {
  if (scene.initial.value == 0) return;
  if (p.precision == Precision::float32)
    write<float>(scene, padding, p, engine);
  else
    write<double>(scene, padding, p, engine);
}

}  // namespace ez
