// Tests scenes that are small as text but ask for much. Each is read in bounded time, or refused with a remedy. The
// bounds are processor times: many times what a current machine takes, and far below the times before the limits
// existed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "processor_time.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

const std::string room = "ezscope = 1\nunit = 'cell'\n[grid]\ncells = [64, 48]\ncell = 0.001\n";

std::string errors_of(const SceneResult& r) {
  std::string out;
  for (const Message& m : r.messages)
    if (m.kind == Message::Kind::error) out += to_string(m) + "\n";
  return out;
}

// Returns a polygon of `points` corners across the whole grid, with this many copies next to each other.
std::string crossing_polygons(int points, int copies) {
  std::string out =
      "[[material]]\nname = 'glass'\neps = 2.25\n[[shape]]\nkind = 'polygon'\nmaterial = 'glass'\npoints = [";
  for (int k = 0; k < points; ++k) out += fmt::format("[{}, {}], ", k * 37 % 61, k * 29 % 47);
  return out + fmt::format("]\ncopies = {{ kind = 'lattice', count = [{}, 1], a1 = [0.001, 0] }}\n", copies);
}

// 100 × 100 copies of a polygon of 200 points, smoothed, used to take minutes.
TEST(Limits, apply_to_the_points_of_all_copies) {
  const SceneResult many = parse_scene(room + "smoothing = true\n" + crossing_polygons(200, 10'000), "t");
  EXPECT_FALSE(many.scene);
  EXPECT_EQ(errors_of(many),
            "t:10:1: shape.0 has 200 points at 10000 positions, and all shapes up to it have 2000000 points; the limit "
            "is 200000, so use fewer points or copies\n");
  const double since = processor_seconds();
  const SceneResult fewer = parse_scene(room + "smoothing = true\n" + crossing_polygons(200, 1'000), "t");
  ASSERT_TRUE(fewer.scene) << errors_of(fewer);
  EXPECT_EQ(rasterize(*fewer.scene).nx(), 64);
  EXPECT_LT(processor_seconds() - since, 10);
}

// The 21st shape is refused, and the 2,979 shapes after it are not examined.
TEST(Limits, of_copies_are_reported_before_the_rest_is_examined) {
  std::string text = room + "[[material]]\nname = 'glass'\neps = 2.25\n";
  for (int k = 0; k < 3000; ++k)
    text +=
        "[[shape]]\nkind = 'circle'\nmaterial = 'glass'\ncenter = [1, 1]\nradius = 0.1\ncopies = { kind = 'lattice', "
        "count = [100, 100], a1 = [0.5, 0] }\n";
  const double since = processor_seconds();
  const SceneResult r = parse_scene(text, "t");
  EXPECT_FALSE(r.scene);
  EXPECT_NE(errors_of(r).find("shape.20 has 1 point at 10000 positions"), std::string::npos)
      << errors_of(r).substr(0, 200);
  EXPECT_LT(processor_seconds() - since, 1) << "it took 2 s";
}

// Shapes under other shapes change nothing, with or without smoothing.
TEST(Limits, covered_shapes_do_not_change_the_map) {
  const std::string lid = "[[shape]]\nkind = 'rect'\nmaterial = 'glass'\nmin = [-1, 10.3]\nmax = [70, 40.2]\n";
  for (const char* smoothing : {"", "smoothing = true\n"}) {
    const std::string both = room + smoothing + crossing_polygons(50, 100);
    const std::string bare = room + smoothing + "[[material]]\nname = 'glass'\neps = 2.25\n";
    const NodeMap covered = rasterize(parse_scene(both + lid, "t").scene.value()),
                  alone = rasterize(parse_scene(bare + lid, "t").scene.value());
    for (int j = 12; j < 39; ++j)
      for (int i = 0; i < 64; ++i) ASSERT_EQ(covered.at(i, j), alone.at(i, j)) << i << " " << j;
    EXPECT_NE(covered.at(30, 5), alone.at(30, 5)) << "outside the cover the polygons are visible";
  }
}

// Written with every default, each material used to search the whole palette, which took minutes.
TEST(Limits, many_materials_are_read_and_written_in_linear_time) {
  std::string text = room;
  for (int k = 0; k < 65'000; ++k) text += fmt::format("[[material]]\nname = 'm{}'\neps = 2\n", k);
  const double since = processor_seconds();
  const SceneResult r = parse_scene(text, "t");
  ASSERT_TRUE(r.scene) << errors_of(r);
  EXPECT_GT(write_scene(*r.scene, true).size(), text.size());
  EXPECT_EQ(rasterize(*r.scene).nx(), 64);
  EXPECT_LT(processor_seconds() - since, 20);
}

TEST(Limits, many_checks_are_read_in_linear_time) {
  std::string text = room + "[[probe]]\nname = 'p'\nat = [10, 10]\n";
  for (int k = 0; k < 3'000; ++k)
    text += fmt::format(
        "[[check]]\nname = 'c{}'\nmeasured = 'peak(\"p\")'\ntheory = '1'\nwithin = 0.1\nafter = '10ps'\n", k);
  const double since = processor_seconds();
  const SceneResult r = parse_scene(text, "t");
  EXPECT_FALSE(r.scene);
  EXPECT_NE(errors_of(r).find("3000 checks; give at most 500"), std::string::npos) << errors_of(r);
  EXPECT_LT(processor_seconds() - since, 3);
}

}  // namespace
}  // namespace ez
