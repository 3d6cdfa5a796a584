// Drives the whole program with Dear ImGui's test engine: a Session in a real window, its own frame loop, and mouse,
// keys and panel items used as a user does. A test is a function of a Desk, and every test runs its own program. Tests
// check the state, the scene and the solver's numbers, never pixels.
// Before every frame the steps of the previous frame are done, however busy the machine is. So a command sent in one
// frame has reached the runs after it. (session_test tests that the window responds during a batch.)
#pragma once

#include <imgui.h>
#include <imgui_te_context.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "app/session/session.h"
#include "solver/engine/backend.h"

namespace ez {

class Desk {
 public:
  Desk(Session& session, std::filesystem::path folder) : session_(session), folder_(std::move(folder)) {}
  void taken_by(ImGuiTestContext* hand) { hand_ = hand; }

  ImGuiTestContext& hand() { return *hand_; }
  Session& session() { return session_; }
  const State& state() const { return session_.state(); }
  const Scene& scene() const { return session_.state().scene; }
  const std::filesystem::path& folder() const { return folder_; }  // empty at first, removed afterwards
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  // ---- the field
  Solver& solver();       // waits until its steps are done
  double loudest();       // max |Ez|
  void wait_for_field();  // until the wave is well developed
  // Returns true if the field was never restarted during the test and has passed the step `before`.
  bool field_ran_on(std::uint64_t before);
  int resets() const { return resets_; }
  void wait();   // before every frame, until the last frame's steps are done
  void watch();  // after every frame

  // ---- time
  void frames(int n) { hand_->Yield(n); }
  bool until(const std::function<bool()>& reached);  // returns false after some minutes
  // Runs `errand` between two frames, on the thread that owns the window.
  void outside(std::function<void()> errand);
  void do_errand();
  // Allows the program to end, because the test is about its end.
  void expect_end() { ending_expected_ = true; }
  bool ending_expected() const { return ending_expected_; }

  // ---- the panel. An item is named by its path, such as "Boundaries/##left". Its section is opened if necessary.
  void reveal(const std::string& item);
  void click(const std::string& item);
  void type(const std::string& item, const std::string& text);      // ends with Enter
  void choose(const std::string& combo, const std::string& entry);  // entry: its path in the list that opens
  bool disabled(const std::string& item);

  // ---- the picture
  ImVec2 at(Vec2 node) const;
  Vec2 node_under(ImVec2 pixel) const;
  void drag(Vec2 from_node, Vec2 to_node, int button = 0);
  void click_picture(Vec2 node);
  void key(ImGuiKeyChord chord, int count = 1);  // while the picture has the focus
  void tool(const char* id);                     // "##brush"

  // ---- notes and questions
  bool noted(Note::Kind kind, const std::string& part) const;  // since the test began, as notes fade
  bool any_error() const;
  // Types the path into the window's own file dialog.
  void answer_path(const std::string& path);
  void answer(bool yes);
  void answer_other(int choice);

 private:
  Session& session_;
  std::filesystem::path folder_;
  ImGuiTestContext* hand_ = nullptr;
  std::function<void()> errand_;
  bool ending_expected_ = false;
  std::uint64_t last_step_ = 0;
  int resets_ = 0;
  std::set<std::pair<Note::Kind, std::string>> notes_;  // all notes since the test began
};

struct UiTest {
  std::string name;
  std::function<void(Desk&)> body;
  // Scene at the start; desk_scene() by default. `folder` belongs to the test alone.
  std::function<LoadedScene(const std::filesystem::path& folder)> start = {};
  PixelSize size = {1200, 700};
  std::function<EngineMakerChoice()> engines = {};  // the CPU engine by default
};

// Returns 160 × 120 nodes of 1 mm with CPML on all sides, a CW source of 20 cells per wavelength, a probe, and a glass
// disc.
Scene desk_scene();
Vec2 source_node(const Scene& scene, std::size_t index = 0);  // the source must be a point source
bool near(double a, double b, double relative = 1e-6);

std::vector<UiTest> panel_tests();
std::vector<UiTest> panel_scene_tests();
std::vector<UiTest> material_tests();
std::vector<UiTest> picture_tests();
std::vector<UiTest> key_tests();
std::vector<UiTest> edit_tests();
std::vector<UiTest> file_tests();
std::vector<UiTest> fault_tests();
std::vector<UiTest> lab_tests();
std::vector<UiTest> lab_panel_tests();
std::vector<UiTest> kernel_tests();
std::vector<UiTest> check_tests();
std::vector<UiTest> design_tests();
std::vector<UiTest> lesson_tests();
std::vector<UiTest> gas_tests();
std::vector<UiTest> stage_tests();
UiTest monkey_test(double seconds, std::uint64_t seed);

// Runs one test with its own program and prints failures. Returns true if all checks held.
bool run_ui_test(const UiTest& test);

}  // namespace ez
