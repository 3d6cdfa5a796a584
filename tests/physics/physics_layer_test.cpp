// Tests CPML against theory: the exact reflection of the layer on its grid against the engine, and the limit of fine
// cells.
#include "helpers.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/scene/layer_profile.h"
#include "solver/study/strip.h"
#include "solver/theory/mur_reflection.h"

namespace ez::test {
namespace {

Comparison::EngineMaker cpu() {
  return [] { return make_cpu_engine(1); };
}

double theory_db(const Scene& s, Side side, double frequency, double ky) {
  return db(std::abs(discrete_cpml_reflection(layer_table(s, side), grid_before(s, side), 2 * pi * frequency, ky)));
}
// Returns the engine's reflection over theory, in dB.
double engine_over_theory(const Scene& s, Side side, const Strip& strip) {
  const double seen = strip.measure(cpu(), s.boundary.cpml);
  const double said = theory_db(s, side, strip.frequency(), strip.ky());
  std::printf("[ measured ] %4.1f°: engine %.2f dB, theory %.2f dB, %d steps\n", strip.degrees(), seen, said,
              strip.steps());
  return seen - said;
}
double engine_over_theory(const Scene& s, Side side, double cells, double degrees) {
  return engine_over_theory(s, side, Strip(s, side, frequency_of(s, cells), degrees));
}

TEST(CpmlTheory, engine_matches_theory_at_any_angle) {
  const Scene s = grid(100, 100, BoundaryKind::cpml);
  for (const double degrees : {0.0, 30.0, 45.0, 60.0, 75.0})
    EXPECT_NEAR(engine_over_theory(s, Side::left, 20, degrees), 0, 0.5) << degrees;
}
TEST(CpmlTheory, engine_matches_theory_down_to_minus_110_db) {
  Scene s = grid(100, 100, BoundaryKind::cpml);
  s.boundary.cpml.cells = 16;
  s.boundary.cpml.sigma = 0.6;
  for (const double degrees : {0.0, 30.0, 45.0}) {
    const Strip strip(s, Side::left, frequency_of(s, 20), degrees);
    EXPECT_LE(theory_db(s, Side::left, strip.frequency(), strip.ky()), -105);
    EXPECT_NEAR(engine_over_theory(s, Side::left, strip), 0, 0.5) << degrees;
  }
}
TEST(CpmlTheory, engine_matches_theory_for_other_gradings_cells_and_media) {
  Scene thin = grid(100, 100, BoundaryKind::cpml),
        oblong = grid(100, 100, BoundaryKind::cpml, Precision::float64, 1e-3, 2e-3);
  thin.boundary.cpml.cells = 2;
  oblong.boundary.cpml = {6, 3, 1.2, 4, 0.05, {1, 1, 0.7, 1}};
  Scene glass = thin;
  glass.materials = {{"glass", 4, 1, 0, 0, {}}};
  glass.grid.background = "glass";
  glass.boundary.cpml.cells = 8;
  for (const double degrees : {0.0, 40.0, 60.0}) {
    EXPECT_NEAR(engine_over_theory(thin, Side::right, 20, degrees), 0, 0.3) << degrees;
    EXPECT_NEAR(engine_over_theory(oblong, Side::left, 40, degrees), 0, 0.3) << degrees;
    EXPECT_NEAR(engine_over_theory(oblong, Side::bottom, 40, degrees), 0, 0.3) << degrees;
    EXPECT_NEAR(engine_over_theory(glass, Side::top, 40, degrees), 0, 0.3) << degrees;
  }
}
TEST(CpmlTheory, engine_matches_theory_for_waves_below_cut_off) {
  // κ and α exist for these waves. Without them an evanescent wave is reflected almost completely.
  Scene s = grid(100, 100, BoundaryKind::cpml), bare = s;
  bare.boundary.cpml.kappa = 1;
  bare.boundary.cpml.alpha = 0;
  for (const double cells : {40.0, 80.0}) {  // over 16 rows the cut-off is at λ = 30 cells
    const Strip strip(s, Side::left, frequency_of(s, cells), 1, 16);
    EXPECT_TRUE(std::isnan(strip.degrees()));
    EXPECT_NEAR(engine_over_theory(s, Side::left, strip), 0, 0.5) << cells;
    EXPECT_NEAR(engine_over_theory(bare, Side::left, strip), 0, 0.5) << cells;
  }
}
TEST(CpmlTheory, tends_to_the_limit_of_fine_cells) {
  // The layer stays the same in metres while the cells become finer. κ = 1 and α = 0, because the limit does not
  // contain them.
  double last = 0;
  for (const int k : {2, 4, 8, 16}) {
    Scene s = grid(2000, 100, BoundaryKind::cpml, Precision::float64, 1e-3 / k);
    s.boundary.cpml = {10 * k, 3, 0.4 / k, 1, 0.0, {1, 1, 1, 1}};
    const double limit = db(cpml_reflection(s, Side::left, 0));
    EXPECT_NEAR(limit, db(std::exp(-1.6 * 0.4 * 10)), 1e-9);
    const double off = std::abs(theory_db(s, Side::left, frequency_of(s, 20.0 * k), 0) - limit);
    if (last > 0) {
      EXPECT_NEAR(measured("what halving the cell leaves of the difference", off / last), 0.5, 0.02);
    }
    last = off;
  }
  EXPECT_LE(measured("dB from the limit", last), 1);
}
// Returns a grading whose tables hold the values of the scene's left layer at every node and half node.
CpmlGrading in_tables(const Scene& s) {
  const CpmlGrading g = s.boundary.cpml;
  const LayerProfile profile(g, 1, s.grid.dx, 1);
  CpmlGrading out;
  out.cells = g.cells;
  for (int k = 0; k <= 2 * g.cells; ++k) {
    const double u = 0.5 * k / g.cells;
    out.sigma_table.push_back(profile.sigma(u));
    out.kappa_table.push_back(profile.kappa(u));
    out.alpha_table.push_back(profile.alpha(u));
  }
  return out;
}
TEST(CpmlTables, of_the_exponents_give_the_same_layer) {
  const Scene s = grid(100, 100, BoundaryKind::cpml);
  Scene tables = s;
  tables.boundary.cpml = in_tables(s);
  tables.boundary.cpml.sigma = 0, tables.boundary.cpml.kappa = 1, tables.boundary.cpml.alpha = 0;  // not used
  const LayerTable a = layer_table(s, Side::left), b = layer_table(tables, Side::left);
  for (std::size_t k = 0; k < 10; ++k)
    for (const auto& [x, y] : {std::pair(a.e[k], b.e[k]), std::pair(a.h[k], b.h[k])}) {
      EXPECT_NEAR(x.k, y.k, 1e-12);
      EXPECT_NEAR(x.b, y.b, 1e-12);
      EXPECT_NEAR(x.c, y.c, 1e-12);
    }
}
TEST(CpmlTables, of_any_shape_match_theory) {
  Scene s = grid(100, 100, BoundaryKind::cpml);
  s.boundary.cpml.sigma_table = {0, 0.4, 6};
  s.boundary.cpml.kappa_table = {1, 3};
  s.boundary.cpml.alpha_table = {0.05};
  for (const double degrees : {0.0, 30.0, 60.0})
    EXPECT_NEAR(engine_over_theory(s, Side::left, 20, degrees), 0, 0.3) << degrees;
}
TEST(CpmlTables, scale_with_the_factor_of_a_side) {
  Scene s = grid(100, 100, BoundaryKind::cpml), twice = s;
  s.boundary.cpml.sigma_table = {0, 2, 8};
  twice.boundary.cpml.sigma_table = {0, 1, 4};
  twice.boundary.cpml.factor[static_cast<std::size_t>(Side::top)] = 2;
  EXPECT_EQ(layer_table(s, Side::top).e[3].b, layer_table(twice, Side::top).e[3].b);
  EXPECT_NE(layer_table(s, Side::left).e[3].b, layer_table(twice, Side::left).e[3].b);
}
TEST(CpmlTables, give_the_same_bits_on_the_scalar_engine) {
  Scene s = grid(60, 50, BoundaryKind::cpml, Precision::float32);
  s.boundary.cpml.sigma_table = {0, 0.4, 6};
  s.boundary.cpml.kappa_table = {1, 1, 3};
  s.sources = {{.name = "lamp", .geometry = PointSource{{30, 20}}, .waveform = Cw{.frequency = 15e9}}};
  std::string why;
  Solver fast(make_cpu_engine(2), s), plain(find_backend("scalar")->make({}, -1, why), s);
  fast.advance(300), plain.advance(300);
  const std::vector<double> ez = fast.field(Quantity::ez);
  EXPECT_TRUE(std::ranges::any_of(ez, [](double v) { return v != 0; }));
  EXPECT_EQ(ez, plain.field(Quantity::ez));
}
TEST(CpmlTheory, mirror_images_and_the_dual_have_the_same_layer) {
  Scene s = grid(100, 100, BoundaryKind::cpml), dual = s;
  dual.grid.polarization = Polarization::hz;
  for (const Side side : all_sides)
    for (std::size_t k = 0; k < 10; ++k) {
      EXPECT_EQ(layer_table(s, side).e[k].b, layer_table(dual, Side::left).e[k].b);
      EXPECT_EQ(layer_table(s, side).h[k].c, layer_table(dual, Side::left).h[k].c);
    }
}

// Without σ, b is exp(−α·Δt/ε0), so the table shows how α increases from the outer boundary inwards.
TEST(CpmlTheory, alpha_falls_with_its_own_order) {
  for (const double order : {0.0, 1.0, 3.0}) {
    Scene s = grid(100, 100, BoundaryKind::cpml);
    s.boundary.cpml = {10, 3.5, 0, 2, 0.05, {1, 1, 1, 1}, order};
    const LayerTable table = layer_table(s, Side::left);
    for (std::size_t k = 0; k < 10; ++k) {
      const double alpha = -std::log(table.h[k].b) * eps0 / time_step(s);
      EXPECT_NEAR(alpha, 0.05 * std::pow((static_cast<double>(k) + 0.5) / 10, order), 1e-12) << order << " " << k;
    }
  }
  Scene s = grid(100, 100, BoundaryKind::cpml);
  s.boundary.cpml.alpha_order = 2.5;
  for (const double degrees : {0.0, 60.0}) EXPECT_NEAR(engine_over_theory(s, Side::left, 20, degrees), 0, 0.5);
}

// ---- Mur's boundaries, measured with the same strips

void mur_agrees(BoundaryKind kind, int order) {
  Scene s = grid(100, 100, BoundaryKind::cpml);
  s.boundary[Side::left] = kind;
  for (const double degrees : {20.0, 30.0, 45.0, 60.0, 75.0}) {
    const Strip strip(s, Side::left, frequency_of(s, 20), degrees);
    const double seen = strip.measure(cpu(), s.boundary.cpml), theta = strip.degrees() * pi / 180;
    const double said =
        db(std::abs(discrete_mur_reflection(grid_before(s, Side::left), 2 * pi * strip.frequency(), theta, order)));
    EXPECT_NEAR(seen, said, 0.1) << degrees;
    measured("dB over continuous theory", seen - db(std::abs(mur_reflection(theta, order))));
  }
}
TEST(MurTheory, engine_matches_first_order_theory) { mur_agrees(BoundaryKind::mur1, 1); }
TEST(MurTheory, engine_matches_second_order_theory) { mur_agrees(BoundaryKind::mur2, 2); }

}  // namespace
}  // namespace ez::test
