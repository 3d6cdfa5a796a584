// Tests grids that are divided into bands of rows against the undivided grid, bit for bit.
#include <gtest/gtest.h>

#include "engine_pair.h"
#include "solver/engine/bands/bands_engine.h"
#include "solver/problem/rows_of.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// Makes an engine of `bands` CPU engines with one thread each.
EngineMaker in_bands(int bands, const BandsOptions& options) {
  const std::vector<EngineMaker> makers(static_cast<std::size_t>(bands), cpu_engine_maker(1));
  return [makers, options] { return make_bands_engine(makers, options); };
}
BandsOptions cut(std::vector<double> shares, int halo) {
  BandsOptions options;
  options.shares = std::move(shares), options.halo = halo, options.least_rows = 1;
  return options;
}

// Lets the threads of the bands run on without copying rows.
class NoExchange final : public Exchange {
 public:
  void run(int, DeviceStream) override {}
  void leave() override {}
  void restart() override {}
};

bool fits(const Scene& scene, int bands, int halo) {
  return most_bands(build_problem(scene, rasterize(scene)), bands, halo) == bands;
}
bool is_ring(const Scene& scene) { return scene.boundary[Side::bottom] == BoundaryKind::periodic; }

bool couples_rims(const Scene& scene) { return !build_problem(scene, rasterize(scene)).cross.empty(); }

TEST(Bands, equal_the_undivided_grid_bit_for_bit_on_200_scenes) {
  constexpr int bands = 3, halo = 6;
  const EngineMaker divided = in_bands(bands, cut({1, 2, 1.5}, halo));
  engine_pair::Seen seen;
  int scenes = 0, edits = 0;
  for (unsigned seed = 0; scenes < 200 && !HasFailure(); ++seed) {
    const Scene scene = engine_pair::scene_of(seed);
    if (!fits(scene, bands, halo)) continue;
    engine_pair::Pair pair(seed, scene, cpu_engine_maker(1), divided);
    pair.accept_ties();
    seen.add(scene);
    ++scenes;
    pair.go(1);
    // The energy of coupled rims needs a larger halo; see below.
    const bool balances = seed % 2 && !couples_rims(scene);
    if (balances) pair.balance();
    pair.go(30);
    for (unsigned k = 0; k < 4; ++k)
      pair.look(engine_pair::shown_quantities[(4 * seed + k) % std::size(engine_pair::shown_quantities)]);
    const Scene edited = engine_pair::edit_of(scene, seed);
    if (in_cells(edited.physics) || (balances && couples_rims(edited))) continue;
    const std::vector<double> shares = {1, 2, 1.5};
    const Problem p = build_problem(edited, rasterize(edited));
    const std::vector<RowBand> rows = cut_rows(build_problem(scene, rasterize(scene)), shares, halo);
    if (edited.grid == scene.grid && (is_ring(edited) != is_ring(scene) || !bands_fit(p, rows))) continue;
    if (!fits(edited, bands, halo)) continue;
    pair.edit();
    pair.go_twice(11);
    ++edits;
  }
  EXPECT_GT(edits, 100);
  seen.expect_all();
}

TEST(Bands, equal_the_undivided_grid_in_every_built_in_scene) {
  int divided = 0;
  for (const BuiltinScene& builtin : builtin_scenes()) {
    const Scene scene = *load_scene(std::string(builtin.name)).scene;
    if (in_cells(scene.physics)) continue;
    SCOPED_TRACE(builtin.name);
    for (const int bands : {2, 3, 5}) {
      const EngineMaker maker = in_bands(bands, cut({}, 9));
      engine_pair::Pair pair(1, scene, cpu_engine_maker(1), maker);
      pair.go(16);
      pair.look(Quantity::ez);
      ++divided;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(divided, 300);
}

TEST(Bands, count_the_energy_of_coupled_rims) {
  Scene scene = *load_scene("glass-cylinder").scene;
  scene.grid.polarization = Polarization::hz;
  scene.grid.smoothing = true;
  ASSERT_TRUE(couples_rims(scene));
  engine_pair::Pair pair(1, scene, cpu_engine_maker(1), in_bands(3, cut({}, 26)));
  pair.balance();
  pair.go(40);
}

// Another division of the grid is necessary, so the run restarts.
TEST(Bands, restart_if_the_boundaries_need_other_bands) {
  Scene scene = *load_scene("lecture").scene;
  Solver solver(in_bands(3, cut({}, 10))(), scene);
  solver.advance(20);
  solver.wait();
  scene.boundary[Side::bottom] = scene.boundary[Side::top] = BoundaryKind::periodic;
  const ApplyReport report = solver.apply(scene);
  EXPECT_FALSE(report.refused) << report.message;
  EXPECT_EQ(report.tier, Tier::grid);
  EXPECT_EQ(solver.step(), 0u);
  Solver whole(make_cpu_engine(1), scene);
  for (Solver* s : {&solver, &whole}) s->advance(50), s->wait();
  EXPECT_EQ(solver.field(Quantity::ez), whole.field(Quantity::ez));
}

// Returns Ez after some steps.
std::vector<double> field_of(const EngineMaker& maker) {
  engine_pair::Run run(maker, *load_scene("lecture").scene);
  run.fill(1);
  run.go(20);
  return run.array(FieldArray::ez);
}

TEST(Bands, differ_if_no_rows_are_exchanged) {
  BandsOptions none = cut({}, 10);
  none.exchange = [](std::vector<BandEngine>) { return std::make_unique<NoExchange>(); };
  const std::vector<double> whole = field_of(cpu_engine_maker(1));
  EXPECT_EQ(field_of(in_bands(2, cut({}, 10))), whole);
  EXPECT_NE(field_of(in_bands(2, none)), whole);
}

TEST(Bands, have_rows_in_proportion_to_their_shares) {
  Problem p;
  p.nx = 10, p.ny = 400;
  p.y.low = p.y.high = 10;
  const std::vector<double> shares = {1, 2, 1};
  const std::vector<RowBand> bands = cut_rows(p, shares, 20);
  ASSERT_EQ(bands.size(), 3u);
  EXPECT_EQ(bands[0], (RowBand{400, 0, 0, 100, 120}));
  EXPECT_EQ(bands[1], (RowBand{400, 80, 20, 220, 240}));
  EXPECT_EQ(bands[2], (RowBand{400, 280, 20, 120, 120}));
  p.walls.fill(BoundaryKind::periodic);
  EXPECT_EQ(cut_rows(p, shares, 20)[0], (RowBand{400, -20, 20, 120, 140}));
  EXPECT_EQ(cut_rows(p, shares, 20)[2].grid_row(139), 19);
}

TEST(Bands, are_fewer_in_a_low_grid) {
  Problem p;
  p.nx = 10, p.ny = 100;
  p.y.low = p.y.high = 10;
  EXPECT_EQ(most_bands(p, 8, 24), 3);
  EXPECT_EQ(most_bands(p, 8, 40), 1);
  EXPECT_EQ(most_bands(p, 2, 24), 2);
}

TEST(Bands, report_the_failure_of_one_of_them) {
  class Failing final : public Exchange {
   public:
    explicit Failing(std::vector<BandEngine> bands) : of_all_(make_host_exchange(std::move(bands))) {}
    void run(int k, DeviceStream stream) override {
      if (k == 1) throw EngineError("the second device is lost");
      of_all_->run(k, stream);
    }
    void leave() override { of_all_->leave(); }
    void restart() override { of_all_->restart(); }

   private:
    std::unique_ptr<Exchange> of_all_;
  };
  BandsOptions options = cut({}, 10);
  options.exchange = [](std::vector<BandEngine> bands) { return std::make_unique<Failing>(std::move(bands)); };
  Solver solver(in_bands(3, options)(), *load_scene("lecture").scene);
  solver.advance(20);
  try {
    solver.wait();
    FAIL() << "the failure was not reported";
  } catch (const EngineError& e) {
    EXPECT_STREQ(e.what(), "the second device is lost");
  }
}

}  // namespace
}  // namespace ez
