#include "papers/fill.h"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace ez {
namespace {

template <class T>
std::vector<T> smooth_field(int nx, int ny, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> along_x(static_cast<std::size_t>(nx), 0.0), along_y(static_cast<std::size_t>(ny), 0.0);
  for (int k = 0; k < 4; ++k) {
    const double phase = 2 * std::numbers::pi * uniform(random),
                 turn = 2 * std::numbers::pi * (0.01 + 0.03 * uniform(random));
    for (std::size_t i = 0; i < along_x.size(); ++i) along_x[i] += std::sin(turn * static_cast<double>(i) + phase);
    for (std::size_t j = 0; j < along_y.size(); ++j) along_y[j] += std::cos(turn * static_cast<double>(j) - phase);
  }
  std::vector<T> field(along_x.size() * along_y.size());
  for (std::size_t j = 0; j < along_y.size(); ++j)
    for (std::size_t i = 0; i < along_x.size(); ++i)
      field[j * along_x.size() + i] = static_cast<T>(1.5 + 0.1 * (along_x[i] + along_y[j]));
  return field;
}

}  // namespace

void fill(Solver& solver) {
  const Grid& g = solver.scene().grid;
  const FieldArray arrays[] = {FieldArray::ez, FieldArray::hx, FieldArray::hy};
  for (unsigned k = 0; k < 3; ++k)
    if (g.precision == Precision::float32)
      solver.engine().write(arrays[k], smooth_field<float>(g.nx, g.ny, k + 1).data());
    else
      solver.engine().write(arrays[k], smooth_field<double>(g.nx, g.ny, k + 1).data());
}

}  // namespace ez
