// Styles of ImGui and ImPlot, and the embedded fonts. Sizes are unscaled here. ScaleAllSizes() scales them once, on a
// fresh ImGuiStyle, because calling it twice would scale twice.
#include <imgui.h>
#include <imgui_internal.h>
#include <implot.h>

#include <string>

#include "app/platform/japanese_font.h"
#include "app/ui/kit/look.h"
#include "embed/fonts.h"

namespace ez {
namespace {

ImFont* add_font(std::string_view file, float size, ImFontConfig config) {
  for (const embedded::File& f : embedded::fonts()) {
    if (f.name != file) continue;
    config.FontDataOwnedByAtlas = false;  // the bytes are part of the program
    // ImGui takes a non-const pointer but does not write through it.
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(f.bytes.data()),
                                                      static_cast<int>(f.bytes.size()), size, &config);
  }
  return nullptr;
}

void set_sizes(ImGuiStyle& s) {
  s.FontSizeBase = font_size::text;
  s.WindowPadding = {12, 8};
  s.WindowRounding = 0;
  s.WindowBorderSize = 0;
  s.WindowMinSize = {1, 1};
  s.ChildRounding = 6;
  s.ChildBorderSize = 1;
  s.PopupRounding = 6;
  s.PopupBorderSize = 1;
  s.FramePadding = {8, 4};
  s.FrameRounding = 4;
  s.FrameBorderSize = 0;
  s.ItemSpacing = {8, 4};
  s.ItemInnerSpacing = {8, 4};
  s.CellPadding = {8, 4};
  s.IndentSpacing = 16;
  s.ScrollbarSize = 10;
  s.ScrollbarRounding = 5;
  s.GrabMinSize = 12;
  s.GrabRounding = 4;
  s.TabRounding = 4;
  s.DockingSeparatorSize = 1;
}

void set_colors(ImGuiStyle& s, const Theme& t) {
  const auto set = [&s](ImGuiCol slot, ImU32 color) { s.Colors[slot] = ImGui::ColorConvertU32ToFloat4(color); };
  set(ImGuiCol_Text, t.text);
  set(ImGuiCol_TextDisabled, t.text3);
  set(ImGuiCol_WindowBg, t.panel);
  set(ImGuiCol_ChildBg, 0);
  set(ImGuiCol_PopupBg, t.panel);
  set(ImGuiCol_Border, t.border_strong);
  set(ImGuiCol_FrameBg, t.frame);
  set(ImGuiCol_FrameBgHovered, t.frame_hover);
  set(ImGuiCol_FrameBgActive, t.frame_active);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, t.border_strong);
  set(ImGuiCol_ScrollbarGrabHovered, t.text3);
  set(ImGuiCol_ScrollbarGrabActive, t.text2);
  set(ImGuiCol_CheckMark, t.on_accent);
  set(ImGuiCol_CheckboxSelectedBg, t.accent);
  set(ImGuiCol_SliderGrab, t.accent);
  set(ImGuiCol_SliderGrabActive, t.accent_hover);
  set(ImGuiCol_Button, t.frame);
  set(ImGuiCol_ButtonHovered, t.frame_hover);
  set(ImGuiCol_ButtonActive, t.frame_active);
  set(ImGuiCol_Header, t.accent_bg);
  set(ImGuiCol_HeaderHovered, t.frame_hover);
  set(ImGuiCol_HeaderActive, t.frame_active);
  set(ImGuiCol_Separator, t.border);
  set(ImGuiCol_TableHeaderBg, 0);
  set(ImGuiCol_TableBorderStrong, t.border);
  set(ImGuiCol_TableBorderLight, t.border);
  set(ImGuiCol_TextSelectedBg, fade(t.accent, 0.35f));
  set(ImGuiCol_InputTextCursor, t.text);
  set(ImGuiCol_NavCursor, 0);  // see draw_focus_ring()
  set(ImGuiCol_ModalWindowDimBg, fade(t.canvas, 0.6f));
}

void set_plots(const Look& look) {
  const Theme& t = look.t();
  ImPlotStyle& p = ImPlot::GetStyle();
  p = ImPlotStyle();
  p.PlotBorderSize = 0;
  p.PlotPadding = look.px(4, 8);
  p.LabelPadding = look.px(8, 4);
  p.MinorAlpha = 0.35f;
  p.MajorTickLen = p.MinorTickLen = {0, 0};
  p.PlotMinSize = look.px(80, 40);
  p.MajorGridSize = p.MinorGridSize = {look.px(1), look.px(1)};
  const auto set = [&p](ImPlotCol slot, ImU32 color) { p.Colors[slot] = ImGui::ColorConvertU32ToFloat4(color); };
  set(ImPlotCol_FrameBg, 0);
  set(ImPlotCol_PlotBg, 0);
  set(ImPlotCol_PlotBorder, t.border);
  set(ImPlotCol_AxisText, t.text2);
  set(ImPlotCol_AxisGrid, fade(t.border_strong, 0.55f));
  set(ImPlotCol_AxisTick, t.border_strong);
  set(ImPlotCol_AxisBg, 0);
  set(ImPlotCol_InlayText, t.text2);
  set(ImPlotCol_TitleText, t.text);
}

}  // namespace

Fonts load_fonts() {
  Fonts f;
  // Each font adds the letters that the other lacks: Roboto has no arrows, Inconsolata no Greek.
  ImFontConfig more;
  more.MergeMode = true;
  f.text = add_font("Roboto-Regular.ttf", 0, {});
  add_font("Inconsolata-Medium.ttf", 0, more);
  f.medium = add_font("Roboto-Medium.ttf", 0, {});
  add_font("Inconsolata-Medium.ttf", 0, more);
  // The rounded ascent of Inconsolata is one pixel larger than Roboto's, so it is moved up by one to share the
  // baseline. The offset scales with the size only if a reference size is given.
  ImFontConfig up;
  up.GlyphOffset.y = -1;
  f.mono = add_font("Inconsolata-Medium.ttf", font_size::text, up);
  up.MergeMode = true;
  add_font("Roboto-Regular.ttf", font_size::text, up);
  f.icon = add_font("Font_Awesome_6_Free-Solid-900.otf", 0, {});
  return f;
}

bool add_japanese(const Fonts& fonts) {
  const std::string path = japanese_font();
  std::size_t size = 0;
  void* bytes = path.empty() ? nullptr : ImFileLoadToMemory(path.c_str(), "rb", &size);
  if (bytes == nullptr) return false;
  ImFontConfig more;
  more.MergeMode = true;
  for (ImFont* font : {fonts.text, fonts.medium, fonts.mono}) {
    more.DstFont = font;
    ImGui::GetIO().Fonts->AddFontFromMemoryTTF(bytes, static_cast<int>(size), 0, &more);
    more.FontDataOwnedByAtlas = false;  // the first font owns the bytes
  }
  return true;
}

void apply_style(const Look& look) {
  ImGuiStyle& s = ImGui::GetStyle();
  s = ImGuiStyle();
  set_sizes(s);
  set_colors(s, look.t());
  s.ScaleAllSizes(look.scale);
  s.FontScaleDpi = look.scale;
  set_plots(look);
}

}  // namespace ez
