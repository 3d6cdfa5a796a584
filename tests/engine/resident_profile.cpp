// resident_profile SCENE N… prints the time of a step of the scheme `resident` on the GPU for every shape and period
// that fits: all blocks together, and the blocks of each class without any exchange.
#include <fmt/format.h>

#include <cstdlib>

#include "problem_on_device.h"
#include "solver/engine/cuda/resident/kernel.h"
#include "solver/scene/file/scene_file.h"

namespace ez::cuda::resident {
namespace {

using T = float;
constexpr int steps = 960;

template <int S>
void profile(const Problem& p, const ProblemOnDevice<T>& on_card, int period) {
  std::optional<Plan> plan = lay_out<T>(p, S, period, KernelOf<T, S>::most_blocks());
  if (!plan || !set_due<T>(*plan, DueRows(p))) return;
  DeviceBuffer<T> exchange(on_card.nodes() * 2 * exchanged);
  DeviceBuffer<unsigned> flags(plan->blocks.size() * flag_stride);
  const auto dues = on_device(plan->due);
  const auto seconds_a_step = [&](const std::vector<Block>& blocks) {
    const auto on_it = on_device(blocks);
    exchange.zero(nullptr);
    flags.zero(nullptr);
    Run<T> run{on_card.pass(),
               on_it.data(),
               dues.data(),
               exchange.data(),
               static_cast<std::ptrdiff_t>(on_card.nodes()),
               flags.data(),
               0,
               steps,
               period};
    return median_seconds([&] {
             KernelOf<T, S>::launch(run, static_cast<int>(blocks.size()), nullptr);
             run.epoch += steps / period;
           }) /
           steps;
  };
  const double all = seconds_a_step(plan->blocks);
  fmt::print("{:>5} shape {} period {:>2}: {:>3} blocks {:>7.3f} us a step {:>7.1f} Gcell/s, cost {:.0f};", p.nx, S,
             period, plan->blocks.size(), 1e6 * all, 1e-9 * p.nx * p.ny / all, plan->cost);
  for (int kind = 0; kind < 4; ++kind) {
    std::vector<Block> alone;
    for (Block b : plan->blocks)
      if (b.kind == kind) b.neighbours = 0, alone.push_back(b);
    if (!alone.empty()) fmt::print(" {}: {} blocks {:.3f}", kind, alone.size(), 1e6 * seconds_a_step(alone));
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace ez::cuda::resident

int main(int argc, char** argv) {
  using namespace ez;
  using namespace ez::cuda::resident;
  if (argc < 3) return 2;
  const SceneResult loaded = load_scene(argv[1]);
  if (!loaded.scene) return 1;
  for (int k = 2; k < argc; ++k) {
    const Scene sized = refine(*loaded.scene, std::atof(argv[k]) / loaded.scene->grid.nx);
    const Problem p = build_problem(sized, rasterize(sized));
    const cuda::ProblemOnDevice<T> on_card(p, steps);
    for (int period = 4; period <= most_period; period += 4) {
      profile<0>(p, on_card, period);
      profile<1>(p, on_card, period);
      profile<2>(p, on_card, period);
    }
  }
}
