// Yanagitani (2011): is reading 56 instead of 64 bits of permittivity faster? The paper has no table of times but a
// bound: 30 clocks for 8 bytes, of which one byte fewer saves 3.75, so at most 30/26.25 = 114 %.
#include <fmt/format.h>

#include "papers/harness.h"

namespace ez {

std::vector<PaperTable> yanagitani_tables(PaperBench& bench) {
  PaperTable t{"Yanagitani: permittivity in 8, 7 and 1 bytes a node, double, Gcell/s",
               {"n", "one CPU core", "plain (8 B)", "packed (7 B)", "palette (1 B)", "packed / plain, %",
                "palette / plain, %", "paper's bound, %"},
               {},
               {}};
  constexpr int steps = 1000;
  for (const int n : {512, 1024, 2048, 4096, 8192}) {
    if (bench.quick() && n > 2048) break;
    Scene scene = paper_scene(BoundaryKind::pec, n, Precision::float64);
    scene.materials = {{"core", 2.1, 1, 0, 0, {}}};
    scene.shapes = {{Circle{{n / 2.0, n / 2.0}, n / 4.0}, "core"}};
    const std::optional<double> gcells = n * static_cast<double>(n) * steps * 1e-9;
    const auto speed = [&](int form) {
      return ratio(gcells, bench.seconds(scene, {"packed-epsilon", form}, {32, 8}, steps));
    };
    const std::optional<double> plain = speed(1), packed = speed(0), palette = speed(2);
    t.rows.push_back({std::to_string(n), figure(ratio(gcells, bench.one_core_seconds(n, Precision::float64, steps)), 2),
                      figure(plain, 2), figure(packed, 2), figure(palette, 2),
                      figure(times(ratio(packed, plain), 100), 1), figure(times(ratio(palette, plain), 100), 1),
                      "114"});
  }
  t.notes.push_back("The CPU's loops are those of vacuum: no permittivity is read at all.");
  return {t};
}

}  // namespace ez
