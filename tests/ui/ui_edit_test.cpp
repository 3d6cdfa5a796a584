// Tests editing: typed numbers, undo across a restart, edits while the run is paused, and a narrow window.
#include <imgui_internal.h>

#include <cmath>

#include "app/features/timeline/state.h"
#include "ui_desk.h"

namespace ez {
namespace {

void an_invalid_number_changes_nothing(Desk& d) {
  const Scene before = d.scene();
  for (const char* wrong : {"nan", "inf", "12 apples", "", "--", "1e999"}) d.type("Sources/##frequency", wrong);
  IM_CHECK(d.scene() == before);
  IM_CHECK(!d.state().history.can_undo());
  const std::pair<const char*, const char*> beyond[] = {{"Scene/##courant", "7"},
                                                        {"Boundaries/##kappa", "-3"},
                                                        {"Scene/##nx", "5"},
                                                        {"Materials/##eps", "-3"},
                                                        {"Sources/##frequency", "0"}};
  d.click("Materials/##material3");
  for (const auto& [item, typed] : beyond) d.type(item, typed);
  IM_CHECK(d.scene() == before);
  IM_CHECK(!d.state().history.can_undo());
  IM_CHECK(!d.any_error());
  d.type("Sources/##frequency", "12");  // in the unit used last
  IM_CHECK(near(std::get<Cw>(d.scene().sources[0].waveform).frequency, 12e9));
  d.type("Materials/##sigma", "3 m");
  d.type("Materials/##sigma", "0");
  d.type("Materials/##sigma", "5");
  IM_CHECK(near(d.scene().materials[0].sigma, 5e-3));
}

void undo_works_across_a_change_of_the_grid(Desk& d) {
  d.wait_for_field();
  const Scene before = d.scene();
  d.type("Sources/##amplitude", "2");
  d.type("Scene/##nx", "200");
  d.type("Sources/##amplitude", "3");
  IM_CHECK_EQ(d.resets(), 1);
  d.wait_for_field();
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.solver().scene().grid.nx, 200);
  IM_CHECK_EQ(d.resets(), 1);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.solver().scene().grid.nx, 160);
  IM_CHECK_EQ(d.resets(), 2);
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(d.scene() == before);
  IM_CHECK(!d.state().unsaved);
}

void edits_take_effect_while_the_run_is_paused(Desk& d) {
  d.wait_for_field();
  d.key(ImGuiKey_Space);
  const std::uint64_t paused = d.solver().step();
  const double loudest = d.loudest();
  IM_CHECK(loudest > 0);
  d.click("Materials/##material3");
  d.tool("##rectangle");
  d.drag({20, 90}, {40, 100});
  IM_CHECK_EQ(d.solver().nodes().at(30, 95), 3);
  d.type("Sources/##amplitude", "4");
  IM_CHECK_EQ(d.solver().scene().sources[0].amplitude, 4.0);
  IM_CHECK_EQ(d.solver().step(), paused);
  IM_CHECK_EQ(d.loudest(), loudest);
  d.key(ImGuiKey_RightArrow);
  IM_CHECK_EQ(d.solver().step(), paused + 1);
}

void the_field_decays_after_its_source_is_switched_off(Desk& d) {
  d.wait_for_field();
  const double lit = d.loudest();
  d.click("Sources/##on");
  const std::uint64_t off = d.state().step;
  IM_CHECK(d.until([&] { return d.state().step > off + 1500; }));
  IM_CHECK(d.loudest() < 0.05 * lit);  // it left through the absorbing layers
  d.click("Sources/##on");
  const std::uint64_t on = d.state().step;
  IM_CHECK(d.until([&] { return d.state().step > on + 200; }));
  IM_CHECK(d.loudest() > 0.2 * lit);
  IM_CHECK_EQ(d.resets(), 0);
}

void texts_are_typed_and_undone(Desk& d) {
  d.reveal("Scene/##title");
  d.hand().ItemClick("//Panel/Scene/##text");
  d.hand().KeyChars("Look at the disc");
  d.hand().KeyPress(ImGuiKey_Escape);  // Escape cancels the typing
  d.frames(3);
  IM_CHECK_STR_EQ(d.scene().text.c_str(), "");
  d.type("Scene/##title", "new title");
  IM_CHECK_STR_EQ(d.scene().title.c_str(), "new title");
  IM_CHECK_STR_EQ(d.state().history.undo_label().english().c_str(), "title");
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_STR_EQ(d.scene().title.c_str(), "desk");
}

void the_whole_grid_is_shown_again(Desk& d) {
  IM_CHECK(d.disabled("View/##fit"));
  d.hand().MouseMoveToPos(d.at({80, 60}));
  d.hand().MouseWheelY(4);
  d.frames(2);
  IM_CHECK(!d.state().view.fit);
  d.click("View/##fit");
  IM_CHECK(d.state().view.fit);
}

void a_narrow_window_has_a_menu(Desk& d) {
  IM_CHECK(!d.hand().ItemExists("//Toolbar/##undo"));
  d.drag(source_node(d.scene()), {80, 50});
  const Scene moved = d.scene();
  for (const auto& [entry, unsaved] : {std::pair{"Undo", false}, {"Redo", true}}) {
    d.tool("##more");
    d.hand().ItemClick((std::string("//$FOCUSED/") + entry).c_str());
    d.frames(3);
    IM_CHECK_EQ(d.state().unsaved, unsaved);
  }
  IM_CHECK(d.scene() == moved);
}

// Drags along the timeline's track, between two places given as shares of its width.
void scrub(Desk& d, float from, float to) {
  const ImRect track = d.hand().ItemInfo("//Timeline/##scrub").RectFull;
  const auto at = [&](float share) { return ImVec2(track.Min.x + share * track.GetWidth(), track.GetCenter().y); };
  d.hand().MouseMoveToPos(at(from));
  d.hand().MouseDown();
  for (int k = 1; k <= 4; ++k) d.hand().MouseMoveToPos(at(from + (to - from) * static_cast<float>(k) / 4));
  d.hand().MouseUp();
  d.frames(2);
  IM_CHECK(d.until([&] { return !d.state().moments.target && !d.state().moments.wanted; }));
}

void the_run_goes_back_along_its_timeline(Desk& d) {
  const auto stands_at = [&] { return d.solver().step(); };
  const TimelineState& t = d.state().of<TimelineState>();
  const Moments& m = d.state().moments;
  d.wait_for_field();
  d.key(ImGuiMod_Shift | ImGuiKey_J);
  IM_CHECK(t.shown);
  const Scene before = d.scene();
  d.drag(source_node(before), {100, 40});
  const Scene after = d.scene();
  IM_CHECK_EQ(t.marks.size(), std::size_t{1});
  IM_CHECK_STR_EQ(t.marks[0].what.english().c_str(), "move source");
  const std::uint64_t mark = t.marks[0].step;
  IM_CHECK(d.until([&] { return d.state().step > 2 * mark; }));
  d.key(ImGuiKey_Space);
  const std::uint64_t last = stands_at();
  const double loud = d.loudest();
  d.key(ImGuiKey_LeftArrow);
  IM_CHECK(d.until([&] { return !m.target && stands_at() == last - 1; }));
  d.key(ImGuiMod_Shift | ImGuiKey_LeftArrow);
  IM_CHECK(d.until([&] { return !m.target && stands_at() == last - 11; }));
  IM_CHECK(d.scene() == after);
  scrub(d, 0.9f, 0.2f);
  const double share = static_cast<double>(stands_at()) / static_cast<double>(last);
  IM_CHECK(share > 0.17 && share < 0.23);
  IM_CHECK(d.scene() == before);
  IM_CHECK_EQ(m.end, last);
  scrub(d, 0.2f, 1);
  IM_CHECK_EQ(stands_at(), last);
  IM_CHECK(d.scene() == after);
  IM_CHECK_EQ(d.loudest(), loud);  // the same bits
  IM_CHECK(!t.shots.empty());
  const std::uint64_t first = t.shots.front().step;
  d.hand().ItemClick("//Timeline/##compare");
  IM_CHECK(d.until(
      [&] { return d.scene().variants.size() == 2 && !d.state().running && d.session().solver(1).step() == last; }));
  IM_CHECK_STR_EQ(d.scene().variants[1].name.c_str(), "then");
  IM_CHECK(d.state().workspace == Workspace::boundary_lab);
  IM_CHECK_EQ(d.session().solver(0).step(), last);
  IM_CHECK_EQ(d.session().solver(1).step(), last);
  const auto place = [&](int pane) { return d.session().solver(pane).scene().sources[0].geometry; };
  IM_CHECK(place(0) == after.sources[0].geometry && place(1) == before.sources[0].geometry);
  // The pictures from before the comparison are still shown. The same button ends the comparison, and the run
  // continues.
  if (first < mark) IM_CHECK_EQ(t.shots.front().step, first);
  d.hand().ItemClick("//Timeline/##compare");
  IM_CHECK(d.until([&] { return d.scene() == after; }));
  IM_CHECK(d.state().workspace == Workspace::explore);
  IM_CHECK_EQ(stands_at(), last);
  IM_CHECK_EQ(d.loudest(), loud);
  d.key(ImGuiKey_Space);
  IM_CHECK(d.until([&] { return stands_at() > last; }));
}

}  // namespace

std::vector<UiTest> edit_tests() {
  return {{"an_invalid_number_changes_nothing", an_invalid_number_changes_nothing},
          {"undo_works_across_a_change_of_the_grid", undo_works_across_a_change_of_the_grid},
          {"edits_take_effect_while_the_run_is_paused", edits_take_effect_while_the_run_is_paused},
          {"the_field_decays_after_its_source_is_switched_off", the_field_decays_after_its_source_is_switched_off},
          {"texts_are_typed_and_undone", texts_are_typed_and_undone},
          {"the_whole_grid_is_shown_again", the_whole_grid_is_shown_again},
          {"the_run_goes_back_along_its_timeline", the_run_goes_back_along_its_timeline},
          {"a_narrow_window_has_a_menu", a_narrow_window_has_a_menu, {}, {1000, 640}}};
}

}  // namespace ez
