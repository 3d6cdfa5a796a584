// Tests the picture pixel by pixel: known numbers give known colours, and no size, context or mistake breaks it.
#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "render_fixture.h"

namespace ez {
namespace {

// ---- colours

TEST_F(RenderTest, every_entry_of_every_map_is_reached_by_its_number) {
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

TEST_F(RenderTest, zero_is_exactly_neutral_and_the_ends_clip) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  using Colors = std::vector<std::uint32_t>;
  const std::vector<float> numbers = {0.0f, -0.0f, tiny, -1e-30f, 9e-4f, -1.0f, -1e30f, 1.0f, 3e38f};
  const std::uint32_t z = 0x0B0D10, low = 0xB8DFFF, high = 0xFFDCB2;
  EXPECT_EQ(colors_of(numbers), (Colors{z, z, z, z, z, low, low, high, high}));
  style_.layer.dark = false;
  EXPECT_EQ(colors_of({0, -1, 1}), (Colors{0xFBFBF9, 0x083572, 0x7F2D04}));
}

TEST_F(RenderTest, gain_multiplies_and_an_invalid_range_counts_as_one) {
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
  style_.range = 1e-44f;  // its inverse exceeds a float
  EXPECT_EQ(colors_of({0, 1}), (std::vector<std::uint32_t>{0x0B0D10, 0xFFDCB2}));
}

TEST_F(RenderTest, unsigned_quantities_show_magnitudes_from_zero_to_the_range) {
  style_.is_signed = false;
  style_.range = 4;
  style_.colormap = "viridis";
  const ColormapTable viridis = colormap_table("viridis", true);
  EXPECT_EQ(colors_of({-1, 0, 1, 2, 4, -9}), (std::vector<std::uint32_t>{viridis[128], viridis[0], viridis[128],
                                                                         viridis[255], viridis[510], viridis[510]}));
  style_.colormap = "blue-red";  // a diverging map: its upper half
  const ColormapTable map = colormap_table("blue-red", true);
  EXPECT_EQ(colors_of({-2, 0, 2, 4}), (std::vector<std::uint32_t>{map[383], map[255], map[383], map[510]}));
}

TEST_F(RenderTest, a_logarithmic_range_shows_a_decade_as_a_fixed_colour_step) {
  style_.logarithmic = true;
  style_.decades = 5;
  style_.range = 100;
  const ColormapTable table = colormap_table("blue-red", true);
  const std::vector<float> numbers = {0, 1e-4f, -1e-4f, 1e-2f, -1e-2f, 1, -1, 10, -10, 100, -100, 1e5f};
  const std::vector<int> entries = {255, 255, 255, 306, 204, 408, 102, 459, 51, 510, 0, 510};  // 51 per decade
  const auto colors = colors_of(numbers);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const auto i = static_cast<std::size_t>(entries[k]);
    // log2 is not exact in a shader, so a neighbouring entry is accepted.
    EXPECT_TRUE(colors[k] == table[i] || colors[k] == table[i > 0 ? i - 1 : i] ||
                colors[k] == table[i < 510 ? i + 1 : i])
        << numbers[k];
    EXPECT_NEAR(colormap_coordinate(style_, numbers[k]), entries[k] / 510.0, 1e-6) << numbers[k];
  }
}

TEST_F(RenderTest, the_colour_bars_coordinate_is_the_shaders) {
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

TEST_F(RenderTest, values_that_are_not_finite_are_visible) {
  for (const bool logarithmic : {false, true}) {
    style_.logarithmic = logarithmic;
    const auto c = colors_of({0, nan_value, 0, infinity, 0, -infinity, 0, -nan_value});
    for (std::size_t k = 0; k < c.size(); ++k) EXPECT_EQ(c[k], k % 2 == 1 ? colors().not_a_number : 0x0B0D10u) << k;
  }
  for (const std::string_view name : colormap_names()) {  // no number has this colour
    for (const std::uint32_t c : colormap_table(name, true)) EXPECT_NE(c, colors().not_a_number);
  }
}

TEST_F(RenderTest, row_zero_is_the_bottom_row) {
  fill_field(3, 2, [](int x, int y) { return x == 2 && y == 0 ? 1.0f : x == 0 && y == 1 ? -1.0f : 0.0f; });
  const Image image = draw();
  EXPECT_EQ(image.rgb(2, 1), 0xFFDCB2u);
  EXPECT_EQ(image.rgb(0, 0), 0xB8DFFFu);
  EXPECT_EQ(image.rgb(0, 1), 0x0B0D10u);
}

TEST_F(RenderTest, draws_inside_its_rectangle_only) {
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

TEST_F(RenderTest, es_context_draws_the_same_picture) {
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

// ---- buffers and sizes

TEST_F(RenderTest, survives_being_minimised_and_restored) {
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
  EXPECT_EQ(at(draw(), 2, 2), 0x0B0D10u);  // zero instead of the old content
  fill_field(6, 6, [](int, int) { return -1.0f; });
  EXPECT_EQ(at(draw(), 2, 2), 0xB8DFFFu);
}

TEST_F(RenderTest, old_size_is_stretched_until_the_next_frame) {
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

TEST_F(RenderTest, owners_delete_once_and_move) {
  GlBuffer a = GlBuffer::create();
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, a.id());
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  const GLuint id = a.id();
  GlBuffer b = std::move(a);
  EXPECT_FALSE(static_cast<bool>(a));  // NOLINT(bugprone-use-after-move): that it is empty is the promise
  EXPECT_EQ(b.id(), id);
  EXPECT_TRUE(glIsBuffer(id));
  b = GlBuffer::create();
  EXPECT_FALSE(glIsBuffer(id));
  static_assert(!std::is_copy_constructible_v<GlTexture> && std::is_nothrow_move_constructible_v<GlTexture>);
}

TEST_F(RenderTest, gl_errors_report_place_and_kind) {
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

TEST_F(RenderTest, shader_mistakes_are_reported_with_the_compilers_words) {
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

TEST(Shaders, are_plain_ascii) {  // older compilers fail on anything else, even in comments
  for (const char* name : {"triangle.vert.glsl", "field.frag.glsl", "layer.frag.glsl"}) {
    EXPECT_TRUE(std::ranges::all_of(shader_file(name).text, [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }))
        << name;
  }
}

// ---- off-screen

TEST_F(RenderTest, devices_can_be_chosen_and_a_wrong_one_is_refused) {
  EXPECT_FALSE(context_->device_name().empty());
  const auto devices = OffscreenContext::devices();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    EXPECT_FALSE(devices[i].name.empty());
    if (!devices[i].software && !devices[i].nvidia) continue;  // a GPU may be closed to this user
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
