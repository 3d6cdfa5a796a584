// Tests the boundary lab's part of a scene file: variants, faults, hidden faults, and their messages.
#include <gtest/gtest.h>

#include "solver/scene/fault.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

const std::string head = "ezscope = 1\nunit = 'cell'\n[grid]\ncells = [64, 32]\ncell = 1e-3\n";
const std::string lamp = "[[source]]\nkind = 'point'\nat = [20, 16]\nwaveform = { kind = 'ricker', frequency = 1e9 }\n";

std::string all_of(const std::vector<Message>& messages) {
  std::string out;
  for (const Message& m : messages) out += to_string(m) + "\n";
  return out;
}
Scene scene_of(const std::string& text, const std::vector<Override>& overrides = {}) {
  SceneResult result = parse_scene(text, "t", overrides);
  EXPECT_TRUE(result.scene) << all_of(result.messages);
  return result.scene.value_or(Scene());
}
Scene variant_of(const Scene& scene, std::size_t k) {
  SceneResult result = scene_of_variant(scene, k);
  EXPECT_TRUE(result.scene) << all_of(result.messages);
  return result.scene.value_or(Scene());
}

// A command line allows values without quotes. This one starts with a digit but is no number.
TEST(Overrides, a_duration_needs_no_quotes) {
  const Scene s = scene_of("ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1\n", {{"run.pause_at", "20ns"}});
  EXPECT_EQ(s.pause.at, "20ns");
  EXPECT_FALSE(parse_scene("ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1\n", "t", {{"grid.cell", "1x"}}).scene);
  EXPECT_FALSE(parse_scene("ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1\n", "t", {{"grid.cell", "1.2.3"}}).scene);
}

TEST(Variant, is_the_scene_with_its_keys_set) {
  const Scene s = scene_of(head + lamp + R"(
[[variant]]
name = "walls"
[[variant]]
name = "mixed"
set = { "boundary.left" = "mur2", boundary.cpml.cells = 4, source.0 = { kind = "point", at = [9, 9], waveform = { kind = "cw", frequency = 2e9 } } }
[[variant]]
name = "lists"
[variant.set]
fault = [{ side = "top", kind = "wrong-sign" }]
material = [{ name = "glass", eps = 2.25 }]
grid.background = "glass"
"source.0.waveform.frequency" = 3e9
)");
  Scene plain = s;
  plain.variants.clear();
  EXPECT_EQ(variant_of(s, 0), plain);

  Scene mixed = plain;
  mixed.boundary[Side::left] = BoundaryKind::mur2;
  mixed.boundary.cpml.cells = 4;
  mixed.sources[0].geometry = PointSource{{9, 9}};
  mixed.sources[0].waveform = Cw{2e9};
  EXPECT_EQ(variant_of(s, 1), mixed);

  Scene lists = plain;
  lists.faults = {{Side::top, Fault::wrong_sign}};
  lists.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  lists.grid.background = "glass";
  lists.sources[0].waveform = Ricker{3e9, {}};
  EXPECT_EQ(variant_of(s, 2), lists);
  EXPECT_EQ(all_of(scene_of_variant(s, 3).messages), "the scene has no variant 3; it has 3\n");
}

TEST(Variant, a_scene_without_variants_is_its_own_first_variant) {
  const Scene s = scene_of(head + lamp);
  EXPECT_EQ(variant_of(s, 0), s);
  EXPECT_FALSE(scene_of_variant(s, 1).scene);
}

TEST(Variant, can_unset_optional_keys) {
  Scene s =
      scene_of(head + lamp + "[boundary.cpml]\nalpha = 0.1\n[reflection]\nsides = ['left']\n[[variant]]\nname = 'a'\n");
  Scene wanted = variant_of(s, 0);
  wanted.boundary.cpml.alpha.reset();
  const Scene with = with_variant(s, 0, wanted).value();
  EXPECT_EQ(variant_of(with, 0), wanted);
  EXPECT_EQ(with.boundary, s.boundary);
}

TEST(Variant, an_edit_of_a_pane_sets_only_the_keys_that_differ) {
  Scene s = scene_of(head + lamp + "[[variant]]\nname = 'a'\nset = { 'boundary.left' = 'mur1' }\n");
  Scene wanted = variant_of(s, 0);
  wanted.boundary[Side::left] = BoundaryKind::cpml;
  wanted.boundary.cpml.sigma = 0.5;
  s = with_variant(s, 0, wanted).value();
  EXPECT_EQ(s.variants[0].set, (std::vector<Override>{{"boundary.cpml.sigma", "0.5"}}));
  Scene other = wanted;
  other.view.range = 3;
  EXPECT_FALSE(with_variant(s, 0, other)) << "all panes share the view";
  EXPECT_FALSE(with_variant(s, 1, wanted)) << "there is no second variant";
}

TEST(Variant, may_have_its_own_shapes_on_request) {
  Scene s = scene_of(head + lamp + "[[variant]]\nname = 'now'\n[[variant]]\nname = 'then'\n");
  s.shapes = {{Circle{{0.01, 0.01}, 0.002}, "pec"}, {Circle{{0.02, 0.01}, 0.002}, "pec"}};
  for (const std::vector<Shape>& own :
       {std::vector<Shape>{}, {s.shapes[1]}, {s.shapes[1], s.shapes[0]}, {s.shapes[0], s.shapes[1], s.shapes[0]}}) {
    Scene wanted = variant_of(s, 1);
    wanted.shapes = own;
    EXPECT_FALSE(with_variant(s, 1, wanted));
    Scene with = with_variant(s, 1, wanted, OwnShapes::yes).value();
    EXPECT_EQ(variant_of(with, 1), wanted);
    EXPECT_EQ(variant_of(with, 0).shapes, s.shapes);
    with.shapes = {{Circle{{0.03, 0.01}, 0.002}, "pec"}};
    EXPECT_EQ(variant_of(with, 1).shapes, own) << "regardless of the scene's own shapes";
  }
}

TEST(Variant, set_on_the_command_line_reaches_variants) {
  const std::string text = head + lamp + "[[variant]]\nname = 'a'\nset = { 'boundary.left' = 'mur1' }\n";
  EXPECT_EQ(scene_of(text, {{"variant.0.name", "b"}}).variants[0].name, "b");
  const Scene s = scene_of(text, {{"variant.0.set.boundary.left", "pec"}, {"variant.0.set.grid.courant", "0.5"}});
  EXPECT_EQ(s.variants[0].set, (std::vector<Override>{{"boundary.left", "\"pec\""}, {"grid.courant", "0.5"}}));
  EXPECT_EQ(variant_of(scene_of(text, {{"boundary.right", "pmc"}}), 0).boundary[Side::right], BoundaryKind::pmc);

  OverrideFinding finding = OverrideFinding::none;
  const SceneResult bad = parse_scene(text, "t", {{"variant.0.set.boundary.left", "mur3"}}, &finding);
  EXPECT_EQ(finding, OverrideFinding::value);
  EXPECT_EQ(all_of(bad.messages),
            "--set variant.0.set.boundary.left=mur3: variant \"a\": boundary.left is \"mur3\", which is not known; did "
            "you mean \"mur1\"?\n");
  EXPECT_FALSE(parse_scene(text, "t", {{"variant.1.name", "b"}}, &finding).scene);
  EXPECT_EQ(finding, OverrideFinding::path);
}

TEST(Variant, set_overrides_a_nested_key_in_the_file) {
  const Scene s = scene_of(head + lamp + "[[variant]]\nname = 'a'\nset = { boundary.left = 'mur1' }\n",
                           {{"variant.0.set.boundary.left", "pec"}});
  EXPECT_EQ(s.variants[0].set, (std::vector<Override>{{"boundary.left", "\"pec\""}}));
}

TEST(Variant, of_another_resolution_is_refined_with_the_rest) {
  const Scene s = scene_of(head + lamp +
                           "[[variant]]\nname = 'fine'\nset = { grid.cells = [128, 64], grid.cell = 5e-4, "
                           "source.0.at = [40, 32] }\n[reflection]\nmargin = 20\n");
  const Scene twice = refine(s, 2);
  EXPECT_EQ(twice.reflection.margin, 40);
  const Scene fine = variant_of(twice, 0);
  EXPECT_EQ(fine.grid.nx, 256);
  EXPECT_EQ(fine.grid.dx, 2.5e-4);
  EXPECT_EQ(std::get<PointSource>(fine.sources[0].geometry).at, (Vec2{80, 64}));
}

TEST(Variant, of_the_other_polarization_still_reads_the_view) {
  const Scene s = scene_of(
      "ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 1\npolarization = 'hz'\n[view]\nquantity = "
      "'abs_e'\n[[variant]]\nname = 'a'\nset = { grid.polarization = 'ez' }\n");
  EXPECT_EQ(variant_of(s, 0).view.quantity, Quantity::abs_h);
}

TEST(Variant, warnings_name_the_variant) {
  EXPECT_EQ(
      all_of(parse_scene(head + "[[source]]\nkind = 'point'\nat = [0, 16]\nwaveform = { kind = 'cw', frequency "
                                "= 1e9 }\n[boundary]\nleft = 'pmc'\n[[variant]]\nname = 'a'\nset = { boundary.left = "
                                "'pec' }\n[[variant]]\nname = 'b'\n",
                         "t")
                 .messages),
      "warning: t:14:7: variant \"a\": source.0.at is on a boundary that sets the field and has no effect; move the "
      "source\n");
}

TEST(Fault, names_match_the_list) {
  for (const FaultWords& w : all_faults()) {
    EXPECT_EQ(w.name, to_string(w.fault));
    const Scene s = scene_of(head + "[[fault]]\nside = 'left'\nkind = '" + std::string(w.name) + "'\n");
    EXPECT_EQ(s.faults, (std::vector<BoundaryFault>{{Side::left, w.fault}}));
  }
}

TEST(Fault, a_fault_without_effect_gives_a_warning_with_the_reason) {
  const auto said = [](const std::string& boundary, const std::string& kind) {
    return all_of(
        parse_scene(head + "[boundary]\n" + boundary + "[[fault]]\nside = 'left'\nkind = '" + kind + "'\n", "t")
            .messages);
  };
  EXPECT_EQ(said("left = 'pec'\n", "wrong-sign"),
            "warning: t:10:8: fault.0, wrong-sign on the left side, has no effect: the side is pec, but this is a "
            "fault of cpml; choose another side or fault\n");
  EXPECT_NE(said("", "mur-other-delta").find("the side is cpml, but this is a fault of mur1 or mur2;"),
            std::string::npos);
  EXPECT_NE(said("left = 'mur1'\n", "mur2-no-corner").find("the side is mur1, but this is a fault of mur2;"),
            std::string::npos);
  EXPECT_NE(said("left = 'mur2'\n", "mur2-no-corner").find("keep both corners at zero"), std::string::npos);
  EXPECT_NE(said("bottom = 'pec'\ntop = 'pec'\n", "no-corner-psi").find("no other layer meets this one"),
            std::string::npos);
  EXPECT_NE(said("cpml.cells = 1\n", "half-depth").find("only one cell"), std::string::npos);
  EXPECT_NE(said("", "source-in-layer").find("no source is on"), std::string::npos);
  EXPECT_NE(said("", "medium-stops").find("no other medium than the background"), std::string::npos);
  EXPECT_NE(said("cpml.kappa = 1\n", "uncompensated-kappa").find("it has no effect with this grading"),
            std::string::npos);
  EXPECT_EQ(said("", "wrong-sign"), "");
}

TEST(HiddenFault, exists_and_is_not_named) {
  const Scene s = scene_of("hidden_fault = 7\n" + head + lamp);
  ASSERT_TRUE(hidden_fault_of(s));
  const std::string text = write_scene(s, true);
  for (const std::string_view name : names::faults) EXPECT_EQ(text.find(name), std::string::npos) << name;
  EXPECT_EQ(hidden_fault_of(scene_of(text)), hidden_fault_of(s));
  const std::string walls = "[boundary]\nleft = 'pec'\nright = 'pec'\nbottom = 'pec'\ntop = 'pec'\n";
  EXPECT_EQ(all_of(parse_scene("hidden_fault = 7\n" + head + walls, "t").messages),
            "warning: t:1:16: hidden_fault finds no side where a fault would have an effect; set a side to mur1, mur2 "
            "or cpml\n");
}

TEST(SavingTheLab, keeps_comments_of_faults_and_variants) {
  const std::string text = head + R"([reflection]
on = true  # measured
# the first
[[fault]]
side = "left"
kind = "wrong-sign"
# the second
[[fault]]
side = "top"
kind = "half-depth"  # half
[[variant]]
name = "a"  # named
)";
  Scene s = scene_of(text);
  s.faults.erase(s.faults.begin());
  bool lost = false;
  const std::string kept = write_scene_keeping_comments(s, text, &lost);
  EXPECT_TRUE(lost);
  for (const char* remark : {"# measured", "# the second", "# half", "# named"})
    EXPECT_NE(kept.find(remark), std::string::npos) << remark;
  EXPECT_EQ(scene_of(kept), s);
}

}  // namespace
}  // namespace ez
