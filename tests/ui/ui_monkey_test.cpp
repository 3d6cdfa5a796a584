// Presses random things in the window, in a presentation and in a lesson: items of the tool bar, the panel and any open
// window, drags across the picture, keys, and typed text. The field stays finite, the program alive, and Dear ImGui
// reports no error. The seed is printed, so that a failure can be repeated, apart from the timing of the frames.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>

#include "app/features/lesson/commands.h"
#include "app/features/presenter/commands.h"
#include "ui_desk.h"

namespace ez {
namespace {

class Monkey {
 public:
  Monkey(Desk& d, std::uint64_t seed) : d_(d), random_(seed) {}

  void act() {
    switch (below(10)) {
      case 0:
      case 1:
      case 2:
        click_anywhere();
        break;
      case 3:
        drag_anywhere();
        break;
      case 4:
      case 5:
        drag_on_picture();
        break;
      case 6:
      case 7:
        press_key();
        break;
      case 8:
        type();
        break;
      default:
        move(somewhere());
        d_.hand().MouseWheelY(static_cast<float>(below(7)) - 3);
    }
    d_.frames(below(3));
  }

 private:
  void move(ImVec2 to) {
    d_.hand().MouseTeleportToPos(to, ImGuiTestOpFlags_NoYield);
    d_.frames(1);
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  ImVec2 somewhere() {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    return {static_cast<float>(below(static_cast<int>(size.x))), static_cast<float>(below(static_cast<int>(size.y)))};
  }
  // Chooses a place in the panel half of the time, because it has many items.
  ImVec2 target() {
    const ImGuiWindow* panel = ImGui::FindWindowByName("Panel");
    ImVec2 p = somewhere();
    if (below(2) == 0 && panel != nullptr)
      p.x = panel->Pos.x + static_cast<float>(below(static_cast<int>(panel->Size.x)));
    return p;
  }
  void click_anywhere() {
    move(target());
    if (below(6) == 0)
      d_.hand().MouseDoubleClick();
    else
      d_.hand().MouseClick(below(8) == 0 ? 1 : 0);
  }
  void drag_anywhere() { drag(target(), target()); }
  void drag_on_picture() {
    const auto node = [&] {
      const Grid& g = d_.scene().grid;
      return d_.at({static_cast<double>(below(g.nx)), static_cast<double>(below(g.ny))});
    };
    drag(node(), node());
  }
  void drag(ImVec2 from, ImVec2 to) {
    const int button = below(6) == 0 ? 2 : 0;
    move(from);
    d_.hand().MouseDown(button);
    for (int k = 1; k <= 4; ++k) {
      const float t = static_cast<float>(k) / 4;
      move({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
      if (below(20) == 0) d_.hand().KeyPress(ImGuiKey_Escape);
    }
    d_.hand().MouseUp(button);
  }
  void press_key() {
    constexpr ImGuiKeyChord keys[] = {ImGuiKey_Space,
                                      ImGuiKey_RightArrow,
                                      ImGuiMod_Shift | ImGuiKey_RightArrow,
                                      ImGuiKey_R,
                                      ImGuiKey_Tab,
                                      ImGuiKey_F1,
                                      ImGuiKey_F5,
                                      ImGuiKey_F6,
                                      ImGuiKey_J,
                                      ImGuiMod_Shift | ImGuiKey_J,
                                      ImGuiKey_Q,
                                      ImGuiKey_S,
                                      ImGuiKey_F,
                                      ImGuiKey_Period,
                                      ImGuiKey_PageDown,
                                      ImGuiKey_PageUp,
                                      ImGuiKey_H,
                                      ImGuiKey_1,
                                      ImGuiKey_2,
                                      ImGuiKey_3,
                                      ImGuiKey_4,
                                      ImGuiKey_5,
                                      ImGuiKey_6,
                                      ImGuiKey_7,
                                      ImGuiKey_LeftBracket,
                                      ImGuiKey_RightBracket,
                                      ImGuiKey_Delete,
                                      ImGuiKey_Escape,
                                      ImGuiKey_Enter,
                                      ImGuiKey_DownArrow,
                                      ImGuiKey_UpArrow,
                                      ImGuiKey_LeftArrow,
                                      ImGuiKey_V,
                                      ImGuiKey_B,
                                      ImGuiKey_E,
                                      ImGuiKey_T,
                                      ImGuiKey_C,
                                      ImGuiKey_W,
                                      ImGuiKey_P,
                                      ImGuiKey_Equal,
                                      ImGuiKey_Minus,
                                      ImGuiKey_F11,
                                      ImGuiMod_Ctrl | ImGuiKey_Z,
                                      ImGuiMod_Ctrl | ImGuiKey_Y,
                                      ImGuiMod_Ctrl | ImGuiKey_D,
                                      ImGuiMod_Ctrl | ImGuiKey_S,
                                      ImGuiMod_Ctrl | ImGuiKey_O,
                                      ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S};
    d_.hand().KeyPress(keys[below(static_cast<int>(std::size(keys)))]);
  }
  void type() {
    constexpr const char* words[] = {"12",  "-3",    "0",     "1e9",  "nan",   "7 GHz",
                                     "0.5", "1e300", "glass", "µ–λ°", "x/y z", ""};
    d_.hand().KeyChars(words[below(static_cast<int>(std::size(words)))]);
    if (below(2) == 0) d_.hand().KeyPress(ImGuiKey_Enter);
  }

  Desk& d_;
  std::mt19937_64 random_;
};

// Opens a card of questions in a lesson, or the presentation before and during a lesson.
void enter(Desk& d, int part) {
  using What = command::Learn::What;
  if (part == 1 || part == 3) {
    Presenting show;
    show.on = true;
    d.session().send(command::Present{show});
  }
  if (part == 2) {
    d.session().send(command::Present{});
    d.session().send(command::Answer{false});
    d.session().send(command::Learn{What::open, "waves", 0, {}, true});
  }
  d.frames(2);
}

void play(Desk& d, double seconds, std::uint64_t seed) {
  fmt::print("monkey: seed {}\n", seed);
  std::fflush(stdout);  // printed even if the program crashes
  d.wait_for_field();
  Monkey monkey(d, seed);
  const auto start = std::chrono::steady_clock::now();
  const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  constexpr double ends[] = {0.55, 0.7, 0.85, 1};  // window, presentation, lesson, both
  int actions = 0;
  for (int part = 0; part < 4; ++part) {
    enter(d, part);
    for (; passed() < ends[part] * seconds && !d.hand().IsError(); ++actions) {
      monkey.act();
      // Random drawing may exceed what the physics allows, for example an amplitude of 1e12. The field must then be
      // frozen instead of shown.
      if (actions % 16 == 0) IM_CHECK_SILENT(std::isfinite(d.loudest()) || d.until([&] { return d.state().frozen; }));
      IM_CHECK_SILENT(std::isfinite(d.state().view.limit) && d.state().view.nodes_per_pixel > 0);
    }
  }
  fmt::print("monkey: {} actions, step {}\n", actions, d.state().step);
  // The program still obeys.
  d.hand().KeyPress(ImGuiKey_Escape, 3);
  d.session().send(command::Present{});
  d.session().send(command::Answer{false});
  d.session().send(command::CancelPrompt{});
  d.session().send(command::OpenBuiltin{"two-sources", true});
  d.session().send(command::Run{true});
  d.session().send(command::Reset{});
  IM_CHECK(d.until([&] { return d.state().builtin == "two-sources" && d.state().step > 20; }));
  IM_CHECK(std::isfinite(d.loudest()));
}

}  // namespace

UiTest monkey_test(double seconds, std::uint64_t seed) {
  return {"random_things_are_pressed", [=](Desk& d) { play(d, seconds, seed); }, {}, {900, 560}};
}

}  // namespace ez
