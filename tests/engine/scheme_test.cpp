// Tests the catalogue of kernel schemes. Needs no GPU.
#include "solver/scene/scheme.h"

#include <gtest/gtest.h>

#include <set>

#include "helpers.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {
namespace {

TEST(Schemes, have_unique_names_and_the_engines_own_is_first) {
  std::set<std::string_view> names;
  for (const SchemeFacts& s : all_schemes()) EXPECT_TRUE(names.insert(s.name).second) << s.name;
  EXPECT_EQ(all_schemes().front().name, "auto");
  EXPECT_EQ(find_scheme("takada")->block, (BlockShape{32, 4}));
  EXPECT_EQ(find_scheme("no-such-scheme"), nullptr);
}

TEST(Schemes, the_nearest_scene_suits_the_scheme_and_two_kernel_runs_all) {
  for (const BuiltinScene& b : builtin_scenes()) {
    const Scene scene = *load_scene(std::string(b.name)).scene;
    for (const SchemeFacts& s : all_schemes()) {
      if (!s.live) continue;
      // Gas and heat are not near to any electromagnetic scene, so auto passes them to their own engine.
      if (in_cells(scene.physics)) {
        EXPECT_EQ(why_not(s, scene).empty(), s.name == "auto") << s.name << " on " << b.name;
        continue;
      }
      const Scene near = nearest_scene(s, scene);
      EXPECT_EQ(why_not(s, near), "") << s.name << " on " << b.name;
      EXPECT_EQ(why_not(s, scene).empty(), near == scene) << s.name << " on " << b.name;
    }
    EXPECT_EQ(why_not(all_schemes().front(), scene), "");
  }
}

TEST(Schemes, name_the_part_of_a_scene_that_they_cannot_run) {
  Scene s = grid(64, 64, BoundaryKind::pec, Precision::float32);
  EXPECT_EQ(why_not(*find_scheme("takada"), s), "");
  s.boundary[Side::right] = BoundaryKind::cpml;
  EXPECT_EQ(why_not(*find_scheme("takada"), s), "boundary.right: takada does not support cpml");
  s.boundary[Side::right] = BoundaryKind::pec;
  s.materials.push_back({"glass", 2.25, 1, 0, 0, {}});
  EXPECT_EQ(why_not(*find_scheme("takada"), s), "") << "an unused medium does not count";
  s.shapes.push_back({Circle{{32, 32}, 8}, "glass"});
  EXPECT_EQ(why_not(*find_scheme("takada"), s), "material glass: takada only supports vacuum");
  EXPECT_EQ(why_not(*find_scheme("marching-register"), s), "");
  EXPECT_EQ(why_not(*find_scheme("packed-epsilon"), s), "grid.precision: packed-epsilon only computes in double");
}

TEST(Schemes, are_counted_in_a_precision_that_they_have) {
  EXPECT_EQ(precision_for(*find_scheme("packed-epsilon"), Precision::float32), Precision::float64);
  for (const SchemeFacts& s : all_schemes())
    for (const Precision p : {Precision::float32, Precision::float64}) {
      const bool has = p == Precision::float32 ? s.float32 : s.float64;
      EXPECT_EQ(precision_for(s, p) == p, has) << s.name;
    }
}

TEST(Schemes, permittivities_beyond_a_form_are_refused_before_it_runs) {
  const SchemeFacts& packed = *find_scheme("packed-epsilon");
  Scene s = grid(64, 64, BoundaryKind::pec, Precision::float64);
  s.materials.push_back({"glass", 2.25, 1, 0, 0, {}});
  s.shapes.push_back({Circle{{32, 32}, 8}, "glass"});
  EXPECT_EQ(why_not(packed, s), "");
  for (const double eps : {0.5, 53000.0, 1e9}) {
    s.materials[0].eps = eps;
    EXPECT_EQ(why_not(packed, s), "material glass: packed-epsilon only supports eps from 1 to below 53000") << eps;
    EXPECT_EQ(why_not(packed, nearest_scene(packed, s)), "") << eps;
    EXPECT_EQ(why_not(*find_scheme("marching-register"), s), "") << eps;
  }
  s.materials[0].eps = std::nextafter(53000.0, 0.0);
  EXPECT_EQ(why_not(packed, s), "");
}

TEST(Schemes, media_with_poles_need_schemes_that_advance_them) {
  Scene s = grid(64, 64, BoundaryKind::pec);
  s.materials.push_back({"metal", 1, 1, 0, 0, {}});
  s.materials[0].poles = {{Drude{10e9, 1e9}}};
  s.shapes.push_back({Circle{{32, 32}, 8}, "metal"});
  for (const char* name : {"auto", "two-kernel", "wavefront"}) EXPECT_EQ(why_not(*find_scheme(name), s), "") << name;
  for (const char* name : {"streamed", "resident", "takada", "marching-register"})
    EXPECT_EQ(why_not(*find_scheme(name), s),
              std::string("material metal: ") + name + " only supports media without poles");
}

TEST(Schemes, bytes_follow_the_form) {
  const SchemeFacts& packed = *find_scheme("packed-epsilon");
  EXPECT_EQ(bytes_per_cell_step(packed, 0, Precision::float64), 79);
  EXPECT_EQ(bytes_per_cell_step(packed, 1, Precision::float64), 80);
  EXPECT_EQ(bytes_per_cell_step(packed, 2, Precision::float64), 73);
  for (int form = 0; form < 9; ++form)
    EXPECT_EQ(bytes_per_cell_step(*find_scheme("split"), form, Precision::float64), 73)
        << "all forms move the same number of bytes";
}

}  // namespace
}  // namespace ez::test
