// opencl_profile SCENE N PRECISION LEVELS:ITEMS:COLUMNS:ROWS[:REGISTERS]… prints the speed of two
// kernels and of passes of each shape on OpenCL device 0, next to the roof that the device's own copy gives.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "papers/fill.h"
#include "solver/engine/opencl/opencl_backend.h"
#include "solver/engine/opencl/opencl_engine.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// Returns the best seconds per step of four runs.
double seconds_a_step(Solver& solver, int steps) {
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < 4; ++run) {
    const double begin = now();
    solver.advance(steps);
    solver.wait();
    best = std::min(best, (now() - begin) / steps);
  }
  return best;
}

void profile(const Scene& scene, int shapes, char** shape) {
  const double copy = measure_opencl(0).copy;
  const bool is_double = scene.grid.precision == Precision::float64;
  const double cells = static_cast<double>(scene.grid.nx) * scene.grid.ny, roof = copy / (is_double ? 72 : 36);
  EngineRequest request;
  request.backend = "opencl", request.device = 0;
  Solver solver(make_engine(request).engine, scene);
  solver.set_scheme({"two-kernel", 0});
  fill(solver);
  const auto steps_in = [&](double seconds, double step) {
    return std::max(1, static_cast<int>(seconds / step / 8)) * 8;
  };
  seconds_a_step(solver, 8);
  const double two = seconds_a_step(solver, steps_in(0.05, seconds_a_step(solver, 8)));
  fmt::print("{}² {}: copy {:.0f} GB/s, two kernels {:.1f} Gcell/s = {:.2f} of the roof\n", scene.grid.nx,
             is_double ? "double" : "float", 1e-9 * copy, 1e-9 * cells / two, cells / two / roof);
  auto& engine = dynamic_cast<opencl::OpenClEngine&>(solver.engine());
  for (int k = 0; k < shapes; ++k) {
    opencl::streamed::Shape s;
    if (std::sscanf(shape[k], "%d:%d:%d:%d:%d", &s.levels, &s.items, &s.columns, &s.rows, &s.registers) < 4) continue;
    const double begin = now();
    try {
      engine.set_shape(s, solver.problem());
      const double built = now() - begin;
      seconds_a_step(solver, 8 * s.levels);
      const double step = seconds_a_step(solver, steps_in(0.05, seconds_a_step(solver, 8 * s.levels)));
      fmt::print("  {:<20} {:>7.1f} Gcell/s = {:.2f} of the roof, {:.2f} of two kernels; ready in {:.2f} s; {}\n",
                 shape[k], 1e-9 * cells / step, cells / step / roof, two / step, built, engine.scheme_note());
    } catch (const std::runtime_error& e) {
      fmt::print("  {}: {}\n", shape[k], e.what());
    }
  }
}

}  // namespace
}  // namespace ez

int main(int argc, char** argv) {
  if (argc < 4)
    return std::fprintf(stderr, "opencl_profile SCENE N PRECISION LEVELS:ITEMS:COLUMNS:ROWS[:REGISTERS]…\n"), 2;
  const ez::SceneResult loaded = ez::load_scene(argv[1]);
  if (!loaded.scene) return 1;
  ez::Scene scene = ez::refine(*loaded.scene, std::atof(argv[2]) / loaded.scene->grid.nx);
  scene.run = {};
  scene.grid.precision = std::string(argv[3]) == "double" ? ez::Precision::float64 : ez::Precision::float32;
  ez::profile(scene, argc - 4, argv + 4);
}
