// Two engines on random scenes with every medium, source, boundary and monitor. The scenes are run, read, edited and
// restored, and all results are compared bit for bit.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../scene/scene_generators.h"
#include "solver/engine/backend.h"
#include "solver/measure/monitors/monitoring.h"
#include "solver/run/solver.h"

namespace ez::engine_pair {

inline Scene scene_of(unsigned seed) {
  rc::Random random(seed);
  for (;;) {
    Scene scene = rc::gen::exec([] { return generate::scene(); })(random.split(), 100).value();
    scene.run = {};  // every engine has its default scheme
    if (!in_cells(scene.physics)) return scene;
  }
}
inline Scene edit_of(const Scene& scene, unsigned seed) {
  return rc::gen::exec([&] { return generate::edited(scene); })(rc::Random(seed), 100).value();
}

inline bool has_far_field(const Scene& scene) {
  return std::ranges::any_of(scene.monitors,
                             [](const Monitor& m) { return std::holds_alternative<FarMonitor>(m.geometry); });
}

inline bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, [](T x, T y) { return same(static_cast<double>(x), static_cast<double>(y)); });
}

// Returns the first node of an array that differs, and how many do; nothing if none does. `beyond` tells whether H
// beyond the last cell counts, which no node reads and which CUDA's schemes treat differently.
inline std::string difference(const Problem& p, FieldArray array, const std::vector<double>& a,
                              const std::vector<double>& b, bool beyond = true) {
  const auto all = [&](FieldArray h, Side side) {
    return beyond || array != h || p.wall(side) == BoundaryKind::periodic;
  };
  const int rows = p.ny - (all(FieldArray::hx, Side::top) ? 0 : 1);
  const int columns = p.nx - (all(FieldArray::hy, Side::right) ? 0 : 1);
  std::string first;
  int count = 0;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const auto k = static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
      if (!same(a[k], b[k]) && count++ == 0) first = fmt::format("node ({}, {}) is {} and {}", i, j, a[k], b[k]);
    }
  return count == 0
             ? ""
             : fmt::format("array {}: {}; {} nodes of {} × {} differ", index_of(array), first, count, p.nx, p.ny);
}

// A run with its monitors.
struct Run {
  Solver solver;
  Monitoring monitoring;
  EngineMaker maker;

  Run(const EngineMaker& m, const Scene& scene) : solver(m(), scene), maker(m) {
    monitoring.average(true);
    monitoring.follow(solver, maker);
  }
  // Fills every array with numbers, so that every node has work to do.
  void fill(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    const Problem& p = solver.problem();
    const std::size_t nodes = static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny);
    for (const FieldArray array : all_arrays) {
      std::vector<double> values(nodes);
      for (double& v : values) v = number(random);
      const std::vector<float> rounded(values.begin(), values.end());
      const bool is_float = p.precision == Precision::float32;
      solver.engine().write(array, is_float ? static_cast<const void*>(rounded.data()) : values.data());
    }
  }
  void go(int steps) {
    solver.advance(steps);
    solver.wait();
  }
  std::vector<double> array(FieldArray a) {
    const Problem& p = solver.problem();
    std::vector<double> out(static_cast<std::size_t>(p.nx) * static_cast<std::size_t>(p.ny));
    if (p.precision == Precision::float64) {
      solver.engine().read(a, out.data());
      return out;
    }
    std::vector<float> values(out.size());
    solver.engine().read(a, values.data());
    return {values.begin(), values.end()};
  }
};

// A random scene on two engines, which are expected to compute the same.
class Pair {
 public:
  // The engines round roots and angles of maps alike unless `exact_maps` is false.
  Pair(unsigned seed, const EngineMaker& one, const EngineMaker& other, bool exact_maps = true)
      : Pair(seed, scene_of(seed), one, other, exact_maps) {}
  Pair(unsigned seed, Scene scene, const EngineMaker& one, const EngineMaker& other, bool exact_maps = true)
      : seed_(seed), exact_maps_(exact_maps), scene_(std::move(scene)), one_(one, scene_), other_(other, scene_) {
    one_.fill(seed), other_.fill(seed);
  }
  const Scene& scene() const { return scene_; }

  void go(int steps) {
    one_.go(steps), other_.go(steps);
    compare_fields();
    compare_records();
    compare_ledgers();
  }
  void balance() { one_.solver.set_ledger(true), other_.solver.set_ledger(true); }
  void edit() {
    scene_ = edit_of(scene_, seed_);
    scene_.run = {};
    for (Run* run : {&one_, &other_}) {
      ASSERT_FALSE(run->solver.apply(scene_).refused);
      run->monitoring.follow(run->solver, run->maker);
    }
  }
  // Runs the steps, returns to a checkpoint, and repeats the same steps.
  void go_twice(int steps) {
    const Checkpoint of_one = one_.solver.checkpoint(), of_other = other_.solver.checkpoint();
    go(steps);
    one_.solver.restore(of_one), other_.solver.restore(of_other);
    go(steps);
  }
  // A pixel at a seam may show either of two values of equal size and opposite sign, such as phases of ±90°.
  void accept_ties() { ties_ = true; }
  void leave_out_h_beyond() { beyond_ = false; }
  void look(Quantity quantity) {
    std::mt19937 random(seed_);
    const auto number = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
    const int nx = scene_.grid.nx, ny = scene_.grid.ny;
    for (const double zoom : {0.2, 1.5}) {
      PictureWindow w{number(-5, 0.4 * nx), number(-5, 0.4 * ny), 0, 0, 53, 41, quantity};
      w.x1 = w.x0 + zoom * nx, w.y1 = w.y0 + zoom * ny;
      std::vector<float> first(std::size_t{53} * 41), second(first.size());
      w.minus = {&other_.solver.engine(), 1, 1, 0.5, 1};
      const PictureStats a = one_.solver.draw(w, first.data());
      w.minus.engine = &one_.solver.engine();
      const PictureStats b = other_.solver.draw(w, second.data());
      const bool exact = exact_maps_ || (quantity != Quantity::map_abs && quantity != Quantity::map_phase);
      if (!exact) {
        expect_near(first, second);
        continue;
      }
      if (ties_)
        for (std::size_t k = 0; k < first.size(); ++k)
          if (first[k] == -second[k]) second[k] = first[k];
      EXPECT_TRUE(same(first, second)) << name() << ", picture of quantity " << static_cast<int>(quantity)
                                       << first_difference(first, second);
      EXPECT_TRUE(same(a.max_abs, b.max_abs) && a.finite == b.finite) << name();
    }
  }

 private:
  bool ties_ = false, beyond_ = true;
  static std::string first_difference(const std::vector<float>& a, const std::vector<float>& b) {
    for (std::size_t k = 0; k < a.size(); ++k)
      if (!same(static_cast<double>(a[k]), static_cast<double>(b[k])))
        return fmt::format(": pixel {} is {} and {}", k, a[k], b[k]);
    return {};
  }
  // Differences are of the order of a float's rounding of the largest pixel, except where a phase is ±180°.
  void expect_near(const std::vector<float>& first, const std::vector<float>& second) {
    float most = 0;
    for (const float v : first)
      if (std::isfinite(v)) most = std::max(most, std::abs(v));
    for (std::size_t k = 0; k < first.size(); ++k) {
      const float tolerance = 1e-6f * most;
      const bool wraps = std::abs(std::abs(first[k] - second[k]) - 360.0f) < 1e-3f;
      EXPECT_TRUE(wraps || same(first[k], second[k]) || std::abs(first[k] - second[k]) <= tolerance)
          << name() << ", pixel " << k << ": " << first[k] << " and " << second[k];
    }
  }
  std::string name() const { return fmt::format("scene {} after {} steps", seed_, one_.solver.step()); }
  void compare_fields() {
    for (const FieldArray a : all_arrays)
      EXPECT_EQ(difference(one_.solver.problem(), a, one_.array(a), other_.array(a), beyond_), "") << name();
    const Health one = one_.solver.health(), other = other_.solver.health();
    EXPECT_EQ(one.finite, other.finite) << name();
    EXPECT_EQ(one.max_abs, other.max_abs) << name();
    EXPECT_EQ(one.largest, other.largest) << name();
    EXPECT_EQ(one.largest_in, other.largest_in) << name();
    if (!one.finite) {
      EXPECT_EQ(one.first_bad, other.first_bad) << name();
    }
  }
  void compare_records() {
    const auto one = one_.solver.take_probes(), other = other_.solver.take_probes();
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t k = 0; k < one.size(); ++k)
      EXPECT_TRUE(same(one[k].values, other[k].values)) << name() << ", probe " << k;
    EXPECT_TRUE(same(one_.solver.take_gathered().values, other_.solver.take_gathered().values)) << name();
    const auto count = static_cast<int>(one_.solver.gather().maps.count());
    for (int k = 0; k < count; ++k) {
      const auto a = one_.solver.map(k), b = other_.solver.map(k);
      EXPECT_TRUE(
          std::ranges::equal(a, b, [](auto x, auto y) { return same(x.real(), y.real()) && same(x.imag(), y.imag()); }))
          << name() << ", map " << k;
    }
  }
  // The ledgers add the same numbers in a different order, so they differ by the rounding of double. The energy
  // absorbed by σm and by the poles of μ is a difference of sums that may be 1e9 times as large.
  void compare_ledgers() {
    const EnergyLedger a = one_.solver.ledger(), b = other_.solver.ledger();
    const double all = a.turnover + std::abs(a.edits) + std::abs(a.stored) + a.absorbed_sigma + a.absorbed_sigma_m;
    if (!std::isfinite(all)) return;
    const auto near = [&](double x, double y, const char* what, double tolerance = 1e-11) {
      EXPECT_NEAR(x, y, tolerance * all) << name() << ", " << what;
    };
    near(a.source, b.source, "source"), near(a.turnover, b.turnover, "turnover");
    near(a.stored, b.stored, "stored"), near(a.edits, b.edits, "edits");
    near(a.absorbed_sigma, b.absorbed_sigma, "absorbed by σ", 1e-7);
    near(a.absorbed_sigma_m, b.absorbed_sigma_m, "absorbed by σm", 1e-7);
    for (std::size_t side = 0; side < 4; ++side) near(a.out[side], b.out[side], "out");
  }

  unsigned seed_;
  bool exact_maps_;
  Scene scene_;
  Run one_, other_;
};

// Features that the scenes contained. No feature of a scene may be missing from the comparison.
struct Seen {
  std::set<BoundaryKind> boundaries;
  std::set<std::size_t> sources, monitors, poles;
  std::set<Precision> precisions;
  std::set<Polarization> polarizations;
  bool magnetic = false, lossy = false, faulty = false, smoothed = false, conformal = false;

  void add(const Scene& s) {
    boundaries.insert(s.boundary.side.begin(), s.boundary.side.end());
    for (const Source& source : s.sources) sources.insert(source.geometry.index());
    for (const Monitor& m : s.monitors) monitors.insert(m.geometry.index());
    for (const Material& m : s.materials) {
      for (const Pole& p : m.poles) poles.insert(p.model.index());
      magnetic |= m.mu != 1 || m.sigma_m > 0;
      lossy |= m.sigma > 0;
    }
    precisions.insert(s.grid.precision);
    polarizations.insert(s.grid.polarization);
    faulty |= !s.faults.empty();
    smoothed |= s.grid.smoothing, conformal |= s.grid.conformal;
  }
  void expect_all() const {
    for (const BoundaryFacts& facts : boundary_kinds)
      EXPECT_EQ(boundaries.contains(facts.kind), is_for(facts.belongs, Physics::maxwell)) << facts.name;
    EXPECT_EQ(sources.size(), std::variant_size_v<SourceGeometry>);
    EXPECT_EQ(monitors.size(), std::variant_size_v<MonitorGeometry>);
    EXPECT_EQ(poles.size(), std::variant_size_v<decltype(Pole::model)>);
    EXPECT_EQ(precisions.size(), 2u);
    EXPECT_EQ(polarizations.size(), 2u);
    EXPECT_TRUE(magnetic && lossy && faulty && smoothed && conformal);
  }
};

inline const Quantity shown_quantities[] = {
    Quantity::ez,        Quantity::hx,       Quantity::hy,       Quantity::abs_e,    Quantity::abs_h,
    Quantity::energy,    Quantity::poynting, Quantity::residual, Quantity::material, Quantity::map_re,
    Quantity::map_phase, Quantity::map_abs,  Quantity::intensity};

// Compares two engines on `count` scenes, and on one with a far-field monitor. Fails if the scenes lack a feature.
inline void compare_on_scenes(unsigned count, const EngineMaker& one, const EngineMaker& other,
                              bool exact_maps = true) {
  Seen seen;
  const auto compare = [&](unsigned seed) {
    Pair pair(seed, one, other, exact_maps);
    seen.add(pair.scene());
    pair.go(1);
    if (seed % 2) pair.balance();
    pair.go(30);
    for (unsigned k = 0; k < 4; ++k) pair.look(shown_quantities[(4 * seed + k) % std::size(shown_quantities)]);
    pair.edit();
    pair.go_twice(11);
  };
  unsigned seed = 0;
  for (; seed < count && !::testing::Test::HasFailure(); ++seed) compare(seed);
  // Few scenes allow a far-field monitor, so the first one that has it is added.
  while (!has_far_field(scene_of(seed))) ++seed;
  compare(seed);
  seen.expect_all();
}

// Copies runs of `count` scenes to main memory. The CPU engine, whose runs are at another step with another field,
// must continue from the copy as the run itself does.
inline void compare_after_a_copy(unsigned count, const EngineMaker& maker, bool has_double) {
  Seen seen;
  for (unsigned seed = 0; seed < count && !::testing::Test::HasFailure(); ++seed) {
    const Scene scene = scene_of(seed);
    if (!has_double && scene.grid.precision == Precision::float64) continue;
    seen.add(scene);
    Run lost(maker, scene), next(cpu_engine_maker(2), scene);
    const bool balances = has_double && seed % 2 == 1;
    lost.solver.set_ledger(balances), next.solver.set_ledger(balances);
    lost.fill(seed), next.fill(seed + 1);
    lost.go(23), next.go(5);
    const Checkpoint copy = lost.solver.checkpoint({}, StateFor::host);
    ASSERT_TRUE(copy.engine);
    next.solver.restore(copy);
    lost.go(17), next.go(17);
    EXPECT_EQ(lost.solver.step(), next.solver.step());
    for (const Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy})
      EXPECT_TRUE(same(lost.solver.field(q), next.solver.field(q))) << "scene " << seed << ", " << static_cast<int>(q);
    const EnergyLedger one = lost.solver.ledger(), other = next.solver.ledger();
    if (!std::isfinite(one.turnover)) continue;
    EXPECT_NEAR(one.stored, other.stored, 1e-11 * (one.turnover + std::abs(one.stored))) << "scene " << seed;
    EXPECT_NEAR(one.turnover, other.turnover, 1e-11 * one.turnover) << "scene " << seed;
  }
  EXPECT_GT(seen.boundaries.size(), 5u);
  EXPECT_EQ(seen.poles.size(), std::variant_size_v<decltype(Pole::model)>);
}

}  // namespace ez::engine_pair
