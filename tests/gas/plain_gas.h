// Roe's scheme as one writes it from the book: what the engine's speed is held against, and its figures.
#pragma once

#include <vector>

namespace ez::gas::test {

struct PlainGas {
  int nx, ny;
  float dx, dy, gamma;
  std::vector<float> rho, mx, my, energy;  // with a cell beyond each border, (nx+2)·(ny+2)
};
// Copies its border cells outward, then makes a step of `dt`.
void plain_roe_step(PlainGas& g, float dt);

}  // namespace ez::gas::test
