// Tests that the explanation of a reflection names the right cause first: each built-in fault, hidden faults, and
// mistakes that no fault is made of. The explainer sees the fields only. No test may loosen "first".
#include "solver/study/echo_explainer.h"

#include <set>
#include <string>

#include "glass_strips.h"
#include "helpers.h"
#include "solver/scene/fault.h"
#include "solver/scene/known_gradings.h"

namespace ez::test {
namespace {

using enum BoundaryKind;
using Kind = EchoCause::Kind;

EchoExplanation explain(const Scene& scene) {
  EchoExplainer explainer([] { return make_cpu_engine(1); }, scene);
  while (explainer.step()) continue;
  return explainer.result();
}
std::string words(const EchoExplanation& e) {
  std::string out = e.nothing;
  for (const EchoCause& c : e.causes)
    out += std::to_string(c.share) + " " + std::string(to_string(c.side)) + " " + title_of(c).english() + "\n";
  return out;
}

Scene domain(BoundaryKind kind, bool glass = false, Polarization polarization = Polarization::ez) {
  Scene s = scene_with_glass_strips(kind, Side::left, glass, polarization);
  s.reflection.margin = 110;
  return s;
}

TEST(EchoExplainer, names_each_fault_first_wherever_it_applies) {
  std::set<Fault> seen;
  for (const FaultWords& w : all_faults())
    for (const Side side : {Side::left, Side::top})
      for (const BoundaryKind kind : {cpml, mur2})
        for (const bool glass : {false, true}) {
          const bool of_media = w.fault == Fault::local_grading || w.fault == Fault::medium_stops;
          Scene s = domain(kind, glass);
          if (glass != of_media || !is_applicable(s, {side, w.fault})) continue;
          s.faults = {{side, w.fault}};
          const EchoExplanation e = explain(s);
          ASSERT_FALSE(e.causes.empty()) << w.name;
          EXPECT_EQ(e.causes[0].kind, Kind::fault) << w.name << "\n" << words(e);
          EXPECT_EQ(e.causes[0].fault, w.fault) << words(e);
          EXPECT_EQ(e.causes[0].side, side) << words(e);
          EXPECT_GT(e.causes[0].share, 0.7) << words(e);
          if (e.causes.size() > 1) {
            EXPECT_LT(e.causes[1].share, 0.8 * e.causes[0].share) << words(e);
          }
          EXPECT_EQ(e.grows, w.fault == Fault::uncompensated_kappa) << w.name;
          EXPECT_FALSE(e.as_designed);
          seen.insert(w.fault);
        }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(fault_count));
}

TEST(EchoExplainer, names_a_fault_in_the_other_polarization_and_other_precision) {
  for (const Fault fault : {Fault::sigma_half_cell, Fault::wrong_sign, Fault::half_depth, Fault::source_in_layer}) {
    Scene s = domain(cpml, false, Polarization::hz);
    s.grid.precision = Precision::float64;
    s.faults = {{Side::right, fault}};
    const EchoExplanation e = explain(s);
    ASSERT_FALSE(e.causes.empty());
    EXPECT_EQ(e.causes[0].fault, fault) << words(e);
    EXPECT_EQ(e.causes[0].side, Side::right) << words(e);
  }
}

TEST(EchoExplainer, finds_hidden_faults) {
  for (int seed = 1; seed <= 8; ++seed) {
    Scene s = domain(cpml, true);
    s.boundary[Side::right] = mur2;
    s.hidden_fault = seed;
    const BoundaryFault truth = *hidden_fault_of(s);
    const EchoExplanation e = explain(s);
    ASSERT_FALSE(e.causes.empty()) << seed;
    EXPECT_EQ(e.causes[0].fault, truth.fault) << words(e);
    EXPECT_EQ(e.causes[0].side, truth.side) << words(e);
  }
}

// Two faults at once: both are named before all others.
TEST(EchoExplainer, names_the_stronger_of_two_faults_first) {
  Scene s = domain(cpml);
  s.faults = {{Side::left, Fault::half_depth}, {Side::right, Fault::sigma_half_cell}};
  const EchoExplanation e = explain(s);
  ASSERT_FALSE(e.causes.empty());
  EXPECT_EQ(e.causes[0].fault, Fault::half_depth) << words(e);
  EXPECT_EQ(e.causes[0].side, Side::left) << words(e);
}

TEST(EchoExplainer, calls_a_correct_scene_as_designed) {
  const EchoExplanation e = explain(domain(cpml));
  EXPECT_TRUE(e.as_designed);
  EXPECT_TRUE(e.causes.empty()) << words(e);
  ASSERT_TRUE(e.signature.db);
  EXPECT_LT(*e.signature.db, -60);
}

// ---- mistakes that no fault is made of

void expect_first(const Scene& s, Kind kind, const std::string& name) {
  const EchoExplanation e = explain(s);
  EXPECT_TRUE(e.as_designed) << name;
  ASSERT_FALSE(e.causes.empty()) << name << " " << e.nothing;
  EXPECT_EQ(e.causes[0].kind, kind) << name << "\n" << words(e);
  measured(name + ", share", e.causes[0].share);
}

TEST(EchoExplainer, names_a_shape_that_ends_inside_a_layer) {
  Scene s = domain(cpml);
  s.shapes = {{Rect{{75, 30}, {91, 60}}, "glass"}};
  expect_first(s, Kind::shape_ends, "shape ends");
}
TEST(EchoExplainer, names_a_thin_layer) {
  Scene s = domain(cpml);
  s.boundary.cpml.cells = 3;
  expect_first(s, Kind::thin, "thin");
}
TEST(EchoExplainer, names_a_source_close_to_a_layer) {
  Scene s = domain(cpml);
  std::get<PointSource>(s.sources[0].geometry).at = {11, 44};
  expect_first(s, Kind::near_source, "near source");
}
TEST(EchoExplainer, names_a_magnetic_and_a_dispersive_medium) {
  Scene s = domain(cpml);
  s.materials.push_back({"iron", 1, 9, 0, 0, {}});
  s.shapes = {{Rect{{70, -1}, {97, 97}}, "iron"}};
  expect_first(s, Kind::medium, "magnetic medium");
  s.materials.back() = {"metal", 1, 1, 0, 0, {}};
  s.materials.back().poles = {{Drude{0.7 * frequency_of(s, 16), 1e6}}};
  s.shapes[0].material = "metal";
  expect_first(s, Kind::medium, "dispersive medium");
}
TEST(EchoExplainer, names_a_grading_that_is_not_matched) {
  for (const double sigma : {0.1, 12.0}) {
    Scene s = domain(cpml);
    s.boundary.cpml.sigma = sigma;
    expect_first(s, Kind::grading, "grading");
  }
}
TEST(EchoExplainer, names_mur_and_mirrors) {
  expect_first(domain(mur1), Kind::mur, "Mur");
  Scene s = domain(cpml);
  s.boundary[Side::top] = pec;
  expect_first(s, Kind::mirror, "mirror");
}
TEST(EchoExplainer, names_a_pulse_with_a_mean) {
  Scene s = domain(cpml);
  s.sources[0].waveform = Gaussian{0.3 / frequency_of(s, 16), {}};
  expect_first(s, Kind::mean, "mean");
}
TEST(EchoExplainer, names_an_evanescent_field) {
  Scene s = grid(160, 21, cpml);
  s.boundary[Side::bottom] = s.boundary[Side::top] = pec;
  s.boundary.cpml.cells = 16;  // more than a quarter of a wavelength
  s.boundary.cpml.kappa = 1;
  s.boundary.cpml.alpha = 0.0;
  s.sources = {point(110, 10, pulse(frequency_of(s, 60), 2))};
  s.reflection.on = true;
  s.reflection.sides = {Side::left, Side::right};
  expect_first(s, Kind::evanescent, "evanescent");
}

TEST(EchoExplainer, says_why_it_cannot_explain) {
  Scene s = domain(cpml);
  s.sources.clear();
  EXPECT_NE(explain(s).nothing.find("source"), std::string::npos);
  EXPECT_FALSE(explain(domain(periodic)).nothing.empty());
}

// The time and the angle of the signature: a mirror at the boundary returns from 0 cells, half a layer from its middle.
TEST(EchoExplainer, measures_depth_angle_and_level) {
  Scene s = domain(pec);
  EchoSignature echo = explain(s).signature;
  EXPECT_NEAR(echo.depth, 0, 2);
  s = domain(cpml);
  s.faults = {{Side::left, Fault::half_depth}};
  echo = explain(s).signature;
  EXPECT_EQ(echo.side, Side::left);
  EXPECT_GT(echo.degrees, 30) << "half a layer returns more of oblique waves, whose path in it takes less";
  EXPECT_NEAR(*echo.db, -8, 3);
  EXPECT_NEAR(echo.depth, 5, 3);
}

}  // namespace
}  // namespace ez::test
