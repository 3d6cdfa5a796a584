// Tests the built-in scenes: they are valid, resolve their waves, and match their texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <regex>
#include <string>
#include <utility>

#include "scene_reading.h"
#include "solver/base/utf8.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/scene/duration.h"
#include "solver/scene/formula.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr double c0 = 299792458.0;

// ---- built-in scenes

TEST(BuiltIn, have_their_names_and_order) {
  std::vector<std::string_view> names;
  for (const BuiltinScene& scene : builtin_scenes()) names.push_back(scene.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"double-slit",
                                                  "fringe-angles",
                                                  "lecture",
                                                  "cavity-1024",
                                                  "open-pulse",
                                                  "mur-angles",
                                                  "two-sources",
                                                  "interface",
                                                  "pec-cylinder",
                                                  "paint",
                                                  "shoot-out",
                                                  "corner",
                                                  "grazing",
                                                  "evanescent",
                                                  "late-time",
                                                  "glass-into-layer",
                                                  "periodic-grating",
                                                  "thin-layers",
                                                  "find-the-fault-1",
                                                  "find-the-fault-2",
                                                  "find-the-fault-3",
                                                  "find-the-fault-4",
                                                  "find-the-fault-5",
                                                  "find-the-fault-6",
                                                  "minami-half",
                                                  "golovashkin-pulse",
                                                  "fibre",
                                                  "cavity-rect",
                                                  "cavity-round",
                                                  "dispersion",
                                                  "magic-step",
                                                  "skin-depth",
                                                  "guide-metal",
                                                  "standing-wave",
                                                  "coating",
                                                  "fabry-perot",
                                                  "etalon",
                                                  "bragg",
                                                  "stop-band",
                                                  "steered-array",
                                                  "knife-edge",
                                                  "glass-cylinder",
                                                  "guide-slab",
                                                  "second-mode",
                                                  "brewster",
                                                  "lamp-over-mirror",
                                                  "slab-spectrum",
                                                  "metal-cylinder",
                                                  "ringing-box",
                                                  "total-reflection",
                                                  "critical-angle",
                                                  "single-slit",
                                                  "wide-slit",
                                                  "poisson-line",
                                                  "talbot",
                                                  "grating-lobes",
                                                  "wire-grating",
                                                  "parabolic-mirror",
                                                  "corner-reflector",
                                                  "near-field",
                                                  "radar-plate",
                                                  "frustrated",
                                                  "tunnel",
                                                  "guide-race",
                                                  "impedance",
                                                  "salisbury",
                                                  "slab-rings",
                                                  "probe-rod",
                                                  "plasma",
                                                  "water",
                                                  "pulse-front",
                                                  "half-filled-cavity",
                                                  "luneburg",
                                                  "fisheye",
                                                  "surface-plasmon",
                                                  "zone-plate",
                                                  "horn",
                                                  "blazed-grating",
                                                  "guide-modes",
                                                  "directional-coupler",
                                                  "goos-haenchen",
                                                  "guide-bend",
                                                  "young-source",
                                                  "ground-radar",
                                                  "lamp-over-ground",
                                                  "kramers-kronig",
                                                  "prism-coupler",
                                                  "bragg-cavity",
                                                  "doppler",
                                                  "cherenkov",
                                                  "shock-bubble",
                                                  "forward-step",
                                                  "double-mach",
                                                  "kelvin-helmholtz",
                                                  "wind-tunnel",
                                                  "heat-spot",
                                                  "heat-bar",
                                                  "crystal-cavity",
                                                  "zero-epsilon",
                                                  "graded-film",
                                                  "carpet-cloak",
                                                  "negative-index",
                                                  "crystal",
                                                  "crystal-gap",
                                                  "crystal-bend",
                                                  "ring",
                                                  "add-drop",
                                                  "design-bend",
                                                  "oven-door",
                                                  "lamp-power",
                                                  "tee",
                                                  "sod",
                                                  "sod-inclined",
                                                  "123-problem",
                                                  "explosion",
                                                  "blast-corner"}));
}

TEST(BuiltIn, are_valid_and_have_a_text) {
  for (const BuiltinScene& builtin_scene : builtin_scenes()) {
    const Scene scene = builtin(std::string(builtin_scene.name));
    EXPECT_FALSE(scene.title.empty());
    EXPECT_GT(scene.text.size(), 150u);
    EXPECT_TRUE(in_cells(scene.physics) || !scene.sources.empty() || scene.initial.value != 0);
    EXPECT_EQ(parsed(write_scene(scene)), scene);
    // The caption of a presentation is the first sentence. It must be short, and not cut at the dot of an abbreviation.
    const std::string first = scene.text.substr(0, scene.text.find(". "));
    EXPECT_LE(first.size(), 220u) << builtin_scene.name;
    EXPECT_EQ(std::ranges::count(first, '('), std::ranges::count(first, ')')) << builtin_scene.name;
  }
}

// The card over the moving field has room for this much. Longer theory is in docs/gallery-notes.
TEST(BuiltIn, have_texts_of_at_most_350_characters) {
  for (const BuiltinScene& b : builtin_scenes()) {
    const Scene scene = builtin(std::string(b.name));
    EXPECT_LE(columns(scene.title), 40u) << b.name << ".toml: title";
    EXPECT_LE(columns(scene.text), 350u) << b.name << ".toml: text";
    for (const Check& check : scene.checks)
      EXPECT_LE(columns(check.text), 350u) << b.name << ".toml: text of the check " << check.name;
  }
}

// The colour map from blue over black or white to orange contains no red.
TEST(BuiltIn, name_only_colours_that_the_field_has) {
  for (const BuiltinScene& b : builtin_scenes()) {
    const std::string text = parse_scene(b.text, std::string(b.name)).scene->text;
    EXPECT_FALSE(std::regex_search(text, std::regex("\\b[Rr]ed\\b"))) << b.name;
  }
}

// The waves must be resolved by at least 10 cells per wavelength in the densest medium.
TEST(BuiltIn, resolve_their_waves) {
  for (const BuiltinScene& builtin_scene : builtin_scenes()) {
    if (builtin_scene.name == "paint") continue;  // its ceramic is meant for painting, at 5.8 cells per wavelength
    const Scene scene = builtin(std::string(builtin_scene.name));
    for (const Source& source : scene.sources) {
      const double f = *frequency(source.waveform);
      double index = 1;
      for (const PaletteEntry& e : palette_of(scene)) index = std::max(index, refractive_index(e, f));
      EXPECT_GE(c0 / (f * index * cell_size(scene).x), 9.3) << builtin_scene.name;
    }
  }
}

// Each row is a number that a student may change, and the check whose theory depends on it.
TEST(BuiltIn, theory_follows_the_shapes) {
  struct Row {
    const char *scene, *key, *value, *check;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"pec-cylinder", "shape.0.center.1", "205", "behind, on the axis"},
           {"cavity-round", "shape.0.radius", "40", "lowest mode"},
           {"guide-metal", "shape.1.min.1", "80", "crests in the middle guide, over λ"},
           {"guide-metal", "shape.0.min.1", "20", "depth in the narrow guide, over λ"},
           {"knife-edge", "shape.0.max.1", "250", "first dark fringe"},
           {"glass-cylinder", "shape.0.center.0", "205", ""},
           {"single-slit", "shape.1.min.1", "330", "side lobe"},
           {"poisson-line", "shape.0.max.1", "260", "dark line"},
           {"radar-plate", "shape.0.size.1", "80", "echo, aside, over λ"},
           {"guide-race", "shape.2.min.1", "100", "60 mm: velocity over c"},
           {"probe-rod", "shape.0.min.0", "90", "empty box"},
           {"luneburg", "shape.0.radius", "100", "distance of the focus"},
           {"luneburg", "shape.0.center.1", "182", "width of the focus"},
           {"fisheye", "source.0.waveform.rise", "0.5e-9", "time of the image"},
           {"zone-plate", "shape.0.max.1", "290", "focus, over incident wave"},
           {"blazed-grating", "monitor.0.frequency", "14e9", "blazed order, over λ"},
           {"horn", "monitor.3.frequency", "14e9", "field at 9°, over the axis"},
           {"half-filled-cavity", "material.0.eps", "3", "lowest resonance"},
           {"goos-haenchen", "source.0.angle", "42", "shift along the surface, over λ"},
           {"prism-coupler", "shape.1.min.0", "120.25", "below the dip, 9.6 GHz"},
           {"prism-coupler", "shape.0.min.0", "109.25", "angle of the dip"},
           {"prism-coupler", "material.0.eps", "2.5", "above it, 10.3 GHz"},
           {"prism-coupler", "material.1.poles.0.plasma", "21e9", "above it, 10.3 GHz"},
           {"carpet-cloak", "shape.1.radius", "30", "above the bump"},
           {"radar-plate", "shape.0.angle", "18", "back to the radar, over the echo"},
           {"tunnel", "shape.2.max.0", "313.5", "through 20 mm, over all"},
           {"tunnel", "shape.3.max.0", "329.5", "through 40 mm, over all"},
           {"probe-rod", "shape.1.center.0", "145", "relative shift by the rod"},
           {"probe-rod", "shape.1.size.1", "3", "relative shift by the rod"},
           {"double-slit", "shape.3.max.0", "98.5", ""},
           {"coating", "shape.2.min.0", "400.5", "too thick: crest to trough"},
           {"coating", "source.1.waveform.frequency", "3.5e9", "coated: far over near"},
           {"coating", "material.1.eps", "1.9", "coated: far over near"},
           {"fabry-perot", "shape.0.max.0", "361.5", "T off resonance"},
           {"guide-slab", "shape.0.max.1", "88.5", ""},
           {"slab-spectrum", "shape.0.max.0", "241.5", "R where it is largest"},
           {"grating-lobes", "source.0.steer", "5", "beam, 350 mm away"},
           {"wire-grating", "shape.0.copies.count", "[7, 1]", "side lobe, over straight on"},
           {"frustrated", "shape.0.max.1", "162.5", ""},
           {"impedance", "material.1.mu", "3.0", "μ = 4: crest over trough"},
           {"salisbury", "material.0.sigma", "2.0", "three eighths: trough over crest"},
           {"slab-rings", "shape.0.max.0", "203.5", "resonance spacing"},
           {"water", "material.0.eps", "6.0", "R at 20 GHz"},
           {"kramers-kronig", "material.0.poles.0.strength", "0.3", "n at 13 GHz"},
           {"ground-radar", "shape.1.radius", "80", "path to the pipe and back"},
           {"ground-radar", "shape.1.center.0", "900", "path to the pipe and back"},
           {"lamp-over-ground", "shape.0.max.1", "36.5", "angle of the dark line"},
           {"bragg-cavity", "shape.0.max.0", "128.5", "frequency of the resonance"},
           {"bragg-cavity", "material.0.eps", "3.5", "its Q"},
           {"cherenkov", "source.0.beta", "0.8", ""},
           {"zero-epsilon", "material.0.poles.0.plasma", "4.8e9", "T below, where it tunnels"},
           {"oven-door", "shape.0.copies.count", "[7, 1]", "T at 3 GHz"},
           {"sod", "state.1.pressure", "0.2", "speed of the shock"},
           {"sod-inclined", "shape.0.angle", "20", "direction of the wind"},
           {"shock-bubble", "gas.gamma", "1.6", "speed of the shock in air"},
           {"shock-bubble", "state.2.density", "0.2", "pressure in the bubble"},
           {"interface", "material.0.eps", "2.5", "echo over beam"},
           {"wide-slit", "shape.1.min.1", "300", "dark place on the axis"},
           {"guide-bend", "source.0.waveform.frequency", "3.6e9", "power that a plain corner reflects"},
           {"crystal-bend", "shape.0.radius", "6.5", "round the corner, over before it"},
           {"fibre", "shape.0.radius", "0.36", "resonance of 32 waves around the core"},
           {"open-pulse", "probe.1.at.0", "440", "Mur's echo, over incident wave"},
           {"forward-step", "state.0.velocity.0", "3.3", "pressure at the foot of the step"},
           {"wind-tunnel", "state.0.density", "1.2", "Mach number upstream"},
           {"ring", "shape.1.outer", "99", "resonance spacing"},
           {"ring", "shape.1.outer", "99", "first resonance above 5.5 GHz"},
           {"zone-plate", "source.0.waveform.frequency", "22e9", "third focus, over incident wave"},
           {"goos-haenchen", "source.0.waist", "50", "shift along the surface, over λ"},
           {"steered-array", "source.0.steer", "-20", "field in the beam, over all in phase"},
           {"mur-angles", "shape.0.min.1", "35", "first order at 60°"},
           {"etalon", "shape.0.max.0", "250.5", "from peak to peak"},
           {"critical-angle", "material.0.eps", "2.4", "critical angle"},
           {"crystal-gap", "shape.0.radius", "7", "M, the gap's lower edge, f·a/c"},
           {"negative-index", "material.0.poles.0.plasma", "14.5e9", "crests in the slab, over those before it"},
           {"negative-index", "shape.0.max.0", "159.5", "height where the beam leaves"},
           {"negative-index", "material.0.magnetic_poles.0.plasma", "15e9", "angle in the slab"}}) {
    SCOPED_TRACE(testing::Message() << row.scene << ": " << row.key);
    const Scene scene = builtin(row.scene);
    const SceneResult changed = parse_scene(write_scene(scene), "t.toml", {{row.key, row.value}});
    ASSERT_TRUE(changed.scene);
    const auto check =
        std::ranges::find_if(scene.checks, [&](const Check& c) { return *row.check == 0 || c.name == row.check; });
    ASSERT_NE(check, scene.checks.end());
    const auto theory = [&](const Scene& of) {
      const Monitors none;
      return Formula(check->theory, of).value(Recorded(of, time_step(of), {}, none));
    };
    const double was = theory(scene), is = theory(*changed.scene);
    EXPECT_TRUE(std::isfinite(was) && std::isfinite(is));
    EXPECT_GT(std::abs(is - was), 1e-4 * std::abs(was));
  }
}

TEST(BuiltIn, double_slit_has_the_geometry_in_its_text) {
  const Scene scene = builtin("double-slit");
  const double lambda = c0 * *first_period(scene) / cell_size(scene).x;
  EXPECT_DOUBLE_EQ(lambda, 14);
  const NodeMap map = rasterize(scene);
  std::vector<std::pair<int, int>> open;  // first and last open node of each slit
  for (int j = 1; j < map.ny(); ++j) {
    if (map.at(95, j) == 0 && map.at(95, j - 1) == 1) open.push_back({j, j});
    if (map.at(95, j) == 0) open.back().second = j;
  }
  ASSERT_EQ(open.size(), 2u);
  EXPECT_EQ(open[1].first - open[0].first, 5 * lambda);
  for (const auto& [first, last] : open) {
    const double width = last - first + 2;  // between the metal nodes on both sides
    EXPECT_GE(width, 0.6 * lambda);
    EXPECT_LE(width, 0.75 * lambda);
  }
  EXPECT_EQ(open[0].first + open[1].second, map.ny() - 1);  // symmetric about the axis
  int thick = 0;
  for (int i = 0; i < map.nx(); ++i) thick += map.at(i, 0) == 1;
  EXPECT_EQ(thick, 4);
}

TEST(BuiltIn, lecture_has_its_fixed_values) {
  const Scene scene = builtin("lecture");
  EXPECT_EQ(scene.grid, (Grid{1024, 1024, 1, 1, 0.99, Polarization::ez, Precision::float32, "vacuum"}));
  EXPECT_EQ(scene.unit, Unit::mm);
  for (const Side side : all_sides) EXPECT_EQ(scene.boundary[side], BoundaryKind::cpml);
  EXPECT_EQ(scene.boundary.cpml, (CpmlGrading{10, 3, 1, 3, 0.05}));
  ASSERT_EQ(scene.sources.size(), 3u);
  const std::array<Vec2, 3> at = {Vec2{0.25, 0.50}, {0.25, 0.70}, {0.80, 0.20}};
  const std::array<double, 3> lambda = {20e-3, 24e-3, 30e-3};
  for (std::size_t k = 0; k < 3; ++k) {
    const Source& s = scene.sources[k];
    EXPECT_DOUBLE_EQ(std::get<PointSource>(s.geometry).at.x, at[k].x * 1024);
    EXPECT_DOUBLE_EQ(std::get<PointSource>(s.geometry).at.y, at[k].y * 1024);
    EXPECT_EQ(s.waveform, (Waveform{Cw{c0 / lambda[k], 3, 0}}));
    EXPECT_TRUE(s.on && !s.hard && s.amplitude == 1);
  }
  ASSERT_EQ(scene.probes.size(), 8u);
  for (std::size_t k = 1; k <= 8; ++k) {
    EXPECT_DOUBLE_EQ(scene.probes[k - 1].at.x, 0.55 * 1024);
    EXPECT_DOUBLE_EQ(scene.probes[k - 1].at.y, (0.1 + 0.1 * double(k)) * 1024);
  }
}

// Compares every node with the agreed description, at three sizes.
TEST(BuiltIn, lecture_has_its_nodes) {
  for (const int n : {512, 1024, 2048}) {
    const Scene scene = refine(builtin("lecture"), n / 1024.0);
    const NodeMap map = rasterize(scene);
    const auto palette = palette_of(scene);
    const double cell = 1024.0 / n, to_n = 1024;
    ASSERT_EQ(map.nx(), n);
    int wrong = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double x = i * cell, y = j * cell, rim = 1e-6 * cell;
        double eps = 1, sigma = 0;
        if (std::hypot(x - 0.65 * to_n, y - 0.60 * to_n) <= 0.15 * to_n + rim) eps = 2.25;
        if (x >= 0.15 * to_n - rim && x <= 0.35 * to_n + rim && y >= 0.15 * to_n - rim && y <= 0.30 * to_n + rim) {
          eps = 4;
          sigma = 0.02;
        }
        const bool slit = std::abs(std::abs(y - 0.50 * to_n) - 0.05 * to_n) < 0.01 * to_n - rim;
        const bool wall = x >= 459.5 - rim && x <= 463.5 + rim && y >= 0.05 * to_n - rim && y <= 0.95 * to_n + rim;
        const PaletteEntry& is = palette[map.at(i, j)];
        wrong += is.eps != eps || is.sigma != sigma || is.pec != (wall && !slit);
      }
    EXPECT_EQ(wrong, 0) << n;
  }
  const Scene scene = builtin("lecture");
  const NodeMap map = rasterize(scene);
  EXPECT_EQ(map.at(459, 300), 0);
  for (int i = 460; i <= 463; ++i) EXPECT_EQ(map.at(i, 300), 1);
  EXPECT_EQ(map.at(464, 300), 0);
  for (const auto& [j, metal] : {std::pair(51, 0),
                                 {52, 1},
                                 {450, 1},
                                 {451, 0},
                                 {471, 0},
                                 {472, 1},
                                 {552, 1},
                                 {553, 0},
                                 {573, 0},
                                 {574, 1},
                                 {972, 1},
                                 {973, 0}})
    EXPECT_EQ(map.at(461, j), metal) << j;
  const std::vector<Node> sources = {{256, 512}, {256, 717}, {819, 205}};
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(nearest_node(scene, std::get<PointSource>(scene.sources[k].geometry).at), sources[k]);
  const std::vector<int> rows = {205, 307, 410, 512, 614, 717, 819, 922};
  for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(nearest_node(scene, scene.probes[k].at), (Node{563, rows[k]}));
}

// A run that has paused at its scene's time shows results instead of "not yet".
TEST(BuiltIn, pause_after_their_checks_are_decided) {
  for (const BuiltinScene& b : builtin_scenes()) {
    const SceneResult read = load_scene(std::string(b.name));
    ASSERT_TRUE(read.scene);
    const Scene& s = *read.scene;
    if (s.checks.empty()) continue;
    const double dt = time_step(s);
    const std::optional<PauseMoment> moment = parse_pause(s.pause.at);
    if (!moment) continue;
    ASSERT_NE(moment->kind, PauseMoment::Kind::valid) << b.name;
    const auto seconds = [&](const Duration& d) { return d.periods ? d.value * first_period(s).value_or(0) : d.value; };
    const double pause =
        moment->kind == PauseMoment::Kind::steps ? static_cast<double>(moment->steps) * dt : seconds(moment->duration);
    for (const Check& check : s.checks) {
      const std::optional<Duration> after = parse_duration(check.after);
      if (after) {
        EXPECT_LE(seconds(*after), pause) << b.name << ": " << check.name;
      }
    }
  }
}

TEST(BuiltIn, begin_their_text_with_a_complete_statement) {
  const std::string cloak = load_scene("carpet-cloak").scene->text;
  EXPECT_TRUE(cloak.starts_with("Graded glass hides a bump on a mirror: the wave returns as from a flat one. "));
  EXPECT_TRUE(load_scene("frustrated").scene->text.starts_with("Light tunnels through a narrow gap"));
}

}  // namespace
}  // namespace ez
