// Yanagitani (2012): does reading 56 instead of 64 bits of permittivity pay? The paper's bound is 114 %.
#include <fmt/format.h>

#include "app/commands/bench_papers.h"
#include "app/interrupt.h"

namespace ez {

std::vector<PaperTable> yanagitani_tables(PaperBench& bench) {
  PaperTable t{
      "Yanagitani: permittivity in 8, 7 and 1 bytes a node, double, Gcell/s",
      {"n", "plain (8 B)", "packed (7 B)", "palette (1 B)", "packed / plain", "palette / plain", "paper's bound"},
      {},
      {}};
  for (const int n : {512, 1024, 2048, 4096, 8192}) {
    if (interrupted() || (bench.quick && n > 2048)) break;
    Scene scene = paper_scene(BoundaryKind::pec, n, Precision::float64);
    scene.materials = {{"core", 2.1, 1, 0, 0, {}}};
    scene.shapes = {{Circle{{n / 2.0, n / 2.0}, n / 4.0}, "core"}};
    const auto gcells = [&](int form) {
      const std::optional<double> s = bench.seconds(scene, {"packed-epsilon", form}, {32, 8}, 1000);
      return s ? std::optional(n * static_cast<double>(n) * 1000 * 1e-9 / *s) : std::nullopt;
    };
    const std::optional<double> plain = gcells(1), packed = gcells(0), palette = gcells(2);
    const auto cell = [](std::optional<double> v) { return v ? fmt::format("{:.2f}", *v) : std::string("skipped"); };
    const auto ratio = [&](std::optional<double> v) {
      return v && plain ? fmt::format("{:.1f} %", 100 * *v / *plain) : std::string("skipped");
    };
    t.rows.push_back(
        {std::to_string(n), cell(plain), cell(packed), cell(palette), ratio(packed), ratio(palette), "114 %"});
  }
  return {t};
}

}  // namespace ez
