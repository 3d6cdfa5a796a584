#include "solver/gas/layout.h"

#include <algorithm>

namespace ez::gas {

std::vector<double> held_values(const GasProblem& g, const Layout& l) {
  std::vector<double> held(static_cast<std::size_t>(2 * (l.nx + l.ny)));
  const auto put = [&](int i, int j, int a, int b) {
    held[static_cast<std::size_t>(held_at(i, j, l))] = g.value[g.at(a, b)];
  };
  for (int j = 0; j < l.ny; ++j) put(-1, j, 0, j), put(l.nx, j, l.nx - 1, j);
  for (int i = 0; i < l.nx; ++i) put(i, -1, i, 0), put(i, l.ny, i, l.ny - 1);
  return held;
}

std::vector<std::uint8_t> wall_marks(const GasProblem& g, const Layout& l) {
  if (std::none_of(g.solid.begin(), g.solid.end(), [](auto s) { return s != 0; })) return {};
  std::vector<std::uint8_t> marks(l.size());
  const auto mark = [&](int i, int j) { marks[static_cast<std::size_t>(l.at(i, j))] = 1; };
  for (int j = 0; j < l.ny; ++j)
    for (int i = 0; i < l.nx; ++i)
      if (g.solid[g.at(i, j)]) {
        mark(i, j);
        each_image(i, j, l, g.sides, [&](int a, int b, bool, bool) { mark(a, b); });
      }
  return marks;
}

}  // namespace ez::gas
