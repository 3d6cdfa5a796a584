// The program around the window: update() as a function of state and command, undo as properties, what is kept between
// runs.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "app/dialogs.h"
#include "app/files.h"
#include "app/update.h"

namespace ez {
namespace {

Scene small_scene() {
  Scene scene;
  scene.title = "small";
  scene.grid.nx = scene.grid.ny = 64;
  scene.grid.dx = scene.grid.dy = 0.001;
  Source source;
  source.geometry = PointSource{{0.03, 0.03}};
  source.waveform = Cw{15e9, 3, 0};
  scene.sources.push_back(source);
  return scene;
}

// A world in memory.
class World : public Services {
 public:
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> errors;  // what writing to a path says
  bool has_dialogs = false;
  int resets = 0, settings = 0;
  std::vector<std::string> shots;
  std::optional<FilePrompt::Purpose> asked;
  std::optional<Autosaved> left;
  double time = 0;

  double now() const override { return time; }
  SceneResult load(const std::string& name) override {
    const auto at = files.find(name);
    if (at != files.end()) return parse_scene(at->second, name);
    return load_scene(name);
  }
  bool exists(const std::string& path) override { return files.count(path) > 0; }
  bool loses_comments(const Scene&, const std::string& origin) override {
    return files.count(origin) > 0 && files[origin].find("precious") != std::string::npos;
  }
  std::string save(const std::string& path, const Scene& scene, const std::string&) override {
    if (errors.count(path) > 0) return errors[path];
    files[path] = write_scene(scene);
    return "";
  }
  std::string export_probes(const std::string& path) override { return files[path] = "probes", ""; }
  std::string export_field(const std::string& path, Quantity) override { return files[path] = "field", ""; }
  std::string fresh_name(const std::string& stem, const std::string& suffix) override { return stem + "-1" + suffix; }
  void screenshot(const std::string& path) override { shots.push_back(path); }
  bool ask_path(FilePrompt::Purpose purpose, const std::string&) override {
    asked = purpose;
    return has_dialogs;
  }
  void settings_changed(const State&) override { ++settings; }
  std::optional<Autosaved> autosaved() override { return left; }
  void settle_autosaved(bool) override { left.reset(); }
  void reset_field() override { ++resets; }
  std::string set_block(BlockShape b) override { return b.x * b.y > 1024 ? "more than 1024 threads" : ""; }
  void full_screen(bool) override {}
  void start_search(const Scene&, int) override {}
  void cancel_search() override {}
  void save_report(const std::string&) override {}
  void set_scheme(const SchemeChoice&) override {}
  std::string start_sweep(Sweep::Kind) override { return ""; }
  void cancel_sweep() override {}
  std::string save_block_map(const std::string&) override { return ""; }
  void save_block_map_picture(const std::string&) override {}
};

struct Program {
  State state;
  World world;
  Program() { adopt_scene(state, small_scene(), "", "small"); }
  void send(const Command& c) { update(state, c, world); }
  // An edit that sets the title: easy to tell apart.
  void edit(const std::string& title, bool finished = true) {
    Scene scene = state.scene;
    scene.title = title;
    send(command::EditScene{scene, "title " + title, finished});
  }
};

// ---- edits and undo

TEST(Undo, brings_back_every_scene_in_turn_and_redo_repeats_them) {
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& titles) {
    Program p;
    std::vector<Scene> seen = {p.state.scene};
    for (const std::string& title : titles) {
      p.edit(title);
      if (!(p.state.scene == seen.back())) seen.push_back(p.state.scene);
    }
    for (std::size_t k = seen.size(); k-- > 0;) {
      RC_ASSERT(p.state.scene == seen[k]);
      RC_ASSERT(p.state.history.can_undo() == (k > 0));
      p.send(command::Undo{});
    }
    for (const Scene& scene : seen) {
      RC_ASSERT(p.state.scene == scene);
      p.send(command::Redo{});
    }
    RC_ASSERT(!p.state.history.can_redo());
  }));
}

TEST(Undo, any_walk_through_history_is_the_walk_of_a_plain_list) {
  EXPECT_TRUE(rc::check([](const std::vector<int>& walk) {
    Program p;
    std::vector<std::string> list = {"small"};
    std::size_t at = 0;
    for (const int move : walk) {
      if (move % 3 == 0) {
        p.send(command::Undo{});
        if (at > 0) --at;
      } else if (move % 3 == 1) {
        p.send(command::Redo{});
        if (at + 1 < list.size()) ++at;
      } else {
        const std::string title = "t" + std::to_string(move);
        p.edit(title);
        if (list[at] == title) continue;
        list.resize(at + 1);
        list.push_back(title);
        ++at;
      }
      RC_ASSERT(p.state.scene.title == list[at]);
      RC_ASSERT(p.state.unsaved == (at != 0 && list[at] != "small"));
    }
  }));
}

TEST(Undo, a_gesture_makes_one_entry) {
  Program p;
  for (int k = 0; k < 30; ++k) p.edit("drag " + std::to_string(k), false);
  p.edit("drag 30", true);
  EXPECT_EQ(p.state.history.undo_label(), "title drag 0");
  p.send(command::Undo{});
  EXPECT_EQ(p.state.scene.title, "small");
  EXPECT_FALSE(p.state.history.can_undo());
  p.send(command::Redo{});
  EXPECT_EQ(p.state.scene.title, "drag 30");
}

TEST(Undo, a_gesture_that_ends_where_it_began_makes_none) {
  Program p;
  p.edit("away", false);
  p.edit("small", true);
  EXPECT_FALSE(p.state.history.can_undo());
  EXPECT_FALSE(p.state.unsaved);
  p.edit("small", true);
  EXPECT_FALSE(p.state.history.can_undo());
}

TEST(Edit, what_is_wrong_is_said_once_the_gesture_ends_and_mended_by_undo) {
  Program p;
  Scene scene = p.state.scene;
  scene.grid.courant = 1.5;
  p.send(command::EditScene{scene, "Courant number", false});
  EXPECT_TRUE(has_errors(p.state.problems));
  EXPECT_TRUE(p.state.notes.empty());
  p.send(command::EditScene{scene, "Courant number", true});
  ASSERT_EQ(p.state.notes.size(), 1u);
  EXPECT_NE(p.state.notes[0].text.find("ourant"), std::string::npos);
  p.send(command::SaveAs{"x.toml"});
  EXPECT_TRUE(p.world.files.empty());
  p.send(command::Undo{});
  EXPECT_FALSE(has_errors(p.state.problems));
}

TEST(Edit, a_selection_that_is_gone_is_dropped) {
  Program p;
  p.send(command::Select{{Selection::Kind::source, 0}});
  Scene scene = p.state.scene;
  scene.sources.clear();
  p.send(command::EditScene{scene, "delete source", true});
  EXPECT_EQ(p.state.selection.kind, Selection::Kind::none);
}

TEST(Edit, a_frozen_field_starts_anew_after_a_mending_edit_or_a_reset) {
  Program p;
  p.state.frozen = true;
  p.edit("mended");
  EXPECT_FALSE(p.state.frozen);
  EXPECT_EQ(p.world.resets, 1);
  p.state.frozen = true;
  p.send(command::Reset{});
  EXPECT_FALSE(p.state.frozen);
  EXPECT_EQ(p.world.resets, 2);
}

// ---- files

TEST(Files, unsaved_changes_are_asked_about_before_they_are_lost) {
  for (const Command& c :
       {Command(command::Open{"lecture"}), Command(command::OpenBuiltin{"lecture"}), Command(command::Quit{})}) {
    Program p;
    p.edit("changed");
    p.send(c);
    ASSERT_TRUE(p.state.question.has_value());
    EXPECT_EQ(p.state.scene.title, "changed");
    EXPECT_FALSE(p.state.quit);
    p.send(command::Answer{false});
    EXPECT_FALSE(p.state.question.has_value());
    EXPECT_EQ(p.state.scene.title, "changed");
    p.send(c);
    p.send(command::Answer{true});
    EXPECT_TRUE(p.state.quit || p.state.scene.title != "changed");
    EXPECT_FALSE(p.state.question.has_value());
  }
}

TEST(Files, opening_another_scene_forgets_history_and_starts_from_zero) {
  Program p;
  p.edit("one");
  p.send(command::OpenBuiltin{"lecture", true});
  EXPECT_EQ(p.state.builtin, "lecture");
  EXPECT_FALSE(p.state.history.can_undo());
  EXPECT_FALSE(p.state.unsaved);
  EXPECT_EQ(p.world.resets, 1);
}

TEST(Files, a_scene_that_cannot_be_read_leaves_everything_as_it_is) {
  Program p;
  p.world.files["bad.toml"] = "ezscope = 1\n[grid]\ncells = 7\n";
  p.edit("mine");
  p.send(command::Open{"bad.toml", true});
  EXPECT_EQ(p.state.scene.title, "mine");
  ASSERT_FALSE(p.state.notes.empty());
  EXPECT_NE(p.state.notes.back().text.find("bad.toml:3:"), std::string::npos);
}

TEST(Files, saving_asks_for_a_path_writes_and_remembers_it) {
  Program p;
  p.edit("mine");
  p.send(command::Save{});
  ASSERT_TRUE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.prompt->purpose, FilePrompt::Purpose::save_scene);
  p.send(command_for(p.state.prompt->purpose, "mine"));
  EXPECT_FALSE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.path, "mine.toml");
  EXPECT_FALSE(p.state.unsaved);
  ASSERT_EQ(p.state.recent.size(), 1u);
  const SceneResult again = parse_scene(p.world.files["mine.toml"], "mine.toml");
  ASSERT_TRUE(again.scene.has_value());
  EXPECT_EQ(*again.scene, p.state.scene);
  p.edit("mine again");
  p.send(command::Save{});
  EXPECT_FALSE(p.state.prompt.has_value());
  EXPECT_FALSE(p.state.unsaved);
  p.send(command::Undo{});
  EXPECT_TRUE(p.state.unsaved);
}

TEST(Files, a_failed_save_keeps_the_changes_marked) {
  Program p;
  p.world.errors["full/x.toml"] = "no space left";
  p.edit("mine");
  p.send(command::SaveAs{"full/x.toml"});
  EXPECT_TRUE(p.state.unsaved);
  EXPECT_EQ(p.state.path, "");
  EXPECT_EQ(p.state.notes.back().kind, Note::Kind::error);
}

TEST(Files, lost_comments_and_overwriting_are_asked_about) {
  Program p;
  p.world.files["old.toml"] = "# precious\n" + write_scene(small_scene());
  p.send(command::Open{"old.toml"});
  p.edit("changed");
  p.send(command::Save{});
  ASSERT_TRUE(p.state.question.has_value());
  EXPECT_NE(p.state.question->text.find("comments"), std::string::npos);
  p.send(command::Answer{false});
  EXPECT_TRUE(p.state.unsaved);
  p.world.files["other.toml"] = "x";
  p.send(command::SaveAs{"other.toml"});
  ASSERT_TRUE(p.state.question.has_value());
  EXPECT_NE(p.state.question->text.find("exists"), std::string::npos);
  p.send(command::Answer{true});
  EXPECT_EQ(p.state.path, "other.toml");
  EXPECT_FALSE(p.state.unsaved);
}

TEST(Files, a_system_dialog_is_preferred_to_the_prompt) {
  Program p;
  p.world.has_dialogs = true;
  p.send(command::ExportField{});
  EXPECT_FALSE(p.state.prompt.has_value());
  EXPECT_EQ(p.world.asked, FilePrompt::Purpose::field);
  p.send(command::ExportField{"f.npy"});
  EXPECT_EQ(p.world.files.count("f.npy"), 1u);
}

TEST(Files, what_a_crash_left_is_restored_as_unsaved_or_dropped) {
  for (const bool yes : {true, false}) {
    Program p;
    Scene scene = small_scene();
    scene.title = "lost";
    p.world.left = Services::Autosaved{{scene, {}}, "file.toml"};
    p.state.question = Question{"?", "Restore", "Discard", command::RestoreAutosave{true}};
    p.send(command::Answer{yes});
    EXPECT_FALSE(p.world.left.has_value());
    EXPECT_EQ(p.state.scene.title, yes ? "lost" : "small");
    EXPECT_EQ(p.state.unsaved, yes);
    EXPECT_EQ(p.state.path, yes ? "file.toml" : "");
  }
}

TEST(Files, what_a_crash_left_unreadable_stays_and_the_note_says_why) {
  Program p;
  p.world.left = Services::Autosaved{parse_scene("grid = 3", "autosave-7.toml"), "file.toml"};
  p.send(command::RestoreAutosave{true});
  EXPECT_TRUE(p.world.left.has_value());
  EXPECT_EQ(p.state.scene, small_scene());
  ASSERT_EQ(p.state.notes.size(), 1u);
  EXPECT_EQ(p.state.notes[0].kind, Note::Kind::error);
  EXPECT_NE(p.state.notes[0].text.find("autosave-7.toml"), std::string::npos) << p.state.notes[0].text;
}

TEST(Notes, have_ids_of_their_own_and_the_oldest_goes) {
  Program p;
  for (int k = 0; k < 20; ++k) {
    add_note(p.state, Note::Kind::error, "note " + std::to_string(k), k);
    if (k % 3 == 0) p.send(command::Dismiss{p.state.notes.front().id});
    for (std::size_t a = 1; a < p.state.notes.size(); ++a) EXPECT_NE(p.state.notes[a - 1].id, p.state.notes[a].id);
  }
  EXPECT_LE(p.state.notes.size(), 5u);
}

// ---- between runs

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("ezscope-test-" + std::to_string(getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

TEST(Kept, settings_and_recent_files_come_back) {
  const Folder folder;
  const UserFolders folders = {folder.path / "config", folder.path / "state"};
  EXPECT_EQ(read_settings(folders), Settings{});
  const Settings settings = {false, false, {"/a b.toml", "/c.toml"}, 1.25};
  write_settings(folders, settings);
  EXPECT_EQ(read_settings(folders), settings);
}

TEST(Kept, the_scale_of_the_interface_is_bounded_and_kept) {
  Program p;
  p.send(command::SetInterfaceScale{1.5});
  EXPECT_EQ(p.state.interface_scale, 1.5);
  p.send(command::SetInterfaceScale{17});
  EXPECT_EQ(p.state.interface_scale, 3);
  EXPECT_EQ(allowed_interface_scale(std::nan("")), 1);
}

TEST(Title, of_the_window_is_the_scene_and_the_program) {
  Program p;
  p.state.engine_reason = "no CUDA device";
  EXPECT_EQ(window_title(p.state), shown_name(p.state) + " – ezscope");
  p.state.unsaved = true;
  EXPECT_EQ(window_title(p.state), shown_name(p.state) + " • – ezscope");
}

TEST(Kept, folders_follow_xdg_and_home) {
  setenv("XDG_STATE_HOME", "/state", 1);
  setenv("XDG_CONFIG_HOME", "relative/is/ignored", 1);
  setenv("HOME", "/home/someone", 1);
  const UserFolders folders = user_folders();
  EXPECT_EQ(folders.state, "/state/ezscope");
  EXPECT_EQ(folders.config, "/home/someone/.config/ezscope");
}

TEST(Autosave, is_offered_only_when_its_process_is_gone) {
  const Folder folder;
  const std::string text = write_scene(small_scene());
  Autosave mine(folder.path);
  EXPECT_EQ(mine.keep(text, "mine.toml"), "");
  EXPECT_FALSE(mine.left_behind().has_value());
  const pid_t child = fork();
  if (child == 0) {  // a program that crashes with unsaved changes
    Autosave autosave(folder.path);
    _exit(autosave.keep(text, "theirs.toml").empty() ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  ASSERT_EQ(status, 0);
  const auto left = mine.left_behind();
  ASSERT_TRUE(left.has_value());
  EXPECT_EQ(left->origin, "theirs.toml");
  EXPECT_EQ(*parse_scene(left->scene, "autosave").scene, small_scene());
  mine.drop();
  EXPECT_TRUE(std::filesystem::exists(left->file));
}

TEST(Autosave, says_why_it_cannot_be_kept) {
  const Folder folder;
  std::ofstream(folder.path / "file") << "not a folder";
  EXPECT_NE(Autosave(folder.path / "file").keep("x", ""), "");
}

}  // namespace
}  // namespace ez
