// Tests the running program without a display: the window off-screen, the CPU engine, and commands as the interface
// sends them.
#include <gtest/gtest.h>
#include <imgui.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <thread>

#include "app/features/boundary_lab/commands.h"
#include "app/features/boundary_lab/state.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/kept.h"
#include "app/features/lesson/lesson_file.h"
#include "app/features/lesson/progress.h"
#include "app/features/share/commands.h"
#include "app/model/update.h"
#include "app/platform/files.h"
#include "app/platform/language.h"
#include "app/session/session.h"
#include "block_engine.h"
#include "off_screen.h"
#include "patience.h"
#include "render/image.h"
#include "render/offscreen.h"

namespace ez {
namespace {

constexpr int steps_per_frame = 5;

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

class Running : public testing::Test {
 protected:
  Running() { restart(); }
  void restart() {
    session.reset();
    WindowCommand command = off_screen(steps_per_frame, {900, 600});
    command.engine.threads = 0;  // all cores
    session = std::make_unique<Session>(command, LoadedScene{small_scene(), "", "small"});
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  bool until(const std::function<bool()>& reached) {
    return comes(reached, [&] { frames(1); });
  }
  void edit(Scene scene) { session->send(command::EditScene{std::move(scene), "edit", true}); }
  double loudest() {
    double most = 0;
    for (const double v : session->solver().field(Quantity::ez)) most = std::max(most, std::abs(v));
    return most;
  }
  const State& state() const { return session->state(); }
  std::unique_ptr<Session> session;
};

TEST_F(Running, makes_the_requested_steps) {
  frames(10);
  EXPECT_EQ(state().step, 10u * steps_per_frame);
  EXPECT_GT(loudest(), 0);
  EXPECT_GT(state().picture.max_abs, 0);
  session->send(command::Run{false});
  frames(3);
  EXPECT_EQ(state().step, 10u * steps_per_frame);
  session->send(command::Step{3});
  frames(2);
  EXPECT_EQ(state().step, 10u * steps_per_frame + 3);
  session->send(command::Reset{});
  frames(1);
  EXPECT_EQ(state().step, 0u);
  EXPECT_EQ(loudest(), 0);
}

// `--web` gives the address; links that the user copies then begin with it.
TEST(Web, links_begin_with_the_address_of_the_page) {
  for (const std::string base : {"", "https://example.org/ez/"}) {
    WindowCommand command = off_screen(steps_per_frame, {900, 600});
    command.web = base;
    Scene scene = *load_scene("double-slit").scene;
    Session session(command, LoadedScene{scene, "", "double-slit"});
    ASSERT_TRUE(session.frame());
    session.send(command::CopyScene{true});
    ASSERT_TRUE(session.frame());
    EXPECT_EQ(ImGui::GetClipboardText(), base.empty() ? std::string("double-slit") : base + "?scene=double-slit");
  }
}

// `--language` wins over the environment and the settings.
TEST(Language, is_that_of_the_command_line) {
  for (const LanguageFacts& l : languages) {
    WindowCommand command = off_screen(steps_per_frame, {900, 600});
    command.language = l.name;
    const Session session(command, LoadedScene{*load_scene("double-slit").scene, "", "double-slit"});
    EXPECT_EQ(session.state().language, l.language) << l.name;
  }
}

TEST_F(Running, shows_the_same_range_however_long_frames_take) {
  frames(40);
  const double fast = state().view.limit;
  restart();
  for (int k = 0; k < 40; ++k) {
    frames(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(15));
  }
  EXPECT_EQ(state().view.limit, fast);
}

TEST_F(Running, keeps_the_field_when_numbers_or_shapes_change) {
  frames(20);
  Scene scene = small_scene();
  scene.sources[0].amplitude = 2;
  scene.materials.push_back({"glass", 2.25, 1, 0, 0, {}});
  scene.shapes.push_back({Circle{{0.07, 0.03}, 0.01}, "glass"});
  scene.boundary[Side::left] = BoundaryKind::pec;
  edit(scene);
  frames(1);
  EXPECT_EQ(state().step, 21u * steps_per_frame);
  EXPECT_EQ(session->solver().scene(), scene);
  EXPECT_GT(loudest(), 0);
  session->send(command::Undo{});
  frames(1);
  EXPECT_EQ(session->solver().scene(), small_scene());
  EXPECT_EQ(state().step, 22u * steps_per_frame);
}

TEST_F(Running, restarts_on_another_grid) {
  frames(20);
  Scene scene = small_scene();
  scene.grid.nx = 128;
  edit(scene);
  frames(1);
  EXPECT_EQ(state().step, static_cast<std::uint64_t>(steps_per_frame));
}

TEST_F(Running, keeps_an_invalid_edit_out_of_the_solver) {
  frames(5);
  Scene scene = small_scene();
  scene.grid.courant = 1.5;
  edit(scene);
  frames(5);
  EXPECT_EQ(state().step, 10u * steps_per_frame);
  EXPECT_EQ(session->solver().scene(), small_scene());
  EXPECT_TRUE(has_errors(state().problems));
  EXPECT_EQ(state().valid, small_scene());
}

TEST_F(Running, continues_if_a_grid_does_not_fit) {
  frames(5);
  Scene scene = small_scene();
  scene.grid.nx = scene.grid.ny = 131072;
  edit(scene);
  frames(5);
  EXPECT_EQ(state().step, 10u * steps_per_frame);
  EXPECT_EQ(state().scene.grid, small_scene().grid);
  ASSERT_FALSE(state().notes.empty());
  EXPECT_NE(state().notes.back().text.english().find("largest"), std::string::npos);
}

TEST_F(Running, returns_to_the_last_good_state_and_continues_after_a_fix) {
  frames(5);
  Scene faulty = small_scene();
  faulty.boundary.side.fill(BoundaryKind::cpml);
  faulty.faults = {{Side::top, Fault::uncompensated_kappa}};
  edit(faulty);
  ASSERT_TRUE(until([&] { return state().frozen; }));
  ASSERT_TRUE(state().instability.has_value());
  const Instability found = *state().instability;
  EXPECT_NE(found.cause.find("top side"), std::string::npos) << found.cause;
  ASSERT_TRUE(found.fixed_scene.has_value());
  ASSERT_TRUE(found.last_good);
  frames(2);
  EXPECT_LT(state().step, found.step);
  EXPECT_LE(session->solver().health().max_abs, 1e6) << "the state is from before the growth";
  EXPECT_TRUE(session->solver().health().finite);
  EXPECT_TRUE(state().picture.finite);
  const std::uint64_t back = state().step;
  session->send(command::Mend{});
  frames(3);
  EXPECT_FALSE(state().frozen);
  EXPECT_TRUE(state().scene.faults.empty());
  EXPECT_EQ(state().step, back + 3 * std::uint64_t{steps_per_frame});
}

TEST_F(Running, keeps_an_energy_ledger_on_request) {
  LabSettings settings;
  settings.ledger = true;
  session->send(command::SetLab{settings});
  ASSERT_TRUE(until([&] { return state().of<LabState>().ledger_history.size() >= 3; }));
  const EnergyLedger& l = state().of<LabState>().ledger;
  EXPECT_GT(l.turnover, 0);
  EXPECT_LE(std::abs(l.unexplained()), 1e-4 * l.turnover);
  settings.ledger = false;
  session->send(command::SetLab{settings});
  frames(2);
  EXPECT_TRUE(state().of<LabState>().ledger_history.empty());
  EXPECT_EQ(session->solver().ledger().turnover, 0);
}

TEST_F(Running, freezes_an_unstable_field_names_the_cause_and_recovers) {
  Scene loud = small_scene();
  loud.sources[0].amplitude = 1e37;
  edit(loud);
  ASSERT_TRUE(until([&] { return state().frozen; }));
  EXPECT_NE(state().frozen_why.english().find("amplitude"), std::string::npos);
  const std::uint64_t stopped = state().step;
  frames(3);
  EXPECT_EQ(state().step, stopped);
  ASSERT_TRUE(state().instability.has_value());
  const std::uint64_t from = state().instability->last_good ? stopped : 0;
  edit(small_scene());
  frames(4);
  EXPECT_FALSE(state().frozen);
  EXPECT_EQ(state().step, from + 4 * std::uint64_t{steps_per_frame});
  EXPECT_TRUE(std::isfinite(loudest()));
}

// The scene has Mur's second order on four sides, and a metal strip close to one of them.
TEST_F(Running, freezes_a_field_that_grows_without_a_source) {
  Scene s;
  s.unit = Unit::cell;
  s.grid.nx = 50, s.grid.ny = 30;
  s.grid.dx = 1e-3, s.grid.dy = 0.5e-3;
  s.boundary.side.fill(BoundaryKind::mur2);
  s.shapes = {{Rect{{46, 13}, {47, 28}}, "pec"}};
  s.sources = {{"", PointSource{{15, 17}}, 1, false, true, Ricker{10e9, {}}}};
  edit(s);
  ASSERT_TRUE(until([&] { return state().frozen || state().step > 4000; }));
  ASSERT_TRUE(state().frozen);
  EXPECT_NE(state().frozen_why.english().find("% per period although no source drives it"), std::string::npos)
      << state().frozen_why.english();
  ASSERT_TRUE(state().instability.has_value());
  EXPECT_NE(state().instability->cause.find("second order"), std::string::npos) << state().instability->cause;
  EXPECT_TRUE(state().instability->fixed_scene.has_value());
  const std::uint64_t stopped = state().step;
  session->send(command::Mend{});
  frames(4);
  EXPECT_FALSE(state().frozen);
  EXPECT_GT(state().step, stopped);
}

TEST_F(Running, reads_the_values_of_monitors) {
  Scene scene = small_scene();
  scene.monitors = {{"out", FluxMonitor{{0.05, 0.05}, {0.05, 0.01}, {{15e9}, {}}}, false},
                    {"scattered", FluxMonitor{{0.05, 0.05}, {0.05, 0.01}, {{15e9}, {}}}, true}};
  frames(5);
  edit(scene);
  frames(60);
  ASSERT_EQ(state().monitors.size(), 2u);
  EXPECT_EQ(state().monitors[0].name, "out");
  ASSERT_EQ(state().monitors[0].flux.size(), 1u);
  EXPECT_GT(state().monitors[0].flux[0], 0);
  EXPECT_FALSE(state().monitors_why.empty()) << "the monitor was added during the run";
  session->send(command::Reset{});
  frames(60);
  EXPECT_EQ(state().monitors_why, "");
  EXPECT_GT(state().monitors[0].flux[0], 0);
  EXPECT_EQ(state().monitors[1].flux[0], 0) << "without a shape nothing is scattered";
}

TEST_F(Running, records_probes_and_exports_them_with_the_field) {
  frames(10);
  session->send(command::Run{false});
  frames(1);
  ASSERT_EQ(state().probes.size(), 1u);
  EXPECT_EQ(state().probes[0].first_step, 1u);
  EXPECT_EQ(state().probes[0].values.size(), 10u * steps_per_frame);
  const auto folder = std::filesystem::temp_directory_path() / ("ezscope-session-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  session->send(command::ExportProbes{folder / "p.csv"});
  session->send(command::ExportField{folder / "f.npy"});
  session->send(command::Screenshot{folder / "w.png"});
  session->send(command::SaveAs{folder / "s.toml"});
  frames(2);
  EXPECT_GT(std::filesystem::file_size(folder / "p.csv"), 500u);
  EXPECT_EQ(std::filesystem::file_size(folder / "f.npy"), 128u + 4u * 96 * 64);
  EXPECT_EQ(read_png(folder / "w.png").width, 900);
  session->send(command::OpenBuiltin{"two-sources"});
  frames(1);
  EXPECT_EQ(state().builtin, "two-sources");
  session->send(command::Open{folder / "s.toml"});
  frames(1);
  EXPECT_EQ(state().scene, small_scene());
  EXPECT_EQ(state().step, static_cast<std::uint64_t>(steps_per_frame * 0));
  session->send(command::ExportField{"/proc/none/f.npy"});
  frames(1);
  ASSERT_TRUE(state().prompt);  // asks for another place and gives the reason
  EXPECT_FALSE(state().prompt->problem.empty());
  std::filesystem::remove_all(folder);
}

TEST_F(Running, ends_on_request) {
  frames(1);
  session->send(command::Quit{});
  EXPECT_FALSE(session->frame());
}

// Redirects the user's folders. The program writes to them if it runs as a user runs it, without a number of frames.
struct Home {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / ("ezscope-home-" + std::to_string(getpid()));
  Home() {
    setenv("XDG_STATE_HOME", folder.c_str(), 1);
    setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
  }
  ~Home() { std::filesystem::remove_all(folder); }
  Home(const Home&) = delete;
  Home& operator=(const Home&) = delete;
};

TEST(Ended, without_quitting_leaves_unsaved_changes_to_restore) {
  const Home home;
  const auto file = home.folder / "ezscope" / ("autosave-" + std::to_string(getpid()) + ".toml");
  for (const bool quits : {true, false}) {
    WindowCommand command;
    command.offscreen = true;
    command.engine.backend = "cpu";
    auto session = std::make_unique<Session>(command, LoadedScene{small_scene(), "", "small"});
    Scene scene = small_scene();
    scene.title = "precious";
    session->send(command::EditScene{scene, "title", true});
    EXPECT_TRUE(session->frame());
    if (quits) {
      session->send(command::Quit{true});
      EXPECT_FALSE(session->frame());
    }
    session.reset();
    EXPECT_EQ(std::filesystem::exists(file), !quits);
  }
  const SceneResult left = load_scene(file);
  ASSERT_TRUE(left.scene.has_value());
  EXPECT_EQ(left.scene->title, "precious");
}

// A student's changes to a card's scene are saved with the card while the program runs. So nothing has to be offered
// after a crash.
TEST(Ended, by_a_crash_a_lesson_keeps_its_changed_scene) {
  using What = command::Learn::What;
  const Home home;
  const std::string lesson(builtin_lessons().front().name);
  const UserFolders folders = user_folders();
  WindowCommand command;
  command.offscreen = true;
  command.engine.backend = "cpu";
  Session session(command, LoadedScene{small_scene(), "", "small"});
  const auto frames_until = [&](auto done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!done() && std::chrono::steady_clock::now() < end) session.frame();
    return done();
  };
  const auto kept = [&] { return read_answers(folders, lesson).find("precious") != std::string::npos; };
  session.send(command::Learn{What::open, lesson});
  session.frame();
  const Scene given = session.state().scene;
  Scene mine = given;
  mine.title = "precious";
  session.send(command::EditScene{mine, "title", true});
  EXPECT_TRUE(frames_until(kept)) << "two seconds after the edit the scene is on the disk";
  EXPECT_FALSE(std::filesystem::exists(folders.state / ("autosave-" + std::to_string(getpid()) + ".toml")));
  session.send(command::EditScene{given, "title", true});
  EXPECT_TRUE(frames_until([&] { return !kept(); })) << "taken back";
  session.send(command::Quit{});
  EXPECT_FALSE(session.frame());
}

// Two windows show the same lesson, and neither had an answer when it was opened. The other window's answer must stay.
TEST(Ended, keeps_the_answers_of_another_window_with_the_lesson) {
  using What = command::Learn::What;
  const Home home;
  const std::string lesson(builtin_lessons().front().name);
  const UserFolders folders = user_folders();
  WindowCommand command;
  command.offscreen = true;
  command.engine.backend = "cpu";
  Session session(command, LoadedScene{small_scene(), "", "small"});
  const auto send = [&](command::Learn c) {
    session.send(std::move(c));
    session.frame();
  };
  const auto kept = [&] {
    return parse_saved_lesson(read_answers(folders, lesson), lesson).kept.value_or(SavedLesson());
  };
  send({What::open, lesson});
  ASSERT_EQ(read_answers(folders, lesson), "");
  const Lesson& shown = *session.state().of<Learning>().lesson;
  const auto last =
      std::ranges::find_if(shown.cards, [&](const LessonCard& c) { return c.asks() && &c != &shown.cards[0]; });
  ASSERT_NE(last, shown.cards.end());
  const int card = static_cast<int>(last - shown.cards.begin()) + 1;
  SavedLesson theirs{{shown.title, "Ada", card, {{card, last->title, "theirs", {}, 1, false, true, false}}}, {}};
  ASSERT_EQ(keep_answers(folders, lesson, write_saved_lesson(theirs)), "");
  for (const What what : {What::hint, What::reveal}) {  // written once, and a second time
    send({what});
    const auto given = kept().answers.given;
    const auto found = std::ranges::find(given, card, &GivenAnswer::card);
    ASSERT_NE(found, given.end()) << read_answers(folders, lesson);
    EXPECT_EQ(found->given, "theirs");
  }
  EXPECT_TRUE(kept().answers.given.front().revealed) << "its own too";
  session.send(command::Quit{});
  EXPECT_FALSE(session.frame());
}

// A single step may take seconds on a huge grid. Meanwhile the window accepts commands, and applies them to the runs
// afterwards.
TEST(Answering, continues_while_a_batch_runs) {
  const Home home;
  BlockEngine* engine = nullptr;
  const EngineMakerChoice engines{[&] {
                                    auto made = std::make_unique<BlockEngine>();
                                    engine = made.get();
                                    return made;
                                  },
                                  ""};
  WindowCommand command;
  command.offscreen = true;
  command.steps_per_frame = steps_per_frame;
  Session session(command, LoadedScene{small_scene(), "", "small"}, engines);
  engine->held = true;
  while (engine->slices == 0) ASSERT_TRUE(session.frame());
  Scene louder = small_scene();
  louder.sources[0].amplitude = 2;
  session.send(command::EditScene{louder, "amplitude", true});
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(session.frame());
  EXPECT_EQ(session.state().scene, louder);
  EXPECT_EQ(session.solver().scene(), small_scene());
  EXPECT_EQ(engine->slices, 1);
  engine->held = false;
  EXPECT_TRUE(
      comes([&] { return session.solver().scene() == louder && engine->slices > 1; }, [&] { session.frame(); }));
}

// ---- from the engine to the texture

class OffScreen : public testing::Test {
 protected:
  OffscreenContext context;
  Solver solver{make_cpu_engine(1), small_scene()};
};

TEST_F(OffScreen, the_host_link_shows_the_engines_picture_at_any_size) {
  solver.advance(60);
  const auto link = make_host_link();
  FieldPicture picture;
  for (const auto& [w, h] : {std::pair{200, 100}, {0, 0}, {1, 1}, {333, 77}}) {
    const PictureWindow window = {-0.5, -0.5, 95.5, 63.5, w, h, Quantity::ez};
    picture.resize(w, h);
    const PictureStats stats = link->publish(solver, window, picture);
    if (picture.empty()) continue;
    std::vector<float> expected(static_cast<std::size_t>(w) * static_cast<std::size_t>(h));
    const PictureStats same = solver.draw(window, expected.data());
    EXPECT_EQ(stats.max_abs, same.max_abs);
    EXPECT_GT(stats.max_abs, 0);
    std::vector<float> texture(expected.size());
    glBindTexture(GL_TEXTURE_2D, picture.texture());
    glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, texture.data());
    EXPECT_EQ(texture, expected);
  }
}

TEST_F(OffScreen, a_field_that_is_not_finite_keeps_the_last_good_picture) {
  solver.advance(60);
  const auto link = make_host_link();
  FieldPicture picture;
  picture.resize(96, 64);
  const PictureWindow window = {-0.5, -0.5, 95.5, 63.5, 96, 64, Quantity::ez};
  link->publish(solver, window, picture);
  constexpr std::size_t pixels = 96 * std::size_t{64};
  std::vector<float> good(pixels), shown(pixels), bad(pixels, NAN);
  solver.draw(window, good.data());
  solver.engine().write(FieldArray::ez, bad.data());
  EXPECT_FALSE(link->publish(solver, window, picture).finite);
  glBindTexture(GL_TEXTURE_2D, picture.texture());
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RED, GL_FLOAT, shown.data());
  EXPECT_EQ(shown, good);
}

TEST_F(OffScreen, links_that_need_a_gpu_give_the_reason_without_one) {
  EXPECT_EQ(make_field_link(LinkKind::automatic, solver).link->kind(), LinkKind::host);
  EXPECT_EQ(make_field_link(LinkKind::host, solver).link->kind(), LinkKind::host);
  EXPECT_THROW(make_field_link(LinkKind::mapped, solver), LinkError);
  EXPECT_THROW(make_field_link(LinkKind::staged, solver), LinkError);
  const LinkChoice slower = slower_link(LinkKind::mapped, solver, "lost");
  EXPECT_EQ(slower.link->kind(), LinkKind::host);
  EXPECT_TRUE(slower.degraded);
  EXPECT_EQ(slower.reason, "lost");
}

TEST_F(OffScreen, the_stage_survives_any_size) {
  Stage stage(LinkKind::automatic, solver);
  State state;
  adopt_scene(state, small_scene(), "", "");
  const OffscreenTarget target(300, 200);
  for (const auto& [w, h] : {std::pair{300, 200}, {0, 0}, {1, 200}, {300, 1}, {300, 200}}) {
    target.bind();
    stage.publish(solver, {-0.5, -0.5, 95.5, 63.5, w, h, Quantity::ez});
    stage.paint(picture_style(state, state.scene, stage.shown()), {0, 0, w, h}, 200);
    solver.advance(10);
  }
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

}  // namespace
}  // namespace ez
