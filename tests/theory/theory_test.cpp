// The list of closed forms, and those of moving sources, of line currents and of the grid. What the other files beside
// this one test is in their names.
#include <cctype>
#include <cmath>
#include <set>

#include "solver/base/constants.h"
#include "theory_call.h"

namespace ez::test {
namespace {

TEST(Theory, FunctionsHaveNamesThatAFormulaCanCall) {
  std::set<std::string_view> names;
  for (const TheoryFunction& f : theory_functions()) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name << " twice";
    EXPECT_TRUE(std::isalpha(f.name[0])) << f.name;
    for (const char c : f.name) EXPECT_TRUE(std::isalnum(c) || c == '_') << f.name;
    EXPECT_FALSE(f.arguments.empty()) << f.name;
    EXPECT_FALSE(f.text.empty()) << f.name;
    EXPECT_EQ(f.text.find('\n'), f.text.npos) << f.name;
  }
}

TEST(Theory, DopplersFrequencyIsThatOfTheFrontsThatArrive) {
  const double f = 1e9, beta = 0.5, theta = pi / 3;
  // Two fronts a period apart, heard far away.
  const auto arrival = [&](double t) {
    const double x = beta * c0 * t, far = 1e7;
    return t + std::hypot(far * std::cos(theta) - x, far * std::sin(theta)) / c0;
  };
  EXPECT_NEAR(1 / (arrival(1 / f) - arrival(0)), theory("doppler_frequency", {f, beta, 60}), 1e-5 * f);
  EXPECT_DOUBLE_EQ(theory("doppler_frequency", {f, 0.25, 0}), f / 0.75);
  EXPECT_NEAR(theory("doppler_frequency", {f, 0.25, 180}), f / 1.25, 1);
}

TEST(Theory, CherenkovsConeOfGlass) {
  EXPECT_NEAR(theory("cherenkov_angle", {1.5, 0.9}), 42.2, 0.05);
  EXPECT_TRUE(std::isnan(theory("cherenkov_angle", {1.5, 0.6})));
}

TEST(Theory, TheGridsVelocities) {
  const double cell = 1e-3, f10 = c0 / (10 * cell);
  // S = 0.5, 10 cells a wavelength.
  EXPECT_NEAR(theory("grid_phase_velocity", {cell, cell, 0.5 * cell / c0, f10, 0}), 0.9873, 5e-5);
  EXPECT_NEAR(theory("grid_phase_velocity", {cell, cell, cell / c0 / std::sqrt(2.0), f10, 45}), 1, 1e-12);
  EXPECT_NEAR(theory("grid_wavelength", {cell, cell, 0.5 * cell / c0, f10, 90}), 9.873e-3, 5e-7);
}

// 2πr·|E|²/2η is the same at every distance: what leaves.
TEST(Theory, ALineCurrentsPowerIsWhatItsFarFieldCarries) {
  const double current = 2, f = 3e9, r = 1e3 * c0 / f, field = theory("line_source_field", {current, f, r});
  EXPECT_NEAR(2 * pi * r * field * field / (2 * eta0), theory("line_source_power", {current, f}),
              1e-6 * theory("line_source_power", {current, f}));
}

TEST(Theory, AConductorUnderALineCurrent) {
  const double f = 3e9, lambda = c0 / f;
  EXPECT_NEAR(theory("line_source_over_pec", {1, f, 2 * lambda, 3 * lambda, 0}), 0, 1e-9);
  // Far straight above, half a wavelength's path apart or a whole one: twice the field, or none.
  const double r = 1e3 * lambda, free = theory("line_source_field", {1, f, r});
  EXPECT_NEAR(theory("line_source_over_pec", {1, f, lambda / 4, 0, r}) / free, 2, 1e-3);
  EXPECT_NEAR(theory("line_source_over_pec", {1, f, lambda / 2, 0, r}) / free, 0, 1e-3);
}

TEST(Theory, AnArraysFieldFarAwayIsItsPattern) {
  const double f = 3e9, lambda = c0 / f, r = 1e5 * lambda;
  const auto at = [&](double angle) {
    return theory("array_field",
                  {1, f, 8, lambda / 2, 90, r * std::cos(angle * pi / 180), r * std::sin(angle * pi / 180)});
  };
  EXPECT_NEAR(at(30) / theory("line_source_field", {1, f, r}), 8, 1e-3);
  for (const double angle : {-40.0, 0.0, 12.0, 50.0})
    EXPECT_NEAR(std::pow(at(angle) / at(30), 2), theory("array_intensity", {8, 0.5, 1, 90, angle}), 1e-3) << angle;
}

}  // namespace
}  // namespace ez::test
