// The interface without a window: an ImGui context that draws nowhere, a state, and simulated mouse and keyboard. It
// obeys commands as far as the interface's own behaviour depends on them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <cmath>
#include <memory>
#include <set>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "app/features/lesson/lesson_file.h"
#include "app/features/lesson/progress.h"
#include "app/features/presenter/commands.h"
#include "app/features/timeline/state.h"
#include "app/features/welcome/commands.h"
#include "app/features/welcome/welcome.h"
#include "app/ui/interface.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

inline Scene builtin(std::string_view name) {
  for (const BuiltinScene& b : builtin_scenes())
    if (b.name == name) return *parse_scene(b.text, std::string(name)).scene;
  ADD_FAILURE() << "no scene " << name;
  return {};
}

// Returns a state as in a running program: speeds, traces, and a note of every kind.
inline State lively_state(const Scene& scene) {
  State s;
  s.scene = scene;
  s.media = media_of(scene);
  s.engine = {"cpu", "CPU", "Some processor with a long name, 16 threads, AVX-512", -1, 16, "AVX-512"};
  s.link = "host copy";
  s.dt = time_step(scene);
  s.step = 4321;
  s.time = s.dt * 4321;
  s.performance.steps_per_second = 960;
  s.performance.gcells_wall = 6.04;
  s.performance.gcells_kernel = 155;
  s.performance.fps = 60;
  s.performance.solve_ms = 0.66;
  s.performance.view_ms = 0.34;
  s.performance.draw_ms = 0.15;
  s.performance.ui_ms = 0.61;
  s.performance.steps_per_frame = 16;
  for (int k = 0; k < 100; ++k) s.performance.history.push_back({k * 0.1, 6 + std::sin(k * 0.3), 150, 60, 16.7});
  for (const Probe& p : scene.probes) {
    ProbeTrace t{p.name, 1, {}};
    for (int k = 0; k < 2000; ++k) t.values.push_back(0.03 * std::sin(k * 0.05));
    s.probes.push_back(t);
  }
  return s;
}

// Shows every part of the program that can be shown at once: a tool, a lesson, the timeline and a note.
inline void show_all(State& state) {
  state.tool = Tool::brush;
  state.of<TimelineState>().shown = true;
  Note note;
  note.id = 7;
  note.kind = Note::Kind::warning;
  note.text = "Something is to be said.";
  state.notes.push_back(note);
  state.of<Learning>().lesson = load_lesson("waves").lesson;
  state.of<Learning>().given.resize(state.of<Learning>().lesson->cards.size());
  state.of<Learning>().left.resize(state.of<Learning>().lesson->cards.size());
  state.panel_override = true;
  state.scene_is_kept = true;
}

// Returns the code points that were drawn although no font has them.
inline constexpr ImU16 looked_for_in_vain = static_cast<ImU16>(-2);  // ImGui's mark for a code point without a font

inline std::set<unsigned> missing_glyphs() {
  std::set<unsigned> missing;
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  for (int i = 0; i < atlas->Builder->BakedPool.Size; ++i) {
    const ImFontBaked& baked = atlas->Builder->BakedPool[i];
    for (int c = 0; c < baked.IndexLookup.Size; ++c)
      if (baked.IndexLookup[c] == looked_for_in_vain && c >= 32) missing.insert(static_cast<unsigned>(c));
  }
  // ImGui itself searches for these to find the font's own fallback and ellipsis.
  for (const unsigned own : {0xFFFDu, 0x2026u, 0x0085u, 0xE000u}) missing.erase(own);
  return missing;
}

inline std::string listed(const std::set<unsigned>& points) {
  std::string out;
  for (const unsigned c : points) out += fmt::format(" U+{:04X}", c);
  return out;
}

// Shapes drawn in one colour, with the index of their vertices in the list. A letter or an icon is a textured box;
// anything else is given by its corners.
struct Drawn {
  ImRect box;
  int first = 0;  // index of its first vertex
};
inline std::vector<Drawn> letters_of(const ImDrawList& list, ImU32 color) {
  std::vector<Drawn> out;
  const ImVector<ImDrawVert>& v = list.VtxBuffer;
  for (int k = 0; k + 3 < v.Size; ++k) {
    const ImDrawVert &a = v[k], &b = v[k + 1], &c = v[k + 2], &d = v[k + 3];
    const bool box = a.pos.y == b.pos.y && b.pos.x == c.pos.x && c.pos.y == d.pos.y && d.pos.x == a.pos.x;
    const bool textured = a.uv.x < c.uv.x && a.uv.y < c.uv.y;
    if (!box || !textured || a.col != color || c.col != color) continue;
    out.push_back({{a.pos, c.pos}, k});
    k += 3;
  }
  return out;
}

class InterfaceTest : public testing::Test {
 protected:
  void start(const Scene& scene, ImVec2 size = {1280, 720}, float scale = 1, bool chrome = true, bool bars = true) {
    stop();
    ImGui::CreateContext();
    ImPlot::CreateContext();
    ImGui::GetCurrentContext()->ErrorCallback = [](ImGuiContext*, void*, const char* m) { ADD_FAILURE() << m; };
    ImGuiIO& io = ImGui::GetIO();
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_RendererHasVtxOffset;
    io.DisplaySize = size;
    io.DeltaTime = 1.0f / 60;
    io.ConfigInputTrickleEventQueue = false;
    state = lively_state(scene);
    InterfaceOptions options;
    options.scale = scale;
    options.chrome = chrome;
    options.bars = bars;
    options.why_illegal_block = [](BlockShape b) {
      return b.x * b.y > 1024 ? std::string("over 1024 threads") : std::string();
    };
    interface_ = std::make_unique<Interface>(options);
    frame();
    frame();
  }
  void TearDown() override { stop(); }

  // Draws one frame and obeys its commands.
  Commands frame(bool for_report = false) {
    ImGui::NewFrame();
    Commands commands = interface_->draw(state, for_report);
    ImGui::Render();
    for (ImTextureData* t : ImGui::GetPlatformIO().Textures) {
      if (t->Status == ImTextureStatus_OK) continue;
      t->SetTexID(t->Status == ImTextureStatus_WantDestroy ? ImTextureID_Invalid : ImTextureID(1));
      t->SetStatus(t->Status == ImTextureStatus_WantDestroy ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
    }
    for (const Command& c : commands) carry_out(c);
    sent.insert(sent.end(), commands.begin(), commands.end());
    return commands;
  }
  void frames(int n) {
    for (int i = 0; i < n; ++i) frame();
  }

  void move_mouse(ImVec2 p) {
    ImGui::GetIO().AddMousePosEvent(p.x, p.y);
    frame();
  }
  void mouse_button(bool down, int button = 0) {
    ImGui::GetIO().AddMouseButtonEvent(button, down);
    frame();
  }
  void drag(ImVec2 from, ImVec2 to, int button = 0, int steps = 8) {
    move_mouse(from);
    mouse_button(true, button);
    for (int i = 1; i <= steps; ++i) {
      const float t = static_cast<float>(i) / static_cast<float>(steps);
      move_mouse({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
    }
    mouse_button(false, button);
    frames(2);
  }
  void key(ImGuiKey k, ImGuiKey modifier = ImGuiKey_None) {
    ImGuiIO& io = ImGui::GetIO();
    if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, true);
    io.AddKeyEvent(k, true);
    frame();
    io.AddKeyEvent(k, false);
    if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, false);
    frames(2);
  }
  // Returns the screen position of a node.
  ImVec2 at(Vec2 node) const {
    const ScreenRect r = interface_->picture();
    const Vec2 p = pixel_at(picture_window(state, r), r, node);
    return {static_cast<float>(p.x), static_cast<float>(p.y)};
  }
  template <class C>
  int count() const {
    int n = 0;
    for (const Command& c : sent) n += c.as<C>() != nullptr;
    return n;
  }
  template <class C>
  std::optional<C> last_sent() const {
    std::optional<C> out;
    for (const Command& c : sent)
      if (const C* found = c.as<C>()) out = *found;
    return out;
  }
  // Returns the number of undo entries that the edits sent so far would make.
  int undo_entries() const {
    int n = 0;
    bool open = false;
    for (const Command& c : sent)
      if (const auto* e = c.as<command::EditScene>()) {
        if (!open) ++n;
        open = !e->finished;
      }
    return open ? -1 : n;
  }

  State state;
  Commands sent;
  std::unique_ptr<Interface> interface_;

 private:
  void carry_out(const Command& command) {
    if (const auto* c = command.as<command::EditScene>()) state.scene = c->scene, state.media = media_of(c->scene);
    if (const auto* c = command.as<command::Select>()) state.selection = c->selection;
    if (const auto* c = command.as<command::SetView>()) state.view = c->view;
    if (const auto* c = command.as<command::SetTool>()) state.tool = c->tool;
    if (const auto* c = command.as<command::SetBrush>()) state.brush = c->brush;
    if (const auto* c = command.as<command::SetSpeed>()) state.speed = c->speed;
    if (const auto* c = command.as<command::Run>()) state.running = c->running;
    if (const auto* c = command.as<command::ShowPanel>())
      (state.narrow ? state.drawer_open : state.panel_shown) = c->shown;
    if (const auto* c = command.as<command::ShowHelp>()) state.help_shown = c->shown;
    if (const auto* c = command.as<command::SetInterfaceScale>()) state.interface_scale = c->scale;
    if (const auto* c = command.as<command::SetWelcome>()) state.of<Welcome>() = c->welcome;
    if (const auto* c = command.as<command::SetTheme>()) state.dark = c->dark;
    if (const auto* c = command.as<command::Present>()) state.presenting = c->presenting;
  }
  void stop() {
    if (!interface_) return;
    interface_.reset();
    for (ImTextureData* t : ImGui::GetPlatformIO().Textures) t->SetStatus(ImTextureStatus_Destroyed);
    ImPlot::DestroyContext();
    ImGui::DestroyContext();
    sent.clear();
  }
};

}  // namespace ez
