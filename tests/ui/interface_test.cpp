// Tests the texts of the interface: every string has its glyphs, every control has a tooltip, and curves have distinct
// colours.
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "app/platform/japanese_font.h"
#include "app/ui/glossary.h"
#include "app/ui/kit/look.h"
#include "app/ui/parts.h"
#include "eyes.h"
#include "interface_fixture.h"
#include "render/colormap.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

// ---- glyphs

using Glyphs = InterfaceTest;

// The window is tall enough to show every section open. All scenes, both themes, and everything that can be shown at
// once.
TEST_F(Glyphs, of_everything_drawn_exist) {
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

TEST_F(Glyphs, of_every_language_exist) {
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

// Returns the number of letters drawn in all windows.
int letters() {
  int n = 0;
  const ImDrawData& data = *ImGui::GetDrawData();
  for (const ImDrawList* list : data.CmdLists) {
    const ImVector<ImDrawVert>& v = list->VtxBuffer;
    for (int k = 0; k + 3 < v.Size; ++k) {
      const ImDrawVert &a = v[k], &b = v[k + 1], &c = v[k + 2], &d = v[k + 3];
      const bool box = a.pos.y == b.pos.y && b.pos.x == c.pos.x && c.pos.y == d.pos.y && d.pos.x == a.pos.x;
      if (!box || !(a.uv.x < c.uv.x && a.uv.y < c.uv.y)) continue;
      ++n, k += 3;
    }
  }
  return n;
}

// Returns a scene in which everything that can have a name has this one.
Scene all_named(const std::string& name) {
  Scene s = builtin("double-slit");
  s.title = name;
  s.sources.resize(1), s.probes.resize(1);
  s.sources[0].name = s.probes[0].name = name;
  s.materials = {{name, 2.25, 1, 0, 0, {}}};
  s.shapes = {{Circle{from_nodes(s, {60, 60}), from_nodes(s, {10, 0}).x - from_nodes(s, {0, 0}).x}, name}};
  s.monitors = {{name, FluxMonitor{from_nodes(s, {20, 20}), from_nodes(s, {20, 60}), {}}, false}};
  s.checks.resize(1);
  s.checks[0].name = name;
  s.checks[0].measured = s.checks[0].theory = "1";
  s.variants = {{name, {}}, {"b", {}}};
  return s;
}

// A name given by the user is never translated. The number of letters drawn equals that of a name of the same length
// without any words.
TEST_F(Glyphs, of_user_names_are_unchanged) {
  for (const Language language : {Language::german, Language::japanese, Language::russian}) {
    if (language == Language::japanese && japanese_font().empty()) continue;
    for (const std::string name : {"3 of 5", "Pause", "Time", "10 cells", "5 side", "Pole 3", "2 set", "last 4"}) {
      std::string inert = name;
      for (char& ch : inert)
        if (std::isalpha(static_cast<unsigned char>(ch))) ch = ch == 'i' || ch == 'l' ? 'l' : 'x';
      const auto drawn = [&](const std::string& n, Workspace workspace, Selection selection) {
        start(all_named(n), {1600, 3000});
        state.language = language;
        state.workspace = workspace;
        state.selection = selection;
        state.brush.material = n;
        state.notes = {{Note::Kind::error, 1, text_with("Saved {}", "/tmp/" + n), 0}};
        frames(4);
        return letters();
      };
      for (const Selection& selected : {Selection{}, Selection{Selection::Kind::shape, 0},
                                        Selection{Selection::Kind::source, 0}, Selection{Selection::Kind::probe, 0}})
        EXPECT_EQ(drawn(name, Workspace::explore, selected), drawn(inert, Workspace::explore, selected))
            << name << ", " << facts_of(language).name << ", " << static_cast<int>(selected.kind);
      EXPECT_EQ(drawn(name, Workspace::boundary_lab, {}), drawn(inert, Workspace::boundary_lab, {}))
          << name << ", " << facts_of(language).name << ", boundary lab";
    }
  }
}

TEST(Labels, of_menus_change_with_the_language_and_ids_do_not) {
  const Vocabulary german(Language::german), russian(Language::russian);
  Look look;
  EXPECT_EQ(look.item("Undo"), "Undo");
  look.words = &german;
  EXPECT_EQ(look.item("Undo"), "Rückgängig###Undo");
  look.words = &russian;
  EXPECT_EQ(look.item("Undo"), "Отменить###Undo");
  EXPECT_EQ(look.item("a name of the user"), "a name of the user");
}

TEST(Labels, of_keys_are_those_of_the_keyboard) {
  const Vocabulary german(Language::german), russian(Language::russian);
  Look look;
  EXPECT_EQ(look.keys("Shift+Ctrl+C"), "Shift+Ctrl+C");
  look.words = &german;
  EXPECT_EQ(look.keys("Shift+Ctrl+C"), "Umschalt+Strg+C");
  EXPECT_EQ(look.keys("Ctrl+D  Del"), "Strg+D  Entf");
  EXPECT_EQ(look.keys("Shift+wheel on the picture"), "Umschalt+Rad im Bild");
  EXPECT_EQ(look.keys("F11"), "F11");
  look.words = &russian;
  EXPECT_EQ(look.keys("Ctrl+Z"), "Ctrl+Z");
}

// ---- glossary

TEST(Glossary, has_the_terms_without_marks) {
  const std::vector<GlossaryTerm> terms = read_glossary(
      "# Glossary\n\nAn introduction.\n\n### pole\n\nA term of ε, in `poles`.\nSee "
      "[band](a.md#band), `[grid]` [here].\n\n### band\n\nRows.");
  ASSERT_EQ(terms.size(), 2u);
  EXPECT_EQ(terms[0], (GlossaryTerm{"pole", "A term of ε, in poles. See band, [grid] [here]."}));
  EXPECT_EQ(terms[1], (GlossaryTerm{"band", "Rows."}));
  EXPECT_GT(glossary().size(), 90u);
  for (const GlossaryTerm& term : glossary()) {
    EXPECT_FALSE(term.words.empty()) << term.name;
    EXPECT_EQ(term.words.find_first_of("`#"), std::string::npos) << term.words;
    EXPECT_EQ(term.words.find("]("), std::string::npos) << term.words;
  }
}

// ---- colour vision

// The colours of curves differ enough in ΔE*ab for the kind of colour vision that they are made for, and for normal
// vision. They also differ in lightness alone.
TEST(Colors, of_curves_are_distinct_for_the_intended_colour_vision) {
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

// The texts of the help window set its width. No text is drawn beyond it, in any language.
TEST_F(Help, fits_its_window_and_shows_the_terms) {
  for (const ImVec2 size : {ImVec2(1280, 720), ImVec2(900, 600)})
    for (const LanguageFacts& f : languages) {
      if (f.language == Language::japanese && japanese_font().empty()) continue;
      start(builtin("double-slit"), size);
      state.language = f.language;
      state.help_shown = true;
      frames(4);
      ImGuiWindow* help = ImGui::FindWindowByName("Help");
      const auto page = [&] {
        const ImGuiWindow* shown = nullptr;
        for (const ImGuiWindow* w : ImGui::GetCurrentContext()->Windows)
          if (w->Active && w->RootWindow == help && w != help) shown = w;
        return shown;
      };
      ASSERT_NE(help, nullptr);
      ASSERT_NE(page(), nullptr);
      EXPECT_TRUE(ImRect({0, 0}, size).Contains(help->Rect())) << f.name << " at " << size.x;
      const auto fits = [&] {
        const std::vector<Drawn> letters = letters_of(*page()->DrawList, theme(true).text2);
        EXPECT_GT(letters.size(), 300u);
        for (const Drawn& letter : letters) EXPECT_LE(letter.box.Max.x, help->Rect().Max.x - 12) << f.name;
      };
      fits();
      help->StateStorage.SetInt(help->GetID("##page"), 1);
      frames(3);
      EXPECT_GT(page()->ContentSize.y, 2 * page()->Size.y) << f.name << ": the terms need to be scrolled";
      fits();
    }
}

// The test rests the mouse on every spot of the panel. Every control found there must show a tooltip.
TEST_F(Help, every_control_of_the_panel_has_a_tooltip) {
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
    state.workspace = k.workspace;
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
        frames(3);  // whether an item is overlapped is known one frame later
        const ImGuiWindow* tooltip = ImGui::FindWindowByName("##Tooltip_00");
        helped[id] = tooltip && tooltip->Active;
        spots[id] = {x, y};
      }
    EXPECT_GT(helped.size(), 15u) << k.scene;
    for (const auto& [id, has] : helped)
      EXPECT_TRUE(has) << k.scene << ": nothing at " << spots[id].x - panel->Pos.x << ", " << spots[id].y;
  }
}

// Returns the code points above ASCII in the string literals of a C++ file.
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

// Covers texts that are rarely drawn: every literal of the interface, and every message of solver and program.
TEST_F(Glyphs, of_every_literal_exist) {
  start(builtin("paint"));
  ImFont* text = ImGui::GetIO().Fonts->Fonts[0];
  ImFont* mono = ImGui::GetIO().Fonts->Fonts[2];
  int files = 0;
  for (const char* folder : {"app/ui", "app/features", "solver", "assets/scenes"})
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

TEST_F(Glyphs, of_every_icon_exist) {
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

}  // namespace
}  // namespace ez
