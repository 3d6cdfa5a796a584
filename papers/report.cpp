#include <fmt/format.h>

#include "ezscope/version.h"
#include "papers/report.h"
#include "solver/base/counted.h"
#include "solver/base/json_text.h"

namespace ez {
namespace {

std::string row_json(const BenchRow& r) {
  const std::string block = r.block ? fmt::format("[{}, {}]", r.block->x, r.block->y) : "null";
  const std::string roof = r.roof ? fmt::format("{:.4g}", *r.roof) : "null";
  return fmt::format(
      R"({{"scheme": {}, "note": {}, "scene": {}, "backend": {}, "threads": {}, "nx": {}, "ny": {}, "precision": "{}", "block": {}, )"
      R"("steps": {}, "runs": {}, "seconds": {{"min": {:.6g}, "median": {:.6g}, "max": {:.6g}}}, "gcells_per_s": {:.5g}, )"
      R"("bytes_per_cell_step": {}, "roof_gcells_per_s": {}, "peer_gcells_per_s": {}, "agrees": {}}})",
      quoted(r.scheme), quoted(r.note), quoted(r.scene), quoted(r.backend), r.threads, r.nx, r.ny,
      r.precision == Precision::float32 ? "float" : "double", block, r.steps, r.seconds.size(), r.seconds.front(),
      r.median(), r.seconds.back(), r.gcells(r.median()), r.bytes_per_cell_step, roof,
      r.peer ? fmt::format("{:.4g}", *r.peer) : "null", r.agrees ? fmt::format("{:.3g}", *r.agrees) : "null");
}

std::string device_json(const BenchDevice& d) {
  return fmt::format(
      R"({{"name": {}, "driver": {}, "sm_clock_mhz": {:.0f}, "memory_gb": {:.1f}, "copy_gb_s": {:.1f}, "issue_gops": {:.0f}}})",
      quoted(d.name), quoted(d.driver), d.sm_clock_mhz, d.memory_gb, d.copy_gb_s, d.issue_gops);
}

}  // namespace

std::string host_engine(const BenchRow& r) {
  return fmt::format("{}, {}", find_backend(r.backend)->title, counted(r.threads, "thread"));
}

std::string bench_heading() {
  return fmt::format("{:<10} {:>15} {:<7} {:<16} {:>8}  {:<18} {:>8} {:>8} {:>8}\n", "scene", "grid", "numbers",
                     "engine", "Gcell/s", "(min … max)", "of peer", "of roof", "of issue");
}

std::string bench_line(const BenchRow& r) {
  const Backend& backend = *find_backend(r.backend);
  const std::string engine = backend.devices ? fmt::format("{} {}", backend.title, r.scheme) : host_engine(r);
  const double speed = r.gcells(r.median());
  const std::string spread = fmt::format("({:.2f} … {:.2f})", r.gcells(r.seconds.back()), r.gcells(r.seconds.front()));
  return fmt::format("{:<10} {:>6} × {:<6} {:<7} {:<16} {:>8.2f}  {:<18} {:>8} {:>8} {:>8}{}\n", r.scene, r.nx, r.ny,
                     r.precision == Precision::float32 ? "float" : "double", engine, speed, spread,
                     r.peer && *r.peer > 0 ? fmt::format("×{:.2f}", speed / *r.peer) : "–",
                     r.roof ? fmt::format("{:.0f} %", 100 * speed / *r.roof) : "–",
                     r.issue_limit ? fmt::format("{:.0f} %", 100 * speed / *r.issue_limit) : "–",
                     r.note.empty() ? "" : fmt::format("  {}", r.note));
}

std::string bench_json(const BenchReport& report) {
  std::string rows;
  for (const BenchRow& r : report.rows) {
    if (!rows.empty()) rows += ",\n    ";
    rows += row_json(r);
  }
  return fmt::format(
      "{{\n  \"ezscope\": {},\n  \"revision\": {},\n  \"device\": {},\n"
      "  \"cpu\": {{\"name\": {}, \"cores\": {}, \"threads\": {}}},\n  \"rows\": [\n    {}\n  ]{}\n}}\n",
      quoted(version), quoted(revision), report.device ? device_json(*report.device) : "null", quoted(report.cpu_name),
      report.cores, report.threads, rows,
      report.tables.empty() ? "" : fmt::format(",\n  \"tables\": [\n    {}\n  ]", report.tables));
}

}  // namespace ez
