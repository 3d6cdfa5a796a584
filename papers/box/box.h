// Roe's scheme in three dimensions, first order, with fixed Δt. It provides the half of K. Yamamoto's tables (2010)
// that a plane does not cover. It is a study outside the program's physics: no walls inside, no edits, no scene.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solver/gas/engine.h"
#include "solver/gas/resources.h"

namespace ez::gas {

struct BoxProblem {
  int nx = 0, ny = 0, nz = 0;
  double dx = 1, dy = 1, dz = 1;  // m
  double dt = 0;                  // s; stable for dt · max[(|u|+c)/dx + (|v|+c)/dy + (|w|+c)/dz] ≤ 1
  double gamma = 1.4, entropy_fix = 0;
  Side x = Side::wall, y = Side::wall, z = Side::wall;  // for both ends: wall, outflow or periodic
  std::vector<double> rho, u, v, w, p;                  // nx·ny·nz values each, density and pressure above 0

  std::size_t cells() const {
    return static_cast<std::size_t>(nx) * static_cast<std::size_t>(ny) * static_cast<std::size_t>(nz);
  }
  std::size_t at(int i, int j, int k) const {
    return (static_cast<std::size_t>(k) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(j)) *
               static_cast<std::size_t>(nx) +
           static_cast<std::size_t>(i);
  }
};
// Returns a box at rest with one density and pressure.
BoxProblem still_box(int nx, int ny, int nz, double d, double rho, double p);

// Chooses the engine: backend, precision, threads, device and form of `engine`. On a CUDA device, marching blocks have
// threads_x × threads_y threads (one of box_blocks in float, 16 × 4 in double) and pass through `march` planes. 0: 8 or
// 16 planes, whichever keeps the card busy.
struct BoxChoice {
  EngineChoice engine;
  int threads_x = 16, threads_y = 4;
  int march = 0;
};
struct BoxBlock {
  int x, y;
};
inline constexpr BoxBlock box_blocks[] = {{16, 4}, {32, 2}, {8, 8}, {32, 4}, {16, 8}, {32, 8}};

class Box {
 public:
  virtual ~Box() = default;
  virtual void advance(std::int64_t steps) = 0;  // may return before the steps are done; later calls wait for them
  virtual void wait() = 0;
  virtual Arrays state() = 0;  // ρ, u, v, w, p; cell (i, j, k) as in the problem
};

// Throws OutOfMemory or EngineError.
std::unique_ptr<Box> make_box(const BoxProblem&, const BoxChoice&);
std::unique_ptr<Box> make_cuda_box(const BoxProblem&, const BoxChoice&);
// Returns the resources of a step's kernel on a CUDA device. Throws EngineError.
KernelResources box_resources(const BoxChoice&);

}  // namespace ez::gas
