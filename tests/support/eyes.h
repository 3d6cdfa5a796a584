// Colours as people see them: CIELAB (D65), and the colours that remain in colour-blind vision.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ez {

struct Rgb {  // linear light
  double r, g, b;
};
struct Lab {
  double l, a, b;
};

inline double linear(std::uint32_t byte) {
  const double c = static_cast<double>(byte & 255) / 255;
  return c > 0.04045 ? std::pow((c + 0.055) / 1.055, 2.4) : c / 12.92;
}

inline Rgb linear_rgb(std::uint32_t c) { return {linear(c >> 16), linear(c >> 8), linear(c)}; }

inline Lab cielab(Rgb c) {
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f((0.4124564 * c.r + 0.3575761 * c.g + 0.1804375 * c.b) / 0.95047);
  const double y = f(0.2126729 * c.r + 0.7151522 * c.g + 0.0721750 * c.b);
  const double z = f((0.0193339 * c.r + 0.1191920 * c.g + 0.9503041 * c.b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

inline double difference(Lab p, Lab q) { return std::hypot(p.l - q.l, p.a - q.a, p.b - q.b); }

// G. M. Machado et al. 2009, severity 1, on linear light.
struct Vision {
  const char* name;
  double m[3][3];
};
inline constexpr Vision visions[] = {
    {"normal", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"protanopia", {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {"deuteranopia",
     {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {"tritanopia",
     {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}};

inline Lab seen(const Vision& v, std::uint32_t color) {
  const Rgb c = linear_rgb(color);
  const auto row = [&](const double(&m)[3]) { return std::clamp(m[0] * c.r + m[1] * c.g + m[2] * c.b, 0.0, 1.0); };
  return cielab({row(v.m[0]), row(v.m[1]), row(v.m[2])});
}

}  // namespace ez
