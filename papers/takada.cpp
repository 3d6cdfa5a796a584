// Takada et al. (2010), tables 2 to 5: a PEC box of L × L with a sine at its centre, 1,000 steps, float.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "papers/harness.h"
#include "papers/timekeeping.h"

namespace ez {
namespace {

constexpr int steps = 1000;
constexpr double operations = 12, bytes = 36;  // per cell and step, as the paper counts them

// GTX 280 and one core of a Core2 Duo at 3 GHz, as printed.
struct Printed {
  int n;
  double square_ms, square_gflops;         // table 2
  double cpu_s, gpu_s, speedup;            // table 4
  double best_gflops, of_measured_memory;  // table 5
};
constexpr Printed printed[] = {{1024, 461.14, 27.29, 40.78, 0.44, 91.92, 28.36, 0.73},
                               {2048, 1782.54, 28.24, 143.87, 1.67, 86.19, 30.15, 0.78},
                               {3072, 4085.39, 27.72, 330.71, 3.73, 88.68, 30.37, 0.79},
                               {4096, 7481.69, 26.91, 593.91, 6.57, 90.44, 30.66, 0.79},
                               {5120, 12482.39, 25.20, 990.17, 10.22, 96.85, 30.77, 0.80},
                               {6144, 19381.07, 23.37, 1481.69, 14.85, 99.76, 30.77, 0.79},
                               {7168, 28579.79, 21.57, 2117.63, 20.05, 105.62, 30.75, 0.80},
                               {8192, 40256.19, 20.00, 2955.00, 26.19, 112.81, 30.74, 0.80}};

// Table 3: a group for each number of threads.
struct Shape {
  BlockShape block;
  double ms;
};
struct Group {
  int threads;
  std::vector<Shape> shapes;
};
std::vector<Group> printed_shapes() {
  return {{512,
           {{{512, 1}, 34910.91},
            {{256, 2}, 27860.34},
            {{128, 4}, 27023.15},
            {{64, 8}, 28329.08},
            {{32, 16}, 31408.21},
            {{16, 32}, 43464.29},
            {{8, 64}, 99550.48},
            {{4, 128}, 240642.34},
            {{2, 256}, 531257.31},
            {{1, 512}, 1142198.88}}},
          {256,
           {{{256, 1}, 30332.19},
            {{128, 2}, 26828.33},
            {{64, 4}, 26404.10},
            {{32, 8}, 27766.32},
            {{16, 16}, 40315.71},
            {{8, 32}, 92666.19},
            {{4, 64}, 201960.70},
            {{2, 128}, 513940.38},
            {{1, 256}, 1137908.38}}},
          {128,
           {{{128, 1}, 29208.40},
            {{64, 2}, 26546.84},
            {{32, 4}, 26193.54},
            {{16, 8}, 31641.55},
            {{8, 16}, 81558.07},
            {{4, 32}, 179097.02},
            {{2, 64}, 462255.13},
            {{1, 128}, 1135948.50}}},
          {64,
           {{{64, 1}, 31378.07},
            {{32, 2}, 31021.64},
            {{16, 4}, 32172.59},
            {{8, 8}, 49528.76},
            {{4, 16}, 151044.05},
            {{2, 32}, 334621.00},
            {{1, 64}, 1156390.13}}}};
}

const SchemeChoice takada{"takada", 0}, without_shared_memory{"takada", 1};

// Schemes that are compared on the same box. The paper also tried kernels without shared memory but gives no figures
// for them.
struct Beside {
  const char* label;
  SchemeChoice scheme;
  BlockShape block;
};
const Beside beside[] = {{"takada, 32 × 4 (shared memory)", takada, {32, 4}},
                         {"takada, 16 × 16 (shared memory)", takada, {16, 16}},
                         {"takada global, 32 × 4 (none)", without_shared_memory, {32, 4}},
                         {"takada global, 16 × 16 (none)", without_shared_memory, {16, 16}},
                         {"runtime, 32 × 4 (none, a kernel a component)", {"runtime", 0}, {32, 4}},
                         {"marching-register, 64 × 2 (a row)", {"marching-register", 0}, {64, 2}},
                         {"two-kernel, 128 × 2 (none)", {"two-kernel", 0}, {128, 2}}};

struct Run {
  Printed theirs;
  std::optional<double> square, best, one_core, all_cores;  // s
  std::vector<std::optional<double>> beside = {};
  std::optional<double> gflops(std::optional<double> seconds) const {
    return ratio(operations * theirs.n * theirs.n * steps * 1e-9, seconds);
  }
};

std::vector<Run> measure(PaperBench& bench) {
  std::vector<Run> runs;
  for (const Printed& p : printed) {
    if (bench.quick() && p.n > 2048) break;
    const Scene scene = paper_scene(BoundaryKind::pec, p.n, Precision::float32);
    Run r{p, {}, {}, {}, {}};
    for (const Beside& b : beside) r.beside.push_back(bench.seconds(scene, b.scheme, b.block, steps));
    r.best = r.beside[0];
    r.square = r.beside[1];
    r.one_core = bench.one_core_seconds(p.n, Precision::float32, steps);
    r.all_cores = bench.cpu_engine_seconds(scene, steps);
    runs.push_back(r);
  }
  return runs;
}

// A table with one column for each L, as in the papers.
class ByL {
 public:
  ByL(std::string title, const std::vector<Run>& runs) : runs_(runs) {
    table_.title = std::move(title);
    table_.columns = {"L"};
    for (const Run& r : runs) table_.columns.push_back(std::to_string(r.theirs.n));
  }
  template <class F>
  ByL& row(const std::string& label, int decimals, F value) {
    table_.rows.push_back({label});
    for (const Run& r : runs_) table_.rows.back().push_back(figure(value(r), decimals));
    return *this;
  }
  PaperTable with(std::string note) {
    table_.notes.push_back(std::move(note));
    return std::move(table_);
  }

 private:
  const std::vector<Run>& runs_;
  PaperTable table_;
};

const char* const cpu_note =
    "One CPU core: two plain sweeps, -O3 -march=native. CPU figures are timed over fewer steps and scaled to 1,000.";

PaperTable table_two(const std::vector<Run>& runs) {
  return ByL("Takada et al., table 2: 16 × 16 threads, 1,000 steps", runs)
      .row("theirs, ms", 2, [](const Run& r) { return r.theirs.square_ms; })
      .row("ours, ms", 2, [](const Run& r) { return times(r.square, 1e3); })
      .row("theirs, GFLOPS", 2, [](const Run& r) { return r.theirs.square_gflops; })
      .row("ours, GFLOPS", 1, [](const Run& r) { return r.gflops(r.square); })
      .row("one CPU core ours, ms", 0, [](const Run& r) { return times(r.one_core, 1e3); })
      .with(cpu_note);
}

PaperTable table_four(const PaperBench& bench, const std::vector<Run>& runs) {
  const std::string engine =
      fmt::format("CPU engine ours, {} {}", bench.threads(), bench.threads() == 1 ? "thread" : "threads");
  return ByL("Takada et al., table 4: 32 × 4 threads against one CPU core, 1,000 steps", runs)
      .row("T_CPU theirs, s", 2, [](const Run& r) { return r.theirs.cpu_s; })
      .row("T_CPU ours, s", 2, [](const Run& r) { return r.one_core; })
      .row("T_GPU theirs, s", 2, [](const Run& r) { return r.theirs.gpu_s; })
      .row("T_GPU ours, s", 4, [](const Run& r) { return r.best; })
      .row("T_CPU / T_GPU theirs", 2, [](const Run& r) { return r.theirs.speedup; })
      .row("T_CPU / T_GPU ours", 1, [](const Run& r) { return ratio(r.one_core, r.best); })
      .row(engine + ", s", 2, [](const Run& r) { return r.all_cores; })
      .row(engine + " / T_GPU", 1, [](const Run& r) { return ratio(r.all_cores, r.best); })
      .with(cpu_note);
}

PaperTable table_five(const PaperBench& bench, const std::vector<Run>& runs) {
  const auto share = [&](const Run& r, double gb_s) -> std::optional<double> {
    return gb_s > 0 ? times(r.gflops(r.best), bytes / operations / gb_s) : std::nullopt;
  };
  const BenchDevice device = bench.device().value_or(BenchDevice{});
  return ByL("Takada et al., table 5: 32 × 4 threads, share of the memory's roof", runs)
      .row("theirs, GFLOPS", 2, [](const Run& r) { return r.theirs.best_gflops; })
      .row("ours, GFLOPS", 1, [](const Run& r) { return r.gflops(r.best); })
      .row("theirs of the measured roof", 2, [](const Run& r) { return r.theirs.of_measured_memory; })
      .row("ours of the measured roof", 2, [&](const Run& r) { return share(r, device.copy_gb_s); })
      .row("ours of the stated roof", 2, [&](const Run& r) { return share(r, device.theoretical_gb_s); })
      .row("one CPU core ours, GFLOPS", 1, [](const Run& r) { return r.gflops(r.one_core); })
      .row("ours, steps a second", 0, [](const Run& r) { return ratio(steps, r.best); })
      .with(
          "12 operations and 36 bytes a cell and step, their count. Their roof is 38.67 GFLOPS, of 116 GB/s that they "
          "measured, and they foresee 38 steps a second at 8192, shown as they are made.");
}

PaperTable table_beside(const std::vector<Run>& runs) {
  ByL table("Takada et al., beside the paper: is shared memory worth it? Gcell/s", runs);
  const auto gcells = [](const Run& r, std::optional<double> seconds) {
    return times(r.gflops(seconds), 1 / operations);
  };
  for (std::size_t k = 0; k < std::size(beside); ++k)
    table.row(beside[k].label, 1, [&](const Run& r) { return gcells(r, r.beside[k]); });
  return table.row("one CPU core", 2, [&](const Run& r) { return gcells(r, r.one_core); })
      .with("The same scene, the same bits; `two-kernel` is ezscope's own scheme, four nodes a thread.");
}

// Returns the relative L2 difference.
double apart(const std::vector<float>& a, const std::vector<float>& b) {
  double difference = 0, all = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double x = static_cast<double>(a[k]), d = static_cast<double>(b[k]) - x;
    difference += d * d;
    all += x * x;
  }
  return std::sqrt(difference / all);
}

// Compares a thread that keeps the time, as in the paper's kernel 2, with the table of signals that all other figures
// use.
PaperTable table_of_time(const PaperBench& bench, const std::vector<Run>& runs) {
  struct Keeper {
    Timekeeper is;
    const char* label;
  };
  const Keeper keepers[] = {{Timekeeper::table, "table of signals, ms"},
                            {Timekeeper::steps, "steps counted, sine in double, ms"},
                            {Timekeeper::seconds, "time added up, sine in float, as printed, ms"}};
  PaperTable t;
  t.title = "Takada et al., beside the paper: one thread keeps the time, 32 × 4 threads, 1,000 steps";
  t.columns = {"L"};
  for (const Keeper& k : keepers) t.rows.push_back({k.label});
  for (const char* label : {"steps counted: Ez apart from the table's", "time added up: Ez apart from the table's"})
    t.rows.push_back({label});
  for (const Run& r : runs) {
    t.columns.push_back(std::to_string(r.theirs.n));
    std::vector<float> of_table;
    for (std::size_t k = 0; k < std::size(keepers); ++k) {
      TimekeepingRun run{0, {}, bench.skipped()};
      try {
        if (bench.device()) run = takada_by_clock({r.theirs.n, steps}, keepers[k].is, bench.device()->index);
      } catch (const OutOfMemory& e) {
        run.failed = e.what();
      }
      const bool ran = run.failed.empty();
      t.rows[k].push_back(figure(ran ? std::optional(1e3 * run.seconds) : std::nullopt, 2));
      if (keepers[k].is == Timekeeper::table)
        of_table = std::move(run.ez);
      else
        t.rows[std::size(keepers) + k - 1].push_back(
            ran && run.ez.size() == of_table.size() ? fmt::format("{:.2g}", apart(of_table, run.ez)) : "skipped");
    }
  }
  t.notes.push_back(
      "The thread of the source's node has the time in the card's memory and makes the sine. The same two kernels, "
      "started by plain launches, from a field that is nowhere 0, with a hard source as the paper's. Apart: relative "
      "L2 norm after 1,000 steps; 0: the same bits.");
  return t;
}

std::string words(const Shape& s, double least, double square) {
  return fmt::format("{} × {}, and 16 × 16 takes {:.2f} times as long", s.block.x, s.block.y, square / least);
}

PaperTable table_three(PaperBench& bench, const std::vector<Run>& runs) {
  const int n = bench.quick() ? 2048 : 8192;
  const Scene scene = paper_scene(BoundaryKind::pec, n, Precision::float32);
  const std::vector<Group> groups = printed_shapes();
  PaperTable t;
  t.title = fmt::format("Takada et al., table 3: {0} × {0} by threads Nx × Ny of a block, 1,000 steps", n);
  t.rows.resize(groups.front().shapes.size());
  std::vector<Shape> ours;
  std::optional<double> square;
  for (const Group& g : groups) {
    for (const char* of : {"Nx × Ny", "theirs, ms", "ours, ms"})
      t.columns.push_back(fmt::format("{}: {}", g.threads, of));
    for (std::size_t k = 0; k < t.rows.size(); ++k) {
      auto& row = t.rows[k];
      if (k >= g.shapes.size()) {
        row.insert(row.end(), 3, "");
        continue;
      }
      const Shape& s = g.shapes[k];
      const std::optional<double> ms = times(bench.seconds(scene, takada, s.block, steps), 1e3);
      row.insert(row.end(), {fmt::format("{} × {}", s.block.x, s.block.y), figure(s.ms, 2), figure(ms, 2)});
      if (ms) ours.push_back({s.block, *ms});
      if (s.block == BlockShape{16, 16}) square = ms;
    }
  }
  t.notes.push_back("The paper prints 34 shapes; best of them: " + words({{32, 4}, 0}, 26193.54, 40315.71) + ".");
  if (const auto best = std::min_element(ours.begin(), ours.end(), [](auto& a, auto& b) { return a.ms < b.ms; });
      best != ours.end() && square)
    t.notes.push_back("Ours, best: " + words(*best, best->ms, *square) + ".");
  if (!runs.empty() && runs.back().theirs.n == n)
    t.notes.push_back(fmt::format("One CPU core ours: {} ms.", figure(times(runs.back().one_core, 1e3), 0)));
  if (bench.quick()) t.notes.push_back("--quick: theirs is for 8192 × 8192.");
  return t;
}

}  // namespace

std::vector<PaperTable> takada_tables(PaperBench& bench) {
  const std::vector<Run> runs = measure(bench);
  return {table_two(runs),         table_three(bench, runs), table_four(bench, runs),
          table_five(bench, runs), table_beside(runs),       table_of_time(bench, runs)};
}

}  // namespace ez
