// Tests failures: a field that is not finite, an earlier crash, and a window that is tiny, huge or minimised.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_internal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "patience.h"
#include "ui_desk.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

void a_field_that_is_not_finite_freezes_and_reset_recovers(Desk& d) {
  d.wait_for_field();
  d.outside([&d] {
    Solver& solver = d.solver();
    const std::vector<float> bad(std::size_t{160} * 120, NAN);
    solver.engine().write(FieldArray::ez, bad.data());
  });
  IM_CHECK(d.until([&] { return d.state().frozen; }));
  IM_CHECK(!d.state().frozen_why.empty());
  IM_CHECK(d.state().frozen_why.english().starts_with("The field is not finite"));
  IM_CHECK(!d.noted(Note::Kind::error, "unstable"));  // the card shows it instead
  d.frames(1);                                        // the step of the last good state is reported with the next frame
  const std::uint64_t frozen = d.state().step;
  d.frames(10);
  IM_CHECK_EQ(d.state().step, frozen);
  d.key(ImGuiKey_R);
  IM_CHECK(!d.state().frozen);
  d.wait_for_field();
  IM_CHECK(std::isfinite(d.loudest()));
  IM_CHECK(d.loudest() > 0);
}

void one_bad_number_outside_the_picture_is_noticed(Desk& d) {
  d.wait_for_field();
  d.hand().MouseMoveToPos(d.at({30, 30}));
  d.hand().MouseWheelY(12);
  d.frames(3);
  d.outside([&d] {
    std::vector<double> field = d.solver().field(Quantity::ez);
    std::vector<float> bad(field.begin(), field.end());
    bad[100 * 160 + 140] = INFINITY;
    d.solver().engine().write(FieldArray::ez, bad.data());
  });
  IM_CHECK(d.until([&] { return d.state().frozen; }));
  IM_CHECK(!d.state().frozen_why.empty());
}

// ---- an earlier crash

// Leaves an autosave of a process that has ended.
LoadedScene crashed(const fs::path&) {
  Scene lost = desk_scene();
  lost.title = "lost";
  lost.sources[0].amplitude = 7;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  const fs::path state = user_folders().state;
  fs::create_directories(state);
  std::ofstream(state / ("autosave-" + std::to_string(child) + ".toml")) << "# autosaved from /somewhere/lost.toml\n"
                                                                         << write_scene(lost);
  return {desk_scene(), "", "desk"};
}

fs::path own_autosave() { return user_folders().state / ("autosave-" + std::to_string(getpid()) + ".toml"); }
bool left_behind() {
  for (const fs::directory_entry& e : fs::directory_iterator(user_folders().state))
    if (e.path().filename().string().starts_with("autosave-") && e.path() != own_autosave()) return true;
  return false;
}

void the_autosave_of_a_crash_is_restored(Desk& d) {
  IM_CHECK(d.state().question.has_value());
  const std::string text = d.state().question->text.english();
  IM_CHECK(text.find("/somewhere/lost.toml") != std::string::npos);
  IM_CHECK(text.find("“lost”") != std::string::npos);
  const auto day = [](std::time_t time) {
    char words[16] = {};
    std::strftime(words, sizeof words, "%Y-%m-%d", std::localtime(&time));
    return std::string(words);
  };
  const std::time_t now = std::time(nullptr);
  IM_CHECK(text.find(day(now)) != std::string::npos || text.find(day(now - 600)) != std::string::npos);
  // The question blocks all other items.
  const ImVec2 combo = d.hand().ItemInfo("//Toolbar/##scene").RectFull.GetCenter();
  d.hand().MouseMoveToPos(combo);
  d.hand().MouseClick();
  d.frames(3);
  IM_CHECK_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 1);
  IM_CHECK(d.state().question.has_value());
  d.answer(true);
  IM_CHECK_STR_EQ(d.scene().title.c_str(), "lost");
  IM_CHECK_EQ(d.scene().sources[0].amplitude, 7.0);
  IM_CHECK(d.state().unsaved);
  IM_CHECK(d.solver().scene() == d.scene());
  // The autosave belongs to this process until the scene is in a file again.
  IM_CHECK(!left_behind());
  IM_CHECK(fs::exists(own_autosave()));
}

void the_autosave_of_a_crash_is_discarded(Desk& d) {
  d.answer_other(0);
  IM_CHECK_STR_EQ(d.scene().title.c_str(), "desk");
  IM_CHECK(!d.state().unsaved);
  IM_CHECK(!left_behind());
}

void the_autosave_of_a_crash_survives_escape(Desk& d) {
  IM_CHECK(d.state().question.has_value());
  d.hand().KeyPress(ImGuiKey_Escape);
  IM_CHECK(d.until([&] { return !d.state().question; }));
  IM_CHECK_STR_EQ(d.scene().title.c_str(), "desk");
  IM_CHECK(left_behind());  // the next start asks again
}

void an_edit_is_on_disk_within_three_seconds(Desk& d) {
  d.wait_for_field();
  for (const double amplitude : {2.5, 3.5}) {  // the second edit follows as soon as the first one is on disk
    d.type("Sources/##amplitude", std::to_string(amplitude));
    const auto edited = std::chrono::steady_clock::now();
    const auto there = [&] {
      const SceneResult kept = load_scene(own_autosave().string());
      return kept.scene && kept.scene->sources[0].amplitude == amplitude;
    };
    IM_CHECK(d.until(there));
    IM_CHECK(std::chrono::steady_clock::now() - edited < std::chrono::seconds(3));
  }
}

// ---- the window

void the_window_is_resized(Desk& d) {
  d.wait_for_field();
  const std::uint64_t step = d.state().step;
  const std::pair<int, int> sizes[] = {{1600, 1000}, {320, 240}, {64, 48}, {1, 1}, {1900, 60}, {60, 1000}, {1200, 700}};
  for (const auto& [width, height] : sizes) {
    d.outside([w = width, h = height] { glfwSetWindowSize(glfwGetCurrentContext(), w, h); });
    d.frames(8);
  }
  IM_CHECK(d.until([&] { return ImGui::GetIO().DisplaySize.x == 1200 && ImGui::GetIO().DisplaySize.y == 700; }));
  IM_CHECK(d.field_ran_on(step));
  d.drag(source_node(d.scene()), {80, 40});
  IM_CHECK(std::abs(source_node(d.scene()).x - 80) < 1.5);
  IM_CHECK(!d.any_error());
}

// Needs a window manager. Without one a window cannot be iconified.
void a_minimised_window_keeps_the_field_running(Desk& d) {
  d.wait_for_field();
  bool gone = false, back = false;
  std::uint64_t before = 0, after = 0;
  d.outside([&] {
    GLFWwindow* window = glfwGetCurrentContext();
    glfwIconifyWindow(window);
    gone =
        comes([&] { return glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_TRUE; }, [&] { d.session().frame(); });
    before = d.session().solver().step();
    for (int k = 0; k < 20; ++k) d.session().frame();
    after = d.session().solver().step();
    glfwRestoreWindow(window);
    const auto restored = [&] {
      glfwPollEvents();
      return glfwGetWindowAttrib(window, GLFW_ICONIFIED) == GLFW_FALSE;
    };
    back = comes(restored, [&] { d.session().frame(); });
  });
  IM_CHECK(gone);
  IM_CHECK(after > before);
  IM_CHECK(back);
  IM_CHECK(d.field_ran_on(after));
  IM_CHECK(!d.any_error());
}

}  // namespace

std::vector<UiTest> fault_tests() {
  std::vector<UiTest> tests = {
      {"a_field_that_is_not_finite_freezes_and_reset_recovers", a_field_that_is_not_finite_freezes_and_reset_recovers},
      {"one_bad_number_outside_the_picture_is_noticed", one_bad_number_outside_the_picture_is_noticed},
      {"the_autosave_of_a_crash_is_restored", the_autosave_of_a_crash_is_restored, crashed},
      {"the_autosave_of_a_crash_survives_escape", the_autosave_of_a_crash_survives_escape, crashed},
      {"the_autosave_of_a_crash_is_discarded", the_autosave_of_a_crash_is_discarded, crashed},
      {"an_edit_is_on_disk_within_three_seconds", an_edit_is_on_disk_within_three_seconds},
      {"the_window_is_resized", the_window_is_resized}};
  if (std::getenv("EZSCOPE_WINDOW_MANAGER") != nullptr)
    tests.push_back({"a_minimised_window_keeps_the_field_running", a_minimised_window_keeps_the_field_running});
  return tests;
}

}  // namespace ez
