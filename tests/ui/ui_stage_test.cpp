// Tests presenting and sharing by real keys and clicks: the clipboard, pages, films, the presenter's pointer, going
// back in time, the entries of the start page, and the view settings remembered for all scenes.
#include <imgui_internal.h>

#include <algorithm>
#include <filesystem>

#include "app/features/film/filming.h"
#include "app/features/timeline/state.h"
#include "app/features/welcome/welcome.h"
#include "ui_desk.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

std::string clipboard() {
  const char* text = ImGui::GetClipboardText();
  return text != nullptr ? text : "";
}
// Returns the number of files in the current folder whose name ends this way.
std::size_t files(const std::string& suffix) {
  std::size_t n = 0;
  for (const fs::directory_entry& e : fs::directory_iterator(fs::current_path()))
    n += e.path().filename().string().ends_with(suffix);
  return n;
}

void a_scene_goes_through_the_clipboard(Desk& d) {
  d.wait_for_field();
  const Scene before = d.scene();
  d.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_C);
  IM_CHECK(clipboard().starts_with("ez1."));
  d.key(ImGuiMod_Ctrl | ImGuiKey_C);
  IM_CHECK(clipboard().find("ezscope = 1") != std::string::npos);
  d.click_picture({120, 90});
  d.key(ImGuiKey_Delete);
  IM_CHECK(d.scene().shapes.empty());
  d.key(ImGuiMod_Ctrl | ImGuiKey_V);
  d.answer_other(0);  // does not save the change
  IM_CHECK(d.until([&] { return d.scene() == before; }));
}

void a_page_is_written(Desk& d) {
  d.wait_for_field();
  d.key(ImGuiMod_Ctrl | ImGuiKey_E);
  IM_CHECK(d.until([] { return files(".html") == 1; }));
  IM_CHECK(d.noted(Note::Kind::news, ".html"));
}

// A test has no ffmpeg in its PATH, so the film becomes pictures.
void a_film_is_started_and_ended(Desk& d) {
  d.wait_for_field();
  d.key(ImGuiKey_F9);
  IM_CHECK(d.until([&] { return d.state().of<Filming>().on && d.state().of<Filming>().frames > 3; }));
  d.key(ImGuiKey_F9);
  IM_CHECK(d.until([&] { return !d.state().of<Filming>().on; }));
  const std::size_t by_key = files(".png");
  IM_CHECK(by_key > 3);
  d.tool("##film");
  IM_CHECK(d.until([&] { return d.state().of<Filming>().on && d.state().of<Filming>().frames > 3; }));
  d.tool("##film");
  IM_CHECK(d.until([&] { return !d.state().of<Filming>().on; }));
  IM_CHECK(files(".png") > by_key);
}

void the_presenter_points(Desk& d) {
  d.wait_for_field();
  using Pointer = Presenting::Pointer;
  const Presenting& p = d.state().presenting;
  d.key(ImGuiKey_F5);
  IM_CHECK(p.on);
  d.key(ImGuiKey_S);
  IM_CHECK(p.pointer == Pointer::spotlight);
  d.key(ImGuiKey_Escape);
  IM_CHECK(p.on && p.pointer == Pointer::laser);
  d.key(ImGuiKey_F);
  d.key(ImGuiKey_P);
  IM_CHECK(p.pointer == Pointer::pen);
  d.drag({40, 40}, {60, 60});
  IM_CHECK_EQ(p.strokes.size(), std::size_t{1});
  d.key(ImGuiKey_F);
  IM_CHECK(p.strokes.empty());
  d.key(ImGuiKey_F5);
  IM_CHECK(!p.on);
}

// A presentation asks no questions: the edited scene is put aside and restored. Notes about files are shown, and the
// timeline can be dragged.
void a_presentation_asks_nothing_and_shows_notes(Desk& d) {
  d.wait_for_field();
  d.click_picture({120, 90});
  d.key(ImGuiKey_Delete);
  d.key(ImGuiKey_F5);
  IM_CHECK(d.state().presenting.on);
  d.key(ImGuiMod_Ctrl | ImGuiKey_E);
  IM_CHECK(d.noted(Note::Kind::news, ".html"));
  IM_CHECK(d.state().full_screen);
  const Scene edited = d.scene();
  d.key(ImGuiKey_RightArrow);
  IM_CHECK(!d.state().question && d.state().presenting.on);
  IM_CHECK(!(d.scene() == edited));
  IM_CHECK(d.noted(Note::Kind::news, "are still available"));
  IM_CHECK(!d.state().notes.empty() && d.state().notes.back().then);
  d.hand().ItemClick(("//Note" + std::to_string(d.state().notes.back().id) + "/##repair").c_str());
  d.frames(3);
  IM_CHECK(d.scene() == edited);
  d.key(ImGuiMod_Shift | ImGuiKey_J);
  IM_CHECK(d.until([&] { return d.state().step > 200; }));
  const ImGuiTestItemInfo track = d.hand().ItemInfo("//Timeline/##scrub");
  const auto at = [&](float share) {
    const ImRect& r = track.RectFull;
    return ImVec2(r.Min.x + share * r.GetWidth(), r.GetCenter().y);
  };
  d.hand().MouseMoveToPos(at(0.9f));
  d.hand().MouseDown(0);
  d.hand().MouseMoveToPos(at(0.3f));
  IM_CHECK(d.until([&] { return !d.state().moments.target && d.state().step < d.state().moments.end / 2; }));
  d.hand().MouseUp(0);
  d.key(ImGuiKey_F5);
  IM_CHECK(!d.state().presenting.on);
  IM_CHECK(!d.state().full_screen);
}

void the_run_plays_backwards(Desk& d) {
  d.wait_for_field();
  d.key(ImGuiMod_Shift | ImGuiKey_J);
  IM_CHECK(d.state().of<TimelineState>().shown);
  const std::uint64_t there = d.state().step;
  d.key(ImGuiKey_J);
  IM_CHECK(d.state().moments.backwards);
  IM_CHECK(d.until([&] { return d.state().step + 20 < there; }));
  d.key(ImGuiKey_J);
  IM_CHECK(d.until([&] { return !d.state().moments.backwards; }));
  d.key(ImGuiMod_Shift | ImGuiKey_J);
  IM_CHECK(!d.state().of<TimelineState>().shown);
}

void the_entries_of_the_start_page_open(Desk& d) {
  d.wait_for_field();
  const auto through = [&](const char* door) {
    d.key(ImGuiMod_Shift | ImGuiKey_F1);
    IM_CHECK(d.until([&] { return d.state().of<Welcome>().page; }));
    d.frames(3);
    d.hand().ItemClick((std::string("//Start/") + door).c_str());
    IM_CHECK(d.until([&] { return !d.state().of<Welcome>().page; }));
  };
  through("##explore");
  IM_CHECK(d.state().workspace == Workspace::explore);
  through("##tour");
  IM_CHECK(d.state().of<Welcome>().hint.has_value());
  through("##show");
  IM_CHECK(d.until([&] { return d.state().presenting.on; }));
  d.key(ImGuiKey_F5);
  through("##debug");
  IM_CHECK(d.until([&] { return d.state().workspace == Workspace::boundary_lab; }));
}

void view_settings_are_remembered_for_all_scenes(Desk& d) {
  d.wait_for_field();
  d.choose("View/##language", "Deutsch");
  IM_CHECK(d.state().language == Language::german);
  IM_CHECK(read_settings(user_folders()).language == facts_of(Language::german).name);
  d.choose("View/##language", "English");
  const ColorVision before = d.state().view.vision;
  const auto other = std::find_if(color_visions.begin(), color_visions.end(),
                                  [&](const ColorVisionFacts& f) { return f.vision != before; });
  d.choose("View/##eyes", std::string(other->label));
  IM_CHECK(d.state().view.vision == other->vision);
  d.type("View/##text_size", "125");
  IM_CHECK(near(d.state().interface_scale, 1.25));
  const bool marks = d.state().view.theory;
  d.click("View/##theory");
  IM_CHECK(d.state().view.theory != marks);
}

}  // namespace

std::vector<UiTest> stage_tests() {
  return {{"a_scene_goes_through_the_clipboard", a_scene_goes_through_the_clipboard},
          {"a_page_is_written", a_page_is_written},
          {"a_film_is_started_and_ended", a_film_is_started_and_ended},
          {"the_presenter_points", the_presenter_points},
          {"a_presentation_asks_nothing_and_shows_notes", a_presentation_asks_nothing_and_shows_notes},
          {"the_run_plays_backwards", the_run_plays_backwards},
          {"the_entries_of_the_start_page_open", the_entries_of_the_start_page_open, {}, {1280, 720}},
          {"view_settings_are_remembered_for_all_scenes", view_settings_are_remembered_for_all_scenes}};
}

}  // namespace ez
