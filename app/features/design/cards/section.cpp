// Panel, section Design. Items, in the window "Panel":
//   Design (head)  Design/##add (no design)  Design/##goal  ##first ##second (combos)  ##minimum_feature
//   Design/##symmetry (combo)  ##run ##step ##reset  ##plot  ##gains  ##finish or ##cancel_finish
#include <fmt/format.h>

#include <array>
#include <string>

#include "app/features/design/cards/cards.h"
#include "app/features/design/commands.h"
#include "app/features/design/state.h"
#include "app/platform/units.h"
#include "app/ui/lengths.h"

namespace ez {
namespace {

void edit(const Context& c, const Design& design) {
  Scene scene = without_picture(c.state.scene, c.state.scene.designs.front());
  scene.designs.front() = design;
  if (const GreyPicture* picture = picture_of(c.state.scene, c.state.scene.designs.front()))
    if (region_of(scene, design) == region_of(c.state.scene, c.state.scene.designs.front()))
      scene = with_picture(scene, design, *picture);
  c.edit(std::move(scene), "edit design");
}

bool material_combo(const Context& c, const char* id, std::string& name, float width) {
  bool changed = false;
  if (!begin_combo(c.look, id, as_name(name), width)) return false;
  const auto offer = [&](const std::string& one) {
    ImGui::PushID(one.c_str());
    if (combo_item(c.look, as_name(one), one == name)) name = one, changed = true;
    ImGui::PopID();
  };
  offer("vacuum");
  for (const Material& m : c.state.scene.materials) offer(m.name);
  ImGui::EndCombo();
  return changed;
}

void setting_rows(const Context& c, Design design) {
  bool changed = false;
  float w = row(c.look, "Goal");
  changed |= text_field(c.look, "##goal", design.goal, w);
  tip(c.look, "Formula of the value that becomes as large as possible. It reads monitors");
  w = row(c.look, "Materials");
  std::array<std::string, 2> materials = design.materials.value_or(std::array<std::string, 2>{"vacuum", "glass"});
  const bool first = material_combo(c, "##first", materials[0], half(c.look, w));
  tip(c.look, "Selects the material around the structure");
  same_row(c.look);
  const bool second = material_combo(c, "##second", materials[1], half(c.look, w));
  tip(c.look, "Selects the material of the structure");
  if (first || second) design.materials = materials, changed = true;
  w = row(c.look, fmt::format("{}, {}", c.tr("Detail radius"), length_scale(c.state.scene).name).c_str());
  changed |= length_field(c, "##minimum_feature", c.state.scene, design.minimum_feature, {.min = 0}, w);
  tip(c.look, "Smooths away details below this radius. At 0 it is three cells");
  w = row(c.look, "Symmetry");
  if (begin_combo(c.look, "##symmetry", c.tr(design.symmetry), w)) {
    for (const std::string_view one : Design::symmetries)
      if (combo_item(c.look, one, one == design.symmetry)) design.symmetry = one, changed = true;
    ImGui::EndCombo();
  }
  tip(c.look, "Selects the mirror images to which the structure stays equal");
  if (changed) edit(c, design);
}

void run_rows(const Context& c, const DesignState& d) {
  const float w = ImGui::GetContentRegionAvail().x, icons = c.px(32 + 4);
  const bool on = d.run == DesignState::Run::running;
  if (button(c.look, "##run", on ? "Pause" : "Start", on ? icon::pause : icon::run, true, w - 2 * icons))
    c.send(command::RunDesign{!on});
  tip(c.look, "Changes the structure every four periods while the wave runs, so that the goal grows");
  same_row(c.look);
  if (icon_button(c.look, "##step", icon::step)) c.send(command::StepDesign{});
  tip(c.look, "Makes one improvement");
  same_row(c.look);
  if (icon_button(c.look, "##reset", icon::reset)) c.send(command::ResetDesign{});
  tip(c.look, "Removes the structure, so that the design starts again");
}

void finish_rows(const Context& c, const DesignState& d) {
  const float w = ImGui::GetContentRegionAvail().x;
  if (!d.finish) {
    if (button(c.look, "##finish", "Finish", icon::check, false, w)) c.send(command::FinishDesign{});
    return tip(c.look,
               "Improves the structure by runs with pulses in the background, and turns it into polygons. Takes a "
               "minute or more");
  }
  progress_bar(c.look, d.finish->fraction);
  if (!d.finish->made.empty())
    hint(c.look, c.say("iteration {}: {}", d.finish->made.back().number, fixed(d.finish->made.back().value, 3)));
  if (button(c.look, "##cancel_finish", "Cancel", icon::close, false, w)) c.send(command::CancelFinish{});
  tip(c.look, "Ends the runs in the background and keeps the structure unchanged");
}

void rows(const Context& c) {
  const Design* design = open_design(c.state.scene);
  if (design == nullptr) return;
  const DesignState& d = c.state.of<DesignState>();
  setting_rows(c, *design);
  if (const Text why = why_no_design(c.state); !why.empty()) return warning(c.look, c.tr(why));
  run_rows(c, d);
  design_plot(c);
  bool gains = d.shows_gains;
  if (checkbox(c.look, "##gains", c.tr("Gain map"), gains)) c.send(command::ShowGains{gains});
  tip(c.look,
      "Colours the region by the last improvement: green where more of the second material raises the goal, violet "
      "where "
      "it lowers the goal");
  if (picture_of(c.state.scene, *design) != nullptr)
    hint(c.look, "Paint into the region with the brush or the eraser: the design keeps it and improves it.");
  finish_rows(c, d);
}

void rows_without(const Context& c) {
  hint(c.look, "A design distributes two materials in a region so that a measured value becomes large.");
  if (button(c.look, "##add", "Design a region", icon::plus, false, ImGui::GetContentRegionAvail().x))
    c.send(command::AddDesign{});
  tip(c.look, "Adds a region in the middle of the grid, whose goal reads the scene's monitors");
}

std::string summary(const Context& c, bool) {
  const DesignState& d = c.state.of<DesignState>();
  return d.made.empty() ? "" : fixed(d.made.back().value, 3);
}

constexpr const char* help = "Distributes two materials in a region so that a measured value becomes large";

}  // namespace

const PanelSection design_section = {.name = "Design",
                                     .icon = icon::optimise,
                                     .help = help,
                                     .belongs = For::maxwell,
                                     .summary = summary,
                                     .rows = rows,
                                     .open_at_first = [](const State&, bool) { return true; },
                                     .problems_of = {"design"},
                                     .leads = true,
                                     .shown = [](const State&s) { return open_design(s.scene) != nullptr; }},
                   new_design_section = {.name = "Design",
                                         .icon = icon::optimise,
                                         .help = help,
                                         .belongs = For::maxwell,
                                         .summary = [](const Context&, bool) { return std::string(); },
                                         .rows = rows_without,
                                         .shown = [](const State&s) { return open_design(s.scene) == nullptr; }};

}  // namespace ez
