// Not a test: measures the time to draw a frame and writes pictures of it: a wave behind a double slit that meets a
// disc of glass.
//   picture_bench [FOLDER]     FOLDER: where to write the pictures as PNG
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <vector>

#include "render/field_painter.h"
#include "render/offscreen.h"

namespace {

using Clock = std::chrono::steady_clock;

struct Wave {
  int width, height;
  std::vector<float> field;
  std::vector<std::uint16_t> material;  // 0 vacuum, 1 conductor, 3 glass
  int layer = 12;                       // absorbing cells on each side
};

std::uint16_t material_at(int x, int y, int width, int height) {
  const double dx = x - 0.68 * width, dy = y - 0.62 * height, r = 0.17 * height;
  if (dx * dx + dy * dy < r * r) return 3;
  const double from_axis = std::abs(y - 0.5 * height);
  const bool slit = from_axis > 0.065 * height && from_axis < 0.11 * height;
  return x >= 0.22 * width && x < 0.22 * width + 4 && !slit ? 1 : 0;
}

std::size_t index(int x, int y, int width) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

// Solves the scalar wave equation u_tt = c²∇²u by leapfrog, with a plane source at the left and damped edges.
Wave make_wave(int width, int height) {
  Wave w{width, height, {}, {}};
  const auto n = index(0, height, width);
  w.material.resize(n);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) w.material[index(x, y, width)] = material_at(x, y, width, height);
  }
  std::vector<float> now(n), before(n), next(n);
  const int steps = width * 2;
  for (int step = 0; step < steps; ++step) {
    for (int y = 1; y + 1 < height; ++y) {
      for (int x = 1; x + 1 < width; ++x) {
        const auto k = index(x, y, width), row = static_cast<std::size_t>(width);
        if (w.material[k] == 1) continue;
        const float c2 = w.material[k] == 3 ? 0.48f / 2.25f : 0.48f;
        const int edge = std::min({x, y, width - 1 - x, height - 1 - y});
        const float damping = edge < 24 ? 0.12f * std::pow(static_cast<float>(24 - edge) / 24, 3.0f) : 0;
        const float laplacian = now[k - 1] + now[k + 1] + now[k - row] + now[k + row] - 4 * now[k];
        next[k] = (2 * now[k] - (1 - damping) * before[k] + c2 * laplacian) / (1 + damping);
        if (x == 26)
          next[k] +=
              0.11f * std::sin(0.24f * static_cast<float>(step)) * std::min(1.0f, static_cast<float>(step) / 80.0f);
      }
    }
    std::swap(before, now);
    std::swap(now, next);
  }
  w.field = now;
  return w;
}

float sample(const Wave& w, double x, double y) {
  const double cx = std::clamp(x, 0.0, w.width - 1.001), cy = std::clamp(y, 0.0, w.height - 1.001);
  const int i = static_cast<int>(cx), j = static_cast<int>(cy);
  const auto at = [&](int a, int b) { return static_cast<double>(w.field[index(a, b, w.width)]); };
  const double u = cx - i, v = cy - j;
  return static_cast<float>((1 - v) * ((1 - u) * at(i, j) + u * at(i + 1, j)) +
                            v * ((1 - u) * at(i, j + 1) + u * at(i + 1, j + 1)));
}

struct View {
  double x0, y0, cells_per_pixel;
};

void fill(ez::FieldPicture& field, ez::MaterialPicture& materials, const Wave& w, View view, int width, int height) {
  field.resize(width, height);
  std::vector<std::uint16_t> indices(index(0, height, width));
  float* to = field.map();
  for (int py = 0; py < height; ++py) {
    for (int px = 0; px < width; ++px) {
      const double x = view.x0 + (px + 0.5) * view.cells_per_pixel, y = view.y0 + (py + 0.5) * view.cells_per_pixel;
      const auto k = index(px, py, width);
      to[k] = sample(w, x, y);
      const int i = std::clamp(static_cast<int>(std::floor(x + 0.5)), 0, w.width - 1);
      const int j = std::clamp(static_cast<int>(std::floor(y + 0.5)), 0, w.height - 1);
      indices[k] = w.material[index(i, j, w.width)];
    }
  }
  field.unmap();
  field.upload();
  materials.set_indices(width, height, indices);
}

ez::PictureStyle style_of(const Wave& w, View view, bool dark) {
  ez::PictureStyle style;
  style.layer.dark = dark;
  style.layer.x0 = view.x0;
  style.layer.y0 = view.y0;
  style.layer.cells_per_pixel_x = style.layer.cells_per_pixel_y = view.cells_per_pixel;
  const auto pixels = [&](double cells) { return static_cast<float>(cells / view.cells_per_pixel); };
  style.layer.grid = ez::PixelRect{pixels(-0.5 - view.x0), pixels(-0.5 - view.y0), pixels(w.width - 0.5 - view.x0),
                                   pixels(w.height - 0.5 - view.y0)};
  style.layer.absorber.fill(pixels(w.layer));
  return style;
}

struct Time {
  double wall, cpu;  // ms; cpu: of all threads of the process together, which depends less on other programs
};

// Returns the median over the runs.
template <class F>
Time time_of(int runs, F f) {
  std::vector<double> wall, cpu;
  for (int n = 0; n < runs; ++n) {
    const auto start = Clock::now();
    const std::clock_t cpu_start = std::clock();
    f();
    glFinish();
    wall.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    cpu.push_back(1e3 * static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC);
  }
  const auto median = [](std::vector<double>& ms) {
    std::nth_element(ms.begin(), ms.begin() + static_cast<std::ptrdiff_t>(ms.size() / 2), ms.end());
    return ms[ms.size() / 2];
  };
  return {median(wall), median(cpu)};
}

struct Cost {
  Time draw;   // the same picture again
  Time frame;  // new numbers: copied into the buffer and the texture, then drawn
  Time layer;  // the static layer painted again as well
};

Cost measure(ez::FieldPainter& painter, ez::FieldPicture& field, const ez::MaterialPicture& materials,
             ez::PictureStyle style, int width, int height) {
  const std::vector<float> numbers(field.bytes() / sizeof(float), 0.25f);
  const auto draw = [&] { painter.draw(field, materials, style, 0, 0, width, height); };
  draw();
  Cost cost{};
  cost.draw = time_of(100, draw);
  cost.frame = time_of(100, [&] {
    std::copy(numbers.begin(), numbers.end(), field.map());
    field.unmap();
    field.upload();
    draw();
  });
  cost.layer = time_of(50, [&] {
    style.layer.tint = style.layer.tint == 0.16f ? 0.17f : 0.16f;
    draw();
  });
  return cost;
}

}  // namespace

int main(int argc, char** argv) {
  const ez::OffscreenContext context;
  fmt::print("{}\n", ez::gl_description());
  const Wave wave = make_wave(480, 322);
  const ez::MaterialColor palette[] = {
      {0, ez::Fill::none}, {0, ez::Fill::pec}, {0, ez::Fill::pmc}, {0x88C0FF, ez::Fill::tint}};
  const View whole{-0.5, -0.5, 0.5}, wide{-40.5, -27, 0.5833}, close{270.3, 195.7, 1 / 22.0};
  const struct {
    const char* name;
    int width, height;
    View view;
    bool dark, logarithmic, material;
    const char* colormap;
  } pictures[] = {{"dark", 960, 644, whole, true, false, false, "blue-red"},
                  {"light", 960, 644, whole, false, false, false, "blue-red"},
                  {"dark-log", 960, 644, whole, true, true, false, "blue-red"},
                  {"wide", 960, 644, wide, true, false, false, "blue-red"},
                  {"close", 960, 644, close, true, false, false, "blue-red"},
                  {"close-light", 960, 644, close, false, false, false, "blue-red"},
                  {"material", 960, 644, whole, true, false, true, "blue-red"},
                  {"large", 1520, 1004, {-0.5, -0.5, 322.0 / 1004}, true, false, false, "blue-red"}};
  fmt::print("{:<12} {:>11}  {:>16}  {:>16}  {:>16}\n", "wall (cpu) ms", "size", "draw", "numbers + draw",
             "layer + draw");
  for (const auto& p : pictures) {
    ez::FieldPainter painter;
    ez::FieldPicture field;
    ez::MaterialPicture materials;
    materials.set_palette(palette);
    fill(field, materials, wave, p.view, p.width, p.height);
    ez::PictureStyle style = style_of(wave, p.view, p.dark);
    style.colormap = p.colormap;
    style.logarithmic = p.logarithmic;
    style.range = 0.7f;
    style.layer.show_material = p.material;
    const ez::OffscreenTarget target(p.width, p.height);
    target.bind();
    painter.draw(field, materials, style, 0, 0, p.width, p.height);
    if (argc > 1)
      std::ofstream(std::filesystem::path(argv[1]) / (std::string(p.name) + ".png")) << ez::encode_png(target.read());
    const Cost cost = measure(painter, field, materials, style, p.width, p.height);
    const auto text = [](Time t) { return fmt::format("{:.2f} ({:.2f})", t.wall, t.cpu); };
    fmt::print("{:<13} {:>5}x{:<5} {:>16}  {:>16}  {:>16}\n", p.name, p.width, p.height, text(cost.draw),
               text(cost.frame), text(cost.layer));
  }
}
