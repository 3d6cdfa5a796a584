// Tests the running program when something fails: memory for an edit, a GPU that is lost, files that cannot be read.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/model/update.h"
#include "app/session/session.h"
#include "block_engine.h"
#include "off_screen.h"
#include "quiet_world.h"

namespace ez {
namespace {

constexpr int steps_per_frame = 4;
constexpr PixelSize size{900, 600};

// The program with engines that fail on request.
class Failing : public testing::Test {
 protected:
  std::shared_ptr<Faults> faults = std::make_shared<Faults>();
  Scene scene = small_cavity(64, 48);
  Session session{off_screen(steps_per_frame, size), {scene, "", "cavity"}, faulty_engines(faults)};

  const State& state() const { return session.state(); }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session.frame());
  }
  void edit(Scene next) { session.send(command::EditScene{std::move(next), "edit", true}); }
};

TEST_F(Failing, an_edit_without_memory_is_undone_and_the_run_continues) {
  frames(5);
  faults->full = true;
  Scene next = scene;
  next.shapes = {{Circle{{0.03, 0.02}, 0.005}, "pec"}};
  edit(next);
  session.send(command::Select{{Selection::Kind::shape, 0}});
  frames(3);
  EXPECT_EQ(state().step, 32u);
  EXPECT_EQ(state().scene, scene);
  EXPECT_EQ(session.solver().scene(), scene);
  EXPECT_EQ(state().selection, Selection{});
  ASSERT_EQ(state().notes.size(), 1u) << "said once";
  EXPECT_EQ(state().notes[0].text.english(), "The edit was undone: out of device memory");
}

// A refused scene used to leave its contents on the grid of the scene before, under its own name.
TEST_F(Failing, a_scene_without_memory_is_not_opened_and_the_scene_before_returns) {
  frames(5);
  faults->free = 1000;
  session.send(command::OpenBuiltin{"lecture"});
  frames(3);
  EXPECT_EQ(state().scene, scene);
  EXPECT_EQ(session.solver().scene(), scene);
  EXPECT_EQ(state().builtin, "cavity");
  EXPECT_FALSE(state().unsaved);
  ASSERT_EQ(state().notes.size(), 1u);
  EXPECT_TRUE(state().notes[0].text.english().starts_with("The scene was not opened: "))
      << state().notes[0].text.english();
}

// ---- a backend without gas

TEST(WithoutGas, the_running_scene_stays_and_a_note_gives_the_reason) {
  WindowCommand command = off_screen(steps_per_frame, size);
  command.engine.backend = "scalar";
  const Scene scene = small_cavity(64, 48);
  Session session(command, {scene, "", "cavity"});
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(session.frame());
  EXPECT_EQ(session.state().engine.backend, "Scalar");
  session.send(command::OpenBuiltin{"explosion"});
  for (int k = 0; k < 3; ++k) ASSERT_TRUE(session.frame());
  EXPECT_EQ(session.state().scene, scene);
  EXPECT_EQ(session.solver().scene(), scene);
  ASSERT_EQ(session.state().notes.size(), 1u);
  EXPECT_EQ(session.state().notes[0].text.english(),
            "Cannot run the scene here: the scalar backend computes neither gas nor heat");
}

// ---- a GPU that is lost

TEST_F(Failing, after_a_lost_gpu_the_cpu_continues_the_last_valid_scene) {
  frames(5);
  Scene wrong = scene;
  wrong.grid.courant = 1.5;
  edit(wrong);
  frames(1);
  ASSERT_TRUE(has_errors(state().problems));
  faults->lost = true;
  frames(2);
  EXPECT_EQ(state().engine.backend, "CPU");
  EXPECT_EQ(session.solver().scene(), scene) << "the scene with the error never runs";
  EXPECT_EQ(state().scene, wrong) << "the user can continue to fix it";
  EXPECT_NE(state().engine_reason.find("the device is lost"), std::string::npos);
  frames(3);
  EXPECT_TRUE(session.solver().health().finite);
  edit(scene);
  frames(2);
  EXPECT_FALSE(has_errors(state().problems));
  EXPECT_GT(state().step, 0u);
}

// The field, the time and the probes of a run that was never lost.
TEST_F(Failing, after_a_lost_gpu_the_cpu_continues_from_the_last_copy_of_the_field) {
  Scene probed = scene;
  probed.probes = {{"a", {0.03, 0.02}}};
  edit(probed);
  frames(5);
  faults->lost = true;
  frames(2);
  ASSERT_EQ(state().engine.backend, "CPU");
  const std::uint64_t step = state().step;
  EXPECT_GT(step, 0u);
  ASSERT_FALSE(state().notes.empty());
  EXPECT_NE(state().notes.back().text.english().find("The CPU engine continues from step "), std::string::npos);
  frames(3);
  EXPECT_GT(state().step, step);
  Solver reference(make_cpu_engine(1), probed);
  reference.advance(static_cast<int>(state().step));
  EXPECT_EQ(session.solver().field(Quantity::ez), reference.field(Quantity::ez));
  const ProbeTrace& trace = state().probes.at(0);
  const std::vector<double> samples = reference.take_probes().at(0).values;
  ASSERT_GE(trace.values.size(), static_cast<std::size_t>(step));
  for (std::size_t k = 0; k < trace.values.size(); ++k)
    EXPECT_EQ(trace.values[k], samples.at(trace.first_step - 1 + k)) << k;
}

TEST_F(Failing, after_a_restart_a_lost_gpu_does_not_bring_the_earlier_run_back) {
  frames(20);
  session.send(command::Reset{});
  frames(1);
  faults->lost = true;
  frames(2);
  ASSERT_EQ(state().engine.backend, "CPU");
  EXPECT_LT(state().step, 40u);
}

// ---- files

namespace fs = std::filesystem;

// Redirects the files kept between sessions to a separate folder.
class Kept : public testing::Test {
 protected:
  const fs::path folder = fs::temp_directory_path() / fmt::format("ezscope-kept-{}", getpid());
  const fs::path state_folder = folder / "ezscope";
  Kept() {
    setenv("XDG_STATE_HOME", folder.c_str(), 1);
    setenv("XDG_CONFIG_HOME", folder.c_str(), 1);
    fs::create_directories(state_folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  // Writes an autosave of a program that has ended, `age` seconds old.
  fs::path left_behind(const std::string& text, int age) const {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
    fs::path file = state_folder / fmt::format("autosave-{}.toml", child);
    std::ofstream(file) << "# autosaved from mine.toml\n" << text;
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(age));
    return file;
  }
  fs::path own() const { return state_folder / fmt::format("autosave-{}.toml", getpid()); }
  static std::unique_ptr<Session> start(LoadedScene scene = {small_cavity(64, 48), "", "cavity"}) {
    WindowCommand command = off_screen(steps_per_frame, size);
    command.frames = 0;
    return std::make_unique<Session>(command, std::move(scene));
  }
  static Scene titled(const char* title) {
    Scene s = small_cavity(64, 48);
    s.title = title;
    return s;
  }
};

TEST_F(Kept, an_answer_applies_to_the_offered_autosave_only) {
  for (const bool yes : {true, false}) {
    const fs::path older = left_behind(write_scene(titled("older")), 60),
                   newer = left_behind(write_scene(titled("newer")), 10);
    auto session = start();
    session->send(yes ? Command(command::Answer{true}) : Command(command::AnswerOther{0}));
    EXPECT_TRUE(session->frame());
    EXPECT_EQ(session->state().scene.title, yes ? "newer" : "cavity");
    EXPECT_FALSE(fs::exists(newer));
    EXPECT_EQ(fs::exists(own()), yes) << "the restored scene survives another crash";
    EXPECT_TRUE(fs::exists(older));
    if (yes) {  // once saved to a file there is nothing to restore
      session->send(command::SaveAs{folder / "mine.toml"});
      EXPECT_TRUE(session->frame() && session->frame());
      EXPECT_FALSE(session->state().unsaved);
      EXPECT_FALSE(fs::exists(own()));
    }
    session->send(command::Quit{true});
    EXPECT_FALSE(session->frame());
    session.reset();
    EXPECT_FALSE(fs::exists(own()));
    EXPECT_TRUE(fs::exists(older));
    fs::remove(older);
  }
}

// Its name then proposes the name of the file.
TEST_F(Kept, an_autosave_of_a_built_in_scene_keeps_its_name) {
  Scene changed = *load_scene("two-sources").scene;
  changed.title = "changed";
  {
    auto session = start({*load_scene("two-sources").scene, "", "two-sources"});
    session->send(command::EditScene{changed, "title", true});
    EXPECT_TRUE(session->frame() && session->frame());
    session.reset();  // not by Quit, so the changes are kept
  }
  auto session = start();
  ASSERT_TRUE(session->state().question.has_value());
  session->send(command::Answer{true});
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene.title, "changed");
  EXPECT_EQ(session->state().builtin, "two-sources");
  EXPECT_TRUE(session->state().unsaved);
  session->send(command::Quit{true});
  EXPECT_FALSE(session->frame());
}

TEST_F(Kept, an_autosave_is_offered_again_until_it_is_answered) {
  const fs::path file = left_behind(write_scene(titled("put off")), 10);
  for (int k = 0; k < 2; ++k) {
    auto session = start();
    ASSERT_TRUE(session->state().question.has_value());
    session->send(command::Answer{false});  // as Escape does
    EXPECT_TRUE(session->frame());
    EXPECT_TRUE(fs::exists(file));
  }
}

// The lock of a killed program is held until the system frees its memory.
TEST_F(Kept, an_autosave_unlocked_after_the_start_is_offered_then) {
  const fs::path file = left_behind(write_scene(titled("late")), 1);
  auto lock = LockFile::take(state_folder / fmt::format(".{}.lock", file.stem().string()));
  ASSERT_TRUE(lock.has_value());
  auto session = start();
  EXPECT_TRUE(session->frame());
  EXPECT_FALSE(session->state().question.has_value());
  lock.reset();
  const auto late = [&] { return session->state().question.has_value(); };
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!late() && std::chrono::steady_clock::now() < until) EXPECT_TRUE(session->frame());
  ASSERT_TRUE(late());
  session->send(command::Answer{true});
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene.title, "late");
}

// Two containers may share a folder: another program has this one's process number, and either crashed or still runs.
TEST_F(Kept, an_autosave_with_the_same_process_number_is_kept_and_offered) {
  std::ofstream(own()) << "# autosaved from /mine.toml\n" << write_scene(titled("theirs"));
  auto session = start();
  ASSERT_TRUE(session->state().question.has_value());
  session->send(command::EditScene{titled("mine"), "title", true});
  EXPECT_TRUE(session->frame());
  session.reset();  // crashes too
  EXPECT_EQ(load_scene(own()).scene->title, "theirs");
  session = start();
  session->send(command::Answer{true});
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene.title, "mine") << "the newer";
  session->send(command::Quit{true});
  EXPECT_FALSE(session->frame());
  session.reset();
  EXPECT_EQ(load_scene(own()).scene->title, "theirs") << "a clean end removes its own autosave only";
  session = start();
  ASSERT_TRUE(session->state().question.has_value());
  session->send(command::Answer{true});
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene.title, "theirs");
}

TEST_F(Kept, a_restored_scene_is_saved_to_its_file_unless_that_changed) {
  const fs::path here = folder / "here", there = folder / "there", before = fs::current_path();
  fs::create_directories(here);
  fs::create_directories(there);
  const auto write = [](const fs::path& path, const char* title) { std::ofstream(path) << write_scene(titled(title)); };
  write(here / "s.toml", "old");
  write(there / "s.toml", "another");
  fs::current_path(here);
  auto session = start({titled("old"), "s.toml", ""});
  session->send(command::EditScene{titled("precious"), "title", true});
  EXPECT_TRUE(session->frame());
  session.reset();
  for (const bool meanwhile : {false, true}) {
    fs::current_path(there);
    session = start();
    session->send(command::Answer{true});
    EXPECT_TRUE(session->frame());
    EXPECT_EQ(session->state().path, (here / "s.toml").string());
    if (!meanwhile) {
      session.reset();
      write(here / "s.toml", "somebody else's");
      continue;
    }
    session->send(command::Save{});
    EXPECT_TRUE(session->frame());
    ASSERT_TRUE(session->state().question.has_value());
    EXPECT_EQ(load_scene(here / "s.toml").scene->title, "somebody else's");
    write(here / "s.toml", "old");  // the original content
    session->send(command::Answer{false});
    session->send(command::Save{});
    EXPECT_TRUE(session->frame());
    EXPECT_FALSE(session->state().question.has_value());
    EXPECT_EQ(load_scene(here / "s.toml").scene->title, "precious");
    EXPECT_EQ(load_scene(there / "s.toml").scene->title, "another");
    EXPECT_EQ(session->state().recent.front(), (here / "s.toml").string());
  }
  fs::current_path(before);
}

TEST_F(Kept, an_autosave_that_fits_nowhere_at_home_goes_elsewhere) {
  const fs::path refuge = folder / "runtime";
  fs::create_directories(refuge);
  setenv("XDG_RUNTIME_DIR", refuge.c_str(), 1);
  fs::remove_all(state_folder);
  std::ofstream(state_folder) << "no folder";  // makes writing there impossible
  auto session = start();
  session->send(command::EditScene{titled("precious"), "title", true});
  EXPECT_TRUE(session->frame());
  testing::internal::CaptureStderr();
  session.reset();
  const std::string words = testing::internal::GetCapturedStderr();
  EXPECT_NE(words.find((refuge / "ezscope" / own().filename()).string()), std::string::npos) << words;
  session = start();
  ASSERT_TRUE(session->state().question.has_value());
  session->send(command::Answer{true});
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene.title, "precious");
  session.reset();
  fs::remove_all(refuge);
  std::ofstream(refuge) << "no folder either";
  session = start();
  session->send(command::EditScene{titled("precious"), "title", true});
  EXPECT_TRUE(session->frame());
  testing::internal::CaptureStderr();
  session.reset();
  EXPECT_NE(testing::internal::GetCapturedStderr().find("lost"), std::string::npos);
  unsetenv("XDG_RUNTIME_DIR");
}

TEST_F(Kept, an_unreadable_autosave_stays_and_the_note_gives_the_reason) {
  const fs::path file = left_behind("[grid]\ncells = \"many\"\n", 10);
  auto session = start();
  session->send(command::Answer{true});
  EXPECT_TRUE(session->frame());
  EXPECT_TRUE(fs::exists(file));
  ASSERT_EQ(session->state().notes.size(), 1u);
  EXPECT_NE(session->state().notes[0].text.english().find(file.string()), std::string::npos)
      << session->state().notes[0].text.english();
}

// Such a name once made every start fail.
TEST_F(Kept, an_autosave_with_a_long_name_is_offered_and_restored) {
  Scene scene = titled("long");
  scene.materials.push_back({});
  scene.materials.back().name = std::string(91, 'x');
  scene.probes = {{"p", {0.01, 0.01}}};
  scene.checks.push_back({"c", "peak(\"p\")", "1", 0.5, {}, "", "settled", ""});
  left_behind(write_scene(scene), 10);
  auto session = start();
  session->send(command::Answer{true});
  EXPECT_TRUE(session->frame() && session->frame());
  EXPECT_EQ(session->state().scene, scene);
}

// This holds for every exception that the reader may throw.
TEST_F(Kept, an_autosave_that_makes_the_reader_fail_is_set_aside) {
  struct OfALibrary {};
  const std::vector<std::pair<SceneKeeper::Reader, std::string>> readers = {
      {[](const std::string&, const std::string&) -> SceneResult { throw std::runtime_error("too deep"); }, "too deep"},
      {[](const std::string&, const std::string&) -> SceneResult { throw OfALibrary(); }, "without a description"}};
  for (const auto& [reader, words] : readers) {
    const fs::path file = left_behind("x", 10), aside = state_folder / ("unread-" + file.filename().string());
    State state;
    QuietWorld world;
    SceneFiles files;
    SceneKeeper keeper(state, world, files, Autosave(state_folder), reader);
    keeper.ask();
    EXPECT_FALSE(state.question.has_value());
    EXPECT_FALSE(fs::exists(file));
    EXPECT_TRUE(fs::exists(aside));
    ASSERT_EQ(state.notes.size(), 1u);
    EXPECT_NE(state.notes[0].text.english().find(aside.string()), std::string::npos) << state.notes[0].text.english();
    EXPECT_NE(state.notes[0].text.english().find(words), std::string::npos) << state.notes[0].text.english();
    keeper.ask();
    EXPECT_EQ(state.notes.size(), 1u);
  }
}

TEST_F(Kept, ending_with_an_edit_in_error_saves_the_last_valid_scene) {
  auto session = start();
  Scene wrong = titled("precious");
  session->send(command::EditScene{wrong, "title", true});
  EXPECT_TRUE(session->frame());
  wrong.grid.courant = 1.5;
  session->send(command::EditScene{wrong, "too fast", true});
  EXPECT_TRUE(session->frame());
  session.reset();
  const SceneResult left = load_scene(own());
  ASSERT_TRUE(left.scene.has_value());
  EXPECT_EQ(*left.scene, titled("precious"));
}

// Only the last one used to be saved.
TEST_F(Kept, every_scene_changed_while_presenting_survives_a_crash) {
  State state;
  QuietWorld world;
  SceneFiles files;
  const auto left = [&] {
    std::vector<std::string> titles;
    for (const auto& entry : fs::directory_iterator(state_folder))
      if (entry.path().filename().string().starts_with("autosave-"))
        titles.push_back(load_scene(entry.path()).scene.value().title);
    std::ranges::sort(titles);
    return titles;
  };
  using Titles = std::vector<std::string>;
  const auto edited = [](int id, const char* title, const char* path = "") {
    return EditedScene{id, titled(title), titled(""), path, "", History()};
  };
  {
    SceneKeeper keeper(state, world, files, Autosave(state_folder));
    state.scene = state.saved = titled("shown");
    state.edited.push_back(edited(1, "first", "/a.toml"));
    state.edited.push_back(edited(2, "second"));
    keeper.follow(state.scene);
    EXPECT_EQ(left(), (Titles{"first", "second"}));
    state.edited[1].scene.title = "other";  // the id of a removed scene may be used again
    keeper.follow(state.scene);
    EXPECT_EQ(left(), (Titles{"first", "other"}));
    state.edited.erase(state.edited.begin());
    keeper.follow(state.scene);
    EXPECT_EQ(left(), (Titles{"other"})) << "the presenter returned to that scene";
    state.edited.push_back(edited(3, "third"));
    state.scene.title = "unsaved";
    state.unsaved = true;
    testing::internal::CaptureStderr();
    keeper.end(state.scene, false);  // a crash, or a signal
    EXPECT_NE(testing::internal::GetCapturedStderr().find("the next start offers to restore them"), std::string::npos);
    EXPECT_EQ(left(), (Titles{"other", "third", "unsaved"}));
  }
  SceneKeeper keeper(state, world, files, Autosave(state_folder));
  state.edited.clear();
  state.edited.push_back(edited(1, "first"));
  keeper.follow(state.scene);
  keeper.end(state.scene, true);
  EXPECT_EQ(left(), (Titles{"other", "third", "unsaved"})) << "a clean end removes its own autosave";
}

// Preparing 13 million cells takes longer than a frame may take.
TEST_F(Kept, a_large_grid_is_prepared_while_the_window_responds) {
  auto session = start();
  session->send(command::Run{false});
  EXPECT_TRUE(session->frame());
  const auto note = [&] { return std::ranges::find(session->state().notes, "making runs", &Note::cause); };
  Scene large = titled("large");
  large.grid.nx = large.grid.ny = 3600;
  session->send(command::EditScene{large, "grid", true});
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene, large);
  EXPECT_EQ(session->solver().scene().grid.nx, 64) << "the old runs stay until the new ones are ready";
  ASSERT_NE(note(), session->state().notes.end());
  EXPECT_EQ(note()->button, "Cancel");
  const std::uint64_t step = session->solver().step();
  int frames = 0;
  for (; session->solver().scene().grid.nx == 64 && frames < 5000; ++frames) {
    EXPECT_EQ(session->solver().step(), step);
    EXPECT_TRUE(session->frame());
  }
  EXPECT_EQ(session->solver().scene(), large);
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(note(), session->state().notes.end());
  // Going back drops the runs of the large grid.
  large.grid.ny = 3500;
  session->send(command::EditScene{large, "grid", true});
  EXPECT_TRUE(session->frame());
  ASSERT_NE(note(), session->state().notes.end());
  session->send(*note()->then);
  EXPECT_TRUE(session->frame() && session->frame());
  EXPECT_EQ(note(), session->state().notes.end());
  EXPECT_EQ(session->solver().scene().grid.ny, 3600);
  EXPECT_EQ(session->state().scene, session->solver().scene());
}

// The formula is evaluated at 13 million nodes.
TEST_F(Kept, a_large_formula_is_read_while_the_window_responds) {
  const std::string file = folder / "large.toml";
  std::ofstream(file)
      << "ezscope = 1\ntitle = \"read\"\n[grid]\ncells = [3600, 3600]\ncell = 1e-3\n[[material]]\nname = "
         "\"g\"\neps = "
         "\"2+sin(x*y)^2+sin(x+y)^2+sin(x-y)^2+cos(y/(x+9))^2+sin(3*x*y)^2+sin(5*x*y)^2\"\n[[shape]]\nkind = "
         "\"rect\"\nmaterial = \"g\"\nmin = [0, 0]\n"
         "max = [6, 6]\n";
  auto session = start();
  session->send(command::Run{false});
  session->send(command::Open{file, true});
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene.title, "cavity");
  ASSERT_EQ(session->state().notes.size(), 1u);
  EXPECT_NE(session->state().notes[0].text.english().find("Reading"), std::string::npos);
  for (int frames = 0; session->state().scene.title == "cavity" && frames < 5000; ++frames)
    EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().scene.title, "read");
  EXPECT_EQ(session->state().path, file);
  EXPECT_EQ(session->solver().scene().grid.nx, 64) << "its runs are being made";
  for (int frames = 0; session->solver().scene().grid.nx == 64 && frames < 9000; ++frames)
    EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->solver().scene(), session->state().scene);
  EXPECT_TRUE(session->frame());
  EXPECT_EQ(session->state().notes.size(), 0u);
}

TEST_F(Kept, a_window_closed_early_saves_its_picture_too) {
  WindowCommand command = off_screen(steps_per_frame, size);
  command.screenshot = folder / "w.png";
  const LoadedScene scene{small_cavity(64, 48), "", "cavity"};
  Session session(command, scene);
  EXPECT_TRUE(session.frame());
  session.send(command::Quit{true});
  EXPECT_FALSE(session.frame());
  EXPECT_TRUE(fs::exists(command.screenshot));
}

}  // namespace
}  // namespace ez
