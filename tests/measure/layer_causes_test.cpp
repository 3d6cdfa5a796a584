// Tests that the causes of a layer's reflection are found from the scene, and that a clean scene has none.
#include "solver/measure/layer_causes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "solver/base/constants.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/known_gradings.h"
#include "solver/scene/layer_profile.h"

namespace ez {
namespace {

using Kind = LayerCause::Kind;

// A point source at λ = 20 cells, 10 cells of layer on each side.
const std::string open_box = R"(ezscope = 1
grid = { cells = [120, 100], cell = 1e-3 }
source = [{ name = "lamp", kind = "point", at = [0.06, 0.05], waveform = { kind = "ricker", frequency = 15e9 } }]
material = [{ name = "glass", eps = 2.25 }, { name = "iron", mu = 4 },
  { name = "metal", poles = [{ kind = "drude", plasma = 5e9, damping = 1e8 }] }]
)";

std::vector<LayerCause> causes(const std::string& more) {
  const SceneResult r = parse_scene(open_box + more, "t");
  EXPECT_TRUE(r.scene.has_value()) << (r.messages.empty() ? "" : to_string(r.messages[0]));
  return r.scene ? layer_causes(*r.scene) : std::vector<LayerCause>{};
}
bool names(const std::vector<LayerCause>& all, Kind kind, Side side) {
  return std::ranges::any_of(all, [&](const LayerCause& c) { return c.kind == kind && c.side == side; });
}

TEST(LayerCauses, a_clean_scene_has_none) {
  EXPECT_TRUE(causes("").empty());
  EXPECT_TRUE(
      causes("shape = [{ kind = 'rect', material = 'glass', min = [0.03, 0.03], max = [0.05, 0.07] }]").empty());
  EXPECT_TRUE(causes("shape = [{ kind = 'rect', material = 'glass', min = [-1, 0.03], max = [1, 0.07] }]").empty());
}

TEST(LayerCauses, a_shape_that_ends_inside_a_layer_is_named_with_its_side) {
  const auto found = causes("shape = [{ kind = 'rect', material = 'glass', min = [0.005, 0.03], max = [0.05, 0.07] }]");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(names(found, Kind::shape_ends, Side::left));
  EXPECT_NE(found[0].what.english().find("glass"), std::string::npos);
  EXPECT_TRUE(names(causes("shape = [{ kind = 'rect', material = 'glass', min = [0.05, 0.05], max = [0.06, 0.094] }]"),
                    Kind::shape_ends, Side::top));
}

TEST(LayerCauses, a_layer_thinner_than_a_quarter_wave_is_named_with_a_remedy) {
  const auto found = causes("boundary = { cpml = { cells = 4 } }");
  ASSERT_EQ(found.size(), 4u);
  EXPECT_TRUE(names(found, Kind::thin, Side::bottom));
  EXPECT_NE(found[0].what.english().find("cells = 5"), std::string::npos) << found[0].what.english();
}

TEST(LayerCauses, a_source_next_to_a_layer_is_named) {
  const SceneResult r = parse_scene(open_box, "t");
  Scene s = *r.scene;
  std::get<PointSource>(s.sources[0].geometry).at = {0.011, 0.05};
  EXPECT_TRUE(names(layer_causes(s), Kind::near_source, Side::left));
  std::get<PointSource>(s.sources[0].geometry).at = {0.013, 0.05};
  EXPECT_TRUE(layer_causes(s).empty());
}

TEST(LayerCauses, a_dispersive_or_magnetic_medium_in_a_layer_is_named) {
  for (const char* name : {"iron", "metal"})
    EXPECT_TRUE(names(causes("shape = [{ kind = 'rect', material = '" + std::string(name) +
                             "', min = [0.08, 0.03], max = [1, 0.07] }]"),
                      Kind::medium, Side::right))
        << name;
}

// ---- gradings of other programs

// Returns ln of the attenuation of an amplitude on the way through the layer and back, in vacuum: 2 η0 d times the mean
// σ.
double attenuation(const Scene& scene, const CpmlGrading& g) {
  const double delta = cell_size(scene).x;
  return 2 * eta0 * g.cells * delta * LayerProfile(g, 1, delta, 1).mean_sigma();
}
CpmlGrading grading(const Scene& scene, std::string_view name) {
  const auto all = known_gradings();
  return grading_of(*std::ranges::find(all, name, &KnownGrading::name), scene);
}

TEST(KnownGradings, have_the_attenuation_that_their_program_states) {
  const Scene scene = *parse_scene(open_box, "t").scene;
  EXPECT_NEAR(attenuation(scene, grading(scene, "Meep")), -0.5 * std::log(1e-15), 1e-6);
  EXPECT_NEAR(attenuation(scene, grading(scene, "fdtdx")), -std::log(1e-6), 1e-6);
  EXPECT_NEAR(attenuation(scene, grading(scene, "openEMS")), -std::log(1e-6), 0.25)
      << "its σ is linear between half cells, not exponential";
  EXPECT_EQ(grading(scene, "openEMS").cells, 8);
  EXPECT_EQ(grading(scene, "gprMax").cells, 10);
  const CpmlGrading g = grading(scene, "gprMax");
  EXPECT_NEAR(LayerProfile(g, 1, 1e-3, 1).sigma(1), 0.8 * 5 / (eta0 * 1e-3), 1e-6);
}

TEST(KnownGradings, are_valid_in_a_scene_and_survive_its_file) {
  Scene scene = *parse_scene(open_box, "t").scene;
  for (const KnownGrading& known : known_gradings()) {
    scene.boundary.cpml = grading_of(known, scene);
    for (const Message& m : validate(scene)) EXPECT_NE(m.kind, Message::Kind::error) << known.name << to_string(m);
    EXPECT_EQ(parse_scene(write_scene(scene), "t").scene, scene) << known.name;
  }
}

}  // namespace
}  // namespace ez
