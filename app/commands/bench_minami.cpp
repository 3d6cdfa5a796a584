// Minami et al. (2017), table 3: Mur's boundary, double, the Ez update split into kernels; 16 × 16 threads, 850 steps,
// H = 0, half of Ez 0 and half 1 at the start; microseconds a step of the Ez part.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/commands/bench_papers.h"
#include "app/interrupt.h"
#include "solver/solver.h"

namespace ez {
namespace {

constexpr int steps = 850;
constexpr int sizes[] = {18, 34, 66, 130, 258, 514, 1026, 2050, 4098, 8194};
constexpr int splits[] = {1, 2, 3, 4, 5, 6, 9};
// GTX 980 Ti, OpenCL 1.2. (Kernel 1 at 514 is printed as 1,289.254, at 1026 as 761.568.)
constexpr double theirs_us[][7] = {{12.922, 18.089, 22.843, 32.878, 34.180, 38.622, 54.980},
                                   {14.414, 21.478, 26.612, 24.584, 36.658, 34.451, 51.521},
                                   {14.428, 18.218, 23.524, 25.328, 32.544, 35.528, 57.641},
                                   {23.584, 21.553, 25.793, 26.385, 39.178, 37.029, 55.630},
                                   {78.729, 35.650, 39.734, 39.131, 47.249, 48.119, 60.559},
                                   {1289.254, 104.412, 100.708, 101.861, 108.121, 111.741, 126.605},
                                   {761.568, 363.622, 362.473, 366.654, 370.002, 373.985, 388.912},
                                   {3004.890, 1665.115, 1477.734, 1462.744, 1472.051, 1476.197, 1518.152},
                                   {15805.632, 8214.094, 7573.825, 7578.008, 7599.301, 7602.571, 7608.656},
                                   {335262.834, 39161.256, 35991.476, 35995.554, 36044.913, 36695.552, 36032.242}};

void start_half_and_half(Solver& solver) {
  const Grid& g = solver.scene().grid;
  std::vector<double> ez(static_cast<std::size_t>(g.nx) * static_cast<std::size_t>(g.ny), 0.0);
  std::fill(ez.begin() + static_cast<std::ptrdiff_t>(ez.size() / 2), ez.end(), 1.0);
  solver.engine().write(FieldArray::ez, ez.data());
}

struct Timing {
  double ez_us = 0, step_us = 0;
};
// The Ez part alone, and the whole step.
Timing timed(Solver& solver, int count) {
  start_half_and_half(solver);
  solver.take_speed();
  solver.advance(count);
  solver.wait();
  const double all = solver.take_speed().seconds;
  start_half_and_half(solver);
  return {1e6 * solver.engine().time_e_updates(count) / count, 1e6 * all / count};
}

std::string row_of(const std::array<double, 7>& us) {
  const auto best = std::min_element(us.begin(), us.end());
  return std::to_string(splits[best - us.begin()]);
}

}  // namespace

std::vector<PaperTable> minami_tables(PaperBench& bench) {
  PaperTable table{"Minami et al., table 3: Ez update in µs a step by number of kernels, double, 16 × 16 threads",
                   {"L × L", "whose", "1", "2", "3", "4", "5", "6", "9", "best", "auto chose", "auto / best"},
                   {},
                   {}};
  for (std::size_t k = 0; k < std::size(sizes) && !interrupted(); ++k) {
    const int n = sizes[k];
    if (bench.quick && n > 1026) break;
    std::vector<std::string> theirs = {fmt::format("{0} × {0}", n), "theirs"}, ours = {"", "ours"};
    std::array<double, 7> their_us{};
    for (std::size_t s = 0; s < 7; ++s)
      their_us[s] = theirs_us[k][s], theirs.push_back(fmt::format("{:.3f}", theirs_us[k][s]));
    theirs.insert(theirs.end(), {row_of(their_us), "", ""});
    table.rows.push_back(theirs);
    if (!bench.device) {
      ours.resize(table.columns.size(), "skipped");
      table.rows.push_back(ours);
      continue;
    }
    Scene scene = paper_scene(BoundaryKind::mur1, n, Precision::float64);
    scene.sources.clear();
    EngineRequest request = bench.engine;
    request.backend = Backend::cuda;
    Solver solver(make_engine(request).engine, scene);
    const int count = bench.quick ? 100 : steps;
    std::array<double, 7> us{};
    double auto_us = 0;
    for (int round = 0; round < 3; ++round)  // in turn, so that a busy moment hits all of them
      for (int v = 0; v < 8; ++v) {
        if (const std::string why = solver.set_scheme({"split", v}); !why.empty()) throw EngineError(why);
        solver.engine().set_block({16, 16});
        if (v == 7) {  // let it measure and settle first
          solver.advance(200);
          solver.wait();
        }
        const double t = timed(solver, count).ez_us;
        double& best = v < 7 ? us[static_cast<std::size_t>(v)] : auto_us;
        best = round == 0 ? t : std::min(best, t);
      }
    for (const double t : us) ours.push_back(fmt::format("{:.3f}", t));
    const double best = *std::min_element(us.begin(), us.end());
    ours.insert(ours.end(), {row_of(us), solver.engine().scheme_note(), fmt::format("{:.3f}", auto_us / best)});
    table.rows.push_back(ours);
  }
  table.notes.push_back(
      "Ours: least of three, kernels in a row on one stream; at small sizes that is the launch, which the paper leaves "
      "out.");
  return {table};
}

}  // namespace ez
