// What is kept between runs: settings, recent files, and the unsaved scene of a program that crashed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/files/autosave.h"
#include "app/files/files.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("ezscope-test-" + std::to_string(getpid()));
  Folder() { std::filesystem::create_directories(path); }
  ~Folder() { std::filesystem::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
};

TEST(Kept, settings_and_recent_files_come_back) {
  const Folder folder;
  const UserFolders folders = {folder.path / "config", folder.path / "state", folder.path / "cache"};
  EXPECT_EQ(read_settings(folders), Settings{});
  const Settings settings = {false, false, {"/a b.toml", "/c.toml"}, 1.25, true, true, "gray"};
  write_settings(folders, settings);
  EXPECT_EQ(read_settings(folders), settings);
}

TEST(Kept, folders_follow_xdg_and_home) {
  setenv("XDG_STATE_HOME", "/state", 1);
  setenv("XDG_CONFIG_HOME", "relative/is/ignored", 1);
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "/home/someone", 1);
  const UserFolders folders = user_folders();
  EXPECT_EQ(folders.state, "/state/ezscope");
  EXPECT_EQ(folders.config, "/home/someone/.config/ezscope");
  EXPECT_EQ(folders.cache, "/home/someone/.cache/ezscope");
}

TEST(Autosave, is_offered_only_when_its_process_is_gone) {
  const Folder folder;
  const std::string text = write_scene(Scene());
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
  EXPECT_EQ(left->scene, text);
  mine.drop();
  EXPECT_TRUE(std::filesystem::exists(left->file));
}

// As two containers have it: both programs are number 1.
TEST(Autosave, of_two_programs_with_the_same_number_are_two) {
  const Folder folder;
  Autosave mine(folder.path);
  {
    Autosave theirs(folder.path);
    EXPECT_EQ(mine.keep("a", "/a.toml"), "");
    EXPECT_EQ(theirs.keep("b", "/b.toml"), "");
    EXPECT_NE(mine.kept(), theirs.kept());
    EXPECT_FALSE(mine.left_behind().has_value()) << "both live";
  }
  const auto left = mine.left_behind();
  ASSERT_TRUE(left.has_value());
  EXPECT_EQ(left->scene, "b");
  EXPECT_FALSE(Autosave(folder.path).left_behind().has_value()) << "somebody is asked about it";
  mine.drop();
  EXPECT_TRUE(std::filesystem::exists(left->file));
}

TEST(Autosave, is_offered_while_its_process_is_a_zombie) {
  const Folder folder;
  const pid_t child = fork();
  if (child == 0) {
    Autosave autosave(folder.path);
    _exit(autosave.keep("x", "/theirs.toml", 42).empty() ? 0 : 1);
  }
  siginfo_t ended = {};
  waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT);
  {
    const auto left = Autosave(folder.path).left_behind();
    ASSERT_TRUE(left.has_value());
    EXPECT_EQ(left->origin, "/theirs.toml");
    EXPECT_EQ(left->mark, 42u);
    EXPECT_EQ(left->scene, "x");
  }
  waitpid(child, nullptr, 0);
}

TEST(Kept, paths_are_whole) {
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(full_path("a.toml"), here + "/a.toml");
  EXPECT_EQ(full_path("./a.toml"), here + "/a.toml");
  EXPECT_EQ(full_path("/x/y.toml"), "/x/y.toml");
  EXPECT_EQ(full_path(""), "");
}

TEST(Autosave, says_why_it_cannot_be_kept) {
  const Folder folder;
  std::ofstream(folder.path / "file") << "not a folder";
  EXPECT_NE(Autosave(folder.path / "file").keep("x", ""), "");
}

}  // namespace
}  // namespace ez
