// A check that cannot fail says nothing. Each built-in scene is run with media that its theory knows nothing of: the
// room's permittivity and every conductivity half as large again. One of its checks at least must notice.
#include <cmath>

#include "helpers.h"
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

TEST(LongBrokenScenes, are_noticed_by_a_check) {
  for (const BuiltinScene& built_in : builtin_scenes()) {
    const Scene scene = load_scene(std::string(built_in.name)).scene.value();
    if (scene.checks.empty()) continue;
    const std::vector<double> theory = theory_of(scene);
    const CheckedScene run =
        run_checks(cpu_engine_maker(2), with_wrong_media(scene), false, [](auto, auto) { return true; });
    bool noticed = false;
    for (std::size_t k = 0; k < theory.size(); ++k) {
      const CheckReading& r = run.readings[k];
      const double off = std::abs(r.measured - theory[k]) / (r.relative ? std::abs(theory[k]) : 1);
      noticed = noticed || !(off <= r.bound);
    }
    EXPECT_TRUE(noticed) << built_in.name;
  }
}

}  // namespace
}  // namespace ez::test
