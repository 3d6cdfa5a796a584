// Built with -O3 -march=native (tests/CMakeLists.txt).
#include "plain_gas.h"

#include <cmath>
#include <cstddef>

namespace ez::gas::test {
namespace {

// n is the momentum across the face, t along it.
struct Side {
  float rho, n, t, energy;
};
void roe(const Side& l, const Side& r, float gamma, float* flux) {
  const float ul = l.n / l.rho, vl = l.t / l.rho, ur = r.n / r.rho, vr = r.t / r.rho;
  const float pl = (gamma - 1) * (l.energy - 0.5f * l.rho * (ul * ul + vl * vl));
  const float pr = (gamma - 1) * (r.energy - 0.5f * r.rho * (ur * ur + vr * vr));
  const float hl = (l.energy + pl) / l.rho, hr = (r.energy + pr) / r.rho;
  const float s = std::sqrt(r.rho / l.rho), u = (ul + s * ur) / (1 + s), v = (vl + s * vr) / (1 + s);
  const float h = (hl + s * hr) / (1 + s), rho = s * l.rho, q2 = u * u + v * v;
  const float c2 = (gamma - 1) * (h - q2 / 2), c = std::sqrt(c2);
  const float dp = pr - pl, du = ur - ul, dv = vr - vl, drho = r.rho - l.rho;
  const float a1 = std::fabs(u - c) * (dp - rho * c * du) / (2 * c2);
  const float a5 = std::fabs(u + c) * (dp + rho * c * du) / (2 * c2);
  const float a2 = std::fabs(u) * (drho - dp / c2), b = std::fabs(u) * rho * dv;
  flux[0] = 0.5f * (l.n + r.n - (a1 + a2 + a5));
  flux[1] = 0.5f * (l.n * ul + pl + r.n * ur + pr - (a1 * (u - c) + a2 * u + a5 * (u + c)));
  flux[2] = 0.5f * (l.n * vl + r.n * vr - (a1 * v + a2 * v + a5 * v + b));
  flux[3] = 0.5f *
            ((l.energy + pl) * ul + (r.energy + pr) * ur - (a1 * (h - u * c) + a2 * q2 / 2 + a5 * (h + u * c) + b * v));
}

}  // namespace

void plain_roe_step(PlainGas& g, float dt) {
  const int nx = g.nx, ny = g.ny;
  const std::ptrdiff_t w = nx + 2;
  const auto at = [&](int i, int j) { return static_cast<std::size_t>((j + 1) * w + i + 1); };
  for (auto* a : {&g.rho, &g.mx, &g.my, &g.energy}) {
    for (int j = 0; j < ny; ++j) (*a)[at(-1, j)] = (*a)[at(0, j)], (*a)[at(nx, j)] = (*a)[at(nx - 1, j)];
    for (int i = -1; i <= nx; ++i) (*a)[at(i, -1)] = (*a)[at(i, 0)], (*a)[at(i, ny)] = (*a)[at(i, ny - 1)];
  }
  static thread_local std::vector<float> fx, fy;
  fx.resize(4 * g.rho.size());
  fy.resize(4 * g.rho.size());
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i <= nx; ++i) {
      const std::size_t l = at(i - 1, j), r = at(i, j);
      roe({g.rho[l], g.mx[l], g.my[l], g.energy[l]}, {g.rho[r], g.mx[r], g.my[r], g.energy[r]}, g.gamma, &fx[4 * r]);
    }
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const std::size_t l = at(i, j - 1), r = at(i, j);
      roe({g.rho[l], g.my[l], g.mx[l], g.energy[l]}, {g.rho[r], g.my[r], g.mx[r], g.energy[r]}, g.gamma, &fy[4 * r]);
    }
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const std::size_t k = at(i, j), e = at(i + 1, j), n = at(i, j + 1);
      g.rho[k] -= dt / g.dx * (fx[4 * e] - fx[4 * k]) + dt / g.dy * (fy[4 * n] - fy[4 * k]);
      g.mx[k] -= dt / g.dx * (fx[4 * e + 1] - fx[4 * k + 1]) + dt / g.dy * (fy[4 * n + 2] - fy[4 * k + 2]);
      g.my[k] -= dt / g.dx * (fx[4 * e + 2] - fx[4 * k + 2]) + dt / g.dy * (fy[4 * n + 1] - fy[4 * k + 1]);
      g.energy[k] -= dt / g.dx * (fx[4 * e + 3] - fx[4 * k + 3]) + dt / g.dy * (fy[4 * n + 3] - fy[4 * k + 3]);
    }
}

}  // namespace ez::gas::test
