// Tests the checks in scene files and the formulas in them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "processor_time.h"
#include "solver/base/constants.h"
#include "solver/scene/check_unit.h"
#include "solver/scene/expression.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/formula.h"
#include "solver/theory/functions.h"

namespace ez {
namespace {

const std::string head = R"(ezscope = 1
[grid]
cells = [64, 32]
cell = [1e-3, 2e-3]
[[material]]
name = "Glass, n = 1.5"
eps = 2.25
[[source]]
name = "lamp"
kind = "point"
at = [0.0102, 0.02]
waveform = { kind = "cw", frequency = 1e9 }
[[probe]]
name = "p1"
at = [0.02, 0.02]
)";  // 15 lines

Scene scene() { return *parse_scene(head, "").scene; }

struct Answers : Instruments {
  double read(Reading reading, const std::string& name, std::span<const double> numbers) const override {
    double sum = static_cast<double>(reading) + 100 * (name == "p1");
    for (const double x : numbers) sum += x;
    return sum;
  }
};

double value(const std::string& text) { return Formula(text, scene()).value(Answers()); }

std::string error(const std::string& text) {
  try {
    static_cast<void>(Formula(text, scene()));
  } catch (const FormulaError& e) {
    return e.what();
  }
  return "";
}

TEST(Formula, knows_the_constants_of_its_scene) {
  EXPECT_EQ(value("c"), c0);
  EXPECT_NEAR(value("eta0*eps0*c"), 1, 1e-15);
  EXPECT_EQ(value("dx"), 1e-3);
  EXPECT_EQ(value("dy"), 2e-3);
  EXPECT_EQ(value("nx + ny"), 96);
  EXPECT_EQ(value("dt"), time_step(scene()));
  EXPECT_NEAR(value("f"), 1e9, 1e-6);
  EXPECT_NEAR(value("lambda"), c0 / 1e9, 1e-15);
  EXPECT_EQ(value("eps_Glass__n___1_5 + mu_Glass__n___1_5"), 3.25);
  EXPECT_NEAR(value("sin(30*deg)"), 0.5, 1e-15);
  EXPECT_NEAR(value("db(100)"), 20, 1e-13);
  EXPECT_NEAR(value("wrap(190)"), -170, 1e-13);
}

TEST(Formula, calls_instruments_and_all_theory_functions) {
  EXPECT_EQ(value("peak(\"p1\")"), 100 + static_cast<double>(Reading::peak));
  EXPECT_EQ(value("2*peak_between(\"p1\", 1, 2)"), 2 * (103 + static_cast<double>(Reading::peak_between)));
  EXPECT_EQ(value("x(\"lamp\")"), static_cast<double>(Reading::x));
  for (const TheoryFunction& f : theory_functions()) {
    std::vector<double> numbers;
    std::string call(f.name);
    for (std::size_t k = 0; k < f.arguments.size(); ++k) {
      numbers.push_back(2 + static_cast<double>(k));
      call += fmt::format("{}{}", k == 0 ? "(" : ", ", numbers.back());
    }
    const double direct = evaluate(f, numbers), through = value(call + ")");
    EXPECT_TRUE(through == direct || (std::isnan(through) && std::isnan(direct))) << f.name;
  }
}

// Each name must mean one thing only.
TEST(Formula, has_no_two_functions_or_constants_of_one_name) {
  std::set<std::string> taken;
  for (const ReadingFunction& f : reading_functions()) EXPECT_TRUE(taken.emplace(f.name).second) << f.name;
  for (const TheoryFunction& f : theory_functions()) EXPECT_TRUE(taken.emplace(f.name).second) << f.name;
  for (const char* word : {"c", "f", "lambda", "deg", "pi", "db", "wrap", "dx", "dy", "dt", "nx", "ny", "sin"})
    EXPECT_FALSE(taken.contains(word)) << word;
}

TEST(Formula, reads_a_monitor_only_by_the_functions_of_its_kind) {
  Scene s = scene();
  Monitor wall;
  wall.name = "wall";
  wall.geometry = FluxMonitor{};
  s.monitors.push_back(wall);
  EXPECT_EQ(Formula("flux(\"wall\", 2)", s).value(Answers()), 2 + static_cast<double>(Reading::flux));
  EXPECT_THROW(Formula("ez(\"wall\", f, 0)", s), FormulaError);
  EXPECT_THROW(Formula("peak(\"wall\")", s), FormulaError);
  EXPECT_THROW(Formula("flux(\"p1\", f)", s), FormulaError);
}

// The library refuses names of more than 100 bytes, but a user's name may be longer.
TEST(Formula, accepts_names_of_any_length) {
  const std::string letters(91, 'x'), other(300, 'y'), japanese = [] {
    std::string out;
    for (int k = 0; k < 31; ++k) out += "\u6c34";
    return out;
  }();
  Scene s = scene();
  for (const std::string& name : {letters, other, japanese}) {
    s.materials.push_back({});
    s.materials.back().name = name;
    s.materials.back().eps = 4 + static_cast<double>(s.materials.size());
  }
  s.sources[0].name = std::string(500, 's');
  const auto of = [&](const std::string& text) { return Formula(text, s).value(Answers()); };
  EXPECT_EQ(of("eps_" + letters), 6);
  EXPECT_EQ(of("100*eps_" + letters + " + 10*eps_" + other + "/eps_" + letters + " + eps_" + std::string(93, '_')),
            600 + 70.0 / 6 + 8);
  EXPECT_EQ(of("x(\"" + s.sources[0].name + "\")"), static_cast<double>(Reading::x));
  // Mistakes are reported at the right character and in the user's words.
  const auto error_of = [&](const std::string& text) -> std::string {
    try {
      static_cast<void>(Formula(text, s));
    } catch (const FormulaError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(error_of("eps_" + other + " + wat").find("names \"wat\" at character 308"), std::string::npos);
  EXPECT_NE(error_of("2 eps_" + letters).find("at character 3"), std::string::npos) << error_of("2 eps_" + letters);
  EXPECT_NE(error_of("2 eps_" + letters).find("\"eps_xxx"), std::string::npos) << error_of("2 eps_" + letters);
  EXPECT_NE(error_of("eps_" + std::string(400, 'z')).find("which is unknown"), std::string::npos);
  // A short name that the program uses internally must not be accepted from the user.
  EXPECT_NE(error_of("eps_" + letters + " + _0").find("names \"_0\""), std::string::npos);
  EXPECT_THROW(PlaceFormula(std::string(400, 'z')), FormulaError);
}

TEST(Formula, of_a_gas_accepts_a_state_with_a_long_name) {
  Scene s = scene();
  s.physics = Physics::gas;
  s.states.push_back({});
  s.states.back().name = std::string(120, 'x');
  s.states.back().pressure = 7;
  EXPECT_EQ(Formula("pressure_" + s.states.back().name, s).value(Answers()), 7);
}

// A formula nested as deeply as a text can be is either computed or refused.
TEST(Formula, of_any_depth_is_computed_or_refused) {
  const auto nested = [](std::size_t depth, const std::string& open, const std::string& close) {
    std::string out;
    for (std::size_t k = 0; k < depth; ++k) out += open;
    out += "2";
    for (std::size_t k = 0; k < depth; ++k) out += close;
    return out;
  };
  EXPECT_EQ(value(nested(9000, "(", ")")), 2);
  EXPECT_EQ(value(nested(3000, "sqrt(", ")")), 1);
  EXPECT_EQ(value(nested(3000, "1?", ":3")), 2);
  EXPECT_EQ(value(nested(6000, "-(", ")")), 2);
  for (const auto& [open, close] : {std::pair("(", ")"), {"abs(", ")"}, {"1?", ":3"}, {"-(", ")"}, {"-", ""}})
    EXPECT_NE(error(nested(100000, open, close)), "") << open;
}

// Arguments outside a function's range give NaN, and the call returns at once.
TEST(Formula, is_nan_for_arguments_outside_a_functions_range) {
  for (const char* text : {"round_mode_ez(1, 0, 0)", "round_mode_ez(0/0, 0/0, 0/0)", "round_mode_ez(1, 1, 1e6)",
                           "round_mode_ez(1, 1.5, 1)", "round_mode_ez(1, -1, 1)", "pec_width_ez(1e4, 1e9, 0)",
                           "rod_width_ez(1e6, 1.5, 1e9, 0)", "array_field(1, 1e9, 1e12, 1, 0, 1, 1)",
                           "bragg_reflectance(1, 1, 1.5, 1, -1, 1)", "guide_wavelength(1, 1, 0)"})
    EXPECT_TRUE(std::isnan(value(text))) << text;
  EXPECT_GT(value("round_mode_ez(1, 0, 1)"), 0);
}

TEST(Formula, reports_values_that_an_instrument_can_never_have) {
  Scene s = scene();
  Monitor wall;
  wall.name = "wall";
  wall.geometry = FluxMonitor{{}, {}, {{}, {{4e9, 7e9, 31}}}};
  s.monitors.push_back(wall);
  const auto error_of = [&](const std::string& text) -> std::string {
    try {
      static_cast<void>(Formula(text, s));
    } catch (const FormulaError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error_of("flux(\"wall\", 3.3e9)"),
            "reads \"wall\" at character 6, which measures 4e+09 to 7e+09 Hz, at 3.3e+09 Hz; add that frequency to the "
            "monitor");
  EXPECT_EQ(error_of("flux(\"wall\", 4e9) + flux(\"wall\", 7e9) + flux(\"wall\", peak(\"p1\"))"), "");
  EXPECT_EQ(error_of("steer(\"lamp\")"),
            "reads \"lamp\" at character 7, which has no steer; name a source that has one");
  EXPECT_EQ(error_of("frequency(\"lamp\")"), "");
  EXPECT_EQ(error_of("amplitude(p1, f)"), "names \"p1\" at character 11 without quotes; write \"p1\"");
}

TEST(Formula, reports_a_mistake_with_its_place_and_a_remedy) {
  EXPECT_EQ(error("2 + amplitde(\"p1\", f)"),
            "names \"amplitde\" at character 5, which is unknown; did you mean \"amplitude\"?");
  EXPECT_EQ(error("peak (\"p1\")"), "has a blank between peak at character 1 and its bracket; remove the blank");
  EXPECT_EQ(error("peak(\"p2\")"), "reads \"p2\" at character 6, but no probe has this name; did you mean \"p1\"?");
  EXPECT_EQ(error("x(\"lmp\")"),
            "reads \"lmp\" at character 3, but no probe or source has this name; did you mean \"lamp\"?");
  EXPECT_NE(error("qqqqqq").find("ezscope info --functions lists the known names"), std::string::npos);
  EXPECT_NE(error("1, 2").find("more than one value"), std::string::npos);
  const TheoryFunction& f = theory_functions().front();
  EXPECT_NE(error(fmt::format("{}(1)", f.name)).find(fmt::format("{} 1 number; it takes", f.name)), std::string::npos);
}

TEST(Formula, reports_a_function_without_its_arguments) {
  EXPECT_EQ(error("2*sin + 1"), "uses sin at character 3 without its argument; write sin(…)");
  EXPECT_EQ(error("peak"), "uses peak at character 1 without its argument; write peak(\"probe\")");
  EXPECT_EQ(error("amplitude/2"),
            "uses amplitude at character 1 without its arguments; write amplitude(\"probe\", f (Hz))");
  const TheoryFunction& f = theory_functions().front();
  EXPECT_NE(error(std::string(f.name)).find("; write " + call_text(f)), std::string::npos);
}

// Every mistake in the syntax has a sentence of the program. The library's own words are for programmers.
TEST(Formula, reports_a_wrong_syntax_in_its_own_words) {
  const std::pair<const char*, const char*> all[] = {
      {"2*(3", "at character 5: a bracket is not closed; add )"},
      {"1)", "at character 2: a bracket closes without a value or an opening bracket before it; complete it, or "},
      {"2(3)", "at character 2: a bracket opens right after a value; write * before it, or remove it"},
      {"1 + * 2", "at character 5: \"*\" has no value before it; give the value"},
      {"1 2", "at character 3: \"2\" follows a value without an operator; write an operator between them"},
      {"c nx", "at character 3: \"nx\" follows a value without an operator; "},
      {"2 sin(1)", "at character 3: \"sin\" follows a value without an operator; "},
      {"1 +", "at character 4: it ends too early; complete it"},
      {", 1", "at character 1: a comma has no value before it; "},
      {"sin()", "at character 1: sin has too few arguments; it takes sin(…)"},
      {"2 + sin(1, 2)", "at character 5: sin has too many arguments; it takes sin(…)"},
      {"amplitude(\"p1\")", "at character 1: amplitude has too few arguments; it takes amplitude(\"probe\", f (Hz))"},
      {"1 + peak(1)", "at character 5: the first argument of peak is not a name in double quotes; it takes peak("},
      {"sin(\"p1\")", "at character 1: an argument of sin is a name in quotes instead of a number; it takes sin(…)"},
      {"2 * \"p1\"", "at character 3: \"*\" is applied to a name in quotes; apply it to numbers"},
      {"\"p1\"", "at character 1: it is only a name in quotes; give a number or a function"},
      {"1 \"p1\"", "at character 3: \"p1\" in quotes is out of place; remove it"},
      {"peak(\"p1)", "at character 6: the quotes that open here are not closed; close them"},
      {"nx > 3 ? 1", ": a ? has no : after it; write CONDITION ? VALUE : OTHER"},
      {"1 : 2", "at character 3: a : has no ? before it; write CONDITION ? VALUE : OTHER"},
      {"? 1 : 2", "at character 1: \"?\" has no value before it; give the value"},
      {"", ": it is empty; give a number or a formula"}};
  for (const auto& [text, said] : all)
    EXPECT_TRUE(error(text).starts_with(std::string("does not parse") + (*said == ':' ? "" : " ") + said))
        << text << ": " << error(text);
  EXPECT_EQ(error("nx = 3"), "sets a value at character 4; write == to compare");
  EXPECT_EQ(error("(nx == 3) + (nx >= 3) + (nx != 3)"), "");
  EXPECT_NE(error("peak(\"a=b\")").find("no probe has this name"), std::string::npos);
  EXPECT_EQ(error("1 + 1e400"),
            "has the number \"1e400\" at character 5, which cannot be read; give one such as 2.5e-9");
  EXPECT_EQ(error("1 + $ + 2"), "contains \"$\" at character 5, which is out of place; remove it");
  EXPECT_EQ(error("é"), "contains \"é\" at character 1, which is out of place; remove it");
}

// A character of several bytes counts once.
TEST(Formula, counts_characters_and_not_bytes) {
  Scene s = scene();
  s.probes[0].name = "Größe";
  try {
    static_cast<void>(Formula("peak(\"Größe\") + wat", s));
    FAIL();
  } catch (const FormulaError& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with("names \"wat\" at character 17, which is unknown; ")) << e.what();
  }
}

// Both branches are checked, whichever one the run will take.
TEST(Formula, is_checked_in_both_branches_of_a_condition) {
  EXPECT_EQ(error("nx > 5 ? 1 : peak(\"p2\")"),
            "reads \"p2\" at character 19, but no probe has this name; did you mean \"p1\"?");
  EXPECT_EQ(error("nx < 5 ? x(\"lmp\") : (ny < 5 ? -peak(\"p1\") : 2)"),
            "reads \"lmp\" at character 12, but no probe or source has this name; did you mean \"lamp\"?");
  const std::string name(theory_functions().front().name);
  EXPECT_NE(error(fmt::format("1 ? 1 : {}(1)", name)).find("gives " + name + " 1 number"), std::string::npos)
      << error(fmt::format("1 ? 1 : {}(1)", name));
  EXPECT_EQ(error("amplitude(\"p1\", nx > 5 ? f : 2*f) + (ny > 5 ? -1 : +1)"), "");
  EXPECT_EQ(value("nx > 5 ? (ny > 50 ? 1 : 2) : 3"), 2);
}

TEST(Formula, counts_the_shapes_of_a_material) {
  Scene s = scene();
  EXPECT_EQ(value("shapes_Glass__n___1_5"), 0);
  s.shapes.resize(3, {Circle{{0.03, 0.03}, 0.01}, "Glass, n = 1.5"});
  s.shapes[1].material = "pec";
  EXPECT_EQ(Formula("shapes_Glass__n___1_5", s).value(Answers()), 2);
}

TEST(Formula, has_the_radius_of_a_circle_and_the_speed_of_a_source) {
  Scene s = scene();
  const auto of = [&](const char* text) { return Formula(text, s).value(Answers()); };
  EXPECT_TRUE(std::isnan(of("radius_pec")));
  EXPECT_EQ(of("beta_lamp"), 0);
  s.shapes = {{Circle{{0.03, 0.03}, 0.01}, "Glass, n = 1.5"}, {Circle{{0.03, 0.03}, 0.02}, "pec"}};
  std::get<PointSource>(s.sources[0].geometry).motion = {{{0.01, 0.02}, {0.03, 0.02}}, std::nullopt, 0.6};
  EXPECT_EQ(of("radius_pec"), 0.02);
  EXPECT_NEAR(of("1/(1 - beta_lamp)"), 2.5, 1e-12);
}

TEST(Formula, has_the_dimensions_of_rings_and_rects) {
  Scene s = scene();
  const auto of = [&](const char* text) { return Formula(text, s).value(Answers()); };
  EXPECT_TRUE(std::isnan(of("outer_pec + left_pec")));
  s.shapes = {{Ring{{0.03, 0.02}, 0.01, 0.015}, "pec"},
              {Rect{{0.01, 0.02}, {0.04, 0.03}}, "pec"},
              {TurnedRect{{0.03, 0.02}, {0.02, 0.01}, 30}, "pec"}};
  EXPECT_NEAR(of("outer_pec - inner_pec"), 0.005, 1e-15);
  EXPECT_EQ(of("center_x_pec + center_y_pec"), 0.05);
  EXPECT_NEAR(of("width_pec + height_pec*10"), 0.13, 1e-15);
  EXPECT_EQ(of("right_pec - bottom_pec"), 0.02);
  EXPECT_NEAR(of("left_pec_2 + top_pec_2"), 0.02 + 0.025, 1e-15);
  EXPECT_TRUE(std::isnan(of("width_pec_3")));
  s.unit = Unit::cell;  // cells of 1 mm by 2 mm
  EXPECT_NEAR(of("top_pec*1e3"), 0.06, 1e-15);
}

TEST(Formula, has_the_rotation_angle_of_a_rect) {
  Scene s = scene();
  s.shapes = {{Rect{{0.01, 0.02}, {0.04, 0.03}}, "pec"}, {TurnedRect{{0.03, 0.02}, {0.02, 0.01}, 30}, "pec"}};
  EXPECT_EQ(Formula("angle_pec", s).value(Answers()), 0);
  EXPECT_EQ(Formula("angle_pec_2", s).value(Answers()), 30);
  EXPECT_TRUE(std::isnan(Formula("angle_pec_3", s).value(Answers())));
  EXPECT_EQ(Formula("shapes_pec", s).value(Answers()), 2);
}

TEST(Formula, has_the_keys_of_poles) {
  Scene s = scene();
  const auto of = [&](const char* text) { return Formula(text, s).value(Answers()); };
  EXPECT_TRUE(std::isnan(of("plasma_Glass__n___1_5 + tau_Glass__n___1_5"))) << "the material has no poles";
  s.materials[0].poles = {{Lorentz{3e9, 0.5, 2e7}}, {Drude{8e9, 1e7}}, {Lorentz{4e9, 0.7, 3e7}}};
  EXPECT_EQ(of("frequency_Glass__n___1_5"), 3e9);
  EXPECT_EQ(of("strength_Glass__n___1_5"), 0.5);
  EXPECT_EQ(of("damping_Glass__n___1_5"), 2e7) << "the first pole with this key";
  EXPECT_EQ(of("plasma_Glass__n___1_5"), 8e9);
  EXPECT_TRUE(std::isnan(of("tau_Glass__n___1_5")));
}

TEST(Formula, has_the_states_of_a_gas_and_of_heat) {
  Scene s = scene();
  s.sources.clear(), s.shapes.clear(), s.materials.clear();
  const auto of = [&](const char* text) { return Formula(text, s).value(Answers()); };
  s.physics = Physics::gas;
  s.gas.gamma = 1.6;
  FluidState high, low;
  high.name = "high side", high.density = 2, high.velocity = {3, -4}, high.pressure = 5;
  low.name = "low", low.density = 6, low.pressure = 7;
  s.states = {high, low};
  s.shapes = {{Rect{{0.01, 0}, {0.03, 0.02}}, "", "high side"}, {Circle{{0.02, 0.02}, 0.01}, "", "low"}};
  EXPECT_EQ(of("gamma"), 1.6);
  EXPECT_EQ(of("density_high_side*1000 + u_high_side*100 + v_high_side*10 + pressure_high_side"), 2265);
  EXPECT_EQ(of("density_low + pressure_low + u_low"), 13);
  EXPECT_NEAR(of("right_high_side + radius_low"), 0.04, 1e-15);
  EXPECT_EQ(of("shapes_low"), 1);
  EXPECT_THROW(of("kappa"), FormulaError);
  EXPECT_THROW(of("value_low"), FormulaError);
  s.physics = Physics::heat;
  s.heat.diffusivity = 3e-4;
  s.states[1].value = 0.25;
  EXPECT_EQ(of("kappa"), 3e-4);
  EXPECT_EQ(of("value_low"), 0.25);
  EXPECT_THROW(of("gamma"), FormulaError);
  EXPECT_THROW(of("pressure_low"), FormulaError);
}

TEST(PlaceFormula, cannot_assign_variables) {
  EXPECT_THROW(PlaceFormula("y=2"), FormulaError);
  EXPECT_THROW(PlaceFormula("2 + (x = 3)"), FormulaError);
  EXPECT_EQ(PlaceFormula("x<=1 ? 2 : 3").at({1, 0}), 2);
  EXPECT_EQ(PlaceFormula("x==1 && y!=1 && x>=1").at({1, 0}), 1);
}

// Values computed for whole rows must equal the library's values, which are computed one at a time.
TEST(PlaceFormula, rows_and_single_places_match_the_library) {
  const std::vector<std::string> texts = {"2+sin(x)^2+x*1e-5",
                                          "3 - (r/radius)^2",
                                          "-x^2",
                                          "2^-x*3",
                                          "x^y^2",
                                          "x<y==0",
                                          "x>0 ? 2 : y>0 ? 3 : 4",
                                          "x*2+x*3-y/4/2",
                                          "3*-x",
                                          "1<x<3",
                                          "x&&y||1",
                                          "avg(1,x,y)+min(x,y,1)-max(x,-2)+sum(x,y)",
                                          "sign(-x)*rint(y)",
                                          "1.e1+.5",
                                          "abs(-x)+sqrt(x)+ln(y)+log(2)+log2(8)+log10(x^2)",
                                          "x!=y && x>=1",
                                          "hypot(x,3)*pi/deg",
                                          "asinh(x)+acosh(2)+atanh(0.1)+tan(x)+atan(y)",
                                          "(((x)))",
                                          "+x-y",
                                          "5",
                                          "y",
                                          "x*y",
                                          "1.5^2*(2-(r/40)^2)"};
  std::vector<double> xs, ys;
  for (int k = 0; k < 1500; ++k) xs.push_back(0.013 * k - 7), ys.push_back(3 - 0.007 * k);
  double x = 0, y = 0, r = 0, radius = 12.5;
  for (const std::string& text : texts) {
    Expression library(text);
    library.constant("pi", pi), library.constant("deg", pi / 180);
    library.function("hypot", [](double a, double b) { return std::hypot(a, b); });
    library.variable("x", &x), library.variable("y", &y), library.variable("r", &r);
    library.variable("radius", &radius);
    library.parse();
    const PlaceFormula formula(text);
    const auto compare = [&](const std::vector<double>& row, std::size_t k, double at_y) {
      x = xs[k], y = at_y, r = std::sqrt(x * x + y * y);
      const double wanted = library.value(), single = formula.at({x, y}, radius);
      EXPECT_TRUE(row[k] == single || (std::isnan(row[k]) && std::isnan(single))) << text << " at " << x << ", " << y;
      if (!std::isfinite(wanted))
        EXPECT_TRUE(single == wanted || (std::isnan(single) && std::isnan(wanted))) << text;
      else
        EXPECT_NEAR(single, wanted, 1e-13 * (1 + std::abs(wanted))) << text << " at " << x << ", " << y;
    };
    std::vector<double> row(xs.size());
    formula.along(xs, ys, radius, false, row);
    for (std::size_t k = 0; k < xs.size(); ++k) compare(row, k, ys[k]);
    for (const double one_y : {-2.5, 0.0, 4.0}) {
      formula.along(xs, {&one_y, 1}, radius, one_y != -2.5, row);
      for (std::size_t k = 0; k < xs.size(); k += 7) compare(row, k, one_y);
    }
  }
}

// Every node of a graded medium evaluates the formula. Single evaluations took 50 ns each, five times over.
TEST(PlaceFormula, computes_rows_many_times_faster_than_single_places) {
  const std::string text = "2+sin(x)^2+x*y*1e-5";
  double x = 0, y = 0, sum = 0;
  Expression library(text);
  library.variable("x", &x), library.variable("y", &y);
  library.parse();
  std::vector<double> xs(4000), row(4000);
  for (std::size_t k = 0; k < xs.size(); ++k) xs[k] = 0.01 * static_cast<double>(k);
  const PlaceFormula formula(text);
  const double begin = processor_seconds();
  for (int j = 0; j < 200; ++j) {
    y = 0.1 * j;
    for (const double at : xs) x = at, sum += library.value();
  }
  const double middle = processor_seconds();
  for (int j = 0; j < 200; ++j) {
    const double at = 0.1 * j;
    formula.along(xs, {&at, 1}, 1, j > 0, row);
    for (const double v : row) sum -= v;
  }
  EXPECT_LT(std::abs(sum), 1e-3);
  EXPECT_LT(5 * (processor_seconds() - middle), middle - begin);
}

TEST(Formula, reads_only_fields_of_its_polarization) {
  Scene s = scene();
  s.monitors.push_back({"cut", LineMonitor{{1, 1}, {5, 1}, {{1e9}, {}}}, false});
  const auto value_of = [&](const std::string& text) { return Formula(text, s).value(Answers()); };
  EXPECT_EQ(value_of("hy(\"cut\", 1e9, 0)"), 1e9 + static_cast<double>(Reading::along_y));
  EXPECT_TRUE(std::isnan(value_of("ex(\"cut\", 1e9, 0)")));
  s.grid.polarization = Polarization::hz;
  EXPECT_EQ(value_of("ex(\"cut\", 1e9, 0)"), 1e9 + static_cast<double>(Reading::along_x));
  EXPECT_TRUE(std::isnan(value_of("hy(\"cut\", 1e9, 0)")));
}

TEST(Formula, has_the_frequency_of_a_far_field_monitor) {
  Scene s = scene();
  s.monitors.push_back({"far", FarMonitor{{1, 1}, {5, 5}, 3e9, {}}, false});
  EXPECT_EQ(Formula("frequency(\"far\")", s).value(Answers()), static_cast<double>(Reading::frequency));
  EXPECT_FALSE(Formula("frequency(\"far\")", s).reads_a_run());
  s.monitors.push_back({"cut", LineMonitor{{1, 1}, {5, 1}, {{1e9}, {}}}, false});
  EXPECT_THROW(Formula("frequency(\"cut\")", s), FormulaError);
}

TEST(Formula, has_the_frequency_of_the_first_source_that_is_on) {
  Scene s = scene();
  s.sources.push_back(s.sources[0]);
  std::get<Cw>(s.sources[1].waveform).frequency = 2e9;
  const auto f = [&] { return Formula("f", s).value(Answers()); };
  EXPECT_NEAR(f(), 1e9, 1e-3);
  s.sources[0].on = false;
  EXPECT_NEAR(f(), 2e9, 1e-3);
  s.sources[1].on = false;
  EXPECT_NEAR(f(), 1e9, 1e-3) << "no source is on, so the first frequency counts";
}

// Returns the messages for a file with this [[check]]. The table's keys begin in line 17.
std::string told(const std::string& keys) {
  std::string out;
  const std::string text = std::string(head).append("[[check]]\n").append(keys);
  for (const Message& m : parse_scene(text, "t").messages) out.append(to_string(m)).append("\n");
  return out;
}

TEST(CheckTable, is_read_and_written) {
  const SceneResult r =
      parse_scene(head +
                      "[[check]]\nname = 'a'\nmeasured = 'peak(\"p1\")'\ntheory = '1/f'\nwithin = 0.1\n"
                      "[[check]]\nname = 'b'\nmeasured = 'peak(\"p1\")'\ntheory = '2'\nwithin_abs = 3\nafter = "
                      "'40T'\ntext = 'why'\n",
                  "");
  ASSERT_TRUE(r.scene) << told("");
  EXPECT_EQ(r.scene->checks[0], (Check{"a", "peak(\"p1\")", "1/f", 0.1, std::nullopt, "", "settled", ""}));
  EXPECT_EQ(r.scene->checks[1], (Check{"b", "peak(\"p1\")", "2", std::nullopt, 3.0, "", "40T", "why"}));
  EXPECT_EQ(*parse_scene(write_scene(*r.scene, false), "").scene, *r.scene);
}

TEST(CheckTable, mistakes_are_reported_at_their_places) {
  const std::string good = "name = 'a'\nmeasured = 'peak(\"p1\")'\ntheory = '1'\n";
  EXPECT_EQ(told(good + "within = 1\n"), "");
  EXPECT_EQ(told(good), "t:16:1: check.0 has no bound; give within (a fraction of theory) or within_abs\n");
  EXPECT_EQ(told("name = 'a'\nmeasured = 'peak(\"p1\")'\ntheory = '0'\nwithin = 1\n"),
            "t:20:10: check.0.within is a fraction of theory, which is 0; give check.0.within_abs\n");
  EXPECT_EQ(told(good + "within = 1\nwithin_abs = 1\n"),
            "t:21:14: check.0 has both within and within_abs; remove one of them\n");
  EXPECT_EQ(told(good + "within = 0\n"), "t:20:10: check.0.within is 0; give a number above 0\n");
  EXPECT_EQ(told(good + "within = 1\nafter = '40'\n"),
            "t:21:9: check.0.after is \"40\"; give a time like \"1.1ns\", periods like \"40T\", or \"settled\"\n");
  EXPECT_EQ(told("name = ''\nmeasured = 'peak(\"p1\")'\ntheory = '1'\nwithin = 1\n"),
            "t:17:8: check.0.name is empty; give the check a name\n");
  EXPECT_EQ(told("name = 'a'\nmeasured = 'peek(\"p1\")'\ntheory = '1'\nwithin = 1\n"),
            "t:18:12: check.0.measured names \"peek\" at character 1, which is unknown; did you mean \"peak\"?\n");
  EXPECT_EQ(told("name = 'a'\nmeasured = 'peak(\"p1\")'\nwithin = 1\n"),
            "t:16:1: check.0.theory is missing; add it to this table\n");
  EXPECT_NE(told(good + "within = 1\n[[check]]\n" + good + "within = 1\n").find("the name \"a\" is used twice"),
            std::string::npos);
}

TEST(CheckTable, a_check_that_waits_too_long_gives_one_warning) {
  const auto check = [](const char* name) {
    return fmt::format("name = '{}'\nmeasured = 'peak(\"p1\")'\ntheory = '1'\nwithin = 1\nafter = '1e9s'\n", name);
  };
  const std::string two = check("a") + "[[check]]\n" + check("b");
  const std::string said = told(two);
  EXPECT_TRUE(said.starts_with("warning: t:21:9: check.0.after is \"1e9s\", more than ")) << said;
  EXPECT_TRUE(said.ends_with(" steps away (and for 1 more); give an earlier time\n")) << said;
  EXPECT_EQ(told(two + "[[check]]\nname = 'c'\nmeasured = 'peak(\"p1\")'\ntheory = '1'\n"),
            "t:28:1: check.2 has no bound; give within (a fraction of theory) or within_abs\n");
}

TEST(CheckTable, must_read_something_of_the_run) {
  const std::string rest = "theory = '1'\nwithin = 1\n";
  for (const char* nothing : {"1", "c*dx", "x(\"p1\")", "frequency(\"lamp\")", "sqrt(dt)"})
    EXPECT_EQ(
        told(fmt::format("name = 'a'\nmeasured = '{}'\n", nothing) + rest),
        "t:18:12: check.0.measured does not read the run, so it can never fail; use a probe or a monitor in it\n");
  EXPECT_EQ(told("name = 'a'\nmeasured = 'nx > 5 ? 1 : peak(\"p1\")'\n" + rest), "");
}

TEST(CheckTable, the_repair_removes_a_faulty_check) {
  Scene s = scene();
  s.checks.push_back({"a", "peak(\"gone\")", "1", 0.1, {}, "", "settled", ""});
  const std::vector<Message> found = validate(s);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(repair_words(s, found[0]), "Remove the check");
  EXPECT_EQ(repaired(s, found[0]), scene());
}

TEST(CheckUnit, is_given_by_the_key_or_by_a_single_call) {
  const auto unit = [](const std::string& measured, Polarization polarization = Polarization::ez) {
    Scene s = scene();
    s.grid.polarization = polarization;
    Check check;
    check.measured = measured;
    return unit_of(check, s);
  };
  EXPECT_EQ(unit("amplitude(\"p1\", f)"), "V/m");
  EXPECT_EQ(unit("amplitude(\"p1\", f)", Polarization::hz), "A/m");
  EXPECT_EQ(unit("phase(\"a (b\", min(f, 2*f))"), "°");
  EXPECT_EQ(unit("resonance_f(\"ear\", 1)"), "Hz");
  EXPECT_EQ(unit("x(\"p1\")"), "m");
  EXPECT_EQ(unit("resonance_q(\"ear\", 1)"), "");
  EXPECT_EQ(unit("amplitude(\"p1\", f)/amplitude(\"p2\", f)"), "") << "a ratio is more than one call";
  EXPECT_EQ(unit("1000*x(\"p1\")"), "");
  Check own;
  own.measured = "x(\"p1\")";
  own.unit = "λ";
  EXPECT_EQ(unit_of(own, scene()), "λ");
}

TEST(CheckUnit, is_read_and_written) {
  const std::string text = head +
                           "[[check]]\nname = \"c\"\nmeasured = 'peak(\"p1\")'\ntheory = '1'\nunit = \"dB\"\n"
                           "within = 0.1\n";
  const SceneResult read = parse_scene(text, "t");
  ASSERT_TRUE(read.scene.has_value());
  EXPECT_EQ(read.scene->checks.at(0).unit, "dB");
  EXPECT_NE(write_scene(*read.scene).find("unit = \"dB\""), std::string::npos);
}

// A check that carries a unit gives it as a key, not in its name.
TEST(CheckUnit, of_built_in_scenes_is_a_key_and_not_in_the_name) {
  for (const BuiltinScene& b : builtin_scenes()) {
    const SceneResult read = load_scene(std::string(b.name));
    ASSERT_TRUE(read.scene.has_value());
    for (const Check& check : read.scene->checks) {
      for (const std::string_view unit : {", degrees", ", °", ", V/m", ", dB", ", m", ", Hz", ", dB over λ"})
        EXPECT_FALSE(check.name.ends_with(unit)) << b.name << ": " << check.name;
      if (check.measured.ends_with("/deg")) {
        EXPECT_EQ(check.unit, "°") << b.name << ": " << check.name;
      }
    }
  }
}

}  // namespace
}  // namespace ez
