// Golovashkin and Malysheva (2010): table 3, 400 steps of n × n by a scalar CPU, by cuBLAS and without; table 4, one
// dimension cut into D subdomains.
#include <fmt/format.h>

#include "app/commands/bench/papers.h"
#include "solver/engine/decomposition.h"
#include "solver/study/cpu_peer.h"

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

// Table 4: milliseconds by D, for the CPU and for the GPU.
struct Divided {
  DecompositionProblem problem;
  double cpu_ms[5], gpu_ms[5];
};
constexpr int subdomains[] = {1, 2, 3, 5, 10};
constexpr Divided divided[] = {
    {{10, 50}, {250, 160, 125, 103, 85}, {2460, 2466, 2460, 2470, 2475}},
    {{100, 500}, {22690, 11770, 8075, 5154, 2890}, {29750, 29620, 29050, 28510, 26995}},
    {{200, 1000}, {90015, 45885, 31120, 19300, 10390}, {49300, 49190, 49180, 48780, 43380}},
    {{300, 1500}, {200750, 102290, 69130, 42330, 23310}, {73848, 73828, 73270, 65064, 65061}}};
constexpr int exchange = 64;  // steps a subdomain marches alone

PaperTable table_three(PaperBench& bench) {
  PaperTable t{"Golovashkin & Malysheva, table 3: 400 steps, seconds",
               {"n", "one CPU core theirs", "ours", "cuBLAS vector theirs", "ours", "cuBLAS matrix theirs", "ours",
                "no library theirs", "ours", "CPU / no library theirs", "ours"},
               {},
               {}};
  for (const Row& r : theirs) {
    if (bench.quick() && r.n > 1000) break;
    const Scene scene = paper_scene(BoundaryKind::pec, r.n, Precision::float32);
    const std::optional<double> cpu = bench.one_core_seconds(r.n, Precision::float32, steps);
    const auto gpu = [&](const char* scheme, BlockShape block) {
      std::optional<double> s = bench.seconds(scene, {scheme, 0}, block, steps);
      if (!s && bench.device() && t.notes.empty())
        t.notes.push_back(fmt::format("{}, n = {}: {}", scheme, r.n, bench.skipped_because()));
      return s;
    };
    const std::optional<double> vector = gpu("cublas-vector", {1, 1}), matrix = gpu("cublas-matrix", {1, 1});
    const std::optional<double> runtime = gpu("runtime", {100, 5});
    t.rows.push_back({std::to_string(r.n), figure(r.cpu, 2), figure(cpu, 4), figure(r.vector, 2), figure(vector, 4),
                      r.matrix > 0 ? figure(r.matrix, 2) : "–", figure(matrix, 4), figure(r.runtime, 2),
                      figure(runtime, 4), figure(r.cpu / r.runtime, 1), figure(ratio(cpu, runtime), 1)});
  }
  t.notes.push_back(
      "CPU ours: two plain sweeps on one core, timed over fewer steps and scaled. Runs of more than a second are "
      "scaled too.");
  return t;
}

std::string ms_of(const DecompositionRun& run) {
  return figure(run.failed.empty() ? std::optional(1e3 * run.seconds) : std::nullopt, 2);
}

// Columns (N, M), rows D, the CPU's above the GPU's, as printed.
PaperTable table_four(PaperBench& bench) {
  PaperTable t{"Golovashkin & Malysheva, table 4: one dimension in D subdomains, milliseconds", {"D"}, {}, {}};
  for (const char* where : {"CPU", "GPU"})
    for (const int d : subdomains) t.rows.push_back({fmt::format("{} {}", where, d)});
  t.rows.push_back({"GPU, global memory"});
  for (const Divided& problem : divided) {
    if (bench.quick() && problem.problem.wavelengths > 10) break;
    const DecompositionProblem& p = problem.problem;
    for (const char* whose : {"theirs", "ours"})
      t.columns.push_back(fmt::format("({}, {}) {}", p.wavelengths, p.entering, whose));
    for (std::size_t k = 0; k < 5; ++k) {
      t.rows[k].insert(t.rows[k].end(), {figure(problem.cpu_ms[k], 0), k == 0 ? ms_of(decomposition_on_cpu(p)) : "–"});
      DecompositionRun run{subdomains[k], exchange, 0, 0, {}, bench.skipped()};
      if (bench.device()) run = decomposition_in_shared_memory(p, subdomains[k], exchange, bench.device()->index);
      t.rows[5 + k].insert(t.rows[5 + k].end(), {figure(problem.gpu_ms[k], 0), ms_of(run)});
      if (bench.device() && !run.failed.empty())
        t.notes.push_back(fmt::format("({}, {}), D = {}: {}", p.wavelengths, p.entering, subdomains[k], run.failed));
    }
    DecompositionRun global{1, 1, 0, 0, {}, bench.skipped()};
    if (bench.device()) global = decomposition_in_global_memory(p, bench.device()->index);
    t.rows[10].insert(t.rows[10].end(), {"", ms_of(global)});
  }
  t.notes.push_back(
      fmt::format("Ours on the GPU: shared memory, all D march at once, {} steps between exchanges (⌈200 M / {}⌉ of "
                  "them); the paper solves one subdomain after the other, only while the wave is there, which is what "
                  "its CPU gains by.",
                  exchange, exchange));
  return t;
}

}  // namespace

std::vector<PaperTable> golovashkin_tables(PaperBench& bench) { return {table_three(bench), table_four(bench)}; }

}  // namespace ez
