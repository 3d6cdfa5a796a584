// Minami et al. (2017), table 3: Mur's boundary, double, the Ez update split into kernels; 16 × 16 threads, 850 steps,
// H = 0, half of Ez 0 and half 1 at the start; microseconds a step of the Ez part.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/commands/bench/papers.h"
#include "solver/solver.h"

namespace ez {
namespace {

constexpr int steps = 850;
constexpr int sizes[] = {18, 34, 66, 130, 258, 514, 1026, 2050, 4098, 8194};
constexpr int splits[] = {1, 2, 3, 4, 5, 6, 9};
// GTX 980 Ti, OpenCL 1.2. (Kernel 1 at 514 is printed as 1,289.254, at 1026 as 761.568.)
constexpr std::array<double, 7> theirs_us[] = {
    {12.922, 18.089, 22.843, 32.878, 34.180, 38.622, 54.980},
    {14.414, 21.478, 26.612, 24.584, 36.658, 34.451, 51.521},
    {14.428, 18.218, 23.524, 25.328, 32.544, 35.528, 57.641},
    {23.584, 21.553, 25.793, 26.385, 39.178, 37.029, 55.630},
    {78.729, 35.650, 39.734, 39.131, 47.249, 48.119, 60.559},
    {1289.254, 104.412, 100.708, 101.861, 108.121, 111.741, 126.605},
    {761.568, 363.622, 362.473, 366.654, 370.002, 373.985, 388.912},
    {3004.890, 1665.115, 1477.734, 1462.744, 1472.051, 1476.197, 1518.152},
    {15805.632, 8214.094, 7573.825, 7578.008, 7599.301, 7602.571, 7608.656},
    {335262.834, 39161.256, 35991.476, 35995.554, 36044.913, 36695.552, 36032.242}};

struct Measured {
  std::array<double, 7> us{};
  double auto_us = 0;
  std::string chosen;
};

// Medians of three, in turn, so that a busy moment hits all of them.
Measured measure(Solver& solver, int count) {
  Measured m;
  constexpr int automatic = 7, rounds = 3;
  std::array<std::array<double, rounds>, automatic + 1> all{};
  for (std::size_t round = 0; round < rounds; ++round)
    for (int form = 0; form <= automatic; ++form) {
      if (const std::string why = solver.set_scheme({"split", form}); !why.empty()) throw EngineError(why);
      if (const std::string why = solver.engine().set_block({16, 16}); !why.empty()) throw EngineError(why);
      if (form == automatic) {  // it measures and settles first
        solver.advance(200);
        solver.wait();
      }
      solver.reset();
      all[static_cast<std::size_t>(form)][round] = 1e6 * solver.engine().time_e_updates(count) / count;
    }
  for (auto& us : all) std::sort(us.begin(), us.end());
  for (std::size_t form = 0; form < automatic; ++form) m.us[form] = all[form][rounds / 2];
  m.auto_us = all[automatic][rounds / 2];
  m.chosen = solver.engine().scheme_note();
  return m;
}

std::string least_split(const std::array<double, 7>& us) {
  return std::to_string(splits[std::min_element(us.begin(), us.end()) - us.begin()]);
}

std::vector<std::string> row_of(const std::string& size, const std::string& whose, const std::array<double, 7>& us) {
  std::vector<std::string> row = {size, whose};
  for (const double t : us) row.push_back(figure(t, 3));
  row.push_back(least_split(us));
  return row;
}

std::vector<std::string> our_row(PaperBench& bench, int n) {
  const std::string cpu = figure(times(bench.one_core_e_seconds(n, Precision::float64, 1), 1e6), 3);
  std::vector<std::string> skipped = {"", "ours"};
  skipped.resize(12, "skipped");
  skipped.push_back(cpu);
  if (!bench.device()) return skipped;
  Scene scene = paper_scene(BoundaryKind::mur1, n, Precision::float64);
  scene.sources.clear();
  scene.initial = {Side::top, 1};
  try {
    const Measured m = measure(bench.on_gpu(scene), bench.quick() ? 100 : steps);
    std::vector<std::string> row = row_of("", "ours", m.us);
    const double least = *std::min_element(m.us.begin(), m.us.end());
    row.insert(row.end(), {m.chosen, figure(m.auto_us / least, 3), cpu});
    return row;
  } catch (const OutOfMemory&) {
    return skipped;
  }
}

// H and Ez in turn, as in a run, by the engine's own clock: what is left of a split's gain or cost.
PaperTable whole_steps(PaperBench& bench) {
  PaperTable t{"Minami et al., beside the paper: whole steps of H and Ez in turn, µs, by number of kernels of Ez",
               {"L × L", "1", "2", "3", "4", "5", "6", "9", "least", "9 at once"},
               {},
               {}};
  for (const int n : sizes) {
    if (bench.quick() && n > 1026) break;
    Scene scene = paper_scene(BoundaryKind::mur1, n, Precision::float64);
    scene.sources.clear();
    std::vector<std::string> row = {fmt::format("{0} × {0}", n)};
    std::array<double, 7> us{};
    bool whole = true;
    for (int form = 0; form < 7; ++form) {
      const std::optional<double> s = times(bench.seconds(scene, {"split", form}, {16, 16}, steps), 1e6 / steps);
      row.push_back(figure(s, 3));
      us[static_cast<std::size_t>(form)] = s.value_or(0);
      whole = whole && s;
    }
    row.push_back(whole ? least_split(us) : "skipped");
    constexpr int at_once = 8;
    row.push_back(figure(times(bench.seconds(scene, {"split", at_once}, {16, 16}, steps), 1e6 / steps), 3));
    t.rows.push_back(std::move(row));
  }
  t.notes.push_back(
      "A field that moves, from waves of random directions. The kernel of H is the same in all columns. At once: "
      "the nine on four streams, since none reads what another writes.");
  return t;
}

}  // namespace

std::vector<PaperTable> minami_tables(PaperBench& bench) {
  PaperTable table{
      "Minami et al., table 3: Ez update in µs a step by number of kernels, double, 16 × 16 threads",
      {"L × L", "whose", "1", "2", "3", "4", "5", "6", "9", "best", "auto chose", "auto / best", "one CPU core"},
      {},
      {}};
  for (std::size_t k = 0; k < std::size(sizes); ++k) {
    const int n = sizes[k];
    if (bench.quick() && n > 1026) break;
    table.rows.push_back(row_of(fmt::format("{0} × {0}", n), "theirs", theirs_us[k]));
    table.rows.back().insert(table.rows.back().end(), 3, "");
    table.rows.push_back(our_row(bench, n));
  }
  table.notes.push_back(
      "Ours: medians of three, kernels in a row on one stream; at small sizes that is the launch, which the paper "
      "leaves "
      "out. One CPU core: a plain sweep without Mur's sides.");
  if (bench.quick()) table.notes.push_back("--quick: 100 steps instead of 850.");
  return {table, whole_steps(bench)};
}

}  // namespace ez
