// Tables of σ, κ and α as curves: their points are dragged in the profile plot. Items, within the profile card's ID:
//   ##sigma_point0 … ##kappa_point0 … ##alpha_point0 …  ##as_tables (without tables)  ##as_exponents (with tables)
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/boundary_lab/cards/cards.h"
#include "app/features/boundary_lab/cards/profile_handles.h"
#include "app/features/boundary_lab/memory.h"
#include "app/ui/panels/boundary_rows.h"
#include "app/ui/readings.h"
#include "solver/scene/layer_profile.h"

namespace ez {
namespace {

constexpr std::size_t most_points = 33;  // of a table with handles; those of longer tables would overlap
constexpr int new_points = 9;            // of a table that replaces exponents

// Rounds to a thousandth of the full scale, so that the scene file stays short.
double rounded(double value, double full) { return tidy(std::round(value / full * 1000) * full / 1000); }

// One of the three tables. A value at height h is least + h·full.
struct Table {
  const char *name, *words;
  std::vector<double> CpmlGrading::*values;
  double least;
};
constexpr std::array<Table, 3> tables = {
    {{"sigma", "σ at this depth. Drag up or down to change it", &CpmlGrading::sigma_table, 0},
     {"kappa", "κ at this depth. Drag up or down to change it", &CpmlGrading::kappa_table, 1},
     {"alpha", "α at this depth. Drag up or down to change it", &CpmlGrading::alpha_table, 0}}};

bool has_tables(const CpmlGrading& g) {
  return std::ranges::any_of(tables, [&](const Table& t) { return !(g.*t.values).empty(); });
}

// Returns the grading with tables of the same profile.
CpmlGrading as_tables(const Scene& scene) {
  CpmlGrading out = scene.boundary.cpml;
  const CpmlGrading& now = scene.boundary.cpml;
  const LayerProfile profile(now, 1, cell_size(scene).x, 1 / background_index(scene));
  const double sigma = profile.sigma(1), alpha = profile.alpha(0);
  for (int k = 0; k < new_points; ++k) {
    const double u = double(k) / (new_points - 1);
    if (now.sigma_table.empty()) out.sigma_table.push_back(sigma > 0 ? rounded(profile.sigma(u), sigma) : 0);
    if (now.kappa_table.empty()) out.kappa_table.push_back(tidy(std::round(profile.kappa(u) * 1000) / 1000));
    if (now.alpha_table.empty()) out.alpha_table.push_back(alpha > 0 ? rounded(profile.alpha(u), alpha) : 0);
  }
  return out;
}

}  // namespace

bool table_handles(const Context& c, const ProfileFrame& frame, const ProfileScales& full,
                   const std::array<ImU32, 3>& colors, CpmlGrading& grading) {
  bool changed = false;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    std::vector<double>& values = grading.*tables[t].values;
    if (values.size() > most_points) continue;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double u = values.size() > 1 ? double(k) / double(values.size() - 1) : 0;
      const std::string id = fmt::format("##{}_point{}", tables[t].name, k);
      const double height = (values[k] - tables[t].least) / full[t];
      const auto to = dragged(c, {id.c_str(), tables[t].words, frame.at(u, height), colors[t]});
      if (!to) continue;
      const double share = std::clamp(frame.height(to->y), 0.0, 1.0);
      values[k] = tables[t].least + rounded(share * full[t], full[t]);
      changed = true;
    }
  }
  return changed;
}

void table_row(const Context& c) {
  const Scene& s = active_scene(c.state);
  const float w = ImGui::GetContentRegionAvail().x;
  if (has_tables(s.boundary.cpml)) {
    CpmlGrading g = s.boundary.cpml;
    g.clear_tables();
    if (button(c.look, "##as_exponents", "Back to exponents", icon::undo, false, w)) edit_grading(c, g);
    tip(c.look, "Removes the tables. The exponents and largest values below apply again");
  } else {
    if (button(c.look, "##as_tables", "Edit as curves", icon::profile, false, w)) edit_grading(c, as_tables(s));
    tip(c.look,
        "Replaces the exponents by tables of σ, κ and α with nearly the same profile, whose points you can drag");
  }
}

}  // namespace ez
