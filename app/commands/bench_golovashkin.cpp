// Golovashkin and Malysheva (2010): table 3, 400 steps of n × n by a scalar CPU, by cuBLAS and without; table 4, one
// dimension cut into D subdomains.
#include <fmt/format.h>

#include "app/commands/bench_papers.h"
#include "app/interrupt.h"
#include "solver/measure/cpu_peer.h"
#include "solver/measure/decomposition.h"

namespace ez {
namespace {

constexpr int steps = 400;
// GeForce GT 240 and a Core Duo E6500: CPU, cuBLAS vector, cuBLAS matrix, without a library; seconds.
struct Row {
  int n;
  double cpu, vector, matrix, runtime;
};
constexpr Row theirs[] = {
    {100, 0.09, 2.99, 0.23, 0.10},        {200, 0.59, 6.00, 1.12, 0.10},        {300, 1.93, 9.02, 3.06, 0.11},
    {400, 4.29, 12.00, 7.07, 0.18},       {500, 7.28, 14.92, 12.97, 0.26},      {600, 9.82, 17.85, 21.82, 0.37},
    {700, 12.75, 20.80, 33.57, 0.49},     {800, 15.80, 23.78, 51.09, 0.65},     {900, 20.17, 26.70, 72.26, 0.79},
    {1000, 24.65, 29.63, 97.49, 0.97},    {1500, 54.57, 44.38, 319.82, 2.17},   {2000, 102.82, 59.02, 758.59, 3.80},
    {2500, 158.56, 73.75, 1484.20, 5.99}, {3000, 244.68, 88.40, 2530.93, 8.55}, {3500, 399.46, 103.27, 4029.10, 11.65},
    {4000, 653.72, 118.97, 0, 15.23}};

struct Divided {
  DecompositionProblem problem;
  int subdomains;
  double cpu_ms, gpu_ms;
};
constexpr Divided divided[] = {
    {{10, 50}, 1, 250, 2460},        {{10, 50}, 2, 160, 2466},        {{10, 50}, 3, 125, 2460},
    {{10, 50}, 5, 103, 2470},        {{10, 50}, 10, 85, 2475},        {{100, 500}, 1, 22690, 29750},
    {{100, 500}, 2, 11770, 29620},   {{100, 500}, 3, 8075, 29050},    {{100, 500}, 5, 5154, 28510},
    {{100, 500}, 10, 2890, 26995},   {{200, 1000}, 1, 90015, 49300},  {{200, 1000}, 2, 45885, 49190},
    {{200, 1000}, 3, 31120, 49180},  {{200, 1000}, 5, 19300, 48780},  {{200, 1000}, 10, 10390, 43380},
    {{300, 1500}, 1, 200750, 73848}, {{300, 1500}, 2, 102290, 73828}, {{300, 1500}, 3, 69130, 73270},
    {{300, 1500}, 5, 42330, 65064},  {{300, 1500}, 10, 23310, 65061}};
constexpr int exchange = 64;  // steps a subdomain marches alone

std::string cell(std::optional<double> v, const char* form = "{:.4f}") {
  return v ? fmt::format(fmt::runtime(form), *v) : std::string("skipped");
}
std::string cell(const DecompositionRun& run) {
  return run.failed.empty() ? fmt::format("{:.2f}", 1e3 * run.seconds) : std::string("skipped");
}

PaperTable table_three(PaperBench& bench) {
  PaperTable t{"Golovashkin & Malysheva, table 3: 400 steps, seconds",
               {"n", "CPU theirs", "CPU ours", "cuBLAS vector theirs", "ours", "cuBLAS matrix theirs", "ours",
                "no library theirs", "ours", "CPU / no library theirs", "ours"},
               {},
               {}};
  for (const Row& r : theirs) {
    if (interrupted() || (bench.quick && r.n > 1000)) break;
    const Scene scene = paper_scene(BoundaryKind::pec, r.n, Precision::float32);
    const double peer = plain_sweeps_gcells(r.n, bench.quick ? 0.05 : 0.3);
    const std::optional<double> cpu =
        peer > 0 ? std::optional(r.n * static_cast<double>(r.n) * steps * 1e-9 / peer) : std::nullopt;
    const auto gpu = [&](const char* scheme, BlockShape block) {
      std::optional<double> s = bench.seconds(scene, {scheme, 0}, block, steps);
      if (!s && bench.device && t.notes.empty())
        t.notes.push_back(fmt::format("{}: {}", scheme, bench.skipped_because));
      return s;
    };
    const std::optional<double> vector = gpu("cublas-vector", {1, 1}), matrix = gpu("cublas-matrix", {1, 1});
    const std::optional<double> runtime = gpu("runtime", {100, 5});
    t.rows.push_back({std::to_string(r.n), fmt::format("{:.2f}", r.cpu), cell(cpu), fmt::format("{:.2f}", r.vector),
                      cell(vector), r.matrix > 0 ? fmt::format("{:.2f}", r.matrix) : "–", cell(matrix),
                      fmt::format("{:.2f}", r.runtime), cell(runtime), fmt::format("{:.1f}", r.cpu / r.runtime),
                      cpu && runtime ? fmt::format("{:.1f}", *cpu / *runtime) : "skipped"});
  }
  t.notes.push_back(
      "CPU ours: two plain sweeps on one core, timed over fewer steps and scaled. Runs of more than a second are "
      "scaled too.");
  return t;
}

PaperTable table_four(PaperBench& bench) {
  PaperTable t{
      "Golovashkin & Malysheva, table 4: one dimension, D subdomains, milliseconds",
      {"(N, M)", "D", "CPU theirs", "CPU ours", "GPU theirs", "global memory ours", "shared memory ours", "exchanges"},
      {},
      {}};
  for (const Divided& d : divided) {
    if (interrupted() || (bench.quick && d.problem.wavelengths > 10)) break;
    const std::optional<DecompositionRun> cpu =
        d.subdomains == 1 ? std::optional(decomposition_on_cpu(d.problem)) : std::nullopt;
    DecompositionRun global{1, 1, 0, 0, {}, bench.skipped}, shared{d.subdomains, exchange, 0, 0, {}, bench.skipped};
    if (bench.device) {
      if (d.subdomains == 1) global = decomposition_in_global_memory(d.problem);
      shared = decomposition_in_shared_memory(d.problem, d.subdomains, exchange);
    }
    t.rows.push_back({fmt::format("({}, {})", d.problem.wavelengths, d.problem.entering), std::to_string(d.subdomains),
                      fmt::format("{:.0f}", d.cpu_ms), cpu ? cell(*cpu) : "", fmt::format("{:.0f}", d.gpu_ms),
                      d.subdomains == 1 ? cell(global) : "", cell(shared),
                      shared.failed.empty() ? std::to_string(shared.exchanges) : "–"});
    if (!shared.failed.empty() && bench.device)
      t.notes.push_back(fmt::format("D = {}: {}", d.subdomains, shared.failed));
  }
  t.notes.push_back(
      fmt::format("Ours: all D march at once, {} steps between exchanges; the paper solves one subdomain after the "
                  "other, only while the wave is there.",
                  exchange));
  return t;
}

}  // namespace

std::vector<PaperTable> golovashkin_tables(PaperBench& bench) { return {table_three(bench), table_four(bench)}; }

}  // namespace ez
