// The independent reference, part 1: the meaning of a scene at every node. The plain loops are written from Maxwell's
// equations and the documented conventions alone. Of the solver only the Scene values are used, and none of its
// functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "solver/scene/scene.h"

namespace reference {

inline constexpr double pi = 3.14159265358979323846;
inline constexpr double c = 299792458.0;
inline constexpr double mu0 = 4e-7 * pi;
inline constexpr double eps0 = 1.0 / (mu0 * c * c);
inline constexpr double eta0 = mu0 * c;

struct Medium {
  double eps = 1, mu = 1, sigma = 0, sigma_m = 0;
  bool pec = false, pmc = false;
};

inline bool conducts(const Medium& m) { return m.pec || m.pmc; }  // perfectly, so there is no field inside

inline bool same(const Medium& a, const Medium& b) {
  return a.eps == b.eps && a.mu == b.mu && a.sigma == b.sigma && a.sigma_m == b.sigma_m && a.pec == b.pec &&
         a.pmc == b.pmc;
}

struct Point {
  double x, y;  // m
};

// Lengths in metres. In `cell` units positions count in cells of their axis, and radii in cells along x.
struct Metres {
  double x = 1, y = 1, dx = 0, dy = 0;
  explicit Metres(const ez::Scene& s) {
    const double unit[] = {1, 1e-2, 1e-3, 1e-6, 1e-9};
    if (s.unit == ez::Unit::cell) {
      dx = x = s.grid.dx;
      dy = y = s.grid.dy;
    } else {
      x = y = unit[static_cast<int>(s.unit)];
      dx = s.grid.dx * x;
      dy = s.grid.dy * x;
    }
  }
  Point at(ez::Vec2 p) const { return {p.x * x, p.y * y}; }
  double radius(double r) const { return r * x; }
};

inline double distance_to_segment(Point p, Point a, Point b) {
  const double ux = b.x - a.x, uy = b.y - a.y, length2 = ux * ux + uy * uy;
  double t = length2 > 0 ? ((p.x - a.x) * ux + (p.y - a.y) * uy) / length2 : 0;
  t = std::clamp(t, 0.0, 1.0);
  return std::hypot(p.x - a.x - t * ux, p.y - a.y - t * uy);
}

// Transforms into the axes of something rotated by `degrees` about `center`.
inline Point turned_back(Point p, Point center, double degrees) {
  const double a = degrees * pi / 180, x = p.x - center.x, y = p.y - center.y;
  return {x * std::cos(a) + y * std::sin(a), -x * std::sin(a) + y * std::cos(a)};
}

// Decides if p is in the closed shape, grown by `rim` metres.
struct Inside {
  Metres m;
  Point p;
  double rim;
  bool operator()(const ez::Circle& s) const {
    const Point o = m.at(s.center);
    return std::hypot(p.x - o.x, p.y - o.y) <= m.radius(s.radius) + rim;
  }
  bool operator()(const ez::Ring& s) const {
    const Point o = m.at(s.center);
    const double r = std::hypot(p.x - o.x, p.y - o.y);
    return r <= m.radius(s.outer) + rim && r >= m.radius(s.inner) - rim;
  }
  bool operator()(const ez::Ellipse& s) const {
    const Point q = turned_back(p, m.at(s.center), s.angle);
    return std::hypot(q.x / (m.radius(s.radii.x) + rim), q.y / (m.radius(s.radii.y) + rim)) <= 1;
  }
  bool operator()(const ez::Rect& s) const {
    const Point a = m.at(s.min), b = m.at(s.max);
    return p.x >= a.x - rim && p.x <= b.x + rim && p.y >= a.y - rim && p.y <= b.y + rim;
  }
  bool operator()(const ez::TurnedRect& s) const {
    const Point q = turned_back(p, m.at(s.center), s.angle);
    return std::abs(q.x) <= s.size.x * m.x / 2 + rim && std::abs(q.y) <= s.size.y * m.y / 2 + rim;
  }
  bool operator()(const ez::Polygon& s) const {
    bool odd = false;
    for (std::size_t k = 0; k < s.points.size(); ++k) {
      const Point a = m.at(s.points[k]), b = m.at(s.points[(k + 1) % s.points.size()]);
      if (distance_to_segment(p, a, b) <= rim) return true;
      if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) odd = !odd;
    }
    return odd;
  }
  bool operator()(const ez::ImageShape& s) const {
    const Point a = m.at(s.min), b = m.at(s.max);
    const int w = s.picture.width(), h = s.picture.height();
    const double column = (p.x - a.x) / (b.x - a.x) * w, row = (b.y - p.y) / (b.y - a.y) * h;
    if (column < 0 || row < 0 || column > w || row > h) return false;
    return s.picture.row(std::min(static_cast<int>(row), h - 1))[std::min(static_cast<int>(column), w - 1)] >= 128;
  }
  bool operator()(const ez::Stroke& s) const {
    for (std::size_t k = 0; k < s.points.size(); ++k)
      if (distance_to_segment(p, m.at(s.points[k]), m.at(s.points[std::min(k + 1, s.points.size() - 1)])) <=
          m.radius(s.radius) + rim)
        return true;
    return false;
  }
};

inline Medium medium_named(const ez::Scene& s, const std::string& name) {
  Medium m;
  m.pec = name == "pec";
  m.pmc = name == "pmc";
  for (const ez::Material& material : s.materials)
    if (material.name == name) m = {material.eps, material.mu, material.sigma, material.sigma_m, false, false};
  return m;
}

// Returns the medium of every node: that of the last shape that contains it.
inline std::vector<Medium> media_of(const ez::Scene& s) {
  const Metres m(s);
  std::vector<Medium> out(static_cast<std::size_t>(s.grid.nx) * static_cast<std::size_t>(s.grid.ny),
                          medium_named(s, s.grid.background));
  for (const ez::Shape& shape : s.shapes) {
    const Medium medium = medium_named(s, shape.material);
    std::size_t k = 0;
    for (int j = 0; j < s.grid.ny; ++j)
      for (int i = 0; i < s.grid.nx; ++i, ++k)
        if (std::visit(Inside{m, {i * m.dx, j * m.dy}, 1e-6 * std::min(m.dx, m.dy)}, shape.geometry)) out[k] = medium;
  }
  return out;
}

// Numerical stretch of one axis: κ, b, c at nodes and between them (half i is at i + ½).
struct Stretching {
  std::vector<double> kappa, b, c, kappa_half, b_half, c_half;
};
inline Stretching stretching(const ez::Scene& s, int n, double delta, double dt, bool low, bool high, double low_factor,
                             double high_factor) {
  const ez::CpmlGrading& g = s.boundary.cpml;
  const Medium back = medium_named(s, s.grid.background);
  const double sigma_max = g.sigma * 0.8 * (g.order + 1) / (eta0 * delta * std::sqrt(back.eps * back.mu));
  const double alpha_max = g.alpha.value_or(2e-5 / delta);
  const auto size = static_cast<std::size_t>(n);
  Stretching out{std::vector<double>(size, 1), std::vector<double>(size), std::vector<double>(size),
                 std::vector<double>(size, 1), std::vector<double>(size), std::vector<double>(size)};
  const auto depth = [&](double x) {  // of a place x cells from the first node; 0 outside the layers
    double u = 0;
    if (low && x < g.cells) u = (g.cells - x) / g.cells;
    if (high && n - 1 - x < g.cells) u = (g.cells - (n - 1 - x)) / g.cells;
    return u;
  };
  const auto set = [&](double x, double& kappa, double& b, double& c_) {
    const double u = depth(x), factor = 2 * x < n ? low_factor : high_factor;
    if (u <= 0) return;
    const double sigma = factor * sigma_max * std::pow(u, g.order), alpha = alpha_max * std::pow(1 - u, g.alpha_order);
    kappa = 1 + (g.kappa - 1) * std::pow(u, g.order);
    b = std::exp(-(sigma / kappa + alpha) * dt / eps0);
    c_ = sigma > 0 ? sigma / (sigma * kappa + kappa * kappa * alpha) * (b - 1) : 0;
  };
  for (std::size_t i = 0; i < size; ++i) {
    set(static_cast<double>(i), out.kappa[i], out.b[i], out.c[i]);
    if (i + 1 < size) set(static_cast<double>(i) + 0.5, out.kappa_half[i], out.b_half[i], out.c_half[i]);
  }
  return out;
}

inline double waveform(const ez::Waveform& w, double t) {
  if (const auto* cw = std::get_if<ez::Cw>(&w)) {
    const double grown = t * cw->frequency;
    const double ramp = grown < cw->ramp ? std::pow(std::sin(pi * grown / (2 * cw->ramp)), 2) : 1;
    return ramp * std::sin(2 * pi * cw->frequency * t + cw->phase * pi / 180);
  }
  if (const auto* g = std::get_if<ez::Gaussian>(&w))
    return std::exp(-0.5 * std::pow((t - g->delay.value_or(4.5 * g->width)) / g->width, 2));
  if (const auto* m = std::get_if<ez::Modulated>(&w)) {
    const double u = t - m->delay.value_or(4.5 * m->width);
    return std::exp(-0.5 * std::pow(u / m->width, 2)) * std::sin(2 * pi * m->frequency * u + m->phase * pi / 180);
  }
  if (const auto* h = std::get_if<ez::Hann>(&w)) {
    const double u = h->frequency * (t - h->delay);
    const double window = u >= 0 && u <= h->cycles ? std::pow(std::sin(pi * u / h->cycles), 2) : 0;
    return window * std::sin(2 * pi * u + h->phase * pi / 180);
  }
  if (const auto* c = std::get_if<ez::Chirp>(&w)) {
    const double u = t - c->delay, tenth = 0.1 * c->duration, edge = std::min(u, c->duration - u);
    const double fade = edge < 0 ? 0 : edge < tenth ? std::pow(std::sin(pi * edge / (2 * tenth)), 2) : 1;
    const double swept = c->from * u + (c->to - c->from) * u * u / (2 * c->duration);
    return fade * std::sin(2 * pi * swept + c->phase * pi / 180);
  }
  if (const auto* s = std::get_if<ez::Step>(&w)) {
    const double u = (t - s->delay) / s->rise;
    return u < 0 ? 0 : u > 1 ? 1 : std::pow(std::sin(pi * u / 2), 2);
  }
  if (const auto* p = std::get_if<ez::Tabulated>(&w)) {
    for (std::size_t k = 1; k < p->t.size(); ++k)
      if (const double a = p->t[k - 1], b = p->t[k]; t >= a && t <= b)
        return (p->w[k - 1] * (b - t) + p->w[k] * (t - a)) / (b - a);
    return 0;
  }
  const auto& r = std::get<ez::Ricker>(w);
  const double a = std::pow(pi * r.frequency * (t - r.delay.value_or(1.5 / r.frequency)), 2);
  return (1 - 2 * a) * std::exp(-a);
}

struct Driven {  // one node that a source drives
  std::size_t node = 0;
  double share = 1;  // ampere per unit of amplitude (for a line: its length per node)
};
inline std::vector<Driven> driven_nodes(const ez::Scene& s, const ez::Source& source) {
  const Metres m(s);
  const auto node = [&](ez::Vec2 p, int& i, int& j) {
    i = static_cast<int>(std::floor(m.at(p).x / m.dx + 0.5 + 1e-6));
    j = static_cast<int>(std::floor(m.at(p).y / m.dy + 0.5 + 1e-6));
  };
  const auto index = [&](int i, int j) {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(s.grid.nx) + static_cast<std::size_t>(i);
  };
  int i = 0, j = 0, i1 = 0, j1 = 0;
  if (const auto* point = std::get_if<ez::PointSource>(&source.geometry)) {
    node(point->at, i, j);
    return {{index(i, j), 1}};
  }
  const auto& line = std::get<ez::LineSource>(source.geometry);
  node(line.from, i, j);
  node(line.to, i1, j1);
  const int count = std::max(std::abs(i1 - i), std::abs(j1 - j));
  std::vector<Driven> out;
  for (int k = 0; k <= count; ++k)  // the nearest node of each column or row; tests avoid ties
    out.push_back({index(i + static_cast<int>(std::lround(double(k) * (i1 - i) / count)),
                         j + static_cast<int>(std::lround(double(k) * (j1 - j) / count))),
                   std::hypot((i1 - i) * m.dx, (j1 - j) * m.dy) / count});
  return out;
}

}  // namespace reference
