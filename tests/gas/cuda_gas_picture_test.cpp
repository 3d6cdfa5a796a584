// Tests pictures and health of a gas and of heat from the GPU against the CPU engine's, bit for bit. Without a device
// every test is skipped with the reason.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cuda_fixture.h"
#include "helpers.h"
#include "solver/engine/device_view.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

const std::string states = R"(
[[state]]
name = "here"
density = 2
velocity = [0.3, -0.2]
pressure = 3
value = 2
[[state]]
name = "there"
density = 0.7
velocity = [-0.1, 0.4]
pressure = 0.9
value = -1
[[shape]]
kind = "circle"
state = "here"
center = [0.4, 0.4]
radius = 0.21
)";
const std::string walls = R"(
[[shape]]
kind = "circle"
wall = true
center = [0.6, 0.3]
radius = 0.07
[[shape]]
kind = "rect"
wall = true
min = [0.3, 0.5]
max = [0.31, 0.77]
[[shape]]
kind = "rect"
wall = true
min = [0, 0]
max = [0.02, 0.03]
)";

struct Kind {
  const char *physics, *boundary, *numbers;
};
constexpr Kind kinds[] = {
    {"gas", "left = \"outflow\"\nright = \"wall\"\nbottom = \"periodic\"\ntop = \"periodic\"\n",
     "[gas]\nscheme = \"roe\"\n"},
    {"gas", "bottom = \"wall\"\n", "[gas]\nscheme = \"lax-wendroff\"\n"},
    {"heat", "left = \"fixed\"\n", "[heat]\ndiffusivity = 0.01\n"},
};

Scene scene_of(const Kind& kind, Precision precision, bool with_walls) {
  std::string text = fmt::format(
      "ezscope = 1\nphysics = \"{}\"\nunit = \"m\"\n[grid]\ncells = [93, 77]\ncell = 0.01\nbackground = "
      "\"there\"\n[boundary]\n{}{}",
      kind.physics, kind.boundary, kind.numbers);
  const bool heat = kind.physics == std::string("heat");
  // Each physics has its own keys.
  for (std::size_t at = 0, end = 0; at < states.size(); at = end + 1) {
    end = states.find('\n', at);
    const std::string line = states.substr(at, end - at);
    const bool of_gas = line.starts_with("density") || line.starts_with("velocity") || line.starts_with("pressure"),
               of_heat = line.starts_with("value");
    if (heat ? !of_gas : !of_heat) text += line + "\n";
  }
  const SceneResult result =
      parse_scene(with_walls ? text + walls : text, "picture",
                  {{"grid.precision", precision == Precision::float64 ? "\"double\"" : "\"float\""}});
  for (const Message& m : result.messages) ADD_FAILURE() << to_string(m);
  return result.scene.value();
}

std::vector<PictureWindow> windows(Quantity q) {
  return {
      {-0.5, -0.5, 92.5, 76.5, 93, 77, q}, {-0.5, -0.5, 92.5, 76.5, 31, 20, q}, {-0.5, -0.5, 92.5, 76.5, 640, 480, q},
      {-30, -20, 130, 110, 200, 150, q},   {26.3, 44.7, 34.1, 52.2, 64, 48, q}, {-30, 40, 200, 41, 50, 70, q},
      {55, 25, 70.5, 38, 211, 97, q},      {200, 200, 300, 300, 20, 20, q},     {40, 30, 41, 31, 1, 1, q},
      {-500, -500, 600, 600, 7, 5, q}};
}

std::string words_of(const PictureWindow& w) {
  return fmt::format("quantity {}, [{}, {}] x [{}, {}] on {} x {}", to_string(w.quantity), w.x0, w.x1, w.y0, w.y1,
                     w.width, w.height);
}

struct Picture {
  std::vector<float> pixels;
  PictureStats stats;
};
// Bypasses Solver, which never asks an engine for a quantity of another physics.
Picture drawn(Solver& solver, const PictureWindow& w) {
  Picture out{std::vector<float>(static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height), -7), {}};
  out.stats = solver.engine().draw(w, out.pixels.data());
  return out;
}

class CudaGasPicture : public ExactCudaTest {
 protected:
  void SetUp() override {
    ExactCudaTest::SetUp();
    if (!IsSkipped()) {
      ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&there_), room * sizeof(float)), cudaSuccess);
    }
  }
  void TearDown() override {
    if (there_) {
      EXPECT_EQ(cudaFree(there_), cudaSuccess);
    }
  }

  // Draws through the device's own view into its memory, and copies the pixels when they are ready.
  Picture drawn_there(Solver& solver, const PictureWindow& w) {
    Picture out{std::vector<float>(static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height), -7), {}};
    DeviceView* view = solver.engine().device_view();
    if (!view || out.pixels.size() > room) {
      ADD_FAILURE() << "it is not on a device, or larger than the memory there";
      return out;
    }
    out.stats = view->draw(w, there_);
    EXPECT_EQ(cudaStreamSynchronize(static_cast<cudaStream_t>(view->stream())), cudaSuccess);
    EXPECT_EQ(cudaMemcpy(out.pixels.data(), there_, out.pixels.size() * sizeof(float), cudaMemcpyDeviceToHost),
              cudaSuccess);
    return out;
  }

 private:
  static constexpr std::size_t room = std::size_t{320} * 240;
  float* there_ = nullptr;
};

void expect_same_pixels(const Picture& a, const Picture& b, const std::string& what) {
  ASSERT_EQ(a.pixels.size(), b.pixels.size()) << what;
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < a.pixels.size(); ++k) {
    const float x = a.pixels[k], y = b.pixels[k];
    const bool same = std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
    if (same || (std::isnan(x) && std::isnan(y))) continue;
    if (wrong++ == 0) ADD_FAILURE() << what << ": pixel " << k << " is " << x << " and " << y;
  }
  EXPECT_EQ(wrong, 0u) << what;
}
void expect_same_stats(const PictureStats& a, const PictureStats& b, const std::string& what) {
  EXPECT_EQ(a.max_abs, b.max_abs) << what;
  EXPECT_EQ(a.least, b.least) << what;
  EXPECT_EQ(a.finite, b.finite) << what;
}
void expect_same_health(Solver& cpu, Solver& card, const std::string& what) {
  const Health a = cpu.health(), b = card.health();
  EXPECT_EQ(a.finite, b.finite) << what;
  EXPECT_EQ(a.max_abs, b.max_abs) << what;
  EXPECT_EQ(a.largest, b.largest) << what;
  EXPECT_EQ(a.first_bad, b.first_bad) << what;
  EXPECT_EQ(a.why, b.why) << what;
}

TEST_F(CudaGasPicture, equals_the_cpus_in_every_quantity) {
  int shown = 0;
  for (const Kind& kind : kinds)
    for (const Precision precision : {Precision::float32, Precision::float64})
      for (const bool with_walls : {false, true}) {
        const Scene scene = scene_of(kind, precision, with_walls);
        Solver cpu = solver_for(scene, 2), card = on_cuda(scene);
        EXPECT_EQ(cpu.engine().device_view(), nullptr);
        for (const int steps : {0, 60}) {
          go_on(cpu, steps);
          go_on(card, steps);
          const std::string where = fmt::format("{}, {}, double {}, walls {}, {} steps: ", kind.physics, kind.numbers,
                                                precision == Precision::float64, with_walls, steps);
          expect_same_health(cpu, card, where);
          for (const QuantityFacts& q : quantities)
            for (const PictureWindow& w : windows(q.quantity)) {
              const std::string what = where + words_of(w);
              const Picture expected = drawn(cpu, w), got = drawn(card, w);
              expect_same_pixels(expected, got, what);
              expect_same_stats(expected.stats, got.stats, what);
              if (w.width == 1) expect_same_pixels(expected, drawn(card, w), what + ", asked for again");
              if (w.width == 64 || w.width == 31) expect_same_pixels(expected, drawn_there(card, w), what + ", there");
              shown += expected.stats.max_abs > 0;
            }
        }
      }
  EXPECT_GT(shown, 1000) << "the pictures show something";
}

// Returns the statistics of the previous picture, unless that showed another quantity or state.
TEST_F(CudaGasPicture, in_device_memory_reports_the_known_statistics_without_waiting) {
  const Scene scene = scene_of(kinds[0], Precision::float32, true);
  Solver cpu = solver_for(scene), card = on_cuda(scene);
  const auto window = [](Quantity q) { return PictureWindow{-0.5, -0.5, 92.5, 76.5, 320, 240, q}; };
  const PictureWindow density = window(Quantity::density), schlieren = window(Quantity::schlieren);
  expect_same_stats(drawn_there(card, density).stats, drawn(cpu, density).stats, "of the first picture");
  const PictureStats before = drawn(cpu, density).stats;
  for (Solver* solver : {&cpu, &card}) go_on(*solver, 50);
  const Picture now = drawn(cpu, density), got = drawn_there(card, density);
  expect_same_pixels(now, got, "after 50 steps");
  expect_same_stats(got.stats, before, "of the picture before");
  EXPECT_NE(now.stats.max_abs, before.max_abs);
  expect_same_stats(drawn_there(card, density).stats, now.stats, "of the picture before, which is the same");
  expect_same_stats(drawn_there(card, schlieren).stats, drawn(cpu, schlieren).stats, "of another quantity");
  for (Solver* solver : {&cpu, &card}) solver->reset();
  expect_same_stats(drawn_there(card, schlieren).stats, drawn(cpu, schlieren).stats, "of the start");
  DeviceView* view = card.engine().device_view();
  ASSERT_TRUE(view);
  EXPECT_EQ(view->device(), 0);
  EXPECT_TRUE(view->draw({0, 0, 1, 1, 0, 0, Quantity::density}, nullptr).finite) << "an empty picture";
}

// The picture is queued behind the running batch.
TEST_F(CudaGasPicture, shows_the_state_at_the_end_of_the_batch) {
  for (const Kind& kind : kinds) {
    const Scene scene = scene_of(kind, Precision::float32, true);
    Solver cpu = solver_for(scene), card = on_cuda(scene);
    const PictureWindow w{
        -0.5, -0.5, 92.5, 76.5, 320, 240, kind.physics == std::string("heat") ? Quantity::flux : Quantity::vorticity};
    for (int n = 0; n < 5; ++n) {
      go_on(cpu, 31);
      const Picture expected = drawn(cpu, w);
      card.advance(31);
      expect_same_pixels(expected, drawn_there(card, w), kind.numbers);
      card.wait();
    }
  }
}

TEST_F(CudaGasPicture, and_health_belong_to_the_last_good_state_if_a_step_fails) {
  Scene blast = load_scene("blast-corner", {{"gas.scheme", "\"lax-wendroff\""}, {"gas.viscosity", "0"}}).scene.value();
  blast.probes.clear();
  blast.checks.clear();
  Solver cpu = solver_for(blast, 2), card = on_cuda(blast);
  for (Solver* solver : {&cpu, &card}) go_on(*solver, 80);
  EXPECT_FALSE(cpu.health().finite);
  EXPECT_FALSE(cpu.health().why.empty());
  expect_same_health(cpu, card, "where a step failed");
  for (const Quantity q : {Quantity::density, Quantity::pressure, Quantity::schlieren}) {
    const PictureWindow w{-0.5, -0.5, blast.grid.nx - 0.5, blast.grid.ny - 0.5, 150, 150, q};
    const Picture expected = drawn(cpu, w), got = drawn(card, w);
    expect_same_pixels(expected, got, words_of(w));
    expect_same_stats(expected.stats, got.stats, words_of(w));
    EXPECT_TRUE(got.stats.finite);
  }
}

// Double values of a gas may exceed the floats of a picture.
TEST_F(CudaGasPicture, reports_values_that_are_not_finite) {
  Scene scene = scene_of(kinds[0], Precision::float64, true);
  scene.states[0].density = 1e200;
  Solver cpu = solver_for(scene), card = on_cuda(scene);
  for (const PictureWindow& w : windows(Quantity::density)) {
    const Picture expected = drawn(cpu, w), got = drawn(card, w);
    expect_same_pixels(expected, got, words_of(w));
    expect_same_stats(expected.stats, got.stats, words_of(w));
  }
  EXPECT_FALSE(drawn(card, {-0.5, -0.5, 92.5, 76.5, 31, 20, Quantity::density}).stats.finite);
  expect_same_health(cpu, card, "beyond a float");
}

}  // namespace
}  // namespace ez::test
