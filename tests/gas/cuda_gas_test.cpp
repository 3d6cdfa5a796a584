// Tests gas and heat on the GPU against the CPU, bit for bit: every scheme, form of kernel, method to find the largest
// signal, side and precision, with and without walls. Also measures their speed.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/engine/cpu/rows/rows.h"
#include "solver/gas/resources.h"
#include "tube.h"

namespace ez::gas::test {
namespace {

class CudaGas : public testing::Test {
 protected:
  void SetUp() override {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) GTEST_SKIP() << "no CUDA device";
    if (!supported(Isa::avx2)) GTEST_SKIP() << "this CPU rounds twice where the card fuses";
  }
};

constexpr auto every_scheme = {Scheme::roe, Scheme::lax_wendroff, Scheme::muscl_hllc, Scheme::diffusion};
constexpr auto every_form = {Form::plain, Form::marching, Form::marching_faces, Form::strips};
constexpr auto every_cfl = {CflForm::fused, CflForm::shuffle, CflForm::tree};

EngineChoice on_card(Precision precision, Form form = Form::marching, CflForm cfl = CflForm::fused) {
  EngineChoice c;
  c.backend = "cuda";
  c.precision = precision;
  c.form = form;
  c.cfl = cfl;
  return c;
}
EngineChoice on_cpu(Precision precision) {
  EngineChoice c;
  c.precision = precision;
  return c;
}

GasProblem stirred(int nx, int ny, Scheme scheme, const Sides& sides, bool walls) {
  GasProblem g = still_gas(nx, ny, 1.0 / nx, 1.1 / nx, 1, 1);
  g.scheme = scheme;
  g.sides = sides;
  g.parameters.entropy_fix = 0.1;
  g.parameters.diffusivity = 0.3;
  g.value.resize(g.cells());
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const double x = 2 * pi * (i + 0.5) / nx, y = 2 * pi * (j + 0.5) / ny;
      const std::size_t k = g.at(i, j);
      const bool inside = std::hypot(i - nx / 3.0, j - ny / 2.0) < 0.2 * ny;
      g.rho[k] = 1 + 0.2 * std::sin(x + 2 * y) + inside;
      g.u[k] = 0.3 * std::sin(y) + 0.1;
      g.v[k] = 0.4 * std::cos(x) - 0.05;
      g.p[k] = 1 + 0.1 * std::cos(x - y) + inside;
      g.value[k] = 2 + g.p[k];
    }
  if (!walls) return g;
  g.solid.assign(g.cells(), 0);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      g.solid[g.at(i, j)] = std::hypot(i - 0.7 * nx, j - 0.4 * ny) < 0.1 * ny || (i == nx / 4 && j > ny / 2) ||
                            (i == j && i > 40 && i < 50) || (i < 3 && j < 2) || (i == 63 && j % 7 == 0);
  return g;
}

struct Outcome {
  Arrays state;
  Progress progress;
};
Outcome outcome(const GasProblem& g, const EngineChoice& choice, int steps) {
  GasRun run(g, choice);
  run.advance(steps / 3);
  run.advance(steps - steps / 3);
  return {run.state(), run.progress()};
}
void expect_equal(const Outcome& a, const Outcome& b, const std::string& what) {
  EXPECT_EQ(a.progress.steps, b.progress.steps) << what;
  EXPECT_EQ(a.progress.time, b.progress.time) << what;
  EXPECT_EQ(a.progress.dt, b.progress.dt) << what;
  for (std::size_t n = 0; n < a.state.size(); ++n) {
    const auto& x = a.state[n];
    const auto different = std::mismatch(x.begin(), x.end(), b.state[n].begin());
    if (different.first == x.end()) continue;
    ADD_FAILURE() << what << ": array " << n << " differs first at " << different.first - x.begin() << ": "
                  << *different.first << ", " << *different.second;
    return;
  }
}

TEST_F(CudaGas, equals_the_cpu_to_the_bit) {
  constexpr Side w = Side::wall, o = Side::outflow, p = Side::periodic, f = Side::fixed;
  int compared = 0;
  for (const Scheme scheme : every_scheme)
    for (const Precision precision : {Precision::float32, Precision::float64})
      for (Sides sides : {Sides{w, w, w, w}, Sides{o, w, p, p}, Sides{p, p, o, w}, Sides{f, o, f, f}})
        for (const bool walls : {false, true})
          for (const auto& [nx, ny] : {std::pair{130, 70}, std::pair{63, 33}, std::pair{1, 40}, std::pair{257, 1}}) {
            if (scheme != Scheme::diffusion && sides.left == f) continue;
            const GasProblem g = stirred(nx, ny, scheme, sides, walls && nx > 100);
            const Outcome cpu = outcome(g, on_cpu(precision), 40);
            EXPECT_FALSE(cpu.progress.failure);
            for (const Form form : every_form) {
              expect_equal(cpu, outcome(g, on_card(precision, form), 40),
                           fmt::format("scheme {}, form {}, {} × {}, walls {}, side {}, double {}",
                                       static_cast<int>(scheme), static_cast<int>(form), nx, ny, walls,
                                       static_cast<int>(sides.left), precision == Precision::float64));
              ++compared;
            }
          }
  fmt::print("{} runs compared\n", compared);
}

// At these magnitudes divisions and roots without branches are not exact.
TEST_F(CudaGas, unusual_numbers_equal_the_cpus_too) {
  for (const Scheme scheme : {Scheme::roe, Scheme::lax_wendroff, Scheme::muscl_hllc})
    for (const double scale : {1e-20, 1e20}) {
      GasProblem g = stirred(200, 70, scheme, {}, true);
      for (std::vector<double>* values : {&g.rho, &g.p})
        for (double& v : *values) v *= scale;
      const Outcome cpu = outcome(g, on_cpu(Precision::float32), 40);
      EXPECT_EQ(cpu.progress.steps, 40);
      expect_equal(cpu, outcome(g, on_card(Precision::float32, Form::strips), 40), fmt::format("scale {}", scale));
    }
}

TEST_F(CudaGas, every_method_for_the_largest_signal_gives_the_same_steps) {
  for (const Scheme scheme : {Scheme::roe, Scheme::lax_wendroff, Scheme::muscl_hllc}) {
    const GasProblem g = stirred(300, 111, scheme, {}, true);
    const Outcome cpu = outcome(g, on_cpu(Precision::float32), 60);
    for (const Form form : every_form)
      for (const CflForm cfl : every_cfl)
        expect_equal(cpu, outcome(g, on_card(Precision::float32, form, cfl), 60),
                     fmt::format("form {}, cfl {}", static_cast<int>(form), static_cast<int>(cfl)));
  }
}

// A hot cell explodes. The largest signal falls faster than the kernel of a step expects, so it is searched for again.
TEST_F(CudaGas, a_signal_that_falls_suddenly_is_found_too) {
  for (const Scheme scheme : {Scheme::roe, Scheme::lax_wendroff, Scheme::muscl_hllc})
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      GasProblem g = still_gas(150, 70, 1.0 / 150, 1.1 / 150, 1, 1);
      g.scheme = scheme;
      g.parameters.entropy_fix = 0.1;
      g.p[g.at(70, 30)] = 20;
      for (double& u : g.u) u = 0.1;  // gas at rest would get numbers so small that CPUs flush them to 0
      for (double& v : g.v) v = 0.05;
      double slowest = 1;  // smallest ratio of a step length to the one before
      GasRun run(g, on_cpu(precision));
      run.advance(1);
      for (double before = run.progress().dt; run.progress().steps < 30; before = run.progress().dt) {
        run.advance(1);
        slowest = std::max(slowest, run.progress().dt / before);
      }
      EXPECT_GT(slowest, 1.03) << "does not fall at once";
      const Outcome cpu = outcome(g, on_cpu(precision), 60);
      for (const Form form : every_form)
        expect_equal(cpu, outcome(g, on_card(precision, form), 60), fmt::format("form {}", static_cast<int>(form)));
    }
}

// Tests slanted walls between cells, and steps that are repeated with half the length.
TEST_F(CudaGas, slanted_walls_and_halved_steps_equal_the_cpus_too) {
  constexpr Side w = Side::wall, o = Side::outflow, p = Side::periodic;
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const Sides& sides : {Sides{w, w, w, w}, Sides{o, w, p, p}, Sides{p, p, o, w}}) {
      GasProblem g = stirred(140, 75, Scheme::muscl_hllc, sides, true);
      const auto solid = [&](int i, int j) {
        return i >= 0 && j >= 0 && i < g.nx && j < g.ny && g.solid[g.at(i, j)] != 0;
      };
      for (int j = 0; j < g.ny; ++j)
        for (int i = 0; i < g.nx; ++i)
          for (int face = 0; face < 4 && !solid(i, j); ++face) {
            const int di = face == 0 ? -1 : face == 1 ? 1 : 0, dj = face == 2 ? -1 : face == 3 ? 1 : 0;
            if (!solid(i + di, j + dj)) continue;
            const double angle = 0.7 * std::sin(3.0 * i + 5.0 * j), c = std::cos(angle), s = std::sin(angle);
            g.slants.push_back({static_cast<std::int32_t>(g.at(i, j)), static_cast<CellFace>(face), c * di - s * dj,
                                s * di + c * dj, 1 + std::sin(1.0 * i)});
          }
      for (const double cfl : {0.8, 3.0}) {
        g.parameters.cfl = cfl;
        const Outcome cpu = outcome(g, on_cpu(precision), 60);
        for (const Form form : {Form::plain, Form::strips})
          expect_equal(cpu, outcome(g, on_card(precision, form), 60),
                       fmt::format("cfl {}, side {}", cfl, static_cast<int>(sides.left)));
      }
    }
}

TEST_F(CudaGas, every_width_of_a_row_gives_the_same_bits) {
  for (const Scheme scheme : every_scheme) {
    if (scheme == Scheme::muscl_hllc) continue;  // has no such rows
    const GasProblem g = stirred(300, 111, scheme, {}, false);
    const Outcome cpu = outcome(g, on_cpu(Precision::float32), 40);
    for (const Form form : {Form::marching, Form::marching_faces})
      for (const int width : study_widths) {
        EngineChoice choice = on_card(Precision::float32, form);
        choice.width = width;
        expect_equal(cpu, outcome(g, choice, 40), fmt::format("width {}", width));
        const KernelResources r = step_resources(g, choice);
        EXPECT_EQ(r.threads, width);
        EXPECT_GT(r.blocks_at_once, 0);
      }
  }
}

TEST_F(CudaGas, meets_its_time_exactly_and_continues_from_a_checkpoint) {
  const GasProblem g = stirred(200, 90, Scheme::lax_wendroff, {}, true);
  GasRun cpu(g), card(g, on_card(Precision::float32));
  for (GasRun* run : {&cpu, &card}) {
    run->advance_until(0.0501);
    const Checkpoint kept = run->save();
    run->advance(7);
    run->restore(kept);
    run->advance_until(0.07);
  }
  EXPECT_EQ(card.progress().time, 0.07);
  expect_equal({cpu.state(), cpu.progress()}, {card.state(), card.progress()}, "");
}

TEST_F(CudaGas, reports_the_place_of_a_failure_like_the_cpu) {
  for (const auto& [form, cfl] : {std::pair{Form::plain, CflForm::fused},
                                  {Form::marching, CflForm::fused},
                                  {Form::marching, CflForm::shuffle},
                                  {Form::marching, CflForm::tree},
                                  {Form::strips, CflForm::fused},
                                  {Form::strips, CflForm::shuffle}}) {
    GasProblem g = tube(128, 9, Scheme::lax_wendroff);
    g.dy = 1e9;
    g.parameters.cfl = 0.95;
    g.parameters.viscosity = 3;
    GasRun cpu(g), card(g, on_card(Precision::float32, form, cfl));
    cpu.advance(1000);
    card.advance(1000);
    const auto a = cpu.progress().failure, b = card.progress().failure;
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->step, b->step);
    EXPECT_EQ(a->i, b->i);
    EXPECT_EQ(a->j, b->j);
    EXPECT_EQ(a->quantity, b->quantity);
    EXPECT_TRUE(a->value == b->value || std::isnan(a->value));
    EXPECT_EQ(cpu.state(), card.state());
    g.parameters.cfl = 0.2;
    for (GasRun* run : {&cpu, &card}) {
      EXPECT_TRUE(run->apply(g));
      run->advance(5);
    }
    expect_equal({cpu.state(), cpu.progress()}, {card.state(), card.progress()}, "after the failure");
  }
}

TEST_F(CudaGas, is_edited_and_read_like_the_cpu) {
  for (const Scheme scheme : every_scheme) {
    GasProblem g = stirred(150, 80, scheme, {}, false);
    GasRun cpu(g), card(g, on_card(Precision::float32));
    const std::int32_t places[] = {0, 149, 150 * 79, 150 * 40 + 60, 150 * 40 + 61};
    const std::vector<double> values = is_heat(scheme) ? std::vector{4.0} : std::vector{2.0, 0.5, -0.5, 4.0};
    for (GasRun* run : {&cpu, &card}) {
      run->advance(10);
      EXPECT_TRUE(run->paint(places, values));
      run->advance(5);
      GasProblem walled = stirred(150, 80, scheme, {Side::periodic, Side::periodic, Side::outflow, Side::wall}, true);
      EXPECT_TRUE(run->apply(walled));
      run->advance(15);
      // Walls everywhere and then none: the gas is at rest in between.
      GasProblem full = walled;
      full.solid.assign(g.cells(), 1);
      EXPECT_TRUE(run->apply(full));
      run->advance(5);
      EXPECT_EQ(run->progress().steps, is_heat(scheme) ? 35 : 30);
      EXPECT_TRUE(run->apply(walled));
      run->advance(5);
    }
    expect_equal({cpu.state(), cpu.progress()}, {card.state(), card.progress()}, "edited");
    for (const QuantityFacts& q : quantities)
      if (q.belongs == (is_heat(scheme) ? For::heat : For::gas)) {
        EXPECT_EQ(cpu.read(q.quantity), card.read(q.quantity)) << to_string(q.quantity);
        EXPECT_EQ(cpu.read_exactly(q.quantity), card.read_exactly(q.quantity)) << to_string(q.quantity);
      }
  }
}

// ---- speed

double seconds_a_step(const GasProblem& g, const EngineChoice& choice, int steps) {
  GasRun run(g, choice);
  run.advance(20);
  (void)run.progress();
  double best = 1e9;
  for (int n = 0; n < 3; ++n) {
    const auto begin = std::chrono::steady_clock::now();
    run.advance(steps);
    (void)run.progress();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / steps);
  }
  EXPECT_FALSE(run.progress().failure);
  return best;
}

// Gcell/s, and for a gas also GFLOPS by the counts of Yamamoto (2010). They are 357 operations per cell and step for
// Roe's scheme in two dimensions, and 278 for Lax–Wendroff.
TEST_F(CudaGas, SpeedOfSchemesAndForms) {
  const char* scheme_names[] = {"roe", "lax-wendroff", "diffusion", "muscl-hllc"};
  const char* form_names[] = {"plain", "marching", "marching, a thread a face", "strips"};
  const char* cfl_names[] = {"fused", "shuffle", "tree"};
  const double counts[] = {357, 278, 0, 0}, bytes[] = {32, 32, 8, 32};
  for (const int n : {1024, 4096})
    for (const Scheme scheme : every_scheme) {
      const auto s = static_cast<std::size_t>(scheme);
      GasProblem g = tube(n, n, scheme);
      g.value = g.p;
      g.parameters.diffusivity = 1;
      const double cells = static_cast<double>(g.cells());
      const int steps = n == 1024 ? 1000 : 100;
      const auto say = [&](double seconds, const std::string& what) {
        fmt::print("{:5} {:13} {:34} {:8.1f} µs a step {:7.2f} Gcell/s {:8.0f} GFLOPS {:6.0f} GB/s\n", n,
                   scheme_names[s], what, 1e6 * seconds, 1e-9 * cells / seconds, 1e-9 * counts[s] * cells / seconds,
                   1e-9 * bytes[s] * cells / seconds);
      };
      for (const Form form : every_form) {
        if (form == Form::marching_faces && scheme != Scheme::roe) continue;
        if (form == Form::strips && is_heat(scheme)) continue;
        if (form == Form::marching && scheme == Scheme::muscl_hllc) continue;
        GasProblem fixed = g;
        fixed.parameters.dt = is_heat(scheme) ? 0 : 0.2 / n;
        const char* name = form_names[static_cast<std::size_t>(form)];
        say(seconds_a_step(fixed, on_card(Precision::float32, form), steps), fmt::format("{}, fixed Δt", name));
        if (is_heat(scheme)) continue;
        for (const CflForm cfl : every_cfl) {
          if (cfl != CflForm::fused && n > 1024) continue;
          say(seconds_a_step(g, on_card(Precision::float32, form, cfl), steps),
              fmt::format("{}, {}", name, cfl_names[static_cast<std::size_t>(cfl)]));
        }
      }
      if (n == 1024) say(seconds_a_step(g, on_cpu(Precision::float32), 30), "the CPU, all cores");
    }
}

}  // namespace
}  // namespace ez::gas::test
