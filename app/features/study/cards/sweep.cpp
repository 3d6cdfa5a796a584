// Panel, section Sweeps. Items, in the window "Panel":
//   Sweeps (head)  Sweeps/##of (combo of the scene's sweeps)  Sweeps/##from ##to ##count  ##from_y ##to_y ##count_y
//   ##no_y Sweeps/##measure (combo)  Sweeps/##run_sweep or ##stop_sweep  Sweeps/##sweep (plot)  Sweeps/##csv ##json
//   ##png ##keep
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/features/study/cards/cards.h"
#include "app/features/study/commands.h"
#include "app/features/study/measurables.h"
#include "app/features/study/memory.h"
#include "app/features/study/state.h"
#include "app/model/hooks.h"
#include "app/model/panes.h"
#include "app/platform/units.h"
#include "app/ui/panels/boundary_rows.h"

namespace ez {
namespace {

constexpr int most_points = 201, most_points_of_map = 41;

NumberStyle style_of(double low, double high) {
  const double size = std::max(std::abs(low), std::abs(high)),
               step = size > 0 ? std::pow(10, std::floor(std::log10(size)) - 2) : 0.01;
  return {.decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step))), 0, 9), .speed = step, .slot = 0};
}

bool range_row(const Context& c, const std::string& path, std::array<double, 3>& values, int most, const char* suffix) {
  ImGui::PushID(suffix);
  bool changed = false;
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(path.c_str());
  ImGui::PopTextWrapPos();
  float w = row(c.look, "From, to");
  const NumberStyle style = style_of(values[0], values[1]);
  changed |= number_field(c.look, "##from", values[0], style, half(c.look, w));
  tip(c.look, "Sets the first value of the key");
  same_row(c.look);
  changed |= number_field(c.look, "##to", values[1], style, half(c.look, w));
  tip(c.look, "Sets the last value of the key");
  w = row(c.look, "Points");
  int count = static_cast<int>(values[2]);
  if (integer_field(c.look, "##count", count, {.min = 1, .max = static_cast<double>(most), .speed = 0.2, .slot = 0},
                    w)) {
    values[2] = count;
    changed = true;
  }
  tip(c.look, "Sets the number of values. Each is a separate run");
  ImGui::PopID();
  return changed;
}

bool measure_row(const Context& c, SceneSweep& setup) {
  const std::vector<Measurable> all = measurables_of(active_scene(c.state));
  const auto now = std::ranges::find_if(
      all, [&](const Measurable& m) { return m.measured == setup.measured && m.theory == setup.theory; });
  const std::string shown = now != all.end() ? now->label : setup.measured.empty() ? "–" : setup.measured;
  const float w = row(c.look, "Measured");
  bool changed = false;
  if (begin_combo(c.look, "##measure", as_name(shown), w)) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      ImGui::PushID(static_cast<int>(k));
      if (combo_item(c.look, as_name(all[k].label), all[k].measured == setup.measured)) {
        setup.measured = all[k].measured, setup.theory = all[k].theory;
        setup.after = all[k].after, setup.unit = all[k].unit;
        changed = true;
      }
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  tip(c.look, "Selects the value that is measured at each point");
  return changed;
}

void choice_row(const Context& c, const std::optional<SceneSweep>& setup) {
  const std::vector<SceneSweep>& all = c.state.scene.sweeps;
  if (all.empty()) return;
  const float w = row(c.look, "Sweep");
  if (!begin_combo(c.look, "##of", as_name(setup ? setup->name : "–"), w))
    return tip(c.look, "Selects one of the scene's sweeps");
  for (std::size_t k = 0; k < all.size(); ++k) {
    ImGui::PushID(static_cast<int>(k));
    if (combo_item(c.look, as_name(all[k].name), setup && *setup == all[k])) c.send(command::SetUpSweep{all[k]});
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

void run_row(const Context& c, const SceneSweep& setup, const std::optional<ShownSweep>& sweep) {
  const float w = ImGui::GetContentRegionAvail().x;
  if (sweep && sweep->running) {
    progress_bar(c.look, sweep->fraction);
    if (button(c.look, "##stop_sweep", "Cancel", icon::close, false, w)) c.send(command::StopKeySweep{});
    return tip(c.look, "Ends the sweep. Finished points stay, and a later run continues with them");
  }
  ImGui::BeginDisabled(setup.measured.empty());
  if (button(c.look, "##run_sweep", "Run sweep", icon::run, true, w)) c.send(command::RunKeySweep{});
  ImGui::EndDisabled();
  tip(c.look, setup.measured.empty() ? "Add a probe, a monitor or a check, so that there is a value to measure"
                                     : "Runs the scene once for each point, in the background");
}

void file_row(const Context& c, const std::optional<ShownSweep>& sweep) {
  using As = command::SaveSweep::As;
  ImGui::BeginDisabled(!sweep);
  const auto save = [&](const char* id, ImWchar picture, As as, const char* words) {
    if (icon_button(c.look, id, picture, ButtonState::plain, 28, 13)) c.send(command::SaveSweep{as});
    tip(c.look, words);
    same_row(c.look);
  };
  save("##csv", icon::table, As::csv, "Saves the sweep as a table (.csv)");
  save("##json", icon::file, As::json, "Saves the sweep as JSON");
  save("##png", icon::camera, As::png, "Saves the plot as a picture (.png)");
  ImGui::EndDisabled();
  if (icon_button(c.look, "##keep", icon::plus, ButtonState::plain, 28, 13)) c.send(command::KeepSweep{});
  tip(c.look, "Adds this sweep to the scene, as a [[sweep]] of its file");
}

void rows(const Context& c) {
  StudyMemory& memory = c.memory.of<StudyMemory>();
  if (std::exchange(memory.open_section, false)) ImGui::SetScrollHereY(0);
  const StudyState& study = c.state.of<StudyState>();
  choice_row(c, study.setup);
  if (!study.setup)
    return hint(c.look, "Click a number of the panel with the right mouse button, and choose \"Sweep this number\".");
  SceneSweep setup = *study.setup;
  const bool map = !setup.path_y.empty();
  const int most = map ? most_points_of_map : most_points;
  bool changed = false;
  ImGui::BeginDisabled(study.sweep && study.sweep->running);
  if (setup.values) changed |= range_row(c, setup.path, *setup.values, most, "x");
  if (map && setup.values_y) {
    changed |= range_row(c, setup.path_y, *setup.values_y, most, "y");
    if (button(c.look, "##no_y", "Remove second number", icon::close, false, ImGui::GetContentRegionAvail().x)) {
      setup.path_y.clear(), setup.values_y.reset();
      changed = true;
    }
    tip(c.look, "Varies only the first number");
  }
  changed |= measure_row(c, setup);
  ImGui::EndDisabled();
  if (changed) c.send(command::SetUpSweep{setup});
  run_row(c, setup, study.sweep);
  sweep_plot(c);
  file_row(c, study.sweep);
}

std::string summary(const Context& c, bool) {
  const std::optional<ShownSweep>& sweep = c.state.of<StudyState>().sweep;
  if (!sweep) return c.state.scene.sweeps.empty() ? "" : c.say("{} in the scene", c.state.scene.sweeps.size());
  return c.say("{} of {} points", std::ranges::count(sweep->known, true), sweep->points.size());
}

void choose(const Context& c, const SceneSweep& sweep) {
  c.send(command::SetUpSweep{sweep});
  c.memory.open[&sweep_section] = c.memory.open[&lab_sweep_section] = true;
  c.memory.of<StudyMemory>().open_section = true;
}

}  // namespace

namespace {

PanelSection section_in(Workspace workspace) {
  return {.name = "Sweeps",
          .icon = icon::optimise,
          .help = "Measures a value while one or two numbers of the scene vary",
          .workspace = workspace,
          .summary = summary,
          .rows = rows,
          .problems_of = {"sweep"}};
}

}  // namespace

const PanelSection sweep_section = section_in(Workspace::explore),
                   lab_sweep_section = section_in(Workspace::boundary_lab);

void sweep_menu(const Context& c, const NumberKey& number) {
  ImGui::TextUnformatted(number.path.c_str());
  ImGui::Separator();
  const Scene& scene = active_scene(c.state);
  const std::optional<SceneSweep>& setup = c.state.of<StudyState>().setup;
  if (ImGui::MenuItem(c.item("Sweep this number").c_str())) choose(c, sweep_around(scene, number));
  const bool second = setup && setup->path != number.path;
  if (second && ImGui::MenuItem(c.item("Sweep as second number").c_str())) {
    SceneSweep both = *setup;
    const SceneSweep own = sweep_around(scene, number);
    both.path_y = own.path, both.values_y = own.values;
    if (both.values) (*both.values)[2] = std::min<double>((*both.values)[2], most_points_of_map);
    choose(c, both);
  }
}

}  // namespace ez
