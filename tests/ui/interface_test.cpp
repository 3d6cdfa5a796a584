// The interface by itself: every string has its glyphs, labels stay in their columns, pixels and nodes agree, numbers
// are typed and dragged.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "app/ui/kit/look.h"
#include "app/ui/kit/units.h"
#include "app/ui/kit/widgets.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/picture/handles.h"
#include "app/ui/probe_trace.h"
#include "app/ui/problem_words.h"
#include "app/ui/scene_edit.h"
#include "eyes.h"
#include "interface_fixture.h"
#include "processor_time.h"
#include "render/colormap.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

// ---- glyphs

using Glyphs = InterfaceTest;

// A window so tall that every section stands open; each scene, both themes, everything that can be shown at once.
TEST_F(Glyphs, of_all_that_is_drawn_are_there) {
  for (const BuiltinScene& b : builtin_scenes()) {
    start(builtin(b.name), {1280, 4000});
    state.help_shown = true;
    state.frozen = true;
    state.link_degraded = true;
    state.link_reason = "no device";
    state.question = Question{"Discard the changes?", "Discard", "Keep", command::Quit{}};
    state.notes = {
        {Note::Kind::news, 1, "saved", 0}, {Note::Kind::warning, 2, "careful", 0}, {Note::Kind::error, 3, "no", 0}};
    state.cursor = {true, {3, 4}, {-3, 4}, -0.5, "glass"};
    move_mouse({300, 300});
    for (const bool dark : {true, false})
      for (const Tool tool : {Tool::select, Tool::brush, Tool::erase, Tool::rectangle, Tool::circle, Tool::wall,
                              Tool::source, Tool::probe, Tool::cut, Tool::screen, Tool::stopwatch, Tool::protractor})
        for (const Quantity q : {Quantity::ez, Quantity::hx, Quantity::energy, Quantity::poynting, Quantity::material})
          for (const RangeMode range : {RangeMode::locked, RangeMode::automatic, RangeMode::logarithmic}) {
            state.dark = dark;
            state.tool = tool;
            state.view.quantity = q;
            state.view.range = range;
            state.scene.grid.polarization = dark ? Polarization::ez : Polarization::hz;
            frame();
          }
    state.prompt = FilePrompt{FilePrompt::Purpose::save_scene, "scene.toml"};
    frames(2);
    EXPECT_TRUE(missing_glyphs().empty()) << b.name << ":" << listed(missing_glyphs());
  }
}

TEST_F(Glyphs, of_every_language_are_there) {
  for (const LanguageFacts& f : languages) {
    if (f.language == Language::japanese && japanese_font().empty()) continue;
    start(builtin("lecture"), {1280, 720});
    state.language = f.language;
    frames(2);
    std::string missing;
    for (const WordRow& row : all_words()) {
      const std::string& text = row[static_cast<std::size_t>(f.language)];
      for (const char* p = text.data(); p < text.data() + text.size();) {
        unsigned letter = 0;
        p += ImTextCharFromUtf8(&letter, p, text.data() + text.size());
        for (int font = 0; font < 3 && letter != '\n'; ++font)  // text, medium, mono
          if (!ImGui::GetIO().Fonts->Fonts[font]->IsGlyphInFont(static_cast<ImWchar>(letter)))
            missing += fmt::format(" U+{:04X}", letter);
      }
    }
    EXPECT_EQ(missing, "") << f.name;
    EXPECT_TRUE(missing_glyphs().empty()) << f.name << ":" << listed(missing_glyphs());
  }
}

TEST(Labels, of_a_menu_change_with_the_language_and_ids_do_not) {
  const Vocabulary german(Language::german), russian(Language::russian);
  Look look;
  EXPECT_EQ(look.item("Undo"), "Undo");
  look.words = &german;
  EXPECT_EQ(look.item("Undo"), "Rückgängig###Undo");
  look.words = &russian;
  EXPECT_EQ(look.item("Undo"), "Отменить###Undo");
  EXPECT_EQ(look.item("a name of the user"), "a name of the user");
}

// ---- eyes

// The series of plots, by ΔE*ab, for those whom a choice of colours is for (and for everybody else), and by lightness
// alone.
TEST(Colors, of_series_are_told_apart_by_the_eyes_that_they_are_for) {
  const auto color = [](ImU32 c) {
    return static_cast<std::uint32_t>((c & 255) << 16 | (c >> 8 & 255) << 8 | (c >> 16 & 255));
  };
  for (const bool dark : {true, false})
    for (const ColorVisionFacts& f : color_visions) {
      const auto& data = theme(dark, f.vision).data;
      for (std::size_t a = 0; a < data.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
          const auto apart = [&](int vision) {
            return difference(seen(visions[vision], color(data[a])), seen(visions[vision], color(data[b])));
          };
          const Lab p = seen(visions[0], color(data[a])), q = seen(visions[0], color(data[b]));
          double least = apart(0);
          if (f.vision == ColorVision::gray) least = 2.5 * std::abs(p.l - q.l);  // ΔL above 6
          if (f.vision == ColorVision::red_green) least = std::min({least, apart(1), apart(2)});
          if (f.vision == ColorVision::blue_yellow) least = std::min(least, apart(3));
          EXPECT_GT(least, 15) << f.name << (dark ? " dark " : " light ") << a << b;
        }
    }
  EXPECT_EQ(seen_colormap("blue-red", ColorVision::gray), "black-white");
  EXPECT_EQ(seen_colormap("viridis", ColorVision::gray), "gray");
  EXPECT_EQ(seen_colormap("blue-red", ColorVision::red_green), "blue-red");
}

// ---- help

using Help = InterfaceTest;

// The mouse rests on every spot of the panel; what is under it there and answers to a press must say what it is.
TEST_F(Help, of_every_control_of_the_panel_is_one_rest_of_the_mouse_away) {
  struct Case {
    const char* scene;
    Selection selected;
    Workspace workspace = Workspace::explore;
  };
  for (const Case& k :
       {Case{"double-slit", {Selection::Kind::shape, 0}}, Case{"cherenkov", {Selection::Kind::source, 0}},
        Case{"sod", {}}, Case{"shoot-out", {}, Workspace::boundary_lab}}) {
    start(builtin(k.scene), {1280, 1200});
    state.selection = k.selected;
    state.lab.workspace = k.workspace;
    state.view.cut = {true, {10, 10}, {60, 40}};
    ImGui::GetStyle().HoverStationaryDelay = ImGui::GetStyle().HoverDelayShort = ImGui::GetStyle().HoverDelayNormal = 0;
    frames(4);
    const ImGuiWindow* panel = ImGui::FindWindowByName("Panel");
    std::map<ImGuiID, bool> helped;
    std::map<ImGuiID, ImVec2> spots;
    const float right = panel->Pos.x + panel->Size.x;
    for (float y = panel->Pos.y + 4; y < panel->Pos.y + std::min(panel->Size.y, panel->ContentSize.y); y += 14)
      for (const float x : {panel->Pos.x + 60, panel->Pos.x + 150, right - 110, right - 50, right - 22}) {
        move_mouse({x, y});
        const ImGuiID id = ImGui::GetCurrentContext()->HoveredId;
        if (id == 0 || helped.contains(id)) continue;
        frames(3);  // what may be overlapped is known a frame later
        const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
        helped[id] = tooltip && tooltip->Active;
        spots[id] = {x, y};
      }
    EXPECT_GT(helped.size(), 15u) << k.scene;
    for (const auto& [id, has] : helped)
      EXPECT_TRUE(has) << k.scene << ": nothing at " << spots[id].x - panel->Pos.x << ", " << spots[id].y;
  }
}

// Code points above ASCII in the string literals of a C++ file.
std::set<unsigned> code_points_of_literals(const std::string& source) {
  std::set<unsigned> out;
  static const std::regex comment(R"(//[^\n]*)"), literal("\"((?:[^\"\\\\\\n]|\\\\.)*)\"");
  const std::string code = std::regex_replace(source, comment, "");
  for (std::sregex_iterator it(code.begin(), code.end(), literal), end; it != end; ++it) {
    const std::string s = (*it)[1];
    for (const char* p = s.c_str(); *p;) {
      unsigned c = 0;
      const int n = ImTextCharFromUtf8(&c, p, p + std::strlen(p));
      if (c >= 0x80) out.insert(c);
      p += n > 0 ? n : 1;
    }
  }
  return out;
}

// What is drawn rarely: every literal of the interface and every message of solver and program.
TEST_F(Glyphs, of_every_literal_are_there) {
  start(builtin("paint"));
  ImFont* text = ImGui::GetIO().Fonts->Fonts[0];
  ImFont* mono = ImGui::GetIO().Fonts->Fonts[2];
  int files = 0;
  for (const char* folder : {"app/ui", "app/boundary_lab", "app/kernel_lab", "solver", "assets/scenes"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(EZSCOPE_SOURCE_DIR) / folder)) {
      const std::string suffix = entry.path().extension().string();
      if (suffix != ".cpp" && suffix != ".h" && suffix != ".toml") continue;
      std::ifstream in(entry.path());
      const std::string content{std::istreambuf_iterator<char>(in), {}};
      ++files;
      for (const unsigned c : code_points_of_literals(content)) {
        EXPECT_TRUE(text->IsGlyphInFont(static_cast<ImWchar>(c))) << entry.path() << listed({c});
        EXPECT_TRUE(mono->IsGlyphInFont(static_cast<ImWchar>(c))) << entry.path() << listed({c});
      }
    }
  EXPECT_GT(files, 40);
}

TEST_F(Glyphs, of_every_icon_are_there) {
  start(builtin("paint"));
  ImFont* icons = ImGui::GetIO().Fonts->Fonts[3];
  std::ifstream in(std::filesystem::path(EZSCOPE_SOURCE_DIR) / "app/ui/kit/icons.h");
  const std::string content{std::istreambuf_iterator<char>(in), {}};
  static const std::regex number("= 0x([0-9a-f]+)");
  int n = 0;
  for (std::sregex_iterator it(content.begin(), content.end(), number), end; it != end; ++it, ++n) {
    const auto c = static_cast<ImWchar>(std::stoul((*it)[1], nullptr, 16));
    EXPECT_TRUE(icons->IsGlyphInFont(c)) << listed({c});
  }
  EXPECT_GT(n, 30);
}

// ---- room

class Room : public InterfaceTest {
 protected:
  // The cards drawn on a window, in the order in which they were.
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

  // Opens the gallery by the button under the mouse. nullptr: it does not open.
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

TEST_F(Room, labels_stay_in_their_column) {
  start(builtin("double-slit"));
  state.language = Language::japanese;  // for its letters
  frames(2);
  ImFont* text = ImGui::GetIO().Fonts->Fonts[0];
  std::map<std::string, WordRow> translated;
  for (const WordRow& row : all_words()) translated.emplace(row[0], row);
  constexpr float column = 124 - 12 - 4, smallest = 13;  // a long one is drawn smaller
  static const std::regex label("row\\(c\\.look, \"((?:[^\"\\\\])*)\"\\)");
  int n = 0;
  for (const char* folder : {"app/ui/panels", "app/boundary_lab/cards", "app/kernel_lab/cards"})
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(EZSCOPE_SOURCE_DIR) / folder)) {
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

// Nothing in the panel is drawn beyond it, and no section asks for more width than there is.
TEST_F(Room, panel_keeps_its_width) {
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

// A tooltip or a menu of the tool bar is a window of its own, with the padding that all have.
TEST_F(Room, tips_and_menus_of_the_tool_bar_have_padding) {
  start(builtin("double-slit"), {900, 600});
  const ImGuiWindow* bar = ImGui::FindWindowByName("Toolbar");
  const auto padding_of_popup = [&](const char* part) {
    for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
      if (w->Active && std::string_view(w->Name).find(part) != std::string_view::npos) return w->WindowPadding.x;
    return -1.0f;
  };
  EXPECT_EQ(bar->WindowPadding.x, 0);
  move_mouse({268, 24});  // run
  for (int k = 0; k < 90; ++k) frame();
  EXPECT_GE(padding_of_popup("##Tooltip"), 8);
  move_mouse({872, 24});
  mouse_button(true);
  mouse_button(false);
  frames(3);
  EXPECT_GE(padding_of_popup("##Popup"), 8);
}

// Nor is a tooltip in the picture of a report, which would cover what is reported.
TEST_F(Room, a_report_has_no_tooltip) {
  start(builtin("shoot-out"), {1280, 720});
  const auto drawn = [] {
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
      if (std::string_view(list->_OwnerName).find("##Tooltip") != std::string_view::npos) return true;
    return false;
  };
  move_mouse({268, 24});  // run
  for (int k = 0; k < 90; ++k) frame();
  EXPECT_TRUE(drawn());
  frame(true);
  EXPECT_FALSE(drawn());
}

// The text is there in every workspace, folds away, and lies over no handle.
TEST_F(Room, the_scenes_text_is_shown_and_folds) {
  for (const Workspace workspace : {Workspace::explore, Workspace::boundary_lab, Workspace::kernel_lab}) {
    start(builtin("double-slit"));
    state.lab.workspace = workspace;
    frames(3);
    const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
    ASSERT_NE(text, nullptr);
    ASSERT_TRUE(text->Active);
    const float open = text->Size.y;
    for (const Vec2 end : {Vec2{24, 130}, Vec2{24, 200}, Vec2{24, 270}})
      EXPECT_FALSE(text->Rect().Contains(at(end))) << "over a handle of the lamp";
    move_mouse({text->Pos.x + text->Size.x - 16, text->Pos.y + 16});
    mouse_button(true);
    mouse_button(false);
    frames(3);
    EXPECT_LT(text->Size.y, open);
    EXPECT_LE(text->Size.y, 32);
  }
}

// A long one begins with its first sentence, and leaves the wave to be seen; the button unfolds it.
TEST_F(Room, a_long_text_begins_with_its_first_sentence) {
  for (const char* name : {"zone-plate", "blazed-grating", "poisson-line", "double-slit"}) {
    start(builtin(name));
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
      EXPECT_LT(area(), brief) << "is short: all of it was shown";
    else
      EXPECT_GT(area(), 1.5f * brief) << name;
  }
}

// In the labs it is whole or folded, never cut in the middle.
TEST_F(Room, the_labs_text_is_not_cut) {
  for (const float scale : {1.0f, 1.5f}) {
    start(builtin("shoot-out"), {1280, 720}, scale);
    state.lab.workspace = Workspace::boundary_lab;
    frames(3);
    const auto area = [] { return ImGui::FindWindowByName("Scene text")->Rect(); };
    const auto lowest = [] {
      float y = 0;
      for (const ImDrawVert& v : ImGui::FindWindowByName("Scene text")->DrawList->VtxBuffer) y = std::max(y, v.pos.y);
      return y;
    };
    EXPECT_EQ(area().GetHeight() > 32 * scale, scale == 1) << "it takes less than a quarter";
    EXPECT_LE(lowest(), area().Max.y + 1) << scale;
    if (scale == 1) continue;
    drag({area().Max.x - 20 * scale, area().Min.y + 16 * scale},
         {area().Max.x - 20 * scale, area().Min.y + 16 * scale});
    EXPECT_GT(area().GetHeight(), 100);
    EXPECT_LE(lowest(), area().Max.y + 1) << "unfolded";
  }
}

// The names of sources, probes and monitors, and what probes measure: none lies under a card, in any scene.
TEST_F(Room, labels_lie_clear_of_cards) {
  int seen = 0;
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(1920, 1080)})
    for (const BuiltinScene& b : builtin_scenes()) {
      start(builtin(b.name), size);
      if (state.scene.text.empty()) continue;
      frames(3);
      const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
      ASSERT_TRUE(text && text->Active);
      const ImDrawList& list = *ImGui::FindWindowByName("Picture")->DrawList;
      std::vector<Drawn> cards = {
          {text->Rect(), INT_MAX}};  // above all of the picture; then those that are drawn on it
      bool in_card = false;
      for (int k = 0; k < list.VtxBuffer.Size; ++k) {
        const ImDrawVert& v = list.VtxBuffer[k];
        const bool of_card = (v.col | IM_COL32_A_MASK) == (theme(true).card | IM_COL32_A_MASK);
        if (of_card && !in_card) cards.push_back({ImRect(v.pos, v.pos), k});
        if (of_card) cards.back().box.Add(v.pos);
        in_card = of_card;
      }
      constexpr float label_height = 40;  // a trace under a probe's name is as high at most, a card is higher
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

// A large interface in a small window: text and legend give up what would lie over the scene's objects.
TEST_F(Room, large_cards_leave_the_objects_free) {
  start(builtin("double-slit"), {1280, 720}, 1.5f);
  frames(3);
  const Scene& s = state.scene;
  const ImGuiWindow* text = ImGui::FindWindowByName("Scene text");
  ASSERT_TRUE(text && text->Active);
  for (const Probe& p : s.probes) {
    const ImVec2 q = at(to_nodes(s, p.at));
    EXPECT_GT(q.y - 24, text->Rect().Max.y) << p.name << "'s label";
  }
  // The screen's metal stands left of everything that is drawn on a card's height at the bottom.
  const float screen = at({97, 0}).x, low = at({0, 0}).y - 120;
  int seen = 0;
  for (const ImDrawVert& v : ImGui::FindWindowByName("Picture")->DrawList->VtxBuffer) {
    if (v.col != theme(true).card || v.pos.y < low) continue;
    ++seen;
    EXPECT_GT(v.pos.x, screen);
  }
  EXPECT_GT(seen, 0);
}

// What a tool draws with is said beneath the text where both do not fit side by side, unfolded by hand or not.
TEST_F(Room, a_tools_card_and_the_text_lie_over_nothing_of_each_other) {
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

// Beside the checks, or beneath them.
TEST_F(Room, a_tools_card_keeps_clear_of_the_checks) {
  int met = 0;
  for (const BuiltinScene& b : builtin_scenes()) {
    start(builtin(b.name), {1280, 720});
    if (state.scene.checks.empty()) continue;
    state.view.handles = false;  // labels may lie under it
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
  EXPECT_GT(met, 5) << "of some the card would lie on the checks";
}

// Where the mouse is and what is there: on the legend's line, or right on the legend where that leaves no room.
TEST_F(Room, the_value_under_the_mouse_lies_in_the_corner_or_on_the_legend) {
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
        if (cards.size() < 2) continue;  // no room for both
        const ImRect &legend = cards[0], &value = cards[1];
        const std::string where = fmt::format("{} in {} x {} at {}", b.name, size.x, size.y, scale);
        EXPECT_FALSE(legend.Overlaps(value)) << where;
        const bool beside = std::abs(value.Max.y - legend.Max.y) < 1, on_it = legend.Min.y - value.Max.y <= 9 * scale;
        EXPECT_TRUE(beside || on_it) << where;
        EXPECT_TRUE(ImRect(ImVec2(p.x, p.y), ImVec2(p.x + p.width, p.y + p.height)).Contains(value)) << where;
      }
}

// Every title of the gallery is whole: it is as wide as its columns, and scrolls down alone.
TEST_F(Room, the_gallery_cuts_nothing) {
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

// A turn of the wheel goes on by whole rows, down to the end and up again: neither a picture nor a line of text is cut
// by the upper edge.
TEST_F(Room, the_wheel_turns_the_gallery_by_rows) {
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
      EXPECT_LE(next - at, 230 * scale) << "no row is passed over";
      at = next;
    }
    EXPECT_GT(turns, 10);
    EXPECT_EQ(turn(-1), at);
    EXPECT_LT(turn(0.5f), at + 1) << "half a turn is none";
    EXPECT_EQ(menu->Scroll.y, at);
    EXPECT_LT(turn(0.5f), at);
    while (turns-- > 0 && at > 0) at = turn(1);
    EXPECT_EQ(at, 0);
  }
}

TEST_F(Room, a_quantitys_name_ends_before_its_colour_bar) {
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

// A colour bar at a fraction of a pixel would be drawn half transparent.
TEST_F(Room, colour_bars_lie_on_whole_pixels) {
  start(builtin("shoot-out"));
  state.lab.workspace = Workspace::boundary_lab;
  state.lab.settings = {};
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

TEST_F(Room, status_line_does_not_move_when_a_digit_changes) {
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

// ---- pixels and nodes

using Geometry2d = InterfaceTest;

TEST_F(Geometry2d, pixels_and_nodes_round_trip) {
  start(builtin("double-slit"));
  const ScreenRect r = interface_->picture();
  EXPECT_EQ(r, (ScreenRect{0, 48, 960, 644}));
  for (const bool fit : {true, false}) {
    state.view.fit = fit;
    state.view.center = {100.25, 33.5};
    state.view.nodes_per_pixel = 0.37;
    const PictureWindow w = picture_window(state, r);
    EXPECT_EQ(w.width, r.width);
    for (const Vec2 node : {Vec2{0, 0}, Vec2{12.5, 99}, Vec2{-7, 300}}) {
      const Vec2 p = pixel_at(w, r, node), back = node_at(w, r, p.x, p.y);
      EXPECT_NEAR(back.x, node.x, 1e-9);
      EXPECT_NEAR(back.y, node.y, 1e-9);
    }
    EXPECT_LT(pixel_at(w, r, {0, 10}).y, pixel_at(w, r, {0, 5}).y) << "y is up";
  }
}

TEST_F(Geometry2d, fit_shows_the_whole_grid_with_true_lengths) {
  start(builtin("double-slit"));
  state.scene.grid.nx = 300;
  state.scene.grid.ny = 400;
  state.scene.grid.dx = 2;
  state.scene.grid.dy = 1;
  const ScreenRect r = interface_->picture();
  const PictureWindow w = picture_window(state, r);
  const Vec2 a = pixel_at(w, r, {-0.5, -0.5}), b = pixel_at(w, r, {299.5, 399.5});
  EXPECT_GE(a.x, r.x - 1e-6);
  EXPECT_LE(b.x, r.x + r.width + 1e-6);
  EXPECT_GE(b.y, r.y - 1e-6);
  EXPECT_LE(a.y, r.y + r.height + 1e-6);
  EXPECT_NEAR((b.x - a.x) / (a.y - b.y), 600.0 / 400.0, 1e-9);
}

TEST_F(Geometry2d, wheel_keeps_the_node_under_the_mouse) {
  start(builtin("double-slit"));
  move_mouse({400, 300});
  const ScreenRect r = interface_->picture();
  const Vec2 before = node_at(picture_window(state, r), r, 400, 300);
  ImGui::GetIO().AddMouseWheelEvent(0, 3);
  frames(2);
  EXPECT_FALSE(state.view.fit);
  const Vec2 after = node_at(picture_window(state, r), r, 400, 300);
  EXPECT_NEAR(before.x, after.x, 1e-9);
  EXPECT_NEAR(before.y, after.y, 1e-9);
  EXPECT_LT(state.view.nodes_per_pixel, static_cast<double>(state.scene.grid.nx) / r.width);
  move_mouse({10, 60});
  drag({10, 60}, {30, 60}, 2);
  const Vec2 moved_node = node_at(picture_window(state, r), r, 420, 300);
  EXPECT_NEAR(before.x, moved_node.x, 1e-6) << "the middle button moves the picture with the mouse";
}

// ---- the number field, alone in a window

class NumberField : public InterfaceTest {
 protected:
  void SetUp() override {
    start(builtin("paint"));
    const auto& fonts = ImGui::GetIO().Fonts->Fonts;
    look_ = {&theme(true), {fonts[0], fonts[1], fonts[2], fonts[3]}, 1};
  }
  // Draws it at (100, 100), 200 wide; true while it says the value changed.
  bool draw(double& value, const NumberStyle& style) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({88, 92});
    ImGui::SetNextWindowSize({300, 100});
    ImGui::Begin("Alone", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    const bool changed = number_field(look_, "##n", value, style, 200, &held_);
    ImGui::End();
    ImGui::Render();
    return changed;
  }
  int drag_by(double& value, const NumberStyle& style, float pixels) {
    ImGuiIO& io = ImGui::GetIO();
    int changes = 0;
    io.AddMousePosEvent(150, 110);
    for (int i = 0; i < 30; ++i) draw(value, style);  // long after the last click
    io.AddMouseButtonEvent(0, true);
    changes += draw(value, style);
    for (int i = 1; i <= 10; ++i) {
      io.AddMousePosEvent(150 + pixels * static_cast<float>(i) / 10, 110);
      changes += draw(value, style);
    }
    io.AddMouseButtonEvent(0, false);
    for (int i = 0; i < 3; ++i) changes += draw(value, style);
    return changes;
  }
  void type(double& value, const NumberStyle& style, const char* text) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(150, 110);
    for (int i = 0; i < 3; ++i) draw(value, style);
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    io.AddMouseButtonEvent(0, true);
    draw(value, style);
    io.AddMouseButtonEvent(0, false);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    for (int i = 0; i < 2; ++i) draw(value, style);
    io.AddInputCharactersUTF8(text);
    for (int i = 0; i < 2; ++i) draw(value, style);
    io.AddKeyEvent(ImGuiKey_Enter, true);
    draw(value, style);
    io.AddKeyEvent(ImGuiKey_Enter, false);
    for (int i = 0; i < 2; ++i) draw(value, style);
  }
  Look look_;
  HeldNumber held_;
};

TEST_F(NumberField, is_typed_with_or_without_its_unit) {
  const NumberStyle hertz{.unit = "Hz", .prefixes = true, .min = 1, .max = 1e18, .logarithmic = true};
  double f = 15e9;
  type(f, hertz, "12");
  EXPECT_DOUBLE_EQ(f, 12e9);
  type(f, hertz, "300 MHz");
  EXPECT_DOUBLE_EQ(f, 300e6);
  type(f, hertz, "2e9");
  EXPECT_DOUBLE_EQ(f, 2e9);
  type(f, hertz, "nonsense");
  EXPECT_DOUBLE_EQ(f, 2e9);
  type(f, hertz, "0");
  EXPECT_DOUBLE_EQ(f, 2e9) << "refused";
  type(f, hertz, "300");
  EXPECT_DOUBLE_EQ(f, 300e9) << "in the unit that it kept";
}

TEST_F(NumberField, is_dragged_within_its_limits) {
  double v = 5;
  EXPECT_GT(drag_by(v, {.decimals = 1, .min = 0, .max = 10, .speed = 0.1}, 20), 1);
  EXPECT_GT(v, 5);
  drag_by(v, {.decimals = 1, .min = 0, .max = 10, .speed = 0.1}, 1000);
  EXPECT_DOUBLE_EQ(v, 10);
  double f = 15e9;
  drag_by(f, {.unit = "Hz", .prefixes = true, .min = 1, .max = 1e18, .logarithmic = true}, 100);
  EXPECT_GT(f, 20e9);
  EXPECT_NEAR(f, std::round(f / 1e6) * 1e6, 1) << "three decimals of what is shown";
}

TEST_F(NumberField, on_release_hands_out_one_value) {
  double n = 512;
  EXPECT_EQ(drag_by(n, {.decimals = 0, .min = 16, .max = 131072, .logarithmic = true, .on_release = true}, 80), 1);
  EXPECT_GT(n, 700);
  EXPECT_DOUBLE_EQ(n, std::round(n));
}

// ---- edits and units

TEST(SceneEdit, every_draggable_part_keeps_the_scene_valid) {
  Scene s = builtin("paint");
  const std::vector<Geometry> shapes = {Circle{{60, 60}, 20},
                                        Ring{{60, 60}, 10, 20},
                                        Ellipse{{60, 60}, {20, 10}, 30},
                                        Rect{{40, 40}, {80, 70}},
                                        TurnedRect{{60, 60}, {40, 20}, 30},
                                        Polygon{{{40, 40}, {80, 40}, {60, 80}}},
                                        Stroke{{{40, 40}, {80, 40}}, 4}};
  for (const Geometry& g : shapes) s = with_shape(s, g, "pec");
  s = with_probe(with_source(s, {50, 50}), {70, 70});
  s.sources.push_back(s.sources.back());
  s.sources.back().geometry = LineSource{{40, 40}, {40, 80}};
  s.sources.push_back(s.sources.back());
  s.sources.back().geometry = BeamSource{{40, 90}, {40, 30}, 10, 12, 5};
  const auto check = [&](Selection what) {
    for (const GripSpot& spot : grip_spots(s, what))
      for (const Vec2 to : {Vec2{0, 0}, Vec2{1e6, 1e6}, Vec2{-1e6, 50}, Vec2{61, 61}}) {
        const Scene m = moved(s, spot.grip, spot.node, to);
        for (const Message& e : validate(m)) EXPECT_NE(e.kind, Message::Kind::error) << e.text;
      }
  };
  for (int i = 0; i < static_cast<int>(s.shapes.size()); ++i) check({Selection::Kind::shape, i});
  for (int i = 0; i < static_cast<int>(s.sources.size()); ++i) check({Selection::Kind::source, i});
  for (int i = 0; i < static_cast<int>(s.probes.size()); ++i) check({Selection::Kind::probe, i});
}

TEST(SceneEdit, a_beam_is_turned_focused_and_made_wider_by_its_handles) {
  Scene s = builtin("paint");
  s.sources.clear();
  s = with_source(s, {50, 50});
  s.sources[0].geometry = BeamSource{{40, 90}, {40, 30}, 10, 12, 5};
  const Selection beam{Selection::Kind::source, 0};
  const auto spot = [&](const Scene& of, int part) {
    for (const GripSpot& g : grip_spots(of, beam))
      if (g.grip.part == part) return g.node;
    ADD_FAILURE() << part;
    return Vec2{};
  };
  const auto geometry = [](const Scene& of) { return std::get<BeamSource>(of.sources[0].geometry); };
  const Vec2 middle = spot(s, 0), end = spot(s, part_of_waist);
  const double along = geometry(s).direction(s) * pi / 180;
  EXPECT_NEAR(length_of_nodes(s, std::hypot(end.x - middle.x, end.y - middle.y)), std::hypot(12.0, 5.0), 1e-9);
  // Twenty nodes ahead and eight aside of the middle.
  const Vec2 to{middle.x + 20 * std::cos(along) - 8 * std::sin(along),
                middle.y + 20 * std::sin(along) + 8 * std::cos(along)};
  const Scene wider = moved(s, {beam, part_of_waist}, end, to);
  EXPECT_NEAR(nodes_of_length(s, geometry(wider).focus), 20, 1e-9);
  EXPECT_NEAR(nodes_of_length(s, geometry(wider).waist), 8, 1e-9);
  EXPECT_EQ(geometry(wider).angle, 10);
  const Scene turned = moved(s, {beam, part_of_direction}, spot(s, part_of_direction), {middle.x + 30, middle.y + 30});
  EXPECT_NEAR(geometry(turned).direction(turned), 45, 1e-9);
  EXPECT_EQ(geometry(turned).waist, 12);
}

TEST(SceneEdit, a_material_is_renamed_everywhere_and_knows_its_users) {
  Scene s = with_material(builtin("paint"), {"glass", 2.25, 1, 0, 0, {}});
  const std::string name = s.materials.back().name;
  EXPECT_EQ(users_of(s, name), "");
  s = with_shape(s, Circle{{60, 60}, 10}, name);
  EXPECT_EQ(users_of(s, name), "1 shape");
  const Scene renamed = with_renamed_material(s, name, "crown");
  EXPECT_EQ(renamed.shapes.back().material, "crown");
  EXPECT_EQ(users_of(renamed, "crown"), "1 shape");
  EXPECT_NE(with_material(s, {"glass", 1, 1, 0, 0, {}}).materials.back().name, name);
}

TEST(Units, read_and_write) {
  EXPECT_EQ(engineering(15e9, "Hz"), "15.000 GHz");
  EXPECT_EQ(engineering(0.0123, "m", 2), "12.30 mm");
  EXPECT_EQ(fixed(-1.5, 2), "−1.50");
  EXPECT_EQ(fixed(-0.001, 2), "0.00");
  EXPECT_EQ(fitting(-1.5, 3, 8), "−1.500");
  EXPECT_EQ(fitting(12345.678, 3, 6), "12346");
  EXPECT_EQ(fitting(1e23, 3, 9), "1.000e+23");
  EXPECT_EQ(fitting(-1e23, 3, 8), "−1.0e+23");
  EXPECT_EQ(capital("the field"), "The field");
  EXPECT_EQ(value_on_scale(NAN, 1e15, "V/m"), "not finite");
  EXPECT_EQ(brief(6291456, "cell"), "6.29 Mcell");
  EXPECT_DOUBLE_EQ(*parse_number("12", "Hz", 1e9), 12e9);
  EXPECT_DOUBLE_EQ(*parse_number("12 MHz", "Hz", 1e9), 12e6);
  EXPECT_DOUBLE_EQ(*parse_number("12k", "Hz", 1e9), 12e3);
  EXPECT_DOUBLE_EQ(*parse_number("12e9", "Hz", 1e9), 12e9);
  EXPECT_DOUBLE_EQ(*parse_number("−3,5", "V/m"), -3.5);
  EXPECT_DOUBLE_EQ(*parse_number("20 mm", "m", 1), 0.02);
  EXPECT_DOUBLE_EQ(*parse_number("20 m", "m", 1e-3), 20);
  for (const char* micro : {"3.2 us", "3.2us", "3.2 µs", "3.2 μs", "3.2μ"})  // the sign and the Greek letter
    EXPECT_DOUBLE_EQ(parse_number(micro, "s", 1).value_or(0), 3.2e-6) << micro;
  for (const char* bad : {"", "x", "nan", "inf", "12 apples", "1e999"}) EXPECT_FALSE(parse_number(bad, "Hz", 1)) << bad;
}

TEST(ProbeTraces, values_at_the_mouse_are_in_their_own_unit) {
  State s;
  s.scene = builtin("heat-spot");
  s.view.quantity = Quantity::value;
  s.view.limit = 1;
  EXPECT_EQ(value_at_cursor(s, 0.59501), "0.595");
  EXPECT_EQ(value_at_cursor(s, INFINITY), "not finite");
  s.scene = builtin("sod");
  s.view.quantity = Quantity::density;
  EXPECT_EQ(value_at_cursor(s, 0.4263), "0.4263 kg/m³");
  EXPECT_EQ(value_at_cursor(s, 2e-5), "2e−05 kg/m³") << "no prefix before kg";
  s.view.quantity = Quantity::pressure;
  for (const auto& [value, words] : {std::pair<double, const char*>(80690, "80.69 kPa"),
                                     {1.2e6, "1.2 MPa"},
                                     {0.1, "0.1 Pa"},
                                     {9999, "9999 Pa"},
                                     {-3e-5, "−30 µPa"},
                                     {0, "0 Pa"}})
    EXPECT_EQ(value_at_cursor(s, value), words);
  s.scene = builtin("double-slit");
  s.view.quantity = Quantity::ez;
  EXPECT_EQ(value_at_cursor(s, 0.5), "  +0.50 V/m");
  EXPECT_TRUE(takes_prefix("V/m") && takes_prefix("Pa") && takes_prefix("m/s"));
  EXPECT_FALSE(takes_prefix("") || takes_prefix("kg/m⁴") || takes_prefix("1/s"));
}

TEST(ProbeTraces, show_the_amplitude_of_the_last_period_and_zero_as_zero) {
  State s;
  s.scene = builtin("double-slit");
  s.dt = time_step(s.scene);
  const auto period = static_cast<std::size_t>(*first_period(s.scene) / s.dt);
  EXPECT_EQ(probe_value(s, trace_window(s), 0), "– V/m");
  s.probes = {{"a", 1, std::vector<double>(10 * period, 0.0)}};
  EXPECT_EQ(probe_value(s, trace_window(s), 0), "0 V/m");
  EXPECT_EQ(probe_amplitude(s, trace_window(s), 0), "0 V/m");
  std::vector<double>& v = s.probes[0].values;
  v[3 * period] = -9;
  for (std::size_t k = 8 * period; k < v.size(); ++k)
    v[k] = 2 * std::sin(2 * pi * static_cast<double>(k) / static_cast<double>(period));
  v[v.size() - 5] = -2;
  v.back() = -0.5;
  EXPECT_EQ(probe_value(s, trace_window(s), 0), "  −0.50 V/m");
  EXPECT_EQ(probe_amplitude(s, trace_window(s), 0).substr(0, 7), "   2.00") << probe_amplitude(s, trace_window(s), 0);
}

// What looks back says how far; over a period a wave that goes on keeps its amplitude, however the moment falls.
TEST(ProbeTraces, the_largest_value_is_steady_and_says_what_it_is_of) {
  State s;
  s.scene = builtin("double-slit");
  s.dt = time_step(s.scene);
  EXPECT_STREQ(amplitude_words(s.scene), "max, 1 period");
  const double period = *first_period(s.scene) / s.dt;
  s.probes = {{"a", 1, {}}};
  for (int k = 0; k < 30 * period; ++k) s.probes[0].values.push_back(163.7 * std::sin(2 * pi * k / period));
  for (int more = 0; more < period; ++more) {
    s.probes[0].values.push_back(163.7 * std::sin(2 * pi * static_cast<double>(s.probes[0].values.size()) / period));
    const double told = std::stod(probe_amplitude(s, trace_window(s), 0));
    EXPECT_NEAR(told, 163.7, 0.02 * 163.7) << more;
  }
  for (Source& source : s.scene.sources) source.waveform = Gaussian{1e-11, {}};
  EXPECT_STREQ(amplitude_words(s.scene), "max, 250 steps");
  s.probes[0].values.assign(1000, 0.0);
  s.probes[0].values[700] = 7, s.probes[0].values[800] = 5;
  EXPECT_EQ(std::stod(probe_amplitude(s, trace_window(s), 0)), 5);
}

// ---- a scene with very many things: a frame draws what there is room for

class Crowd : public InterfaceTest {
 protected:
  static constexpr int many = 100000;
  // Of processor time, a frame: with every section open, and the mouse over the picture.
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
  // The selected one has its name and its row.
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

TEST_F(Crowd, of_problems_is_told_by_the_first_of_them) {
  start(builtin("double-slit"), {1920, 2400});
  for (int k = 0; k < many; ++k)
    state.problems.push_back({Message::Kind::warning, "", 0, 0, "lies wholly outside the grid; delete it",
                              fmt::format("shape.{}.center", k)});
  EXPECT_LT(frame_seconds(), most_seconds);
  EXPECT_LT(vertices(), 1000000);
}

TEST(Problems, are_said_in_the_words_of_the_window) {
  Scene s = builtin("double-slit");
  s.sources[0].name = "lamp";
  s.probes[0].at = {-1, 3};
  s.sources[0].amplitude = NAN;
  s.boundary.cpml.kappa = 0;
  std::string all;
  for (const Message& m : validate(s)) all += problem_words(s, m) + "\n";
  EXPECT_NE(all.find("lamp's amplitude is nan; give a finite number\n"), std::string::npos) << all;
  EXPECT_NE(all.find("The layers' κ is 0; give 1 or more\n"), std::string::npos) << all;
  EXPECT_NE(all.find(s.probes[0].name + "'s place = [-1, 3] lies outside the grid"), std::string::npos) << all;
  EXPECT_EQ(all.find("source.0"), std::string::npos) << all;
}

TEST(Lengths, are_read_in_the_unit_that_suits_a_cell) {
  const auto shown = [](Unit unit, double cell) {
    Scene s;
    s.unit = unit;
    s.grid = {.nx = 100, .ny = 100, .dx = cell, .dy = cell};
    const LengthScale scale = length_scale(s);
    return fmt::format("{} {}", fixed(scale.shown(50 * (unit == Unit::cell ? 1 : cell)), scale.decimals), scale.name);
  };
  EXPECT_EQ(shown(Unit::mm, 1), "50.0 mm");
  EXPECT_EQ(shown(Unit::mm, 0.25), "12.50 mm");
  EXPECT_EQ(shown(Unit::mm, 1e-5), "500.0 nm");
  EXPECT_EQ(shown(Unit::cm, 0.5), "25.0 cm");
  EXPECT_EQ(shown(Unit::m, 1e-9), "50.0 nm");
  EXPECT_EQ(shown(Unit::m, 2e-6), "100.0 µm");
  EXPECT_EQ(shown(Unit::m, 3), "150.0 m");
  EXPECT_EQ(shown(Unit::um, 5000), "250.0 mm");
  EXPECT_EQ(shown(Unit::cell, 1e-3), "50.0 cells");
  EXPECT_DOUBLE_EQ(*parse_number("3 cm", "m", 1e-2), 0.03);
}

TEST(Speed, that_is_not_reached_has_its_reason) {
  State s;
  s.engine.device = "Two cores";
  s.speed.periods_per_second = 8;
  s.performance.steps_per_period = 100;
  s.performance.steps_per_second = 200;
  s.performance.gcells_wall = 0.25;
  EXPECT_EQ(why_short(s),
            "2.0 of the 8.0 periods/s that are set: Two cores computes 0.25 Gcell/s here, and they take 1.00 Gcell/s");
}

}  // namespace
}  // namespace ez
