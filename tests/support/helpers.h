// Shared by the physics tests: a scene in five lines, a solver on the CPU engine, norms and decibels.
// Lengths of these scenes are cells (unit = "cell"), so positions are nodes. A cell is 1 mm unless stated otherwise.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solver/base/constants.h"
#include "solver/engine/backend.h"
#include "solver/run/solver.h"
#include "solver/scene/scene.h"

namespace ez::test {

using Field = std::vector<double>;
using Complex = std::complex<double>;

inline Scene grid(int nx, int ny, BoundaryKind walls, Precision precision = Precision::float64, double dx = 1e-3,
                  double dy = 0) {
  Scene s;
  s.unit = Unit::cell;
  s.grid.nx = nx;
  s.grid.ny = ny;
  s.grid.dx = dx;
  s.grid.dy = dy > 0 ? dy : dx;
  s.grid.precision = precision;
  s.boundary.side = {walls, walls, walls, walls};
  return s;
}

inline Source point(double i, double j, Waveform waveform, double amplitude = 1, bool hard = false) {
  return {"", PointSource{{i, j}}, amplitude, hard, true, std::move(waveform)};
}
inline Source line(Vec2 from, Vec2 to, Waveform waveform, double amplitude = 1, bool hard = false) {
  return {"", LineSource{from, to}, amplitude, hard, true, std::move(waveform)};
}

// Returns the frequency in Hz of a wave with `cells` cells per vacuum wavelength along x.
inline double frequency_of(const Scene& s, double cells) { return c0 / (cells * cell_size(s).x); }
// Returns a pulse without a mean: a sine (a cosine carrier would also do) under a Gaussian `periods` periods wide.
inline Waveform pulse(double frequency, double periods = 0.8) {
  return Modulated{frequency, periods / frequency, {}, 0};
}

inline Solver solver_for(const Scene& s, int threads = 1) { return Solver(make_cpu_engine(threads), s); }
inline Solver run(const Scene& s, int steps, int threads = 1) {
  Solver solver = solver_for(s, threads);
  solver.advance(steps);
  solver.wait();
  return solver;
}
inline void go_on(Solver& solver, int steps) {
  solver.advance(steps);
  solver.wait();
}

inline std::size_t at(const Scene& s, int i, int j) {
  return static_cast<std::size_t>(j) * static_cast<std::size_t>(s.grid.nx) + static_cast<std::size_t>(i);
}

inline double max_abs(const Field& f) {
  double m = 0;
  for (double v : f) m = std::max(m, std::abs(v));
  return m;
}
inline double max_difference(const Field& a, const Field& b) {
  EXPECT_EQ(a.size(), b.size());
  double m = 0;
  for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
    if (!std::isfinite(a[k]) || !std::isfinite(b[k])) return HUGE_VAL;
    m = std::max(m, std::abs(a[k] - b[k]));
  }
  return m;
}
// Returns the largest difference over the largest value of `b`.
inline double relative_difference(const Field& a, const Field& b) { return max_difference(a, b) / max_abs(b); }
inline double norm(const Field& f) {
  double sum = 0;
  for (double v : f) sum += v * v;
  return std::sqrt(sum);
}
inline double l2_difference(const Field& a, const Field& b) {
  Field d(a);
  for (std::size_t k = 0; k < a.size(); ++k) d[k] -= b[k];
  return norm(d) / norm(b);
}
// Prints a measured value in the test's output, and returns it.
inline double measured(const std::string& what, double value) {
  std::printf("[ measured ] %s: %.3g\n", what.c_str(), value);
  return value;
}
inline double db(double ratio) { return 20 * std::log10(ratio); }

// Writes samples, cast to the engine's precision, in stored units.
inline void write(Solver& solver, FieldArray array, const Field& stored) {
  if (solver.problem().precision == Precision::float64) return solver.engine().write(array, stored.data());
  const std::vector<float> values(stored.begin(), stored.end());
  solver.engine().write(array, values.data());
}
// Starts a field at rest at t = 0. Ez is `e`, and H half a step earlier is its share −½ΔtĖ of curl Ez, so that Ez is
// even in time.
inline void start_at_rest(Solver& solver, const Field& e) {
  const Problem& p = solver.problem();
  const auto nx = static_cast<std::size_t>(p.nx), ny = static_cast<std::size_t>(p.ny);
  Field hx(e.size()), hy(e.size());
  const double y = (p.dx / p.dy) * (p.dx / p.dy);
  for (std::size_t j = 0; j < ny; ++j)
    for (std::size_t i = 0; i < nx; ++i) {
      const std::size_t k = j * nx + i;
      if (j + 1 < ny) hx[k] = 0.5 * y * (e[k + nx] - e[k]);
      if (i + 1 < nx) hy[k] = -0.5 * (e[k + 1] - e[k]);
    }
  write(solver, FieldArray::ez, e);
  write(solver, FieldArray::hx, hx);
  write(solver, FieldArray::hy, hy);
}

// Returns the complex amplitude A of Re(A·e^{iωt}) in samples v[k] at t0 + k·dt, by least squares on [from, size).
inline Complex phasor(const Field& v, double omega, double t0, double dt, std::size_t from = 0) {
  double cc = 0, ss = 0, cs = 0, vc = 0, vs = 0;
  for (std::size_t k = from; k < v.size(); ++k) {
    const double t = t0 + static_cast<double>(k) * dt, co = std::cos(omega * t), si = std::sin(omega * t);
    cc += co * co, ss += si * si, cs += co * si, vc += v[k] * co, vs += v[k] * si;
  }
  const double det = cc * ss - cs * cs;
  return {(vc * ss - vs * cs) / det, -(vs * cc - vc * cs) / det};
}
// Returns the Fourier sum of samples at one frequency: Σ v e^{−iωt}.
inline Complex fourier(const Field& v, double omega, double dt) {
  Complex sum = 0;
  for (std::size_t k = 0; k < v.size(); ++k) sum += v[k] * std::polar(1.0, -omega * dt * static_cast<double>(k));
  return sum;
}

}  // namespace ez::test
