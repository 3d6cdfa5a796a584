// Tests the mapping of shapes to nodes: every kind of shape against its own definition, node by node.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "solver/scene/raster/node_edges.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

constexpr double grow = 1e-6;

Material named(std::string name) {
  Material m;
  m.name = std::move(name);
  return m;
}

Scene room(int nx, int ny) {
  Scene scene;
  scene.unit = Unit::mm;
  scene.grid = {.nx = nx, .ny = ny, .dx = 1, .dy = 1};
  scene.materials = {named("glass")};
  return scene;
}

// Compares the map with `inside`, which decides for a point in cell units.
void expect_shape(const Scene& scene, const std::function<bool(double, double)>& inside) {
  const NodeMap map = rasterize(scene);
  int wrong = 0, in = 0;
  for (int j = 0; j < map.ny(); ++j)
    for (int i = 0; i < map.nx(); ++i) {
      const bool want = inside(i, j);
      in += want;
      wrong += (map.at(i, j) == 3) != want;
      EXPECT_EQ(contains(scene, scene.shapes.back(), from_nodes(scene, {double(i), double(j)})), want);
    }
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(in, 0);
  const NodeRect box = bounds(scene, scene.shapes.back());
  for (int j = 0; j < map.ny(); ++j)
    for (int i = 0; i < map.nx(); ++i)
      EXPECT_TRUE(map.at(i, j) != 3 || (i >= box.i0 && i < box.i1 && j >= box.j0 && j < box.j1));
}

double distance_to_segment(double x, double y, Vec2 a, Vec2 b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double t = square > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
  return std::hypot(x - a.x - t * dx, y - a.y - t * dy);
}

TEST(Raster, circle_includes_its_edge) {
  Scene scene = room(64, 48);
  scene.shapes = {{Circle{{20, 24}, 13}, "glass"}};  // 5-12-13 triangle: nodes exactly on the edge
  expect_shape(scene, [](double x, double y) { return std::hypot(x - 20, y - 24) <= 13 + grow; });
  EXPECT_EQ(rasterize(scene).at(25, 36), 3);
  EXPECT_EQ(rasterize(scene).at(33, 24), 3);
}

TEST(Raster, ring_includes_both_edges) {
  Scene scene = room(64, 64);
  scene.shapes = {{Ring{{32, 32}, 13, 25}, "glass"}};
  expect_shape(scene, [](double x, double y) {
    const double r = std::hypot(x - 32, y - 32);
    return r >= 13 - grow && r <= 25 + grow;
  });
  EXPECT_EQ(rasterize(scene).at(37, 44), 3);  // on the inner edge
  EXPECT_EQ(rasterize(scene).at(47, 52), 3);  // on the outer edge
}

TEST(Raster, ring_without_a_hole_is_a_disc) {
  Scene ring = room(40, 40), disc = room(40, 40);
  ring.shapes = {{Ring{{20, 20}, 0, 10}, "glass"}};
  disc.shapes = {{Circle{{20, 20}, 10}, "glass"}};
  EXPECT_EQ(rasterize(ring), rasterize(disc));
}

TEST(Raster, ellipse_rotates_anticlockwise) {
  Scene scene = room(80, 80);
  scene.shapes = {{Ellipse{{40, 38}, {30, 9}, 33}, "glass"}};
  const double c = std::cos(33 * std::numbers::pi / 180), s = std::sin(33 * std::numbers::pi / 180);
  expect_shape(scene, [=](double x, double y) {
    const double u = (x - 40) * c + (y - 38) * s, v = -(x - 40) * s + (y - 38) * c;
    return u * u / (30 * 30) + v * v / (9 * 9) <= 1;
  });
  EXPECT_EQ(rasterize(scene).at(60, 51), 3);
  EXPECT_EQ(rasterize(scene).at(60, 25), 0);
}

TEST(Raster, rect_includes_its_edge) {
  Scene scene = room(32, 32);
  scene.shapes = {{Rect{{4, 5.5}, {10, 5.5 + 3.5}}, "glass"}};
  expect_shape(scene, [](double x, double y) { return x >= 4 && x <= 10 && y >= 5.5 && y <= 9; });
}

TEST(Raster, rect_of_no_thickness_on_a_row_is_that_row) {
  Scene scene = room(32, 32);
  scene.shapes = {{Rect{{4, 7}, {10, 7}}, "glass"}};
  expect_shape(scene, [](double x, double y) { return x >= 4 && x <= 10 && y == 7; });
}

TEST(Raster, rect_turned_by_a_right_angle_is_a_rect) {
  for (const double angle : {0.0, 90.0, 180.0, -90.0, 450.0}) {
    Scene turned = room(64, 64), plain = room(64, 64);
    const bool upright = std::fmod(std::abs(angle), 180) != 0;
    turned.shapes = {{TurnedRect{{30, 32}, {20, 10}, angle}, "glass"}};
    plain.shapes = {{upright ? Rect{{25, 22}, {35, 42}} : Rect{{20, 27}, {40, 37}}, "glass"}};
    EXPECT_EQ(rasterize(turned), rasterize(plain)) << angle;
  }
}

TEST(Raster, turned_rect_matches_its_definition) {
  Scene scene = room(80, 80);
  scene.shapes = {{TurnedRect{{40, 38}, {50, 11}, -27}, "glass"}};
  const double c = std::cos(27 * std::numbers::pi / 180), s = -std::sin(27 * std::numbers::pi / 180);
  expect_shape(scene, [=](double x, double y) {
    const double u = (x - 40) * c + (y - 38) * s, v = -(x - 40) * s + (y - 38) * c;
    return std::abs(u) <= 25 + grow && std::abs(v) <= 5.5 + grow;
  });
}

TEST(Raster, polygon_is_even_odd_and_includes_its_edge) {
  Scene scene = room(64, 64);
  // A five-pointed star drawn in one stroke. Its middle is outside by the even-odd rule.
  std::vector<Vec2> star;
  for (int k = 0; k < 5; ++k) {
    const double a = std::numbers::pi * (0.5 + 0.8 * k);
    star.push_back({32.3 + 28 * std::cos(a), 31.7 + 28 * std::sin(a)});
  }
  scene.shapes = {{Polygon{star}, "glass"}};
  expect_shape(scene, [&](double x, double y) {
    bool in = false;
    for (std::size_t k = 0; k < 5; ++k) {
      const Vec2 a = star[k], b = star[(k + 1) % 5];
      if (distance_to_segment(x, y, a, b) <= grow) return true;
      if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)) in = !in;
    }
    return in;
  });
  EXPECT_EQ(rasterize(scene).at(32, 32), 0);
}

TEST(Raster, polygon_includes_all_edges_and_corners) {
  Scene polygon = room(32, 32), rect = room(32, 32);
  polygon.shapes = {{Polygon{{{4, 6}, {20, 6}, {20, 15}, {4, 15}}}, "glass"}};
  rect.shapes = {{Rect{{4, 6}, {20, 15}}, "glass"}};
  EXPECT_EQ(rasterize(polygon), rasterize(rect));
}

TEST(Raster, stroke_is_every_point_within_its_radius) {
  Scene scene = room(80, 64);
  const std::vector<Vec2> path = {{10, 10}, {50, 13}, {50, 13}, {62, 50}, {20, 40.5}};
  scene.shapes = {{Stroke{path, 4.25}, "glass"}};
  expect_shape(scene, [&](double x, double y) {
    for (std::size_t k = 0; k + 1 < path.size(); ++k)
      if (distance_to_segment(x, y, path[k], path[k + 1]) <= 4.25 + grow) return true;
    return false;
  });
}

TEST(Raster, stroke_of_one_point_is_a_disc) {
  Scene stroke = room(32, 32), disc = room(32, 32);
  stroke.shapes = {{Stroke{{{11.5, 12}}, 5}, "glass"}};
  disc.shapes = {{Circle{{11.5, 12}, 5}, "glass"}};
  EXPECT_EQ(rasterize(stroke), rasterize(disc));
}

TEST(Raster, circles_stay_round_on_cells_that_are_not_square) {
  for (const Unit unit : {Unit::mm, Unit::cell}) {
    Scene scene = room(64, 160);
    scene.unit = unit;
    scene.grid.dx = 2;
    scene.grid.dy = 0.5;
    const double length = unit == Unit::cell ? 2 : 1;  // in cell units, radii count cells along x
    const Vec2 center = unit == Unit::cell ? Vec2{30, 80} : Vec2{60, 40};
    scene.shapes = {{Circle{center, 26 / length}, "glass"}};
    expect_shape(scene, [](double i, double j) { return std::hypot(2 * i - 60, 0.5 * j - 40) <= 26 + 1e-7; });
  }
}

TEST(Raster, the_last_shape_wins) {
  Scene scene = room(32, 32);
  scene.shapes = {{Rect{{0, 0}, {20, 20}}, "glass"}, {Rect{{5, 5}, {10, 10}}, "pec"}, {Circle{{7, 7}, 1}, "vacuum"}};
  const NodeMap map = rasterize(scene);
  EXPECT_EQ(map.at(4, 4), 3);
  EXPECT_EQ(map.at(5, 5), 1);
  EXPECT_EQ(map.at(7, 8), 0);
  EXPECT_EQ(map.at(8, 8), 1);
  EXPECT_EQ(map.at(25, 25), 0);
}

TEST(Raster, background_fills_the_rest) {
  Scene scene = room(16, 16);
  scene.grid.background = "glass";
  scene.shapes = {{Circle{{8, 8}, 2}, "vacuum"}};
  EXPECT_EQ(rasterize(scene).at(0, 0), 3);
  EXPECT_EQ(rasterize(scene).at(8, 8), 0);
}

TEST(Raster, shapes_outside_the_grid_change_nothing) {
  Scene scene = room(16, 16);
  const NodeMap blank = rasterize(scene);
  scene.shapes = {{Circle{{-30, 4}, 5}, "pec"},
                  {Rect{{16, 0}, {40, 15}}, "pec"},
                  {Stroke{{{-9, 300}, {40, 290}}, 3}, "pec"},
                  {Circle{{1e300, -1e300}, 1e300}, "pec"},
                  {Polygon{{{1e308, 1e308}, {-1e308, 1e308}, {0, 1e307}}}, "pec"}};
  EXPECT_EQ(rasterize(scene), blank);
}

TEST(Raster, palette_starts_with_the_built_in_materials) {
  Scene scene = room(16, 16);
  scene.materials[0].color = 0x123456;
  scene.materials.push_back({"fog", 1.1, 1.2, 3, 4, {}});
  const auto palette = palette_of(scene);
  ASSERT_EQ(palette.size(), 5u);
  EXPECT_EQ(palette[0].name, "vacuum");
  EXPECT_TRUE(palette[1].pec && !palette[1].pmc);
  EXPECT_TRUE(palette[2].pmc && !palette[2].pec);
  EXPECT_EQ(palette[3].color, 0x123456u);
  EXPECT_EQ(palette[4].sigma_m, 4);
  EXPECT_NE(palette[4].color, palette[3].color);
}

TEST(Raster, more_than_256_materials_take_two_bytes) {
  Scene scene = room(16, 16);
  scene.materials.clear();
  for (int k = 0; k < 253; ++k) scene.materials.push_back(named(std::string("m").append(std::to_string(k))));
  scene.shapes = {{Circle{{8, 8}, 2}, "m252"}};
  EXPECT_FALSE(rasterize(scene).wide());
  EXPECT_EQ(rasterize(scene).at(8, 8), 255);
  scene.materials.push_back(named("m253"));
  scene.shapes[0].material = "m253";
  EXPECT_TRUE(rasterize(scene).wide());
  EXPECT_EQ(rasterize(scene).at(8, 8), 256);
}

TEST(DirtyRect, is_empty_for_equal_geometry) {
  Scene a = room(64, 64);
  a.shapes = {{Circle{{20, 20}, 5}, "glass"}};
  Scene b = a;
  b.materials[0].eps = 9;
  b.sources.push_back({});
  EXPECT_TRUE(dirty_rect(a, b).empty());
}

TEST(DirtyRect, covers_the_moved_shape_before_and_after) {
  Scene a = room(64, 64);
  a.shapes = {{Circle{{20, 20}, 5}, "glass"}, {Circle{{50, 50}, 5}, "pec"}};
  Scene b = a;
  std::get<Circle>(b.shapes[0].geometry).center.x = 24;
  EXPECT_EQ(dirty_rect(a, b), (NodeRect{15, 15, 30, 26}));
}

TEST(Raster, a_part_equals_that_part_of_the_whole) {
  Scene scene = room(40, 30);
  scene.shapes = {{Circle{{12, 9}, 7}, "glass"}, {Rect{{-1, 20}, {40, 24}}, "pec"}};
  const NodeMap whole = rasterize(scene);
  for (const NodeRect& r : {NodeRect{0, 0, 6, 30}, NodeRect{31, 3, 40, 28}, NodeRect{0, 22, 40, 30}}) {
    const NodeMap part = rasterize(scene, r);
    ASSERT_EQ(part.nx(), r.i1 - r.i0);
    ASSERT_EQ(part.ny(), r.j1 - r.j0);
    for (int j = r.j0; j < r.j1; ++j)
      for (int i = r.i0; i < r.i1; ++i) EXPECT_EQ(part.at(i - r.i0, j - r.j0), whole.at(i, j));
  }
}

TEST(DirtyRect, covers_only_the_added_shape) {
  Scene a = room(64, 64);
  a.shapes = {{Circle{{20, 20}, 5}, "glass"}, {Circle{{50, 50}, 5}, "pec"}};
  Scene b = a;
  b.shapes.insert(b.shapes.begin() + 1, {Rect{{1, 2}, {3, 4}}, "pec"});
  EXPECT_EQ(dirty_rect(a, b), (NodeRect{1, 2, 4, 5}));
  EXPECT_EQ(dirty_rect(b, a), (NodeRect{1, 2, 4, 5}));
}

TEST(DirtyRect, follows_the_palette_index_and_not_the_name) {
  Scene a = room(64, 64);
  a.shapes = {{Rect{{1, 2}, {3, 4}}, "glass"}};
  Scene renamed = a;
  renamed.materials[0].name = renamed.shapes[0].material = "crown";
  EXPECT_TRUE(dirty_rect(a, renamed).empty());
  Scene shifted = a;
  shifted.materials.insert(shifted.materials.begin(), named("fog"));
  EXPECT_EQ(dirty_rect(a, shifted), (NodeRect{1, 2, 4, 5}));
}

TEST(DirtyRect, is_everything_when_the_background_changes) {
  const Scene a = room(64, 48);
  Scene b = a;
  b.grid.background = "glass";
  EXPECT_EQ(dirty_rect(a, b), (NodeRect{0, 0, 64, 48}));
}

TEST(LineNodes, have_one_node_per_column_or_row_of_the_longer_axis) {
  EXPECT_EQ(line_nodes({3, 4}, {3, 4}), (std::vector<Node>{{3, 4}}));
  EXPECT_EQ(line_nodes({0, 0}, {4, 2}), (std::vector<Node>{{0, 0}, {1, 1}, {2, 1}, {3, 2}, {4, 2}}));
  EXPECT_EQ(line_nodes({2, 5}, {1, 2}), (std::vector<Node>{{2, 5}, {2, 4}, {1, 3}, {1, 2}}));
  EXPECT_EQ(line_nodes({0, 7}, {131071, 7}).size(), 131072u);
}

TEST(LineNodes, are_the_same_from_either_end) {
  for (int i = -9; i <= 9; ++i)
    for (int j = -9; j <= 9; ++j) {
      auto there = line_nodes({0, 0}, {i, j});
      const auto back = line_nodes({i, j}, {0, 0});
      std::reverse(there.begin(), there.end());
      EXPECT_EQ(there, back) << i << " " << j;
    }
}

TEST(NodeEdges, surround_the_nodes_of_a_shape_with_the_longest_lines) {
  Scene scene = room(32, 32);
  scene.shapes = {{Rect{{4, 6}, {9, 8}}, "glass"}};
  const std::vector<NodeEdge> edges = node_edges(scene, {0, 0, 32, 32});
  const std::vector<NodeEdge> expected = {
      {{3.5, 5.5}, {3.5, 8.5}}, {{9.5, 5.5}, {9.5, 8.5}}, {{3.5, 5.5}, {9.5, 5.5}}, {{3.5, 8.5}, {9.5, 8.5}}};
  EXPECT_EQ(edges, expected);
  EXPECT_EQ(node_edges(scene, {5, 7, 8, 100}), std::vector<NodeEdge>({{{4.5, 8.5}, {7.5, 8.5}}})) << "a part of it";
  EXPECT_TRUE(node_edges(scene, {12, 12, 99, 99}).empty());
  EXPECT_TRUE(node_edges(scene, {-9, -9, -1, -1}).empty());
}

TEST(NodeEdges, separate_every_two_nodes_of_different_materials) {
  Scene scene = room(40, 40);
  scene.shapes = {{Circle{{19.3, 20.1}, 11.4}, "glass"}};
  const NodeMap map = rasterize(scene);
  double length = 0, expected = 0;
  for (const NodeEdge& e : node_edges(scene, {0, 0, 40, 40}))
    length += std::hypot(e.to.x - e.from.x, e.to.y - e.from.y);
  for (int j = 0; j + 1 < 40; ++j)
    for (int i = 0; i + 1 < 40; ++i)
      expected += (map.at(i, j) != map.at(i + 1, j)) + (map.at(i, j) != map.at(i, j + 1));
  EXPECT_EQ(length, expected);
}

}  // namespace
}  // namespace ez
