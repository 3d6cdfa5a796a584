// Checks in the window: read when they may be, and again after whatever changes the field.
#include "ui_desk.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;

// The desk without its glass: a line current in the open.
LoadedScene checked(const std::filesystem::path&) {
  Scene s = desk_scene();
  s.shapes.clear();
  s.sources[0].name = "lamp";
  s.checks.push_back({"open field",
                      "amplitude(\"p1\", f)",
                      "line_source_field(1, f, hypot(x(\"p1\") - x(\"lamp\"), y(\"p1\") - y(\"lamp\")))",
                      0.02,
                      {},
                      "settled",
                      ""});
  return {s, "", "desk"};
}

Verdict verdict(const Desk& d) { return d.state().checks.empty() ? Verdict::not_yet : d.state().checks[0].verdict; }
bool is_read(const Desk& d) { return verdict(d) != Verdict::not_yet; }

void a_check_is_read_once_it_has_settled_and_anew_after_an_edit(Desk& d) {
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
  // What the field does not know of leaves the reading as it is.
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

}  // namespace

std::vector<UiTest> check_tests() {
  return {{"a_check_is_read_once_it_has_settled_and_anew_after_an_edit",
           a_check_is_read_once_it_has_settled_and_anew_after_an_edit, checked},
          {"a_check_follows_its_probe", a_check_follows_its_probe, checked}};
}

}  // namespace ez
