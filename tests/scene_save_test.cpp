// Scene files written back: comments stay, and a save is whole or not at all.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "scene_reading.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

// ---- comments

const char* const commented = R"(# A file of mine.

ezscope = 1    # always

# the room
[grid]
cells = [64, 32]
cell = 1
courant = 0.99  # the default, said aloud

# first
[[material]]
name = "a"  # its name
# second
[[material]]
name = "b"
# not white
color = "#ffffff"

[[probe]]
name = "p#1"
at = [1, 2]
# the end
)";

TEST(Comments, StayBesideTheirKeys) {
  bool lost = true;
  const std::string out = write_scene_keeping_comments(parsed(commented), commented, &lost);
  EXPECT_FALSE(lost);
  EXPECT_EQ(out, R"(# A file of mine.

ezscope = 1  # always
unit = "m"

# the room
[grid]
cells = [64, 32]
cell = 1.0
courant = 0.99  # the default, said aloud

# first
[[material]]
name = "a"  # its name

# second
[[material]]
name = "b"
# not white
color = "#ffffff"

[[probe]]
name = "p#1"
at = [1, 2]

# the end
)");
  EXPECT_EQ(write_scene_keeping_comments(parsed(out), out, &lost), out);
}

TEST(Comments, FollowTheEntryTheyBelongTo) {
  Scene scene = parsed(commented);
  scene.materials.erase(scene.materials.begin());
  scene.materials[0].eps = 3;
  bool lost = false;
  const std::string out = write_scene_keeping_comments(scene, commented, &lost);
  EXPECT_TRUE(lost);  // those of "a"
  EXPECT_NE(out.find("# second\n[[material]]\nname = \"b\"\neps = 3.0\n# not white\ncolor"), std::string::npos) << out;
  EXPECT_EQ(out.find("# first"), std::string::npos);
}

TEST(Comments, InsideValuesAreSaidToBeLost) {
  const std::string text =
      least + "[[shape]]\nkind = 'polygon'\nmaterial = 'pec'\npoints = [[0, 0], # a corner\n [9, 0], [0, 9]]\n";
  bool lost = false;
  const Scene scene = parsed(text);
  EXPECT_EQ(parsed(write_scene_keeping_comments(scene, text, &lost)), scene);
  EXPECT_TRUE(lost);
  EXPECT_TRUE(parse_scene(text, "").has_comments);
  EXPECT_FALSE(parse_scene(least + "[[probe]]\nname = '#'\nat = [1, 1]\n", "").has_comments);
}

TEST(Comments, SurviveInEveryBuiltInScene) {
  for (const BuiltinScene& scene : builtin_scenes()) {
    bool lost = true;
    const std::string out = write_scene_keeping_comments(builtin(std::string(scene.name)), scene.text, &lost);
    EXPECT_FALSE(lost) << scene.name;
    EXPECT_EQ(parsed(out), builtin(std::string(scene.name)));
    EXPECT_EQ(std::count(out.begin(), out.end(), '#'), std::count(scene.text.begin(), scene.text.end(), '#')) << out;
  }
}

// ---- saving

class Saving : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_ = fs::temp_directory_path() / fmt::format("ezscope-saving-{}", ::getpid());
};

TEST_F(Saving, WritesNewAndOldFiles) {
  write_file_atomically(folder_ / "a", "one");
  write_file_atomically(folder_ / "a", std::string_view("two\0three", 9));
  EXPECT_EQ(content(folder_ / "a"), std::string("two\0three", 9));
  EXPECT_EQ(files(), 1);
}

TEST_F(Saving, KeepsTheModeAndFollowsLinks) {
  write_file_atomically(folder_ / "a", "one");
  fs::permissions(folder_ / "a", fs::perms{0640});
  fs::create_symlink("a", folder_ / "link");
  fs::create_symlink(folder_ / "link", folder_ / "chain");
  write_file_atomically(folder_ / "chain", "two");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "chain"));
  EXPECT_EQ(content(folder_ / "a"), "two");
  EXPECT_EQ(fs::status(folder_ / "a").permissions(), fs::perms{0640});
  EXPECT_EQ(files(), 3);
}

TEST_F(Saving, LeavesTheOldFileWholeWhenTheDiskIsFull) {
  write_file_atomically(folder_ / "a", "one");
  rlimit before = {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(write_file_atomically(folder_ / "a", std::string(100000, 'x')), std::system_error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(content(folder_ / "a"), "one");
  EXPECT_EQ(files(), 1);
}

TEST_F(Saving, SaysWhatCannotBeWritten) {
  EXPECT_THROW(write_file_atomically("/dev/full", "x"), std::system_error);
  EXPECT_THROW(write_file_atomically(folder_, "x"), std::system_error);
  try {
    write_file_atomically(folder_ / "no" / "where", "x");
    FAIL();
  } catch (const std::system_error& e) {
    EXPECT_EQ(e.code().value(), ENOENT);
    EXPECT_NE(std::string(e.what()).find("no/where"), std::string::npos);
  }
}

}  // namespace
}  // namespace ez
