// Tests the layout of the window: labels stay in their columns, cards do not overlap, and huge scenes stay usable.
#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "app/model/document/scene_edit.h"
#include "app/platform/japanese_font.h"
#include "app/ui/kit/look.h"
#include "app/ui/parts.h"
#include "interface_fixture.h"
#include "lab_state.h"
#include "needs_feature.h"
#include "processor_time.h"
#include "render/colormap.h"

namespace ez {
namespace {

class Layout : public InterfaceTest {
 protected:
  // Returns the cards drawn on a window, in the order in which they were drawn.
  static std::vector<ImRect> cards_of(const char* window) {
    std::vector<ImRect> cards;
    bool in_card = false;
    for (const ImDrawVert& v : ImGui::FindWindowByName(window)->DrawList->VtxBuffer) {
      const bool of_card = (v.col | IM_COL32_A_MASK) == (theme(true).card | IM_COL32_A_MASK);
      if (of_card && !in_card) cards.emplace_back(v.pos, v.pos);
      if (of_card) cards.back().Add(v.pos);
      in_card = of_card;
    }
    return cards;
  }

  // Opens the gallery with the button under the mouse. Returns nullptr if it does not open.
  const ImGuiWindow* gallery_under_mouse() {
    mouse_button(true);
    mouse_button(false);
    frames(4);
    const ImGuiWindow* menu = nullptr;
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
      if (w->Active && std::string_view(w->Name).starts_with("##Combo")) menu = w;
    return menu;
  }
};

TEST_F(Layout, labels_stay_in_their_column) {
  start(builtin("double-slit"));
  state.language = Language::japanese;  // for the width of its letters
  frames(2);
  ImFont* text = ImGui::GetIO().Fonts->Fonts[0];
  std::map<std::string, WordRow> translated;
  for (const WordRow& row : all_words()) translated.emplace(row[0], row);
  constexpr float column = 124 - 12 - 4, smallest = 13;  // long labels are drawn smaller
  static const std::regex label("row\\(c\\.look, \"((?:[^\"\\\\])*)\"\\)");
  int n = 0;
  for (const char* folder : {"app/ui/panels", "app/features/boundary_lab/cards", "app/features/kernel_lab/cards"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(EZSCOPE_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream in(entry.path());
      const std::string content{std::istreambuf_iterator<char>(in), {}};
      for (std::sregex_iterator it(content.begin(), content.end(), label), end; it != end; ++it, ++n) {
        const std::string s = (*it)[1];
        EXPECT_LE(text->CalcTextSizeA(16, FLT_MAX, 0, s.c_str()).x, column) << s;
        const auto row = translated.find(s);
        for (std::size_t k = 0; k < (row != translated.end() ? languages.size() : 0); ++k)
          EXPECT_LE(text->CalcTextSizeA(smallest, FLT_MAX, 0, row->second[k].c_str()).x, column) << row->second[k];
      }
    }
  EXPECT_GT(n, 20);
}

// Nothing in the panel is drawn beyond it, and no section needs more width than there is.
TEST_F(Layout, the_panel_keeps_its_width) {
  const auto fits = [&](std::string_view name, float scale, Language language) {
    start(builtin(name), {1280 * scale, 4000 * scale}, scale);
    if (language != Language::english) {
      state.language = language;
      frames(2);
    }
    const ImGuiWindow* panel = ImGui::FindWindowByName("Panel");
    ASSERT_NE(panel, nullptr);
    EXPECT_FLOAT_EQ(panel->Size.x, 320 * scale);
    EXPECT_LE(panel->ContentSize.x, panel->Size.x - 2 * panel->WindowPadding.x + 1)
        << name << " in " << facts_of(language).name << " at " << scale;
    for (const ImDrawVert& v : panel->DrawList->VtxBuffer) {
      EXPECT_LE(v.pos.x, panel->Pos.x + panel->Size.x + scale) << name << " in " << facts_of(language).name;
      EXPECT_GE(v.pos.x, panel->Pos.x - scale) << name << " in " << facts_of(language).name;
    }
  };
  for (const float scale : {1.0f, 1.5f, 2.0f})
    for (const BuiltinScene& b : builtin_scenes()) fits(b.name, scale, Language::english);
  for (const LanguageFacts& f : languages)
    for (const char* name : {"interface", "crystal", "coating", "sod", "heat-bar", "cherenkov", "directional-coupler"})
      fits(name, 1.5f, f.language);
}

// A tooltip or menu of the tool bar is a separate window, with the usual padding.
TEST_F(Layout, tips_and_menus_of_the_tool_bar_have_padding) {
  start(builtin("double-slit"), {900, 600});
  const ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
  const auto padding_of_popup = [&](const char* part) {
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
      if (w->Active && std::string_view(w->Name).find(part) != std::string_view::npos) return w->WindowPadding.x;
    return -1.0f;
  };
  EXPECT_EQ(bar->WindowPadding.x, 0);
  move_mouse({268, 24});  // the run button
  for (int k = 0; k < 90; ++k) frame();
  EXPECT_GE(padding_of_popup("##Tooltip"), 8);
  move_mouse({872, 24});
  mouse_button(true);
  mouse_button(false);
  frames(3);
  EXPECT_GE(padding_of_popup("##Popup"), 8);
}

// A tooltip in the picture of a report would cover the results.
TEST_F(Layout, a_report_has_no_tooltip) {
  start(builtin("shoot-out"), {1280, 720});
  const auto drawn = [] {
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
      if (std::string_view(list->_OwnerName).find("##Tooltip") != std::string_view::npos) return true;
    return false;
  };
  move_mouse({268, 24});  // the run button
  for (int k = 0; k < 90; ++k) frame();
  EXPECT_TRUE(drawn());
  frame(true);
  EXPECT_FALSE(drawn());
}

// The text exists in every workspace, can be folded, and covers no handle.
TEST_F(Layout, the_scenes_text_is_shown_and_folds) {
  EZ_NEEDS_FEATURE(kernel_lab);
  for (const Workspace workspace : {Workspace::explore, Workspace::boundary_lab, Workspace::kernel_lab}) {
    start(builtin("double-slit"));
    state.workspace = workspace;
    frames(3);
    const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
    ASSERT_NE(text, nullptr);
    ASSERT_TRUE(text->Active);
    const float open = text->Size.y;
    for (const Vec2 end : {Vec2{24, 130}, Vec2{24, 200}, Vec2{24, 270}})
      EXPECT_FALSE(text->Rect().Contains(at(end))) << "the text covers a handle of the source";
    move_mouse({text->Pos.x + text->Size.x - 16, text->Pos.y + 16});
    mouse_button(true);
    mouse_button(false);
    frames(3);
    EXPECT_LT(text->Size.y, open);
    EXPECT_LE(text->Size.y, 32);
  }
}

// A long text is shortened to its first sentence, so that the wave stays visible. The button unfolds it.
TEST_F(Layout, a_long_text_starts_with_its_first_sentence) {
  for (const char* name : {"zone-plate", "blazed-grating", "poisson-line", "double-slit"}) {
    Scene scene = builtin(name);
    // Longer than the text of a built-in scene may be.
    if (name != std::string_view("double-slit")) scene.text += ' ' + scene.text + ' ' + scene.text;
    start(scene);
    frames(3);
    const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
    const auto area = [&] { return text->Size.x * text->Size.y; };
    const ScreenRect p = interface_->picture();
    const float brief = area();
    EXPECT_GT(text->Size.y, 48) << name;
    EXPECT_LT(brief, 0.12f * static_cast<float>(p.width * p.height)) << name;
    const ImVec2 button(text->Rect().Max.x - 16, text->Pos.y + 16);
    drag(button, button);
    if (name == std::string_view("double-slit"))
      EXPECT_LT(area(), brief) << "is short, so all of it was shown";
    else
      EXPECT_GT(area(), 1.5f * brief) << name;
  }
}

// In the labs the text is shown in full or folded, but never cut in the middle.
TEST_F(Layout, the_labs_text_is_never_cut) {
  for (const float scale : {1.0f, 1.5f}) {
    Scene scene = builtin("shoot-out");
    scene.text += ' ' + scene.text;  // longer than the text of a built-in scene may be
    start(scene, {1280, 720}, scale);
    state.workspace = Workspace::boundary_lab;
    frames(3);
    const auto area = [] { return ImGui::FindWindowByName("Scene text")->Rect(); };
    const auto lowest = [] {
      float y = 0;
      for (const ImDrawVert& v : ImGui::FindWindowByName("Scene text")->DrawList->VtxBuffer) y = std::max(y, v.pos.y);
      return y;
    };
    EXPECT_EQ(area().GetHeight() > 32 * scale, scale == 1) << "the full text takes less than a quarter";
    EXPECT_LE(lowest(), area().Max.y + 1) << scale;
    if (scale == 1) continue;
    drag({area().Max.x - 20 * scale, area().Min.y + 16 * scale},
         {area().Max.x - 20 * scale, area().Min.y + 16 * scale});
    EXPECT_GT(area().GetHeight(), 100);
    EXPECT_LE(lowest(), area().Max.y + 1) << "unfolded";
  }
}

// The labels of sources, probes and monitors, and the probes' values, are never under a card, in any scene.
TEST_F(Layout, labels_stay_clear_of_cards) {
  int seen = 0;
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)})
    for (const BuiltinScene& b : builtin_scenes()) {
      start(builtin(b.name), size);
      if (state.scene.text.empty()) continue;
      frames(3);
      const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
      ASSERT_TRUE(text && text->Active);
      const ImDrawList& list = *ImGui::FindWindowByName("Picture")->DrawList;
      std::vector<Drawn> cards = {// The text is above everything in the picture; the cards drawn on the picture follow.
                                  {text->Rect(), INT_MAX}};
      bool in_card = false;
      for (int k = 0; k < list.VtxBuffer.Size; ++k) {
        const ImDrawVert& v = list.VtxBuffer[k];
        const bool of_card = (v.col | IM_COL32_A_MASK) == (theme(true).card | IM_COL32_A_MASK);
        if (of_card && !in_card) cards.push_back({ImRect(v.pos, v.pos), k});
        if (of_card) cards.back().box.Add(v.pos);
        in_card = of_card;
      }
      constexpr float label_height = 40;  // height of the trace under a probe's name; cards are higher
      bool covered = false;
      for (const Drawn& letter : letters_of(list, theme(true).text)) {
        for (const Drawn& card : cards)
          covered = covered ||
                    (card.box.GetHeight() > label_height && letter.first < card.first && card.box.Overlaps(letter.box));
        ++seen;
      }
      EXPECT_FALSE(covered) << b.name << " at " << size.x;
    }
  EXPECT_GT(seen, 1000);
}

// The interface is large and the window small. Text and legend shrink where they would cover objects of the scene.
TEST_F(Layout, large_cards_leave_the_objects_free) {
  start(builtin("double-slit"), {1280, 720}, 1.5f);
  frames(3);
  const Scene& s = state.scene;
  const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
  ASSERT_TRUE(text && text->Active);
  for (const Probe& p : s.probes) {
    const ImVec2 q = at(to_nodes(s, p.at));
    EXPECT_GT(q.y - 24, text->Rect().Max.y) << p.name << "'s label";
  }
  // The metal screen is to the left of every card at the bottom of the picture.
  const float screen = at({97, 0}).x, low = at({0, 0}).y - 120;
  int seen = 0;
  for (const ImDrawVert& v : ImGui::FindWindowByName("Picture")->DrawList->VtxBuffer) {
    if (v.col != theme(true).card || v.pos.y < low) continue;
    ++seen;
    EXPECT_GT(v.pos.x, screen);
  }
  EXPECT_GT(seen, 0);
}

// The tool's options appear below the text if both do not fit next to each other, with the text folded or unfolded.
TEST_F(Layout, a_tools_card_and_the_text_do_not_overlap) {
  for (const float scale : {1.0f, 1.5f, 2.0f})
    for (const BuiltinScene& b : builtin_scenes()) {
      start(builtin(b.name), {1280, 720}, scale);
      if (state.scene.text.empty()) continue;
      frames(3);
      const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
      ASSERT_TRUE(text);
      const ScreenRect p = interface_->picture();
      const ImRect picture(ImVec2(p.x, p.y), ImVec2(p.x + p.width, p.y + p.height));
      for (const bool other : {false, true}) {
        state.tool = Tool::select;
        frames(3);
        const ImVec2 fold(text->Rect().Max.x - 16 * scale, text->Pos.y + 16 * scale);
        const float before = text->Size.y;
        if (other) drag(fold, fold);
        EXPECT_EQ(text->Size.y != before, other) << b.name;
        for (const Tool tool : {Tool::brush, Tool::erase, Tool::wall, Tool::source}) {
          state.tool = tool;
          frames(4);
          const ImGuiWindow* card = ImGui::FindWindowByName("Tool options");
          ASSERT_TRUE(card);
          EXPECT_FALSE(card->Rect().Overlaps(text->Rect())) << b.name << " at " << scale;
          EXPECT_TRUE(picture.Contains(card->Rect())) << b.name << " at " << scale;
        }
      }
    }
}

// The card is next to the checks or below them.
TEST_F(Layout, a_tools_card_keeps_clear_of_the_checks) {
  int met = 0;
  for (const BuiltinScene& b : builtin_scenes()) {
    start(builtin(b.name), {1280, 720});
    if (state.scene.checks.empty()) continue;
    state.view.handles = false;  // labels may be under the card
    state.checks.assign(state.scene.checks.size(),
                        {.measured = 1.02, .theory = 1, .difference = 0.02, .bound = 0.03, .waits = {}});
    for (const Tool tool : {Tool::cut, Tool::screen, Tool::pulse, Tool::erase}) {
      state.tool = tool;
      frames(4);
      const ImGuiWindow* card = ImGui::FindWindowByName("Tool options");
      ASSERT_TRUE(card);
      for (const ImRect& other : cards_of("Picture"))
        EXPECT_FALSE(card->Rect().Overlaps(other))
            << fmt::format("{}, tool {}: {:.0f} to {:.0f}, {:.0f} to {:.0f} over {:.0f} to {:.0f}, {:.0f} to {:.0f}",
                           b.name, static_cast<int>(tool), card->Rect().Min.x, card->Rect().Max.x, card->Rect().Min.y,
                           card->Rect().Max.y, other.Min.x, other.Max.x, other.Min.y, other.Max.y);
      const ScreenRect p = interface_->picture();
      met +=
          card->Pos.y > static_cast<float>(p.y) + 20 || std::abs(card->Rect().GetCenter().x - p.x - p.width / 2.0f) > 2;
    }
  }
  EXPECT_GT(met, 5) << "in some scenes the card must move to avoid the checks";
}

// The value under the mouse is in line with the legend, or directly above the legend if space is short.
TEST_F(Layout, the_value_under_the_mouse_is_next_to_or_above_the_legend) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)})
    for (const float scale : {1.0f, 1.5f})
      for (const BuiltinScene& b : builtin_scenes()) {
        start(builtin(b.name), size, scale);
        state.scene.text.clear();
        state.view.handles = state.view.theory = false;
        state.cursor = {.inside = true, .node = {9, 9}, .position = {}, .value = 0.1, .material = "vacuum"};
        const ScreenRect p = interface_->picture();
        const int x = p.x + p.width / 2, y = p.y + p.height / 2;
        move_mouse({static_cast<float>(x), static_cast<float>(y)});
        frames(3);
        const std::vector<ImRect> cards = cards_of("Picture");
        ASSERT_LE(cards.size(), 2u) << b.name;
        if (cards.size() < 2) continue;  // not enough space for both
        const ImRect &legend = cards[0], &value = cards[1];
        const std::string where = fmt::format("{} in {} x {} at {}", b.name, size.x, size.y, scale);
        EXPECT_FALSE(legend.Overlaps(value)) << where;
        const bool beside = std::abs(value.Max.y - legend.Max.y) < 1, on_it = legend.Min.y - value.Max.y <= 9 * scale;
        EXPECT_TRUE(beside || on_it) << where;
        EXPECT_TRUE(ImRect(ImVec2(p.x, p.y), ImVec2(p.x + p.width, p.y + p.height)).Contains(value)) << where;
      }
}

// Every title in the gallery is complete. The gallery is as wide as its columns and scrolls vertically only.
TEST_F(Layout, the_gallery_cuts_nothing) {
  EZ_NEEDS_FEATURE(gallery);
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)}) {
    start(builtin("double-slit"), size);
    move_mouse({size.x < 1400 ? 90.0f : 180.0f, 24});
    const ImGuiWindow* menu = gallery_under_mouse();
    ASSERT_NE(menu, nullptr);
    EXPECT_EQ(menu->ScrollMax.x, 0);
    EXPECT_LE(menu->Pos.y + menu->Size.y, size.y);
    EXPECT_GE(menu->Size.x, 500);
  }
}

// One notch of the wheel scrolls by whole rows, down to the last row and back. The upper edge cuts neither a picture
// nor a line of text.
TEST_F(Layout, the_wheel_scrolls_the_gallery_by_rows) {
  EZ_NEEDS_FEATURE(gallery);
  for (const float scale : {1.0f, 1.5f}) {
    start(builtin("double-slit"), {1280, 720}, scale);
    move_mouse({90 * scale, 24 * scale});
    const ImGuiWindow* menu = gallery_under_mouse();
    ASSERT_NE(menu, nullptr);
    move_mouse(menu->InnerRect.GetCenter());
    frame();
    const auto turn = [&](float notches) {
      ImGui::GetIO().AddMouseWheelEvent(0, notches);
      frames(3);
      const float top = menu->InnerRect.Min.y;
      for (const Drawn& letter : letters_of(*menu->DrawList, theme(true).text))
        EXPECT_FALSE(letter.box.Min.y < top && letter.box.Max.y > top) << menu->Scroll.y;
      const auto& drawn = menu->DrawList->VtxBuffer;
      for (const ImDrawVert& v : drawn)
        for (const ImDrawVert& u : drawn)
          if (v.col == theme(true).canvas && u.col == v.col && u.pos.x == v.pos.x && v.pos.y < top && u.pos.y > top) {
            EXPECT_FALSE(u.pos.y - v.pos.y > 100 * scale && u.pos.y - v.pos.y < 131 * scale) << menu->Scroll.y;
          }
      return menu->Scroll.y;
    };
    float at = 0;
    int turns = 0;
    for (; at < menu->ScrollMax.y && turns < 100; ++turns) {
      const float next = turn(-1);
      ASSERT_GT(next, at);
      EXPECT_LE(next - at, 230 * scale) << "no row is skipped";
      at = next;
    }
    EXPECT_GT(turns, 10);
    EXPECT_EQ(turn(-1), at);
    EXPECT_LT(turn(0.5f), at + 1) << "half a notch does not scroll";
    EXPECT_EQ(menu->Scroll.y, at);
    EXPECT_LT(turn(0.5f), at);
    while (turns-- > 0 && at > 0) at = turn(1);
    EXPECT_EQ(at, 0);
  }
}

TEST_F(Layout, a_quantitys_name_ends_before_its_colour_bar) {
  start(builtin("double-slit"));
  for (const Quantity quantity : {Quantity::ez, Quantity::intensity}) {
    state.view.quantity = quantity;
    frames(3);
    const ImU32 low = rgb(colormap_table(state.view.*colormap_of(quantity), true)[0]);
    ImVec2 bar(1e6f, 0);
    float name = 0;
    const auto& drawn = ImGui::FindWindowByName("Picture")->DrawList->VtxBuffer;
    for (const ImDrawVert& v : drawn)
      if (v.col == low && v.pos.x < bar.x) bar = v.pos;
    for (const ImDrawVert& v : drawn)
      if (v.col == theme(true).text && std::abs(v.pos.y - bar.y) < 16 && v.pos.x < bar.x + 60)
        name = std::max(name, v.pos.x);
    EXPECT_GT(name, 0);
    EXPECT_LT(name, bar.x) << symbol_of(quantity, Polarization::ez);
  }
}

// All fluxes are zero until the wave reaches the monitors. A ratio of them then has no value at any frequency.
TEST_F(Layout, a_spectrum_is_drawn_before_the_wave_reaches_the_monitors) {
  int drawn = 0;
  for (const BuiltinScene& b : builtin_scenes()) {
    const Scene scene = builtin(b.name);
    if (scene.monitors.empty()) continue;
    start(scene);
    for (const Monitor& m : scene.monitors) {
      if (!std::holds_alternative<FluxMonitor>(m.geometry)) continue;
      MonitorReading reading;
      reading.name = m.name;
      reading.kind = FluxMonitor::kind;
      reading.until = 1e-12;
      reading.frequencies = frequencies_of(m);
      reading.flux.assign(reading.frequencies.size(), 0);
      state.monitors.push_back(reading);
    }
    frames(3);
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
      drawn += w->Active && std::string_view(w->Name).find("##spectrum") != std::string_view::npos;
  }
  EXPECT_GT(drawn, 7);
}

// The window came to a screen with twice as many pixels, or the user zoomed the page.
TEST_F(Layout, follows_the_scale_of_the_display) {
  start(builtin("double-slit"), {1280, 720});
  const ScreenRect before = interface_->picture();
  ImGui::GetIO().DisplaySize = {2560, 1440};
  interface_->set_scale(2);
  frames(2);
  const ScreenRect after = interface_->picture();
  EXPECT_EQ(after.y, 2 * before.y);
  EXPECT_EQ(after.width, 2 * before.width);
  EXPECT_EQ(after.height, 2 * before.height);
}

// A page in another page shows the buttons to run it above the pictures, also in a lab.
TEST_F(Layout, of_a_window_without_bars_has_the_buttons_to_run_above_the_picture) {
  EZ_NEEDS_FEATURE(boundary_lab);
  for (const char* scene : {"double-slit", "shoot-out"}) {
    start(builtin(scene), {600, 400}, 1, true, false);
    if (state.scene.reflection.on) state.workspace = Workspace::boundary_lab;
    frames(2);
    const ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
    ASSERT_TRUE(bar != nullptr && bar->Active) << scene;
    EXPECT_EQ(bar->Rect().Max.y, 48) << scene;
    EXPECT_EQ(ImGui::FindWindowByName("Picture")->Rect().Min.y, 48) << scene;
    move_mouse({67, 24});
    EXPECT_EQ(ImGui::GetCurrentContext()->HoveredId, ImHashStr("##run", 0, bar->ID)) << scene;
  }
}

// A phone held upright: the panel is a drawer from below, and the tool bar has a button for it.
TEST_F(Layout, a_narrow_windows_panel_is_a_drawer) {
  start(builtin("double-slit"), {390, 844});
  EXPECT_TRUE(interface_->is_narrow(state, 390, 844));
  EXPECT_FALSE(interface_->is_narrow(state, 1180, 820));
  state.narrow = true;
  frames(2);
  const auto shown = [](const char* name) {
    const ImGuiWindow* w = ImGui::FindWindowByName(name);
    return w && w->Active ? w->Rect() : ImRect();
  };
  EXPECT_EQ(shown("Picture").GetWidth(), 390);
  EXPECT_EQ(shown("Panel").GetWidth(), 0);
  const float whole = shown("Picture").GetHeight();
  ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
  const auto press = [&](float right) {
    move_mouse({390 - right, 24});
    mouse_button(true);
    mouse_button(false);
    frames(3);
  };
  press(12 + 34 + 16);  // left of ##more
  EXPECT_TRUE(state.drawer_open);
  const ImRect picture = shown("Picture"), panel = shown("Panel");
  EXPECT_EQ(picture.GetWidth(), 390);
  EXPECT_EQ(panel.GetWidth(), 390);
  EXPECT_EQ(panel.Min.y, picture.Max.y);
  EXPECT_GT(picture.GetHeight(), 0.4f * whole);
  press(12 + 34 + 16);
  EXPECT_FALSE(state.drawer_open);
  EXPECT_TRUE(state.panel_shown);
  EXPECT_GE(bar->Rect().Max.x, bar->DC.CursorMaxPos.x) << "all items have space";
  state.drawer_open = true;
  ImGui::GetIO().DisplaySize = {700, 390};
  frames(3);
  EXPECT_EQ(shown("Panel").Min.x, shown("Picture").Max.x) << "from the side if the screen lies";
}

TEST_F(Layout, a_window_without_bars_has_buttons_to_run) {
  start(builtin("double-slit"), {640, 400}, 1, true, false);
  state.running = false;
  frames(3);
  EXPECT_EQ(ImGui::FindWindowByName("Status"), nullptr);
  EXPECT_EQ(ImGui::FindWindowByName("Panel"), nullptr);
  EXPECT_EQ(ImGui::FindWindowByName("Picture")->Rect().GetSize().x, 640);
  move_mouse({16 + 34 + 16, 24});
  mouse_button(true);
  mouse_button(false);
  frames(2);
  ASSERT_TRUE(last_sent<command::Run>());
  EXPECT_TRUE(last_sent<command::Run>()->running);
}

// A finger that moves up or down scrolls the panel, whatever is below it. A finger that moves sideways changes the
// number below it, and a mouse never scrolls.
TEST_F(Layout, a_finger_scrolls_the_panel) {
  start(builtin("double-slit"), {1180, 500});
  ImGuiWindow* panel = ImGui::FindWindowByName("Panel");
  ASSERT_GT(panel->ScrollMax.y, 100);
  const Scene before = state.scene;
  const auto by = [&](ImGuiMouseSource source, ImVec2 to) {
    ImGui::SetScrollY(panel, 0);
    frames(2);
    ImGui::GetIO().AddMouseSourceEvent(source);
    drag({1080, 400}, to);
    frames(2);
    return panel->Scroll.y;
  };
  EXPECT_FLOAT_EQ(by(ImGuiMouseSource_TouchScreen, {1080, 300}), 100);
  EXPECT_EQ(by(ImGuiMouseSource_TouchScreen, {980, 395}), 0);
  EXPECT_EQ(by(ImGuiMouseSource_Mouse, {1080, 300}), 0);
  state.scene = before;
  by(ImGuiMouseSource_TouchScreen, {1082, 300});
  EXPECT_EQ(state.scene, before);
}

// The speed that is reached is left out if it would cover the speed that is set.
TEST_F(Layout, the_reached_speed_does_not_cover_the_set_speed) {
  for (const char* scene : {"double-slit", "wind-tunnel"})
    for (const LanguageFacts& f : languages) {
      start(builtin(scene));
      state.language = f.language;
      state.running = state.performance.falls_short = true;
      state.performance.steps_per_period = 12000;
      frames(3);
      const ImDrawList& bar = *ImGui::FindWindowByName("Toolbar")->DrawList;
      const std::vector<Drawn> set = letters_of(bar, theme(true).text), reached = letters_of(bar, theme(true).warn);
      EXPECT_FALSE(reached.empty());
      for (const Drawn& a : set)
        for (const Drawn& b : reached) EXPECT_FALSE(a.box.Overlaps(b.box)) << scene << " in " << f.name;
    }
}

// Labels and values of the panel do not overlap, in any language: the heads of the probes, the decibels of a side.
TEST_F(Layout, words_of_the_panel_do_not_overlap) {
  for (const LanguageFacts& f : languages)
    for (const Workspace workspace : {Workspace::explore, Workspace::boundary_lab}) {
      if (f.language == Language::japanese && japanese_font().empty()) continue;
      start(builtin("double-slit"), {1280, 3000});
      fill_lab(state);
      state.language = f.language;
      state.workspace = workspace;
      frames(4);
      const ImDrawList& list = *ImGui::FindWindowByName("Panel")->DrawList;
      std::vector<Drawn> labels = letters_of(list, theme(true).text2), values = letters_of(list, theme(true).text);
      // In the lab only the worst reflection is compared, because its plots have labels on curves.
      if (workspace == Workspace::boundary_lab) {
        values = letters_of(list, theme(true).data[3]);
        std::erase_if(values, [](const Drawn& letter) { return letter.box.GetHeight() < 12; });
      }
      EXPECT_GT(labels.size(), 100u);
      EXPECT_GE(values.size(), 4u);
      for (const Drawn& value : values)
        for (const Drawn& label : labels)
          EXPECT_FALSE(value.box.Overlaps(label.box)) << f.name << " at " << value.box.Min.x << ", " << value.box.Min.y;
    }
}

// A colour bar at a fraction of a pixel would be drawn half transparent.
TEST_F(Layout, colour_bars_are_at_whole_pixels) {
  start(builtin("shoot-out"));
  state.workspace = Workspace::boundary_lab;
  state.instruments = {};
  frames(3);
  const ImGuiWindow* w = ImGui::FindWindowByName("Picture");
  int n = 0;
  for (const ImDrawVert& v : w->DrawList->VtxBuffer)
    if (v.col == rgb(0xB8DFFF) || v.col == rgb(0xFFDCB2)) {
      EXPECT_EQ(v.pos.x, std::round(v.pos.x));
      EXPECT_EQ(v.pos.y, std::round(v.pos.y));
      ++n;
    }
  EXPECT_GT(n, 0);
}

TEST_F(Layout, the_status_line_does_not_move_when_a_digit_changes) {
  start(builtin("double-slit"));
  const auto left_edges = [&] {
    std::set<int> xs;
    const ImGuiWindow* w = ImGui::FindWindowByName("Status");
    for (const ImDrawVert& v : w->DrawList->VtxBuffer)
      if (v.pos.y > w->Pos.y + 4 && v.pos.y < w->Pos.y + 24 && v.col == theme(true).border_strong)
        xs.insert(static_cast<int>(v.pos.x));
    return xs;
  };
  frame();
  const std::set<int> before = left_edges();
  EXPECT_GE(before.size(), 4u);
  state.performance.steps_per_second = 123456;
  state.performance.gcells_wall = 155.55;
  state.performance.fps = 144.4;
  state.time *= 3;
  frame();
  EXPECT_EQ(before, left_edges());
}

// ---- scenes with very many objects: a frame draws only what fits

class Crowd : public InterfaceTest {
 protected:
  static constexpr int many = 100000;
  // Returns the processor time per frame in seconds, with every section open and the mouse over the picture.
  double frame_seconds() {
    move_mouse(at({30, 30}));
    frames(2);
    constexpr int count = 4;
    const double begin = processor_seconds();
    for (int k = 0; k < count; ++k) move_mouse(at({31.0 + k, 30}));
    return (processor_seconds() - begin) / count;
  }
  static int vertices() {
    int sum = 0;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) sum += list->VtxBuffer.Size;
    return sum;
  }
  static constexpr double most_seconds = 0.25;
};

TEST_F(Crowd, of_probes_leaves_the_window_usable) {
  start(builtin("two-sources"), {1920, 2400});
  Scene& s = state.scene;
  s.probes.clear();
  s.checks.clear();
  state.probes.clear();
  for (int k = 0; k < many; ++k) {
    s.probes.push_back({fmt::format("p{}", k), {double(k % s.grid.nx), double(k / s.grid.nx % s.grid.ny)}});
    state.probes.push_back({s.probes.back().name, 1, std::vector<double>(500, 0.001 * k)});
  }
  EXPECT_LT(frame_seconds(), most_seconds);
  EXPECT_LT(vertices(), 1000000);
  // Selects the last probe, whose name and row are then drawn although the others are not.
  state.selection = {Selection::Kind::probe, many - 1};
  EXPECT_LT(frame_seconds(), most_seconds);
}

TEST_F(Crowd, of_shapes_leaves_the_window_usable) {
  start(builtin("double-slit"), {1920, 2400});
  Scene& s = state.scene;
  s.shapes.clear();
  s.checks.clear();
  s.materials.push_back({"glass", 2.25, 1, 0, 0, {}});
  for (int k = 0; k < many; ++k) {
    const Vec2 at = from_nodes(s, {double(k % s.grid.nx), double(k / s.grid.nx % s.grid.ny)});
    s.shapes.push_back(made_of(s, Circle{at, 1e-6}, "glass"));
  }
  state.brush.material = "glass";
  for (const Selection& selected : {Selection{}, Selection{Selection::Kind::shape, many - 1}}) {
    state.selection = selected;
    EXPECT_LT(frame_seconds(), most_seconds);
    EXPECT_LT(vertices(), 1000000);
  }
}

TEST_F(Crowd, of_problems_shows_only_the_first_ones) {
  start(builtin("double-slit"), {1920, 2400});
  for (int k = 0; k < many; ++k)
    state.problems.push_back({Message::Kind::warning, "", 0, 0, "is completely outside the grid; delete it",
                              fmt::format("shape.{}.center", k)});
  EXPECT_LT(frame_seconds(), most_seconds);
  EXPECT_LT(vertices(), 1000000);
}

}  // namespace
}  // namespace ez
