// A check that cannot fail proves nothing. This test runs every scene with broken physics, while its theory stays that
// of the unbroken scene. Each check must fail at least once.
// The table below lists how scenes are broken. Checks without an entry run in a scene that is changed as a whole: the
// permittivity of vacuum and every conductivity are 1.5 times as large. In a gas γ − 1 is 1.5 times as large and the
// first state is a third denser. Heat diffuses 1.5 times as fast.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "helpers.h"
#include "library.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/formula.h"
#include "solver/study/check.h"

namespace ez::test {
namespace {

Scene broken_as_a_whole(Scene s) {
  if (s.physics == Physics::heat) s.heat.diffusivity *= 1.5;
  if (s.physics == Physics::gas) s.gas.gamma = 1 + (s.gas.gamma - 1) / 2, s.states.at(0).density *= 4.0 / 3;
  if (in_cells(s.physics)) return s;
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

std::vector<CheckReading> readings_of(const Scene& s) {
  return run_checks(cpu_engine_maker(2), s, false, [](auto, auto) { return true; }).readings;
}
// Returns the theory values of the unchanged scene. If a theory value reads the run, the run must be unbroken.
std::vector<double> theory_of(Scene s) {
  const bool of_run = std::ranges::any_of(s.checks, [&](const Check& c) { return Formula(c.theory, s).reads_a_run(); });
  const std::string one = "1", at_once = "1ps";
  if (!of_run) s.variants.clear();
  if (!of_run)
    for (Check& c : s.checks) c.measured = one, c.after = at_once;
  std::vector<double> out;
  for (const CheckReading& r : readings_of(s)) {
    EXPECT_TRUE(!of_run || r.verdict == CheckReading::Verdict::holds)
        << fmt::format("{} reads {:.6g}, theory is {:.6g}", s.checks[out.size()].name, r.measured, r.theory);
    out.push_back(r.theory);
  }
  return out;
}

// A scene with its physics broken in one place. The theory stays that of the unchanged scene.
struct Break {
  std::string_view scene, what;
  std::vector<Override> set;
  std::vector<std::size_t> noticed_by;  // numbers of the scene's checks, from 1
  double eps = 1, sigma = 0;            // of the domain where it is vacuum, S/m
};
const std::vector<Break>& breaks() {
  static const std::vector<Break> all = {
      {"cavity-1024", "a magnetic wall on the right", {{"boundary.right", "'pmc'"}}, {2}},
      {"crystal-cavity", "rods of another glass", {{"material.0.eps", "8.0"}}, {1, 2}},
      {"crystal-cavity", "rows of rods are missing", {{"shape.0.copies.count", "[5, 3]"}}, {1, 2}},
      {"guide-bend", "air that conducts", {}, {1, 2}, 1, 1e-3},
      {"guide-bend", "a metal end behind the bend", {{"boundary.bottom", "'pec'"}}, {1, 2}},
      {"guide-bend", "a narrower arm behind the plain corner", {{"shape.3.min", "[230, -1]"}}, {3}},
      {"guide-bend", "the plain corner cut off", {{"shape.5.points", "[[240, 160], [200, 160], [240, 120]]"}}, {3}},
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
      {"shock-bubble", "too little pressure behind the shock", {{"state.1.pressure", "4.0"}}, {1, 2, 3}},
      {"shock-bubble", "another gas", {{"gas.gamma", "1.2"}}, {1}},
      {"shock-bubble", "a denser bubble", {{"state.2.density", "0.2"}}, {3}},
      {"shock-bubble", "no bubble", {{"shape.1.state", "'air'"}}, {3}},
      {"crystal-bend", "rods of another glass", {{"material.0.eps", "11.0"}}, {2}},
      {"crystal-bend", "rods in the guide", {{"shape.1.points", "[[60, 150], [150, 150], [150, 165]]"}}, {1}},
      {"pec-cylinder", "a thinner cylinder", {{"shape.0.radius", "20"}}, {1, 2}},
      {"slab-spectrum", "another glass", {{"material.0.eps", "3.0"}}, {1, 2}},
      {"wide-slit", "a narrower slit", {{"shape.1.min", "[60, 270]"}}, {1, 2, 3, 4}},
      {"slab-rings", "another ceramic", {{"material.0.eps", "64"}}, {1, 2, 3, 4}},
      {"talbot", "a lamp out of step", {{"source.2.waveform.phase", "180"}}, {1, 2}},
      {"near-field", "a dipole that is turned", {{"source.0.angle", "10"}}, {4}},
      {"water", "salt water", {{"material.0.sigma", "5.0"}}, {3}},
      {"blazed-grating",
       "cut the other way",
       {{"shape.0.points",
         "[[270.43, 60], [260, 110], [270.43, 110], [260, 160], [270.43, 160], [260, 210], [270.43, 210], [260, 260], "
         "[270.43, 260], [260, 310], [270.43, 310], [260, 360], [280, 360], [280, 60]]"}},
       {1, 2, 3, 4}},
      {"guide-modes", "films of another glass", {{"material.0.eps", "4.5"}}, {1, 2}},
      {"guide-modes", "films that conduct", {{"material.0.sigma", "0.01"}}, {3}},
      {"guide-modes", "a film that ends", {{"shape.2.max", "[300, 366.5]"}}, {4}},
      {"directional-coupler", "an upper film that begins later", {{"shape.1.min", "[240, 100.5]"}}, {2}},
      {"ground-radar", "a pipe that lies deeper", {{"shape.1.center", "[750, 350]"}}, {2}},
      {"lamp-over-ground", "a lower aerial", {{"source.0.at", "[60, 70]"}}, {4}},
      {"prism-coupler", "more electrons", {{"material.1.poles.0.plasma", "21e9"}}, {4, 5, 6}},
      {"sod", "less pressure in the driver", {{"state.0.pressure", "0.8"}}, {1, 3, 4, 5}},
      {"sod-inclined", "less pressure in the driver", {{"state.0.pressure", "0.8"}}, {2}},
      {"sod-inclined", "a wall less turned", {{"shape.0.angle", "25"}}, {3}},
      {"123-problem", "pulled apart less on one side", {{"state.1.velocity", "[1.5, 0]"}}, {1}},
      {"open-pulse", "Mur's second order", {{"boundary.bottom", "'mur2'"}}, {1}},
      {"fibre", "another glass", {{"material.0.eps", "2.14"}}, {1}},
      {"etalon", "another semiconductor", {{"material.0.eps", "11.0"}}, {1, 2, 3}},
      {"interface", "another glass", {{"material.0.eps", "2.6"}}, {1, 2}},
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
      {"design-bend", "glass of a smaller permittivity", {{"material.0.eps", "3.0"}}, {1}},
      {"add-drop", "no guide that takes the channel out", {{"shape.6.material", "'vacuum'"}}, {1, 2, 3, 4}},
  };
  return all;
}

class Broken : public testing::TestWithParam<std::string_view> {};
TEST_P(Broken, scene_is_noticed_by_each_of_its_checks) {
  const std::string name(GetParam());
  const Scene scene = load_scene(name).scene.value();
  const std::vector<double> theory = theory_of(scene);
  std::vector<bool> noticed(theory.size());
  const auto notices = [&](std::size_t k, const CheckReading& r) {
    return !(std::abs(r.measured - theory[k]) / (r.relative ? std::abs(theory[k]) : 1) <= r.bound);
  };
  const auto told = [&](std::string_view what, std::size_t k, const CheckReading& r) {
    return fmt::format("{}: {} reads {:.6g}; theory of the intact scene {:.6g}", what, scene.checks[k].name, r.measured,
                       theory[k]);
  };
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
    const std::vector<CheckReading> readings = readings_of(broken);
    for (const std::size_t k : b.noticed_by) {
      EXPECT_TRUE(notices(k - 1, readings[k - 1])) << told(b.what, k - 1, readings[k - 1]);
      noticed[k - 1] = true;
    }
  }
  if (std::ranges::all_of(noticed, std::identity())) return;
  const std::vector<CheckReading> readings = readings_of(broken_as_a_whole(scene));
  for (std::size_t k = 0; k < noticed.size(); ++k)
    EXPECT_TRUE(noticed[k] || notices(k, readings[k])) << told("broken as a whole", k, readings[k]);
}
std::vector<std::string_view> checked_scenes() {
  std::vector<std::string_view> names;
  for (const BuiltinScene& s : builtin_scenes())
    if (s.text.find("[[check]]") != std::string_view::npos) names.push_back(s.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(scenes, Broken, testing::ValuesIn(checked_scenes()), scene_name);

// Every entry must belong to an existing scene.
TEST(Broken, scenes_exist) {
  for (const Break& b : breaks())
    EXPECT_TRUE(std::ranges::count(checked_scenes(), b.scene)) << b.scene << ": " << b.what;
}

}  // namespace
}  // namespace ez::test
