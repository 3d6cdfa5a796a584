// Tests scene files: reading, writing, --set and --refine.
#include "solver/scene/scene.h"
#include "solver/scene/presets.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scene_reading.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

constexpr double c0 = 299792458.0;

std::string_view text_of_builtin(std::string_view name) {
  for (const BuiltinScene& s : builtin_scenes())
    if (s.name == name) return s.text;
  return {};
}

TEST(Scene, lengths_and_nodes_convert_both_ways) {
  Scene scene;
  scene.unit = Unit::um;
  scene.grid = {.nx = 100, .ny = 50, .dx = 0.5, .dy = 0.25};
  EXPECT_DOUBLE_EQ(cell_size(scene).x, 0.5e-6);
  EXPECT_EQ(to_nodes(scene, {10, 10}), (Vec2{20, 40}));
  EXPECT_EQ(from_nodes(scene, {20, 40}), (Vec2{10, 10}));
  EXPECT_EQ(nearest_node(scene, {10.2, 10.124}), (Node{20, 40}));
  EXPECT_EQ(nearest_node(scene, {10.25, 10.125}), (Node{21, 41}));       // half a cell rounds up,
  EXPECT_EQ(nearest_node(scene, {10.2499999, 10.125}), (Node{21, 41}));  // with a tolerance of a millionth of a cell
  EXPECT_EQ(nearest_node(scene, {1e300, -1e300}), (Node{1000000000, -1000000000}));
  scene.unit = Unit::cell;
  EXPECT_EQ(to_nodes(scene, {10, 10}), (Vec2{10, 10}));
  EXPECT_EQ(cell_size(scene), (Vec2{0.5, 0.25}));
}

TEST(Scene, time_step_is_a_fraction_of_the_stability_limit) {
  Scene scene;
  scene.unit = Unit::mm;
  scene.grid = {.nx = 100, .ny = 100, .dx = 1, .dy = 1, .courant = std::numbers::sqrt2 / 2};
  EXPECT_DOUBLE_EQ(time_step(scene) * c0, 0.5e-3);
  scene.grid.dy = 1e9;
  scene.grid.courant = 1;
  EXPECT_DOUBLE_EQ(time_step(scene) * c0, 1e-3);
}

TEST(Scene, first_period_is_that_of_the_first_source_with_a_frequency) {
  Scene scene;
  EXPECT_FALSE(first_period(scene));
  scene.sources.resize(3);
  scene.sources[0].waveform = Gaussian{1e-9, {}};
  scene.sources[1].waveform = Ricker{2e9, {}};
  scene.sources[2].waveform = Cw{1e9};
  EXPECT_EQ(first_period(scene), 0.5e-9);
}

TEST(SceneFile, uses_the_formats_defaults) {
  const Scene scene = parsed(least);
  Scene want;
  want.grid = {.nx = 64, .ny = 32, .dx = 1, .dy = 1};
  EXPECT_EQ(scene, want);
  EXPECT_EQ(scene.grid.courant, 0.99);
  EXPECT_EQ(scene.boundary[Side::top], BoundaryKind::cpml);
  EXPECT_EQ(scene.boundary.cpml.order, 3.5);
  EXPECT_FALSE(scene.boundary.cpml.alpha);
}

TEST(SceneFile, reads_every_key) {
  const Scene scene = parsed(R"(ezscope = 1
title = "T"
text = "two\nlines"
unit = "nm"
grid = { cells = [64, 32], cell = [20, 30.5], courant = 1, polarization = "hz", precision = "double", background = "g" }
boundary = { left = "pec", right = "pmc", bottom = "mur1", cpml = { cells = 5, order = 2, sigma = 1, kappa = 1, alpha = 0 } }
material = [ { name = "g", eps = 2, mu = 3, sigma = 4, sigma_m = 5, color = "#0A0b0C" } ]
view = { quantity = "ex", range = 3, colormap = "viridis" }
[[shape]]
kind = "circle"
material = "g"
center = [100, 200]
radius = 30
[[shape]]
kind = "ring"
material = "pec"
center = [100, 200]
inner = 1
outer = 2e2
[[shape]]
kind = "ellipse"
material = "pmc"
center = [100, 200]
radii = [30, 40]
angle = 50
[[shape]]
kind = "rect"
material = "vacuum"
min = [100, 200]
max = [300, 400]
[[shape]]
kind = "rect"
material = "g"
center = [100, 200]
size = [300, 400]
angle = -50
[[shape]]
kind = "polygon"
material = "g"
points = [[0, 0], [100, 0], [0, 100.5]]
[[shape]]
kind = "stroke"
material = "g"
points = [[1, 2]]
radius = 30
[[source]]
kind = "point"
at = [600, 600]
amplitude = 2
hard = true
on = false
waveform = { kind = "cw", frequency = 1e14, ramp = 0, phase = 90 }
[[source]]
name = "line"
kind = "line"
from = [100, 300]
to = [100, 600]
[source.waveform]
kind = "gaussian"
width = 1e-15
delay = 2e-15
[[source]]
kind = "point"
at = [600, 600]
waveform = { kind = "modulated", frequency = 1e14, width = 1e-15, phase = 5 }
[[source]]
kind = "point"
at = [600, 600]
waveform = { kind = "ricker", frequency = 1e14 }
[[probe]]
name = "p"
at = [700, 700]
)");
  Scene want;
  want.title = "T";
  want.text = "two\nlines";
  want.unit = Unit::nm;
  want.grid = {64, 32, 20, 30.5, 1, Polarization::hz, Precision::float64, "g"};
  want.boundary.side = {BoundaryKind::pec, BoundaryKind::pmc, BoundaryKind::mur1, BoundaryKind::cpml};
  want.boundary.cpml = {5, 2, 1, 1, 0.0};
  want.materials = {{"g", 2, 3, 4, 5, 0x0a0b0c}};
  want.shapes = {{Circle{{100, 200}, 30}, "g"},
                 {Ring{{100, 200}, 1, 200}, "pec"},
                 {Ellipse{{100, 200}, {30, 40}, 50}, "pmc"},
                 {Rect{{100, 200}, {300, 400}}, "vacuum"},
                 {TurnedRect{{100, 200}, {300, 400}, -50}, "g"},
                 {Polygon{{{0, 0}, {100, 0}, {0, 100.5}}}, "g"},
                 {Stroke{{{1, 2}}, 30}, "g"}};
  want.sources = {{"", PointSource{{600, 600}}, 2, true, false, Cw{1e14, 0, 90}},
                  {"line", LineSource{{100, 300}, {100, 600}}, 1, false, true, Gaussian{1e-15, 2e-15}},
                  {"", PointSource{{600, 600}}, 1, false, true, Modulated{1e14, 1e-15, {}, 5}},
                  {"", PointSource{{600, 600}}, 1, false, true, Ricker{1e14, {}}}};
  want.probes = {{"p", {700, 700}}};
  want.view = {Quantity::hx, 3, "viridis"};
  EXPECT_EQ(scene, want);
  EXPECT_EQ(parsed(write_scene(want)), want);
  EXPECT_EQ(parsed(write_scene_keeping_comments(want, "", nullptr)), want);
}

TEST(SceneFile, holds_monitors) {
  const Scene scene = parsed(R"(
ezscope = 1
unit = "mm"
[grid]
cells = [64, 32]
cell = 1
[[monitor]]
name = "out"
kind = "flux"
from = [10, 20]
to = [10, 2]
band = [1e9, 2e9, 21]
minus_empty = true
[[monitor]]
name = "cut"
kind = "line"
from = [0, 16]
to = [63, 16]
frequencies = [1e9, 15e8]
[[monitor]]
name = "ring"
kind = "resonance"
at = [30, 10]
band = [1e9, 3e9]
)");
  const std::vector<Monitor> want = {{"out", FluxMonitor{{10, 20}, {10, 2}, {{}, {{1e9, 2e9, 21}}}}, true},
                                     {"cut", LineMonitor{{0, 16}, {63, 16}, {{1e9, 1.5e9}, {}}}, false},
                                     {"ring", ResonanceMonitor{{30, 10}, 1e9, 3e9}, false}};
  EXPECT_EQ(scene.monitors, want);
  EXPECT_EQ(parsed(write_scene(scene)), scene);
  EXPECT_EQ(parsed(write_scene(scene, true)).monitors, want);
  const std::vector<double> f = frequencies_of(scene.monitors[0]);
  ASSERT_EQ(f.size(), 21u);
  EXPECT_DOUBLE_EQ(f[0], 1e9);
  EXPECT_DOUBLE_EQ(f[10], 1.5e9);
  EXPECT_DOUBLE_EQ(f[20], 2e9);
  const Scene coarse = refine(scene, 0.5);
  EXPECT_EQ(std::get<LineMonitor>(coarse.monitors[1].geometry).to, (Vec2{62, 16}))
      << "the end is on the last node of the grid";
}

TEST(SceneFile, joins_lines_before_any_letter) {
  for (const std::string word : {"plain", "Éa", "Текст", "𝜆", "\u2003x", "\\u00e9"}) {
    const Scene scene = parsed(fmt::format("title = \"\"\"one \\\n   {}\"\"\"\n{}", word, least));
    EXPECT_EQ(scene.title, fmt::format("one {}", word[0] == '\\' ? "é" : word));
  }
}

TEST(SceneFile, writes_numbers_as_a_person_would) {
  Scene scene = parsed(least);
  scene.sources = {{"", PointSource{{1, 0.5}}, 1e-4, false, true, Cw{29979245800.0, 3, 0}},
                   {"", PointSource{{1234567, 12345678}}, 3e-9, false, true, Cw{15e9, 3, 0}}};
  scene.grid.dx = scene.grid.dy = 1e6;
  const std::string text = write_scene(scene);
  EXPECT_NE(text.find("at = [1, 0.5]\namplitude = 100e-6\nwaveform = { kind = \"cw\", frequency = 29.9792458e9 }\n"),
            std::string::npos)
      << text;
  EXPECT_NE(
      text.find("at = [1234567, 12.345678e6]\namplitude = 3e-9\nwaveform = { kind = \"cw\", frequency = 15e9 }\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("cell = 1000000.0\n"), std::string::npos) << text;
}

TEST(SceneFile, can_spell_out_every_default) {
  const Scene scene = builtin("two-sources");
  const std::string text = write_scene(scene, true);
  for (const char* line :
       {"courant = 0.99\n", "polarization = \"ez\"\n", "background = \"vacuum\"\n", "left = \"cpml\"\n",
        "order = 3.5\n", "kappa = 2.0\n", "alpha = 0.02\n", "hard = false\n", "on = true\n", "amplitude = 1.0\n",
        "ramp = 3, phase = 0", "quantity = \"ez\"\n", "colormap = \"blue-red\"\n"})
    EXPECT_NE(text.find(line), std::string::npos) << line;
  Scene again = parsed(text);
  EXPECT_EQ(again.boundary.cpml.alpha, 0.02);
  again.boundary.cpml.alpha.reset();
  EXPECT_EQ(again, scene);
}

TEST(SceneFile, quantities_of_an_hz_scene_have_their_own_names) {
  EXPECT_EQ(to_string(Quantity::hx, Polarization::hz), "ex");
  EXPECT_EQ(quantity_from("abs_e", Polarization::hz), Quantity::abs_h);
  EXPECT_EQ(quantity_from("energy", Polarization::hz), Quantity::energy);
  EXPECT_EQ(quantity_from("ez", Polarization::hz), Quantity::ez);
  EXPECT_FALSE(quantity_from("hz", Polarization::ez));
  for (const Polarization p : {Polarization::ez, Polarization::hz})
    for (const QuantityFacts& q : quantities)
      for (const Physics physics : {Physics::maxwell, Physics::gas, Physics::heat})
        if (is_for(q.belongs, physics)) {
          EXPECT_EQ(quantity_from(to_string(q.quantity, p), p, physics), q.quantity);
        }
}
TEST(BoundaryKinds, of_an_hz_scene_are_dual_for_the_main_array) {
  Scene scene = parsed(std::string(text_of_builtin("two-sources")));
  for (const BoundaryFacts& k : boundary_kinds) {
    EXPECT_EQ(facts_of(k.dual).dual, k.kind) << k.name;
    scene.boundary[Side::left] = k.kind;
    scene.grid.polarization = Polarization::hz;
    EXPECT_EQ(wall_of(scene, Side::left), k.dual) << k.name;
    EXPECT_EQ(is_held(scene, {0, 20}), facts_of(k.dual).sets_nodes()) << k.name;
    scene.grid.polarization = Polarization::ez;
    EXPECT_EQ(wall_of(scene, Side::left), k.kind) << k.name;
  }
}
// |E| belongs to the main array in an ez scene and to the other two arrays in an hz scene. For |H| it is the reverse.
TEST(SceneFile, magnitudes_are_named_by_their_field) {
  EXPECT_EQ(quantity_from("abs_e", Polarization::ez), Quantity::abs_e);
  EXPECT_EQ(quantity_from("abs_e", Polarization::hz), Quantity::abs_h);
  EXPECT_EQ(quantity_from("abs_h", Polarization::hz), Quantity::abs_e);
  EXPECT_EQ(unit_of(Quantity::abs_e, Polarization::hz), "A/m");
}

TEST(Set, puts_toml_values_at_dotted_paths) {
  const Scene scene =
      parsed(std::string(text_of_builtin("two-sources")), {{"boundary.left", "\"pec\""},
                                                           {"boundary.right", "pmc"},
                                                           {"boundary.cpml.cells", "12"},
                                                           {"source.0.amplitude", "2"},
                                                           {"source.1.waveform.phase", "180"},
                                                           {"source.1.at.0", "299"},
                                                           {"grid.courant", "0.5"},
                                                           {"title", "Dr.Bell"},
                                                           {"view.colormap", "viridis"},
                                                           {"check", "[]"},  // they read the probe that is replaced
                                                           {"probe.0", "{ name = 'q', at = [1, 2] }"}});
  EXPECT_EQ(scene.boundary[Side::left], BoundaryKind::pec);
  EXPECT_EQ(scene.boundary[Side::right], BoundaryKind::pmc);
  EXPECT_EQ(scene.boundary.cpml.cells, 12);
  EXPECT_EQ(scene.sources[0].amplitude, 2);
  EXPECT_EQ(std::get<Cw>(scene.sources[1].waveform).phase, 180);
  EXPECT_EQ(std::get<PointSource>(scene.sources[1].geometry).at, (Vec2{299, 160}));
  EXPECT_EQ(scene.grid.courant, 0.5);
  EXPECT_EQ(scene.title, "Dr.Bell");
  EXPECT_EQ(scene.view.colormap, "viridis");
  EXPECT_EQ(scene.probes[0], (Probe{"q", {1, 2}}));
  EXPECT_TRUE(scene.checks.empty());
}

TEST(Set, distinguishes_a_wrong_path_from_a_wrong_value) {
  const auto finding_of = [](const char* path, const char* value) {
    OverrideFinding finding = OverrideFinding::none;
    const SceneResult result = load_scene("two-sources", {{path, value}}, &finding);
    EXPECT_EQ(result.scene.has_value(), finding == OverrideFinding::none) << path;
    if (finding != OverrideFinding::none) {
      EXPECT_EQ(result.messages.at(0).file, std::string("--set ") + path + "=" + value);
      EXPECT_EQ(result.messages.at(0).line, 0);
    }
    return finding;
  };
  EXPECT_EQ(finding_of("grid.courant", "0.5"), OverrideFinding::none);
  for (const char* path : {"grid.couran", "gird.courant", "source.2.amplitude", "source.x", "source.-1.on", "", ".",
                           "grid.", "grid.courant.x", "source.0.radius", "shape.0.radius", "grid.cells.2", "title.0",
                           "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a"})
    EXPECT_EQ(finding_of(path, "1"), OverrideFinding::path) << path;
  for (const char* value : {"1.5", "nan", "inf", "[1]", "pec", "1\n[view]", "", "0x", "15 GHz", "1 = 2", "\"", "{"})
    EXPECT_EQ(finding_of("grid.courant", value), OverrideFinding::value) << value;
  EXPECT_EQ(finding_of("probe.0", "{ nam = 'q', at = [1, 2] }"), OverrideFinding::value);
}

const std::string named_sources = R"(ezscope = 1
grid = { cells = [64, 64], cell = 1 }
source = [
  { name = "lamp", kind = "point", at = [20, 20], waveform = { kind = "cw", frequency = 1e7 } },
  { name = "twice", kind = "point", at = [30, 30], waveform = { kind = "cw", frequency = 1e7 } },
  { name = "twice", kind = "point", at = [30, 30], waveform = { kind = "cw", frequency = 1e7 } },
  { name = "a.b", kind = "point", at = [40, 40], waveform = { kind = "cw", frequency = 1e7 } },
  { name = "0", kind = "point", at = [50, 50], waveform = { kind = "cw", frequency = 1e7 } },
]
[[variant]]
name = "strong"
set = { "source.lamp.amplitude" = 3 }
)";

TEST(Set, selects_a_list_entry_by_its_name) {
  const auto scene_with = [](const char* path, const char* value) {
    SceneResult result = parse_scene(named_sources, "t", {{path, value}});
    EXPECT_TRUE(result.scene) << path;
    return result.scene.value_or(Scene());
  };
  EXPECT_EQ(std::get<Cw>(scene_with("source.lamp.waveform.frequency", "2e7").sources.at(0).waveform).frequency, 2e7);
  EXPECT_EQ(scene_with("source.0.amplitude", "2").sources.at(0).amplitude, 2) << "a number is always an index";
  EXPECT_EQ(scene_with("source.3.amplitude", "2").sources.at(3).amplitude, 2) << "its name contains a dot";
  EXPECT_EQ(scene_with("source.lamp",
                       "{ name = 'lamp', kind = 'point', at = [1, 2], waveform = { kind = 'cw', frequency = 1e7 } }")
                .sources.at(0)
                .geometry,
            SourceGeometry(PointSource{{1, 2}}));
  const Scene variant = scene_with("variant.strong.name", "bright");
  EXPECT_EQ(variant.variants.at(0).name, "bright");
  EXPECT_EQ(scene_of_variant(variant, 0).scene.value_or(Scene()).sources.at(0).amplitude, 3);
}

TEST(Set, refuses_a_name_that_does_not_select_one_entry) {
  const auto text_of = [](const char* path) {
    OverrideFinding finding = OverrideFinding::none;
    const SceneResult result = parse_scene(named_sources, "t", {{path, "2"}}, &finding);
    EXPECT_EQ(finding, OverrideFinding::path) << path;
    return result.messages.at(0).text;
  };
  EXPECT_EQ(text_of("source.twice.amplitude"),
            "the entries 1 and 2 of source have the name \"twice\"; give the index of one");
  EXPECT_EQ(text_of("source.a.b.amplitude"), "the name \"a.b\" contains a dot; write source.3 instead");
  EXPECT_EQ(text_of("source.lam.amplitude"), "source has no entry \"lam\"; did you mean \"lamp\"?");
  EXPECT_EQ(text_of("source.5.amplitude"), "source has no entry \"5\"; give an index from 0 to 4");
}

TEST(Variant, reports_a_rule_at_its_key_with_a_name) {
  std::string text = named_sources;
  text.replace(text.find("= 3 }"), 5, "= 3, \"source.lamp.waveform.frequency\" = -1 }");
  const SceneResult result = parse_scene(text, "t");
  ASSERT_FALSE(result.scene);
  EXPECT_NE(to_string(result.messages.at(0)).find("frequency"), std::string::npos) << to_string(result.messages.at(0));
  EXPECT_EQ(result.messages.at(0).line, 12);
}

TEST(CpmlTables, are_read_checked_and_written) {
  const auto with = [](const char* path, const char* value) {
    return parse_scene("ezscope = 1\ngrid = { cells = [64, 64], cell = 1 }\n", "t", {{path, value}});
  };
  const SceneResult good = with("boundary.cpml.sigma_table", "[0, 0.5, 4]");
  ASSERT_TRUE(good.scene);
  EXPECT_EQ(good.scene->boundary.cpml.sigma_table, (std::vector<double>{0, 0.5, 4}));
  EXPECT_EQ(parse_scene(write_scene(*good.scene), "t").scene, good.scene);
  EXPECT_FALSE(with("boundary.cpml.sigma_table", "[0, -1]").scene);
  EXPECT_FALSE(with("boundary.cpml.kappa_table", "[0.5]").scene);
  EXPECT_FALSE(with("boundary.cpml.alpha_table", "['a']").scene);
  EXPECT_FALSE(with("boundary.cpml.kappa_table", "[1, 200]").messages.empty()) << "a warning";
}

TEST(Refine, keeps_metres) {
  const Scene scene = builtin("lecture");
  for (const double k : {0.5, 2.0, 1.25}) {
    const Scene fine = refine(scene, k);
    EXPECT_EQ(fine.grid.nx, std::lround(1024 * k));
    EXPECT_DOUBLE_EQ(cell_size(fine).x, 1e-3 / k);
    EXPECT_EQ(fine.shapes, scene.shapes);
    EXPECT_EQ(fine.boundary, scene.boundary);
    // With half the cells the densest medium has fewer than 10 cells per wavelength, and each source gives a warning.
    EXPECT_EQ(validate(fine).size(), k < 1 ? fine.sources.size() : 0u) << k;
    for (const Message& m : validate(fine)) EXPECT_NE(m.text.find("wavelength"), std::string::npos) << m.text;
  }
}

// An instrument between layer and box must stay outside the box.
TEST(Refine, a_box_chosen_by_the_program_keeps_its_place) {
  Scene scene;
  scene.unit = Unit::mm;
  scene.grid.nx = scene.grid.ny = 100;
  scene.grid.dx = scene.grid.dy = 1;
  scene.boundary[Side::bottom] = scene.boundary[Side::top] = BoundaryKind::periodic;
  scene.sources.push_back({"", PlaneSource{}, 1, false, true, Hann{5e9}});
  const Scene fine = refine(scene, 2);
  const NodeFrame was = std::get<PlaneSource>(scene.sources[0].geometry).frame(scene),
                  is = std::get<PlaneSource>(fine.sources[0].geometry).frame(fine);
  EXPECT_EQ(is.low.i, 2 * was.low.i);
  EXPECT_EQ(is.high.i, 2 * was.high.i);
  EXPECT_EQ(is.low.j, 0);
  EXPECT_EQ(is.high.j, fine.grid.ny - 1);
  EXPECT_TRUE(validate(fine).empty());
}

TEST(Refine, multiplies_positions_in_cells) {
  const Scene scene = builtin("cavity-1024"), fine = refine(scene, 2);
  EXPECT_EQ(fine.grid.nx, 2048);
  EXPECT_EQ(cell_size(fine).x, 0.0005);
  EXPECT_EQ(std::get<PointSource>(fine.sources[0].geometry).at, (Vec2{1024, 1024}));
}

// 1024 cells of 1 mm end at 1023 mm, but 256 cells of 4 mm end at 1020 mm.
TEST(Refine, objects_on_the_last_nodes_stay_on_the_grid) {
  const std::string text =
      "ezscope = 1\nunit = 'mm'\n[grid]\ncells = [1024, 1024]\ncell = 1\n[[source]]\nkind = 'line'\n"
      "from = [200, 0]\nto = [1023, 1022]\nwaveform = { kind = 'cw', frequency = 1e9 }\n"
      "[[source]]\nkind = 'point'\nat = [1021.5, 1023]\nwaveform = { kind = 'cw', frequency = 1e9 }\n"
      "[[probe]]\nname = 'p'\nat = [1023, 3]\n"
      "[[variant]]\nname = 'v'\nset = { \"source.1.at\" = [3, 1023] }\n";
  const Scene scene = *parse_scene(text, "t").scene, coarse = refine(scene, 0.25);
  for (const Message& m : validate(coarse)) EXPECT_EQ(m.kind, Message::Kind::warning) << m.text;
  const LineSource& line = std::get<LineSource>(coarse.sources[0].geometry);
  EXPECT_EQ(line.from, (Vec2{200, 0}));
  EXPECT_EQ(line.to, (Vec2{1020, 1020}));
  EXPECT_EQ(std::get<PointSource>(coarse.sources[1].geometry).at, (Vec2{1021.5, 1020}))
      << "the source is on the last node of the grid";
  EXPECT_EQ(coarse.probes[0].at, (Vec2{1020, 3}));
  EXPECT_EQ(std::get<PointSource>(scene_of_variant(coarse, 0).scene->sources[1].geometry).at, (Vec2{3, 1020}));
  for (const BuiltinScene& b : builtin_scenes())
    for (const Message& m : validate(refine(builtin(std::string(b.name)), 0.25)))
      EXPECT_EQ(m.text.find("] is outside the grid"), std::string::npos) << b.name << ": " << m.text;
}

// σm of an absorber follows its σ, ε and μ unless it is given, and a saved scene reads as itself.
TEST(Material, of_the_preset_absorber_is_matched) {
  const SceneResult read = parse_scene(
      "ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1e-3\n"
      "[[material]]\nname = 'plain'\npreset = 'absorber'\n"
      "[[material]]\nname = 'wall'\npreset = 'absorber'\nsigma = 0.5\neps = 2\n"
      "[[material]]\nname = 'other'\npreset = 'absorber'\nsigma = 0.5\nsigma_m = 3\n",
      "t");
  ASSERT_TRUE(read.scene.has_value());
  const std::vector<Material>& m = read.scene->materials;
  for (const std::size_t k : {0u, 1u}) EXPECT_DOUBLE_EQ(m[k].sigma_m / (mu0 * m[k].mu), m[k].sigma / (eps0 * m[k].eps));
  EXPECT_GT(m[0].sigma, 0);
  EXPECT_EQ(m[1].sigma, 0.5);
  EXPECT_EQ(m[2].sigma_m, 3);
  const std::string text = write_scene(*read.scene);
  EXPECT_NE(text.find("sigma_m = 3"), std::string::npos) << text;
  EXPECT_EQ(text.find("sigma_m = 9"), std::string::npos) << "it follows from sigma\n" << text;
  EXPECT_EQ(parse_scene(text, "t").scene, read.scene);
  Scene odd = *read.scene;
  odd.materials[1].sigma_m = m[0].sigma_m;
  EXPECT_EQ(parse_scene(write_scene(odd), "t").scene, odd);
}

TEST(Material, starts_from_its_preset_and_saves_only_differences) {
  const SceneResult read = parse_scene(
      "ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1e-9\n"
      "[[material]]\nname = \"mirror\"\npreset = \"silver\"\neps = 1.5\n"
      "[[material]]\nname = \"plain\"\npreset = \"water\"\npoles = []\n",
      "test.toml");
  ASSERT_TRUE(read.scene.has_value());
  const Material &mirror = read.scene->materials[0], &plain = read.scene->materials[1];
  EXPECT_EQ(mirror.poles, find_preset("silver")->material.poles);
  EXPECT_EQ(mirror.poles.size(), 6u);
  EXPECT_EQ(mirror.eps, 1.5);
  EXPECT_EQ(plain.eps, 5.2);
  EXPECT_TRUE(plain.poles.empty());
  const std::string text = write_scene(*read.scene);
  EXPECT_NE(text.find("preset = \"silver\"\neps = 1.5\n"), std::string::npos) << text;
  EXPECT_NE(text.find("preset = \"water\"\npoles = []\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("lorentz"), std::string::npos) << text;
  EXPECT_EQ(parse_scene(text, "test.toml").scene, read.scene);
  SceneResult every_default = parse_scene(write_scene(*read.scene, true), "test.toml");
  ASSERT_TRUE(every_default.scene.has_value());
  for (Material& m : every_default.scene->materials) m.color.reset();  // the file names the palette's colour
  EXPECT_EQ(every_default.scene->materials, read.scene->materials);
}

TEST(Material, poles_can_be_set_from_the_command_line) {
  const SceneResult read = parse_scene(
      "ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1e-3\n"
      "[[material]]\nname = \"a\"\npoles = [{ kind = \"drude\", plasma = 15e9 }]\nmagnetic_poles = "
      "[{ kind = \"drude\", plasma = 9e9 }]\n",
      "test.toml", {{"material.0.poles.0.damping", "2e9"}, {"material.0.magnetic_poles.0.damping", "3e9"}});
  ASSERT_TRUE(read.scene.has_value());
  EXPECT_EQ(read.scene->materials[0].poles, (std::vector<Pole>{{Drude{15e9, 2e9}}}));
  EXPECT_EQ(read.scene->materials[0].poles_m, (std::vector<Pole>{{Drude{9e9, 3e9}}}));
}

}  // namespace
}  // namespace ez
