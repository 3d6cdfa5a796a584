// streamed_profile SCENE N LEVELS ROWS[:WARPS]… prints the time of a pass of the scheme `streamed` on the GPU. It
// measures tiles of each height (and warps per block) all together, and for one height also class by class.
#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

#include "problem_on_device.h"
#include "solver/scene/file/scene_file.h"

namespace ez::cuda::streamed {
namespace {

using T = float;
constexpr const char* names[class_count] = {
    "uniform", "lossy",      "clear x",    "clear y", "palette",   "layer x",   "layer y",   "corner",
    "driven",  "clear x, d", "clear y, d", "points",  "x, points", "y, points", "corner, p", "magnetic"};

template <int L>
void profile(const Problem& p, int rows, int warps, bool by_class) {
  const DueRows due(p);
  cudaDeviceProp card{};
  EZ_CUDA(cudaGetDeviceProperties(&card, 0));
  const Plan<T> plan(p, shape_for<T>(p, L, rows, warps, card.multiProcessorCount), due);
  const ProblemOnDevice<T> on_card(p, 2 * L);  // also for the next pass
  const auto tiles = on_device(plan.tiles());
  const auto due_rows = on_device(plan.due().rows);
  const auto amounts = on_device(plan.due().amounts);
  const auto in_step = on_device(plan.due().in_step);
  const auto probes = on_device(plan.due().probes);
  const auto values = on_device(std::vector<T>(static_cast<std::size_t>(plan.due().values), T(0))),
             next_values = on_device(std::vector<T>(static_cast<std::size_t>(plan.due().values), T(0)));
  Pass<T> pass = on_card.pass();
  pass.tiles = tiles.data(), pass.due_row = due_rows.data(), pass.amount = amounts.data(),
  pass.in_step = in_step.data(), pass.probe_at = probes.data();
  pass.values = values.data();
  pass.amount_count = static_cast<int>(plan.due().amounts.size());
  pass.in_step_count = static_cast<int>(plan.due().in_step.size());
  pass.makers = plan.makers();
  PassOf<T, L>::prepare();
  const auto seconds = [warps](const Pass<T>& of, int blocks) {
    return median_seconds([&] { PassOf<T, L>::launch(of, blocks, warps, nullptr); });
  };
  const std::array owned = plan.owned();
  const auto line = [&](const char* name, int blocks, double cells, double s) {
    fmt::print("{:<10} {:>6} blocks {:>7.2f} % of the cells {:>8.1f} us {:>8.1f} Gcell/s\n", name, blocks,
               100 * cells / (static_cast<double>(p.nx) * p.ny), 1e6 * s, 1e-9 * cells * L / s);
  };
  for (int k = 0; by_class && k < class_count; ++k) {
    std::vector<Tile<T>> of_class;
    for (const Tile<T>& t : plan.tiles())
      if (t.kind == k) of_class.push_back(t), of_class.back().then = 0, of_class.back().maker = -1;
    if (of_class.empty()) continue;
    const Tile<T> first = of_class.front();
    const auto one_block = static_cast<std::size_t>(warps);
    while (of_class.size() % static_cast<std::size_t>(warps) != 0) of_class.emplace_back();
    const auto alone = on_device(of_class);
    Pass<T> of = pass;
    of.tiles = alone.data();
    const int blocks = static_cast<int>(of_class.size()) / warps;
    line(names[k], blocks, owned[static_cast<std::size_t>(k)], seconds(of, blocks));
    const double one = seconds(of, 1);
    fmt::print("{:<10} its first block {:>7.1f} us, {:.2f} us a row of {}; work {:.0f}\n", "", 1e6 * one,
               1e6 * one / (first.row1 - first.row0), first.row1 - first.row0, work_of(first, L));
    for (std::size_t b = 1; has_terms(static_cast<Class>(k)) && b < of_class.size() / one_block; b += 3) {
      const Tile<T>& t = of_class[b * one_block];
      of.tiles = alone.data() + b * one_block;
      fmt::print(
          "{:<10} block {}: {:>6.1f} us, {} rows, {} due, {} of sheets, {} odd, {} + 2 * {} values; work {:.0f}\n", "",
          b, 1e6 * seconds(of, 1), t.row1 - t.row0, std::max(0, t.due_high - t.due_low),
          std::max(0, t.sheet_high - t.sheet_low), std::max(0, t.odd_high - t.odd_low), t.amounts, t.stepping,
          work_of(t, L));
    }
    of.tiles = alone.data();
    if (first.making == 0) continue;
    std::vector<Tile<T>> made = of_class;
    for (Tile<T>& t : made) t.making = 0;
    const auto ahead = on_device(made);
    of.tiles = ahead.data();
    fmt::print("{:<10} {} values a step: {:.1f} us of it\n", "", first.making, 1e6 * (one - seconds(of, 1)));
  }
  const int all = plan.blocks();
  if (plan.made_ahead()) pass.next_values = next_values.data();
  line("all", all, static_cast<double>(p.nx) * p.ny, seconds(pass, all));
}

}  // namespace
}  // namespace ez::cuda::streamed

int main(int argc, char** argv) {
  using namespace ez;
  if (argc < 5) return 2;
  const SceneResult loaded = load_scene(argv[1]);
  if (!loaded.scene) return 1;
  const Scene& scene = *loaded.scene;
  const Scene sized = refine(scene, std::atof(argv[2]) / scene.grid.nx);
  const Problem p = build_problem(sized, rasterize(sized));
  const int levels = std::atoi(argv[3]);
  const bool by_class = argc == 5;
  for (int k = 4; k < argc; ++k) {
    const char* colon = std::strchr(argv[k], ':');
    const int rows = std::atoi(argv[k]), warps = colon ? std::atoi(colon + 1) : cuda::streamed::most_warps;
    fmt::print("{} x {}, {} levels, {} rows, {} warps\n", p.nx, p.ny, levels, rows, warps);
    if (levels == 2) cuda::streamed::profile<2>(p, rows, warps, by_class);
    if (levels == 4) cuda::streamed::profile<4>(p, rows, warps, by_class);
    if (levels == 8) cuda::streamed::profile<8>(p, rows, warps, by_class);
    if (levels == 12) cuda::streamed::profile<12>(p, rows, warps, by_class);
  }
}
