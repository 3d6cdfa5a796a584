// A context without a window, a picture to fill and a painter to draw it. Skips only if there is no EGL at all.
#pragma once

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "render/field_painter.h"
#include "render/offscreen.h"

namespace ez {

inline constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
inline constexpr float infinity = std::numeric_limits<float>::infinity();

inline bool egl_is_there() { return dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) != nullptr; }

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
  // Returns the colours of one row of numbers.
  std::vector<std::uint32_t> colors_of(const std::vector<float>& numbers) {
    fill_field(static_cast<int>(numbers.size()), 1, [&](int x, int) { return numbers[static_cast<std::size_t>(x)]; });
    const Image image = draw();
    std::vector<std::uint32_t> colors;
    for (int x = 0; x < image.width; ++x) colors.push_back(image.rgb(x, 0));
    return colors;
  }
  // y counts from the bottom, as in the field.
  static std::uint32_t at(const Image& image, int x, int y) { return image.rgb(x, image.height - 1 - y); }
  PictureColors colors() const { return picture_colors(style_.layer.dark); }

  std::optional<OffscreenContext> context_;
  std::optional<FieldPainter> painter_;
  std::optional<FieldPicture> field_;
  std::optional<MaterialPicture> materials_;
  std::optional<OffscreenTarget> target_;
  PictureStyle style_;
};

}  // namespace ez
