// Tests grids that are divided over CUDA devices against the same grid on one device, bit for bit. With one device
// all bands are on it. Without a device every test is skipped with the reason.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

#include "cuda_fixture.h"
#include "engine_pair.h"
#include "solver/engine/bands/bands_engine.h"
#include "solver/problem/rows_of.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

using CudaBands = CudaTest;

constexpr int halo = 8;

EngineMaker on_devices(std::vector<int> devices, int rows_of_halo = halo) {
  std::vector<EngineMaker> makers;
  for (const int device : devices)
    makers.push_back([device] {
      std::string why_not;
      return make_cuda_engine(device, why_not);
    });
  BandsOptions options;
  options.halo = rows_of_halo, options.least_rows = 1;
  options.exchange = make_cuda_exchange;
  options.devices = std::move(devices);
  return [makers, options] { return make_bands_engine(makers, options); };
}
// Returns the numbers of `bands` devices, which take turns.
std::vector<int> devices(int bands) {
  const int all = static_cast<int>(cuda_status().devices.size());
  std::vector<int> out;
  for (int k = 0; k < bands; ++k) out.push_back(k % all);
  return out;
}

bool fits(const Scene& scene, int bands) {
  return most_bands(build_problem(scene, rasterize(scene)), bands, halo) == bands;
}

// The state of one device, without bands.
TEST_F(CudaBands, a_copy_in_main_memory_continues_on_the_cpu_engine_bit_for_bit) {
  const EngineMaker one_device = [] {
    std::string why_not;
    return make_cuda_engine(0, why_not);
  };
  engine_pair::compare_after_a_copy(60, one_device, true);
}

TEST_F(CudaBands, equal_one_device_bit_for_bit_on_60_scenes) {
  int scenes = 0, edits = 0;
  for (unsigned seed = 0; scenes < 60 && !HasFailure(); ++seed) {
    const int bands = 2 + static_cast<int>(seed % 3);
    const Scene scene = engine_pair::scene_of(seed);
    if (!fits(scene, bands)) continue;
    engine_pair::Pair pair(seed, scene, on_devices({0}), on_devices(devices(bands)));
    pair.leave_out_h_beyond();
    ++scenes;
    pair.go(1);
    const bool balances = seed % 2 && build_problem(scene, rasterize(scene)).cross.empty();
    if (balances) pair.balance();
    pair.go(60);
    for (unsigned k = 0; k < 3; ++k)
      pair.look(engine_pair::shown_quantities[(3 * seed + k) % std::size(engine_pair::shown_quantities)]);
    const Scene edited = engine_pair::edit_of(scene, seed);
    if (in_cells(edited.physics) || !fits(edited, bands)) continue;
    if (edited.boundary != scene.boundary) continue;  // the bands may not fit other layers
    if (balances && !build_problem(edited, rasterize(edited)).cross.empty()) continue;
    pair.edit();
    pair.go_twice(30);
    ++edits;
  }
  EXPECT_GT(edits, 5);
}

// Fills all arrays with numbers, except the nodes beyond a boundary, which schemes treat differently.
void fill(engine_pair::Run& run) {
  const Problem& p = run.solver.problem();
  std::mt19937 random(1);
  std::uniform_real_distribution<float> number(-1, 1);
  for (const FieldArray array : all_arrays) {
    std::vector<float> values;
    for (int j = 0; j < p.ny; ++j)
      for (int i = 0; i < p.nx; ++i) {
        const bool beyond = (array == FieldArray::hy && i == p.nx - 1) || (array == FieldArray::hx && j == p.ny - 1);
        values.push_back(beyond ? 0 : number(random));
      }
    const std::vector<double> wide(values.begin(), values.end());
    run.solver.engine().write(
        array, p.precision == Precision::float32 ? static_cast<const void*>(values.data()) : wide.data());
  }
}

TEST_F(CudaBands, equal_one_device_in_passes_over_large_grids) {
  for (const char* name : {"lecture", "two-sources", "cherenkov", "etalon", "mur-angles", "plasma", "cavity-1024",
                           "find-the-fault-4", "interface", "pec-cylinder"})
    for (const int bands : {2, 4}) {
      SCOPED_TRACE(name);
      const Scene small = *load_scene(name).scene;
      const double k = std::max(1.0, std::floor(1200.0 / std::max(small.grid.nx, small.grid.ny)));
      const Scene scene = refine(small, k);
      engine_pair::Run one(on_devices({0}), scene), other(on_devices(devices(bands), 26), scene);
      for (engine_pair::Run* run : {&one, &other}) fill(*run), run->go(100), run->go(29);
      for (const FieldArray array : all_arrays)
        EXPECT_EQ(engine_pair::difference(one.solver.problem(), array, one.array(array), other.array(array), false),
                  "");
      if (HasFailure()) return;
    }
}

// Returns Gcell/s of the lecture, the median of several runs.
double speed(const EngineMaker& maker, int cells) {
  const Scene small = *load_scene("lecture").scene;
  Solver solver(maker(), refine(small, static_cast<double>(cells) / small.grid.nx));
  constexpr int runs = 5, steps = 480;
  std::vector<double> seconds;
  for (int run = 0; run <= runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    solver.advance(steps);
    solver.wait();
    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  seconds.erase(seconds.begin());
  std::ranges::sort(seconds);
  return 1e-9 * cells * cells * steps / seconds[runs / 2];
}

TEST_F(CudaBands, are_faster_on_two_devices) {
  if (cuda_status().devices.size() < 2) GTEST_SKIP() << "needs two devices";
  for (const int cells : {4096, 8192, 16384}) {
    const double one = speed(on_devices({0}), cells), twice = speed(on_devices({0, 0}, 50), cells);
    std::printf("%6d: one device %.0f Gcell/s; two bands on it %.3f times", cells, one, twice / one);
    double best = 0;
    for (const int rows : {26, 50, 98, 146}) {
      const double two = speed(on_devices({0, 1}, rows), cells);
      std::printf("; two devices, halo %d: %.3f times", rows, two / one);
      best = std::max(best, two / one);
    }
    std::printf("\n");
    std::fflush(stdout);
    EXPECT_GT(best, 1.5);
  }
}

}  // namespace
}  // namespace ez::test
