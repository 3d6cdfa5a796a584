// Tests checks in the window: they are read when they may be, and again after anything that changes the field. Also
// tests a lesson, which asks before it shows the checks.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <fstream>

#include "app/features/lesson/commands.h"
#include "app/features/lesson/progress.h"
#include "ui_desk.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;

// Returns the test scene without its glass disc: a line current in the open.
LoadedScene checked(const std::filesystem::path&) {
  Scene s = desk_scene();
  s.shapes.clear();
  s.sources[0].name = "lamp";
  s.checks.push_back({"open field",
                      "amplitude(\"p1\", f)",
                      "line_source_field(1, f, hypot(x(\"p1\") - x(\"lamp\"), y(\"p1\") - y(\"lamp\")))",
                      0.02,
                      {},
                      "",
                      "settled",
                      ""});
  return {s, "", "desk"};
}

Verdict verdict(const Desk& d) { return d.state().checks.empty() ? Verdict::not_yet : d.state().checks[0].verdict; }
bool is_read(const Desk& d) { return verdict(d) != Verdict::not_yet; }

void a_check_is_read_once_settled_and_again_after_an_edit(Desk& d) {
  d.frames(5);
  IM_CHECK(!is_read(d));
  IM_CHECK(d.hand().ItemExists("//Panel/Measure/##check0"));
  IM_CHECK(d.until([&] { return is_read(d); }));
  IM_CHECK(verdict(d) == Verdict::holds);
  const std::uint64_t before = d.state().step;
  d.type("Sources/##amplitude", "1.1");
  d.frames(3);
  IM_CHECK(!is_read(d));
  IM_CHECK(d.until([&] { return is_read(d); }));
  IM_CHECK(verdict(d) == Verdict::fails);
  IM_CHECK(near(d.state().checks[0].difference, 0.1, 0.2));
  IM_CHECK(d.field_ran_on(before));
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(d.until([&] { return verdict(d) == Verdict::holds; }));
  // A change that the field does not depend on leaves the reading unchanged.
  d.session().send(command::EditScene{[&] {
                                        Scene s = d.scene();
                                        s.title = "renamed";
                                        return s;
                                      }(),
                                      "rename", true});
  d.frames(3);
  IM_CHECK(verdict(d) == Verdict::holds);
  d.key(ImGuiKey_R);
  d.frames(2);
  IM_CHECK(!is_read(d));
}

void a_check_follows_its_probe(Desk& d) {
  d.wait_for_field();
  d.type("Probes/##name", "behind");
  IM_CHECK_STR_EQ(d.scene().checks[0].measured.c_str(), "amplitude(\"behind\", f)");
  IM_CHECK(!d.any_error());
  IM_CHECK(d.until([&] { return verdict(d) == Verdict::holds; }));
  d.click("Probes/##delete");
  d.frames(2);
  IM_CHECK(d.scene().checks.empty() && d.state().checks.empty());
  IM_CHECK(!d.any_error());
  d.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK_EQ(d.scene().checks.size(), std::size_t{1});
  IM_CHECK(d.until([&] { return verdict(d) == Verdict::holds; }));
}

constexpr const char* desk_lesson = R"(ezscope_lesson = 1
title = "At the desk"
[[card]]
title = "Choose"
text = "A lamp in the open."
scene = "desk.toml"
wait = true
hint = "Both."
reveal = "So it is."
[card.question]
kind = "choice"
text = "Where does the wave go?"
answers = ["to the left", "to all sides"]
right = 2
[[card]]
title = "Draw"
text = "A level line, to the right of this card."
[card.question]
kind = "draw"
text = "Draw it."
curve = [[0.09, 0.06], [0.14, 0.06]]
within = 0.004
[[card]]
title = "Reckon"
text = "A number."
[card.question]
kind = "number"
text = "How long is the wave?"
right = 20
unit = "mm"
within = 0.1
[[card]]
title = "Do"
text = "Something to bring about."
[card.goal]
text = "Make the lamp twice as strong."
check = "twice"
[[card.check]]
name = "twice"
measured = 'amplitude("p1", f)/line_source_field(1, f, hypot(x("p1") - x("lamp"), y("p1") - y("lamp")))'
theory = '2'
within = 0.05
)";

void a_lesson_is_played_through(Desk& d) {
  std::ofstream(d.file("desk.toml")) << write_scene(d.scene());
  std::ofstream(d.file("lesson.toml")) << desk_lesson;
  const Learning& l = d.state().of<Learning>();
  const auto press = [&](const char* id) {
    d.hand().ItemClick((std::string("//Lesson/") + id).c_str());
    d.frames(3);
  };
  d.session().send(command::Learn{command::Learn::What::open, d.file("lesson.toml")});
  d.frames(4);
  IM_CHECK(l.lesson.has_value() && !d.state().running);
  IM_CHECK(!d.hand().ItemExists("//Picture/##badge0"));  // no check is shown before the answer
  press("##a1");
  press("##hint");
  IM_CHECK(l.is_guessing() && l.given[0].hinted);
  press("##a2");
  IM_CHECK(l.given[0].solved && d.state().running);
  d.key(ImGuiKey_PageDown);
  IM_CHECK_EQ(l.card, std::size_t{1});
  const Scene before = d.scene();
  press("##pencil");
  d.drag({90, 61}, {140, 59});
  IM_CHECK(d.scene() == before);  // the mouse drew a line and moved nothing
  press("##submit");
  IM_CHECK(l.given[1].solved);
  press("##next");
  d.hand().ItemInputValue("//Lesson/##number", "20.5");
  d.frames(3);
  IM_CHECK(l.given[2].solved);
  press("##next");
  IM_CHECK(d.until([&] { return !d.state().checks.empty() && is_read(d); }));
  IM_CHECK(l.is_asking());
  press("##panel");  // was closed so far
  d.type("Sources/##amplitude", "2");
  IM_CHECK(d.until([&] { return l.given[3].solved; }));
  // In a presentation the keys move between cards and reveal the answer.
  d.key(ImGuiKey_F5);
  d.key(ImGuiKey_LeftArrow);
  IM_CHECK_EQ(l.card, std::size_t{2});
  d.key(ImGuiKey_PageDown, 2);
  IM_CHECK(l.shown() == nullptr);
  d.key(ImGuiKey_Escape);
  d.hand().ItemInputValue("//Lesson/##student", "Ada");
  press("##hand_in");
  IM_CHECK(d.noted(Note::Kind::news, "Saved"));
  press("##close");
  IM_CHECK(!l.lesson);
  d.session().send(command::Learn{command::Learn::What::open, d.file("lesson.toml")});
  d.frames(3);
  d.answer_other(0);  // the changed source need not be saved
  d.frames(3);
  IM_CHECK(l.student == "Ada" && l.given[3].solved);  // remembered
  IM_CHECK(!d.any_error());
}

// The window is sized so that the scene's text and its probes occupy both corners at the right.
void the_checks_cover_no_probe(Desk& d) {
  IM_CHECK(d.until([&] { return d.state().checks.size() == d.scene().checks.size(); }));
  d.frames(3);
  for (std::size_t k = 0; k < d.scene().checks.size(); ++k) {
    const ImRect row = d.hand().ItemInfo(fmt::format("//Picture/##badge{}", k).c_str()).RectFull;
    IM_CHECK_GT(row.GetWidth(), 0.0f);
    for (const Probe& probe : d.scene().probes) IM_CHECK(!row.Contains(d.at(to_nodes(d.scene(), probe.at))));
  }
}
LoadedScene one_slit(const std::filesystem::path&) { return {*load_scene("single-slit").scene, "", "single-slit"}; }

}  // namespace

std::vector<UiTest> check_tests() {
  return {{"a_check_is_read_once_settled_and_again_after_an_edit", a_check_is_read_once_settled_and_again_after_an_edit,
           checked},
          {"a_check_follows_its_probe", a_check_follows_its_probe, checked},
          {"a_lesson_is_played_through", a_lesson_is_played_through, checked},
          {"the_checks_cover_no_probe", the_checks_cover_no_probe, one_slit, {1280, 720}}};
}

}  // namespace ez
