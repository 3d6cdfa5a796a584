// Tests the layer over the field: materials, outlines, grid lines and absorbing layers. Lines are one pixel wide and in
// the right places.
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "render_fixture.h"

namespace ez {
namespace {

using LayerTest = RenderTest;

// ---- materials

TEST_F(LayerTest, outline_is_one_pixel_inside_the_material) {
  fill_field(20, 12, [](int, int) { return 0.0f; });
  const auto inside = [](int x, int y) { return x >= 5 && x < 12 && y >= 3 && y < 9; };
  for (const bool outline : {true, false}) {
    style_.layer.outline = outline;
    fill_materials(20, 12, [&](int x, int y) { return inside(x, y) ? 1 : 0; });
    const Image image = draw();
    for (int y = 0; y < 12; ++y) {
      for (int x = 0; x < 20; ++x) {
        const bool rim = inside(x, y) && (x == 5 || x == 11 || y == 3 || y == 8);
        const std::uint32_t expected = !inside(x, y) ? 0x0B0D10u : rim && outline ? colors().outline : colors().pec;
        EXPECT_EQ(at(image, x, y), expected) << x << "," << y;
      }
    }
  }
}

TEST_F(LayerTest, conductors_are_filled_with_their_colour) {
  fill_field(16, 8, [](int, int) { return 1.0f; });
  fill_materials(16, 8, [](int x, int) { return x < 8 ? 1 : 2; });
  style_.layer.outline = false;
  for (const bool dark : {true, false}) {
    style_.layer.dark = dark;
    const Image image = draw();
    EXPECT_EQ(at(image, 3, 3), dark ? 0x8D97A5u : 0x5B6675u);
    int stripes = 0;  // a magnetic conductor is hatched
    for (int x = 8; x < 16; ++x) stripes += at(image, x, 3) == colors().pec;
    EXPECT_EQ(stripes, 4);
  }
}

TEST_F(LayerTest, only_one_of_two_touching_materials_draws_the_line) {
  fill_field(15, 1, [](int, int) { return 0.0f; });
  fill_materials(15, 1, [](int x, int) { return x < 3 ? 0 : x < 6 ? 3 : x < 9 ? 4 : x < 12 ? 1 : 3; });
  style_.layer.tint = 0;
  const Image image = draw();
  std::string lines;
  for (int x = 0; x < 15; ++x) lines += at(image, x, 0) == 0x0B0D10u || at(image, x, 0) == colors().pec ? '.' : '|';
  EXPECT_EQ(lines, "...|..|..|.|...");
}

TEST_F(LayerTest, a_one_pixel_hole_stays_a_hole) {
  fill_field(5, 5, [](int, int) { return 0.0f; });
  fill_materials(5, 5, [](int x, int y) { return x == 2 && y == 2 ? 0 : 1; });
  const Image image = draw();
  EXPECT_EQ(at(image, 2, 2), 0x0B0D10u);
  EXPECT_EQ(at(image, 1, 2), colors().outline);
  EXPECT_EQ(at(image, 1, 1), colors().pec);
}

TEST_F(LayerTest, tint_mixes_the_materials_colour_into_the_field) {
  fill_field(9, 1, [](int, int) { return 1.0f; });
  fill_materials(9, 1, [](int x, int) { return x > 3 ? 3 : 0; });
  style_.layer.tint = 0.25f;
  const Image image = draw();
  EXPECT_EQ(at(image, 2, 0), 0xFFDCB2u);
  const std::uint32_t c = at(image, 7, 0);
  EXPECT_NEAR(static_cast<int>(c >> 16), 0.75 * 0xFF + 0.25 * 0x88, 1.01);
  EXPECT_NEAR(static_cast<int>(c >> 8 & 255), 0.75 * 0xDC + 0.25 * 0xC0, 1.01);
  EXPECT_NEAR(static_cast<int>(c & 255), 0.75 * 0xB2 + 0.25 * 0xFF, 1.01);
}

TEST_F(LayerTest, material_quantity_shows_the_palette) {
  fill_field(12, 1, [](int, int) { return 1.0f; });
  fill_materials(12, 1, [](int x, int) { return x < 4 ? 0 : x < 8 ? 3 : 4; });
  style_.layer.show_material = true;
  style_.layer.outline = false;
  const Image image = draw();
  EXPECT_EQ(at(image, 1, 0), colors().neutral);
  EXPECT_EQ(at(image, 6, 0), 0x88C0FFu);
  EXPECT_EQ(at(image, 10, 0), 0xFFB060u);
}

TEST_F(LayerTest, layer_follows_changes_of_palette_and_materials) {
  fill_field(8, 1, [](int, int) { return 0.0f; });
  fill_materials(8, 1, [](int x, int) { return x < 4 ? 0 : 1; });
  style_.layer.outline = false;
  EXPECT_EQ(at(draw(), 6, 0), colors().pec);
  const MaterialColor vacuum_only[] = {{0, Fill::none}};  // index 1 is now beyond the palette
  materials_->set_palette(vacuum_only);
  EXPECT_EQ(at(draw(), 6, 0), 0x0B0D10u);
  fill_materials(8, 1, [](int x, int) { return x < 4 ? 1 : 0; });
  EXPECT_EQ(at(draw(), 6, 0), 0x0B0D10u);
  EXPECT_EQ(at(draw(), 1, 0), colors().pec);
  style_.layer.dark = false;
  EXPECT_EQ(at(draw(), 1, 0), colors().pec);
  materials_->set_indices(0, 0, {});
  EXPECT_EQ(at(draw(), 1, 0), 0xFBFBF9u);
}

TEST_F(LayerTest, wide_palettes_are_shown_to_the_last_entry) {
  std::vector<MaterialColor> palette(65536);
  palette[65535] = {0x123456, Fill::tint};
  palette[300] = {0xABCDEF, Fill::tint};
  materials_->set_palette(palette);
  materials_->set_indices(3, 1, std::vector<std::uint16_t>{65535, 300, 65534});
  fill_field(3, 1, [](int, int) { return 0.0f; });
  style_.layer.show_material = true;
  style_.layer.outline = false;
  const Image image = draw();
  EXPECT_EQ(at(image, 0, 0), 0x123456u);
  EXPECT_EQ(at(image, 1, 0), 0xABCDEFu);
  EXPECT_EQ(at(image, 2, 0), colors().neutral);
  EXPECT_THROW(materials_->set_indices(3, 2, std::vector<std::uint16_t>(5)), std::invalid_argument);
}

// ---- grid

TEST_F(LayerTest, grid_lines_are_one_pixel_wide_and_halfway_between_nodes) {
  constexpr int width = 331, height = 97;
  fill_field(width, height, [](int, int) { return 0.0f; });
  style_.layer.grid_lines = true;
  const struct {
    double x0, y0, cell_x, cell_y;
  } views[] = {{0, 0, 16, 16},        {-0.5, -0.5, 24, 24}, {0.25, 0.125, 32, 16}, {100000.3, 70000.7, 17.3, 21.9},
               {12.49, 3.51, 40, 13}, {0, 0, 200, 64}};
  for (const auto& view : views) {
    style_.layer.x0 = view.x0;
    style_.layer.y0 = view.y0;
    style_.layer.cells_per_pixel_x = 1 / view.cell_x;
    style_.layer.cells_per_pixel_y = 1 / view.cell_y;
    std::vector<bool> column(width, false), row(height, false);
    const auto expect_lines = [](std::vector<bool>& lines, double edge, double cell) {
      for (double k = std::ceil(edge + 0.5);; ++k) {  // the line at node k − ½
        const auto pixel = std::floor((k - 0.5 - edge) * cell + 1e-9);
        if (pixel >= static_cast<double>(lines.size())) return;
        lines[static_cast<std::size_t>(pixel)] = true;
      }
    };
    expect_lines(column, view.x0, view.cell_x);
    expect_lines(row, view.y0, view.cell_y);
    const Image image = draw();
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const bool line = column[static_cast<std::size_t>(x)] || row[static_cast<std::size_t>(y)];
        ASSERT_EQ(at(image, x, y) != 0x0B0D10u, line) << x << "," << y << " cells of " << view.cell_x << " pixels";
      }
    }
  }
}

TEST_F(LayerTest, grid_lines_fade_in_from_twelve_pixels_per_cell) {
  fill_field(64, 64, [](int, int) { return 0.0f; });
  style_.layer.grid_lines = true;
  const auto brightest = [&](double cell) {
    style_.layer.cells_per_pixel_x = style_.layer.cells_per_pixel_y = 1 / cell;
    const Image image = draw();
    return *std::ranges::max_element(image.rgba.begin(), image.rgba.end(), {},
                                     [](std::uint8_t v) { return v == 255 ? 0 : v; });
  };
  EXPECT_EQ(brightest(4), 0x10);
  EXPECT_EQ(brightest(12), 0x10);
  const int faint = brightest(16), clear = brightest(24);
  EXPECT_GT(faint, 0x10);
  EXPECT_GT(clear, faint);
  EXPECT_EQ(brightest(50), clear);
  style_.layer.grid_lines = false;
  EXPECT_EQ(brightest(24), 0x10);
}

TEST_F(LayerTest, outside_the_grid_is_canvas_behind_a_one_pixel_border) {
  style_.layer.dark = false;
  fill_field(30, 20, [](int x, int) { return x == 2 ? nan_value : 0.0f; });
  style_.layer.grid = PixelRect{6, 5, 24, 15};
  const Image image = draw();
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 30; ++x) {
      const bool inside = x >= 6 && x < 24 && y >= 5 && y < 15, ring = x >= 5 && x < 25 && y >= 4 && y < 16;
      EXPECT_EQ(at(image, x, y), inside ? 0xFBFBF9u : ring ? colors().border : colors().canvas) << x << "," << y;
    }
  }
}

TEST_F(LayerTest, absorbing_layers_are_veiled_with_a_one_pixel_inner_edge) {
  fill_field(40, 30, [](int, int) { return 0.0f; });
  style_.layer.grid = PixelRect{0, 0, 40, 30};
  style_.layer.absorber = {6, 0, 4, 0};  // left and bottom
  const Image image = draw();
  const auto mixed = [](double alpha) {  // ink over zero, red channel
    return std::lround(0x0B + alpha * (0xF4 - 0x0B));
  };
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      const bool veiled = x < 6 || y < 4, edge = !veiled && (x == 6 || y == 4);
      const int expected = static_cast<int>(edge ? mixed(0.36) : veiled ? mixed(0.07) : 0x0B);
      EXPECT_NEAR(static_cast<int>(at(image, x, y) >> 16), expected, 1) << x << "," << y;
    }
  }
}

}  // namespace
}  // namespace ez
