// Takada et al. (2010), tables 2 to 5: a PEC box of L × L with a sine at its centre, 1,000 steps, float.
#include <fmt/format.h>

#include <cmath>

#include "app/commands/bench_papers.h"
#include "app/interrupt.h"
#include "solver/measure/cpu_peer.h"

namespace ez {
namespace {

constexpr int steps = 1000;
constexpr double operations = 12;  // per cell and step, their count

constexpr int sizes[] = {1024, 2048, 3072, 4096, 5120, 6144, 7168, 8192};
// GTX 280 and one core of a Core2 Duo at 3 GHz.
constexpr double their_16x16_ms[] = {461.14, 1782.54, 4085.39, 7481.69, 12482.39, 19381.07, 28579.79, 40256.19};
constexpr double their_cpu_s[] = {40.78, 143.87, 330.71, 593.91, 990.17, 1481.69, 2117.63, 2955.00};
constexpr double their_gpu_s[] = {0.44, 1.67, 3.73, 6.57, 10.22, 14.85, 20.05, 26.19};
constexpr double their_share[] = {0.73, 0.78, 0.79, 0.79, 0.80, 0.79, 0.80, 0.80};

struct Measured {
  BlockShape block;
  double their_ms;
};
constexpr Measured shapes[] = {
    {{512, 1}, 34910.91}, {{256, 2}, 27860.34},   {{128, 4}, 27023.15},  {{64, 8}, 28329.08},    {{32, 16}, 31408.21},
    {{16, 32}, 43464.29}, {{8, 64}, 99550.48},    {{4, 128}, 240642.34}, {{2, 256}, 531257.31},  {{1, 512}, 1142198.88},
    {{256, 1}, 30332.19}, {{128, 2}, 26828.33},   {{64, 4}, 26404.10},   {{32, 8}, 27766.32},    {{16, 16}, 40315.71},
    {{8, 32}, 92666.19},  {{4, 64}, 201960.70},   {{2, 128}, 513940.38}, {{1, 256}, 1137908.38}, {{128, 1}, 29208.40},
    {{64, 2}, 26546.84},  {{32, 4}, 26193.54},    {{16, 8}, 31641.55},   {{8, 16}, 81558.07},    {{4, 32}, 179097.02},
    {{2, 64}, 462255.13}, {{1, 128}, 1135948.50}, {{64, 1}, 31378.07},   {{32, 2}, 31021.64},    {{16, 4}, 32172.59},
    {{8, 8}, 49528.76},   {{4, 16}, 151044.05},   {{2, 32}, 334621.00},  {{1, 64}, 1156390.13}};

double gflops(int n, double seconds) { return operations * n * static_cast<double>(n) * steps / seconds * 1e-9; }
std::string number(std::optional<double> v, const char* form) {
  return v ? fmt::format(fmt::runtime(form), *v) : std::string("skipped");
}

}  // namespace

std::vector<PaperTable> takada_tables(PaperBench& bench) {
  const SchemeChoice takada{"takada", 0};
  PaperTable two{"Takada et al., table 2: 16 × 16 threads, 1,000 steps",
                 {"L", "theirs, ms", "ours, ms", "theirs, GFLOPS", "ours, GFLOPS"},
                 {},
                 {}};
  PaperTable three{"", {"Nx × Ny", "threads", "theirs, ms", "ours, ms", "theirs / best", "ours / best"}, {}, {}};
  PaperTable four{
      "Takada et al., table 4: 32 × 4 threads against one CPU core, 1,000 steps",
      {"L", "T_CPU theirs, s", "T_CPU ours, s", "T_GPU theirs, s", "T_GPU ours, s", "ratio theirs", "ratio ours"},
      {},
      {}};
  PaperTable five{"Takada et al., table 5: share of the memory roof (32 × 4)",
                  {"L", "theirs, GFLOPS", "ours, GFLOPS", "theirs of measured", "ours of measured", "ours of stated"},
                  {},
                  {}};
  for (std::size_t k = 0; k < std::size(sizes) && !interrupted(); ++k) {
    const int n = sizes[k];
    if (bench.quick && n > 2048) break;
    const Scene scene = paper_scene(BoundaryKind::pec, n, Precision::float32);
    const std::optional<double> square = bench.seconds(scene, takada, {16, 16}, steps);
    two.rows.push_back({std::to_string(n), fmt::format("{:.2f}", their_16x16_ms[k]),
                        number(square ? std::optional(1e3 * *square) : square, "{:.2f}"),
                        fmt::format("{:.2f}", gflops(n, 1e-3 * their_16x16_ms[k])),
                        number(square ? std::optional(gflops(n, *square)) : square, "{:.1f}")});
    const std::optional<double> best = bench.seconds(scene, takada, {32, 4}, steps);
    const double peer = plain_sweeps_gcells(n, bench.quick ? 0.1 : 0.5);
    const double cpu = peer > 0 ? n * static_cast<double>(n) * steps * 1e-9 / peer : 0;
    const std::optional<double> ratio = best && cpu > 0 ? std::optional(cpu / *best) : std::nullopt;
    four.rows.push_back({std::to_string(n), fmt::format("{:.2f}", their_cpu_s[k]),
                         cpu > 0 ? fmt::format("{:.2f}", cpu) : "skipped", fmt::format("{:.2f}", their_gpu_s[k]),
                         number(best, "{:.4f}"), fmt::format("{:.2f}", their_cpu_s[k] / their_gpu_s[k]),
                         number(ratio, "{:.1f}")});
    std::optional<double> measured, stated;
    if (best && bench.device) {
      const double bytes = 36.0 / operations;  // per operation
      measured = gflops(n, *best) * bytes / bench.device->copy_gb_s;
      if (bench.device->theoretical_gb_s > 0) stated = gflops(n, *best) * bytes / bench.device->theoretical_gb_s;
    }
    five.rows.push_back({std::to_string(n), fmt::format("{:.2f}", gflops(n, their_gpu_s[k])),
                         number(best ? std::optional(gflops(n, *best)) : best, "{:.1f}"),
                         fmt::format("{:.2f}", their_share[k]), number(measured, "{:.2f}"), number(stated, "{:.2f}")});
  }
  const int large = bench.quick ? 2048 : 8192;
  three.title = fmt::format("Takada et al., table 3: {0} × {0}, every shape of the paper, 1,000 steps", large);
  const Scene scene = paper_scene(BoundaryKind::pec, large, Precision::float32);
  std::vector<std::optional<double>> ours;
  double best = HUGE_VAL;
  for (const Measured& s : shapes) {
    if (interrupted()) break;
    ours.push_back(bench.seconds(scene, takada, s.block, steps));
    if (ours.back()) best = std::min(best, *ours.back());
  }
  for (std::size_t k = 0; k < ours.size(); ++k)
    three.rows.push_back({fmt::format("{} × {}", shapes[k].block.x, shapes[k].block.y),
                          std::to_string(shapes[k].block.x * shapes[k].block.y),
                          fmt::format("{:.2f}", shapes[k].their_ms),
                          number(ours[k] ? std::optional(1e3 * *ours[k]) : ours[k], "{:.2f}"),
                          fmt::format("{:.2f}", shapes[k].their_ms / 26193.54),
                          number(ours[k] ? std::optional(*ours[k] / best) : ours[k], "{:.2f}")});
  four.notes.push_back(
      "T_CPU ours: two plain sweeps on one core, -O3 -march=native, timed over fewer steps and scaled to 1,000.");
  five.notes.push_back("12 operations and 36 bytes a cell and step, their count.");
  if (bench.quick) three.notes.push_back("--quick: theirs is for 8192 × 8192.");
  return {two, three, four, five};
}

}  // namespace ez
