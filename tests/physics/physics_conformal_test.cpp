// Tests metal whose edge is between nodes: the time step conserves energy, and no field grows, whatever cells are cut.
#include <fmt/format.h>

#include <random>

#include "helpers.h"

namespace ez::test {
namespace {

// Returns a closed box with many kinds of metal bodies: round, slanted, thinner than a cell, two with less than a cell
// between them, in glass, and across the walls.
Scene box(Polarization polarization, bool conformal, BoundaryKind walls = BoundaryKind::pec) {
  Scene s = grid(72, 60, walls, Precision::float64, 1e-3, 1.3e-3);
  s.grid.polarization = polarization;
  s.grid.courant = 1;
  s.grid.conformal = conformal;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Rect{{40, 8}, {60, 26}}, "glass"},
              {Circle{{20.3, 18.7}, 8.4}, "pec"},
              {Polygon{{{38.2, 40.1}, {64.7, 44.9}, {47.3, 55.2}}}, "pec"},
              {Circle{{50.5, 17.1}, 4.6}, "pec"},
              {Stroke{{{12.1, 36.4}, {27.8, 52.3}}, 0.3}, "pec"},
              {Circle{{31.6, 24.2}, 3.1}, "pec"},
              {Circle{{34.2, 33.4}, 0.4}, "pec"},
              {Circle{{-1.2, 40.6}, 3.5}, "pec"},
              {Circle{{66.4, 60.1}, 4.2}, "pec"}};
  return s;
}

// Returns ½ΔxΔy·Σ(ε Eⁿ·Eⁿ + μ H^{n−½}·H^{n+½}) up to a factor, with the engine's own coefficients. Leap-frog conserves
// it. The function takes one step.
double staggered_energy(Solver& solver) {
  const Problem& p = solver.problem();
  const auto fields = [&] {
    return std::array{solver.field(Quantity::ez), solver.field(Quantity::hx), solver.field(Quantity::hy)};
  };
  const auto before = fields();
  go_on(solver, 1);
  const auto after = fields();
  const double eps_v = p.dual ? mu0 : eps0, mu_v = p.dual ? eps0 : mu0, square = (p.dx / p.dy) * (p.dx / p.dy);
  // A PMC wall, or the PEC wall of an hz scene, passes through the middle of the outermost cells.
  const bool halved = p.wall(Side::left) == BoundaryKind::pmc;
  const auto weight = [&](int at, int nodes) { return halved && (at == 0 || at == nodes - 1) ? 0.5 : 1.0; };
  double sum = 0;
  for (int j = 0; j < p.ny; ++j)
    for (int i = 0; i < p.nx; ++i) {
      const std::size_t k = at(solver.scene(), i, j);
      const double wx = weight(i, p.nx), wy = weight(j, p.ny);
      sum += wx * wy * eps_v * p.electric_palette[p.electric.at(i, j)].eps * before[0][k] * before[0][k];
      const MagneticEntry &x = p.magnetic_at(FieldArray::hx, i, j), &y = p.magnetic_at(FieldArray::hy, i, j);
      if (x.dbx != 0) sum += wx * mu_v * square / x.dbx * before[1][k] * after[1][k];
      if (y.dby != 0) sum += wy * mu_v / y.dby * before[2][k] * after[2][k];
    }
  return sum;
}

// Returns noise at every node that can have a field.
Field noise(const Problem& p, unsigned seed) {
  std::mt19937 random(seed);
  Field e(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
  for (std::size_t k = 0; k < e.size(); ++k) {
    const int i = static_cast<int>(k % static_cast<std::size_t>(p.nx)),
              j = static_cast<int>(k / static_cast<std::size_t>(p.nx));
    const double value = std::uniform_real_distribution(-1.0, 1.0)(random);
    if (!p.electric_palette[p.electric.at(i, j)].is_zero()) e[k] = value;
  }
  return e;
}

TEST(Conformal, metal_conserves_the_energy_of_noise_at_the_stability_limit) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz})
    for (const BoundaryKind walls : {BoundaryKind::pec, BoundaryKind::pmc}) {
      Solver solver = solver_for(box(polarization, true, walls));
      start_at_rest(solver, noise(solver.problem(), 7));
      const double start = staggered_energy(solver);
      EXPECT_GT(start, 0);
      go_on(solver, 30000);
      const std::string what = fmt::format("{}_{}", polarization == Polarization::ez ? "ez" : "hz", to_string(walls));
      EXPECT_LE(measured("drift_" + what, std::abs(staggered_energy(solver) / start - 1)), 1e-10) << what;
      EXPECT_LE(measured("largest_" + what, max_abs(solver.field(Quantity::ez))), 20) << what;
    }
}

// The scenes above have cut cells of every size.
TEST(Conformal, nodes_next_to_metal_have_their_own_coefficients) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    const Solver at_nodes = solver_for(box(polarization, false)), conformal = solver_for(box(polarization, true));
    const Problem &a = at_nodes.problem(), &b = conformal.problem();
    const bool dual = polarization == Polarization::hz;
    EXPECT_GT(b.magnetic_palette.size(), a.magnetic_palette.size() + 20);
    EXPECT_EQ(b.electric_palette.size() > a.electric_palette.size() + 20, dual);
    EXPECT_EQ(b.dt, a.dt);
    for (const MagneticEntry& e : b.magnetic_palette) {
      EXPECT_TRUE(e.dby >= 0 && e.dby <= (dual ? 1 : 2.001)) << e.dby;
    }
  }
}

// After edits near the metal or far from it, and after toggling `conformal`, the tables equal those of a newly built
// scene.
TEST(Conformal, an_edit_gives_the_same_as_a_new_start) {
  for (const Polarization polarization : {Polarization::ez, Polarization::hz}) {
    const Scene at_nodes = box(polarization, false), whole = box(polarization, true, BoundaryKind::cpml);
    Scene moved = whole, cleared = whole, slower = whole, richer = whole, without = whole, mirrored = whole;
    moved.shapes[1].geometry = Circle{{20.35, 18.9}, 8.1};  // the same nodes with another edge
    moved.shapes[3].geometry = Circle{{47.5, 15.3}, 3.7};
    cleared.shapes.erase(cleared.shapes.begin() + 4, cleared.shapes.end());
    slower.grid.courant = 0.7;
    mirrored.boundary.side.fill(BoundaryKind::pmc);
    richer.materials.push_back({"resin", 3, 1.5, 0, 0, {}});
    richer.shapes.insert(richer.shapes.begin() + 1, {Rect{{5, 5}, {25, 20}}, "resin"});
    // Media with poles touch each other. One edit changes only one of the two.
    Scene poles = whole;
    poles.materials.push_back({"a", 1, 1, 0, 0, {}});
    poles.materials.push_back({"b", 1, 1, 0, 0, {}});
    poles.materials[1].poles = {{Debye{2, 1e-11}}};
    poles.materials[2].poles = {{Debye{3, 2e-11}}};
    poles.shapes.push_back({Rect{{4, 44}, {14, 58}}, "a"});
    poles.shapes.push_back({Rect{{14.5, 44}, {24, 58}}, "b"});
    poles.shapes.push_back({Rect{{24.5, 44}, {34, 58}}, "a"});
    Scene poles_moved = poles;
    poles_moved.shapes.back().geometry = Rect{{24.5, 44}, {35, 57}};
    std::erase_if(without.shapes, [](const Shape& s) { return s.material == "pec"; });
    Solver edited = solver_for(at_nodes);
    for (const Scene& next : {whole, moved, mirrored, whole, cleared, moved, slower, moved, richer, moved, without,
                              richer, at_nodes, poles, poles_moved, moved}) {
      edited.apply(next);
      const Solver fresh = solver_for(next);
      const Problem &a = edited.problem(), &b = fresh.problem();
      ASSERT_EQ(a.magnetic, b.magnetic);
      for (int j = 0; j < a.ny; ++j)
        for (int i = 0; i < a.nx; ++i) {
          ASSERT_EQ(a.electric_palette.at(a.electric.at(i, j)), b.electric_palette.at(b.electric.at(i, j)));
          for (const FieldArray h : {FieldArray::hx, FieldArray::hy})
            ASSERT_EQ(a.magnetic_at(h, i, j), b.magnetic_at(h, i, j));
        }
    }
  }
}

}  // namespace
}  // namespace ez::test
