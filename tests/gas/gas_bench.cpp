// Not a test: measures the speed of the CPU engine for a gas by number of threads, and of a plain loop. Usage:
// gas_bench [N].
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "plain_gas.h"
#include "processor_time.h"
#include "tube.h"

namespace {

using namespace ez::gas;
using namespace ez::gas::test;

struct Times {
  double wall = 1e9, processor = 1e9;  // seconds per step
};
template <class F>
Times best_of(int steps, F run) {
  Times best;
  for (int n = 0; n < 5; ++n) {
    const double busy = ez::processor_seconds();
    const auto begin = std::chrono::steady_clock::now();
    run(steps);
    best.wall =
        std::min(best.wall, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / steps);
    best.processor = std::min(best.processor, (ez::processor_seconds() - busy) / steps);
  }
  return best;
}
void say(const std::string& what, const Times& t, double cells) {
  fmt::print("{:44} {:8.2f} ms a step {:8.1f} Mcell/s; {:8.1f} Mcell a second of one processor\n", what, 1e3 * t.wall,
             1e-6 * cells / t.wall, 1e-6 * cells / t.processor);
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1024;
  const double cells = static_cast<double>(n) * n;
  PlainGas plain{n, n, 1.0f / static_cast<float>(n), 1.0f / static_cast<float>(n), 1.4f, {}, {}, {}, {}};
  const auto width = static_cast<std::size_t>(n + 2), size = width * width;
  plain.rho.assign(size, 0.125f), plain.mx.assign(size, 0), plain.my.assign(size, 0), plain.energy.assign(size, 0.25f);
  for (std::size_t k = 0; k < size; ++k)
    if (static_cast<int>(k % width) <= n / 2) plain.rho[k] = 1, plain.energy[k] = 2.5f;
  const float dt = 0.2f / static_cast<float>(n);
  const auto plain_steps = [&](int steps) {
    for (int k = 0; k < steps; ++k) plain_roe_step(plain, dt);
  };
  say("plain loop, roe, fixed Δt", best_of(8, plain_steps), cells);
  const char* names[] = {"roe", "lax-wendroff", "diffusion", "muscl-hllc"};
  for (const Scheme scheme : {Scheme::roe, Scheme::muscl_hllc, Scheme::lax_wendroff, Scheme::diffusion})
    for (const bool fixed : {true, false})
      for (unsigned threads = 1; threads <= std::thread::hardware_concurrency(); threads *= 2) {
        if (is_heat(scheme) && fixed) continue;
        GasProblem g = tube(n, n, scheme);
        g.value = g.p;
        g.parameters.diffusivity = 1;
        if (fixed) g.parameters.dt = static_cast<double>(dt);
        EngineChoice choice;
        choice.threads = static_cast<int>(threads);
        GasRun run(g, choice);
        const Times t = best_of(16, [&](int steps) {
          run.advance(steps);
          (void)run.progress();
        });
        say(fmt::format("{}, {}, {} threads", names[static_cast<int>(scheme)],
                        fixed || is_heat(scheme) ? "fixed Δt" : "Δt by signals", threads),
            t, cells);
      }
}
