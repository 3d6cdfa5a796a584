// A card at the top of the picture that shows the settings of the active drawing tool. Window "Tool options":
// ##material (combo)  ##radius
#include <imgui_internal.h>

#include <algorithm>

#include "app/model/document/scene_edit.h"
#include "app/ui/parts.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr float whole_card = 410;  // in a narrower picture the radius is below the material

struct Words {
  const char *name, *what;
  ImWchar icon;
  bool material, radius, strength = false;
};
Words words_of(Tool tool, Physics physics) {
  switch (tool) {
    case Tool::brush:
      return {"Brush", "", icon::brush, true, true};
    case Tool::erase:
      return {"Eraser", "", icon::erase, false, true};
    case Tool::rectangle:
      return {"Rectangle", "", icon::rectangle, true, false};
    case Tool::circle:
      return {"Circle", "", icon::circle, true, false};
    case Tool::wall:
      return {"Wall", "", icon::wall, !in_cells(physics), true};
    case Tool::source:
      return {"Source", "click: point source, drag: line source", icon::source, false, false};
    case Tool::probe:
      return {"Probe", "click where to record the field", icon::probe, false, false};
    case Tool::pulse:
      return {"Pulse", "click", icon::pulse, false, true, true};
    case Tool::cut:
      return {"Line cut", "drag to draw or move the line, or its ends", icon::ruler, false, false};
    case Tool::screen:
      return {"Intensity screen", "drag a line to plot the mean square of the field next to it", icon::screen, false,
              false};
    case Tool::stopwatch:
      return {"Stopwatch", "click two points to measure time, steps, distance and speed", icon::stopwatch, false,
              false};
    case Tool::protractor:
      return {"Protractor", "click the corner, then each arm (Alt: no snapping)", icon::protractor, false, false};
    case Tool::select:
      break;
  }
  return {};
}

void material_combo(const Context& c) {
  const std::vector<PaletteEntry>& entries = c.state.media->offered();
  ImU32 marker = 0;
  for (const PaletteEntry& e : entries)
    if (e.name == c.state.brush.material) marker = rgb(e.color);
  const Material usual = material_presets(c.state.scene).front().material;
  if (marker == 0 && usual.name == c.state.brush.material) marker = rgb(usual.color.value_or(0));
  if (!begin_combo(c.look, "##material", as_name(c.state.brush.material), c.px(140), marker)) return;
  for (const PaletteEntry& e : entries) {
    if (!combo_item(c.look, as_name(e.name), e.name == c.state.brush.material, rgb(e.color))) continue;
    BrushSetting brush = c.state.brush;
    brush.material = e.name;
    c.send(command::SetBrush{brush});
  }
  ImGui::EndCombo();
}

void radius_field(const Context& c, float width) {
  BrushSetting brush = c.state.brush;
  if (number_field(
          c.look, "##radius", brush.radius,
          {.unit = "cells", .decimals = 1, .min = 0.5, .max = 500, .logarithmic = true, .label = "radius", .slot = 40},
          width))
    c.send(command::SetBrush{brush});
  tip(c.look, "Half the width", "Shift+wheel on the picture");
}

// Draws the field for the strength of a pulse.
void strength_field(const Context& c, float width) {
  BrushSetting brush = c.state.brush;
  const bool gas = c.state.scene.physics == Physics::gas;
  double shown = gas ? 100 * brush.pulse : brush.pulse;
  const NumberStyle style{.unit = gas ? "%" : "",
                          .decimals = gas ? 0 : 2,
                          .min = gas ? -90 : -1e6,
                          .max = gas ? 10000 : 1e6,
                          .speed = gas ? 1 : 0.01,
                          .label = gas ? "p +" : "+",
                          .slot = gas ? 20.0f : 4.0f};
  if (number_field(c.look, "##strength", shown, style, width)) {
    brush.pulse = gas ? shown / 100 : shown;
    c.send(command::SetBrush{brush});
  }
  tip(c.look, gas ? "Increase of pressure at its centre" : "Increase at its centre");
}

// Returns the upper middle of the card. It is in the middle of the picture's top. If the scene's text or the checks
// reach that far, it is next to the checks or below one of them.
ImVec2 place_of(const Context& c) {
  const Area& p = c.memory.picture;
  const ImGuiWindow* own = ImGui::FindWindowByName("Tool options");
  const Area &words = c.memory.text_card, &checks = c.memory.check_card;
  const ImVec2 size = own ? own->Size : ImVec2(c.px(420), c.px(44));  // of the last frame
  const float middle = std::round((p.min.x + p.max.x) / 2), gap = c.px(8), top = p.min.y + c.px(16),
              lowest = std::max(top, p.max.y - gap - size.y);
  const float below_words = std::clamp(words.max.y + gap, top, lowest),
              below_checks = std::clamp(checks.max.y + gap, top, lowest);
  const float beside = checks.min.x - gap - std::ceil(size.x / 2);
  const ImVec2 places[] = {{middle, top}, {beside, top}, {middle, below_words}, {middle, below_checks}};
  const auto is_free = [&](ImVec2 at) {
    const float around = gap - c.px(1), half = size.x / 2;
    const Area here{{at.x - half - around, at.y - around}, {at.x + half + around, at.y + size.y + around}};
    return at.x - half >= p.min.x && !here.meets(words) && !here.meets(checks);
  };
  const auto* place = std::ranges::find_if(places, is_free);
  return place == std::end(places) ? ImVec2(middle, std::max(below_words, below_checks)) : *place;
}

}  // namespace

void draw_tool_options(const Context& c) {
  const Words w = words_of(c.state.tool, c.state.scene.physics);
  if (!w.name) return;
  const Area& p = c.memory.picture;
  ImGui::SetNextWindowPos(place_of(c), ImGuiCond_Always, {0.5f, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, c.px(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, c.px(1));
  ImGui::PushStyleColor(ImGuiCol_WindowBg, c.t().card);
  // Outside of the controls, and while something is being drawn, the mouse acts on the picture.
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool through = c.memory.gesture.kind != Gesture::Kind::none || !c.memory.tool_controls.contains(mouse);
  c.memory.tool_controls = {};
  const bool shown =
      ImGui::Begin("Tool options", nullptr,
                   (through ? ImGuiWindowFlags_NoMouseInputs : 0) | ImGuiWindowFlags_NoDecoration |
                       ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoDocking);
  if (shown) {
    const ImVec2 q = ImGui::GetCursorScreenPos();
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    const float h = ImGui::GetFrameHeight(), name = c.look.measure(c.look.fonts.medium, font_size::text, w.name).x;
    pen.icon({q.x + c.px(8), q.y + h / 2}, w.icon, 13, c.t().accent);
    pen.text({q.x + c.px(24), q.y + h / 2}, {0, 0.5f}, w.name, c.t().text, font_size::text, c.look.fonts.medium);
    ImGui::Dummy({c.px(24) + name, h});
    const ImVec2 from(q.x + c.px(28) + name, q.y);
    ImVec2 to(from.x, q.y + h);
    if (w.material) {
      ImGui::SameLine(0, c.px(12));
      material_combo(c);
      to.x = ImGui::GetItemRectMax().x;
    }
    if (w.radius) {
      if (w.material && p.width() < c.px(whole_card)) {
        const float y = ImGui::GetCursorScreenPos().y;
        ImGui::SetCursorScreenPos({from.x + c.px(8), y});
        to.y = y + h;
        radius_field(c, c.px(140));
      } else {
        ImGui::SameLine(0, c.px(8));
        radius_field(c, c.px(150));
      }
      to.x = ImGui::GetItemRectMax().x;
    }
    if (w.strength) {
      ImGui::SameLine(0, c.px(8));
      strength_field(c, c.px(110));
      to.x = ImGui::GetItemRectMax().x;
    }
    if (w.material || w.radius) c.memory.tool_controls = {from, to};
    if (*w.what) {
      ImGui::SameLine(0, c.px(10));
      ImGui::AlignTextToFramePadding();
      ImGui::PushStyleColor(ImGuiCol_Text, c.t().text2);
      ImGui::TextUnformatted(c.tr(w.what));
      ImGui::PopStyleColor();
    }
    c.memory.tool_card = {ImGui::GetWindowPos(), ImGui::GetWindowPos() + ImGui::GetWindowSize()};
    c.memory.cards.push_back(c.memory.tool_card);
  }
  ImGui::End();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
}

}  // namespace ez
