#include "ui_desk.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_te_engine.h>
#include <imgui_te_utils.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <map>

#include "patience.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace fs = std::filesystem;

bool near(double a, double b, double relative) {
  return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

Scene desk_scene() {
  Scene scene;
  scene.title = "desk";
  scene.grid.nx = 160;
  scene.grid.ny = 120;
  scene.grid.dx = scene.grid.dy = 0.001;
  scene.materials.push_back({"glass", 2.25, 1, 0, 0, {}});
  scene.shapes.push_back({Circle{{0.12, 0.09}, 0.01}, "glass"});
  Source source;
  source.geometry = PointSource{{0.05, 0.06}};
  source.waveform = Cw{15e9, 1, 0};
  scene.sources.push_back(source);
  scene.probes.push_back({"p1", {0.1, 0.04}});
  return scene;
}

Vec2 source_node(const Scene& scene, std::size_t index) {
  return to_nodes(scene, std::get<PointSource>(scene.sources[index].geometry).at);
}

// ---- the field

Solver& Desk::solver() {
  session_.solver().wait();
  return session_.solver();
}

double Desk::loudest() {
  double most = 0;
  for (const double v : solver().field(Quantity::ez)) most = std::isfinite(v) ? std::max(most, std::abs(v)) : INFINITY;
  return most;
}

void Desk::wait_for_field() {
  IM_CHECK(until([&] { return state().step > 120 && state().picture.max_abs > 0; }));
}

bool Desk::field_ran_on(std::uint64_t before) {
  return resets_ == 0 && until([&] { return state().step > before; }) && resets_ == 0 && solver().step() > before &&
         loudest() > 0;
}

void Desk::watch() {
  if (state().step < last_step_) ++resets_;
  last_step_ = state().step;
  for (const Note& n : state().notes) notes_.insert({n.kind, n.text.english()});
}

void Desk::wait() {
  for (int k = 0; k < static_cast<int>(state().panes.size()); ++k) session_.solver(k).wait();
}

// ---- time

bool Desk::until(const std::function<bool()>& reached) {
  return comes([&] { return hand_->IsError() || reached(); }, [&] { hand_->Yield(); }) && !hand_->IsError();
}

void Desk::outside(std::function<void()> errand) {
  errand_ = std::move(errand);
  while (errand_ && !hand_->IsError()) hand_->Yield();
}

void Desk::do_errand() {
  if (!errand_) return;
  errand_();
  errand_ = nullptr;
}

// ---- the panel

void Desk::reveal(const std::string& item) {
  // Items that exist while the section is open, at least one of them.
  static const std::map<std::string, std::vector<const char*>> inhabitants = {
      {"Scene", {"##title"}},       {"Design", {"##run", "##add"}}, {"Sources", {"##waveform"}},
      {"Materials", {"##radius"}},  {"Boundaries", {"##all"}},      {"View", {"##fit"}},
      {"Probes", {"##export"}},     {"Monitors", {"##delete"}},     {"Measure", {"##check0"}},
      {"Performance", {"##steps"}}, {"Reflection", {"##side"}},     {"CPML profile", {"##preset"}},
      {"Energy", {"##keep"}},       {"Line cut", {"##remove"}},     {"Gas", {"##gamma"}},
      {"Heat", {"##diffusivity"}},  {"States", {"##radius"}},       {"Faults", {"##hide", "##name", "##next"}}};
  const std::string section = item.substr(0, item.find('/'));
  const std::vector<const char*>& inside = inhabitants.at(section);
  if (std::none_of(inside.begin(), inside.end(), [&](const char* one) {
        return hand_->ItemExists(fmt::format("//Panel/{}/{}", section, one).c_str());
      }))
    hand_->ItemClick(fmt::format("//Panel/{}", section).c_str());
  hand_->Yield(2);
}

void Desk::click(const std::string& item) {
  reveal(item);
  hand_->ItemClick(("//Panel/" + item).c_str());
  hand_->Yield(2);
}

void Desk::type(const std::string& item, const std::string& text) {
  reveal(item);
  hand_->ItemInputValue(("//Panel/" + item).c_str(), text.c_str());
  hand_->Yield(3);
}

void Desk::choose(const std::string& combo, const std::string& entry) {
  reveal(combo);
  hand_->ItemClick(("//Panel/" + combo).c_str());
  hand_->Yield(2);
  hand_->ItemClick(("//$FOCUSED/" + entry).c_str());
  hand_->Yield(3);
}

bool Desk::disabled(const std::string& item) {
  reveal(item);
  return (hand_->ItemInfo(("//Panel/" + item).c_str()).ItemFlags & ImGuiItemFlags_Disabled) != 0;
}

// ---- the picture

namespace {
ScreenRect picture_rect() {
  const ImGuiWindow* w = ImGui::FindWindowByName("Picture");
  if (w == nullptr) return {};
  return {static_cast<int>(w->Pos.x), static_cast<int>(w->Pos.y), static_cast<int>(w->Size.x),
          static_cast<int>(w->Size.y)};
}
}  // namespace

ImVec2 Desk::at(Vec2 node) const {
  const ScreenRect rect = picture_rect();
  const Vec2 p = pixel_at(picture_window(state(), rect), rect, node);
  return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

Vec2 Desk::node_under(ImVec2 pixel) const {
  const ScreenRect rect = picture_rect();
  return node_at(picture_window(state(), rect), rect, static_cast<double>(pixel.x), static_cast<double>(pixel.y));
}

void Desk::drag(Vec2 from_node, Vec2 to_node, int button) {
  const ImVec2 from = at(from_node), to = at(to_node);
  hand_->MouseMoveToPos(from);
  hand_->MouseDown(button);
  constexpr int pieces = 12;
  for (int k = 1; k <= pieces; ++k) {
    const float t = static_cast<float>(k) / pieces;
    hand_->MouseMoveToPos({from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
  }
  hand_->MouseUp(button);
  hand_->Yield(3);
}

void Desk::click_picture(Vec2 node) {
  hand_->MouseMoveToPos(at(node));
  hand_->MouseClick();
  hand_->Yield(3);
}

void Desk::key(ImGuiKeyChord chord, int count) {
  hand_->WindowFocus("//Picture");
  hand_->Yield(2);
  hand_->KeyPress(chord, count);
  hand_->Yield(3);
}

void Desk::tool(const char* id) {
  hand_->ItemClick(fmt::format("//Toolbar/{}", id).c_str());
  hand_->Yield(2);
}

// ---- notes and questions

bool Desk::noted(Note::Kind kind, const std::string& part) const {
  return std::any_of(notes_.begin(), notes_.end(),
                     [&](const auto& n) { return n.first == kind && n.second.find(part) != std::string::npos; });
}

bool Desk::any_error() const { return noted(Note::Kind::error, ""); }

void Desk::answer_path(const std::string& path) {
  IM_CHECK(until([&] { return state().prompt.has_value(); }));
  hand_->Yield(2);
  hand_->ItemInputValue("//File/##path", path.c_str());
  hand_->Yield(3);
}

void Desk::answer(bool yes) {
  IM_CHECK(until([&] { return state().question.has_value(); }));
  hand_->Yield(2);
  hand_->ItemClick(yes ? "//Question/##yes" : "//Question/##no");
  hand_->Yield(3);
}

void Desk::answer_other(int choice) {
  IM_CHECK(until([&] { return state().question.has_value(); }));
  hand_->Yield(2);
  hand_->ItemClick(fmt::format("//Question/##other{}", choice).c_str());
  hand_->Yield(3);
}

// ---- one test

namespace {

// A temporary folder, removed afterwards, with the program's own folders in it. No file dialogs of the system are
// available, so the window asks for paths itself.
class Home {
 public:
  Home() {
    std::string pattern = (fs::temp_directory_path() / "ezscope-ui-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
    setenv("XDG_STATE_HOME", (path_ / "state").c_str(), 1);
    setenv("XDG_CACHE_HOME", (path_ / "cache").c_str(), 1);
    setenv("XDG_CONFIG_HOME", (path_ / "config").c_str(), 1);
    setenv("LC_ALL", "C", 1);  // widgets of menus are found by their English labels
    setenv("PATH", path_.c_str(), 1);
    fs::create_directories(path_ / "work");
    fs::current_path(path_ / "work");
  }
  ~Home() {
    std::error_code error;
    fs::current_path("/", error);
    fs::remove_all(path_, error);
  }
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;
  fs::path work() const { return path_ / "work"; }

 private:
  fs::path path_;
};

struct EngineDeleter {
  void operator()(ImGuiTestEngine* e) const { ImGuiTestEngine_DestroyContext(e); }
};

void print_log(ImGuiTest* test) {
  ImGuiTextBuffer text;
  test->Output.Log.ExtractLinesForVerboseLevels(ImGuiTestVerboseLevel_Error, ImGuiTestVerboseLevel_Info, &text);
  std::fwrite(text.c_str(), 1, static_cast<std::size_t>(text.size()), stdout);
}

bool run_in(const UiTest& test, const Home& home) {
  const LoadedScene start = test.start ? test.start(home.work()) : LoadedScene{desk_scene(), "", "desk"};
  WindowCommand command;
  command.engine.backend = "cpu";
  command.engine.threads = 1;
  command.steps_per_frame = 5;
  command.paced = false;
  command.size = test.size;
  // Outlives the program, because ImGui's context notifies it when the context is destroyed.
  const std::unique_ptr<ImGuiTestEngine, EngineDeleter> engine(ImGuiTestEngine_CreateContext());
  Session session(command, start, test.engines ? std::optional(test.engines()) : std::nullopt);
  Desk desk(session, home.work());
  ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine.get());
  io.ConfigFixedDeltaTime = 1.0f / 60;  // a busy machine must not turn a double click into two
  io.ConfigWatchdogWarning = 300;
  io.ConfigWatchdogKillTest = 900;
  io.ConfigSavedSettings = false;
  // Records a misuse of Dear ImGui. It recovers by itself, but the program is still at fault.
  std::string misuse;
  ImGuiContext& ui = *ImGui::GetCurrentContext();
  ui.ErrorCallbackUserData = &misuse;
  ui.ErrorCallback = [](ImGuiContext*, void* text, const char* what) { *static_cast<std::string*>(text) = what; };
  ImGuiTestEngine_Start(engine.get(), &ui);
  ImGuiTest* registered = ImGuiTestEngine_RegisterTest(engine.get(), "ui", test.name.c_str(), __FILE__, __LINE__);
  struct Work {
    Desk* desk;
    const UiTest* test;
  } work{&desk, &test};
  registered->UserData = &work;
  registered->TestFunc = [](ImGuiTestContext* hand) {
    const Work& w = *static_cast<Work*>(hand->Test->UserData);
    w.desk->taken_by(hand);
    w.test->body(*w.desk);
  };
  ImGuiTestEngine_QueueTest(engine.get(), registered);
  bool alive = true;
  while (alive && !ImGuiTestEngine_IsTestQueueEmpty(engine.get())) {
    desk.wait();
    alive = session.frame();
    ImGuiTestEngine_PostSwap(engine.get());
    desk.watch();
    desk.do_errand();
  }
  ImGuiTestEngine_Stop(engine.get());
  const bool reached_end = alive ? registered->Output.Status == ImGuiTestStatus_Success : desk.ending_expected();
  const bool held = reached_end && misuse.empty();
  if (!held) {
    print_log(registered);
    if (!misuse.empty()) fmt::print("Dear ImGui: {}\n", misuse);
    if (!alive) fmt::print("the program ended\n");
    for (const Note& n : session.state().notes) fmt::print("note: {}\n", n.text.english());
  }
  return held;
}

}  // namespace

bool run_ui_test(const UiTest& test) {
  const auto start = std::chrono::steady_clock::now();
  bool held = false;
  try {
    const Home home;
    held = run_in(test, home);
  } catch (const std::exception& e) {
    fmt::print("{}\n", e.what());
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  fmt::print("{} {} ({:.1f} s)\n", held ? "ok    " : "FAILED", test.name, took.count());
  std::fflush(stdout);
  return held;
}

}  // namespace ez
