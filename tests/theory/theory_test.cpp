// Tests the list of closed forms, and the closed forms of moving sources, line currents and the grid. The other files
// in this folder name the forms that they test.
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <cmath>
#include <csignal>
#include <limits>
#include <random>
#include <set>

#include "processor_time.h"
#include "solver/base/constants.h"
#include "solver/theory/dispersion.h"
#include "solver/theory/waves.h"
#include "theory_call.h"

namespace ez::test {
namespace {

TEST(Theory, functions_have_names_that_a_formula_can_call) {
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

// Ends the program at a call that does not end, and prints its name.
class CallWatch {
 public:
  explicit CallWatch(std::string_view name) {
    size() = name.copy(words().data(), words().size());
    std::signal(SIGVTALRM, [](int) {
      constexpr std::string_view text = " does not end\n";
      if (write(STDERR_FILENO, words().data(), size()) >= 0 && write(STDERR_FILENO, text.data(), text.size()) >= 0)
        _exit(1);
      _exit(1);
    });
    set(300);
  }
  ~CallWatch() { set(0); }
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

 private:
  static void set(int seconds) {
    const itimerval time{{0, 0}, {seconds, 0}};
    setitimer(ITIMER_VIRTUAL, &time, nullptr);
  }
  static std::array<char, 64>& words() {
    static std::array<char, 64> text{};
    return text;
  }
  static std::size_t& size() {
    static std::size_t bytes = 0;
    return bytes;
  }
};

// Tries every kind of number that a formula can hold: extreme ones, and those that a function is meant for.
TEST(Theory, every_function_ends_for_any_arguments) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::vector<double> extreme = {0,    -0.0, 5e-324, 1e-300, 1e-9, 0.5,  1,    1 + 1e-16, 1.0000000000000002,
                                       1.5,  2,    3,      5,      100,  1000, 1e5,  3e8,       1e9,
                                       1e15, 1e18, 1e300,  1e308,  inf,  -inf, -1e9, -1e-300,   std::nan("")};
  // Numbers that lead into each function's own loops: intended arguments with one of them altered.
  std::mt19937 random(7);
  const auto any = [&] { return extreme[random() % extreme.size()]; };
  const auto near = [&](std::string_view name) {
    const double of_one = std::ldexp(1.0, static_cast<int>(random() % 9) - 4);
    return name.find("Hz") != name.npos ? 3e8 * of_one
           : name == "count" || name == "holes" || name == "pairs" || name == "rings" || name == "m" ||
                   name == "waves" || name == "mode" || name == "p" || name == "band"
               ? static_cast<double>(1 + random() % 6)
               : of_one;
  };
  constexpr double most_seconds = 0.1;  // for each function; one more call may take longer
  for (const TheoryFunction& f : theory_functions()) {
    const CallWatch watch(f.name);
    const double begin = processor_seconds();
    for (int draw = 0; draw < 4000 && processor_seconds() - begin < most_seconds; ++draw) {
      std::vector<double> arguments;
      for (const std::string_view name : f.arguments) arguments.push_back(draw % 2 == 0 ? any() : near(name));
      if (draw % 4 == 1) arguments[random() % arguments.size()] = any();
      static_cast<void>(evaluate(f, arguments));
      static_cast<void>(marks_of(f, arguments));
    }
  }
}

// A function that would need more terms, steps or modes than its limit returns NaN at once.
TEST(Theory, is_nan_if_a_sum_or_search_would_not_end) {
  EXPECT_TRUE(std::isnan(theory("filled_box_mode", {1e9, 3e8, 1, 5e-324})));
  EXPECT_TRUE(std::isnan(theory("horn_gain", {1e-9, 1, 1})));
  EXPECT_TRUE(std::isnan(theory("horn_pattern", {1e-300, 1e300, 1, 10})));
  EXPECT_TRUE(std::isnan(theory("luneburg_focus_field", {1e-9, 1, 1})));
  EXPECT_TRUE(std::isnan(theory("lamp_row_field", {1e9, 1, 0.5, 1e-9, 0})));
  const TheoryFunction* holey = &*std::ranges::find(theory_functions(), "holey_core_frequency", &TheoryFunction::name);
  EXPECT_TRUE(std::isnan(evaluate(*holey, std::array{1.5, 1.0, 0.2, 2.0, 0.2, 1000.0, 2.0, 1e8})));
  // A ring as thin as rounding has steps of size zero, and so has a prism that hardly refracts.
  const double ring = theory("ring_tone_ez", {1 + 1e-15, 1, 1 + 1e-15, 0});
  EXPECT_TRUE(std::isnan(ring) || ring > 0);
  static_cast<void>(theory("otto_dip_frequency", {1.0000000000000002, 1.5, 1, 0.01, 100, 3e8}));
  // Within the limits they have their values.
  EXPECT_GT(theory("filled_box_mode", {1, 0.5, 0.5, 1e5}), 0);
  EXPECT_GT(theory("horn_gain", {1, 1000, 1e6}), 0);
}

TEST(Theory, dopplers_frequency_is_that_of_the_arriving_fronts) {
  const double f = 1e9, beta = 0.5, theta = pi / 3;
  // Two fronts one period apart, received far away.
  const auto arrival = [&](double t) {
    const double x = beta * c0 * t, far = 1e7;
    return t + std::hypot(far * std::cos(theta) - x, far * std::sin(theta)) / c0;
  };
  EXPECT_NEAR(1 / (arrival(1 / f) - arrival(0)), theory("doppler_frequency", {f, beta, 60}), 1e-5 * f);
  EXPECT_DOUBLE_EQ(theory("doppler_frequency", {f, 0.25, 0}), f / 0.75);
  EXPECT_NEAR(theory("doppler_frequency", {f, 0.25, 180}), f / 1.25, 1);
}

// The value is the slope of ω(k). At the longest stable step there is no dispersion along the diagonal.
TEST(Theory, the_grids_group_velocity_is_the_slope_of_its_frequency) {
  const YeeGrid grid{1e-3, 1.5e-3, 1.8e-12, 2.25, 1};
  const double omega = 2 * pi * 12e9;
  for (const double theta : {0.0, 0.4, 1.1, pi / 2, 2.5, -1.0}) {
    const double k = discrete_wavenumber(grid, omega, theta), kx = k * std::cos(theta), ky = k * std::sin(theta);
    const double h = 1e-4 * k;
    const GroupVelocity v = discrete_group_velocity(grid, omega, theta);
    EXPECT_NEAR(v.x, (discrete_omega(grid, kx + h, ky) - discrete_omega(grid, kx - h, ky)) / (2 * h), 1e-6 * c0);
    EXPECT_NEAR(v.y, (discrete_omega(grid, kx, ky + h) - discrete_omega(grid, kx, ky - h)) / (2 * h), 1e-6 * c0);
    EXPECT_LT(std::hypot(v.x, v.y), c0 / 1.5);
  }
  const YeeGrid magic{1e-3, 1e-3, 1e-3 / (c0 * std::sqrt(2.0))};
  const GroupVelocity v = discrete_group_velocity(magic, 2 * pi * 30e9, pi / 4);
  EXPECT_NEAR(std::hypot(v.x, v.y), c0, 1e-9 * c0);
}

TEST(Theory, cherenkovs_cone_in_glass_has_the_right_angle) {
  EXPECT_NEAR(theory("cherenkov_angle", {1.5, 0.9}), 42.2, 0.05);
  EXPECT_TRUE(std::isnan(theory("cherenkov_angle", {1.5, 0.6})));
}

TEST(Theory, the_grids_velocities_match_the_textbook) {
  const double cell = 1e-3, f10 = c0 / (10 * cell);
  // S = 0.5, 10 cells per wavelength.
  EXPECT_NEAR(theory("grid_phase_velocity", {cell, cell, 0.5 * cell / c0, f10, 0}), 0.9873, 5e-5);
  EXPECT_NEAR(theory("grid_phase_velocity", {cell, cell, cell / c0 / std::sqrt(2.0), f10, 45}), 1, 1e-12);
  EXPECT_NEAR(theory("grid_wavelength", {cell, cell, 0.5 * cell / c0, f10, 90}), 9.873e-3, 5e-7);
}

// 2πr·|E|²/2η is the radiated power, the same at every distance.
TEST(Theory, a_line_currents_power_is_that_of_its_far_field) {
  const double current = 2, f = 3e9, r = 1e3 * c0 / f, field = theory("line_source_field", {current, f, r});
  EXPECT_NEAR(2 * pi * r * field * field / (2 * eta0), theory("line_source_power", {current, f}),
              1e-6 * theory("line_source_power", {current, f}));
}

TEST(Theory, a_conductor_under_a_line_current_acts_as_a_mirror) {
  const double f = 3e9, lambda = c0 / f;
  EXPECT_NEAR(theory("line_source_over_pec", {1, f, 2 * lambda, 3 * lambda, 0}), 0, 1e-9);
  // Far above, the two waves differ by half a wavelength or a whole one: twice the field, or none.
  const double r = 1e3 * lambda, free = theory("line_source_field", {1, f, r});
  EXPECT_NEAR(theory("line_source_over_pec", {1, f, lambda / 4, 0, r}) / free, 2, 1e-3);
  EXPECT_NEAR(theory("line_source_over_pec", {1, f, lambda / 2, 0, r}) / free, 0, 1e-3);
}

TEST(Theory, an_arrays_far_field_is_its_pattern) {
  const double f = 3e9, lambda = c0 / f, r = 1e5 * lambda;
  const auto at = [&](double angle) {
    return theory("array_field",
                  {1, f, 8, lambda / 2, 90, r * std::cos(angle * pi / 180), r * std::sin(angle * pi / 180)});
  };
  EXPECT_NEAR(at(30) / theory("line_source_field", {1, f, r}), 8, 1e-3);
  for (const double angle : {-40.0, 0.0, 12.0, 50.0})
    EXPECT_NEAR(std::pow(at(angle) / at(30), 2), theory("array_intensity", {8, 0.5, 1, 90, angle}), 1e-3) << angle;
}

TEST(Theory, the_path_of_a_reflection_is_the_shortest) {
  EXPECT_NEAR(theory("way_by_circle", {0, 5, 0, 5, 2}), 6, 1e-12) << "straight back";
  EXPECT_NEAR(theory("way_by_circle", {-3, 6, 3, 6, 2}), 10, 1e-9) << "by its top";
  // Elsewhere the edge acts as a mirror: no point on it gives a shorter path.
  const double way = theory("way_by_circle", {-1, 7, 6, 5, 2});
  double least = 100;
  for (int k = 0; k < 3600; ++k) {
    const double x = 2 * std::cos(k * pi / 1800), y = 2 * std::sin(k * pi / 1800);
    least = std::min(least, std::hypot(x + 1, y - 7) + std::hypot(x - 6, y - 5));
  }
  EXPECT_NEAR(way, least, 1e-4);
  EXPECT_TRUE(std::isnan(theory("way_by_circle", {0, 1, 0, 5, 2}))) << "within it";
}

TEST(Theory, a_corner_of_conductor_has_the_right_limits) {
  const double f = 3e9, lambda = c0 / f, r = 1e4 * lambda, half = lambda / 2 / std::sqrt(2.0);
  EXPECT_NEAR(theory("line_source_in_corner", {1, f, half, half, 3 * lambda, 0}), 0, 1e-9);
  EXPECT_NEAR(theory("line_source_in_corner", {1, f, half, half, 0, 2 * lambda}), 0, 1e-9);
  const double free = theory("line_source_field", {1, f, r}), along = r / std::sqrt(2.0);
  EXPECT_NEAR(theory("line_source_in_corner", {1, f, half, half, along, along}) / free, 4, 1e-3);
  // If the other wall is far away, the images beyond it are weak.
  EXPECT_NEAR(theory("line_source_in_corner", {1, f, 1e6 * lambda, lambda, 1e6 * lambda + 2 * lambda, 3 * lambda}) /
                  theory("line_source_over_pec", {1, f, lambda, 2 * lambda, 3 * lambda}),
              1, 1e-2);
}

// The derivative of a line current's field across the axis, over ωμ0, because curl M replaces iωμJ.
TEST(Theory, a_dipole_is_two_lines_that_nearly_meet) {
  const double f = 3e9, omega = 2 * pi * f, k = omega / c0;
  for (const double r : {0.005, 0.05, 0.5})
    for (const double angle : {20.0, 90.0}) {
      const double x = r * std::cos(angle * pi / 180), y = r * std::sin(angle * pi / 180), h = 1e-5 * r;
      const auto at = [&](double up) { return point_source_field(1, omega, 1, k, std::hypot(x, y + up)); };
      EXPECT_NEAR(
          theory("line_dipole_field", {2, f, r, angle}) * omega * mu0 / (2 * std::abs(at(h) - at(-h)) / (2 * h)), 1,
          1e-6);
    }
  EXPECT_NEAR(theory("line_dipole_field", {2, f, 0.1, 0}), 0, 1e-12);
}

TEST(Theory, a_line_currents_power_over_a_conductor_is_the_radiated_power) {
  const double f = 3e9, lambda = c0 / f, r = 1e4 * lambda;
  for (const double height : {0.1, 0.3, 0.9}) {
    double sum = 0;
    const int n = 2000;
    for (int j = 0; j < n; ++j) {
      const double angle = (j + 0.5) * pi / n;
      const double e =
          theory("line_source_over_pec", {1, f, height * lambda, r * std::cos(angle), r * std::sin(angle)});
      sum += e * e / (2 * eta0) * r * pi / n;
    }
    EXPECT_NEAR(sum / theory("line_source_power_over_pec", {1, f, height * lambda}), 1, 1e-4) << height;
  }
}

}  // namespace
}  // namespace ez::test
