// Not a test: measures the cost of reference runs and meters. Usage: comparison_bench [CELLS [STEPS [THREADS]]]. It
// runs four panes in frames of so many steps, each with a reading of every pane and a difference picture.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "helpers.h"
#include "solver/compare/comparison.h"

namespace {

using namespace ez;
using Clock = std::chrono::steady_clock;

Scene four_panes(int cells, bool reflection) {
  Scene s = test::grid(cells, cells, BoundaryKind::cpml, Precision::float32);
  s.sources = {test::point(cells / 3.0, cells / 3.0, test::pulse(test::frequency_of(s, 20)))};
  s.reflection.on = reflection;
  for (const char* kind : {"pec", "mur1", "mur2", "cpml"}) {
    Variant v{kind, {}};
    for (const char* side : {"left", "right", "bottom", "top"})
      v.set.push_back({std::string("boundary.") + side, '"' + std::string(kind) + '"'});
    s.variants.push_back(v);
  }
  return s;
}

double frames_per_second(const Scene& s, int steps, int threads, bool readings, bool pictures) {
  Comparison comparison(cpu_engine_maker(threads), s);
  std::vector<float> pixels(std::size_t{512} * 512);
  const auto frame = [&] {
    for (int k = 0; k < 4 && readings; ++k) comparison.reading(k);
    for (int k = 0; k < 4 && pictures; ++k) {
      const double n = s.grid.nx;
      comparison.pane(k).draw({-0.5, -0.5, n, n, 512, 512, Quantity::residual, comparison.minus_reference(k)},
                              pixels.data());
    }
    comparison.advance(steps);
  };
  for (int n = 0; n < 5; ++n) frame();
  const auto start = Clock::now();
  int frames = 0;
  double seconds = 0;
  for (; seconds < 3; ++frames) {
    frame();
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  return frames / seconds;
}

}  // namespace

int main(int argc, char** argv) {
  const int cells = argc > 1 ? std::atoi(argv[1]) : 192, steps = argc > 2 ? std::atoi(argv[2]) : 8;
  const int threads = argc > 3 ? std::atoi(argv[3]) : 0;
  const auto line = [&](const char* what, bool reflection, bool readings, bool pictures) {
    fmt::print("{:<42} {:8.1f} frames/s\n", what,
               frames_per_second(four_panes(cells, reflection), steps, threads, readings, pictures));
  };
  fmt::print("four panes of {0} × {0}, {1} steps a frame\n", cells, steps);
  line("panes alone", false, false, false);
  line("with a reference run, meters fed", true, false, false);
  line("and read every frame", true, true, false);
  line("and four difference pictures of 512 × 512", true, true, true);
}
