// The whole program under a hand of Dear ImGui's test engine: a Session in a real window, its own frame loop, and
// mouse, keys and panel items driven as a user drives them. A test is a function of a Desk; every test has a program of
// its own. What a test says is checked against the state, the scene and the solver's numbers, never against pixels.
// Every frame finds the steps of the frame before done, however busy the machine is: what is sent in one is in the runs
// after it. (That the window answers while a batch is under way: session_test.)
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
  Solver& solver();       // when its steps are done
  double loudest();       // max |Ez|
  void wait_for_field();  // until the wave is well under way
  // The field was not thrown away since the test began, and goes on from `before`, a step count.
  bool field_ran_on(std::uint64_t before);
  int resets() const { return resets_; }
  void wait();   // before every frame: until the steps of the last one are done
  void watch();  // after it

  // ---- time
  void frames(int n) { hand_->Yield(n); }
  bool until(const std::function<bool()>& reached);  // false when it has not come after minutes
  // Runs `errand` between two frames, on the thread that owns the window.
  void outside(std::function<void()> errand);
  void do_errand();
  // From here on the program may end: that is what the test is after.
  void expect_end() { ending_expected_ = true; }
  bool ending_expected() const { return ending_expected_; }

  // ---- the panel. Items by their path in it: "Boundaries/##left". The section is opened when it is not.
  void reveal(const std::string& item);
  void click(const std::string& item);
  void type(const std::string& item, const std::string& text);      // and Enter
  void choose(const std::string& combo, const std::string& entry);  // entry: its path in the list that opens
  bool disabled(const std::string& item);

  // ---- the picture
  ImVec2 at(Vec2 node) const;
  Vec2 node_under(ImVec2 pixel) const;
  void drag(Vec2 from_node, Vec2 to_node, int button = 0);
  void click_picture(Vec2 node);
  void key(ImGuiKeyChord chord, int count = 1);  // while the picture has the focus
  void tool(const char* id);                     // "##brush"

  // ---- what the program says
  bool noted(Note::Kind kind, const std::string& part) const;  // since the test began: news fade
  bool any_error() const;
  // The path that the window's own file dialog asks for.
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
  std::set<std::pair<Note::Kind, std::string>> notes_;  // all that there were
};

struct UiTest {
  std::string name;
  std::function<void(Desk&)> body;
  // What the program starts with; by default desk_scene(). `folder` is the test's own.
  std::function<LoadedScene(const std::filesystem::path& folder)> start = {};
  PixelSize size = {1200, 700};
  std::function<EngineMakerChoice()> engines = {};  // by default the CPU's
};

// 160 × 120 nodes of 1 mm, CPML around, a CW source of 20 cells per wavelength, a probe, a glass disc.
Scene desk_scene();
Vec2 source_node(const Scene& scene, std::size_t index = 0);  // of a point source
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
std::vector<UiTest> lesson_tests();
std::vector<UiTest> gas_tests();
std::vector<UiTest> stage_tests();
UiTest monkey_test(double seconds, std::uint64_t seed);

// Runs one test with a program of its own; prints what failed. True when all held.
bool run_ui_test(const UiTest& test);

}  // namespace ez
