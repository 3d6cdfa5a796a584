// What features add to the interface. Each is called for every feature in the order of the one list
// (app/features/all.cpp); null: the feature has nothing to do there.
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

// A workspace: what stands in it in the place of explore's one picture and panel.
struct WorkspaceView {
  Workspace workspace;
  const char *name, *id, *key;
  ImWchar icon;
  bool has_pictures = true, has_panel = true;
  void (*place_pictures)(InterfaceMemory& m, const State& state) = nullptr;
  void (*draw_pictures)(const Context& c) = nullptr;  // in the window "Picture"
  void (*draw_windows)(const Context& c) = nullptr;
  void (*draw_panel)(const Context& c) = nullptr;  // in the window "Panel", in the place of its sections
};

// Where a key was pressed. Enter and Escape are the first feature's that takes them.
enum class KeyPlace { everywhere, with_control, on_picture, presenting, enter, escape };

struct UiHooks {
  std::optional<WorkspaceView> view = {};

  // ---- panel
  std::vector<const PanelSection*> sections = {};
  void (*performance_rows)(const Context& c) = nullptr;  // at the head of Performance

  // ---- keys and mouse
  bool (*keys)(const Context& c, KeyPlace place) = nullptr;  // whether it took one
  bool (*step)(const Context& c, bool next) = nullptr;  // what next and back do in the presenter; the first takes it
  // Whether it has the mouse on the picture, in the place of the tools.
  bool (*mouse)(const Context& c, const Viewport& v, bool active) = nullptr;
  bool (*covers)(const State& state) = nullptr;     // a page of its own lies over all
  bool (*holds_enter)(const Context& c) = nullptr;  // Enter is not the hand's now
  bool (*draws)(const Context& c) = nullptr;        // Enter holds the hand's button down, as Shift+Enter does

  // ---- layout: room that it takes
  float (*column)(const InterfaceMemory& m, const State& state, float width) = nullptr;  // at the picture's left
  void (*take_room)(InterfaceMemory& m, const State& state) = nullptr;                   // of the picture

  // ---- drawing, in this order
  void (*begin)(const Context& c) = nullptr;
  void (*overlay)(const Context& c, const Viewport& v, ImDrawList* list) = nullptr;
  void (*bars)(const Context& c) = nullptr;     // windows beside the picture, in the presenter too
  void (*cards)(const Context& c) = nullptr;    // windows over it, beneath notes and questions
  void (*windows)(const Context& c) = nullptr;  // above them
  void (*presented_windows)(const Context& c) = nullptr;

  // ---- the presenter
  bool (*present)(const Context& c, const Viewport& v, ImDrawList* list) = nullptr;  // the picture; the first does
  void (*present_over)(const Context& c, ImDrawList* list) = nullptr;                // over several pictures
  void (*present_blank)() = nullptr;
  void (*strokes)(const Context& c, const Viewport& v, ImDrawList* list) = nullptr;
  void (*point)(const Context& c, const Viewport& v) = nullptr;  // the mouse is over this picture
  Area (*caption)(const Context& c, const Pen& pen) = nullptr;   // in the place of the scene's; empty: none

  // ---- tool bar
  ToolBarHooks tool_bar = {};

  // ---- the list of scenes
  void (*begin_scene_list)() = nullptr;
  bool (*scene_list)(const Context& c) = nullptr;  // within an open combo; whether one was picked
  bool (*scene_filter)(const Context& c, float width, bool focus) = nullptr;
  bool (*scene_cards)(const Context& c, float room, bool entered) = nullptr;
  // Rows of more than scenes.
  bool (*list_rows)(const Context& c, std::string_view filter, float width, std::vector<float>* tops) = nullptr;

  // ---- words
  // What says that something is going on, over the window's picture once that was taken; false: nothing.
  bool (*lamp)(const InterfaceMemory& m, const State& state, const Pen& pen) = nullptr;
};

// Of all features.
const std::vector<UiHooks>& ui_hooks();

// The view of a workspace; null: that of explore.
const WorkspaceView* workspace_view(Workspace workspace);

// Calls one hook of every feature.
template <class Hook, class... A>
void call_hooks(Hook UiHooks::*hook, A&&... values) {
  for (const UiHooks& h : ui_hooks())
    if (h.*hook) (h.*hook)(values...);
}
// Until one returns true.
template <class Hook, class... A>
bool any_hook(Hook UiHooks::*hook, A&&... values) {
  for (const UiHooks& h : ui_hooks())
    if (h.*hook && (h.*hook)(values...)) return true;
  return false;
}
inline bool take_keys(const Context& c, KeyPlace place) { return any_hook(&UiHooks::keys, c, place); }

}  // namespace ez
