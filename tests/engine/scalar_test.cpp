// Tests the scalar engine against the CPU engine, bit for bit. Random scenes with every medium, source, boundary and
// monitor are run, read, edited and restored. Every other engine is compared with the scalar engine.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../scene/scene_generators.h"
#include "solver/engine/backend.h"
#include "solver/measure/monitors/monitoring.h"
#include "solver/run/solver.h"

namespace ez {
namespace {

EngineMaker scalar_maker() {
  EngineRequest request;
  request.backend = "scalar";
  return make_engine_maker(request).make;
}

Scene scene_of(unsigned seed) {
  rc::Random random(seed);
  for (;;) {
    Scene scene = rc::gen::exec([] { return generate::scene(); })(random.split(), 100).value();
    scene.run = {};  // the CPU engine has one scheme
    if (!in_cells(scene.physics)) return scene;
  }
}
Scene edit_of(const Scene& scene, unsigned seed) {
  return rc::gen::exec([&] { return generate::edited(scene); })(rc::Random(seed), 100).value();
}

bool has_far_field(const Scene& scene) {
  return std::ranges::any_of(scene.monitors,
                             [](const Monitor& m) { return std::holds_alternative<FarMonitor>(m.geometry); });
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
template <class T>
bool same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::ranges::equal(a, b, [](T x, T y) { return same(static_cast<double>(x), static_cast<double>(y)); });
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

class Pair {
 public:
  explicit Pair(unsigned seed)
      : seed_(seed), scene_(scene_of(seed)), cpu_(cpu_engine_maker(1), scene_), scalar_(scalar_maker(), scene_) {
    cpu_.fill(seed), scalar_.fill(seed);
  }
  const Scene& scene() const { return scene_; }

  void go(int steps) {
    cpu_.go(steps), scalar_.go(steps);
    compare_fields();
    compare_records();
    compare_ledgers();
  }
  void balance() { cpu_.solver.set_ledger(true), scalar_.solver.set_ledger(true); }
  void edit() {
    scene_ = edit_of(scene_, seed_);
    scene_.run = {};
    for (Run* run : {&cpu_, &scalar_}) {
      ASSERT_FALSE(run->solver.apply(scene_).refused);
      run->monitoring.follow(run->solver, run->maker);
    }
  }
  // Runs the steps, returns to a checkpoint, and repeats the same steps.
  void go_twice(int steps) {
    const Checkpoint of_cpu = cpu_.solver.checkpoint(), of_scalar = scalar_.solver.checkpoint();
    go(steps);
    cpu_.solver.restore(of_cpu), scalar_.solver.restore(of_scalar);
    go(steps);
  }
  void look(Quantity quantity) {
    std::mt19937 random(seed_);
    const auto number = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
    const int nx = scene_.grid.nx, ny = scene_.grid.ny;
    for (const double zoom : {0.2, 1.5}) {
      PictureWindow w{number(-5, 0.4 * nx), number(-5, 0.4 * ny), 0, 0, 53, 41, quantity};
      w.x1 = w.x0 + zoom * nx, w.y1 = w.y0 + zoom * ny;
      std::vector<float> one(std::size_t{53} * 41), other(one.size());
      w.minus = {&scalar_.solver.engine(), 1, 1, 0.5, 1};
      const PictureStats a = cpu_.solver.draw(w, one.data());
      w.minus.engine = &cpu_.solver.engine();
      const PictureStats b = scalar_.solver.draw(w, other.data());
      EXPECT_TRUE(same(one, other)) << name() << ", picture of quantity " << static_cast<int>(quantity);
      EXPECT_TRUE(same(a.max_abs, b.max_abs) && a.finite == b.finite) << name();
    }
  }

 private:
  std::string name() const { return fmt::format("scene {} after {} steps", seed_, cpu_.solver.step()); }
  void compare_fields() {
    for (const FieldArray a : all_arrays)
      EXPECT_TRUE(same(cpu_.array(a), scalar_.array(a))) << name() << ", array " << static_cast<int>(a);
    const Health one = cpu_.solver.health(), other = scalar_.solver.health();
    EXPECT_EQ(one.finite, other.finite) << name();
    EXPECT_EQ(one.max_abs, other.max_abs) << name();
    EXPECT_EQ(one.largest, other.largest) << name();
    EXPECT_EQ(one.largest_in, other.largest_in) << name();
    if (!one.finite) {
      EXPECT_EQ(one.first_bad, other.first_bad) << name();
    }
  }
  void compare_records() {
    const auto one = cpu_.solver.take_probes(), other = scalar_.solver.take_probes();
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t k = 0; k < one.size(); ++k)
      EXPECT_TRUE(same(one[k].values, other[k].values)) << name() << ", probe " << k;
    EXPECT_TRUE(same(cpu_.solver.take_gathered().values, scalar_.solver.take_gathered().values)) << name();
    const auto count = static_cast<int>(cpu_.solver.gather().maps.count());
    for (int k = 0; k < count; ++k) {
      const auto a = cpu_.solver.map(k), b = scalar_.solver.map(k);
      EXPECT_TRUE(
          std::ranges::equal(a, b, [](auto x, auto y) { return same(x.real(), y.real()) && same(x.imag(), y.imag()); }))
          << name() << ", map " << k;
    }
  }
  // The ledgers add the same numbers in a different order, so they differ by the rounding of double. The energy
  // absorbed by σm and by the poles of μ is a difference of sums that may be 1e9 times as large.
  void compare_ledgers() {
    const EnergyLedger a = cpu_.solver.ledger(), b = scalar_.solver.ledger();
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
  Scene scene_;
  Run cpu_, scalar_;
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

TEST(Scalar, equals_the_cpu_engine_bit_for_bit_on_200_scenes) {
  const Quantity shown[] = {Quantity::ez,       Quantity::hx,     Quantity::hy,        Quantity::abs_e,
                            Quantity::abs_h,    Quantity::energy, Quantity::poynting,  Quantity::residual,
                            Quantity::material, Quantity::map_re, Quantity::map_phase, Quantity::map_abs,
                            Quantity::intensity};
  Seen seen;
  const auto compare = [&](unsigned seed) {
    Pair pair(seed);
    seen.add(pair.scene());
    pair.go(1);
    if (seed % 2) pair.balance();
    pair.go(30);
    for (unsigned k = 0; k < 4; ++k) pair.look(shown[(4 * seed + k) % std::size(shown)]);
    pair.edit();
    pair.go_twice(11);
  };
  unsigned seed = 0;
  for (; seed < 200 && !::testing::Test::HasFailure(); ++seed) compare(seed);
  // Few scenes allow a far-field monitor, so the first one that has it is added.
  while (!has_far_field(scene_of(seed))) ++seed;
  compare(seed);
  seen.expect_all();
}

TEST(Scalar, is_never_chosen_automatically) {
  const Backend* scalar = find_backend("scalar");
  ASSERT_NE(scalar, nullptr);
  EXPECT_FALSE(scalar->automatic);
  EXPECT_NE(host_backend().name, "scalar");
  EXPECT_NE(make_engine({}).backend->name, "scalar");
  EXPECT_EQ(make_engine({"scalar", -1, -1, 4}).engine->info().threads, 1);
  EXPECT_EQ(make_engine({"scalar", -1, -1, 4}).reason, "the scalar backend was requested");
}

TEST(Scalar, refuses_a_gas) {
  Scene scene;
  scene.physics = Physics::gas;
  scene.states.emplace_back().name = "air";
  scene.grid.background = "air";
  try {
    const Solver solver(scalar_maker()(), scene);
    FAIL() << "it computes no gas";
  } catch (const NoBackend& e) {
    EXPECT_STREQ(e.what(), "the scalar backend computes neither gas nor heat");
  }
}

}  // namespace
}  // namespace ez
