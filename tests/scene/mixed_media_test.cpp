// Tests media that vary from node to node: formulas, images and averages over cells, each against its exact value.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numbers>

#include "processor_time.h"
#include "scene_reading.h"
#include "solver/problem/change.h"
#include "solver/scene/raster/rim_means.h"
#include "solver/scene/raster/scene_media.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

constexpr const char* room = "ezscope = 1\nunit = \"mm\"\n[grid]\ncells = [64, 48]\ncell = 1\n";

Scene room_with(const std::string& more) { return parsed(room + more); }
std::string lens(const std::string& numbers) { return "[[material]]\nname = \"lens\"\n" + numbers + "\n"; }

// Returns the medium of a node.
Medium medium_at(const Scene& scene, const NodeMap& map, int i, int j) { return medium_of(scene, map, map.at(i, j)); }
std::vector<double> eps_of(const Scene& scene) {
  const NodeMap map = rasterize(scene);
  std::vector<double> out;
  for (int j = 0; j < map.ny(); ++j)
    for (int i = 0; i < map.nx(); ++i) out.push_back(medium_at(scene, map, i, j).eps);
  return out;
}
double at(const std::vector<double>& nodes, int i, int j) {
  return nodes[static_cast<std::size_t>(j) * 64 + static_cast<std::size_t>(i)];
}

constexpr const char* disc = "[[shape]]\nkind = \"circle\"\nmaterial = \"lens\"\ncenter = [30, 20]\nradius = 15.2\n";

TEST(MixedMedia, a_formula_holds_at_every_node_of_its_shape) {
  const Scene scene = room_with(lens("eps = \"3 - (r/16)^2 + 0.01*x - 0.02*y\"\nsigma = \"0.5*(r > 10)\"") + disc);
  const NodeMap map = rasterize(scene);
  for (int j = 0; j < 48; ++j)
    for (int i = 0; i < 64; ++i) {
      const double x = i - 30, y = j - 20, r = std::hypot(x, y);
      const Medium m = medium_at(scene, map, i, j);
      const bool inside = r <= 15.2 + 1e-6;
      EXPECT_NEAR(m.eps, inside ? 3 - r * r / 256 + 0.01 * x - 0.02 * y : 1, 1e-12) << i << " " << j;
      EXPECT_EQ(m.sigma, inside && r > 10 ? 0.5 : 0);
      EXPECT_EQ(map.material_at(i, j), inside ? 3 : 0);
    }
  EXPECT_EQ(map.eps_step(), 0);
}

TEST(MixedMedia, a_formula_knows_the_radius_of_its_circle) {
  const std::string formula = lens("eps = \"3 - (r/radius)^2\"");
  const std::vector<double> eps = eps_of(room_with(formula + disc));
  EXPECT_NEAR(at(eps, 30, 20), 3, 1e-12);
  EXPECT_NEAR(at(eps, 40, 20), 3 - std::pow(10 / 15.2, 2), 1e-12);
  const std::vector<double> fine = [&] {
    const Scene twice = refine(room_with(formula + disc), 2);
    const NodeMap map = rasterize(twice);
    return std::vector<double>{medium_at(twice, map, 80, 40).eps};
  }();
  EXPECT_NEAR(fine[0], at(eps, 40, 20), 1e-12);
  const std::string rect = "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\nmin = [2, 2]\nmax = [22, 12]\n";
  EXPECT_FALSE(parse_scene(room + formula + rect, "t.toml").scene) << "a rect has no radius";
}

TEST(MixedMedia, a_formulas_axes_rotate_with_the_shape) {
  const std::string ellipse =
      "[[shape]]\nkind = \"ellipse\"\nmaterial = \"lens\"\ncenter = [30, 20]\nradii = [18, 9]\nangle = 90\n";
  const std::vector<double> eps = eps_of(room_with(lens("eps = \"5 + x/10 + y/100\"") + ellipse));
  EXPECT_NEAR(at(eps, 30, 30), 6, 1e-9);     // ten along the shape's own x
  EXPECT_NEAR(at(eps, 22, 20), 5.08, 1e-9);  // eight along its y
}

TEST(MixedMedia, each_shape_has_its_own_axes_in_the_scenes_unit) {
  const std::string two =
      "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\nmin = [2, 2]\nmax = [22, 12]\n"
      "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\nmin = [32, 22]\nmax = [52, 32]\n";
  const std::vector<double> eps = eps_of(room_with(lens("eps = \"3 + x/10\"") + two));
  EXPECT_NEAR(at(eps, 2, 5), 2, 1e-12);
  EXPECT_NEAR(at(eps, 52, 25), 4, 1e-12);
  EXPECT_EQ(at(eps, 28, 20), 1);
}

TEST(MixedMedia, a_constant_formula_equals_the_number) {
  const Scene number = room_with(lens("eps = 2.25\nsigma = 0.1") + disc);
  const Scene formula = room_with(lens("eps = \"1.5^2\"\nsigma = \"1/10\"") + disc);
  const Problem a = build_problem(number, rasterize(number)), b = build_problem(formula, rasterize(formula));
  for (int j = 0; j < 48; ++j)
    for (int i = 0; i < 64; ++i)
      EXPECT_EQ(a.electric_palette[a.electric.at(i, j)], b.electric_palette[b.electric.at(i, j)]);
}

TEST(MixedMedia, too_many_media_are_rounded_and_the_error_is_reported) {
  const std::string text = "ezscope = 1\n[grid]\ncells = [400, 400]\ncell = 1\n" +
                           lens("eps = \"3 + x/317.13 + y/291.71\"") +
                           "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\nmin = [0, 0]\nmax = [399, 399]\n";
  const Scene scene = parsed(text);
  const NodeMap map = rasterize(scene);
  EXPECT_GT(map.eps_step(), 0);
  EXPECT_LT(map.eps_step(), 1e-4);
  EXPECT_LE(entry_count(scene) + map.mixed().size(), 65536u);
  double worst = 0;
  for (int j = 0; j < 400; ++j)
    for (int i = 0; i < 400; ++i)
      worst = std::max(worst,
                       std::abs(medium_at(scene, map, i, j).eps - (3 + (i - 199.5) / 317.13 + (j - 199.5) / 291.71)));
  EXPECT_LE(worst, map.eps_step());
  EXPECT_EQ(rasterize(scene), map);
}

// The edge of a half-plane is rotated by an angle on cells that are not square. The fractions come from counting
// points.
TEST(MixedMedia, edges_have_the_fractions_and_direction_of_their_shape) {
  for (const double degrees : {0.0, 17.0, 45.0, 71.0, 90.0}) {
    const double turn = degrees * std::numbers::pi / 180, c = std::cos(turn), s = std::sin(turn);
    const Scene scene = parsed(fmt::format(
        "ezscope = 1\nunit = \"mm\"\n[grid]\ncells = [64, 60]\ncell = [1, 0.8]\npolarization = \"hz\"\nsmoothing = "
        "true\n[[material]]\nname = \"lens\"\neps = 4\n[[shape]]\nkind = \"polygon\"\nmaterial = \"lens\"\npoints = "
        "[[{}, {}], [{}, {}], [{}, {}], [{}, {}]]\n",
        31.37 - 200 * s, 24.11 + 200 * c, 31.37 + 200 * s, 24.11 - 200 * c, 31.37 + 200 * s + 400 * c,
        24.11 - 200 * c + 400 * s, 31.37 - 200 * s + 400 * c, 24.11 + 200 * c + 400 * s));
    const RimMeans rims = rim_means(scene, palette_of(scene));
    const auto look = [&](const std::vector<RimCellMean>& cells, double left, double low) {
      EXPECT_GT(cells.size(), 40u) << degrees;
      for (const RimCellMean& cell : cells) {
        double inside = 0, given = 0;
        for (int k = 0; k < 40; ++k)
          for (int l = 0; l < 40; ++l) {
            const double x = cell.i + left + (k + 0.5) / 40 - 31.37, y = 0.8 * (cell.j + low + (l + 0.5) / 40) - 24.11;
            inside += (c * x + s * y > 0) / 1600.0;
          }
        for (const RimCellPart& part : cell.parts)
          if (part.material == 3) given += part.part;
        EXPECT_NEAR(given, inside, 0.02) << degrees;
        const double along_normal = std::abs(c * cell.normal.x + s * cell.normal.y);
        EXPECT_TRUE(along_normal > 0.998 || given < 0.02 || given > 0.98) << degrees << ": " << given;
      }
    };
    look(rims.hx, -0.5, 0), look(rims.hy, 0, -0.5);
  }
}

// In an hz scene ε belongs to the nodes of E, which are between the nodes of the map.
TEST(MixedMedia, in_hz_the_nodes_of_E_average_their_neighbours) {
  const Scene scene = parsed(std::string(room) + "polarization = \"hz\"\n" + lens("eps = \"2 - (r/16)^2\"") + disc);
  const NodeMap map = rasterize(scene);
  const Problem p = build_problem(scene, map);
  ASSERT_TRUE(p.magnetic);
  for (int j = 0; j < 47; ++j)
    for (int i = 0; i < 63; ++i) {
      const double eps = medium_at(scene, map, i, j).eps, up = medium_at(scene, map, i, j + 1).eps,
                   right = medium_at(scene, map, i + 1, j).eps;
      EXPECT_NEAR(p.magnetic_at(FieldArray::hx, i, j).dbx, 2 / (eps + up), 1e-9);
      EXPECT_NEAR(p.magnetic_at(FieldArray::hy, i, j).dby, 2 / (eps + right), 1e-9);
    }
}

TEST(MixedMedia, smoothing_uses_the_exact_fraction_of_a_box) {
  const Scene scene =
      parsed(std::string(room) + "smoothing = true\n" + lens("eps = 4\nsigma = 0.2") +
             "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\nmin = [10.3, 5.25]\nmax = [20.7, 9.6]\n");
  const NodeMap map = rasterize(scene);
  const auto part = [](double k, double low, double high) {
    return std::clamp(std::min(k + 0.5, high) - std::max(k - 0.5, low), 0.0, 1.0);
  };
  for (int j = 0; j < 48; ++j)
    for (int i = 0; i < 64; ++i) {
      const double covered = part(i, 10.3, 20.7) * part(j, 5.25, 9.6);
      EXPECT_NEAR(medium_at(scene, map, i, j).eps, 1 + 3 * covered, 2e-5) << i << " " << j;
      EXPECT_NEAR(medium_at(scene, map, i, j).sigma, 0.2 * covered, 2e-6);
    }
}

TEST(MixedMedia, smoothing_keeps_the_area_of_round_and_slanted_shapes) {
  const auto area = [](const std::string& shape) {
    double sum = 0;
    for (const double eps : eps_of(parsed(std::string(room) + "smoothing = true\n" + lens("eps = 2") + shape)))
      sum += eps - 1;
    return sum;
  };
  const std::string head = "[[shape]]\nmaterial = \"lens\"\n";
  EXPECT_NEAR(area(head + "kind = \"circle\"\ncenter = [30.2, 20.7]\nradius = 15.3\n"), std::numbers::pi * 15.3 * 15.3,
              0.05);
  EXPECT_NEAR(area(head + "kind = \"rect\"\ncenter = [30.2, 20.7]\nsize = [20, 9]\nangle = 31\n"), 180, 0.05);
  EXPECT_NEAR(area(head + "kind = \"polygon\"\npoints = [[3.3, 4.1], [40.7, 9.9], [22.2, 40.3]]\n"),
              0.5 * (37.4 * 36.2 - 18.9 * 5.8), 0.05);
}

TEST(MixedMedia, averages_ignore_a_conductor_and_leave_it_unchanged) {
  const Scene scene = parsed(std::string(room) + "smoothing = true\n" + lens("eps = 4") +
                             "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\nmin = [0, 0]\nmax = [40.2, 47]\n"
                             "[[shape]]\nkind = \"rect\"\nmaterial = \"pec\"\nmin = [0, 0]\nmax = [63, 10.3]\n");
  const NodeMap map = rasterize(scene);
  EXPECT_TRUE(medium_at(scene, map, 20, 10).pec);
  EXPECT_EQ(medium_at(scene, map, 20, 11).eps, 4);
  EXPECT_NEAR(medium_at(scene, map, 40, 11).eps, 1 + 3 * 0.7, 1e-4);
}

// The box covers three quarters of the cells in column 11, whose nodes are inside, and a quarter of those in column 21,
// whose nodes are outside.
TEST(MixedMedia, smoothing_scales_poles_by_the_fraction_of_the_cell) {
  const char* box = "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\nmin = [10.75, 5]\nmax = [20.75, 15]\n";
  const char* poles =
      "eps = 3\npoles = [{ kind = \"drude\", plasma = 2e9, damping = 1e8 }, { kind = \"lorentz\", frequency = 4e9, "
      "strength = 0.8 }]";
  const Scene scene = parsed(std::string(room) + "smoothing = true\n" + lens(poles) + box);
  const NodeMap map = rasterize(scene);
  for (const auto& [i, part] :
       {std::pair(9, 0.0), {10, 0.0}, {11, 0.75}, {12, 1.0}, {20, 1.0}, {21, 0.25}, {22, 0.0}}) {
    const Medium m = medium_at(scene, map, i, 10);
    EXPECT_NEAR(m.eps, 1 + 2 * part, 1e-5) << i;
    ASSERT_EQ(m.poles.size(), part > 0 ? 2u : 0u) << i;
    if (part == 0) continue;
    EXPECT_NEAR(std::get<Drude>(m.poles[0].model).plasma, 2e9 * std::sqrt(part), 1e3);
    EXPECT_EQ(std::get<Drude>(m.poles[0].model).damping, 1e8);
    EXPECT_NEAR(std::get<Lorentz>(m.poles[1].model).strength, 0.8 * part, 1e-9);
  }
}

TEST(MixedMedia, without_formulas_and_smoothing_nothing_is_mixed) {
  const Scene scene = room_with(lens("eps = 4") + disc);
  EXPECT_TRUE(rasterize(scene).mixed().empty());
  EXPECT_FALSE(rasterize(scene).wide());
}

TEST(MixedMedia, an_edit_of_a_formula_reaches_the_problem) {
  Scene scene = room_with(lens("eps = \"2 - (r/16)^2\"") + disc);
  NodeMap map = rasterize(scene);
  Problem p = build_problem(scene, map);
  for (const char* formula : {"3 - (r/16)^2", "1.5", ""}) {
    const Scene before = scene;
    scene.materials[0].eps_formula = formula;
    const Change change = change_of(before, scene);
    rasterize(scene, change.electric_map, map);
    EXPECT_EQ(map, rasterize(scene));
    update_problem(p, scene, map, change);
    const Problem rebuilt = build_problem(scene, map);
    EXPECT_EQ(p.electric_palette, rebuilt.electric_palette);
    EXPECT_EQ(p.electric, rebuilt.electric);
  }
}

TEST(MixedMedia, a_finer_grid_has_the_same_media_also_in_cell_units) {
  const std::string cells = "ezscope = 1\nunit = \"cell\"\n[grid]\ncells = [64, 48]\ncell = 0.001\n";
  for (const std::string& head : {std::string(room), cells}) {
    const Scene scene = parsed(head + lens("eps = \"2 - (r/16)^2 + exp(-x)*0\"") + disc), fine = refine(scene, 2);
    const NodeMap a = rasterize(scene), b = rasterize(fine);
    for (int j = 0; j < 48; ++j)
      for (int i = 0; i < 64; ++i)
        EXPECT_NEAR(medium_at(scene, a, i, j).eps, medium_at(fine, b, 2 * i, 2 * j).eps, 1e-12);
  }
}

TEST(MixedMedia, ranges_are_those_of_the_nodes) {
  const Scene scene = room_with(lens("eps = \"3 + x/10\"") + disc);
  const SceneMedia media(scene);
  const std::vector<GradedRange>& ranges = media.ranges();
  ASSERT_EQ(ranges.size(), 1u);
  EXPECT_NEAR(ranges[0].least_eps, 1.5, 1e-12);
  EXPECT_NEAR(ranges[0].most_eps, 4.5, 1e-12);
  double least = 9, most = 0;
  for (const PaletteEntry& e : media.extreme()) least = std::min(least, e.eps), most = std::max(most, e.eps);
  EXPECT_NEAR(least, 1, 1e-12);
  EXPECT_NEAR(most, 4.5, 1e-12);
}

TEST(SceneMedia, are_those_of_every_scene_with_the_same_parts) {
  Scene scene = room_with(lens("eps = \"3 + x/10\"") + disc);
  const SharedMedia media = media_of(scene);
  scene.grid.courant = 0.5;
  scene.grid.smoothing = true;
  scene.grid.precision = Precision::float64;
  scene.sources.push_back({});
  scene.boundary.cpml.sigma = 0.3;
  EXPECT_EQ(media_of(scene, media), media);
  const auto differs = [&](auto&& edit) {
    Scene other = scene;
    edit(other);
    return media_of(other, media) != media;
  };
  EXPECT_TRUE(differs([](Scene& s) { s.grid.nx = 65; }));
  EXPECT_TRUE(differs([](Scene& s) { s.grid.dy = 2; }));
  EXPECT_TRUE(differs([](Scene& s) { s.grid.background = "lens"; }));
  EXPECT_TRUE(differs([](Scene& s) { s.unit = Unit::cm; }));
  EXPECT_TRUE(differs([](Scene& s) { s.physics = Physics::heat; }));
  EXPECT_TRUE(differs([](Scene& s) { s.states.push_back({}); }));
  EXPECT_TRUE(differs([](Scene& s) { s.materials[0].color = 0x123456; }));
  EXPECT_TRUE(differs([](Scene& s) { s.materials[0].eps_formula = "2 + x/10"; }));
  EXPECT_TRUE(differs([](Scene& s) { s.shapes.clear(); }));
}

TEST(SceneMedia, lists_those_in_use_and_those_to_draw_with) {
  const auto names = [](const std::vector<PaletteEntry>& media) {
    std::string out;
    for (const PaletteEntry& e : media) out += e.name + ' ';
    return out;
  };
  const SceneMedia media(room_with(lens("eps = 2") + "[[material]]\nname = \"other\"\neps = 5\n" + disc));
  EXPECT_EQ(names(media.palette()), "vacuum pec pmc lens other ");
  EXPECT_EQ(names(media.offered()), "vacuum pec pmc lens other ");
  EXPECT_EQ(names(media.used()), "vacuum lens ");
  EXPECT_EQ(&media.extreme(), &media.used()) << "no material is graded";
  EXPECT_TRUE(media.ranges().empty());
  Scene heat;
  heat.physics = Physics::heat;
  heat.states.resize(2);
  heat.states[0].name = "cold", heat.states[1].name = "hot";
  EXPECT_EQ(names(SceneMedia(heat).offered()), "wall cold hot ");
}

// ---- images

class ImageFile : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_ / "parts"); }
  void TearDown() override { fs::remove_all(folder_); }

  // Writes a PNG of these grey values, from the text that a scene file holds for it.
  void write_png(const std::string& name, int width, int height, std::vector<std::uint8_t> greys) const {
    const std::string text = GreyPicture(width, height, std::move(greys)).text();
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::ofstream out(folder_ / name, std::ios::binary);
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
      if (c == '=') break;
      bits = bits << 6 | static_cast<unsigned>(digits.find(c));
      count += 6;
      if (count < 8) continue;
      count -= 8;
      out.put(static_cast<char>(bits >> count & 255));
    }
  }
  SceneResult load(const std::string& more, const std::string& name = "s.toml") const {
    std::ofstream(folder_ / name) << room << lens("eps = 4") << more;
    return load_scene((folder_ / name).string());
  }
  static std::string said(const SceneResult& result) {
    std::string out;
    for (const Message& m : result.messages) out += to_string(m) + "\n";
    return out;
  }
  static std::string image(const std::string& more) {
    return "[[shape]]\nkind = \"image\"\nmin = [10, 10]\nmax = [40, 30]\n" + more + "\n";
  }

  fs::path folder_ = fs::temp_directory_path() / ("ezscope_image_" + std::to_string(::getpid()));
};

TEST_F(ImageFile, levels_are_at_the_pixels_of_their_greys) {
  write_png("parts/a.png", 3, 2, {0, 100, 200, 255, 128, 99});  // the first row is the upper one
  const SceneResult r =
      load(image("file = \"parts/a.png\"\nlevels = [[100, \"lens\"], [128, \"pec\"], [255, \"vacuum\"]]"));
  ASSERT_TRUE(r.scene) << said(r);
  const NodeMap map = rasterize(*r.scene);
  EXPECT_EQ(map.at(15, 25), 0);  // 0: darker than the first level
  EXPECT_EQ(map.at(25, 25), 3);  // 100
  EXPECT_EQ(map.at(35, 25), 1);  // 200
  EXPECT_EQ(map.at(15, 15), 0);  // 255
  EXPECT_EQ(map.at(25, 15), 1);  // 128
  EXPECT_EQ(map.at(35, 15), 0);  // 99
  EXPECT_EQ(map.at(45, 15), 0);
  EXPECT_TRUE(contains(*r.scene, r.scene->shapes[0], {25, 15}));
  EXPECT_FALSE(contains(*r.scene, r.scene->shapes[0], {35, 15}));
}

TEST_F(ImageFile, without_levels_light_pixels_are_the_material) {
  write_png("a.png", 2, 1, {127, 128});
  const SceneResult r = load(image("file = \"a.png\"\nmaterial = \"lens\""));
  ASSERT_TRUE(r.scene) << said(r);
  const NodeMap map = rasterize(*r.scene);
  EXPECT_EQ(map.at(15, 20), 0);
  EXPECT_EQ(map.at(35, 20), 3);
}

TEST_F(ImageFile, a_ramp_goes_from_one_medium_to_the_other) {
  write_png("a.png", 3, 1, {0, 51, 255});
  const SceneResult r = load(image("file = \"a.png\"\nramp = [\"vacuum\", \"lens\"]"));
  ASSERT_TRUE(r.scene) << said(r);
  const NodeMap map = rasterize(*r.scene);
  EXPECT_EQ(medium_at(*r.scene, map, 15, 20).eps, 1);
  EXPECT_NEAR(medium_at(*r.scene, map, 25, 20).eps, 1.6, 1e-12);
  EXPECT_EQ(medium_at(*r.scene, map, 35, 20).eps, 4);
  EXPECT_EQ(map.material_at(15, 20), 3);  // the ramp belongs to the lens, although this pixel contains none of it
  EXPECT_FALSE(map.wide());
}

TEST_F(ImageFile, pixels_are_smoothed_exactly) {
  write_png("a.png", 3, 1, {0, 255, 0});
  const std::string text = std::string(room) + "smoothing = true\n" + lens("eps = 4") +
                           "[[shape]]\nkind = \"image\"\nfile = \"a.png\"\nmaterial = \"lens\"\nmin = [10.1, 10]\n"
                           "max = [40.4, 30.2]\n";  // the middle third: 20.2 to 30.3
  std::ofstream(folder_ / "b.toml") << text;
  const SceneResult b = load_scene((folder_ / "b.toml").string());
  ASSERT_TRUE(b.scene) << said(b);
  const NodeMap map = rasterize(*b.scene);
  EXPECT_NEAR(medium_at(*b.scene, map, 20, 20).eps, 1 + 3 * 0.3, 1e-4);
  EXPECT_NEAR(medium_at(*b.scene, map, 30, 20).eps, 1 + 3 * 0.8, 1e-4);
  EXPECT_NEAR(medium_at(*b.scene, map, 25, 30).eps, 1 + 3 * 0.7, 1e-4);
}

TEST_F(ImageFile, a_scene_saved_elsewhere_keeps_its_image) {
  write_png("parts/a.png", 3, 2, {0, 100, 200, 255, 128, 99});
  const SceneResult r = load(image("file = \"parts/a.png\"\nlevels = [[100, \"lens\"], [128, \"pec\"]]"));
  ASSERT_TRUE(r.scene) << said(r);
  const Scene again = parsed(write_scene(*r.scene));
  EXPECT_EQ(again, *r.scene);
  EXPECT_EQ(rasterize(again), rasterize(*r.scene));
  EXPECT_EQ(write_scene(again), write_scene(*r.scene));
}

TEST_F(ImageFile, mistakes_are_reported_with_place_and_remedy) {
  write_png("a.png", 2, 2, {0, 0, 255, 255});
  std::ofstream(folder_ / "b.png") << "no picture";
  const auto expect = [&](const std::string& more, const std::string& words) {
    const SceneResult r = load(image(more));
    EXPECT_FALSE(r.scene) << more;
    EXPECT_NE(said(r).find(words), std::string::npos) << more << "\n" << said(r);
  };
  expect("file = \"none.png\"\nmaterial = \"lens\"", "cannot be read: No such file or directory; give a path from the");
  expect("file = \"b.png\"\nmaterial = \"lens\"", "which is not a PNG; use a PNG");
  expect("material = \"lens\"", "shape.0 has no picture; give file, a PNG");
  expect("file = \"a.png\"", "shape.0 has no material; give material, levels or a ramp");
  expect("file = \"a.png\"\nlevels = [[0, \"lens\"], [0, \"pec\"]]", "shape.0.levels.1 begins at 0, which is not");
  expect("file = \"a.png\"\nlevels = [[300, \"lens\"]]",
         "shape.0.levels.0 begins at 300; give a grey from 0 (black) to 255 (white)");
  expect("file = \"a.png\"\nlevels = [[3, \"lans\"]]", "which is not a material; did you mean \"lens\"?");
  expect("file = \"a.png\"\nlevels = [3, \"lens\"]", "shape.0.levels.0 is not a level; give [grey, \"material\"]");
  expect("file = \"a.png\"\nramp = [\"pec\", \"lens\"]", "which has no numbers to interpolate");
  expect("file = \"a.png\"\nlevels = [[0, \"lens\"]]\nramp = [\"vacuum\", \"lens\"]", "leave one of them out");
  expect("png = \"!!\"\nmaterial = \"lens\"", "shape.0.png is not base64");
}

// The messages are the program's own, wherever a file is cut or changed.
TEST(GreyPicture, says_in_its_own_words_why_a_file_cannot_be_read) {
  const auto why = [](const std::string& base64) -> std::string {
    try {
      static_cast<void>(GreyPicture::of_text(base64));
    } catch (const PictureError& e) {
      return e.what();
    }
    return "";
  };
  const std::string png = GreyPicture(40, 30, std::vector<std::uint8_t>(1200, 7)).text();
  ASSERT_EQ(why(png), "");
  EXPECT_EQ(why(""), "is empty; use another picture");
  EXPECT_EQ(why("aGVsbG8="), "is not a PNG; use a PNG");
  const std::string damaged = "is a damaged or incomplete PNG; use another picture";
  for (const std::size_t digits : {4, 12, 28, 44, 64}) EXPECT_EQ(why(png.substr(0, digits)), damaged) << digits;
  const auto changed = [&](std::size_t at, const std::string& from, const std::string& to) {
    EXPECT_EQ(png.substr(at, from.size()), from);
    return png.substr(0, at) + to + png.substr(at + from.size());
  };
  // The width is in bytes 16 to 19, and the height follows.
  EXPECT_EQ(why(changed(20, "UgAA", "UgEA")), "has 16777256 × 30 pixels; use at most 16384 along each axis");
  EXPECT_EQ(why(changed(24, "ACgA", "ACj/")), damaged);
  EXPECT_EQ(why(changed(84, png.substr(84, 1), png[84] == 'A' ? "B" : "A")), damaged);
}

// ---- mistakes in formulas

TEST(MixedMedia, mistakes_in_formulas_are_reported_with_place_and_remedy) {
  const auto expect = [&](const std::string& numbers, const std::string& words, const std::string& more = "") {
    const SceneResult r = parse_scene(room + more + lens(numbers) + disc, "t.toml", {});
    std::string said;
    for (const Message& m : r.messages) said += to_string(m) + "\n";
    EXPECT_NE(said.find(words), std::string::npos) << numbers << "\n" << said;
    return r.scene.has_value();
  };
  EXPECT_FALSE(expect("eps = \"2 - (rho/40)^2\"", "t.toml:8:7: material.0.eps names \"rho\" at character 6"));
  EXPECT_FALSE(expect("eps = \"2 - (r/40\"", "material.0.eps does not parse at character"));
  EXPECT_FALSE(expect("eps = \"sqrt(10 - r)\"", "material.0.eps is not a number at x = ", ""));
  EXPECT_FALSE(expect("eps = \"1/r\"", "material.0.eps is inf at x = 0, y = 0 in its shape, [30, 20] in the scene"));
  EXPECT_FALSE(expect(
      "eps = \"0.2 + r/20\"",
      "material.0.eps is 0.2 at x = 0, y = 0 in its shape, [30, 20] in the scene, where courant = 0.99 is unstable"));
  EXPECT_TRUE(expect("eps = \"0.99 + r/20\"", "below 1 waves are faster than light"));
  EXPECT_FALSE(expect("sigma = \"r - 1\"", "material.0.sigma is -1 at x = 0, y = 0"));
  EXPECT_FALSE(expect("eps = \"2 + r\"", "grid.background is \"lens\", whose formula", "background = \"lens\"\n"));
  EXPECT_FALSE(expect("eps = true", "material.0.eps is true; give a number, or a formula in quotes"));
}

TEST(MixedMedia, a_formula_replaces_a_number_of_the_preset) {
  const Scene scene = room_with(lens("preset = \"silica\"\neps = \"1.2 + r/100\"\nsigma = \"r/1000\"") + disc);
  EXPECT_EQ(scene.materials[0].eps, 1);
  EXPECT_EQ(parsed(write_scene(scene)), scene);
}

TEST(MixedMedia, formulas_are_written_as_they_were_read) {
  const Scene scene = room_with(lens("eps = \"2 - (r/16)^2\"\nsigma = \"0.1*(x > 0)\"") + disc);
  EXPECT_EQ(parsed(write_scene(scene)), scene);
  EXPECT_NE(write_scene(scene).find("eps = \"2 - (r/16)^2\""), std::string::npos);
}

// Several threads draw a large map, each a band of rows. One thread draws a small part.
TEST(MixedMedia, a_large_map_equals_its_parts) {
  for (const char* smoothing : {"", "smoothing = true\n"}) {
    const Scene scene =
        parsed(std::string("ezscope = 1\nunit = \"mm\"\n[grid]\ncells = [900, 700]\ncell = 1\n") + smoothing +
               lens("eps = \"2 + (x > 3) + (y > 7)/2 + rint(r/90)/8\"") +
               "[[shape]]\nkind = \"circle\"\nmaterial = \"lens\"\ncenter = [430, 360]\nradius = 333.3\n"
               "[[shape]]\nkind = \"rect\"\nmaterial = \"lens\"\ncenter = [600, 500]\nsize = [300, 200]\n"
               "angle = 30\n");
    const NodeMap all = rasterize(scene);
    std::vector<std::uint16_t> first;  // indices follow the order in which the rows meet their media
    for (const int j : {0, 30, 349, 350, 351, 500, 699}) {
      const NodeMap row = rasterize(scene, NodeRect{0, j, 900, j + 1});
      for (int i = 0; i < 900; ++i) {
        ASSERT_EQ(medium_at(scene, all, i, j).eps, medium_at(scene, row, i, 0).eps) << i << " " << j;
        ASSERT_EQ(all.material_at(i, j), row.material_at(i, 0)) << i << " " << j;
      }
    }
    std::uint16_t most = 3;
    for (int j = 0; j < 700; ++j)
      for (int i = 0; i < 900; ++i) {
        if (all.at(i, j) < 4) continue;  // 4 is the first mixed medium
        ASSERT_LE(all.at(i, j), most + 1) << i << " " << j;
        most = std::max(most, all.at(i, j));
      }
    EXPECT_GT(most, 8);
    const std::vector<GradedRange> ranges = SceneMedia(scene).ranges();
    ASSERT_EQ(ranges.size(), 1u);
    double least = 1e9, largest = 0;
    if (*smoothing != '\0') continue;
    for (int j = 0; j < 700; ++j)
      for (int i = 0; i < 900; ++i)
        if (all.material_at(i, j) == 3) {
          const double eps = medium_at(scene, all, i, j).eps;
          least = std::min(least, eps), largest = std::max(largest, eps);
        }
    EXPECT_EQ(ranges[0].least_eps, least);
    EXPECT_EQ(ranges[0].most_eps, largest);
  }
}

// This once blocked the window for 25 s: 8000² nodes, each examined several times.
TEST(MixedMedia, a_large_grid_with_a_formula_takes_little_time) {
  const Scene scene = parsed(
      "ezscope = 1\n[grid]\ncells = [2000, 2000]\ncell = 1e-3\n[[material]]\nname = \"g\"\neps = "
      "\"2+sin(x)^2+x*1e-5\"\n[[shape]]\nkind = \"rect\"\nmaterial = \"g\"\nmin = [0, 0]\nmax = [8, 8]\n");
  const double since = processor_seconds();
  EXPECT_EQ(SceneMedia(scene).ranges().size(), 1u);
  const NodeMap map = rasterize(scene);
  EXPECT_LT(processor_seconds() - since, 0.6) << "it used to take 1.2 s";
  const double x = 1.234 - 4;  // from the middle of the shape
  EXPECT_NEAR(medium_at(scene, map, 1234, 7).eps, 2 + std::sin(x) * std::sin(x) + x * 1e-5, 1e-12);
}

}  // namespace
}  // namespace ez
