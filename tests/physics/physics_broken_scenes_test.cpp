// A check that cannot fail says nothing. Scenes are run with physics that their theory knows nothing of. Those with
// breaks of their own below must notice with each of their checks; the others are run with the room's permittivity and
// every conductivity half as large again, and one of their checks at least must notice.
#include <algorithm>
#include <cmath>

#include "helpers.h"
#include "library.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/check.h"

namespace ez::test {
namespace {

Scene with_wrong_media(Scene s) {
  const std::string was = s.grid.background;
  for (Material& m : s.materials) {
    m.sigma *= 1.5;
    if (m.name == was) m.eps *= 1.5;
  }
  if (was != "vacuum" && was != "pec") return s;
  Material wrong;
  wrong.name = std::string("wrong");
  wrong.eps = 1.5;
  s.materials.push_back(wrong);
  if (was == "vacuum") s.grid.background = wrong.name;
  for (Shape& shape : s.shapes)
    if (shape.material == "vacuum") shape.material = wrong.name;
  return s;
}

// What theory says of the scene as it is: its formulas, read at once.
std::vector<double> theory_of(Scene s) {
  const std::string one = "1", at_once = "1ps";
  for (Check& c : s.checks) c.measured = one, c.after = at_once;
  std::vector<double> out;
  for (const CheckReading& r : run_checks(cpu_engine_maker(2), s, false, [](auto, auto) { return true; }).readings)
    out.push_back(r.theory);
  return out;
}

// The physics of a scene broken in one place. What theory says is that of the scene as it is.
struct Break {
  std::string_view scene, what;
  std::vector<Override> set;
  std::vector<std::size_t> noticed_by;  // of the scene's checks, from 1
  double eps = 1, sigma = 0;            // of the room where it is vacuum, S/m
};
const std::vector<Break>& breaks() {
  static const std::vector<Break> all = {
      {"crystal-cavity", "rods of another glass", {{"material.0.eps", "8.0"}}, {1, 2}},
      {"crystal-cavity", "one rod more is missing", {{"shape.11.material", "'vacuum'"}}, {1, 2}},
      {"guide-bend", "air that conducts", {}, {1, 2}, 1, 1e-3},
      {"guide-bend", "a metal end behind the bend", {{"boundary.bottom", "'pec'"}}, {1, 2}},
      {"guide-bend", "a filled guide", {}, {3}, 1.1},
      {"tee", "an arm that ends in metal", {{"boundary.right", "'pec'"}}, {1}},
      {"tee", "air that conducts", {}, {2}, 1, 1e-3},
      {"tee", "filled guides", {}, {3}, 1.1},
      {"horn", "a filled horn", {}, {1}, 1.1},
      {"horn",
       "half the mouth",
       {{"shape.0.points", "[[36, 137.5], [80, 137.5], [180, 150], [180, 153], [80, 140.5], [36, 140.5]]"},
        {"shape.1.points", "[[36, 122.5], [80, 122.5], [180, 110], [180, 107], [80, 119.5], [36, 119.5]]"}},
       {2, 3, 4}},
      {"fisheye", "a tenth more of the index", {{"material.0.eps", "'4.84/(1 + (r/(radius + 0.5))^2)^2'"}}, {1}},
      {"fisheye", "no rim", {{"shape.0.material", "'vacuum'"}}, {2}},
      {"shock-bubble", "too little pressure behind the shock", {{"state.1.pressure", "4.0"}}, {1, 2}},
      {"shock-bubble", "another gas", {{"gas.gamma", "1.2"}}, {1}},
      {"graded-film", "a tenth wider", {{"material.0.eps", "'max(1, 4/cosh(pi*y/165)^2)'"}}, {1, 2}},
      {"graded-film", "an even film", {{"material.0.eps", "'4'"}}, {1, 2}},
      {"graded-film", "no film", {{"material.0.eps", "'1'"}}, {1, 2}},
      {"ring", "another glass", {{"material.0.eps", "4.2"}}, {2}},
      {"ring", "a smaller ring", {{"shape.1.inner", "76"}, {"shape.1.outer", "90"}}, {1, 2}},
      {"goos-haenchen", "another glass", {{"material.0.eps", "2.6"}}, {1}},
      {"goos-haenchen", "metal below", {{"shape.0.material", "'pec'"}}, {1}},
      {"negative-index",
       "a lower plasma frequency",
       {{"material.0.poles.0.plasma", "13e9"}, {"material.0.magnetic_poles.0.plasma", "13e9"}},
       {1, 2, 3}},
      {"negative-index",
       "five times the damping",
       {{"material.0.poles.0.damping", "0.25e9"}, {"material.0.magnetic_poles.0.damping", "0.25e9"}},
       {4}},
      {"zone-plate", "a zone that is open", {{"shape.0.material", "'vacuum'"}}, {1}},
      {"zone-plate",
       "no plate",
       {{"shape.0.material", "'vacuum'"},
        {"shape.1.material", "'vacuum'"},
        {"shape.2.material", "'vacuum'"},
        {"shape.3.material", "'vacuum'"},
        {"shape.4.material", "'vacuum'"},
        {"shape.5.material", "'vacuum'"}},
       {1, 2, 3}},
      {"carpet-cloak", "even glass over the bump", {{"material.0.eps", "5.0"}}, {1, 2, 3}},
      {"plasma", "more electrons", {{"material.0.poles.0.plasma", "17e9"}}, {1}},
      {"plasma", "electrons that rub", {{"material.0.poles.0.damping", "2e9"}}, {2}},
      {"wind-tunnel", "a faster wind", {{"state.0.velocity", "[2.4, 0]"}}, {1, 2}},
      {"forward-step", "a slower wind", {{"state.0.velocity", "[2.5, 0]"}}, {1, 2}},
      {"double-mach", "too little pressure behind the shock", {{"state.1.pressure", "90.0"}}, {1, 2}},
      {"double-mach", "a wedge that begins later", {{"shape.1.points", "[[0.5, 0], [2.8, 0], [2.8, 1.327906]]"}}, {3}},
      {"add-drop", "no guide that takes the channel out", {{"shape.6.material", "'vacuum'"}}, {1, 2, 3, 4}},
  };
  return all;
}

bool has_breaks_of_its_own(std::string_view scene) {
  return std::ranges::any_of(breaks(), [&](const Break& b) { return b.scene == scene; });
}

TEST(LongBrokenScenes, are_noticed_by_a_check) {
  for (const BuiltinScene& built_in : builtin_scenes()) {
    const Scene scene = load_scene(std::string(built_in.name)).scene.value();
    if (scene.checks.empty() || has_breaks_of_its_own(built_in.name)) continue;
    const std::vector<double> theory = theory_of(scene);
    const CheckedScene run =
        run_checks(cpu_engine_maker(2), with_wrong_media(scene), false, [](auto, auto) { return true; });
    bool noticed = false;
    for (std::size_t k = 0; k < theory.size(); ++k) {
      if (!std::isfinite(theory[k])) continue;  // it reads the run
      const CheckReading& r = run.readings[k];
      const double off = std::abs(r.measured - theory[k]) / (r.relative ? std::abs(theory[k]) : 1);
      noticed = noticed || !(off <= r.bound);
    }
    EXPECT_TRUE(noticed) << built_in.name;
  }
}

class LongBroken : public testing::TestWithParam<std::string_view> {};
TEST_P(LongBroken, scene_is_noticed_by_each_of_its_checks) {
  const std::string name(GetParam());
  const auto run = [](const Scene& s) {
    return run_checks(cpu_engine_maker(2), s, false, [](auto, auto) { return true; }).readings;
  };
  const Scene scene = load_scene(name).scene.value();
  const std::vector<CheckReading> sound = run(scene);
  std::vector<bool> noticed(sound.size());
  for (const CheckReading& r : sound) EXPECT_EQ(r.verdict, CheckReading::Verdict::holds);
  for (const Break& b : breaks()) {
    if (b.scene != name) continue;
    Scene broken = load_scene(name, b.set).scene.value();
    if (b.eps != 1 || b.sigma != 0) {
      Material air;
      air.name = std::string("broken air");
      air.eps = b.eps;
      air.sigma = b.sigma;
      broken.materials.push_back(air);
      broken.grid.background = air.name;
    }
    const std::vector<CheckReading> readings = run(broken);
    for (const std::size_t k : b.noticed_by) {
      const CheckReading &as_is = sound[k - 1], &r = readings[k - 1];
      const double off = std::abs(r.measured - as_is.theory) / (r.relative ? std::abs(as_is.theory) : 1);
      EXPECT_FALSE(off <= r.bound) << b.what << ": " << scene.checks[k - 1].name << " reads " << r.measured << ", "
                                   << as_is.theory << " as it is";
      noticed[k - 1] = true;
    }
  }
  for (std::size_t k = 0; k < noticed.size(); ++k)
    EXPECT_TRUE(noticed[k]) << "no break that is noticed by " << scene.checks[k].name;
}
std::vector<std::string_view> broken_scenes() {
  std::vector<std::string_view> names;
  for (const Break& b : breaks())
    if (names.empty() || names.back() != b.scene) names.push_back(b.scene);
  return names;
}
INSTANTIATE_TEST_SUITE_P(scenes, LongBroken, testing::ValuesIn(broken_scenes()), scene_name);

}  // namespace
}  // namespace ez::test
