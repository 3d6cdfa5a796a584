// Not a test: measures the cost of an edit of a running scene. Usage: edit_bench [N [edits]]. It prints milliseconds
// for each edit of N × N nodes (8192), until the engine has adopted it, as the median of so many edits (20).
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "helpers.h"
#include "solver/engine/backend.h"
#include "solver/engine/cuda/cuda_backend.h"

namespace {

using namespace ez;
using Clock = std::chrono::steady_clock;

Scene room(int n) {
  Scene s = test::grid(n, n, BoundaryKind::cpml, Precision::float32);
  s.materials = {{"glass", 2.25, 1, 0.01, 0, {}}};
  s.shapes = {{Circle{{0.6 * n, 0.6 * n}, 0.15 * n}, "glass"}, {Rect{{0.2 * n, 0.2 * n}, {0.3 * n, 0.8 * n}}, "pec"}};
  s.sources = {test::point(n / 2.0, n / 3.0, Cw{test::frequency_of(s, 20), 3, 0})};
  s.probes = {{"a", {0.4 * n, 0.4 * n}}};
  return s;
}

// Waits for the engine's queued work by drawing a picture of one pixel.
void settle(Solver& solver) { solver.value_at(Quantity::ez, {0, 0}); }

template <class F>
double median_ms(Solver& solver, int edits, F edit) {
  std::vector<double> ms;
  for (int k = 0; k < edits; ++k) {
    solver.advance(2);
    solver.wait();
    settle(solver);
    Scene s = solver.scene();
    edit(s, k);
    const auto start = Clock::now();
    solver.apply(s);
    settle(solver);
    ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
  }
  std::nth_element(ms.begin(), ms.begin() + edits / 2, ms.end());
  return ms[static_cast<std::size_t>(edits / 2)];
}

void measure(std::unique_ptr<Engine> engine, int n, int edits) {
  const std::string name = engine->info().device;
  Solver solver(std::move(engine), room(n));
  fmt::print("{} × {} nodes on {}\n", n, n, name);
  const auto row = [&](const char* what, auto edit) {
    fmt::print("  {:<28}{:9.3f} ms\n", what, median_ms(solver, edits, edit));
    std::fflush(stdout);
  };
  const double N = n;
  row("a source's amplitude", [](Scene& s, int k) { s.sources[0].amplitude = 1 + 0.1 * (k % 3 + 1); });
  row("a source dragged", [N](Scene& s, int k) { s.sources[0].geometry = PointSource{{N / 2 + k + 1, N / 3}}; });
  row("a probe dragged", [N](Scene& s, int k) { s.probes[0].at = {0.4 * N + k + 1, 0.4 * N}; });
  row("a brush stroke of 64 × 64", [N](Scene& s, int k) {
    const double x = N / 2 + 10 * k, y = 0.4 * N;
    s.shapes.push_back({Stroke{{{x, y}, {x + 32, y + 32}}, 16}, "glass"});
  });
  row("a material's numbers", [](Scene& s, int k) { s.materials[0].eps = 2 + 0.1 * (k % 3); });
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8192, edits = argc > 2 ? std::atoi(argv[2]) : 20;
  measure(make_cpu_engine(0), n, edits);
  std::string why_not;
  if (auto engine = make_cuda_engine(0, why_not))
    measure(std::move(engine), n, edits);
  else
    fmt::print("no CUDA engine: {}\n", why_not);
}
