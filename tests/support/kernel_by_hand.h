// A kernel lab as in a running program, filled by hand, for pictures and for tests of the interface alone. None of its
// numbers was measured.
#pragma once

#include <algorithm>
#include <cmath>

#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/state.h"
#include "app/model/state.h"

namespace ez {

namespace kernels_by_hand {

inline BlockSquare square(BlockShape b) {
  const int threads = b.x * b.y;
  if (threads > 1024)
    return {b, fmt::format("{} × {} = {} threads; CUDA allows 1024 per block", b.x, b.y, threads), 0, 0};
  const double warp = std::min(1.0, b.x / 32.0), full = std::min(1.0, threads / 128.0);
  const double speed = 158 * (0.25 + 0.75 * warp) * (0.3 + 0.7 * full) - 4 * std::abs(std::log2(threads / 256.0));
  return {b, "", std::max(1.0, speed - 0.1 * std::log2(b.y)), 5};
}

}  // namespace kernels_by_hand

// Sets the state before the first frame.
inline void empty_kernels(State& s) {
  const KernelState fresh;
  s.of<KernelState>() = fresh;
}

// Fills in all measurements on a GPU, or on a machine without one.
inline void fill_kernels(State& s, bool gpu = true) {
  using namespace kernels_by_hand;
  s.workspace = Workspace::kernel_lab;
  empty_kernels(s);
  KernelState& k = s.of<KernelState>();
  const RunSize size = size_of(s.scene);
  for (std::size_t i = 0; i < all_schemes().size(); ++i) {
    const SchemeFacts& facts = all_schemes()[i];
    SchemeState row;
    row.why = Text::as_is(why_not(facts, s.scene));
    row.scene = !row.why.empty() && facts.live;
    if (!gpu && facts.on == SchemeFacts::On::device) row = {"needs a GPU", false, true, {}};
    if (gpu && row.why.empty()) {
      row.limits = {1024, 22 + 4 * static_cast<int>(i), i == 1 ? 1496.0 : 0.0};
      record(k, {{std::string(facts.name), 0}, facts.block, size, 158.0 / static_cast<double>(i + 1) + 20, 1, 5});
      record(k, {{std::string(facts.name), 0},
                 facts.block,
                 {512, 512, size.precision},
                 231.0 / static_cast<double>(i + 1) + 30,
                 1,
                 5});
    }
    k.schemes.push_back(row);
  }
  for (int n = 0; n < 100; ++n) {
    Performance::Sample& sample = s.performance.history.size() > static_cast<std::size_t>(n)
                                      ? s.performance.history[static_cast<std::size_t>(n)]
                                      : s.performance.history.emplace_back();
    sample.time = 0.1 * n;
    sample.solve_ms = 9 + 3 * std::sin(0.1 * n);
    sample.view_ms = 0.3;
    sample.draw_ms = 0.4;
    sample.ui_ms = 0.8 + 0.2 * std::cos(0.3 * n);
  }
  s.performance.solve_ms = 12.4;
  if (!gpu) {
    s.engine = {"cpu", "CPU", "A processor, 2 threads, AVX2", -1, 2, "AVX2"};
    s.engine_reason = "no NVIDIA driver found";
    k.roofs = Roofs{"", 21.4e9, 180e9, 0, 0, 2e6, 0.31, true};
    k.passes = {2, 8, 123456};
    k.map.why = "the CPU engine has no blocks";
    k.map.size = size;
    record(k, {{}, s.block, size, 1.234, 1, 0, 3});
    return;
  }
  s.engine = {"cuda", "CUDA", "A graphics card", 0, 0, "", false};
  k.roofs = Roofs{"", 4.02e12, 9.6e12, 4.8e12, 33.4e12, 4 * 512 * 512 * 8.0, 0.31};
  k.map.scheme = {"two-kernel", 0};
  k.map.size = size;
  for (int j = 0; j < shapes_a_side; ++j)
    for (int i = 0; i < shapes_a_side; ++i) k.map.squares.push_back(square({1 << i, 1 << j}));
  s.block = {128, 2};
}

}  // namespace ez
