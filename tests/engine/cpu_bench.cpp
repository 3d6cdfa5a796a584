// Measures the CPU engine's speed in turn with two plain sweeps of the same precision, in one run. It prints medians
// over the rounds. One thread is measured by processor time, several threads by the clock.
//   cpu_bench [float|double] [rounds] [N…]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <map>
#include <random>
#include <string>

#include "papers/cpu_peer.h"
#include "processor_time.h"
#include "solver/base/cores.h"
#include "solver/engine/cpu/cpu_engine.h"

namespace ez {
namespace {

// Returns the scene of the performance goals (see the description of the file format) for N × N nodes.
Scene lecture(int n, Precision precision) {
  const double N = n;
  Scene s;
  s.unit = Unit::mm;
  s.grid = {n, n, 1, 1, 0.99, Polarization::ez, precision, "vacuum"};
  s.boundary.cpml = {10, 3, 1, 3, 0.05};
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}, {"block", 4, 1, 0.02, 0, {}}};
  const double wall = 0.449 * N, slit = 0.01 * N;
  const auto bar = [&](double y0, double y1) { s.shapes.push_back({Rect{{wall, y0}, {wall + 4, y1}}, "pec"}); };
  s.shapes.push_back({Circle{{0.65 * N, 0.6 * N}, 0.15 * N}, "glass"});
  s.shapes.push_back({Rect{{0.15 * N, 0.15 * N}, {0.35 * N, 0.3 * N}}, "block"});
  bar(0.05 * N, 0.45 * N - slit), bar(0.45 * N + slit, 0.55 * N - slit), bar(0.55 * N + slit, 0.95 * N);
  const double c = 299792458;
  const auto source = [&](double x, double y, double wavelength) {
    s.sources.push_back({"", PointSource{{x * N, y * N}}, 1, false, true, Cw{c / wavelength, 3, 0}});
  };
  source(0.25, 0.5, 0.02), source(0.25, 0.7, 0.024), source(0.8, 0.2, 0.03);
  for (int k = 1; k <= 8; ++k) s.probes.push_back({"p", {0.55 * N, (0.1 + 0.1 * k) * N}});
  return s;
}
Scene vacuum(int n, Precision precision) {
  Scene s = lecture(n, precision);
  s.shapes.clear(), s.sources.clear(), s.probes.clear();
  s.boundary.side.fill(BoundaryKind::pec);
  return s;
}

// Returns the lecture scene with a square of metal on a tenth of its nodes.
Scene dispersive(int n, Precision precision) {
  Scene s = lecture(n, precision);
  s.materials.push_back({"metal", 1, 1, 0, 0, {}});
  const double f = 299792458 / 0.02;
  s.materials.back().poles = {{Drude{f, 0.1 * f}}};
  s.shapes.push_back({Rect{{0.5 * n, 0.1 * n}, {0.816 * n, 0.416 * n}}, "metal"});
  return s;
}

template <class T>
void write_noise(Engine& engine, int n) {
  std::mt19937 random(1);
  std::vector<T> noise(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (T& v : noise) v = static_cast<T>(static_cast<double>(random()) / 4294967296.0 - 0.5);
  engine.write(FieldArray::ez, noise.data());
}

// Returns the speed of f by processor time instead of the clock, which excludes other programs.
template <class F>
double by_processor_time(F speed) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const double before = processor_seconds(), found = speed();
  const double used = processor_seconds() - before;
  return found * std::chrono::duration<double>(Clock::now() - begin).count() / used;
}

double run(Engine& engine, int n, int steps, int sources) {
  Batch batch;
  batch.steps = steps, batch.sources = sources;
  batch.signals.assign(static_cast<std::size_t>(steps) * static_cast<std::size_t>(sources), 0.5);
  engine.start(batch);
  return static_cast<double>(n) * n * steps / engine.finish().seconds * 1e-9;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void table(int n, Precision precision, int rounds) {
  const int cores = usable_cores();
  struct Column {
    std::string name;
    std::unique_ptr<Engine> engine;
    int threads, sources;
    std::vector<double> speeds = {};
  };
  std::vector<Column> columns;
  const std::array<std::pair<const char*, Scene (*)(int, Precision)>, 3> scenes{
      {{"vacuum", vacuum}, {"lecture", lecture}, {"a tenth of metal", dispersive}}};
  for (const auto& [name, make] : scenes)
    for (const int threads : {1, cores}) {
      const Scene scene = make(n, precision);
      Column c{fmt::format("{}, {} thread{}", name, threads, threads > 1 ? "s" : ""), make_cpu_engine(threads), threads,
               static_cast<int>(scene.sources.size())};
      c.engine->load(build_problem(scene, rasterize(scene)));
      precision == Precision::float32 ? write_noise<float>(*c.engine, n) : write_noise<double>(*c.engine, n);
      run(*c.engine, n, 8, c.sources);
      columns.push_back(std::move(c));
    }
  const int steps = std::max(16, static_cast<int>(6e8 / (static_cast<double>(n) * n)) / 16 * 16);
  std::vector<double> peer;
  for (int r = 0; r < rounds; ++r) {
    peer.push_back(by_processor_time([&] { return plain_sweeps_gcells(n, 0.3, precision); }));
    for (Column& c : columns) {
      const auto speed = [&] { return run(*c.engine, n, steps, c.sources); };
      c.speeds.push_back(c.threads == 1 ? by_processor_time(speed) : speed());
    }
  }
  fmt::print("{0}² {1}: two plain sweeps {2:.2f} Gcell/s\n", n, precision == Precision::float32 ? "float" : "double",
             median(peer));
  for (Column& c : columns)
    fmt::print("  {:28} {:6.2f} Gcell/s ({:.2f} … {:.2f})  ×{:.2f}  {:.0f} steps/s\n", c.name, median(c.speeds),
               *std::min_element(c.speeds.begin(), c.speeds.end()), *std::max_element(c.speeds.begin(), c.speeds.end()),
               median(c.speeds) / median(peer), median(c.speeds) * 1e9 / n / n);
}

}  // namespace
}  // namespace ez

int main(int argc, char** argv) {
  const auto precision = argc > 1 && std::string(argv[1]) == "double" ? ez::Precision::float64 : ez::Precision::float32;
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 7;
  std::vector<int> sizes;
  for (int k = 3; k < argc; ++k) sizes.push_back(std::max(16, std::atoi(argv[k])));
  if (sizes.empty()) sizes = {512, 1024, 2048, 4096};
  fmt::print("{}\n", ez::make_cpu_engine(0)->info().device);
  for (const int n : sizes) ez::table(n, precision, rounds);
  return 0;
}
