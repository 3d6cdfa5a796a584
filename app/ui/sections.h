// The sections of the panel, one row each. A section stands in its own file: what its head says, its rows, when it is
// open at first; and in a list: here, or in the hooks of a feature.
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
  const char* name;  // on its head; the ID of what stands within
  ImWchar icon;
  const char* help;  // a sentence, while the mouse rests on its head
  // In the panel of which workspace: the boundary lab has its own, the others that of explore.
  Workspace workspace = Workspace::explore;
  For belongs = For::all;                               // the scenes that have it
  std::string (*summary)(const Context& c, bool open);  // at the head's right end, as it is shown
  void (*rows)(const Context& c);
  void (*add)(const Context& c) = nullptr;  // what the plus on the head does; null: there is none
  // Whether it is open at first in a window of ordinary height, and in a tall one; in a very tall one all are.
  bool (*open_at_first)(const State& s, bool tall) = [](const State&, bool) { return false; };
  std::string_view problems_of[3] = {};           // shows what is found at keys that begin so; of a scene
  bool leads = false;                             // of a feature: it stands before those that every scene has
  Selection::Kind shows = Selection::Kind::none;  // opens when one of these is selected
};

extern const PanelSection scene_section, sources_section, materials_section, boundaries_section, view_section,
    probes_section, monitors_section, measure_section, line_cut_section, performance_section;

// All that there are, those of features too, in the order in which they are drawn.
const std::vector<const PanelSection*>& panel_sections();

// Whether the panel of a workspace has a section, for the scene that is open.
bool has_section(const State& state, Workspace workspace, const PanelSection& section);
// The sections of a workspace's panel that are open at first, once.
void open_sections(const Context& c, Workspace workspace, bool tall, bool very_tall);
// Head and, if it is open, rows.
void draw_section(const Context& c, const PanelSection& section);
// Opens the section of what was selected just now.
void open_selected(const Context& c);

}  // namespace ez
