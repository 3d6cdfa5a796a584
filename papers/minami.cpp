// Minami et al. (2017), table 3: Mur's boundary, double, the Ez update split into kernels; 16 × 16 threads, 850 steps,
// H = 0, half of Ez 0 and half 1 at the start; microseconds per step of the Ez part.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "papers/fill.h"
#include "papers/harness.h"
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

constexpr std::size_t forms = std::size(splits), rounds = 3;
using Kernels = std::vector<double>;  // µs of each kernel of a split, alone

struct Measured {
  std::array<double, forms> us{};
  std::array<Kernels, forms> alone;
  double auto_us = 0, empty_us = 0;
  std::string chosen;
};

void use(Solver& solver, int form) {
  if (const std::string why = solver.set_scheme({"split", form}); !why.empty()) throw EngineError(why);
  if (const std::string why = solver.engine().set_block({16, 16}); !why.empty()) throw EngineError(why);
}

Kernels median(std::array<Kernels, rounds> of) {
  Kernels out;
  for (std::size_t k = 0; k < of[0].size(); ++k) {
    std::sort(of.begin(), of.end(), [k](const Kernels& a, const Kernels& b) { return a[k] < b[k]; });
    out.push_back(1e6 * of[rounds / 2][k]);
  }
  return out;
}

// Measures each kernel without its launch, on a field that changes.
void time_kernels_alone(Solver& solver, int count, Measured& m) {
  std::array<std::array<Kernels, rounds>, forms> alone;
  Kernels empty;
  for (std::size_t round = 0; round < rounds; ++round) {
    fill(solver);
    for (std::size_t form = 0; form < forms; ++form) {
      use(solver, static_cast<int>(form));
      KernelTimes times = solver.engine().time_e_kernels(count);
      alone[form][round] = std::move(times.seconds);
      empty.push_back(1e6 * times.empty);
    }
  }
  for (std::size_t form = 0; form < forms; ++form) m.alone[form] = median(std::move(alone[form]));
  std::sort(empty.begin(), empty.end());
  m.empty_us = empty[empty.size() / 2];
}

// Returns medians of three. The forms take turns, so that a disturbance affects all of them. Only CUDA has the
// automatic choice.
Measured measure(Solver& solver, int count) {
  Measured m;
  constexpr int automatic = forms;
  const int last = solver.set_scheme({"split", automatic}).empty() ? automatic : automatic - 1;
  std::array<std::array<double, rounds>, automatic + 1> all{};
  for (std::size_t round = 0; round < rounds; ++round)
    for (int form = 0; form <= last; ++form) {
      use(solver, form);
      if (form == automatic) {  // the automatic choice first measures the splits
        solver.advance(200);
        solver.wait();
      }
      solver.reset();
      all[static_cast<std::size_t>(form)][round] = 1e6 * solver.engine().time_e_updates(count) / count;
    }
  for (auto& us : all) std::sort(us.begin(), us.end());
  for (std::size_t form = 0; form < forms; ++form) m.us[form] = all[form][rounds / 2];
  m.auto_us = all[automatic][rounds / 2];
  if (last == automatic) m.chosen = solver.engine().scheme_note();
  time_kernels_alone(solver, std::min(count, 200), m);
  return m;
}

double sum(const Kernels& us, std::size_t from = 0) {
  return std::accumulate(us.begin() + static_cast<std::ptrdiff_t>(from), us.end(), 0.0);
}

std::string least_split(const std::array<double, forms>& us) {
  return std::to_string(splits[std::min_element(us.begin(), us.end()) - us.begin()]);
}

std::vector<std::string> row_of(const std::string& size, const std::string& whose,
                                const std::array<double, forms>& us) {
  std::vector<std::string> row = {size, whose};
  for (const double t : us) row.push_back(figure(t, 3));
  row.push_back(least_split(us));
  return row;
}

std::optional<Measured> measured(PaperBench& bench, int n) {
  if (!bench.scene_device()) return std::nullopt;
  Scene scene = paper_scene(BoundaryKind::mur1, n, Precision::float64);
  scene.sources.clear();
  scene.initial = {Side::top, 1};
  try {
    return measure(bench.on_gpu(scene), bench.quick() ? 100 : steps);
  } catch (const OutOfMemory&) {
    return std::nullopt;
  }
}

constexpr const char* by_clock = "ours, kernels alone";

// Returns our rows with the launches, and without.
std::array<std::vector<std::string>, 2> our_rows(PaperBench& bench, int n, const std::optional<Measured>& m) {
  const std::string cpu = figure(times(bench.one_core_e_seconds(n, Precision::float64, 1), 1e6), 3);
  if (!m) {
    std::vector<std::string> wall = {"", "ours"}, alone = {"", by_clock};
    wall.resize(12, "skipped");
    wall.push_back(cpu);
    alone.resize(10, "skipped");
    alone.resize(13);
    return {wall, alone};
  }
  std::array<double, forms> sums{};
  std::transform(m->alone.begin(), m->alone.end(), sums.begin(), [](const Kernels& us) { return sum(us); });
  std::vector<std::string> wall = row_of("", "ours", m->us), alone = row_of("", by_clock, sums);
  const double least = *std::min_element(m->us.begin(), m->us.end());
  wall.insert(wall.end(), {m->chosen, m->auto_us > 0 ? figure(m->auto_us / least, 3) : "", cpu});
  alone.resize(13);
  return {wall, alone};
}

// Returns the times of one kernel, and of each of nine kernels.
std::vector<std::string> profile_of(const std::string& size, const std::optional<Measured>& m) {
  std::vector<std::string> row = {size};
  if (!m) {
    row.resize(11, "skipped");
    return row;
  }
  const Kernels& one = m->alone.front();
  const Kernels& nine = m->alone.back();  // interior, four sides, four corners
  row.push_back(figure(one[0], 3));
  for (std::size_t k = 0; k < 5; ++k) row.push_back(figure(nine[k], 3));
  row.push_back(figure(sum(nine, 5) / 4, 3));
  row.push_back(figure(sum(nine, 1), 3));
  row.push_back(figure(sum(nine) / one[0], 3));
  row.push_back(figure(m->empty_us, 3));
  return row;
}

// Measures H and Ez alternately, as in a run, by the engine's own clock. Shows the effect of a split on whole steps.
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
    std::array<double, forms> us{};
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
  PaperTable profile{"Minami et al., beside the paper: each kernel alone, µs, as one kernel and as nine",
                     {"L × L", "one", "interior", "left", "right", "bottom", "top", "a corner", "all but the interior",
                      "nine / one", "an empty kernel"},
                     {},
                     {}};
  for (std::size_t k = 0; k < std::size(sizes); ++k) {
    const int n = sizes[k];
    if (bench.quick() && n > 1026) break;
    const std::string size = fmt::format("{0} × {0}", n);
    table.rows.push_back(row_of(size, "theirs", theirs_us[k]));
    table.rows.back().insert(table.rows.back().end(), 3, "");
    const std::optional<Measured> m = measured(bench, n);
    for (std::vector<std::string>& row : our_rows(bench, n, m)) table.rows.push_back(std::move(row));
    profile.rows.push_back(profile_of(size, m));
  }
  table.notes.push_back(
      "Ours: medians of three, kernels in a row on one stream; at small sizes that is the launch, which the paper "
      "leaves out. Kernels alone: the sum of a split's kernels without launches, as the paper's profiler counts, while "
      "H and Ez go on in turn, on a field that moves; all of a step is queued before it begins, with a mark before and "
      "after each kernel of Ez, and what two marks and an empty kernel take is off. One CPU core: a plain sweep "
      "without Mur's sides.");
  profile.notes.push_back(
      "Medians of a run's steps, 200 at most, and of three runs. Of the nine: the interior, each side, a corner as the "
      "mean of four. An empty kernel: two marks and a kernel of one block that does nothing, which is off in all other "
      "columns.");
  if (bench.quick()) table.notes.push_back("--quick: 100 steps instead of 850.");
  return {table, profile, whole_steps(bench)};
}

}  // namespace ez
