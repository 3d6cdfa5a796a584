// Compares the speed of the CUDA engine with the limit set by the device's memory: two kernels move 36 bytes per cell
// and step. The bounds hold for Hopper and newer. On other devices the figures are only printed.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "solver/base/constants.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/engine/cuda/device/bandwidth.h"
#include "solver/engine/device_view.h"
#include "solver/engine/engine.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/run/solver.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/source.h"

namespace ez {
namespace {

constexpr int runs = 7;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

class CudaSpeed : public testing::Test {
 protected:
  void SetUp() override {
    status_ = cuda_status();
    if (!status_.problem.empty()) GTEST_SKIP() << status_.problem;
  }
  bool hopper() const { return status_.devices.front().major >= 9; }

  // Returns the lecture scene on n × n nodes.
  static Solver lecture(int n, Precision precision = Precision::float32, const std::string& scheme = "two-kernel") {
    SceneResult read = load_scene("lecture");
    if (!read.scene) throw EngineError("the lecture scene does not load");
    Scene s = refine(*read.scene, n / 1024.0);
    s.grid.precision = precision;
    std::string why_not;
    auto engine = make_cuda_engine(0, why_not);
    if (!engine) throw EngineError(why_not);
    Solver solver(std::move(engine), std::move(s));
    if (const std::string why = solver.set_scheme({scheme, 0}); !why.empty()) throw EngineError(why);
    return solver;
  }
  // Returns the median of the kernel seconds per step.
  static double step_seconds(Solver& solver, int steps) {
    solver.advance(steps);
    solver.wait();
    std::vector<double> seconds;
    for (int r = 0; r < runs; ++r) {
      solver.take_speed();
      solver.advance(steps);
      solver.wait();
      seconds.push_back(solver.take_speed().seconds / steps);
    }
    return median(seconds);
  }
  static double gcells(int n, double seconds) { return 1e-9 * n * n / seconds; }

  CudaStatus status_;
};

TEST_F(CudaSpeed, lecture_runs_at_seventy_percent_of_the_two_kernel_roofline) {
  const double roof = measure_copy_bandwidth(0) / 36 * 1e-9;
  fmt::print("[ measured ] {}: two-kernel roof {:.1f} Gcell/s\n", status_.devices.front().name, roof);
  for (int n : {1024, 2048, 4096, 8192}) {
    Solver solver = lecture(n);
    const double speed = gcells(n, step_seconds(solver, n < 4096 ? 200 : 40));
    fmt::print("[ measured ] lecture {}²: {:.1f} Gcell/s, {:.0f} % of the roof\n", n, speed, 100 * speed / roof);
    if (n == 8192 && hopper()) {
      EXPECT_GE(speed, 0.7 * roof);
    }
  }
  Solver twice = lecture(8192, Precision::float64);
  const double speed = gcells(8192, step_seconds(twice, 20));
  fmt::print("[ measured ] lecture 8192², double: {:.1f} Gcell/s, {:.0f} % of its roof\n", speed, 200 * speed / roof);
}

// The limit for two kernels does not apply to passes of many steps.
TEST_F(CudaSpeed, auto_runs_the_lecture_much_faster_than_two_kernels_could) {
  const double roof = measure_copy_bandwidth(0) / 36 * 1e-9;
  const auto expect_at_least = [&](int n, Precision precision, double bar) {
    Solver solver = lecture(n, precision, "auto");
    const double speed = gcells(n, step_seconds(solver, n < 4096 ? 960 : 240));
    const double own_roof = precision == Precision::float32 ? roof : roof / 2;
    fmt::print("[ measured ] lecture {}², {}: {:.1f} Gcell/s, {:.2f} times the two-kernel roof, by {}\n", n,
               precision == Precision::float32 ? "float" : "double", speed, speed / own_roof,
               solver.engine().scheme_note());
    if (hopper()) {
      EXPECT_GE(speed, bar * own_roof) << n;
    }
  };
  expect_at_least(512, Precision::float32, 1.5);
  expect_at_least(1024, Precision::float32, 5);  // 5.4 to 5.7, with fluctuations of a tenth
  expect_at_least(2048, Precision::float32, 5.3);
  expect_at_least(4096, Precision::float32, 8.5);
  expect_at_least(8192, Precision::float32, 10.5);
  expect_at_least(16384, Precision::float32, 11.5);
  expect_at_least(8192, Precision::float64, 5);
}

// In an hz scene a dielectric is a medium of H. The lecture's dielectric is tested at 4096².
TEST_F(CudaSpeed, magnetic_media_are_streamed_too) {
  SceneResult read = load_scene("lecture");
  ASSERT_TRUE(read.scene);
  Scene scene = refine(*read.scene, 4);
  scene.grid.precision = Precision::float32;
  scene.grid.polarization = Polarization::hz;
  std::string why_not;
  auto engine = make_cuda_engine(0, why_not);
  ASSERT_TRUE(engine) << why_not;
  Solver solver(std::move(engine), std::move(scene));
  ASSERT_EQ(solver.set_scheme({"two-kernel", 0}), "");
  const double two_kernels = step_seconds(solver, 40);
  ASSERT_EQ(solver.set_scheme({"auto", 0}), "");
  const double streamed = step_seconds(solver, 240);
  fmt::print("[ measured ] 4096², hz: {:.1f} µs a step, by two kernels {:.1f}, by {}\n", 1e6 * streamed,
             1e6 * two_kernels, solver.engine().scheme_note());
  if (hopper()) {
    EXPECT_LE(streamed, 0.5 * two_kernels);
  }
}

// A source is dragged and the brush paints on a running grid of 8192². No frame may be lost.
TEST_F(CudaSpeed, an_edit_of_a_large_grid_takes_less_than_a_frame) {
  Solver solver = lecture(8192, Precision::float32, "auto");
  step_seconds(solver, 24);
  Scene scene = solver.scene();
  const auto median_ms = [&](auto&& edit) {
    std::vector<double> ms;
    for (int k = 0; k < 9; ++k) {
      edit(k);
      const double before = seconds_now();
      solver.apply(scene);
      solver.advance(12);
      solver.wait();
      ms.push_back(1e3 * (seconds_now() - before));
    }
    return median(ms);
  };
  const double dragged = median_ms([&](int k) {
    for (const NamedPlace& place : places_of(scene.sources.front())) {
      const Vec2 node = to_nodes(scene, *place.at);
      *place.at = from_nodes(scene, {node.x + (k % 2 == 0 ? 5 : -5), node.y});
    }
  });
  const double stroke = median_ms([&](int k) {
    const double radius = from_nodes(scene, {30, 0}).x - from_nodes(scene, {0, 0}).x;
    Shape dot;
    dot.geometry = Circle{from_nodes(scene, {2000.0 + 20 * k, 2000}), radius};
    dot.material = "pec";
    scene.shapes.push_back(dot);
  });
  fmt::print("[ measured ] 8192²: a source dragged {:.2f} ms, a stroke {:.2f} ms, 12 steps with it\n", dragged, stroke);
  if (hopper()) {
    EXPECT_LE(dragged, 16);
    EXPECT_LE(stroke, 16);
  }
}

// Compares the box of a plane wave with a point source, at 4096².
TEST_F(CudaSpeed, a_plane_wave_takes_little_longer_than_a_point_source) {
  Solver solver = lecture(4096, Precision::float32, "auto");
  ASSERT_EQ(solver.set_scheme({"two-kernel", 0}), "");
  const double two_kernels = step_seconds(solver, 240);
  ASSERT_EQ(solver.set_scheme({"auto", 0}), "");
  Scene scene = solver.scene();
  scene.shapes.clear();
  scene.sources.resize(1);
  solver.apply(scene);
  const double point = step_seconds(solver, 240);
  for (const double angle : {0.0, 30.0}) {
    scene.sources[0].geometry = PlaneSource{angle, {}};
    solver.apply(scene);
    const double plane = step_seconds(solver, 240);
    fmt::print(
        "[ measured ] 4096², a plane wave at {}°: {:.1f} µs a step, with a point {:.1f}, by two kernels {:.1f}\n",
        angle, 1e6 * plane, 1e6 * point, 1e6 * two_kernels);
    if (hopper()) {
      EXPECT_LE(plane, 1.35 * point);  // 1.14
      EXPECT_LE(plane, 0.25 * two_kernels);
    }
  }
}

// Compares a steered array of 64 points and a beam from a line of 1600 nodes, with 40 cells per wavelength, with a
// point source at 4096².
TEST_F(CudaSpeed, an_array_and_a_beam_take_about_as_long_as_a_point_source) {
  Solver solver = lecture(4096, Precision::float32, "auto");
  Scene scene = solver.scene();
  scene.shapes.clear();
  scene.sources.resize(1);
  const double lambda = 40 * cell_size(scene).x;
  scene.sources[0].waveform = Cw{c0 / lambda, 3, 0};
  const Vec2 low = from_nodes(scene, {800, 1200}), high = from_nodes(scene, {800, 2799});
  const double waist = from_nodes(scene, {300, 0}).x - from_nodes(scene, {0, 0}).x;
  const auto seconds = [&](SourceGeometry geometry) {
    scene.sources[0].geometry = std::move(geometry);
    solver.apply(scene);
    return step_seconds(solver, 240);
  };
  const double point = seconds(PointSource{low});
  const double array = seconds(ArraySource{high, low, 64, 30, Taper::uniform});
  const double beam = seconds(BeamSource{high, low, 20, waist});
  const double again = seconds(PointSource{low});
  fmt::print("[ measured ] 4096², µs a step: a point {:.2f} and {:.2f}, an array of 64 {:.2f}, a beam {:.2f}\n",
             1e6 * point, 1e6 * again, 1e6 * array, 1e6 * beam);
  if (hopper()) {
    EXPECT_LE(array, 1.15 * point);
    EXPECT_LE(beam, 1.15 * point);
  }
}

// A map of continuous waves with 80 cells per wavelength, at 4096².
TEST_F(CudaSpeed, a_map_costs_a_tenth_at_most) {
  Solver solver = lecture(4096, Precision::float32, "auto");
  Scene scene = solver.scene();
  scene.shapes.clear();
  scene.sources.resize(1);
  const double f = c0 / (80 * cell_size(scene).x);
  scene.sources[0].waveform = Cw{f, 3, 0};
  scene.monitors = {{"there", MapMonitor{f}, false}};
  solver.apply(scene);
  const MapPlan plan = map_plan(scene);
  const double without = step_seconds(solver, 20 * plan.every);
  solver.set_gather({{}, 1, plan});
  const double with = step_seconds(solver, 20 * plan.every);
  fmt::print("[ measured ] 4096², a map every {} steps: {:.2f} µs a step, without it {:.2f}\n", plan.every, 1e6 * with,
             1e6 * without);
  if (hopper()) {
    EXPECT_LE(with, 1.1 * without);
  }
}

// Compares a moving point source with a fixed one at 4096², by the kernels' time and by the clock.
TEST_F(CudaSpeed, a_moving_source_is_timed) {
  Solver solver = lecture(4096, Precision::float32, "auto");
  Scene scene = solver.scene();
  scene.shapes.clear();
  scene.sources.resize(1);
  const auto at = [&](double i, double j) { return from_nodes(scene, {i, j}); };
  const auto both = [&] {
    solver.apply(scene);
    const double kernels = step_seconds(solver, 960);
    std::vector<double> wall;
    for (int r = 0; r < runs; ++r) {
      const double before = seconds_now();
      solver.advance(960);
      solver.wait();
      wall.push_back((seconds_now() - before) / 960);
    }
    return std::pair(kernels, median(wall));
  };
  const auto rests = both();
  scene.sources[0].geometry = PointSource{{}, Motion{{at(200, 300), at(3900, 3700)}, {}, 0.3, true}};
  const auto moves = both();
  fmt::print(
      "[ measured ] 4096², a source that moves: kernels {:.1f} µs a step, wall {:.1f}; at rest {:.1f} and {:.1f}\n",
      1e6 * moves.first, 1e6 * moves.second, 1e6 * rests.first, 1e6 * rests.second);
}

// A tenth of the cells is dispersive. It needs two kernels per step, and one for the poles.
TEST_F(CudaSpeed, poles_in_a_tenth_of_the_cells_cost_less_than_half) {
  Solver solver = lecture(4096);
  const double without = step_seconds(solver, 40);
  Scene scene = solver.scene();
  const Vec2 low = from_nodes(scene, {1400, 1400}), high = from_nodes(scene, {2695, 2695});
  scene.materials.push_back({"metal", 1, 1, 0, 0, {}});
  const double f = c0 / (40 * cell_size(scene).x);
  scene.materials.back().poles = {{Drude{f, 0.1 * f}}};
  scene.shapes.push_back({Rect{low, high}, "metal"});
  solver.apply(scene);
  const double with = step_seconds(solver, 40);
  fmt::print("[ measured ] 4096², a tenth dispersive: {:.1f} µs a step, without {:.1f}\n", 1e6 * with, 1e6 * without);
  if (hopper()) {
    EXPECT_LE(with, 1.4 * without);
  }
}

TEST_F(CudaSpeed, the_default_block_is_a_good_choice_at_8192) {
  Solver solver = lecture(8192);
  double best = 0, usual = 0;
  const BlockShape standing = solver.engine().block();
  for (BlockShape block : {BlockShape{32, 1},
                           {32, 4},
                           {32, 8},
                           {16, 16},
                           {32, 32},
                           {64, 1},
                           {64, 2},
                           {64, 4},
                           {128, 1},
                           {128, 2},
                           {128, 4},
                           {256, 1},
                           {256, 2},
                           {256, 4},
                           {512, 1},
                           {1024, 1},
                           {8, 8},
                           {1, 256}}) {
    ASSERT_EQ(solver.engine().set_block(block), "");
    const double speed = gcells(8192, step_seconds(solver, block.x < 32 ? 4 : 20));
    fmt::print("[ measured ] lecture 8192², block {}x{}: {:.1f} Gcell/s\n", block.x, block.y, speed);
    best = std::max(best, speed);
    if (block == standing) usual = speed;
  }
  if (hopper()) {
    EXPECT_GE(usual, 0.9 * best);  // the default is a good choice
  }
}

TEST_F(CudaSpeed, a_live_view_at_sixty_frames_costs_under_ten_percent) {
  constexpr int pictures = 20;
  Solver solver = lecture(8192);
  step_seconds(solver, 10);
  DeviceView* view = solver.engine().device_view();
  ASSERT_TRUE(view);
  const auto stream = static_cast<cudaStream_t>(view->stream());
  void* pixels = nullptr;
  ASSERT_EQ(cudaMalloc(&pixels, sizeof(float) * 1920 * 1080), cudaSuccess);
  for (const int width : {1280, 1920})
    for (Quantity q : {Quantity::ez, Quantity::energy}) {
      const PictureWindow w{-0.5, -0.5, 8191.5, 8191.5, width, width * 9 / 16, q};
      std::vector<double> seconds;
      for (int r = 0; r < runs; ++r) {
        const double before = seconds_now();
        for (int k = 0; k < pictures; ++k) view->draw(w, static_cast<float*>(pixels));
        ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
        seconds.push_back((seconds_now() - before) / pictures);
      }
      const double cost = median(seconds);
      fmt::print("[ measured ] {}x{} of 8192², quantity {}: {:.3f} ms a picture\n", w.width, w.height,
                 static_cast<int>(q), 1e3 * cost);
      if (hopper() && q == Quantity::ez) {
        EXPECT_LE(cost * 60, 0.1);
      }
    }
  EXPECT_EQ(cudaFree(pixels), cudaSuccess);
}

TEST_F(CudaSpeed, a_small_grid_makes_thousands_of_steps_per_second) {
  Solver solver = lecture(512);
  step_seconds(solver, 100);
  const double before = seconds_now();
  for (int k = 0; k < 20; ++k) solver.advance(100);
  solver.wait();
  const double rate = 2000 / (seconds_now() - before);
  fmt::print("[ measured ] lecture 512²: {:.0f} steps/s of the wall clock in batches of 100\n", rate);
  EXPECT_GE(rate, 5000);
}

}  // namespace
}  // namespace ez
