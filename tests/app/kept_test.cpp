// What is kept between runs: settings, recent files, and the unsaved scene of a program that crashed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <stdexcept>

#include "app/platform/autosave.h"
#include "app/platform/files.h"
#include "app/platform/say.h"
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
  const Settings settings = {false, false, {"/a b.toml", "/c.toml"}, 1.25, true, true, "gray", 2e9, "ja"};
  write_settings(folders, settings);
  EXPECT_EQ(read_settings(folders), settings);
}

TEST(Kept, the_first_start_speaks_the_language_of_the_environment) {
  unsetenv("LC_ALL");
  setenv("LC_MESSAGES", "", 1);
  setenv("LANG", "de_AT.UTF-8", 1);
  EXPECT_EQ(language_of_environment(), Language::german);
  setenv("LC_MESSAGES", "ru_RU.UTF-8", 1);
  EXPECT_EQ(language_of_environment(), Language::russian);
  setenv("LC_ALL", "C.UTF-8", 1);
  EXPECT_EQ(language_of_environment(), Language::english);
  unsetenv("LC_ALL"), unsetenv("LC_MESSAGES"), unsetenv("LANG");
}

// ---- the interface's words

// "{} of {:.2f}" → {"0", "1:.2f"}; what stands behind a letter, as a plural's ending does, other languages may leave
// out.
struct Fields {
  std::set<std::string> needed, all;
};
Fields fields_of(const std::string& format) {
  Fields fields;
  int next = 0;
  for (std::size_t k = 0; (k = format.find('{', k)) != std::string::npos;) {
    const std::size_t end = format.find('}', k);
    std::string field = format.substr(k + 1, end - k - 1);
    if (field.empty() || field[0] == ':') field.insert(0, std::to_string(next++));
    if (k == 0 || std::isalpha(static_cast<unsigned char>(format[k - 1])) == 0) fields.needed.insert(field);
    fields.all.insert(field);
    k = end;
  }
  return fields;
}

TEST(Words, each_translation_has_the_values_of_the_english) {
  for (const WordRow& row : all_words()) {
    const Fields english = fields_of(row[0]);
    for (const std::string& text : row) {
      EXPECT_FALSE(text.empty()) << row[0];
      const std::set<std::string> said = fields_of(text).all;
      EXPECT_TRUE(std::ranges::includes(said, english.needed)) << text;
      EXPECT_TRUE(std::ranges::includes(english.all, said)) << text;
    }
  }
}

TEST(Words, what_has_no_row_stays_as_it_is) {
  const Vocabulary english, german(Language::german);
  EXPECT_STREQ(english.of("Boundaries"), "Boundaries");
  EXPECT_STREQ(german.of("Boundaries"), "Ränder");
  EXPECT_STREQ(german.of("my probe"), "my probe");
}

TEST(Words, a_message_with_its_values_in_it_is_known_again) {
  const Vocabulary german(Language::german);
  EXPECT_EQ(german.of_filled("There are 8 panes already, the most there can be."),
            fmt::format(fmt::runtime(german.of("There are {} panes already, the most there can be.")), 8));
  EXPECT_EQ(german.of_filled("Of this nothing is said"), "Of this nothing is said");
  EXPECT_EQ(german.of_filled("a\nPause\nb"), "a\n" + std::string(german.of("Pause")) + "\nb");
  EXPECT_EQ(german.of_filled("{}"), "{}");
  std::string english, translated;
  for (int k = 0; k < 400'000; ++k) english += "Pause\n", translated += std::string(german.of("Pause")) + '\n';
  EXPECT_EQ(german.of_filled(english), translated) << "a text of any length";
  EXPECT_EQ(say(&german, "step {}: {}", 3, "{}"), fmt::format(fmt::runtime(german.of("step {}: {}")), 3, "{}"));
}

TEST(Words, names_of_the_user_are_not_translated_and_no_part_of_a_format) {
  const std::string_view names[] = {"foot of the step", "Pause",      "10 cells", "3 of 5 hold",
                                    "minus a",          "saved x",    "cells",    "a: b",
                                    "1 to 2 · 3",       "Used by me", "Time: 3",  "of"};
  for (const Language language : {Language::german, Language::japanese, Language::russian}) {
    Vocabulary words(language);
    const std::string kept(words.of("Used by {}"));
    words.set_names(names);
    for (const std::string_view name : names) {
      EXPECT_EQ(words.of_filled(name), name);
      EXPECT_EQ(words.of_filled(fmt::format("Used by {}", name)), fmt::format(fmt::runtime(kept), name));
      const std::string summary = fmt::format("3 · {} 1.25 mV/m", name);
      EXPECT_EQ(words.of_filled(summary), summary);
      EXPECT_EQ(words.of_filled(fmt::format("{}: {} is not written: Pause", name, name)).find(name), 0u) << name;
    }
    EXPECT_EQ(words.of_filled("10 cells"), "10 cells") << "a name";
    EXPECT_EQ(words.of_filled("12 cells"), fmt::format(fmt::runtime(Vocabulary(language).of("{} cells")), 12))
        << "a word that is a name too is the interface's where it says so";
    EXPECT_STREQ(words.of("Pause"), Vocabulary(language).of("Pause")) << "a button";
    words.set_names({});
    EXPECT_NE(words.of_filled("3 of 5 hold"), "3 of 5 hold");
  }
}

TEST(Words, what_is_quoted_and_paths_of_files_stay_as_they_are) {
  const Vocabulary russian(Language::russian);
  const auto saved = [&](std::string_view path) { return fmt::format(fmt::runtime(russian.of("saved {}")), path); };
  for (const char* path : {"/home/me/foot of the step.png", "/home/me/3 of 5 hold.toml", "/tmp/Pause", "/a/10 cells"})
    EXPECT_EQ(russian.of_filled(fmt::format("saved {}", path)), saved(path));
  EXPECT_EQ(
      russian.of_filled("/tmp/1 of 2 hold.csv is not written: Pause"),
      fmt::format(fmt::runtime(russian.of("{} is not written: {}")), "/tmp/1 of 2 hold.csv", russian.of("Pause")));
  EXPECT_EQ(russian.of_filled("saved \"3 of 5 hold\""), saved("\"3 of 5 hold\""));
}

TEST(Words, a_row_without_a_language_is_told_by_its_line) {
  EXPECT_EQ(read_words("# first\nRun\nStart\n実行\nПуск\n\nA\\nB\na\nb\nc\n").size(), 2u);
  EXPECT_EQ(read_words("A\\nB\na\nb\nc")[0][0], "A\nB");
  try {
    (void)read_words("Run\nStart\n\nA\na\nb\nc\n");
    ADD_FAILURE() << "two languages are missing";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "words, line 3: a row has 4 lines");
  }
}

TEST(Kept, answers_to_a_lesson_come_back_by_its_name_or_place) {
  const Folder folder;
  const UserFolders folders = {folder.path / "config", folder.path / "state", folder.path / "cache"};
  EXPECT_EQ(read_answers(folders, "waves"), "");
  keep_answers(folders, "waves", "one");
  keep_answers(folders, "/a/waves.toml", "two");
  keep_answers(folders, "/b/waves.toml", "three");
  EXPECT_EQ(read_answers(folders, "waves"), "one");
  EXPECT_EQ(read_answers(folders, "/a/waves.toml"), "two");
  EXPECT_EQ(read_answers(folders, "/b/waves.toml"), "three");
  keep_answers({}, "waves", "nowhere");
}

TEST(Kept, what_cannot_be_kept_says_where_and_why) {
  const Folder folder;
  std::ofstream(folder.path / "file") << "in the way";
  const UserFolders folders = {folder.path / "file" / "config", folder.path / "file" / "state", {}};
  for (const std::string& why : {write_settings(folders, {}), keep_answers(folders, "waves", "one")}) {
    EXPECT_NE(why.find((folder.path / "file").string()), std::string::npos) << why;
    EXPECT_NE(why.find("Not a directory"), std::string::npos) << why;
  }
  EXPECT_EQ(write_settings({}, {}), "") << "without a home nothing is kept";
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

TEST(Autosave, that_is_set_aside_is_not_offered_again) {
  const Folder folder;
  {
    Autosave theirs(folder.path);
    EXPECT_EQ(theirs.keep("x", "/theirs.toml"), "");
  }
  std::filesystem::path place;
  {
    const auto left = Autosave(folder.path).left_behind();
    ASSERT_TRUE(left.has_value());
    place = Autosave::set_aside(*left);
    EXPECT_FALSE(std::filesystem::exists(left->file));
  }
  EXPECT_EQ(text_of_file(place), "# autosaved from /theirs.toml\nx");
  EXPECT_FALSE(Autosave(folder.path).left_behind().has_value());
}

// A file system allows 255 bytes a name.
TEST(Kept, a_long_name_leads_to_a_file_that_can_be_written) {
  const Folder folder;
  const std::string name = [] {
    std::string out;
    for (int k = 0; k < 83; ++k) out += "\u6c34";
    return out;
  }();
  const std::string file = fresh_file((folder.path / name).string(), "-report.png");
  EXPECT_EQ(write_or_why(file, [] { return std::string("x"); }), "") << file;
  EXPECT_EQ(std::filesystem::path(file).parent_path(), folder.path);
  EXPECT_TRUE(file.ends_with("\u6c34-001-report.png")) << file;
  UserFolders folders;
  folders.state = folder.path;
  const std::string lesson = "/lessons/" + name + ".toml";
  EXPECT_EQ(keep_answers(folders, lesson, "answers"), "");
  EXPECT_EQ(read_answers(folders, lesson), "answers");
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
