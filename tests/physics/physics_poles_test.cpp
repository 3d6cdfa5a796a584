// Tests dispersive media: the equations of the poles, slabs against the transfer matrix, stability, and edits.
#include <fmt/format.h>

#include <optional>

#include "helpers.h"
#include "solver/problem/dispersive.h"
#include "solver/scene/presets.h"
#include "solver/scene/raster/raster.h"
#include "solver/theory/layers.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

Material with_poles_of(std::vector<Pole> poles, double eps = 1, double sigma = 0, std::vector<Pole> of_mu = {}) {
  Material m{"medium", eps, 1, sigma, 0, {}};
  m.poles = std::move(poles);
  m.poles_m = std::move(of_mu);
  return m;
}
Material negative(const Drude& of_eps, const Drude& of_mu) { return with_poles_of({{of_eps}}, 1, 0, {{of_mu}}); }
const Pole drude{Drude{12e9, 1e9}}, lorentz{Lorentz{9e9, 1.5, 0.8e9}}, debye{Debye{4, 2e-11}};

// The equations solved for the new values, for one node of a small box, without any function of the solver. The numbers
// of the medium come from its text, and the sums follow the order in poles.h.
struct State {
  double p = 0, j = 0;
};
// Coefficients for ε with σ, or for μ. `unit` is cb times ε, and 1 for H.
struct PlainNumbers {
  double a = 0, b = 0, c = 0, nu = 0, keep = 1, rise = 1, gain = 1;
  PlainNumbers(double dt, double relative, double s, double unit, const std::optional<Pole>& pole) {
    if (pole) of_pole(dt, *pole);
    gain = 1 / (relative * (1 + s) + c / 2);
    keep = (relative * (1 - s) - c / 2) * gain;
    rise = unit * gain;
  }
  void of_pole(double dt, const Pole& pole) {
    if (const auto* d = std::get_if<Debye>(&pole.model)) {
      const double r = dt / d->tau, D = 1 + r / 2;
      b = 2 * r / D, c = d->strength * r / D;
      return;
    }
    double damping = 0, w = 0, strength = 0, step = dt;
    if (const auto* free = std::get_if<Drude>(&pole.model)) {
      damping = 2 * pi * free->damping, strength = std::pow(2 * pi * free->plasma, 2);
    } else {
      const Lorentz& l = std::get<Lorentz>(pole.model);
      const double omega = 2 * pi * l.frequency;
      step = 2 / omega * std::tan(omega * dt / 2);
      damping = 2 * pi * l.damping, w = omega * omega, strength = l.strength * w;
    }
    const double D = 1 + damping * step / 2 + w * step * step / 4;
    a = (2 - D) / D, b = w * step * step / D, c = strength * step * step / (2 * D), nu = 0.5;
  }
  // Compares two numbers that may differ in the last bit, and takes over the second.
  void become(double keep_is, double rise_is, const PoleEntries& d) {
    const auto near = [](double is, double& should) {
      EXPECT_NEAR(is, should, 1e-13 * std::abs(should));
      should = is;
    };
    near(keep_is, keep), near(rise_is, rise);
    if (d.poles.empty()) return;
    near(d.gain, gain);
    near(d.poles[0].a, a), near(d.poles[0].b, b), near(d.poles[0].c, c), near(d.poles[0].nu, nu);
  }
  // Applies the pole after the array's own update, given the value before it.
  void follow(double& value, double old, State& k) const {
    const double known = std::fma(-b, k.p, a * k.j);
    value = std::fma(-gain, std::fma(nu, k.j, 0.5 * known), value);
    const double next = std::fma(c, value + old, known);
    k.p = std::fma(nu, k.j, std::fma(0.5, next, k.p));
    k.j = next;
  }
};
class PlainBox {
 public:
  PlainBox(int n, PlainNumbers of_e, PlainNumbers of_h)
      : n_(n),
        of_e_(of_e),
        of_h_(of_h),
        e_(static_cast<std::size_t>(n) * static_cast<std::size_t>(n)),
        hx_(e_),
        hy_(e_),
        node_(e_.size()),
        node_x_(node_),
        node_y_(node_) {}
  std::vector<double>& e() { return e_; }
  void step() {
    const auto at = [&](int i, int j) {
      return static_cast<std::size_t>(j) * static_cast<std::size_t>(n_) + static_cast<std::size_t>(i);
    };
    for (int j = 0; j < n_; ++j)
      for (int i = 0; i < n_; ++i) {
        const std::size_t n = at(i, j);
        const double e = e_[n], x = hx_[n], y = hy_[n], d = of_h_.rise;
        if (j < n_ - 1) {
          hx_[n] = std::fma(-d, e_[at(i, j + 1)], std::fma(d, e, of_h_.keep * x));
          of_h_.follow(hx_[n], x, node_x_[n]);
        }
        if (i < n_ - 1) {
          hy_[n] = std::fma(d, e_[at(i + 1, j)], std::fma(-d, e, of_h_.keep * y));
          of_h_.follow(hy_[n], y, node_y_[n]);
        }
      }
    for (int j = 1; j < n_ - 1; ++j)
      for (int i = 1; i < n_ - 1; ++i) {
        const std::size_t n = at(i, j);
        const double old = e_[n], c = of_e_.rise;
        e_[n] = std::fma(-c, hx_[n], std::fma(c, (hy_[n] - hy_[at(i - 1, j)]) + hx_[at(i, j - 1)], of_e_.keep * old));
        of_e_.follow(e_[n], old, node_[n]);
      }
  }

 private:
  int n_;
  PlainNumbers of_e_, of_h_;
  std::vector<double> e_, hx_, hy_;
  std::vector<State> node_, node_x_, node_y_;
};

void expect_as_written_out(const std::optional<Pole>& of_eps, const std::optional<Pole>& of_mu) {
  constexpr double eps = 1.5, sigma = 0.02, mu = 1.25;
  Scene s = grid(24, 24, pec);
  Material m{"medium", eps, mu, sigma, 0, {}};
  if (of_eps) m.poles = {*of_eps};
  if (of_mu) m.poles_m = {*of_mu};
  s.materials = {m};
  s.grid.background = "medium";
  Solver solver = solver_for(s);
  if (!solver.info().instructions.starts_with("AVX")) GTEST_SKIP() << "no fused multiply-add here";
  const double dt = solver.dt(), dx = 1e-3;
  PlainNumbers of_e(dt, eps, sigma * dt / (2 * eps0 * eps), dt * dt / (eps0 * mu0 * dx * dx), of_eps);
  PlainNumbers of_h(dt, mu, 0, 1, of_mu);
  const ElectricEntry& e = solver.problem().electric_palette[3];
  const MagneticEntry& h = solver.problem().magnetic_at(FieldArray::hx, 5, 5);
  EXPECT_EQ(h.dbx, h.dby);
  of_e.become(e.ca, e.cb, e.dispersion), of_h.become(h.da, h.dbx, h.dispersion);
  PlainBox box(24, of_e, of_h);
  for (int j = 1; j < 23; ++j)
    for (int i = 1; i < 23; ++i) {
      const int node = 24 * j + i;
      box.e()[static_cast<std::size_t>(node)] = std::sin(0.7 * i + 0.3 * j * j);
    }
  write(solver, FieldArray::ez, box.e());
  go_on(solver, 400);
  for (int n = 0; n < 400; ++n) box.step();
  EXPECT_EQ(max_difference(solver.field(Quantity::ez), box.e()), 0);
}

TEST(Poles, each_kind_matches_the_equations_for_one_node) {
  for (const Pole& pole : {drude, lorentz, debye}) {
    SCOPED_TRACE(kind_of(pole.model));
    expect_as_written_out(pole, {});
    expect_as_written_out({}, pole);
    expect_as_written_out(lorentz, pole);
  }
}

// Reflectance and transmittance of a slab at normal incidence, from one pulse with the slab and one without.
struct Slab {
  Material material;
  double thickness = 12;  // cells
  double low = 2.5e9, high = 7.5e9;
  bool phases = false;  // compare the transmitted wave's phase as well
};
double largest_error(const Slab& slab, Polarization polarization) {
  constexpr int frequencies = 21;
  Scene s = grid(400, 16, periodic, Precision::float64);
  s.grid.polarization = polarization;
  s.boundary[Side::left] = s.boundary[Side::right] = cpml;
  s.materials = {slab.material};
  s.sources = {line({60, 0}, {60, 15}, Modulated{5e9, 0.12e-9, {}, 0})};
  s.probes = {{"before", {120, 8}}, {"behind", {300, 8}}};
  const int steps = static_cast<int>(12e-9 / time_step(s));
  Solver empty = run(s, steps);
  // The slab ends half a cell beyond its nodes. In an hz scene its ε belongs to the nodes in between, and so does its
  // end.
  s.shapes = {{Rect{{200, -1}, {200 + slab.thickness - 1, 17}}, "medium"}};
  Solver full = run(s, steps);
  const auto without = empty.take_probes(), with = full.take_probes();
  double worst = 0;
  for (int k = 0; k < frequencies; ++k) {
    const double f = slab.low + (slab.high - slab.low) * k / (frequencies - 1), omega = 2 * pi * f;
    const auto at = [&](const std::vector<ProbeSamples>& from, std::size_t probe) {
      return fourier(from[probe].values, omega, full.dt());
    };
    const Complex in = at(without, 0), r = (at(with, 0) - in) / in, t = at(with, 1) / at(without, 1);
    const Complex eps = permittivity(palette_of(s)[3], f) + Complex(0, slab.material.sigma / (omega * eps0));
    const OpticalLayer layer{{eps, permeability(palette_of(s)[3], f)}, slab.thickness * 1e-3};
    const PlaneResponse theory = plane_response({}, {&layer, 1}, {}, Polarization::ez, f, 0);
    worst =
        std::max({worst, std::abs(std::norm(r) - theory.reflectance), std::abs(std::norm(t) - theory.transmittance)});
    // Without the slab the wave has travelled the same distance in vacuum. fourier() uses the other sign of i.
    const Complex through = theory.t * std::polar(1.0, -omega / c0 * layer.thickness);
    if (slab.phases) worst = std::max(worst, std::abs(t - std::conj(through)));
  }
  return worst;
}

TEST(DispersiveSlab, matches_the_transfer_matrix_at_21_frequencies) {
  const std::vector<std::pair<const char*, Slab>> slabs = {
      {"drude", {with_poles_of({{Drude{6e9, 0.5e9}}})}},
      {"lorentz", {with_poles_of({{Lorentz{5e9, 0.3, 1e9}}}, 1.5)}},
      {"debye", {with_poles_of({{Debye{3, 2e-11}}}, 2)}},
      {"all three and a conductivity",
       {with_poles_of({{Drude{3e9, 0.3e9}}, {Lorentz{6e9, 0.4, 1e9}}, {Debye{1, 1e-11}}}, 1.5, 0.02)}},
      {"drude of μ", {with_poles_of({}, 1, 0, {{Drude{6e9, 0.5e9}}})}},
      {"lorentz and debye of μ", {with_poles_of({}, 2, 0, {{Lorentz{5e9, 0.3, 1e9}}, {Debye{0.5, 2e-11}}})}},
      // From n = −2.1 to −0.2, ε = μ = −1 at 5 GHz. The next slab has another μ.
      {"drude of both", {negative({7.071e9, 0.2e9}, {7.071e9, 0.2e9}), 12, 4e9, 6.5e9, true}},
      {"drude of both, mismatched", {negative({7.071e9, 0.2e9}, {8e9, 0.3e9}), 12, 4e9, 6.5e9, true}}};
  for (const auto& [name, slab] : slabs)
    for (const Polarization polarization : {Polarization::ez, Polarization::hz})
      EXPECT_LE(measured(std::string(name) + (polarization == Polarization::ez ? ", ez" : ", hz") +
                             ": largest error of R and T, 40 to 120 cells a wavelength",
                         largest_error(slab, polarization)),
                0.01);
}

// Returns bodies of a resonant medium, of a metal and of water, through the layers of one side and into a corner.
Scene domain_with_all_media(Precision precision, BoundaryKind walls, Polarization polarization, bool backward = false) {
  Scene s = grid(60, 50, walls, precision);
  s.grid.polarization = polarization;
  s.boundary.cpml.cells = 8;
  s.materials = {with_poles_of({lorentz, {Lorentz{20e9, 0.7, 0}}}, 1.2), with_poles_of({drude, lorentz}),
                 with_poles_of({debye, {Debye{70, 8e-12}}}, 5, 0.5), with_poles_of({drude}, 1, 0, {drude, lorentz})};
  for (std::size_t k = 0; k < 4; ++k) s.materials[k].name = "m" + std::to_string(k);
  s.shapes = {{Rect{{0, 12}, {59, 20}}, "m0"}, {Rect{{35, 0}, {59, 14}}, "m1"}, {Circle{{20, 36}, 9}, "m2"}};
  if (backward) s.shapes.push_back({Circle{{42, 31}, 8}, "m3"});  // of negative index
  s.sources = {point(28, 25, pulse(10e9)), point(15, 15, pulse(20e9, 2))};
  return s;
}
void expect_bounded(int steps, bool backward) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz})
    for (const Precision precision : {Precision::float32, Precision::float64})
      for (const BoundaryKind walls : {pec, pmc, cpml}) {
        Solver solver = run(domain_with_all_media(precision, walls, polarization, backward), 2000);
        const double early = solver.health().max_abs;
        go_on(solver, steps);
        EXPECT_TRUE(solver.health().finite);
        EXPECT_LE(solver.health().max_abs, 2 * early);
      }
}
TEST(DispersiveMedia, do_not_grow_in_100000_steps) { expect_bounded(100'000, false); }
TEST(DispersiveMedia, of_negative_index_do_not_grow) { expect_bounded(3'000, true); }
TEST(LongDispersiveMedia, do_not_grow_in_a_million_steps) { expect_bounded(1'000'000, true); }

// Runs each kind alone, for ε and for μ, in a closed domain. Poles have no loss where they can be lossless, so that any
// growth is visible.
double largest_of(Solver& solver, int steps) {
  double out = 0;
  for (int n = 0; n < steps; n += 20) {
    go_on(solver, 20);
    out = std::max(out, solver.health().max_abs);
  }
  return out;
}
TEST(LongPoles, of_any_kind_do_not_grow_in_a_million_steps) {
  for (const auto& [name, pole] : {std::pair("drude", Pole{Drude{12e9, 0}}),
                                   std::pair("lorentz", Pole{Lorentz{9e9, 1.5, 0}}), std::pair("debye", debye)})
    for (const bool of_mu : {false, true})
      for (const Precision precision : {Precision::float32, Precision::float64}) {
        Scene s = grid(24, 20, pec, precision);
        s.materials = {of_mu ? with_poles_of({}, 1, 0, {pole}) : with_poles_of({pole})};
        s.shapes = {{Circle{{14, 9}, 5}, "medium"}};
        s.sources = {point(5, 6, pulse(10e9))};
        Solver solver = run(s, 2000);
        const double early = largest_of(solver, 4000);
        go_on(solver, 1'000'000);
        const double late = largest_of(solver, 4000);
        EXPECT_TRUE(solver.health().finite);
        EXPECT_LE(measured(fmt::format("{} of {}, {}: largest value after a million steps over that at first", name,
                                       of_mu ? "μ" : "ε", precision == Precision::float32 ? "float" : "double"),
                           late / early),
                  1.5);
      }
}

// Without damping nothing is lost. The ledger of a closed box counts the energy of the poles in either polarization.
TEST(DispersiveMedia, lossless_ones_conserve_energy) {
  for (const auto& [polarization, of_mu] : {std::pair(Polarization::ez, false), std::pair(Polarization::hz, false),
                                            std::pair(Polarization::ez, true), std::pair(Polarization::hz, true)}) {
    Scene s = grid(60, 50, pec);
    s.grid.polarization = polarization;
    s.materials = {with_poles_of({{Drude{12e9, 0}}, {Lorentz{9e9, 1.5, 0}}})};
    if (of_mu) s.materials[0].poles_m = {{Drude{10e9, 0}}, {Lorentz{7e9, 0.8, 0}}};
    s.shapes = {{Circle{{34, 22}, 14}, "medium"}};
    s.sources = {point(15, 27, pulse(10e9))};
    Solver solver = solver_for(s);
    solver.set_ledger(true);
    go_on(solver, 4000);
    const EnergyLedger l = solver.ledger();
    EXPECT_GT(l.stored, 0);
    EXPECT_LE(measured("source against stored", std::abs(l.source / l.stored - 1)), 1e-10);
    EXPECT_LE(std::abs(l.absorbed_sigma + l.absorbed_sigma_m), 1e-12 * l.stored);
  }
}

// A wall separates two halves. An edit in one half does not touch the states of the poles in the other.
TEST(DispersiveMedia, keep_their_states_through_edits_elsewhere) {
  Scene s = grid(80, 40, pec);
  s.materials = {with_poles_of({drude, lorentz})};
  s.shapes = {{Rect{{40, 0}, {41, 39}}, "pec"}, {Circle{{20, 20}, 9}, "medium"}, {Circle{{60, 20}, 5}, "medium"}};
  s.sources = {point(8, 12, pulse(12e9))};
  Solver plain = run(s, 900), edited = run(s, 400);
  s.shapes[2] = {Circle{{62, 18}, 8}, "medium"};
  s.shapes.push_back({Rect{{50, 30}, {70, 35}}, "medium"});
  EXPECT_FALSE(edited.apply(s).refused);
  go_on(edited, 500);
  const Field a = plain.field(Quantity::ez), b = edited.field(Quantity::ez);
  for (int j = 0; j < 40; ++j)
    for (int i = 0; i < 40; ++i) ASSERT_EQ(a[at(s, i, j)], b[at(s, i, j)]) << i << ", " << j;
  // With another time step the field continues from its present state.
  s.grid.courant = 0.8;
  EXPECT_FALSE(edited.apply(s).refused);
  go_on(edited, 2000);
  EXPECT_LE(edited.health().max_abs, 2 * max_abs(a));
}

TEST(DispersiveMedia, start_from_zero_after_a_reset) {
  Scene s = domain_with_all_media(Precision::float64, cpml, Polarization::ez);
  Solver solver = run(s, 300);
  const Field first = solver.field(Quantity::ez);
  solver.reset();
  go_on(solver, 300);
  EXPECT_EQ(max_difference(solver.field(Quantity::ez), first), 0);
}

// Returns Klein and Swift's polynomials (1977, eqs. 5 to 13) for sea water of 25 °C and 35 ‰.
Complex sea_water(double f) {
  constexpr double T = 25, S = 35;
  const double eps = (87.134 - 1.949e-1 * T - 1.276e-2 * T * T + 2.491e-4 * T * T * T) *
                     (1 + 1.613e-5 * S * T - 3.656e-3 * S + 3.210e-5 * S * S - 4.232e-7 * S * S * S);
  const double tau = (1.768e-11 - 6.086e-13 * T + 1.104e-14 * T * T - 8.111e-17 * T * T * T) *
                     (1 + 2.282e-5 * S * T - 7.638e-4 * S - 7.760e-6 * S * S + 1.105e-8 * S * S * S);
  const double sigma = S * (0.182521 - 1.46192e-3 * S + 2.09324e-5 * S * S - 1.28205e-7 * S * S * S);
  return 4.9 + (eps - 4.9) / Complex(1, -2 * pi * f * tau) + Complex(0, sigma / (2 * pi * f * eps0));
}
// Returns Gabriel, Lau and Gabriel's four Cole–Cole terms (1996, table 1) for muscle.
Complex muscle(double f) {
  struct Term {
    double strength, tau, alpha;
  };
  Complex eps(4, 0.2 / (2 * pi * f * eps0));
  for (const Term& t :
       {Term{50, 7.234e-12, 0.1}, Term{7000, 353.678e-9, 0.1}, Term{1.2e6, 318.31e-6, 0.1}, Term{2.5e7, 2.274e-3, 0}})
    eps += t.strength / (1.0 + std::pow(Complex(0, -2 * pi * f * t.tau), 1 - t.alpha));
  return eps;
}

// Each row gives the index n and k from tables at a wavelength or a frequency, and the allowed deviation.
TEST(Presets, have_the_index_of_the_tables) {
  struct Row {
    const char* name;
    double frequency;
    Complex index;
    double within;
  };
  const auto wave = [](double um) { return c0 / (um * 1e-6); };
  const std::vector<Row> rows = {
      {"silica", wave(0.5893), 1.4584, 1e-4},         // Malitson's table
      {"silica", wave(1.55), 1.4440, 1e-4},           //
      {"silicon", wave(1.55), 3.4757, 3e-3},          // Li (1980)
      {"silver", wave(0.6328), {0.135, 3.988}, 0.4},  // Palik
      {"gold", wave(0.8), {0.188, 4.704}, 0.4},       // Palik
      {"aluminium", wave(0.6), {1.26, 7.19}, 0.6},    // Palik
      {"water", 10e9, std::sqrt(Complex(61.8, 30.5)), 0.2},
      {"fr4", 1e9, std::sqrt(Complex(4.4, 0.088)), 0.005},
      {"teflon", 10e9, 1.442, 1e-3},
      {"sea-water", 1e9, std::sqrt(sea_water(1e9)), 0.01},
      {"sea-water", 10e9, std::sqrt(sea_water(10e9)), 0.01},
      {"muscle", 1e9, std::sqrt(muscle(1e9)), 0.02 * 7.5},
      {"muscle", 2.45e9, std::sqrt(muscle(2.45e9)), 0.02 * 7.4},
      {"muscle", 10e9, std::sqrt(muscle(10e9)), 0.02 * 6.8},
      {"plasma", 10e9, {0, std::sqrt(1.25)}, 0.02},
      {"plasma", 30e9, std::sqrt(0.75), 0.02},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    const Preset* preset = find_preset(row.name);
    ASSERT_TRUE(preset);
    Scene s;
    s.materials = {preset->material};
    const Complex conduction(0, preset->material.sigma / (2 * pi * row.frequency * eps0));
    const Complex index = std::sqrt(permittivity(palette_of(s)[3], row.frequency) + conduction);
    EXPECT_LE(measured(std::string(row.name) + ": |n - n of the tables|", std::abs(index - row.index)), row.within);
  }
  EXPECT_EQ(material_preset_list().size(), preset_names.size());
  for (const Preset& p : material_preset_list()) EXPECT_FALSE(p.source.empty()) << p.title;
}

}  // namespace
}  // namespace ez::test
