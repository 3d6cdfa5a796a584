// Scene files: what is read, what is written, --set, --refine, comments, saving, and the scenes built in.
#include "solver/scene/scene.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <fstream>
#include <numbers>
#include <set>
#include <sstream>
#include <system_error>

#include "solver/scene/raster.h"
#include "solver/scene/scene_file.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

constexpr double c0 = 299792458.0;

const std::string least = "ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 1\n";

Scene parsed(const std::string& text, const std::vector<Override>& overrides = {}) {
  const SceneResult result = parse_scene(text, "t.toml", overrides);
  for (const Message& m : result.messages) ADD_FAILURE() << to_string(m);
  return result.scene.value_or(Scene{});
}

Scene builtin(const std::string& name) {
  const SceneResult result = load_scene(name);
  for (const Message& m : result.messages) ADD_FAILURE() << to_string(m);
  return result.scene.value_or(Scene{});
}

TEST(Scene, LengthsAndNodes) {
  Scene scene;
  scene.unit = Unit::um;
  scene.grid = {.nx = 100, .ny = 50, .dx = 0.5, .dy = 0.25};
  EXPECT_DOUBLE_EQ(cell_size(scene).x, 0.5e-6);
  EXPECT_EQ(to_nodes(scene, {10, 10}), (Vec2{20, 40}));
  EXPECT_EQ(from_nodes(scene, {20, 40}), (Vec2{10, 10}));
  EXPECT_EQ(nearest_node(scene, {10.2, 10.124}), (Node{20, 40}));
  EXPECT_EQ(nearest_node(scene, {10.25, 10.125}), (Node{21, 41}));       // half way goes up,
  EXPECT_EQ(nearest_node(scene, {10.2499999, 10.125}), (Node{21, 41}));  // with a millionth of a cell to spare
  EXPECT_EQ(nearest_node(scene, {1e300, -1e300}), (Node{1000000000, -1000000000}));
  scene.unit = Unit::cell;
  EXPECT_EQ(to_nodes(scene, {10, 10}), (Vec2{10, 10}));
  EXPECT_EQ(cell_size(scene), (Vec2{0.5, 0.25}));
}

TEST(Scene, TimeStepIsAFractionOfTheLimit) {
  Scene scene;
  scene.unit = Unit::mm;
  scene.grid = {.nx = 100, .ny = 100, .dx = 1, .dy = 1, .courant = std::numbers::sqrt2 / 2};
  EXPECT_DOUBLE_EQ(time_step(scene) * c0, 0.5e-3);
  scene.grid.dy = 1e9;
  scene.grid.courant = 1;
  EXPECT_DOUBLE_EQ(time_step(scene) * c0, 1e-3);
}

TEST(Scene, FirstPeriodIsThatOfTheFirstSourceWithAFrequency) {
  Scene scene;
  EXPECT_FALSE(first_period(scene));
  scene.sources.resize(3);
  scene.sources[0].waveform = Gaussian{1e-9, {}};
  scene.sources[1].waveform = Ricker{2e9, {}};
  scene.sources[2].waveform = Cw{1e9};
  EXPECT_EQ(first_period(scene), 0.5e-9);
}

TEST(SceneFile, LeavesDefaultsToTheFormat) {
  const Scene scene = parsed(least);
  Scene want;
  want.grid = {.nx = 64, .ny = 32, .dx = 1, .dy = 1};
  EXPECT_EQ(scene, want);
  EXPECT_EQ(scene.grid.courant, 0.99);
  EXPECT_EQ(scene.boundary[Side::top], BoundaryKind::cpml);
  EXPECT_EQ(scene.boundary.cpml.order, 3.5);
  EXPECT_FALSE(scene.boundary.cpml.alpha);
}

TEST(SceneFile, ReadsEveryKey) {
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
waveform = { kind = "cw", frequency = 1e15, ramp = 0, phase = 90 }
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
waveform = { kind = "modulated", frequency = 1e15, width = 1e-15, phase = 5 }
[[source]]
kind = "point"
at = [600, 600]
waveform = { kind = "ricker", frequency = 1e15 }
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
  want.sources = {{"", PointSource{{600, 600}}, 2, true, false, Cw{1e15, 0, 90}},
                  {"line", LineSource{{100, 300}, {100, 600}}, 1, false, true, Gaussian{1e-15, 2e-15}},
                  {"", PointSource{{600, 600}}, 1, false, true, Modulated{1e15, 1e-15, {}, 5}},
                  {"", PointSource{{600, 600}}, 1, false, true, Ricker{1e15, {}}}};
  want.probes = {{"p", {700, 700}}};
  want.view = {Quantity::hx, 3, "viridis"};
  EXPECT_EQ(scene, want);
  EXPECT_EQ(parsed(write_scene(want)), want);
  EXPECT_EQ(parsed(write_scene_keeping_comments(want, "", nullptr)), want);
}

TEST(SceneFile, JoinsLinesBeforeAnyLetter) {
  for (const std::string word : {"plain", "Éa", "Текст", "𝜆", "\u2003x", "\\u00e9"}) {
    const Scene scene = parsed(fmt::format("title = \"\"\"one \\\n   {}\"\"\"\n{}", word, least));
    EXPECT_EQ(scene.title, fmt::format("one {}", word[0] == '\\' ? "é" : word));
  }
}

TEST(SceneFile, WritesNumbersAPersonWouldWrite) {
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

TEST(SceneFile, SpellsOutEveryDefault) {
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

TEST(SceneFile, QuantitiesOfAnHzSceneHaveItsNames) {
  EXPECT_EQ(to_string(Quantity::hx, Polarization::hz), "ex");
  EXPECT_EQ(quantity_from("abs_e", Polarization::hz), Quantity::abs_h);
  EXPECT_EQ(quantity_from("energy", Polarization::hz), Quantity::energy);
  EXPECT_EQ(quantity_from("ez", Polarization::hz), Quantity::ez);
  EXPECT_FALSE(quantity_from("hz", Polarization::ez));
}

TEST(Set, PutsTomlValuesAtDottedPaths) {
  const Scene scene = parsed(std::string(builtin_scenes()[4].text), {{"boundary.left", "\"pec\""},
                                                                     {"boundary.right", "pmc"},
                                                                     {"boundary.cpml.cells", "12"},
                                                                     {"source.0.amplitude", "2"},
                                                                     {"source.1.waveform.phase", "180"},
                                                                     {"source.1.at.0", "299"},
                                                                     {"grid.courant", "0.5"},
                                                                     {"title", "'two words'"},
                                                                     {"view.colormap", "viridis"},
                                                                     {"probe.0", "{ name = 'q', at = [1, 2] }"}});
  EXPECT_EQ(scene.boundary[Side::left], BoundaryKind::pec);
  EXPECT_EQ(scene.boundary[Side::right], BoundaryKind::pmc);
  EXPECT_EQ(scene.boundary.cpml.cells, 12);
  EXPECT_EQ(scene.sources[0].amplitude, 2);
  EXPECT_EQ(std::get<Cw>(scene.sources[1].waveform).phase, 180);
  EXPECT_EQ(std::get<PointSource>(scene.sources[1].geometry).at, (Vec2{299, 160}));
  EXPECT_EQ(scene.grid.courant, 0.5);
  EXPECT_EQ(scene.title, "two words");
  EXPECT_EQ(scene.view.colormap, "viridis");
  EXPECT_EQ(scene.probes[0], (Probe{"q", {1, 2}}));
}

TEST(Set, TellsAWrongPathFromAWrongValue) {
  const auto fault_of = [](const char* path, const char* value) {
    OverrideFault fault = OverrideFault::none;
    const SceneResult result = load_scene("two-sources", {{path, value}}, &fault);
    EXPECT_EQ(result.scene.has_value(), fault == OverrideFault::none) << path;
    if (fault != OverrideFault::none) {
      EXPECT_EQ(result.messages.at(0).file, std::string("--set ") + path + "=" + value);
      EXPECT_EQ(result.messages.at(0).line, 0);
    }
    return fault;
  };
  EXPECT_EQ(fault_of("grid.courant", "0.5"), OverrideFault::none);
  for (const char* path : {"grid.couran", "gird.courant", "source.2.amplitude", "source.x", "source.-1.on", "", ".",
                           "grid.", "grid.courant.x", "source.0.radius", "shape.0.radius", "grid.cells.2", "title.0",
                           "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a"})
    EXPECT_EQ(fault_of(path, "1"), OverrideFault::path) << path;
  for (const char* value : {"1.5", "nan", "inf", "[1]", "pec", "1\n[view]", "", "0x", "15 GHz", "1 = 2", "\"", "{"})
    EXPECT_EQ(fault_of("grid.courant", value), OverrideFault::value) << value;
  EXPECT_EQ(fault_of("probe.0", "{ nam = 'q', at = [1, 2] }"), OverrideFault::value);
}

TEST(Refine, KeepsMetres) {
  const Scene scene = builtin("lecture");
  for (const double k : {0.5, 2.0, 1.25}) {
    const Scene fine = refine(scene, k);
    EXPECT_EQ(fine.grid.nx, std::lround(1024 * k));
    EXPECT_DOUBLE_EQ(cell_size(fine).x, 1e-3 / k);
    EXPECT_EQ(fine.shapes, scene.shapes);
    EXPECT_EQ(fine.boundary, scene.boundary);
    EXPECT_TRUE(validate(fine).empty());
  }
}

TEST(Refine, MultipliesPositionsThatAreCells) {
  const Scene scene = builtin("cavity-1024"), fine = refine(scene, 2);
  EXPECT_EQ(fine.grid.nx, 2048);
  EXPECT_EQ(cell_size(fine).x, 0.0005);
  EXPECT_EQ(std::get<PointSource>(fine.sources[0].geometry).at, (Vec2{1024, 1024}));
}

// ---- comments

const char* const commented = R"(# A file of mine.

ezscope = 1    # always

# the room
[grid]
cells = [64, 32]
cell = 1
courant = 0.99  # the default, said aloud

# first
[[material]]
name = "a"  # its name
# second
[[material]]
name = "b"
# not white
color = "#ffffff"

[[probe]]
name = "p#1"
at = [1, 2]
# the end
)";

TEST(Comments, StayBesideTheirKeys) {
  bool lost = true;
  const std::string out = write_scene_keeping_comments(parsed(commented), commented, &lost);
  EXPECT_FALSE(lost);
  EXPECT_EQ(out, R"(# A file of mine.

ezscope = 1  # always
unit = "m"

# the room
[grid]
cells = [64, 32]
cell = 1.0
courant = 0.99  # the default, said aloud

# first
[[material]]
name = "a"  # its name

# second
[[material]]
name = "b"
# not white
color = "#ffffff"

[[probe]]
name = "p#1"
at = [1, 2]

# the end
)");
  EXPECT_EQ(write_scene_keeping_comments(parsed(out), out, &lost), out);
}

TEST(Comments, FollowTheEntryTheyBelongTo) {
  Scene scene = parsed(commented);
  scene.materials.erase(scene.materials.begin());
  scene.materials[0].eps = 3;
  bool lost = false;
  const std::string out = write_scene_keeping_comments(scene, commented, &lost);
  EXPECT_TRUE(lost);  // those of "a"
  EXPECT_NE(out.find("# second\n[[material]]\nname = \"b\"\neps = 3.0\n# not white\ncolor"), std::string::npos) << out;
  EXPECT_EQ(out.find("# first"), std::string::npos);
}

TEST(Comments, InsideValuesAreSaidToBeLost) {
  const std::string text =
      least + "[[shape]]\nkind = 'polygon'\nmaterial = 'pec'\npoints = [[0, 0], # a corner\n [9, 0], [0, 9]]\n";
  bool lost = false;
  const Scene scene = parsed(text);
  EXPECT_EQ(parsed(write_scene_keeping_comments(scene, text, &lost)), scene);
  EXPECT_TRUE(lost);
  EXPECT_TRUE(parse_scene(text, "").has_comments);
  EXPECT_FALSE(parse_scene(least + "[[probe]]\nname = '#'\nat = [1, 1]\n", "").has_comments);
}

TEST(Comments, SurviveInEveryBuiltInScene) {
  for (const BuiltinScene& scene : builtin_scenes()) {
    bool lost = true;
    const std::string out = write_scene_keeping_comments(builtin(std::string(scene.name)), scene.text, &lost);
    EXPECT_FALSE(lost) << scene.name;
    EXPECT_EQ(parsed(out), builtin(std::string(scene.name)));
    EXPECT_EQ(std::count(out.begin(), out.end(), '#'), std::count(scene.text.begin(), scene.text.end(), '#')) << out;
  }
}

// ---- saving

class Saving : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_ = fs::temp_directory_path() / fmt::format("ezscope-saving-{}", ::getpid());
};

TEST_F(Saving, WritesNewAndOldFiles) {
  write_file_atomically(folder_ / "a", "one");
  write_file_atomically(folder_ / "a", std::string_view("two\0three", 9));
  EXPECT_EQ(content(folder_ / "a"), std::string("two\0three", 9));
  EXPECT_EQ(files(), 1);
}

TEST_F(Saving, KeepsTheModeAndFollowsLinks) {
  write_file_atomically(folder_ / "a", "one");
  fs::permissions(folder_ / "a", fs::perms{0640});
  fs::create_symlink("a", folder_ / "link");
  fs::create_symlink(folder_ / "link", folder_ / "chain");
  write_file_atomically(folder_ / "chain", "two");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "chain"));
  EXPECT_EQ(content(folder_ / "a"), "two");
  EXPECT_EQ(fs::status(folder_ / "a").permissions(), fs::perms{0640});
  EXPECT_EQ(files(), 3);
}

TEST_F(Saving, LeavesTheOldFileWholeWhenTheDiskIsFull) {
  write_file_atomically(folder_ / "a", "one");
  rlimit before = {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(write_file_atomically(folder_ / "a", std::string(100000, 'x')), std::system_error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(content(folder_ / "a"), "one");
  EXPECT_EQ(files(), 1);
}

TEST_F(Saving, SaysWhatCannotBeWritten) {
  EXPECT_THROW(write_file_atomically("/dev/full", "x"), std::system_error);
  EXPECT_THROW(write_file_atomically(folder_, "x"), std::system_error);
  try {
    write_file_atomically(folder_ / "no" / "where", "x");
    FAIL();
  } catch (const std::system_error& e) {
    EXPECT_EQ(e.code().value(), ENOENT);
    EXPECT_NE(std::string(e.what()).find("no/where"), std::string::npos);
  }
}

// ---- built-in scenes

TEST(BuiltIn, HaveTheirNamesAndOrder) {
  std::vector<std::string_view> names;
  for (const BuiltinScene& scene : builtin_scenes()) names.push_back(scene.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"double-slit",
                                                  "lecture",
                                                  "cavity-1024",
                                                  "open-pulse",
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
                                                  "fibre"}));
}

TEST(BuiltIn, AreValidAndSayWhatToLookAt) {
  for (const BuiltinScene& builtin_scene : builtin_scenes()) {
    const Scene scene = builtin(std::string(builtin_scene.name));
    EXPECT_FALSE(scene.title.empty());
    EXPECT_GT(scene.text.size(), 150u);
    EXPECT_TRUE(!scene.sources.empty() || scene.initial.value != 0);
    EXPECT_EQ(parsed(write_scene(scene)), scene);
  }
}

// The wave must be resolved: at least 10 cells per wavelength in the densest medium.
TEST(BuiltIn, ResolveTheirWaves) {
  for (const BuiltinScene& builtin_scene : builtin_scenes()) {
    if (builtin_scene.name == "paint") continue;  // its ceramic is there to be painted with, at 5.8 cells
    const Scene scene = builtin(std::string(builtin_scene.name));
    double index = 1;
    for (const Material& m : scene.materials) index = std::max(index, std::sqrt(m.eps * m.mu));
    for (const Source& source : scene.sources)
      EXPECT_GE(c0 / (*frequency(source.waveform) * index * cell_size(scene).x), 9.3) << builtin_scene.name;
  }
}

TEST(BuiltIn, DoubleSlitHasTheGeometryItsTextNames) {
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
  EXPECT_EQ(open[0].first + open[1].second, map.ny() - 1);  // mirror-wise about the axis
  int thick = 0;
  for (int i = 0; i < map.nx(); ++i) thick += map.at(i, 0) == 1;
  EXPECT_EQ(thick, 4);
}

TEST(BuiltIn, LectureIsExactlyAsFixed) {
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

// Node by node against the words of the contract, at three sizes.
TEST(BuiltIn, LectureHasItsNodes) {
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

}  // namespace
}  // namespace ez
