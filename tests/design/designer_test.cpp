// Tests whole designs: goals, the bend of a guide, its polygons, and what a design refuses.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "solver/design/designer.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// Two guides at a right angle, three wavelengths of 20 cells apart. Lengths are in cells.
const std::string corner = R"(ezscope = 1
unit = "cell"
[grid]
cells = [136, 136]
cell = 0.05
[[material]]
name = "glass"
eps = 4
[[shape]]
kind = "rect"
material = "glass"
min = [-1, 64]
max = [37, 71]
[[shape]]
kind = "rect"
material = "glass"
min = [64, 98]
max = [71, 150]
[[source]]
name = "in"
kind = "mode"
from = [16, 93]
to = [16, 42]
waveform = { kind = "cw", frequency = 299792458 }
[[monitor]]
name = "arriving"
kind = "mode"
from = [26, 93]
to = [26, 42]
frequencies = [299792458, 320e6]
[[monitor]]
name = "out"
kind = "mode"
from = [42, 117]
to = [93, 117]
frequencies = [299792458, 320e6]
[[probe]]
name = "p"
at = [30, 30]
)";
const std::string bend = R"([[design]]
name = "bend"
min = [38, 38]
max = [97, 97]
materials = ["vacuum", "glass"]
goal = '(mode_forward("out", f)/mode_forward("arriving", f))^2'
minimum_feature = 2
symmetry = "antidiagonal"
iterations = 30
)";

Scene scene_of(const std::string& text) {
  const SceneResult read = parse_scene(text, "t");
  for (const Message& m : read.messages) EXPECT_NE(m.kind, Message::Kind::error) << to_string(m);
  return read.scene.value();
}

std::string problem_with(const std::string& key, const std::string& value, const std::string& more = "") {
  std::string text = bend;
  const std::size_t at = text.find("\n" + key + " = ");
  if (at == std::string::npos)
    text += key + " = " + value + "\n";
  else
    text.replace(at + 1, text.find('\n', at + 1) - at - 1, key + " = " + value);
  for (const Message& m : parse_scene(fmt::format("{}{}{}", corner, text, more), "t").messages)
    if (m.kind == Message::Kind::error) return to_string(m);
  return "";
}

TEST(Goal, splits_a_smallest_value_into_its_parts) {
  EXPECT_EQ(parts_of_goal("min(a, b(1, 2), c)"), (std::vector<std::string>{"a", "b(1, 2)", "c"}));
  EXPECT_EQ(parts_of_goal(" min( flux(\"a,b)\", 1), 2 ) "), (std::vector<std::string>{"flux(\"a,b)\", 1)", "2"}));
  EXPECT_EQ(parts_of_goal("min(a, b) + min(c, d)"), (std::vector<std::string>{"min(a, b) + min(c, d)"}));
  EXPECT_EQ(parts_of_goal("minimum"), (std::vector<std::string>{"minimum"}));
}

TEST(Designer, bends_a_guide) {
  Designer designer(scene_of(corner + bend), 0, cpu_engine_maker(1));
  while (!designer.structure().finished()) ASSERT_TRUE(designer.iterate());
  const std::vector<DesignIteration>& all = designer.structure().history();
  EXPECT_LT(all.front().value, 0.05);
  EXPECT_GT(all.back().value, 0.97);
  EXPECT_LT(all.back().grey, 0.2);
  const Scene result = designer.structure().result();
  EXPECT_TRUE(validate(result).empty() || validate(result)[0].kind == Message::Kind::warning);
  EXPECT_GT(designer.value_of(result, 1).value(), 0.95) << "polygons";
  EXPECT_GT(designer.value_of(result, 2).value(), 0.95) << "polygons on a finer grid";
}

TEST(Designer, gives_the_same_design_twice) {
  const Scene scene = scene_of(corner + bend);
  const auto few = [&] {
    Designer designer(scene, 0, cpu_engine_maker(1));
    for (int k = 0; k < 3; ++k) designer.iterate();
    return designer.structure().drawn();
  };
  EXPECT_EQ(few(), few());
}

TEST(Designer, a_cancelled_iteration_changes_nothing) {
  Designer designer(scene_of(corner + bend), 0, cpu_engine_maker(1));
  ASSERT_TRUE(designer.iterate());
  const Scene before = designer.structure().drawn();
  EXPECT_FALSE(designer.iterate([](std::uint64_t) { return false; }));
  EXPECT_EQ(designer.structure().drawn(), before);
  EXPECT_EQ(designer.structure().history().size(), 1u);
}

TEST(Designer, raises_the_smaller_of_two_values) {
  Scene scene = scene_of(corner + bend);
  scene.designs[0].goal =
      "min((mode_forward(\"out\", f)/mode_forward(\"arriving\", f))^2, "
      "(mode_forward(\"out\", 320e6)/mode_forward(\"arriving\", 320e6))^2)";
  Designer designer(scene, 0, cpu_engine_maker(1));
  while (!designer.structure().finished()) ASSERT_TRUE(designer.iterate());
  EXPECT_GT(designer.structure().history().back().value, 0.9);
}

TEST(Designer, continues_from_a_drawing) {
  Scene scene = scene_of(corner + bend);
  Designer first(scene, 0, cpu_engine_maker(1));
  while (!first.structure().finished()) ASSERT_TRUE(first.iterate());
  Scene drawn = first.structure().result();
  drawn.designs[0].start = "drawing";
  Designer second(drawn, 0, cpu_engine_maker(1));
  ASSERT_TRUE(second.iterate());
  EXPECT_GT(second.structure().history().front().value, 0.8) << "not the uniform mixture";
}

// A live design with its own forward run.
struct LiveRun {
  explicit LiveRun(const Scene& scene)
      : designer(Structure(scene, 0), cpu_engine_maker(1)),
        forward(cpu_engine_maker(1)(), designer.structure().drawn()) {}
  void iterate() {
    std::optional<DesignIteration> now;
    for (int looks = 0; looks < 2; ++looks) {
      const int steps = designer.steps_to_look();
      forward.advance(steps);
      designer.advance(steps);
      now = designer.look(forward);
    }
    forward.apply(designer.structure().drawn());
    designer.show();
    if (now) values.push_back(now->value);
  }
  LiveDesigner designer;
  Solver forward;
  std::vector<double> values;
};

TEST(LiveDesigner, bends_a_guide_without_a_restart) {
  Scene scene = scene_of(corner + bend);
  scene.designs[0].iterations = 50;
  LiveRun run(scene);
  for (int k = 0; k < 13; ++k) run.iterate();
  ASSERT_FALSE(run.values.empty());
  EXPECT_GT(run.values.back(), 0.9) << "after 52 periods";
  for (int k = 13; k < 25; ++k) run.iterate();
  const Designer judge(scene, 0, cpu_engine_maker(1));
  EXPECT_GT(judge.value_of(run.designer.structure().drawn(), 1).value(), 0.95) << "of the structure in new runs";
}

TEST(LiveDesigner, recovers_from_paint) {
  Scene scene = scene_of(corner + bend);
  scene.designs[0].iterations = 60;
  LiveRun run(scene);
  for (int k = 0; k < 25; ++k) run.iterate();
  run.designer.paint({62, 62}, {62, 62}, 9, 1);
  for (int k = 0; k < 15; ++k) run.iterate();
  const Designer judge(scene, 0, cpu_engine_maker(1));
  EXPECT_GT(judge.value_of(run.designer.structure().drawn(), 1).value(), 0.9) << "60 periods after the paint";
}

TEST(LiveAdjoint, finds_phasors_from_two_times_that_are_not_a_quarter_of_a_period_apart) {
  const double f = 3e8, apart = 0.22 / f, turn = 2 * std::numbers::pi * f * apart;
  const std::complex<double> y(0.3, -1.7);
  const double before = (y * std::polar(1.0, turn)).real();
  const std::vector<std::complex<double>> found = steady_phasors({before, 0}, {y.real(), 0}, apart, f);
  EXPECT_NEAR(std::abs(found[0] - y), 0, 1e-12);
  EXPECT_EQ(found[1], 0.0);
}

TEST(LiveDesigner, refuses_pulses_and_several_frequencies) {
  Scene pulse = scene_of(corner + bend);
  pulse.sources[0].waveform = Modulated{299792458, 3e-9, {}, 0};
  EXPECT_THROW(LiveDesigner(Structure(pulse, 0), cpu_engine_maker(1)), DesignError);
  Scene two = scene_of(corner + bend);
  two.designs[0].goal = "min(mode_forward(\"out\", f), mode_forward(\"out\", 320e6))";
  EXPECT_THROW(LiveDesigner(Structure(two, 0), cpu_engine_maker(1)), DesignError);
}

TEST(Structure, begins_with_the_picture_of_a_scene) {
  const Scene scene = scene_of(corner + bend);
  Structure first(scene, 0);
  first.paint({62, 62}, {62, 62}, 9, 1);
  const Scene drawn = first.drawn();
  ASSERT_NE(picture_of(drawn, scene.designs[0]), nullptr);
  EXPECT_EQ(without_picture(drawn, scene.designs[0]), scene);
  const Structure second(drawn, 0);
  EXPECT_EQ(second.scene(), scene);
  EXPECT_FALSE(second.picture() == Structure(scene, 0).picture()) << "not the uniform mixture";
  EXPECT_EQ(with_picture(drawn, scene.designs[0], second.picture()).shapes.size(), drawn.shapes.size());
}

TEST(Structure, continues_in_an_edited_scene_with_the_same_region) {
  Scene scene = scene_of(corner + bend);
  Structure structure(scene, 0);
  structure.paint({62, 62}, {62, 62}, 9, 1);
  const GreyPicture before = structure.picture();
  scene.sources[0].amplitude = 2;
  EXPECT_TRUE(structure.continue_in(scene, 0));
  EXPECT_TRUE(structure.picture() == before);
  EXPECT_EQ(structure.scene().sources[0].amplitude, 2);
  scene.designs[0].max.x -= 5;
  EXPECT_FALSE(structure.continue_in(scene, 0));
}

TEST(Designer, refuses_what_it_cannot_do) {
  EXPECT_NE(problem_with("materials", "[\"vacuum\", \"gold\"]").find("does not exist"), std::string::npos);
  EXPECT_NE(problem_with("materials", "[\"vacuum\", \"vacuum\"]").find("equal numbers"), std::string::npos);
  EXPECT_NE(problem_with("materials", "[\"pec\", \"glass\"]").find("eps and sigma only"), std::string::npos);
  EXPECT_NE(problem_with("max", "[39, 97]").find("fewer than 4 nodes"), std::string::npos);
  EXPECT_NE(problem_with("min", "[2, 38]").find("absorbing layer"), std::string::npos);
  EXPECT_NE(problem_with("max", "[97, 96]").find("make it square"), std::string::npos);
  EXPECT_NE(problem_with("goal", "'1 + 2'").find("does not read the run"), std::string::npos);
  EXPECT_NE(problem_with("goal", "'flux(\"none\", f)'").find("none"), std::string::npos);
  EXPECT_NE(problem_with("volume", "0").find("volume"), std::string::npos);
  EXPECT_NE(problem_with("iterations", "0").find("iterations"), std::string::npos);
  EXPECT_NE(problem_with("name", "\"\"").find("is empty"), std::string::npos);
  EXPECT_NE(problem_with("name", "\"a\"", bend + "symmetry = \"x\"").find("symmetry"), std::string::npos);
  EXPECT_EQ(problem_with("volume", "0.5"), "");
  Scene scene = scene_of(corner + bend);
  scene.designs[0].goal = "peak(\"p\")";
  EXPECT_THROW(Designer(scene, 0, cpu_engine_maker(1)), DesignError);
}

}  // namespace
}  // namespace ez
