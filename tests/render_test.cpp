// The picture, pixel by pixel: known numbers give known colours, lines are one pixel wide and where they belong.
// Runs without display and GPU, over EGL; skipped only where there is no EGL at all.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "render/field_painter.h"
#include "render/offscreen.h"

namespace ez {
namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

bool egl_is_there() { return dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) != nullptr; }

using Numbers = std::function<float(int x, int y)>;  // y counts from the bottom
using Indices = std::function<std::uint16_t(int x, int y)>;

class RenderTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!egl_is_there()) GTEST_SKIP() << "libEGL.so.1 is not installed";
    context_.emplace();
    painter_.emplace();
    field_.emplace();
    materials_.emplace();
    style_.layer.grid_lines = false;
  }
  void TearDown() override {
    if (!context_) return;
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    target_.reset();
    materials_.reset();
    field_.reset();
    painter_.reset();
  }

  void fill_field(int width, int height, const Numbers& number) {
    field_->resize(width, height);
    float* to = field_->map();
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) *to++ = number(x, y);
    }
    EXPECT_TRUE(field_->unmap());
    field_->upload();
  }
  void fill_materials(int width, int height, const Indices& index) {
    std::vector<std::uint16_t> all;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) all.push_back(index(x, y));
    }
    materials_->set_indices(width, height, all);
    const MaterialColor palette[] = {
        {0, Fill::none}, {0, Fill::pec}, {0, Fill::pmc}, {0x88C0FF, Fill::tint}, {0xFFB060, Fill::tint}};
    materials_->set_palette(palette);
  }
  Image draw(int width, int height) {
    if (!target_ || target_->width() != width || target_->height() != height) target_.emplace(width, height);
    target_->bind();
    painter_->draw(*field_, *materials_, style_, 0, 0, width, height);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return target_->read();
  }
  Image draw() { return draw(field_->width(), field_->height()); }
  // The colours of one row of numbers.
  std::vector<std::uint32_t> colors_of(const std::vector<float>& numbers) {
    fill_field(static_cast<int>(numbers.size()), 1, [&](int x, int) { return numbers[static_cast<std::size_t>(x)]; });
    const Image image = draw();
    std::vector<std::uint32_t> colors;
    for (int x = 0; x < image.width; ++x) colors.push_back(image.rgb(x, 0));
    return colors;
  }
  // y from the bottom, like the field.
  static std::uint32_t at(const Image& image, int x, int y) { return image.rgb(x, image.height - 1 - y); }
  PictureColors colors() const { return picture_colors(style_.layer.dark); }

  std::optional<OffscreenContext> context_;
  std::optional<FieldPainter> painter_;
  std::optional<FieldPicture> field_;
  std::optional<MaterialPicture> materials_;
  std::optional<OffscreenTarget> target_;
  PictureStyle style_;
};

// ---- colours

TEST_F(RenderTest, EveryEntryOfEveryMapIsReachedByItsNumber) {
  std::vector<float> numbers;
  for (int i = 0; i < colormap_size; ++i) numbers.push_back(2.5f * static_cast<float>(i - 255) / 255);
  style_.range = 2.5f;
  for (const std::string_view name : colormap_names()) {
    for (const bool dark : {true, false}) {
      style_.colormap = name;
      style_.layer.dark = dark;
      const ColormapTable table = colormap_table(name, dark);
      EXPECT_EQ(colors_of(numbers), std::vector<std::uint32_t>(table.begin(), table.end())) << name;
    }
  }
}

TEST_F(RenderTest, ZeroIsExactlyNeutralAndTheEndsClip) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  using Colors = std::vector<std::uint32_t>;
  const std::vector<float> numbers = {0.0f, -0.0f, tiny, -1e-30f, 9e-4f, -1.0f, -1e30f, 1.0f, 3e38f};
  const std::uint32_t z = 0x0B0D10, low = 0xB8DFFF, high = 0xFFDCB2;
  EXPECT_EQ(colors_of(numbers), (Colors{z, z, z, z, z, low, low, high, high}));
  style_.layer.dark = false;
  EXPECT_EQ(colors_of({0, -1, 1}), (Colors{0xFBFBF9, 0x083572, 0x7F2D04}));
}

TEST_F(RenderTest, GainMultipliesAndABadRangeIsTakenAsOne) {
  style_.range = 8;
  const auto plain = colors_of({-4, 1, 2, 6});
  style_.gain = 4;
  EXPECT_EQ(colors_of({-1, 0.25f, 0.5f, 1.5f}), plain);
  style_.gain = 1;
  style_.range = 1;
  const auto one = colors_of({-0.5f, 0.25f});
  for (const float bad : {0.0f, -3.0f, nan_value, infinity}) {
    style_.range = bad;
    EXPECT_EQ(colors_of({-0.5f, 0.25f}), one) << bad;
  }
  style_.range = 1e-44f;  // its inverse is no float
  EXPECT_EQ(colors_of({0, 1}), (std::vector<std::uint32_t>{0x0B0D10, 0xFFDCB2}));
}

TEST_F(RenderTest, UnsignedQuantitiesRunFromZeroToTheRange) {
  style_.is_signed = false;
  style_.range = 4;
  style_.colormap = "viridis";
  const ColormapTable viridis = colormap_table("viridis", true);
  EXPECT_EQ(colors_of({-1, 0, 1, 2, 4, 9}), (std::vector<std::uint32_t>{viridis[0], viridis[0], viridis[128],
                                                                        viridis[255], viridis[510], viridis[510]}));
  style_.colormap = "blue-red";  // a diverging map: its upper half
  const ColormapTable map = colormap_table("blue-red", true);
  EXPECT_EQ(colors_of({-1, 0, 2, 4}), (std::vector<std::uint32_t>{map[255], map[255], map[383], map[510]}));
}

TEST_F(RenderTest, LogarithmicRangeShowsADecadeAsAFixedStepOfColour) {
  style_.logarithmic = true;
  style_.decades = 5;
  style_.range = 100;
  const ColormapTable table = colormap_table("blue-red", true);
  const std::vector<float> numbers = {0, 1e-4f, -1e-4f, 1e-2f, -1e-2f, 1, -1, 10, -10, 100, -100, 1e5f};
  const std::vector<int> entries = {255, 255, 255, 306, 204, 408, 102, 459, 51, 510, 0, 510};  // 51 a decade
  const auto colors = colors_of(numbers);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto i = static_cast<std::size_t>(entries[k]);
    // log2 is not exact in a shader: the entry or a neighbour.
    EXPECT_TRUE(colors[k] == table[i] || colors[k] == table[i > 0 ? i - 1 : i] ||
                colors[k] == table[i < 510 ? i + 1 : i])
        << numbers[k];
    EXPECT_NEAR(colormap_coordinate(style_, numbers[k]), entries[k] / 510.0, 1e-6) << numbers[k];
  }
}

TEST_F(RenderTest, CoordinateForTheColourBarIsTheShaders) {
  for (const bool is_signed : {true, false}) {
    for (const bool logarithmic : {true, false}) {
      for (const char* map : {"blue-red", "cividis"}) {
        style_ = {};
        style_.is_signed = is_signed;
        style_.logarithmic = logarithmic;
        style_.colormap = map;
        style_.range = 3;
        std::vector<float> numbers;
        for (int k = -200; k <= 200; ++k) numbers.push_back(static_cast<float>(std::pow(k / 160.0, 3)));
        const auto colors = colors_of(numbers);
        const ColormapTable table = colormap_table(map, true);
        for (std::size_t k = 0; k < numbers.size(); ++k) {
          const double t = 510 * colormap_coordinate(style_, numbers[k]);
          const auto low = static_cast<std::size_t>(std::max(0.0, std::floor(t - 0.01 + 0.5)));
          const auto high = static_cast<std::size_t>(std::min(510.0, std::floor(t + 0.01 + 0.5)));
          EXPECT_TRUE(colors[k] == table[low] || colors[k] == table[high]) << numbers[k] << " " << map;
        }
      }
    }
  }
}

TEST_F(RenderTest, WhatIsNotANumberIsSeen) {
  for (const bool logarithmic : {false, true}) {
    style_.logarithmic = logarithmic;
    const auto c = colors_of({0, nan_value, 0, infinity, 0, -infinity, 0, -nan_value});
    for (std::size_t k = 0; k < c.size(); ++k) EXPECT_EQ(c[k], k % 2 == 1 ? colors().not_a_number : 0x0B0D10u) << k;
  }
  for (const std::string_view name : colormap_names()) {  // and no number looks like it
    for (const std::uint32_t c : colormap_table(name, true)) EXPECT_NE(c, colors().not_a_number);
  }
}

TEST_F(RenderTest, RowZeroIsTheBottomRow) {
  fill_field(3, 2, [](int x, int y) { return x == 2 && y == 0 ? 1.0f : x == 0 && y == 1 ? -1.0f : 0.0f; });
  const Image image = draw();
  EXPECT_EQ(image.rgb(2, 1), 0xFFDCB2u);
  EXPECT_EQ(image.rgb(0, 0), 0xB8DFFFu);
  EXPECT_EQ(image.rgb(0, 1), 0x0B0D10u);
}

TEST_F(RenderTest, DrawsInsideItsRectangleOnly) {
  fill_field(5, 4, [](int x, int y) { return x == 0 && y == 0 ? 1.0f : -1.0f; });
  fill_materials(5, 4, [](int x, int) { return x == 4 ? 1 : 0; });
  style_.layer.outline = false;
  const OffscreenTarget target(12, 9);
  target.bind();
  glClearColor(0, 1, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  painter_->draw(*field_, *materials_, style_, 3, 2, 5, 4);
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  EXPECT_EQ(static_cast<GLuint>(bound), target.framebuffer());
  const Image image = target.read();
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 12; ++x) {
      const bool inside = x >= 3 && x < 8 && y >= 2 && y < 6;
      const std::uint32_t expected = !inside            ? 0x00FF00u
                                     : x == 7           ? colors().pec
                                     : x == 3 && y == 2 ? 0xFFDCB2u
                                                        : 0xB8DFFFu;
      EXPECT_EQ(at(image, x, y), expected) << x << "," << y;
    }
  }
}

TEST_F(RenderTest, EsContextDrawsTheSamePicture) {
  const auto paint = [&](GlApi api) {
    context_.emplace(-1, api);
    painter_.emplace();
    field_.emplace();
    materials_.emplace();
    target_.reset();
    style_.layer.grid_lines = true;
    style_.layer.cells_per_pixel_x = style_.layer.cells_per_pixel_y = 1 / 20.0;
    fill_field(64, 48,
               [](int x, int y) { return std::sin(0.1f * static_cast<float>(x) + 0.07f * static_cast<float>(y)); });
    fill_materials(64, 48, [](int x, int y) { return x > 40 ? 3 : y > 30 ? 1 : 0; });
    return draw();
  };
  const auto forget = [&] {  // while their context is current
    target_.reset();
    materials_.reset();
    field_.reset();
    painter_.reset();
  };
  forget();
  const Image desktop = paint(GlApi::desktop);
  EXPECT_FALSE(gl_is_es());
  forget();
  const Image es = paint(GlApi::es);
  EXPECT_TRUE(gl_is_es());
  EXPECT_EQ(desktop, es);
}

// ---- materials

TEST_F(RenderTest, OutlineIsOnePixelInsideTheMaterial) {
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

TEST_F(RenderTest, ConductorsAreFilledInTheirTokenColour) {
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

TEST_F(RenderTest, OneOfTwoMaterialsThatTouchDrawsTheLine) {
  fill_field(15, 1, [](int, int) { return 0.0f; });
  fill_materials(15, 1, [](int x, int) { return x < 3 ? 0 : x < 6 ? 3 : x < 9 ? 4 : x < 12 ? 1 : 3; });
  style_.layer.tint = 0;
  const Image image = draw();
  std::string lines;
  for (int x = 0; x < 15; ++x) lines += at(image, x, 0) == 0x0B0D10u || at(image, x, 0) == colors().pec ? '.' : '|';
  EXPECT_EQ(lines, "...|..|..|.|...");
}

TEST_F(RenderTest, AOnePixelHoleStaysAHole) {
  fill_field(5, 5, [](int, int) { return 0.0f; });
  fill_materials(5, 5, [](int x, int y) { return x == 2 && y == 2 ? 0 : 1; });
  const Image image = draw();
  EXPECT_EQ(at(image, 2, 2), 0x0B0D10u);
  EXPECT_EQ(at(image, 1, 2), colors().outline);
  EXPECT_EQ(at(image, 1, 1), colors().pec);
}

TEST_F(RenderTest, TintMixesTheMaterialsColourIntoTheField) {
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

TEST_F(RenderTest, MaterialQuantityShowsThePalette) {
  fill_field(12, 1, [](int, int) { return 1.0f; });
  fill_materials(12, 1, [](int x, int) { return x < 4 ? 0 : x < 8 ? 3 : 4; });
  style_.layer.show_material = true;
  style_.layer.outline = false;
  const Image image = draw();
  EXPECT_EQ(at(image, 1, 0), colors().neutral);
  EXPECT_EQ(at(image, 6, 0), 0x88C0FFu);
  EXPECT_EQ(at(image, 10, 0), 0xFFB060u);
}

TEST_F(RenderTest, LayerFollowsWhatItShows) {
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

TEST_F(RenderTest, WidePalettesAreShownToTheLastEntry) {
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

TEST_F(RenderTest, GridLinesAreOnePixelWideAndHalfWayBetweenNodes) {
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

TEST_F(RenderTest, GridLinesFadeInFromTwelvePixelsPerCell) {
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

TEST_F(RenderTest, OutsideOfTheGridIsCanvasBehindAOnePixelBorder) {
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

TEST_F(RenderTest, AbsorbingLayersAreVeiledWithAOnePixelInnerEdge) {
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

// ---- buffers and sizes

TEST_F(RenderTest, SurvivesBeingMinimisedAndComesBack) {
  EXPECT_TRUE(field_->empty());
  EXPECT_EQ(field_->map(), nullptr);
  EXPECT_TRUE(field_->unmap());
  field_->upload();
  EXPECT_EQ(field_->buffer(), 0u);
  EXPECT_EQ(at(draw(4, 4), 2, 2), colors().canvas);
  painter_->draw(*field_, *materials_, style_, 0, 0, 0, 0);

  fill_field(6, 6, [](int, int) { return 1.0f; });
  const auto generation = field_->generation();
  const GLuint buffer = field_->buffer();
  EXPECT_TRUE(glIsBuffer(buffer));
  field_->resize(6, 6);
  EXPECT_EQ(field_->generation(), generation);
  EXPECT_EQ(field_->buffer(), buffer);
  EXPECT_EQ(at(draw(), 2, 2), 0xFFDCB2u);

  field_->resize(0, 6);
  EXPECT_TRUE(field_->empty());
  EXPECT_NE(field_->generation(), generation);
  EXPECT_FALSE(glIsBuffer(buffer));
  EXPECT_EQ(at(draw(4, 4), 2, 2), colors().canvas);

  field_->resize(6, 6);
  EXPECT_GT(field_->generation(), generation + 1);
  field_->upload();
  EXPECT_EQ(at(draw(), 2, 2), 0x0B0D10u);  // zero, not what was there
  fill_field(6, 6, [](int, int) { return -1.0f; });
  EXPECT_EQ(at(draw(), 2, 2), 0xB8DFFFu);
}

TEST_F(RenderTest, OldSizeIsStretchedUntilTheNextFrame) {
  fill_field(4, 4, [](int x, int) { return x < 2 ? -1.0f : 1.0f; });
  fill_materials(4, 4, [](int, int y) { return y < 2 ? 1 : 0; });
  style_.layer.outline = false;
  const Image image = draw(10, 8);
  EXPECT_EQ(at(image, 9, 7), 0xFFDCB2u);
  EXPECT_EQ(at(image, 0, 7), 0xB8DFFFu);
  EXPECT_EQ(at(image, 4, 4), 0xB8DFFFu);
  EXPECT_EQ(at(image, 5, 4), 0xFFDCB2u);
  EXPECT_EQ(at(image, 9, 3), colors().pec);
}

TEST_F(RenderTest, OwnersDeleteOnceAndMove) {
  GlBuffer a = GlBuffer::create();
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, a.id());
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  const GLuint id = a.id();
  GlBuffer b = std::move(a);
  EXPECT_FALSE(static_cast<bool>(a));
  EXPECT_EQ(b.id(), id);
  EXPECT_TRUE(glIsBuffer(id));
  b = GlBuffer::create();
  EXPECT_FALSE(glIsBuffer(id));
  static_assert(!std::is_copy_constructible_v<GlTexture> && std::is_nothrow_move_constructible_v<GlTexture>);
}

TEST_F(RenderTest, GlErrorsSayWhereAndWhat) {
  glEnable(0xFFFF);
  try {
    EZ_GL_CHECK("enabling nonsense");
    FAIL() << "no GlError";
  } catch (const GlError& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("render_test.cpp:"), std::string::npos) << text;
    EXPECT_NE(text.find("enabling nonsense: OpenGL says invalid enum"), std::string::npos) << text;
  }
  EXPECT_NO_THROW(EZ_GL_CHECK("nothing"));
  glEnable(0xFFFF);
  testing::internal::CaptureStderr();
  EZ_GL_LOG("enabling nonsense");
  EXPECT_NE(testing::internal::GetCapturedStderr().find("invalid enum"), std::string::npos);
}

TEST_F(RenderTest, ShaderMistakesAreNamedWithTheCompilersWords) {
  const ShaderFile triangle = shader_file("triangle.vert.glsl");
  const auto words_of = [](ShaderFile vertex, ShaderFile fragment) -> std::string {
    try {
      const ShaderProgram program(vertex, fragment);
    } catch (const GlError& e) {
      return e.what();
    }
    return "no error";
  };
  const std::string unknown = words_of(triangle, {"unknown.glsl", "out vec4 c; void main() { c = vec4(nowhere); }"});
  EXPECT_NE(unknown.find("shader unknown.glsl does not compile"), std::string::npos) << unknown;
  EXPECT_NE(unknown.find("nowhere"), std::string::npos) << unknown;
  const std::string apart = words_of({"an_int.glsl", "uniform int k; void main() { gl_Position = vec4(float(k)); }"},
                                     {"a_vector.glsl", "uniform vec4 k; out vec4 c; void main() { c = k; }"});
  EXPECT_NE(apart.find("an_int.glsl and a_vector.glsl do not link"), std::string::npos) << apart;
  EXPECT_THROW(shader_file("absent.glsl"), GlError);
  ShaderProgram program("triangle.vert.glsl", "field.frag.glsl");
  EXPECT_TRUE(program.has("inverse_range"));
  EXPECT_FALSE(program.has("colour"));
}

// ---- off-screen

TEST_F(RenderTest, DevicesCanBeChosenAndAWrongOneIsRefused) {
  EXPECT_FALSE(context_->device_name().empty());
  const auto devices = OffscreenContext::devices();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    EXPECT_FALSE(devices[i].name.empty());
    if (!devices[i].software && !devices[i].nvidia) continue;  // a GPU whose device file may be closed to this user
    const OffscreenContext other(static_cast<int>(i));
    EXPECT_EQ(other.device_name(), devices[i].name);
    EXPECT_FALSE(gl_description().empty());
  }
  context_->make_current();
  EXPECT_THROW(OffscreenContext(static_cast<int>(devices.size())), OffscreenError);
  context_->release_current();
  context_->make_current();
}

}  // namespace
}  // namespace ez
