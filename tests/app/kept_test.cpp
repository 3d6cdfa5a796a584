// Tests the files that the program keeps between sessions: settings, recent files, and the unsaved scene of a program
// that crashed.
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
#include <utility>
#include <vector>

#include "app/platform/autosave.h"
#include "app/platform/files.h"
#include "app/platform/say.h"
#include "solver/base/text_with.h"
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

TEST(Kept, settings_and_recent_files_are_read_back) {
  const Folder folder;
  const UserFolders folders = {folder.path / "config", folder.path / "state", folder.path / "cache"};
  EXPECT_EQ(read_settings(folders), Settings{});
  const Settings settings = {false, false, {"/a b.toml", "/c.toml"}, 1.25, true, true, "gray",
                             2e9,   "ja",  "https://example.org/ez/"};
  write_settings(folders, settings);
  EXPECT_EQ(read_settings(folders), settings);
}

TEST(Kept, the_first_start_uses_the_language_of_the_environment) {
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

// ---- the interface's texts

// Returns the fields of a format: "{} of {:.2f}" → {"0", "1:.2f"}. A field right after a letter, such as a plural
// ending, may be missing in other languages.
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

TEST(Words, each_translation_holds_the_values_of_the_english_text) {
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

TEST(Words, a_text_without_a_row_stays_unchanged) {
  const Vocabulary english, german(Language::german);
  EXPECT_STREQ(english.of("Boundaries"), "Boundaries");
  EXPECT_STREQ(german.of("Boundaries"), "Ränder");
  EXPECT_STREQ(german.of("my probe"), "my probe");
}

TEST(Words, a_message_is_translated_with_the_texts_inside_it) {
  const Vocabulary german(Language::german);
  const auto in_german = [&](const char* english, const auto&... values) {
    return fmt::format(fmt::runtime(german.of(english)), values...);
  };
  EXPECT_EQ(german.of(text_with("Cannot add a pane: {} panes is the maximum.", 8)),
            in_german("Cannot add a pane: {} panes is the maximum.", 8));
  EXPECT_EQ(german.of(text_with("Cannot write {}: {}", std::string("/a/Pause.csv"), "Pause")),
            in_german("Cannot write {}: {}", "/a/Pause.csv", german.of("Pause")));
  EXPECT_EQ(german.of(text_with("{}\n{}", "Pause", Text::as_is("Pause"))), std::string(german.of("Pause")) + "\nPause");
  EXPECT_EQ(german.of(Text("Of this nothing is said")), "Of this nothing is said");
  EXPECT_EQ(german.of(Text("{}")), "{}");
  EXPECT_EQ(say(&german, "step {}: {}", 3, Text("Pause")), in_german("step {}: {}", 3, german.of("Pause")));
  EXPECT_EQ(say(&german, "step {}: {}", 3, "{}"), in_german("step {}: {}", 3, "{}"));
  EXPECT_EQ(say(nullptr, "step {}: {}", 3, text_with("{} cells", 4)), "step 3: 4 cells");
}

// Every row has translations that its values can fill, whatever they hold.
TEST(Words, each_translation_can_be_filled) {
  for (const Language language : {Language::english, Language::german, Language::japanese, Language::russian}) {
    const Vocabulary words(language);
    for (const WordRow& row : all_words()) {
      std::vector<Text> values;
      for (std::size_t k = 0; k < fields_of(row[0]).all.size(); ++k) values.push_back(Text::as_is("{\x01}"));
      const bool filled = !values.empty();
      const std::string text = words.of(Text::of(row[0], std::move(values)));
      EXPECT_TRUE(!filled || fields_of(row[0]).needed.empty() || text.find("{\x01}") != std::string::npos) << text;
    }
  }
}

TEST(Words, user_names_that_look_like_program_texts_stay) {
  for (const Language language : {Language::german, Language::japanese, Language::russian}) {
    const Vocabulary words(language);
    const std::string used(words.of("Cannot be deleted: used by {}")), not_written(words.of("Cannot write {}: {}"));
    for (const std::string name :
         {"foot of the step", "Pause", "10 cells", "3 of 5 hold", "minus a", "saved x", "cells", "a: b", "1 to 2 · 3",
          "Used by me", "Time: 3", "of", "{} of {}", "{} cells", "add source", "{", "/tmp/1 of 2 hold.csv"}) {
      EXPECT_EQ(words.of(Text::as_is(name)), name);
      EXPECT_EQ(words.of(text_with("Cannot be deleted: used by {}", name)), fmt::format(fmt::runtime(used), name));
      EXPECT_EQ(words.of(text_with("Cannot write {}: {}", name, "Pause")),
                fmt::format(fmt::runtime(not_written), name, words.of("Pause")));
      EXPECT_EQ(say(&words, "Cannot be deleted: used by {}", Text::as_is(name)), fmt::format(fmt::runtime(used), name));
    }
    EXPECT_EQ(words.of(text_with("{} cells", 12)), fmt::format(fmt::runtime(words.of("{} cells")), 12));
  }
}

TEST(Words, a_row_with_a_missing_language_is_reported_with_its_line) {
  EXPECT_EQ(read_words("# first\nRun\nStart\n実行\nПуск\n\nA\\nB\na\nb\nc\n").size(), 2u);
  EXPECT_EQ(read_words("A\\nB\na\nb\nc")[0][0], "A\nB");
  try {
    (void)read_words("Run\nStart\n\nA\na\nb\nc\n");
    ADD_FAILURE() << "two languages are missing";
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "words, line 3: a row has 4 lines");
  }
}

TEST(Kept, answers_to_a_lesson_are_found_by_its_name_or_path) {
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

TEST(Kept, a_failure_to_write_reports_path_and_reason) {
  const Folder folder;
  std::ofstream(folder.path / "file") << "in the way";
  const UserFolders folders = {folder.path / "file" / "config", folder.path / "file" / "state", {}};
  for (const std::string& why : {write_settings(folders, {}), keep_answers(folders, "waves", "one")}) {
    EXPECT_NE(why.find((folder.path / "file").string()), std::string::npos) << why;
    EXPECT_NE(why.find("Not a directory"), std::string::npos) << why;
  }
  EXPECT_EQ(write_settings({}, {}), "") << "without a home folder nothing is written";
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

TEST(Autosave, is_offered_only_after_its_process_has_ended) {
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

// Two containers may share a folder, and both programs have process number 1.
TEST(Autosave, two_programs_with_the_same_process_number_stay_apart) {
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
  EXPECT_FALSE(Autosave(folder.path).left_behind().has_value()) << "another program is already asking about it";
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

TEST(Autosave, one_that_was_set_aside_is_not_offered_again) {
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

// A file system allows 255 bytes per name.
TEST(Kept, a_long_name_leads_to_a_writable_file) {
  const Folder folder;
  const std::string name = [] {
    std::string out;
    for (int k = 0; k < 83; ++k) out += "\u6c34";
    return out;
  }();
  const std::string file = fresh_file((folder.path / name).string(), "-report.png");
  EXPECT_EQ(write_or_why(file, [] { return std::string("x"); }), Text()) << file;
  EXPECT_EQ(std::filesystem::path(file).parent_path(), folder.path);
  EXPECT_TRUE(file.ends_with("\u6c34-001-report.png")) << file;
  UserFolders folders;
  folders.state = folder.path;
  const std::string lesson = "/lessons/" + name + ".toml";
  EXPECT_EQ(keep_answers(folders, lesson, "answers"), "");
  EXPECT_EQ(read_answers(folders, lesson), "answers");
}

TEST(Kept, paths_are_absolute) {
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(full_path("a.toml"), here + "/a.toml");
  EXPECT_EQ(full_path("./a.toml"), here + "/a.toml");
  EXPECT_EQ(full_path("/x/y.toml"), "/x/y.toml");
  EXPECT_EQ(full_path(""), "");
}

TEST(Autosave, reports_why_it_cannot_be_written) {
  const Folder folder;
  std::ofstream(folder.path / "file") << "not a folder";
  EXPECT_NE(Autosave(folder.path / "file").keep("x", ""), "");
}

}  // namespace
}  // namespace ez
