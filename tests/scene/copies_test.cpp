// Tests shapes copied in a lattice or around a point: they equal the shapes written out one by one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scene_reading.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/measure/monitors/recorded.h"
#include "solver/scene/formula.h"
#include "solver/scene/raster/metal_rim.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr const char* room = "ezscope = 1\nunit = \"mm\"\n[grid]\ncells = [64, 48]\ncell = 1\n";
constexpr const char* glass = "[[material]]\nname = \"glass\"\neps = 2.25\n";

std::string shape(const std::string& kind, const std::string& keys, const std::string& material = "glass") {
  return "[[shape]]\nkind = \"" + kind + "\"\nmaterial = \"" + material + "\"\n" + keys + "\n";
}
std::string rod(double x, double y, const std::string& more = "") {
  return shape("circle", "center = [" + std::to_string(x) + ", " + std::to_string(y) + "]\nradius = 2.6\n" + more);
}
void expect_same_nodes(const Scene& copies, const Scene& written_out) {
  const NodeMap a = rasterize(copies), b = rasterize(written_out);
  EXPECT_EQ(a, b);
  int in = 0;
  for (int j = 0; j < a.ny(); ++j)
    for (int i = 0; i < a.nx(); ++i) in += a.at(i, j) != 0;
  EXPECT_GT(in, 20);
}

const std::string three_by_two = "copies = { kind = \"lattice\", count = [3, 2], a1 = [11.5, 1], a2 = [-3, 14.25] }";
std::string written_out(const auto& one) {
  std::string out;
  for (int l = 0; l < 2; ++l)
    for (int k = 0; k < 3; ++k) out += one(20 + 11.5 * k - 3 * l, 12 + k + 14.25 * l);
  return out;
}

TEST(Copies, a_lattice_equals_its_rods) {
  const auto one = [](double x, double y) { return rod(x, y); };
  for (const std::string grid : {"", "smoothing = true\n", "polarization = \"hz\"\nsmoothing = true\n"}) {
    const std::string medium = glass + std::string("mu = 1.5\n");
    const auto scene = [&](const std::string& rods) {
      return parsed(fmt::format("{}{}{}{}", room, grid, medium, rods));
    };
    const Scene a = scene(rod(20, 12, three_by_two)), b = scene(written_out(one));
    ASSERT_EQ(a.shapes.size(), 1u);
    ASSERT_EQ(b.shapes.size(), 6u);
    expect_same_nodes(a, b);
  }
}

// The test asks as the mouse does.
TEST(Copies, contain_the_points_of_their_nodes) {
  const auto one = [](double x, double y) { return rod(x, y); };
  const std::string around = "copies = { kind = \"around\", count = 7, center = [32, 24] }";
  for (const auto& [rods, singly] :
       {std::pair(rod(20, 12, three_by_two), written_out(one)), std::pair(rod(48, 24, around), std::string())}) {
    const Scene copies = parsed(fmt::format("{}{}{}", room, glass, rods));
    const NodeMap map = rasterize(singly.empty() ? copies : parsed(fmt::format("{}{}{}", room, glass, singly)));
    for (int j = 0; j < map.ny(); ++j)
      for (int i = 0; i < map.nx(); ++i) {
        const Vec2 at = from_nodes(copies, {static_cast<double>(i), static_cast<double>(j)});
        EXPECT_EQ(material_of(copies, copies.shapes[0], at), map.at(i, j) != 0 ? "glass" : "") << i << ", " << j;
      }
  }
}

// The user may type a number that no scene may have, while the mouse still asks for shapes.
TEST(Copies, of_a_scene_in_error_are_searched_up_to_the_limit) {
  Scene s = parsed(fmt::format("{}{}{}", room, glass, rod(20, 12, three_by_two)));
  auto& lattice = std::get<LatticeCopies>(s.shapes[0].copies);
  lattice.n1 = lattice.n2 = 2'000'000'000;
  EXPECT_FALSE(contains(s, s.shapes[0], from_nodes(s, {5, 45})));
}

TEST(Copies, a_formula_uses_the_coordinates_of_its_own_copy) {
  const std::string lens = "[[material]]\nname = \"glass\"\neps = \"3 - (r/radius)^2 + 0.01*x\"\n";
  const auto one = [](double x, double y) { return rod(x, y); };
  expect_same_nodes(parsed(room + lens + rod(20, 12, three_by_two)), parsed(room + lens + written_out(one)));
}

TEST(Copies, metal_ends_between_nodes_at_each_copy) {
  const std::string grid = "conformal = true\n";
  const auto one = [](double x, double y) {
    return shape("circle", "center = [" + std::to_string(x) + ", " + std::to_string(y) + "]\nradius = 2.6", "pec");
  };
  const Scene a = parsed(room + grid + shape("circle", "center = [20, 12]\nradius = 2.6\n" + three_by_two, "pec")),
              b = parsed(room + grid + written_out(one));
  expect_same_nodes(a, b);
  const MetalRim of_a = metal_rim(a, rasterize(a), {0, 0, 64, 48}), of_b = metal_rim(b, rasterize(b), {0, 0, 64, 48});
  EXPECT_EQ(of_a.hx, of_b.hx);
  EXPECT_EQ(of_a.hy, of_b.hy);
  EXPECT_GT(of_a.hx.size(), 20u);
}

TEST(Copies, without_a_second_vector_a_lattice_is_square) {
  const auto lattice = [](const std::string& a2) {
    return parsed(room + std::string(glass) +
                  rod(20, 12, "copies = { kind = \"lattice\", count = [3, 3], a1 = [9, 2]" + a2 + " }"));
  };
  expect_same_nodes(lattice(""), lattice(", a2 = [-2, 9]"));
}

TEST(Copies, of_a_later_shape_cover_an_earlier_shape) {
  const Scene s = parsed(room + std::string(glass) + rod(20, 12, three_by_two) +
                         shape("circle", "center = [31.5, 13]\nradius = 4", "vacuum"));
  const NodeMap map = rasterize(s);
  EXPECT_EQ(map.at(20, 12), 3);
  EXPECT_EQ(map.at(31, 13), 0) << "the vacuum covers the second rod";
  EXPECT_EQ(map.at(43, 14), 3);
}

TEST(Copies, around_a_point_are_rotated) {
  const std::string four = "copies = { kind = \"around\", count = 4, center = [30, 24] }";
  // Rotations by right angles are exact, so nodes on the edges are inside.
  expect_same_nodes(
      parsed(room + std::string(glass) + shape("rect", "min = [40, 22]\nmax = [46, 26]\n" + four)),
      parsed(room + std::string(glass) + shape("rect", "min = [40, 22]\nmax = [46, 26]") +
             shape("rect", "min = [28, 34]\nmax = [32, 40]") + shape("rect", "min = [14, 22]\nmax = [20, 26]") +
             shape("rect", "min = [28, 8]\nmax = [32, 14]")));
  // A node is in a rotated triangle if, rotated back, it is in the original.
  const std::string points = "points = [[38, 21], [50, 24], [40, 30]]\n";
  const Scene one = parsed(room + std::string(glass) + shape("polygon", points)),
              five = parsed(room + std::string(glass) +
                            shape("polygon", points + "copies = { kind = \"around\", count = 5, center = [30, 24] }"));
  const NodeMap map = rasterize(five);
  int in = 0;
  for (int j = 0; j < 48; ++j)
    for (int i = 0; i < 64; ++i) {
      bool want = false;
      for (int k = 0; k < 5; ++k) {
        const double a = -2 * std::numbers::pi * k / 5, x = i - 30, y = j - 24;
        want |= contains(one, one.shapes[0],
                         {30 + std::cos(a) * x - std::sin(a) * y, 24 + std::sin(a) * x + std::cos(a) * y});
      }
      EXPECT_EQ(map.at(i, j) == 3, want) << i << " " << j;
      EXPECT_EQ(contains(five, five.shapes[0], {double(i), double(j)}), want) << i << " " << j;
      in += want;
    }
  EXPECT_GT(in, 150);
}

TEST(Copies, are_rotated_in_metres_on_cells_that_are_not_square) {
  for (const char* unit : {"cell", "mm"}) {
    // The shape is 20 mm to the right of the centre. A cell is 1 mm wide and 2 mm high.
    const bool cells = std::string(unit) == "cell";
    const Scene s = parsed(
        "ezscope = 1\nunit = \"" + std::string(unit) +
        "\"\n[grid]\ncells = [64, 48]\ncell = " + (cells ? "[0.001, 0.002]" : "[1, 2]") + "\n" + glass +
        shape("rect", std::string(cells ? "min = [48, 23]\nmax = [52, 25]" : "min = [48, 46]\nmax = [52, 50]") +
                          "\ncopies = { kind = \"around\", count = 4, center = " + (cells ? "[30, 24]" : "[30, 48]") +
                          " }"));
    const NodeRect all = bounds(s, s.shapes[0]);
    EXPECT_EQ(all, (NodeRect{8, 13, 53, 36})) << unit;
    EXPECT_EQ(rasterize(s).at(30, 34), 3) << unit;
    EXPECT_EQ(rasterize(s).at(30, 24), 0) << unit;
  }
}

TEST(Copies, count_as_shapes_in_the_formulas_of_checks) {
  const Scene s = parsed(
      room + std::string(glass) +
      shape("rect", "min = [5, 0]\nmax = [7, 47]\ncopies = { kind = \"lattice\", count = [4, 1], a1 = [10, 0] }"));
  EXPECT_EQ(s.shapes[0].copies, (Copies{LatticeCopies{4, 1, {10, 0}, {}}}));
  const Monitors none;
  const auto value = [&](const std::string& text) {
    return Formula(text, s).value(Recorded(s, time_step(s), {}, none));
  };
  EXPECT_EQ(value("shapes_glass"), 4);
  EXPECT_DOUBLE_EQ(value("left_glass_3"), 25e-3);
  EXPECT_DOUBLE_EQ(value("right_glass_4"), 37e-3);
  EXPECT_TRUE(std::isnan(value("left_glass_5")));
  EXPECT_DOUBLE_EQ(value("pitch_glass"), 10e-3);
}

TEST(Copies, an_edit_redraws_the_places_of_the_copies) {
  const Scene before = parsed(room + std::string(glass) + rod(20, 12, three_by_two));
  Scene after = before;
  EXPECT_TRUE(dirty_rect(before, after).empty());
  std::get<LatticeCopies>(after.shapes[0].copies).n1 = 2;
  const NodeRect dirty = dirty_rect(before, after);
  NodeMap map = rasterize(before);
  EXPECT_NE(map, rasterize(after));
  rasterize(after, dirty, map);
  EXPECT_EQ(map, rasterize(after));
  EXPECT_LT((dirty.i1 - dirty.i0) * (dirty.j1 - dirty.j0), 64 * 48);
}

TEST(Copies, are_scaled_when_the_grid_is_refined) {
  const Scene s =
      parsed("ezscope = 1\nunit = \"cell\"\n[grid]\ncells = [64, 48]\ncell = 0.001\n" + std::string(glass) +
             rod(20, 12, three_by_two) + rod(40, 40, "copies = { kind = \"around\", count = 3, center = [45, 35] }"));
  const NodeMap coarse = rasterize(s), fine = rasterize(refine(s, 2));
  for (int j = 0; j < 48; ++j)
    for (int i = 0; i < 64; ++i) EXPECT_EQ(coarse.at(i, j), fine.at(2 * i, 2 * j)) << i << " " << j;
}

TEST(Copies, of_a_gas_have_its_states) {
  const std::string gas =
      "ezscope = 1\nphysics = \"gas\"\nunit = \"mm\"\n[grid]\ncells = [64, 48]\ncell = 1\n[[state]]\nname = \"air\"\n"
      "[[state]]\nname = \"hot\"\npressure = 9\n";
  const Scene s = parsed(gas + "[[shape]]\nkind = \"circle\"\nstate = \"hot\"\ncenter = [20, 12]\nradius = 2.6\n" +
                         three_by_two + "\n");
  const NodeMap map = rasterize(s);
  EXPECT_EQ(map.at(20, 12), first_state + 1);
  EXPECT_EQ(map.at(39, 27), first_state + 1);
  EXPECT_EQ(map.at(30, 20), first_state);
}

TEST(Copies, survive_saving) {
  const Scene s = parsed(room + std::string(glass) + rod(20, 12, three_by_two) +
                         rod(40, 40, "copies = { kind = \"around\", count = 3, center = [45.5, 35] }") + rod(5, 5));
  const std::string text = write_scene(s);
  EXPECT_EQ(parsed(text), s);
  EXPECT_NE(text.find("copies = { kind = \"lattice\", count = [3, 2], a1 = [11.5, 1], a2 = [-3, 14.25] }\n"),
            std::string::npos);
  EXPECT_EQ(text.find("once"), std::string::npos) << "a single shape needs no key";
  EXPECT_EQ(parsed(write_scene(s, true)).shapes, s.shapes);
}

}  // namespace
}  // namespace ez
