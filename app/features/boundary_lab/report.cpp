#include "app/features/boundary_lab/report.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "app/model/panes.h"
#include "solver/base/csv.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

std::string number(const std::optional<double>& v) {
  return v && std::isfinite(*v) ? fmt::format("{:.9g}", *v) : std::string();
}

}  // namespace

Text write_report(const ResultWriter& write, const std::string& stem, const Image& picture, const State& state) {
  Text why = write(stem + ".png", [&] { return encode_png(picture); });
  if (why.empty()) why = write(stem + ".csv", [&] { return report_csv(state); });
  if (why.empty()) why = write(stem + ".toml", [&] { return write_scene(state.scene); });
  return why;
}

std::string report_csv(const State& state) {
  std::string out = "pane,what,side,at,unit,db,theory_db\n";
  const auto to = std::back_inserter(out);
  for (std::size_t k = 0; k < state.panes.size(); ++k) {
    const ReflectionReading& r = state.panes[k].reflection;
    const std::string pane = csv_field(pane_name(state, static_cast<int>(k)).english());
    for (const Side side : all_sides)
      fmt::format_to(to, "{},side,{},,,{},\n", pane, to_string(side), number(r.db[static_cast<std::size_t>(side)]));
    for (const Side side : all_sides)
      if (const auto& own = r.own_db[static_cast<std::size_t>(side)])
        fmt::format_to(to, "{},own,{},,,{},\n", pane, to_string(side), number(own));
    for (const ReflectionReading::Moment& m : r.history)
      fmt::format_to(to, "{},history,,{},s,{},\n", pane, number(m.time), number(m.db));
    for (const AnglePoint& a : r.angles)
      fmt::format_to(to, "{},angle,{},{},deg,{},{}\n", pane, to_string(a.side), number(a.degrees), number(a.db),
                     number(a.theory_db));
    for (const Side side : all_sides)
      for (const SpectrumPoint& p : r.spectrum[static_cast<std::size_t>(side)])
        fmt::format_to(to, "{},spectrum,{},{},Hz,{},\n", pane, to_string(side), number(p.frequency), number(p.db));
  }
  return out;
}

}  // namespace ez
