// The independent reference, part 2: TMz and TEz advanced by plain double loops over unscaled physical fields. The two
// are written separately, each from its own Maxwell equations, so that they test the solver's duality instead of
// repeating it.
//   TMz  ∂Hx/∂t = −(1/μ)(∂Ez/∂y + σm Hx)   ∂Hy/∂t = (1/μ)(∂Ez/∂x − σm Hy)
//        ∂Ez/∂t = (1/ε)(∂Hy/∂x − ∂Hx/∂y − σ Ez − Jz)
//   TEz  ∂Ex/∂t = (1/ε)(∂Hz/∂y − σ Ex)     ∂Ey/∂t = −(1/ε)(∂Hz/∂x + σ Ey)
//        ∂Hz/∂t = (1/μ)(∂Ex/∂y − ∂Ey/∂x − σm Hz − Mz)
// Losses are semi-implicit. The order of a step is transverse field, z field, soft sources, hard sources, Mur nodes. A
// periodic axis has one more transverse node at its end, between the last node and the first.
#pragma once

#include <array>
#include <complex>
#include <utility>

#include "reference_parts.h"

namespace reference {

using Field = std::vector<double>;

// Δu = gain·(curl) with the semi-implicit loss: u ← keep·u + gain·(curl).
struct Update {
  double keep = 0, gain = 0;
};
inline Update update(double permittivity, double conductivity, double dt) {
  const double s = conductivity * dt / (2 * permittivity);
  return {(1 - s) / (1 + s), dt / permittivity / (1 + s)};
}

// Common part of TMz and TEz: a z field at the nodes, boundaries that hold it at zero or mirror the transverse field,
// and Mur boundaries.
class March {
 public:
  // Boundaries of kind `zero_wall`, and those behind a CPML, hold the z field at zero. The other conductor mirrors.
  March(const ez::Scene& scene, ez::BoundaryKind zero_wall)
      : scene_(scene), nx_(scene.grid.nx), ny_(scene.grid.ny), m_(scene), medium_(reference::media_of(scene)) {
    const auto& side = scene.boundary.side;  // left, right, bottom, top
    const auto holds = [&](int k) {
      return side[static_cast<std::size_t>(k)] == zero_wall ||
             side[static_cast<std::size_t>(k)] == ez::BoundaryKind::cpml;
    };
    const auto is = [&](int k, ez::BoundaryKind kind) { return side[static_cast<std::size_t>(k)] == kind; };
    dt_ = scene.grid.courant / (c * std::sqrt(1 / (m_.dx * m_.dx) + 1 / (m_.dy * m_.dy)));
    const auto& factor = scene.boundary.cpml.factor;
    x_ = stretching(scene, nx_, m_.dx, dt_, is(0, ez::BoundaryKind::cpml), is(1, ez::BoundaryKind::cpml), factor[0],
                    factor[1]);
    y_ = stretching(scene, ny_, m_.dy, dt_, is(2, ez::BoundaryKind::cpml), is(3, ez::BoundaryKind::cpml), factor[2],
                    factor[3]);
    for (int k = 0; k < 4; ++k) {
      held_[k] = holds(k);
      second_[k] = is(k, ez::BoundaryKind::mur2);
      mur_[k] = is(k, ez::BoundaryKind::mur1) || second_[k];
      depth_[k] = is(k, ez::BoundaryKind::cpml) ? scene.boundary.cpml.cells : 0;
    }
    wraps_x_ = is(0, ez::BoundaryKind::periodic);
    wraps_y_ = is(2, ez::BoundaryKind::periodic);
    for (const ez::Source& source : scene.sources) driven_.push_back({source, driven_nodes(scene, source), {}, {}, 0});
    for (Field* f : {&z, &tx, &ty, &px_, &py_, &qx_, &qy_}) f->assign(medium_.size(), 0);
    old_.assign(medium_.size(), 0);
    older_.fill(old_);
  }
  virtual ~March() = default;

  void run(int steps) {
    for (int k = 0; k < steps; ++k) step();
  }
  void step() {
    move_transverse();
    old_ = z;
    move_z();
    for (bool hard : {false, true}) drive(hard);
    absorb();
    older_.fill(old_);
    ++n_;
  }
  // Continues from the fields of another march on the same grid, after an edit. ψ is kept if the layer kept its depth.
  // A Mur boundary starts from the present field. A periodic axis starts from zero between its last node and its first.
  // Soft sources that were edited cross-fade.
  void take_over(const March& before) {
    z = before.z, tx = before.tx, ty = before.ty, n_ = before.n_;
    take_over_sources(before);
    px_ = before.px_, py_ = before.py_, qx_ = before.qx_, qy_ = before.qy_;
    take_over_second_order(before);
    for (int j = 0; j < ny_ && !(wraps_x_ && before.wraps_x_); ++j) ty[index(nx_ - 1, j)] = 0;
    for (int i = 0; i < nx_ && !(wraps_y_ && before.wraps_y_); ++i) tx[index(i, ny_ - 1)] = 0;
    const auto kept = [&](int k) { return depth_[k] == before.depth_[k] ? depth_[k] : 0; };
    for (int j = 0; j < ny_; ++j)
      for (int i = 0; i < nx_; ++i) {
        const std::size_t k = index(i, j);
        if (i >= kept(0) && i <= nx_ - 1 - kept(1)) qx_[k] = 0;
        if (i >= kept(0) && i < nx_ - 1 - kept(1)) px_[k] = 0;
        if (j >= kept(2) && j <= ny_ - 1 - kept(3)) qy_[k] = 0;
        if (j >= kept(2) && j < ny_ - 1 - kept(3)) py_[k] = 0;
      }
  }
  double dt() const { return dt_; }
  double at(int i, int j) const { return z[index(i, j)]; }

  Field z;       // Ez or Hz at (i, j), t = nΔt
  Field tx, ty;  // Hx or Ex at (i, j+½), Hy or Ey at (i+½, j), t = (n−½)Δt

 protected:
  virtual void move_transverse() = 0;
  virtual void move_z() = 0;
  virtual double soft_gain(const Medium&) const = 0;  // dt/ε/(1+s) or dt/μ/(1+s')

  std::size_t index(int i, int j) const {
    return static_cast<std::size_t>(j) * static_cast<std::size_t>(nx_) + static_cast<std::size_t>(i);
  }
  bool on(int side, int i, int j) const {
    return side == 0 ? i == 0 : side == 1 ? i == nx_ - 1 : side == 2 ? j == 0 : j == ny_ - 1;
  }
  bool zero_node(int i, int j) const {
    for (int k = 0; k < 4; ++k)
      if (held_[k] && on(k, i, j)) return true;
    return conducts(medium_[index(i, j)]);
  }
  bool corner_of_two(int i, int j) const {  // Mur sides
    int sides = 0;
    for (int k = 0; k < 4; ++k) sides += mur_[k] && on(k, i, j);
    return sides == 2;
  }
  bool mur_node(int i, int j) const {
    for (int k = 0; k < 4; ++k)
      if (mur_[k] && on(k, i, j)) return true;
    return false;
  }

  // Stretched derivative: d/κ + ψ with ψ ← bψ + c·d.
  static double stretched(double d, double kappa, double b, double c_, double& psi) {
    psi = b * psi + c_ * d;
    return d / kappa + psi;
  }
  // ∂z/∂x at (i+½, j), ∂z/∂y at (i, j+½).
  double dz_dx(int i, int j) {
    const auto k = static_cast<std::size_t>(i);
    return stretched((z[index(i + 1 < nx_ ? i + 1 : 0, j)] - z[index(i, j)]) / m_.dx, x_.kappa_half[k], x_.b_half[k],
                     x_.c_half[k], px_[index(i, j)]);
  }
  double dz_dy(int i, int j) {
    const auto k = static_cast<std::size_t>(j);
    return stretched((z[index(i, j + 1 < ny_ ? j + 1 : 0)] - z[index(i, j)]) / m_.dy, y_.kappa_half[k], y_.b_half[k],
                     y_.c_half[k], py_[index(i, j)]);
  }
  // ∂ty/∂x and ∂tx/∂y at node (i, j). Beyond a mirroring boundary the transverse field is the negative of that before
  // it.
  bool has_tx(int j) const { return j < ny_ - 1 || wraps_y_; }
  bool has_ty(int i) const { return i < nx_ - 1 || wraps_x_; }
  double dty_dx(int i, int j) {
    const double right = has_ty(i) ? ty[index(i, j)] : -ty[index(i - 1, j)];
    const double left = i > 0 ? ty[index(i - 1, j)] : wraps_x_ ? ty[index(nx_ - 1, j)] : -ty[index(i, j)];
    const auto k = static_cast<std::size_t>(i);
    return stretched((right - left) / m_.dx, x_.kappa[k], x_.b[k], x_.c[k], qx_[index(i, j)]);
  }
  double dtx_dy(int i, int j) {
    const double above = has_tx(j) ? tx[index(i, j)] : -tx[index(i, j - 1)];
    const double below = j > 0 ? tx[index(i, j - 1)] : wraps_y_ ? tx[index(i, ny_ - 1)] : -tx[index(i, j)];
    const auto k = static_cast<std::size_t>(j);
    return stretched((above - below) / m_.dy, y_.kappa[k], y_.b[k], y_.c[k], qy_[index(i, j)]);
  }

  // A driving source: one of the scene, or the fading remains of one with the source that replaced it.
  struct Driving {
    ez::Source source;
    std::vector<Driven> nodes;
    std::vector<std::array<double, 2>> up, down;  // beginning and length in s of its fade-ins and fade-outs
    std::size_t place = 0;
  };
  // Grows from 0 to 1: ∫(1 − cos) over the length.
  static double grown(const std::array<double, 2>& fade, double t) {
    const double u = std::min(1.0, (t - fade[0]) / fade[1]);
    return u - std::sin(2 * pi * u) / (2 * pi);
  }
  void drive(bool hard) {
    for (const Driving& d : driven_) drive(d, hard);
    for (const Driving& d : left_) drive(d, hard);
  }
  void drive(const Driving& driving, bool hard) {
    const ez::Source& source = driving.source;
    if (!source.on || source.hard != hard) return;
    const double t = (n_ + (hard ? 1.0 : 0.5)) * dt_;
    double w = source.amplitude * waveform(source.waveform, t);
    for (const auto& fade : driving.up) w *= grown(fade, t);
    for (const auto& fade : driving.down) w *= 1 - grown(fade, t);
    for (const Driven& d : driving.nodes) {
      const int i = static_cast<int>(d.node) % nx_, j = static_cast<int>(d.node) / nx_;
      if (zero_node(i, j)) continue;
      if (hard)
        z[d.node] = w;
      else
        z[d.node] -= soft_gain(medium_[d.node]) * w * d.share / (m_.dx * m_.dy);
    }
  }
  // For CW only: one source fades into the other within a period, at least 20 steps.
  void take_over_sources(const March& before) {
    const double t = n_ * dt_;
    left_ = before.left_;
    for (std::size_t s = 0; s < driven_.size(); ++s) {
      const Driving& was = before.driven_[s];
      Driving& now = driven_[s];
      now.up = was.up;
      if (now.source == was.source) continue;
      const double f =
          std::max(std::get<ez::Cw>(was.source.waveform).frequency, std::get<ez::Cw>(now.source.waveform).frequency);
      const std::array<double, 2> fade = {t, std::max(1 / f, 20 * dt_)};
      left_.push_back(was);
      left_.back().place = s;
      for (Driving& d : left_)
        if (d.place == s) d.down.push_back(fade);
      now.up = {fade};
    }
  }

  // Returns cΔt/(Δ⊥√(εμ)) of the node.
  double courant(int side, int i, int j) const {
    const Medium& m = medium_[index(i, j)];
    return c * dt_ / ((side < 2 ? m_.dx : m_.dy) * (conducts(m) ? 1 : std::sqrt(m.eps * m.mu)));
  }
  std::size_t inwards(int side, int i, int j) const {
    return side == 0 ? index(1, j) : side == 1 ? index(nx_ - 2, j) : side == 2 ? index(i, 1) : index(i, ny_ - 2);
  }
  // Mur, first order: z₀ⁿ⁺¹ = z₁ⁿ + (S−1)/(S+1)·(z₁ⁿ⁺¹ − z₀ⁿ).
  double mur_value(int side, int i, int j) const {
    const double s = courant(side, i, j);
    const std::size_t inner = inwards(side, i, j);
    return old_[inner] + (s - 1) / (s + 1) * (z[inner] - old_[index(i, j)]);
  }
  // Returns the node one step along a side, as δ² uses it: mirrored or wrapped beyond an end.
  void step_along_side(int side, int step, int i, int j, int& bi, int& bj) const {
    bi = side < 2 ? i : i + step;
    bj = side < 2 ? j + step : j;
    if (bi < 0) bi = wraps_x_ ? nx_ - 1 : 1;
    if (bi >= nx_) bi = wraps_x_ ? 0 : nx_ - 2;
    if (bj < 0) bj = wraps_y_ ? ny_ - 1 : 1;
    if (bj >= ny_) bj = wraps_y_ ? 0 : ny_ - 2;
  }
  bool of_second_order(int side, int i, int j) const {
    int ai, aj, bi, bj;
    step_along_side(side, -1, i, j, ai, aj);
    step_along_side(side, +1, i, j, bi, bj);
    if (side < 2 ? aj < depth_[2] || bj > ny_ - 1 - depth_[3] : ai < depth_[0] || bi > nx_ - 1 - depth_[1])
      return false;
    const Medium& m = medium_[index(i, j)];
    return second_[side] && same(medium_[index(ai, aj)], m) && same(medium_[index(bi, bj)], m);
  }
  // A boundary of second order continues with the error of the first order, z₀ⁿ − z₁ⁿ⁻¹ − k·(z₁ⁿ − z₀ⁿ⁻¹). It is zero
  // if the side had another kind before. (With z₀ⁿ⁻¹ = z₁ⁿ it is z₀ⁿ − z₁ⁿ⁻¹ for any k.)
  void take_over_second_order(const March& before) {
    older_.fill(z);
    for (int side = 0; side < 4; ++side)
      for (int j = 0; j < ny_; ++j)
        for (int i = 0; i < nx_; ++i) {
          if (!on(side, i, j) || corner_of_two(i, j)) continue;
          const std::size_t edge = index(i, j), inner = inwards(side, i, j);
          Field& older = older_[static_cast<std::size_t>(side)];
          const Field& was = before.older_[static_cast<std::size_t>(side)];
          const double s = before.courant(side, i, j);
          older[edge] = z[inner];
          older[inner] = z[edge];
          if (before.of_second_order(side, i, j) && !before.corner_of_two(i, j) && !before.zero_node(i, j))
            older[inner] = was[inner] + (s - 1) / (s + 1) * (z[inner] - was[edge]);
        }
  }
  // Mur, second order: z₀ⁿ⁺¹ = −z₁ⁿ⁻¹ + (S−1)/(S+1)·(z₁ⁿ⁺¹ + z₀ⁿ⁻¹) + 2/(S+1)·(z₀ⁿ + z₁ⁿ)
  //                            + S²Δ⊥²/(2(S+1)Δ∥²)·δ²(z₀ⁿ + z₁ⁿ).
  // It is of first order where media differ along the side or a layer of another side begins.
  double mur2_value(int side, int i, int j) const {
    if (!of_second_order(side, i, j)) return mur_value(side, i, j);
    int ai, aj, bi, bj;
    step_along_side(side, -1, i, j, ai, aj);
    step_along_side(side, +1, i, j, bi, bj);
    const auto both = [&](int k, int l) { return old_[index(k, l)] + old_[inwards(side, k, l)]; };
    const Field& older = older_[static_cast<std::size_t>(side)];
    const double s = courant(side, i, j), across = side < 2 ? m_.dx : m_.dy, along = side < 2 ? m_.dy : m_.dx;
    const std::size_t inner = inwards(side, i, j);
    return -older[inner] + (s - 1) / (s + 1) * (z[inner] + older[index(i, j)]) + 2 / (s + 1) * both(i, j) +
           s * s * across * across / (2 * (s + 1) * along * along) * (both(ai, aj) - 2 * both(i, j) + both(bi, bj));
  }
  void absorb() {
    for (const int shared : {1, 2})  // nodes of one Mur side, then those shared by two
      for (int j = 0; j < ny_; ++j)
        for (int i = 0; i < nx_; ++i) {
          int sides = 0;
          double sum = 0;
          for (int k = 0; k < 4; ++k) sides += mur_[k] && on(k, i, j);
          if (sides != shared || zero_node(i, j)) continue;
          for (int k = 0; k < 4; ++k)
            if (mur_[k] && on(k, i, j)) sum += second_[k] && shared == 1 ? mur2_value(k, i, j) : mur_value(k, i, j);
          z[index(i, j)] = sum / sides;
        }
  }

  ez::Scene scene_;
  int nx_, ny_;
  Metres m_;
  std::vector<Medium> medium_;
  double dt_ = 0;
  long n_ = 0;
  bool held_[4], mur_[4], second_[4], wraps_x_ = false, wraps_y_ = false;
  int depth_[4];
  Stretching x_, y_;
  std::vector<Driving> driven_, left_;
  Field old_, px_, py_, qx_, qy_;  // z of the previous step; ψ of the four derivatives
  std::array<Field, 4> older_;     // z of the step before that, as each side of second order stores it
};

inline Medium bare(const Medium& m) { return conducts(m) ? Medium{} : m; }  // conductors count as vacuum in a mean

// One half of the cell of a transverse node, named as for an H node: its medium conducts with σ and is magnetic by μ_r
// and σm.
struct HalfCell {
  double eps, sigma, mu, sigma_m;
  bool conducts_and_is_magnetic() const { return sigma > 0 && (mu != 1 || sigma_m != 0); }
  // Returns the flux of a field that enters by a skin depth, as a part of the flux in a filled half cell, at ten cells
  // per wavelength: Re[1 − (g/2)/(1 + √(1 + g²/4))]. g is the propagation constant times the cell.
  double flux(double impedance, double delta) const {
    if (sigma == 0) return 1;
    const double turn = 2 * pi / 10;
    const std::complex<double> g =
        std::sqrt(std::complex<double>(0, turn)) *
        std::sqrt(std::complex<double>(impedance * std::sqrt(mu / eps) * sigma * delta, turn));
    return std::real(1.0 - 0.5 * g / (1.0 + std::sqrt(1.0 + 0.25 * g * g)));
  }
};
inline std::pair<double, double> flux_parts(const HalfCell& p, const HalfCell& q, double impedance, double delta) {
  if (!p.conducts_and_is_magnetic() && !q.conducts_and_is_magnetic()) return {1, 1};
  const double of_p = p.flux(impedance, delta), of_q = q.flux(impedance, delta), most = std::max(of_p, of_q);
  return {of_p / most, of_q / most};
}

class Tm final : public March {
 public:
  explicit Tm(const ez::Scene& s) : March(s, ez::BoundaryKind::pec) {}

 private:
  double soft_gain(const Medium& m) const override { return update(eps0 * m.eps, m.sigma, dt_).gain; }
  Update magnetic(std::size_t a, std::size_t b, double delta) const {  // of the H node between two Ez nodes
    if (medium_[a].pmc || medium_[b].pmc) return {};
    const Medium p = bare(medium_[a]), q = bare(medium_[b]);
    const auto [of_p, of_q] =
        flux_parts({p.eps, p.sigma, p.mu, p.sigma_m}, {q.eps, q.sigma, q.mu, q.sigma_m}, eta0, delta);
    return update(mu0 * (1 + (of_p * (p.mu - 1) + of_q * (q.mu - 1)) / 2), (of_p * p.sigma_m + of_q * q.sigma_m) / 2,
                  dt_);
  }
  void move_transverse() override {
    for (int j = 0; j < ny_; ++j)
      for (int i = 0; i < nx_; ++i) {
        const std::size_t k = index(i, j);
        if (has_tx(j)) {
          const Update u = magnetic(k, index(i, j + 1 < ny_ ? j + 1 : 0), m_.dy);
          tx[k] = u.keep * tx[k] - u.gain * dz_dy(i, j);
        }
        if (has_ty(i)) {
          const Update u = magnetic(k, index(i + 1 < nx_ ? i + 1 : 0, j), m_.dx);
          ty[k] = u.keep * ty[k] + u.gain * dz_dx(i, j);
        }
      }
  }
  void move_z() override {
    for (int j = 0; j < ny_; ++j)
      for (int i = 0; i < nx_; ++i) {
        const double curl = dty_dx(i, j) - dtx_dy(i, j);  // its ψ advances also where the boundary sets z
        if (zero_node(i, j)) z[index(i, j)] = 0;
        if (zero_node(i, j) || mur_node(i, j)) continue;
        const Medium m = bare(medium_[index(i, j)]);
        const Update u = update(eps0 * m.eps, m.sigma, dt_);
        z[index(i, j)] = u.keep * z[index(i, j)] + u.gain * curl;
      }
  }
};

class Te final : public March {
 public:
  explicit Te(const ez::Scene& s) : March(s, ez::BoundaryKind::pmc) {}

 private:
  double soft_gain(const Medium& m) const override { return update(mu0 * m.mu, m.sigma_m, dt_).gain; }
  Update electric(std::size_t a, std::size_t b, double delta) const {  // of the E node between two Hz nodes
    if (medium_[a].pec || medium_[b].pec) return {};
    const Medium p = bare(medium_[a]), q = bare(medium_[b]);
    const auto [of_p, of_q] =
        flux_parts({p.mu, p.sigma_m, p.eps, p.sigma}, {q.mu, q.sigma_m, q.eps, q.sigma}, 1 / eta0, delta);
    return update(eps0 * (1 + (of_p * (p.eps - 1) + of_q * (q.eps - 1)) / 2), (of_p * p.sigma + of_q * q.sigma) / 2,
                  dt_);
  }
  void move_transverse() override {
    for (int j = 0; j < ny_; ++j)
      for (int i = 0; i < nx_; ++i) {
        const std::size_t k = index(i, j);
        if (has_tx(j)) {
          const Update u = electric(k, index(i, j + 1 < ny_ ? j + 1 : 0), m_.dy);
          tx[k] = u.keep * tx[k] + u.gain * dz_dy(i, j);
        }
        if (has_ty(i)) {
          const Update u = electric(k, index(i + 1 < nx_ ? i + 1 : 0, j), m_.dx);
          ty[k] = u.keep * ty[k] - u.gain * dz_dx(i, j);
        }
      }
  }
  void move_z() override {
    for (int j = 0; j < ny_; ++j)
      for (int i = 0; i < nx_; ++i) {
        const double curl = dtx_dy(i, j) - dty_dx(i, j);  // its ψ advances also where the boundary sets z
        if (zero_node(i, j)) z[index(i, j)] = 0;
        if (zero_node(i, j) || mur_node(i, j)) continue;
        const Medium m = bare(medium_[index(i, j)]);
        const Update u = update(mu0 * m.mu, m.sigma_m, dt_);
        z[index(i, j)] = u.keep * z[index(i, j)] + u.gain * curl;
      }
  }
};

}  // namespace reference
