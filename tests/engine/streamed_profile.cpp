// streamed_profile SCENE N LEVELS ROWS: what a pass of the scheme `streamed` takes on the card, class by class: each
// alone, then all together.
#include <fmt/format.h>

#include <cstdlib>

#include "problem_on_device.h"
#include "solver/scene/file/scene_file.h"

namespace ez::cuda::streamed {
namespace {

using T = float;
constexpr const char* names[class_count] = {"uniform", "lossy",   "palette", "points",
                                            "layer x", "layer y", "corner",  "magnetic"};

template <int L>
void profile(const Problem& p, int rows) {
  const DueRows due(p);
  const Plan<T> plan(p, {L, rows, 32}, due);
  const ProblemOnDevice<T> on_card(p, L);
  const auto tiles = on_device(plan.tiles());
  const auto due_rows = on_device(plan.due().rows);
  const auto amounts = on_device(plan.due().amounts);
  const auto probes = on_device(plan.due().probes);
  const auto values = on_device(std::vector<T>(static_cast<std::size_t>(plan.due().values), T(0)));
  Pass<T> pass = on_card.pass();
  pass.tiles = tiles.data(), pass.due_row = due_rows.data(), pass.amount = amounts.data(),
  pass.probe_at = probes.data();
  pass.values = values.data();
  pass.values_made = amounts.count() > many_amounts;  // by a kernel that is not launched here
  PassOf<T, L>::prepare();
  const auto seconds = [](const Pass<T>& of, int blocks) {
    return median_seconds([&] { PassOf<T, L>::launch(of, blocks, nullptr); });
  };
  const std::array owned = plan.owned();
  const auto line = [&](const char* name, int blocks, double cells, double s) {
    fmt::print("{:<10} {:>6} blocks {:>7.2f} % of the cells {:>8.1f} us {:>8.1f} Gcell/s\n", name, blocks,
               100 * cells / (static_cast<double>(p.nx) * p.ny), 1e6 * s, 1e-9 * cells * L / s);
  };
  for (int k = 0; k < class_count; ++k) {
    const Part part = plan.blocks_of(static_cast<Class>(k));
    if (part.count == 0) continue;
    Pass<T> of = pass;
    of.tiles = tiles.data() + static_cast<std::ptrdiff_t>(part.first) * warps;
    line(names[k], part.count, owned[static_cast<std::size_t>(k)], seconds(of, part.count));
  }
  const int all = static_cast<int>(plan.tiles().size()) / warps;
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
  const int levels = std::atoi(argv[3]), rows = std::atoi(argv[4]);
  fmt::print("{} x {}, {} levels, {} rows\n", p.nx, p.ny, levels, rows);
  if (levels == 2) cuda::streamed::profile<2>(p, rows);
  if (levels == 4) cuda::streamed::profile<4>(p, rows);
  if (levels == 8) cuda::streamed::profile<8>(p, rows);
  if (levels == 12) cuda::streamed::profile<12>(p, rows);
}
