// The sections of the panel. Each has its own file with its heading, its rows and its initial state, and an entry in a
// list: here, or in the hooks of a feature.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/state.h"
#include "imgui.h"

namespace ez {

struct Context;

struct PanelSection {
  const char* name;  // heading, and the ID for the items within
  ImWchar icon;
  const char* help;  // one sentence, shown while the mouse rests on the heading
  // The workspace whose panel contains it. The boundary lab has its own sections; the other workspaces share those of
  // explore.
  Workspace workspace = Workspace::explore;
  // Text at the right end of the heading.
  For belongs = For::all;
  std::string (*summary)(const Context& c, bool open);  // text at the right end of the heading
  void (*rows)(const Context& c);
  void (*add)(const Context& c) = nullptr;  // action of the plus in the heading; null: no plus
  // Returns whether it is open at first, in a window of ordinary height and in a tall one. In a very tall window all
  // are open.
  bool (*open_at_first)(const State& s, bool tall) = [](const State&, bool) { return false; };
  std::string_view problems_of[3] = {};           // prefixes of scene keys whose problems it shows
  bool leads = false;                             // for a feature: it comes before the sections that every scene has
  Selection::Kind shows = Selection::Kind::none;  // opens when an item of this kind is selected
  bool (*shown)(const State& s) = nullptr;        // null: the panel always has it
};

extern const PanelSection scene_section, sources_section, materials_section, boundaries_section, view_section,
    probes_section, monitors_section, measure_section, line_cut_section, performance_section;

// Returns all sections, including those of features, in drawing order.
const std::vector<const PanelSection*>& panel_sections();

// Returns true if the panel of the workspace has the section for the open scene.
bool has_section(const State& state, Workspace workspace, const PanelSection& section);
// Opens the initial sections of a workspace's panel, once.
void open_sections(const Context& c, Workspace workspace, bool tall, bool very_tall);
// Draws the heading and, if the section is open, its rows.
void draw_section(const Context& c, const PanelSection& section);
// Opens the section of a newly selected item.
void open_selected(const Context& c);

}  // namespace ez
