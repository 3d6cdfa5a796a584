// Roe's scheme written plainly from the textbook. The engine's speed and results are compared with it.
#pragma once

#include <vector>

namespace ez::gas::test {

struct PlainGas {
  int nx, ny;
  float dx, dy, gamma;
  std::vector<float> rho, mx, my, energy;  // with one cell beyond each side, (nx+2)·(ny+2)
};
// Copies its border cells outwards, then makes a step of `dt`.
void plain_roe_step(PlainGas& g, float dt);

}  // namespace ez::gas::test
