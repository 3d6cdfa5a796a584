// UiHooks: functions with which a feature joins the interface. They are called for all features, in the order of
// app/features/list.inc. Null: the feature does not use that hook.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/ui/context.h"
#include "app/ui/kit/look.h"
#include "app/ui/panels/tool_bar.h"
#include "app/ui/picture/viewport.h"
#include "app/ui/sections.h"

namespace ez {

// A workspace of the window. Null functions: as in the workspace "Explore".
struct WorkspaceView {
  Workspace workspace;
  const char *name, *id, *key;
  ImWchar icon;
  bool has_pictures = true, has_panel = true;
  void (*place_pictures)(InterfaceMemory& m, const State& state) = nullptr;
  void (*draw_pictures)(const Context& c) = nullptr;  // in the window "Picture"
  void (*draw_windows)(const Context& c) = nullptr;
  void (*draw_panel)(const Context& c) = nullptr;  // in the window "Panel", in place of the sections
};

// The state of the window in which a key was pressed. Enter and Escape go to the first feature that takes them.
enum class KeyPlace { everywhere, with_control, on_picture, presenting, enter, escape };

struct UiHooks {
  std::optional<WorkspaceView> view = {};

  // ---- panel
  std::vector<const PanelSection*> sections = {};
  void (*performance_rows)(const Context& c) = nullptr;                      // at the head of Performance
  void (*check_rows)(const Context& c) = nullptr;                            // below the checks of Measure
  void (*number_menu)(const Context& c, const NumberKey& number) = nullptr;  // after a right click on a number

  // ---- keys and mouse
  bool (*keys)(const Context& c, KeyPlace place) = nullptr;  // returns whether it took a key
  // Next and back in the presenter. The first feature that returns true has handled it.
  bool (*step)(const Context& c, bool next) = nullptr;
  // Returns true if it uses the mouse on the picture, which the tools then do not get.
  bool (*mouse)(const Context& c, const Viewport& v, bool active) = nullptr;
  bool (*covers)(const State& state) = nullptr;     // its page covers the window
  bool (*holds_enter)(const Context& c) = nullptr;  // Enter is reserved for the feature
  bool (*draws)(const Context& c) = nullptr;        // Enter holds the mouse button of the keyboard pointer down

  // ---- layout
  // Returns the width that it needs at the left of the picture.
  float (*column)(const InterfaceMemory& m, const State& state, float width) = nullptr;
  void (*take_room)(InterfaceMemory& m, const State& state) = nullptr;  // makes the picture smaller

  // ---- drawing, in this order
  void (*begin)(const Context& c) = nullptr;
  void (*overlay)(const Context& c, const Viewport& v, ImDrawList* list) = nullptr;
  void (*bars)(const Context& c) = nullptr;     // windows next to the picture, also in the presenter
  void (*cards)(const Context& c) = nullptr;    // windows over the picture, below notes and questions
  void (*windows)(const Context& c) = nullptr;  // windows above those
  void (*presented_windows)(const Context& c) = nullptr;

  // ---- the presenter
  // Draws the picture. The first feature that returns true has drawn it.
  bool (*present)(const Context& c, const Viewport& v, ImDrawList* list) = nullptr;
  void (*present_over)(const Context& c, ImDrawList* list) = nullptr;  // over several pictures
  void (*present_blank)() = nullptr;
  void (*strokes)(const Context& c, const Viewport& v, ImDrawList* list) = nullptr;
  void (*point)(const Context& c, const Viewport& v) = nullptr;  // the mouse is over this picture
  Area (*caption)(const Context& c, const Pen& pen) = nullptr;   // in place of the scene's; an empty area: none drawn

  // ---- tool bar
  ToolBarHooks tool_bar = {};

  // ---- the list of scenes
  void (*begin_scene_list)() = nullptr;
  bool (*scene_list)(const Context& c) = nullptr;  // in an open combo; returns whether a scene was picked
  bool (*scene_filter)(const Context& c, float width, bool focus) = nullptr;
  bool (*scene_cards)(const Context& c, float room, bool entered) = nullptr;
  // More rows of the list. `tops` gets the height at which each begins.
  bool (*list_rows)(const Context& c, std::string_view filter, float width, std::vector<float>* tops) = nullptr;

  // Draws a sign over the picture that something is running. It is drawn after the picture was recorded. Returns false
  // if there is none.
  bool (*lamp)(const InterfaceMemory& m, const State& state, const Pen& pen) = nullptr;
};

// The hooks of all features.
const std::vector<UiHooks>& ui_hooks();

// Returns null for explore.
const WorkspaceView* workspace_view(Workspace workspace);

// Calls a hook of every feature that has it.
template <class Hook, class... A>
void call_hooks(Hook UiHooks::*hook, A&&... values) {
  for (const UiHooks& h : ui_hooks())
    if (h.*hook) (h.*hook)(values...);
}
// Calls a hook of each feature until one returns true. Returns whether one did.
template <class Hook, class... A>
bool any_hook(Hook UiHooks::*hook, A&&... values) {
  for (const UiHooks& h : ui_hooks())
    if (h.*hook && (h.*hook)(values...)) return true;
  return false;
}
inline bool take_keys(const Context& c, KeyPlace place) { return any_hook(&UiHooks::keys, c, place); }

}  // namespace ez
