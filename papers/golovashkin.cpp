// Golovashkin and Malysheva (2010): table 3, 400 steps of n × n by a scalar CPU, by cuBLAS and without it; table 4, one
// dimension divided into D subdomains.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "papers/decomposition.h"
#include "papers/harness.h"

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
  int in_shared_memory, shared_ms;  // D and milliseconds given in the text; 0: none
};
constexpr int subdomains[] = {1, 2, 3, 5, 10};
constexpr Divided divided[] = {
    {{10, 50}, {250, 160, 125, 103, 85}, {2460, 2466, 2460, 2470, 2475}, 3, 60},
    {{100, 500}, {22690, 11770, 8075, 5154, 2890}, {29750, 29620, 29050, 28510, 26995}, 33, 610},
    {{200, 1000}, {90015, 45885, 31120, 19300, 10390}, {49300, 49190, 49180, 48780, 43380}, 0, 0},
    {{300, 1500}, {200750, 102290, 69130, 42330, 23310}, {73848, 73828, 73270, 65064, 65061}, 0, 0}};
constexpr int exchange = 64;  // steps that a subdomain marches alone

PaperTable table_three(PaperBench& bench) {
  PaperTable t{"Golovashkin & Malysheva, table 3: 400 steps, seconds",
               {"n", "one CPU core theirs", "ours", "cuBLAS vector theirs", "ours", "cuBLAS matrix theirs", "ours",
                "no library theirs", "ours", "CPU / no library theirs", "ours", "cuBLAS vector, a row a call, ours",
                "cuBLAS matrix, unit matrices, ours"},
               {},
               {}};
  for (const Row& r : theirs) {
    if (bench.quick() && r.n > 1000) break;
    const Scene scene = paper_scene(BoundaryKind::pec, r.n, Precision::float32);
    const std::optional<double> cpu = bench.one_core_seconds(r.n, Precision::float32, steps);
    const auto gpu = [&](const char* scheme, BlockShape block, int form = 0) {
      std::optional<double> s = bench.seconds(scene, {scheme, form}, block, steps);
      if (!s && bench.device() && t.notes.empty())
        t.notes.push_back(fmt::format("{}, n = {}: {}", scheme, r.n, bench.skipped_because()));
      return s;
    };
    const std::optional<double> vector = gpu("cublas-vector", {1, 1}), matrix = gpu("cublas-matrix", {1, 1});
    const std::optional<double> runtime = gpu("runtime", {100, 5});
    const std::optional<double> scroll_by_rows = gpu("cublas-vector", {1, 1}, 1),
                                unit = gpu("cublas-matrix", {1, 1}, 1);
    t.rows.push_back({std::to_string(r.n), figure(r.cpu, 2), figure(cpu, 4), figure(r.vector, 2), figure(vector, 4),
                      r.matrix > 0 ? figure(r.matrix, 2) : "–", figure(matrix, 4), figure(r.runtime, 2),
                      figure(runtime, 4), figure(r.cpu / r.runtime, 1), figure(ratio(cpu, runtime), 1),
                      figure(scroll_by_rows, 4), figure(unit, 4)});
  }
  t.notes.push_back(
      "CPU ours: two plain sweeps on one core, timed over fewer steps and scaled. Runs of more than a second are "
      "scaled too. Vectors: a call of axpy takes as many rows as an int counts; as the paper calls it, a row a call, "
      "in "
      "the last column but one. Matrices: products with bidiagonal difference matrices of n²; with unit matrices of "
      "(n−1)² and (n−2)², as the paper stores them, in the last. No library: three launches a step, the source in the "
      "third.");
  return t;
}

std::string ms_of(const DecompositionRun& run) {
  return figure(run.failed.empty() ? std::optional(1e3 * run.seconds) : std::nullopt, 2);
}

// Returns the median of three runs after a first one, or the first one if it took more than a second.
template <class F>
DecompositionRun settled(F run) {
  DecompositionRun first = run();
  if (!first.failed.empty() || first.seconds > 1) return first;
  std::array<DecompositionRun, 3> runs{run(), run(), run()};
  std::sort(runs.begin(), runs.end(), [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
  return runs[1];
}

// Returns the columns (N, M) and rows D, the CPU's above the GPU's, as printed.
PaperTable table_four(PaperBench& bench) {
  PaperTable t{"Golovashkin & Malysheva, table 4: one dimension in D subdomains, milliseconds", {"D"}, {}, {}};
  for (const char* where : {"CPU", "GPU"})
    for (const int d : subdomains) t.rows.push_back({fmt::format("{} {}", where, d)});
  for (const char* label : {"GPU 33", "GPU, global memory", "GPU, shared memory, in the text"})
    t.rows.push_back({label});
  const auto in_shared_memory = [&](const DecompositionProblem& p, int d) {
    DecompositionRun run{d, exchange, 0, 0, {}, bench.skipped()};
    if (bench.device())
      run = settled([&] { return decomposition_in_shared_memory(p, d, exchange, bench.device()->index); });
    if (bench.device() && !run.failed.empty())
      t.notes.push_back(fmt::format("({}, {}), D = {}: {}", p.wavelengths, p.entering, d, run.failed));
    return ms_of(run);
  };
  for (const Divided& problem : divided) {
    if (bench.quick() && problem.problem.wavelengths > 10) break;
    const DecompositionProblem& p = problem.problem;
    for (const char* whose : {"theirs", "ours"})
      t.columns.push_back(fmt::format("({}, {}) {}", p.wavelengths, p.entering, whose));
    std::string shared;
    const auto by = [&](int d) {
      std::string ms = in_shared_memory(p, d);
      if (d == problem.in_shared_memory) shared = ms;
      return ms;
    };
    for (std::size_t k = 0; k < 5; ++k) {
      const DecompositionRun cpu = settled([&] { return decomposition_on_cpu(p, subdomains[k]); });
      t.rows[k].insert(t.rows[k].end(), {figure(problem.cpu_ms[k], 0), ms_of(cpu)});
      t.rows[5 + k].insert(t.rows[5 + k].end(), {figure(problem.gpu_ms[k], 0), by(subdomains[k])});
    }
    DecompositionRun global{1, 1, 0, 0, {}, bench.skipped()};
    if (bench.device()) global = settled([&] { return decomposition_in_global_memory(p, bench.device()->index); });
    t.rows[10].insert(t.rows[10].end(), {"–", by(33)});
    t.rows[11].insert(t.rows[11].end(), {figure(problem.gpu_ms[0], 0), ms_of(global)});
    const bool said = problem.in_shared_memory > 0;
    t.rows[12].insert(t.rows[12].end(),
                      {said ? fmt::format("{} (D = {})", problem.shared_ms, problem.in_shared_memory) : "", shared});
  }
  t.notes.push_back(fmt::format(
      "Ours on the GPU: shared memory, all D march at once, a thread a node to 1024, {} steps between "
      "exchanges (⌈200 M / {}⌉ of them). Theirs in the table is global memory, so like stands beside like in the last "
      "two rows alone: a kernel a step over global memory beside their D = 1, and shared memory, of which the text "
      "gives 60 ms (41 times as fast as D = 1) and 610 ms (49 times).",
      exchange, exchange));
  t.notes.push_back(
      "Ours on the CPU: the subdomains that the wave has come to, so that the result is the undivided one's to the "
      "bit. "
      "It enters for longer than it needs to run through (M = 5 N), so that spares a tenth at most. The paper's "
      "formula "
      "S = P²/(P − 2(P−1)Q) is negative for Q = 1 and P > 2: with P subdomains and Q reflections it must be "
      "P²/(P + 2(P−1)Q), which for Q = 0 is P, about what its table shows (8.6 of 10): each subdomain then has a P-th "
      "of the nodes for a P-th of the time.");
  return t;
}

}  // namespace

std::vector<PaperTable> golovashkin_tables(PaperBench& bench) { return {table_three(bench), table_four(bench)}; }

}  // namespace ez
