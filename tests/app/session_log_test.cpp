// Tests recorded and replayed sessions: the replay gives the same bits whatever the clock read, and it writes no file
// again.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <sstream>
#include <thread>
#include <typeindex>
#include <utility>

#include "app/features/boundary_lab/commands.h"
#include "app/features/design/commands.h"
#include "app/features/design/state.h"
#include "app/features/film/commands.h"
#include "app/features/kernel_lab/commands.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/lesson_file.h"
#include "app/features/lesson/progress.h"
#include "app/features/presenter/commands.h"
#include "app/features/share/commands.h"
#include "app/features/study/commands.h"
#include "app/features/timeline/commands.h"
#include "app/features/welcome/commands.h"
#include "app/features/welcome/welcome.h"
#include "app/model/document/scene_link.h"
#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/log/text.h"
#include "app/session/session.h"
#include "app/ui/interface.h"
#include "off_screen.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

Scene small_scene() {
  Scene scene;
  scene.title = "small";
  scene.grid.nx = 96;
  scene.grid.ny = 64;
  scene.grid.dx = scene.grid.dy = 0.001;
  Source source;
  source.geometry = PointSource{{0.03, 0.03}};
  source.waveform = Cw{15e9, 1, 0};
  scene.sources.push_back(source);
  scene.probes.push_back({"p1", {0.04, 0.03}});
  return scene;
}

Scene with_source_at(double x) {
  Scene scene = small_scene();
  std::get<PointSource>(scene.sources[0].geometry).at = {x, 0.025};
  return scene;
}

std::string text_of_command(const Command& c, LastScene last = {}) {
  LogTextWriter text(last);
  text.value(c);
  return text.text();
}
Command command_of(const std::string& text, LastScene last = {}) {
  LogTextReader reader(text, last);
  Command c;
  reader.value(c);
  reader.end();
  return c;
}

Commands plain_commands() {
  Commands out;
  for (const CommandKind& kind : all_command_kinds()) out.push_back(kind.plain());
  return out;
}

TEST(SessionLog, every_command_has_its_type_name_and_reads_back) {
  for (const CommandKind& kind : all_command_kinds()) {
    const Command c = kind.plain();
    const std::string text = text_of_command(c), name(kind.name), type = c.type().name();
    EXPECT_NE(type.find(std::to_string(name.size()) + name), std::string::npos) << type << " is called " << name;
    const Command again = command_of(text);
    EXPECT_EQ(again.type(), c.type());
    EXPECT_EQ(text_of_command(again), text);
  }
}

TEST(SessionLog, values_keep_their_bits) {
  ViewState view;
  view.center = {1.0 / 3, -1e-300};
  view.limit = std::numeric_limits<double>::infinity();
  view.gain = std::nextafter(1.0, 2.0);
  view.quantity = Quantity::vorticity;
  view.range = RangeMode::logarithmic;
  const auto read = *command_of(text_of_command(command::SetView{view})).as<command::SetView>();
  EXPECT_TRUE(read.view == view);
  const std::string odd = "\"q\" \\ \n\r\t\x01 ×µ€\xff {a=[1 2]} none";
  EXPECT_EQ(command_of(text_of_command(command::OpenText{odd})).as<command::OpenText>()->text, odd);
  Presenting pen;
  pen.arrows = {{{1, 2}, {3, 4}}};
  pen.strokes = {{}, {{0.1, 0.2}, {3, 4}}, {{5, 6}}};
  EXPECT_TRUE(command_of(text_of_command(command::Present{pen})).as<command::Present>()->presenting == pen);
  EXPECT_EQ(text_of_command(command::Present{pen}).find("no_result"), std::string::npos) << "older logs lack it";
  pen.no_result = true;
  EXPECT_TRUE(command_of(text_of_command(command::Present{pen})).as<command::Present>()->presenting == pen);
  EXPECT_EQ(command_of("HideFault{seed=7}").as<command::HideFault>()->seed, 7);
  EXPECT_EQ(command_of("HideFault{seed=none}").as<command::HideFault>()->seed, std::nullopt);
}

// Logs of earlier versions have no `reads`, and logs of this version have them only if a file was allowed.
TEST(SessionLog, allowed_files_are_written_only_if_there_are_any) {
  EXPECT_EQ(text_of_command(command::Open{"a.toml", true}), "Open{path=\"a.toml\" confirmed=true}");
  EXPECT_TRUE(command_of("Open{path=\"a.toml\" confirmed=true}").as<command::Open>()->reads.empty());
  const command::Open open{"a.toml", true, {"/b.png", "/c d.csv"}};
  EXPECT_EQ(text_of_command(open), "Open{path=\"a.toml\" confirmed=true reads=[\"/b.png\" \"/c d.csv\"]}");
  EXPECT_EQ(command_of(text_of_command(open)).as<command::Open>()->reads, open.reads);
}

// Logs of earlier versions hold a plain string for every text.
TEST(SessionLog, texts_keep_their_templates_and_the_values_in_them) {
  const auto text_of = [](const Text& what) {
    return text_of_command(command::EditScene{small_scene(), what, true}, {write_scene(small_scene())});
  };
  const auto read = [](const std::string& text) {
    return command_of(text, {write_scene(small_scene())}).as<command::EditScene>()->what;
  };
  for (const Text& what :
       {Text(), Text("move source"), Text::as_is("move source"), text_with("adapt scene to {}", "takada"),
        text_with("optimise {}", std::string("foot of the step")),
        text_with("{}: {}", "fault", text_with("{:.3g} of \"{}\"", 1.0 / 3, std::string("{}\n{")))})
    EXPECT_EQ(read(text_of(what)), what) << text_of(what);
  EXPECT_NE(text_of("move source").find(" what=\"move source\" "), std::string::npos) << "the format has not changed";
  std::string wrong = text_of(text_with("optimise {}", std::string("pane")));
  wrong.replace(wrong.find("optimise {}"), std::string("optimise {}").size(), "optimise {7}");
  EXPECT_THROW((void)read(wrong), LogTextError);
  for (const std::string values : {"[]", "[\"a\" \"b\"]"}) {
    std::string fewer = text_of(text_with("{} {} {}", 1, 2, 3));
    const std::size_t begin = fewer.find("values=[") + 7;
    fewer.replace(begin, fewer.find(']', begin) + 1 - begin, values);
    EXPECT_THROW((void)read(fewer), LogTextError) << fewer;
  }
}

TEST(SessionLog, scenes_are_written_as_differences_and_read_back) {
  std::vector<Scene> scenes = {small_scene(), with_source_at(0.05), with_source_at(0.050000000000000003)};
  scenes.push_back(with_source_at(7));  // outside
  scenes.push_back(small_scene());
  scenes.back().grid.nx = -3;
  for (const BuiltinScene& b : builtin_scenes()) scenes.push_back(*parse_scene(b.text, "").scene);
  LastScene written, reading;
  std::size_t first = 0;
  for (const Scene& scene : scenes) {
    LogTextWriter text(written);
    text.value(scene);
    if (first == 0) first = text.text().size();
    EXPECT_TRUE(&scene != &scenes[1] || text.text().size() < first / 4);
    LogTextReader reader(text.text(), reading);
    Scene again;
    reader.value(again);
    EXPECT_TRUE(again == scene) << scene.title;
  }
}

// The state of a session at one frame.
struct Kept {
  std::vector<double> field;
  std::uint64_t step = 0;
  std::string scene, view, notes;
  bool operator==(const Kept&) const = default;
};
Kept moment_of(Session& session) {
  const State& s = session.state();
  Kept m{{}, s.step, write_scene(s.scene), {}, {}};
  for (const double v : session.solver().field(main_quantity(session.solver().scene().physics)))
    m.field.push_back(std::bit_cast<std::uint64_t>(v));
  m.view = text_of_command(command::SetSpeed{s.speed}) + text_of_command(command::SetBrush{s.brush}) +
           text_of_command(command::Present{s.presenting}) + text_of_command(command::SetLab{s.instruments});
  for (const Note& n : s.notes) m.notes += std::to_string(n.id) + n.text.english() + "\n";
  return m;
}

class Recorded : public testing::Test {
 public:
  Recorded() {
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"}) ::setenv(name, folder.c_str(), 1);
    ::setenv("PATH", "/nowhere", 1);  // without ffmpeg a film becomes pictures
    fs::current_path(folder);
  }
  ~Recorded() override {
    session.reset();
    fs::current_path(before);
    ::setenv("PATH", path.c_str(), 1);
    fs::remove_all(folder);
  }
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

 protected:
  // Records a session that makes as many steps as time allows, so no two runs are equal by chance.
  void record(const Scene& scene, int frames = 1000000) {
    session.reset();
    WindowCommand command = off_screen(0, {640, 400});
    command.frames = frames;
    command.log = std::make_shared<SessionLog>(SessionLog::recorder(file));
    session = std::make_unique<Session>(command, LoadedScene{scene, "", "two-sources"});
  }
  void replay() {
    session.reset();
    const auto log = std::make_shared<SessionLog>(SessionLog::player(file));
    const SessionStart start = log->start();
    WindowCommand command = off_screen(start.steps_per_frame, start.size);
    command.log = log;
    session = std::make_unique<Session>(command, LoadedScene{start.scene, start.path, start.builtin});
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k, keep()) ASSERT_TRUE(session->frame());
  }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); }
  void keep() { moments.push_back(moment_of(*session)); }
  void send(Command command, int then = 2) {
    sent.insert(command.type());
    session->send(std::move(command));
    frames(then);
  }
  // Replays the session and compares every frame. Returns the number of frames.
  std::size_t expect_same() {
    replay();
    std::size_t k = 0;
    for (; session->frame(); ++k) {
      if (k >= moments.size()) return k + 1;
      const Kept now = moment_of(*session);
      EXPECT_EQ(now.step, moments[k].step) << "frame " << k;
      EXPECT_TRUE(now.field == moments[k].field) << "frame " << k;
      EXPECT_EQ(now.scene, moments[k].scene);
      EXPECT_EQ(now.view, moments[k].view);
      EXPECT_EQ(now.notes, moments[k].notes);
      if (!(now == moments[k])) return k;
    }
    return k;
  }
  std::string log() const {
    std::ostringstream out;
    out << std::ifstream(file, std::ios::binary).rdbuf();
    return out.str();
  }
  void write_log(const std::string& text) const { std::ofstream(file, std::ios::binary) << text; }
  std::string why_not() {
    try {
      replay();
      while (session->frame()) {
      }
      return "";
    } catch (const LogError& e) {
      return e.what();
    }
  }

  fs::path folder = fs::temp_directory_path() / ("ezscope-log-" + std::to_string(::getpid())),
           before = fs::current_path();
  std::string path = std::getenv("PATH"), file = folder / "s.ezlog";
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  std::unique_ptr<Session> session;
  std::vector<Kept> moments;
  std::set<std::type_index> sent;
};

TEST_F(Recorded, a_session_with_every_command_replays_to_the_bit) {
  record(small_scene());
  frames(10);
  SpeedSetting speed;
  speed.periods_per_second = 40;
  send(command::SetSpeed{speed}, 5);
  for (int k = 1; k <= 6; ++k) send(command::EditScene{with_source_at(0.03 + 0.004 * k), "move source", k == 6}, 1);
  send(command::Undo{});
  send(command::Redo{});
  send(command::EditScene{with_source_at(7), "lose", true});
  ASSERT_FALSE(session->state().problems.empty());
  send(command::Repair{session->state().problems.front()});
  send(command::Select{{Selection::Kind::source, 0}});
  ViewState view = session->state().view;
  view.quantity = Quantity::poynting;
  view.arrows = true;
  view.cut = {true, {10, 10}, {50, 40}};
  send(command::SetView{view}, 4);
  view.quantity = Quantity::ez;
  send(command::SetView{view});
  send(command::SetTool{Tool::brush});
  send(command::SetBrush{{"pec", 3, 0.25}});
  send(command::SetTheme{false});
  send(command::SetLanguage{Language::german});
  send(command::SetWelcome{{}});
  send(command::SetInterfaceScale{1.25});
  send(command::ShowPanel{false});
  send(command::ShowHelp{false});
  send(command::FullScreen{false});
  send(command::Pulse{{30, 30}, 4, 0.5});
  send(command::Run{false}, 3);
  send(command::Step{7});
  send(command::RunTo{session->state().step + 40}, 12);
  send(command::Run{true}, 20);
  send(command::SetTimeline{true, 64e6});
  send(command::GoTo{session->state().step / 2}, 12);
  send(command::PlayBackwards{true}, 12);
  send(command::PlayBackwards{false}, 4);
  send(command::CompareWithThen{session->state().step / 2}, 4);
  send(command::Undo{});
  send(command::Run{true}, 4);
  send(command::Reset{}, 6);
  send(command::SetBlock{{16, 16}});
  // files
  send(command::SaveAs{folder / "own.toml", false});
  send(command::EditScene{with_source_at(0.06), "move source", true});
  send(command::Save{});
  send(command::Answer{true});
  send(command::ExportProbes{folder / "p.csv", false});
  send(command::ExportMonitors{folder / "m.csv", false});
  send(command::ExportCut{folder / "c.csv", false});
  send(command::ExportField{folder / "f.npy", false});
  send(command::Screenshot{folder / "w.png", false}, 3);
  send(command::Screenshot{folder / "w.png", false});  // asks before it overwrites
  send(command::Answer{false});
  send(command::LayImage{folder / "w.png"}, 4);
  send(command::LayImage{folder / "none.png"});
  send(command::ExportProbes{"", false});  // without a system dialog the window shows a prompt
  send(command::CancelPrompt{});
  send(command::Open{folder / "own.toml", true}, 4);
  send(command::SetWorkspace{Workspace::boundary_lab});
  send(command::AddPane{}, 4);
  send(command::SelectPane{1});
  LabSettings lab = session->state().instruments;
  lab.ledger = true;
  send(command::SetLab{lab}, 3);
  send(command::Measure{true}, 8);
  send(command::StartSearch{}, 3);
  send(command::CancelSearch{}, 6);
  send(command::ExplainReflection{}, 3);
  send(command::CancelExplaining{}, 3);
  send(command::SaveReport{folder / "r.png"}, 3);
  send(command::Measure{false});
  send(command::RemovePane{1}, 3);
  send(command::HideFault{3}, 8);
  send(command::Guess{{Side::left, Fault::forgotten_psi}});
  send(command::Reveal{});
  send(command::HideFault{std::nullopt});
  send(command::Mend{});
  send(command::SetWorkspace{Workspace::kernel_lab}, 3);
  send(command::SetScheme{{"no such", 0}});
  send(command::NearestScene{"takada"});
  send(command::StartSweep{Sweep::Kind::schemes}, 12);
  send(command::CancelSweep{});
  send(command::AdoptBlock{{8, 8}});
  send(command::ExportSweep{command::ExportSweep::As::csv, folder / "m.csv"});
  send(command::ExportSweep{command::ExportSweep::As::png, folder / "m.png"}, 3);
  send(command::SetWorkspace{Workspace::explore});
  // experiments of several runs
  SceneSweep sweep;
  sweep.name = "s";
  sweep.path = "source.0.amplitude";
  sweep.values = {1, 2, 2};
  sweep.measured = "1/0";
  sweep.after = "2T";
  send(command::CheckConvergence{}, 3);
  send(command::CancelConvergence{});
  send(command::SetUpSweep{sweep});
  send(command::RunKeySweep{}, 3);  // its formula reads no run
  send(command::StopKeySweep{});
  send(command::OpenSweepPoint{0}, 2);
  send(command::SaveSweep{command::SaveSweep::As::csv, folder / "s.csv"});
  // the presentation
  Presenting show;
  show.on = true;
  show.strokes = {{{1, 2}, {3, 4}}};
  send(command::Present{show});
  send(command::EditScene{with_source_at(0.065), "move source", true});
  send(command::NextScene{1}, 4);  // the edited scene is kept
  ASSERT_FALSE(session->state().edited.empty());
  send(command::BackToEdited{session->state().edited.front().id}, 4);
  send(command::Present{{}});
  send(command::Film{true, folder / "f"}, 4);
  send(command::Film{false});
  send(command::SavePage{folder / "p.html"}, 3);
  send(command::CopyScene{true});
  send(command::OpenText{link_of(with_source_at(0.07)), true}, 4);
  send(command::NextScene{1});
  send(command::AnswerOther{0}, 4);
  send(command::OpenBuiltin{"two-sources", true}, 6);
  send(command::OpenBuiltin{"design-bend", true}, 4);
  send(command::AddDesign{});
  send(command::StepDesign{}, 20);
  send(command::RunDesign{});
  for (int k = 0; k < 400 && session->state().of<DesignState>().made.size() < 3; ++k) frames(1);
  EXPECT_FALSE(session->state().of<DesignState>().made.empty());
  send(command::PaintStructure{{84, 67}, {90, 70}, 6, true}, 20);
  send(command::RunDesign{false}, 4);
  send(command::ShowGains{});
  send(command::FinishDesign{}, 4);
  send(command::CancelFinish{});
  send(command::TakeDesign{small_scene(), 0.5, 0.4, 2});
  send(command::Undo{});
  send(command::StopDesign{"why"});
  send(command::ResetDesign{});
  sent.insert(typeid(command::ShowStructure));  // the session has sent it
  send(command::Learn{command::Learn::What::open, std::string(builtin_lessons().front().name)}, 4);
  send(command::Learn{command::Learn::What::go, "", 2}, 3);
  send(command::Learn{command::Learn::What::close});
  if (!session->state().notes.empty()) send(command::Dismiss{session->state().notes.front().id});
  sent.insert(typeid(command::Dismiss));
  sent.insert(typeid(command::KeepSweep));
  send(command::RestoreAutosave{true});
  sent.insert(typeid(command::Quit));
  session->send(command::Quit{true});
  EXPECT_FALSE(session->frame());
  for (const CommandKind& kind : all_command_kinds()) EXPECT_TRUE(sent.contains(*kind.type)) << kind.name;
  session.reset();
  for (const char* made : {"p.csv", "f.npy", "r.png", "p.html", "f-001_00000.png"}) {
    EXPECT_TRUE(fs::exists(folder / made)) << made;
    fs::remove(folder / made);
  }
  std::ofstream(folder / "own.toml") << "gone";
  EXPECT_EQ(expect_same(), moments.size()) << "the last frame is the one that handles Quit";
  for (const char* made : {"p.csv", "f.npy", "r.png", "p.html", "f-001_00000.png"})
    EXPECT_FALSE(fs::exists(folder / made)) << made << " was made by the session and must not be made by its replay";
}

TEST_F(Recorded, a_window_timed_by_the_clock_replays_too) {
  Scene large = small_scene();
  large.grid.nx = large.grid.ny = 1500;  // a batch may take longer than a frame
  SpeedSetting full;
  full.full = true;
  record(large, 0);
  send(command::SetSpeed{full}, 12);
  EXPECT_GT(session->state().step, 0u);
  session.reset();
  EXPECT_EQ(expect_same(), moments.size());
}

// Keeps every core busy as long as it exists.
class Load {
 public:
  Load() {
    const unsigned n = 3 * std::max(1u, std::thread::hardware_concurrency());
    for (unsigned k = 0; k < n; ++k)
      threads_.emplace_back([](const std::stop_token& stop) {
        volatile double x = 1;
        while (!stop.stop_requested()) x = x * 1.0000001 + 1e-9;
      });
  }

 private:
  std::vector<std::jthread> threads_;
};

ImVec2 on_screen(const State& state, Vec2 node) {
  const ImGuiWindow& w = *ImGui::FindWindowByName("Picture");
  const auto whole = [](float v) { return static_cast<int>(v); };
  const ScreenRect r{whole(w.Pos.x), whole(w.Pos.y), whole(w.Size.x), whole(w.Size.y)};
  const Vec2 p = pixel_at(picture_window(state, r), r, node);
  return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

void quick_drag(ImVec2 from, ImVec2 to, int button) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(from.x, from.y);
  io.AddMouseButtonEvent(button, true);
  io.AddMousePosEvent(to.x, to.y);
  io.AddMouseButtonEvent(button, false);
}

// The window runs at full speed, other programs use every core, and a drag comes every 40 ms however long a frame
// takes.
TEST_F(Recorded, a_busy_machine_loses_no_drag_and_replays_the_same) {
  Scene scene = small_scene();
  scene.grid.nx = 300, scene.grid.ny = 200;
  record(scene, 0);
  SpeedSetting full;
  full.full = true;
  send(command::SetSpeed{full});
  send(command::ShowPanel{false}, 4);
  constexpr int drags = 20;
  const auto place = [](int k) { return Vec2{30.0 + 8 * k, k % 2 ? 90.0 : 30.0}; };
  std::set<std::pair<long, long>> seen;
  auto load = std::make_unique<Load>();
  const auto hand = [&](const std::function<void(int)>& drag) {
    const double start = seconds();
    for (int begun = 0; begun < drags || ImGui::GetCurrentContext()->InputEventsQueue.Size > 0;) {
      for (; begun < drags && seconds() >= start + 0.04 * begun; ++begun) drag(begun);
      frames(1);
      const Vec2 at = std::get<PointSource>(session->state().scene.sources[0].geometry).at;
      seen.insert({std::lround(1e3 * at.x), std::lround(1e3 * at.y)});
    }
    frames(3);
  };
  hand([&](int k) { quick_drag(on_screen(session->state(), place(k)), on_screen(session->state(), place(k + 1)), 0); });
  // The mouse position is rounded to whole pixels, and a node covers 1.6 of them.
  for (int k = 0; k <= drags; ++k)
    EXPECT_TRUE(std::ranges::any_of(seen,
                                    [&](const auto& at) {
                                      return std::abs(static_cast<double>(at.first) - place(k).x) <= 1 &&
                                             std::abs(static_cast<double>(at.second) - place(k).y) <= 1;
                                    }))
        << "drag " << k;
  quick_drag({300, 200}, {310, 200}, 2);  // from the whole domain to a part of it
  while (ImGui::GetCurrentContext()->InputEventsQueue.Size > 0) frames(1);
  frames(3);
  const ViewState before = session->state().view;
  ASSERT_FALSE(before.fit);
  hand([](int) { quick_drag({300, 200}, {290, 200}, 2); });
  EXPECT_NEAR(session->state().view.center.x, before.center.x + 10 * drags * before.nodes_per_pixel, 1e-6);
  load.reset();
  session.reset();
  EXPECT_EQ(expect_same(), moments.size());
}

// On the machine that replays, the saved answers and settings belong to another student.
TEST_F(Recorded, a_lesson_replays_the_same_on_any_machine) {
  using What = command::Learn::What;
  const UserFolders here = user_folders();
  const std::string lesson(builtin_lessons().front().name);
  const auto someone = [&](const char* name, bool dark) {
    const Answers kept{load_lesson(lesson).lesson->title, name, 2, {}};
    keep_answers(here, lesson, write_answers(kept));
    Settings settings;
    settings.dark = dark;
    settings.interface_scale = dark ? 1 : 1.5;
    settings.color_vision = dark ? "" : "gray";
    settings.panel_shown = settings.welcomed = dark;
    write_settings(here, settings);
  };
  someone("Ada", true);
  record(small_scene(), 0);
  send(command::Learn{What::open, lesson}, 4);
  const auto is_ada = [&] {
    const State& s = session->state();
    return s.of<Learning>().student == "Ada" && s.of<Learning>().card == 1 && s.dark && s.panel_shown &&
           s.interface_scale == 1 && s.view.vision == ColorVision::usual && !s.of<Welcome>().page;
  };
  EXPECT_TRUE(is_ada());
  send(command::Learn{What::hint}, 3);
  session.reset();
  someone("Emmy", false);
  const auto kept = [&] {
    return read_answers(here, lesson) + text_of_file(here.config / "settings") + text_of_file(here.state / "recent");
  };
  const std::string before = kept();
  replay();
  std::size_t k = 0;
  for (; session->frame(); ++k) {
    ASSERT_LT(k, moments.size());
    EXPECT_EQ(moment_of(*session), moments[k]) << k;
  }
  EXPECT_EQ(k, moments.size());
  EXPECT_TRUE(is_ada());
  session.reset();
  EXPECT_EQ(kept(), before) << "a replay writes nothing here";
}

TEST_F(Recorded, an_unstable_run_returns_to_the_same_state) {
  Scene scene = small_scene();
  SpeedSetting full;
  full.full = true;
  record(scene);
  send(command::SetSpeed{full}, 30);
  scene.faults.push_back({Side::right, Fault::uncompensated_kappa});
  send(command::EditScene{scene, "fault", true}, 1);
  for (int k = 0; k < 2000 && !session->state().frozen; ++k) frames(1);
  ASSERT_TRUE(session->state().frozen);
  send(command::Mend{}, 10);
  session.reset();
  EXPECT_EQ(expect_same(), moments.size());
}

// The remedy is searched for on its own thread and arrives some frames later.
TEST_F(Recorded, a_failed_gas_replays_with_the_remedy_that_was_found) {
  record(load_scene("blast-corner", {{"gas.scheme", "\"lax-wendroff\""}, {"gas.viscosity", "0"}}).scene.value());
  SpeedSetting full;
  full.full = true;
  send(command::SetSpeed{full}, 2);
  const auto found = [&] {
    return session->state().frozen && session->state().instability && !session->state().instability->seeks_remedy;
  };
  for (int k = 0; k < 2000 && !found(); ++k) frames(1);
  ASSERT_TRUE(found());
  ASSERT_TRUE(session->state().instability->fixed_scene.has_value());
  send(command::Mend{}, 10);
  EXPECT_FALSE(session->state().frozen);
  session.reset();
  EXPECT_EQ(expect_same(), moments.size());
}

TEST_F(Recorded, the_complete_part_of_a_killed_programs_log_is_replayed) {
  record(small_scene());
  frames(20);
  send(command::EditScene{with_source_at(0.05), "move source", true}, 20);
  const std::string whole = log();  // the file while the program still runs
  session.reset();
  for (const std::size_t part : {whole.size() - 1, whole.size() - 9, whole.size() / 2, whole.size() / 3}) {
    const std::string left = whole.substr(0, part);
    write_log(left);
    std::size_t begun = 0;  // number of frames, each of which begins with its time
    for (std::size_t at = 0; (at = left.find(" time ", at)) != std::string::npos; ++at) ++begun;
    EXPECT_GT(begun, 0u);
    EXPECT_GE(expect_same() + 1, begun) << part;  // the last frame may be cut off
  }
}

TEST_F(Recorded, a_mistake_in_a_log_is_reported_with_its_line_and_a_remedy) {
  record(small_scene());
  frames(5);
  send(command::EditScene{with_source_at(0.05), "move source", true}, 5);
  const std::string whole = log();
  session.reset();
  const auto with = [&](const std::string& from, const std::string& to) {
    const std::size_t at = whole.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    write_log(whole.substr(0, at) + to + whole.substr(at + from.size()));
    return why_not();
  };
  const auto line_of = [&](const std::string& words) {
    const std::size_t at = whole.find(words);
    return ":" + std::to_string(1 + std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
           ":";
  };
  const auto says = [](const std::string& what, std::initializer_list<std::string> words) {
    for (const std::string& w : words) EXPECT_NE(what.find(w), std::string::npos) << what << "\nlacks " << w;
  };
  says(with("ezscope-session 1", "ezscope 1"), {":1:", "not an ezscope session", "--record"});
  says(with("ezscope-session 1", "ezscope-session 9"), {":1:", "format 9"});
  says(with("backend=", "backens="), {":1:", "column", "\"backend\" is missing"});
  says(with("width=", "width=-"), {":1:", "the window's size is out of range", "again"});
  says(with("threads=1 ", "threads=1000000 "), {":1:", "threads is 1000000", "again"});
  says(with("command EditScene", "command EditScone"), {line_of("EditScene"), "EditScone", "head -n"});
  says(with("finished=true", "finished=maybe"), {line_of("EditScene"), "column", "head -n"});
  says(with("3 time ", "4 time "), {"frame 4 follows frame 2", "head -n"});
  for (const char* time : {"3 time nan\n", "3 time -5\n", "3 time 1e300\n"})
    says(with("3 time ", time), {"s is invalid after", "head -n"});
  says(with("3 steps ", "3 stops "), {line_of("3 steps "), "found \"stops\", but this program expects \"steps\""});
  says(with("3 steps ", "3 steps x"), {line_of("3 steps "), "an integer is missing"});
  says(with("3 steps ", std::string("3 st\0ps ", 8)), {"found \"st\\u0000ps\", but this program expects", "head -n"});
  const std::string plain = std::exchange(file, folder / "it's a log.ezlog");
  says(with("3 steps ", "3 stops "), {"head -n ", "it'\\''s a log.ezlog' > BEGINNING.ezlog"});
  file = plain;
  write_log("");
  says(why_not(), {":1:", "--record"});
  fs::remove(file);
  says(why_not(), {"cannot read"});
  // A wave that differs from the recorded one is noticed.
  const std::size_t at = whole.rfind(" largest [");
  ASSERT_NE(at, std::string::npos);
  write_log(whole.substr(0, at) + " largest [1e9" + whole.substr(whole.find(']', at)));
  says(why_not(), {"the largest", "in the recording", "head -n"});
  EXPECT_THROW(SessionLog::recorder("/proc/nowhere.ezlog"), std::runtime_error);
  fs::remove(file);
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_THROW(SessionLog::recorder(file), std::runtime_error) << "a pipe without a reader";
  const int reader = ::open(file.c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_THROW(SessionLog::recorder(file), std::runtime_error) << "a pipe whose reader may leave";
  ::close(reader);
}

TEST_F(Recorded, an_older_log_stays_until_the_new_session_runs) {
  const std::string old = "an older log, longer than nothing";
  write_log(old);
  SessionLog::recorder(file);
  EXPECT_EQ(log(), old);
  record(small_scene());
  EXPECT_EQ(log(), old) << "no frame has run yet";
  frames(1);
  EXPECT_TRUE(log().starts_with("ezscope-session ")) << log();
  EXPECT_EQ(log().find(old), std::string::npos);
  // An engine that does not exist.
  write_log(old);
  session.reset();
  WindowCommand command = off_screen(0, {640, 400});
  command.engine.backend.clear();
  command.engine.device = 1000;
  command.log = std::make_shared<SessionLog>(SessionLog::recorder(file));
  EXPECT_ANY_THROW(Session(command, LoadedScene{small_scene(), "", ""}));
  EXPECT_EQ(log(), old);
}

using LongRecorded = Recorded;

// The window is timed by the clock, for two minutes.
TEST_F(LongRecorded, two_minutes_replay_to_the_bit) {
  record(small_scene(), 0);
  std::mt19937 random(3);
  const auto between = [&](double low, double high) { return low + (high - low) * (random() % 1000) / 1000; };
  for (double end = 120; seconds() < end;) {
    SpeedSetting speed;
    speed.periods_per_second = between(1, 60);
    switch (random() % 7) {
      case 0:
        for (int k = 1; k <= 12; ++k)
          send(command::EditScene{with_source_at(between(0.02, 0.08)), "move source", k == 12}, 1);
        break;
      case 1:
        send(command::SetSpeed{speed});
        break;
      case 2:
        send(command::Run{random() % 4 > 0});
        break;
      case 3:
        send(command::Step{static_cast<int>(random() % 20)});
        break;
      case 4:
        send(random() % 2 ? Command(command::Undo{}) : Command(command::Redo{}));
        break;
      case 5:
        send(command::RunTo{random() % 3000}, 30);
        break;
      default:
        send(command::Run{true}, static_cast<int>(random() % 90));
    }
  }
  EXPECT_GT(moments.size(), 2000u);
  session.reset();
  EXPECT_EQ(expect_same(), moments.size());
}

// Replaces a byte by one of `bits`, or inserts one before it.
void spoil(std::string& text, std::size_t at, std::string_view bits, std::mt19937& random) {
  if (random() % 2) text.insert(at, 1, text[at]);
  text[at] = bits[random() % bits.size()];
}

// Changes, removes and doubles bytes anywhere in a log. It makes no digits, because a log with a huge count of steps
// would be obeyed.
TEST_F(Recorded, a_damaged_log_is_replayed_or_reported) {
  record(small_scene(), 1000000);
  frames(3);
  send(command::EditScene{with_source_at(0.04), "move source", true});
  send(command::Run{false});
  send(command::Step{3});
  send(command::SetTheme{false});
  send(command::GoTo{2}, 4);
  session.reset();
  const std::string whole = log();
  std::mt19937 random(11);
  constexpr std::string_view bits = "{}[]\"\\=- .eNtfa\xff\x01\n";
  int told = 0;
  for (int k = 0; k < 150; ++k) {
    std::string text = whole;
    for (unsigned n = 1 + random() % 3; n > 0 && !text.empty(); --n) {
      const std::size_t at = random() % text.size(), line = text.find('\n', at) + 1;
      switch (random() % 4) {
        case 0:
        case 1:
          spoil(text, at, bits, random);
          break;
        case 2:
          text.erase(line, text.find('\n', line) + 1 - line);  // removes one line
          break;
        default:
          text.resize(at + 1);
      }
    }
    write_log(text);
    const std::string why = why_not();
    told += !why.empty();
    if (!why.empty()) {
      EXPECT_NE(why.find("s.ezlog"), std::string::npos) << why;
    }
  }
  EXPECT_GT(told, 20);
}

TEST(SessionLog, the_reader_survives_any_input) {
  std::mt19937 random(7);
  Commands all = plain_commands();
  all.push_back(command::OpenText{"a \"text\"\n with all \\ sorts"});
  std::vector<std::string> seeds;
  LastScene last;
  last.text = write_scene(small_scene());
  for (const Command& c : all) seeds.push_back(text_of_command(c, last));
  constexpr std::string_view bits = "{}[]\"\\=- .0129exnNtfa\xff\x01";
  int good = 0;
  for (int k = 0; k < 5000; ++k) {
    std::string text = seeds[random() % seeds.size()];
    const std::string other = seeds[random() % seeds.size()];
    for (unsigned n = random() % 4; n > 0 && !text.empty(); --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 5) {
        case 0:
        case 1:
          spoil(text, at, bits, random);
          break;
        case 2:
          text.erase(at, 1 + random() % 5);
          break;
        case 3:
          text = text.substr(0, at) + other.substr(std::min<std::size_t>(other.size(), random() % (other.size() + 1)));
          break;
        default:
          text.insert(at, std::to_string(random()) + std::to_string(random()));
      }
    }
    try {
      const std::string again = text_of_command(command_of(text, last), last);
      EXPECT_EQ(text_of_command(command_of(again, last), last), again);
      ++good;
    } catch (const LogTextError& e) {
      EXPECT_LE(e.at, text.size());
      EXPECT_STRNE(e.what(), "");
    }
  }
  EXPECT_GT(good, 500);
  EXPECT_LT(good, 4500);
}

}  // namespace
}  // namespace ez
