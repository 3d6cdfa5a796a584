// Tests that scene files keep their comments when they are saved.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "scene_reading.h"

namespace ez {
namespace {

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

TEST(Comments, stay_at_their_keys) {
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

TEST(Comments, follow_the_entry_they_belong_to) {
  Scene scene = parsed(commented);
  scene.materials.erase(scene.materials.begin());
  scene.materials[0].eps = 3;
  bool lost = false;
  const std::string out = write_scene_keeping_comments(scene, commented, &lost);
  EXPECT_TRUE(lost);  // the comments of "a"
  EXPECT_NE(out.find("# second\n[[material]]\nname = \"b\"\neps = 3.0\n# not white\ncolor"), std::string::npos) << out;
  EXPECT_EQ(out.find("# first"), std::string::npos);
}

// Like the defaults in a separate table, although nobody would write those.
TEST(Comments, defaults_named_in_an_inline_table_stay) {
  const std::string text =
      least + "[[source]]\nkind = \"point\"\nat = [9, 9]\nwaveform = { kind = \"cw\", frequency = 20e6, ramp = 3 }\n" +
      "\n[[source]]\nkind = \"point\"\nat = [20, 9]\nwaveform = { kind = \"cw\", frequency = 20e6 }\n";
  Scene scene = parsed(text);
  std::get<PointSource>(scene.sources[0].geometry).at = {10, 9};
  const std::string saved = write_scene_keeping_comments(scene, text, nullptr);
  EXPECT_NE(saved.find("at = [10, 9]\nwaveform = { kind = \"cw\", frequency = 20e6, ramp = 3 }\n"), std::string::npos)
      << saved;
  EXPECT_NE(saved.find("at = [20, 9]\nwaveform = { kind = \"cw\", frequency = 20e6 }\n"), std::string::npos) << saved;
  // When the entry before it is deleted, its keys go as well.
  scene.sources.erase(scene.sources.begin());
  EXPECT_EQ(write_scene_keeping_comments(scene, text, nullptr).find("ramp"), std::string::npos);
}

TEST(Comments, inside_values_are_reported_as_lost) {
  const std::string text =
      least + "[[shape]]\nkind = 'polygon'\nmaterial = 'pec'\npoints = [[0, 0], # a corner\n [9, 0], [0, 9]]\n";
  bool lost = false;
  const Scene scene = parsed(text);
  EXPECT_EQ(parsed(write_scene_keeping_comments(scene, text, &lost)), scene);
  EXPECT_TRUE(lost);
  EXPECT_TRUE(parse_scene(text, "").has_comments);
  EXPECT_FALSE(parse_scene(least + "[[probe]]\nname = '#'\nat = [1, 1]\n", "").has_comments);
}

// A number is read back unchanged, including the sign of zero.
TEST(Numbers, minus_zero_survives_saving) {
  const std::string text =
      least +
      "[[source]]\nkind = 'line'\nfrom = [12, 8]\nto = [-0.0, 30]\namplitude = -0.0\nwaveform = { kind = 'cw', "
      "frequency = 1e7 }\n";
  const std::string once = write_scene(parsed(text)), twice = write_scene(parsed(once));
  EXPECT_NE(once.find("to = [-0.0, 30]"), std::string::npos) << once;
  EXPECT_EQ(once, twice);
  const Source source = parsed(once).sources.at(0);
  EXPECT_TRUE(std::signbit(std::get<LineSource>(source.geometry).to.x));
  EXPECT_TRUE(std::signbit(source.amplitude));
}

TEST(Comments, survive_in_every_built_in_scene) {
  for (const BuiltinScene& scene : builtin_scenes()) {
    bool lost = true;
    const std::string out = write_scene_keeping_comments(builtin(std::string(scene.name)), scene.text, &lost);
    EXPECT_FALSE(lost) << scene.name;
    EXPECT_EQ(parsed(out), builtin(std::string(scene.name)));
    EXPECT_EQ(std::count(out.begin(), out.end(), '#'), std::count(scene.text.begin(), scene.text.end(), '#')) << out;
  }
}

}  // namespace
}  // namespace ez
