// streamed_profile SCENE N LEVELS ROWS: what a pass of the scheme `streamed` takes on the card, class by class: each
// alone, then all together.
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "solver/engine/cuda/memory.h"
#include "solver/engine/cuda/streamed/plan.h"
#include "solver/scene/file/scene_file.h"

namespace ez::cuda::streamed {
namespace {

using T = float;
constexpr const char* names[class_count] = {"uniform", "lossy", "palette", "points", "layer x", "layer y", "corner"};

template <class V>
DeviceBuffer<V> on_device(const std::vector<V>& values) {
  DeviceBuffer<V> buffer(std::max<std::size_t>(values.size(), 1));
  EZ_CUDA(cudaMemcpy(buffer.data(), values.data(), values.size() * sizeof(V), cudaMemcpyHostToDevice));
  return buffer;
}
std::vector<Stretch<T>> stretches(const std::vector<double>& k, const std::vector<double>& b,
                                  const std::vector<double>& c) {
  std::vector<Stretch<T>> out;
  for (std::size_t i = 0; i < k.size(); ++i)
    out.push_back({static_cast<T>(k[i]), static_cast<T>(b[i]), static_cast<T>(c[i])});
  return out;
}

template <int L>
void profile(const Problem& p, int rows) {
  const DueRows due(p);
  const Plan<T> plan(p, {L, rows, 32}, due);
  const std::ptrdiff_t pitch = (p.nx + 127) / 128 * 128;
  const std::size_t nodes = static_cast<std::size_t>(pitch) * static_cast<std::size_t>(p.ny);
  std::vector<DeviceBuffer<T>> memory;
  const auto view = [&] {
    FieldView<T> f;
    const auto make = [&](std::size_t count) {
      memory.emplace_back(count + 1);
      EZ_CUDA(cudaMemset(memory.back().data(), 0, memory.back().bytes()));
      return memory.back().data();
    };
    f.ez = make(nodes), f.hx = make(nodes), f.hy = make(nodes);
    const int depth[] = {p.x.low, p.x.high, p.y.low, p.y.high};
    for (std::size_t s = 0; s < 4; ++s) {
      const std::size_t count =
          static_cast<std::size_t>(depth[s]) * static_cast<std::size_t>(s < 2 ? p.ny : static_cast<int>(pitch));
      f.psi_e[s] = make(count), f.psi_h[s] = make(count);
    }
    return f;
  };
  std::vector<std::uint8_t> map(nodes, 0);
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i)
      map[static_cast<std::size_t>(j * pitch + i)] = static_cast<std::uint8_t>(p.electric.at(i, j));
  std::vector<Pair<T>> palette;
  for (const ElectricEntry& e : p.electric_palette) palette.push_back({static_cast<T>(e.ca), static_cast<T>(e.cb)});
  const auto entries = on_device(map);
  const auto media = on_device(palette);
  const auto xe = on_device(stretches(p.x.k_e, p.x.b_e, p.x.c_e)), xh = on_device(stretches(p.x.k_h, p.x.b_h, p.x.c_h));
  const auto ye = on_device(row_layers<T>(p.y, true)), yh = on_device(row_layers<T>(p.y, false));
  const auto tiles = on_device(plan.tiles());
  const auto dues = on_device(plan.due());
  const auto due_rows = on_device(plan.due_rows());
  const int sources = std::max<int>(static_cast<int>(p.feeds.size()), 1);
  const int probes = std::max<int>(static_cast<int>(p.instruments.size()), 1);
  const auto signals = on_device(std::vector<double>(static_cast<std::size_t>(L * sources), 1.0));
  const auto record = on_device(std::vector<double>(static_cast<std::size_t>(L * probes), 0.0));
  Pass<T> pass{view(),
               view(),
               p.nx,
               p.ny,
               pitch,
               1,
               1,
               entries.data(),
               media.data(),
               static_cast<int>(palette.size()),
               {xe.data(), xh.data(), p.x.low, p.x.high, p.y.low, p.y.high},
               ye.data() + rows_beyond,
               yh.data() + rows_beyond,
               tiles.data(),
               dues.data(),
               due_rows.data(),
               signals.data(),
               sources,
               record.data(),
               probes};
  const Event begin(Event::Kind::timing), end(Event::Kind::timing);
  const auto seconds = [&](const Pass<T>& of, int blocks) {
    std::vector<double> all;
    for (int k = 0; k < 8; ++k) {
      begin.record(nullptr);
      PassOf<T, L>::launch(of, blocks, nullptr);
      end.record(nullptr);
      end.wait();
      if (k > 0) all.push_back(end.seconds_since(begin));
    }
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
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
  if (levels == 4) cuda::streamed::profile<4>(p, rows);
  if (levels == 8) cuda::streamed::profile<8>(p, rows);
  if (levels == 12) cuda::streamed::profile<12>(p, rows);
}
