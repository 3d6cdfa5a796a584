// Tests the CPU engine against the scalar engine, bit for bit, and its other guarantees.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <bit>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <thread>
#include <vector>

#include "cpu_scene.h"
#include "plain_comparison.h"
#include "plain_loop.h"
#include "processor_time.h"
#include "random_problem.h"
#include "solver/base/pool.h"
#include "solver/engine/cpu/cpu_engine.h"
#include "solver/scene/fault.h"

namespace ez {
namespace {

template <class T>
double energy(const PlainLoop<T>& plain) {
  double sum = 0;
  for (const T e : plain.read(FieldArray::ez)) sum += static_cast<double>(e) * static_cast<double>(e);
  return sum;
}

std::vector<Isa> exact_isas() {  // those that fuse like the scalar engine on this machine
  std::vector<Isa> out;
  for (const Isa isa : {Isa::avx2, Isa::avx512})
    if (supported(isa)) out.push_back(isa);
  if (out.empty()) out.push_back(Isa::baseline);
  return out;
}

template <class T>
void check_against_plain_loop(const Setting& s, unsigned seed) {
  const Scene scene = random_scene(s, sizeof(T) == 4 ? Precision::float32 : Precision::float64, seed);
  const Problem p = problem_of(scene);
  const int steps = s.nx > 500 ? 12 : 70;
  const Batch all = batch_of(scene, 0, steps);
  PlainLoop<T> plain(p);
  const std::vector<double> probes = plain.run(all);
  ASSERT_GT(energy(plain), 0);
  ASSERT_TRUE(std::isfinite(energy(plain)));
  for (const Isa isa : exact_isas())
    for (const int threads : {1, 2, 3}) {
      const auto engine = with_seams(threads, isa);
      engine->load(p);
      engine->start(all);
      const BatchResult result = engine->finish();
      const std::string what = name_of(isa) + ", " + std::to_string(threads) + " threads, " + std::to_string(s.nx) +
                               "×" + std::to_string(s.ny) + ", seed " + std::to_string(seed);
      EXPECT_EQ(result.steps, steps);
      EXPECT_EQ(result.probes, probes) << what;
      expect_same(*engine, plain, p, what);
      if (::testing::Test::HasFailure()) return;
    }
}

const Walls some_walls[] = {{cpml, cpml, cpml, cpml},
                            {pec, pec, pec, pec},
                            {pmc, pmc, pmc, pmc},
                            {mur, mur, mur, mur},
                            {cpml, pec, mur, pmc},
                            {pmc, mur, cpml, mur},
                            {mur, pmc, pmc, mur},
                            {mur, cpml, pec, mur},
                            {periodic, periodic, cpml, mur},
                            {pec, mur, periodic, periodic},
                            {periodic, periodic, periodic, periodic},
                            {periodic, periodic, mur, pmc},
                            {cpml, pmc, periodic, periodic},
                            {mur2, mur2, mur2, mur2},
                            {mur2, pmc, pmc, mur2},
                            {mur, mur2, mur2, mur},
                            {mur2, cpml, pec, mur2},
                            {mur2, mur2, periodic, periodic},
                            {periodic, periodic, mur2, mur2},
                            {pmc, mur2, mur2, pmc}};

TEST(CpuEngineTest, equals_the_plain_loop_bit_for_bit_for_every_boundary) {
  unsigned seed = 1;
  for (const Walls& walls : some_walls)
    for (const bool magnetic : {false, true}) {
      check_against_plain_loop<float>({37, 53, walls, magnetic, !magnetic}, seed++);
      check_against_plain_loop<double>({53, 37, walls, magnetic, true}, seed++);
      check_against_plain_loop<float>({16, 16, walls, magnetic, magnetic}, seed++);
      if (HasFailure()) return;
    }
}

TEST(CpuEngineTest, equals_the_plain_loop_on_grids_of_many_chunks_and_bands) {
  check_against_plain_loop<float>({1033, 777, {cpml, cpml, cpml, cpml}, false, true}, 101);
  check_against_plain_loop<float>({1025, 300, {mur, pmc, mur, pmc}, false, true}, 102);
  check_against_plain_loop<double>({1030, 261, {pmc, cpml, pec, mur}, true, false}, 103);
  check_against_plain_loop<float>({2049, 130, {periodic, periodic, cpml, cpml}, true, true}, 104);
  check_against_plain_loop<float>({1033, 300, {mur2, mur2, mur2, mur2}, false, true}, 105);
  check_against_plain_loop<double>({600, 257, {mur2, mur2, pmc, mur2}, true, true}, 106);
}

std::vector<BoundaryFault> on_all_sides(Fault fault) {
  std::vector<BoundaryFault> out;
  for (Side side : all_sides) out.push_back({side, fault});
  return out;
}
TEST(CpuEngineTest, equals_the_plain_loop_bit_for_bit_for_every_fault) {
  unsigned seed = 200;
  for (const FaultWords& w : all_faults()) {
    check_against_plain_loop<float>({57, 43, {cpml, cpml, cpml, cpml}, false, true, on_all_sides(w.fault)}, seed++);
    check_against_plain_loop<double>({43, 57, {cpml, mur2, mur2, cpml}, true, false, on_all_sides(w.fault)}, seed++);
    check_against_plain_loop<float>({37, 41, {mur2, mur, pmc, mur2}, false, true, {{Side::left, w.fault}}}, seed++);
  }
  std::vector<BoundaryFault> many;  // classes of both ends of both axes
  for (const Fault fault : {Fault::local_grading, Fault::no_corner_psi})
    for (const BoundaryFault& f : on_all_sides(fault)) many.push_back(f);
  check_against_plain_loop<float>({1100, 300, {cpml, cpml, cpml, cpml}, true, true, many}, seed);
}

// AxisLayers may differ from side to side, although a scene gives all sides the same depth.
TEST(CpuEngineTest, layers_may_have_a_different_depth_on_each_side) {
  Scene scene = random_scene({61, 49, {cpml, cpml, cpml, cpml}}, Precision::float32, 7);
  scene.boundary.cpml.cells = 9;
  Problem p = problem_of(scene);
  p.x.low = 3, p.x.high = 7, p.y.low = 9, p.y.high = 1;  // the part cut off behaves as the medium
  const Batch batch = batch_of(scene, 0, 60);
  PlainLoop<float> plain(p);
  plain.run(batch);
  for (const int threads : {1, 2, 3}) {
    const auto engine = with_seams(threads);
    engine->load(p);
    engine->start(batch);
    engine->finish();
    expect_same(*engine, plain, p, "depths 3, 7, 9, 1");
  }
}

// Without fused multiply-add the baseline rounds twice. This is the only allowed difference.
TEST(CpuEngineTest, the_baseline_build_differs_only_by_rounding) {
  const Scene scene = random_scene({120, 90, {mur, cpml, pec, pmc}}, Precision::float32, 21);
  const Problem p = problem_of(scene);
  const Batch batch = batch_of(scene, 0, 100);
  PlainLoop<float> plain(p);
  plain.run(batch);
  const auto engine = with_seams(2, Isa::baseline);
  engine->load(p);
  engine->start(batch);
  engine->finish();
  for (const FieldArray array : {FieldArray::ez, FieldArray::hx, FieldArray::hy}) {
    const std::vector<float> a = read<float>(*engine, p, array), b = plain.read(array);
    double difference = 0, norm = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      difference += std::pow(static_cast<double>(a[k]) - static_cast<double>(b[k]), 2);
      norm += std::pow(static_cast<double>(b[k]), 2);
    }
    EXPECT_GT(norm, 0);
    EXPECT_LT(std::sqrt(difference / norm), 5e-6);
  }
}

TEST(CpuEngineTest, differently_split_batches_give_the_same) {
  const Scene scene = random_scene({120, 90, {mur, mur2, mur2, pmc}}, Precision::float32, 3);
  const Problem p = problem_of(scene);
  PlainLoop<float> plain(p);
  plain.run(batch_of(scene, 0, 100));
  for (const std::vector<int>& cut : {std::vector<int>{100}, {1, 2, 37, 60}, {50, 1, 49}, {17, 83}}) {
    const auto engine = with_seams(2);
    engine->load(p);
    std::uint64_t first = 0;
    for (const int steps : cut) {
      engine->start(batch_of(scene, first, steps));
      EXPECT_EQ(engine->finish().steps, steps);
      first += static_cast<std::uint64_t>(steps);
    }
    expect_same(*engine, plain, p, "cut into " + std::to_string(cut.size()));
  }
}

// A source may drive any array. On H it acts after H and before Ez, also at the seams between the threads' bands.
TEST(CpuEngineTest, terms_on_every_array_equal_the_plain_loop) {
  for (const Walls& walls : {Walls{cpml, mur, cpml, pec}, Walls{pmc, pmc, pmc, pmc},
                             Walls{pec, mur2, periodic, periodic}, Walls{periodic, periodic, mur, cpml}})
    for (const bool magnetic : {false, true}) {
      const Scene scene = random_scene({1200, 70, walls, magnetic}, Precision::float32, 5);
      Problem p = problem_of(scene);
      test::add_terms_on_h(p);
      for (const int threads : {1, 2, 3}) {
        PlainLoop<float> plain(p);
        const auto engine = with_seams(threads);
        engine->load(p);
        const Batch batch = batch_of(scene, 0, 45);
        const std::vector<double> probes = plain.run(batch);
        engine->start(batch);
        EXPECT_EQ(engine->finish().probes, probes);
        expect_same(*engine, plain, p, std::to_string(threads) + " threads");
      }
    }
}

// After painting, another loss or another boundary, the field continues like the plain loop with unchanged arrays.
TEST(CpuEngineTest, an_edit_keeps_the_field_and_equals_the_plain_loop) {
  for (const bool magnetic : {false, true}) {
    Scene scene = random_scene({90, 70, {cpml, mur, cpml, pec}, magnetic}, Precision::float32, 11);
    NodeMap map = rasterize(scene);
    Problem p = build_problem(scene, map);
    PlainLoop<float> plain(p);
    const auto engine = with_seams(2);
    engine->load(p);
    std::uint64_t first = 0;
    const auto go = [&] {
      const Batch batch = batch_of(scene, first, 25);
      first += 25;
      const std::vector<double> probes = plain.run(batch);
      engine->start(batch);
      EXPECT_EQ(engine->finish().probes, probes);
    };
    const auto edit = [&](const Scene& next, bool everything) {
      engine->update(p, make_edit(scene, map, p, next, everything));
      EXPECT_EQ(difference(read<float>(*engine, p, FieldArray::ez), plain.read(FieldArray::ez), p.nx), "");
      plain.update(p);
      go();
      expect_same(*engine, plain, p, magnetic ? "magnetic" : "not magnetic");
    };
    go();
    Scene painted = scene;
    painted.shapes.push_back({Stroke{{{20, 20}, {60, 40}}, 4}, "dense"});
    edit(painted, false);
    Scene lossier = scene;
    lossier.materials[1].sigma = 0.5;
    edit(lossier, false);
    Scene walls = scene;
    walls.boundary.side = {cpml, pmc, cpml, mur};
    edit(walls, true);
    walls.boundary.side = {cpml, mur, cpml, mur};
    edit(walls, true);
    walls.boundary.side = {mur2, mur, cpml, mur2};
    edit(walls, true);
    walls.boundary.side = {mur2, mur2, mur2, pmc};
    edit(walls, true);
    walls.boundary.side = {mur2, mur2, periodic, periodic};
    edit(walls, true);
    walls.boundary.side = {mur2, cpml, mur2, mur};
    edit(walls, true);
    for (const FaultWords& w : all_faults()) {  // one after another instead of all at once
      walls.boundary.side = {cpml, mur2, cpml, mur2};
      walls.faults = on_all_sides(w.fault);
      if (w.fault != Fault::uncompensated_kappa) edit(walls, true);
    }
    walls.faults.clear();
    edit(walls, true);
  }
}

TEST(CpuEngine, loading_another_grid_starts_from_zero_and_write_reads_back) {
  const auto engine = with_seams(2);
  Scene scene = random_scene({40, 30, {pec, pec, pec, pec}}, Precision::float64, 5);
  Problem p = problem_of(scene);
  engine->load(p);
  std::vector<double> noise(std::size_t{40} * 30);
  for (std::size_t k = 0; k < noise.size(); ++k) noise[k] = std::sin(static_cast<double>(k));
  engine->write(FieldArray::ez, noise.data());
  EXPECT_EQ(read<double>(*engine, p, FieldArray::ez), noise);
  engine->rescale(2);
  engine->write(FieldArray::hx, noise.data());
  engine->rescale(2);
  EXPECT_EQ(read<double>(*engine, p, FieldArray::hx)[41], 2 * noise[41]);
  engine->zero();
  EXPECT_EQ(read<double>(*engine, p, FieldArray::ez), std::vector<double>(noise.size(), 0.0));
  scene.grid.precision = Precision::float32;
  engine->load(p = problem_of(scene));
  EXPECT_EQ(read<float>(*engine, p, FieldArray::ez), std::vector<float>(noise.size(), 0.0F));
}

TEST(CpuEngine, a_grid_that_does_not_fit_is_refused_and_the_old_one_continues) {
  const auto engine = make_cpu_engine(1);
  Scene scene = random_scene({40, 30, {pec, pec, pec, pec}}, Precision::float32, 5);
  const Problem p = problem_of(scene);
  engine->load(p);
  const std::vector<float> ones(std::size_t{40} * 30, 1.0F);
  engine->write(FieldArray::ez, ones.data());
  Problem huge = p;  // refused before any map is read
  huge.nx = huge.ny = 2000000;
  EXPECT_THROW(engine->load(huge), OutOfMemory);
  EXPECT_EQ(read<float>(*engine, p, FieldArray::ez), ones);
}

TEST(CpuEngine, health_names_the_first_node_that_is_not_finite) {
  const auto engine = with_seams(3);
  const Scene scene = random_scene({64, 50, {pec, pec, pec, pec}}, Precision::float32, 5);
  engine->load(problem_of(scene));
  std::vector<float> field(std::size_t{64} * 50, 0.25F);
  field[7] = -2;
  engine->write(FieldArray::ez, field.data());
  EXPECT_TRUE(engine->health().finite);
  EXPECT_EQ(engine->health().max_abs, 2);
  field[40 * 64 + 9] = std::numeric_limits<float>::quiet_NaN();
  field[40 * 64 + 11] = field[41 * 64 + 2] = std::numeric_limits<float>::infinity();
  engine->write(FieldArray::ez, field.data());
  const Health h = engine->health();
  EXPECT_FALSE(h.finite);
  EXPECT_EQ(h.first_bad, (Node{9, 40}));
  EXPECT_EQ(h.max_abs, 2);
  for (const int size : {10, 500}) {  // decimated and interpolated
    std::vector<float> pixels(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
    EXPECT_FALSE(engine->draw({-0.5, -0.5, 63.5, 49.5, size, size, Quantity::ez}, pixels.data()).finite);
  }
}

TEST(CpuEngine, one_thread_computes_a_small_grid_and_all_threads_a_large_one) {
  const Scene small = random_scene({60, 60, {cpml, cpml, cpml, cpml}}, Precision::float32, 5);
  const Scene large = random_scene({600, 400, {cpml, cpml, cpml, cpml}}, Precision::float32, 5);
  const auto bands = [](const Scene& scene, int threads, std::int64_t least) {
    const auto engine = make_cpu_engine(threads, best_isa(), available_host_bytes, least);
    engine->load(problem_of(scene));
    engine->start(batch_of(scene, 0, 20));
    engine->finish();
    return engine->passes().bands;
  };
  EXPECT_EQ(bands(small, 3, nodes_a_thread), 1);
  EXPECT_EQ(bands(small, 3, 1), 3);
  EXPECT_EQ(bands(large, 3, nodes_a_thread), 3);
  EXPECT_EQ(bands(large, 1, nodes_a_thread), 1);
}

TEST(CpuEngine, the_number_of_threads_changes_no_bit) {
  const Scene scene = random_scene({150, 140, {cpml, mur2, mur, pec}}, Precision::float32, 8);
  const Problem p = problem_of(scene);
  std::vector<std::vector<float>> fields;
  for (const std::int64_t least : {std::int64_t{1}, std::int64_t{9000}, nodes_a_thread, std::int64_t{1} << 40}) {
    const auto engine = make_cpu_engine(4, best_isa(), available_host_bytes, least);
    engine->load(p);
    for (int from = 0; from < 90; from += 30) {
      engine->start(batch_of(scene, from, 30));
      engine->finish();
    }
    fields.push_back(read<float>(*engine, p, FieldArray::ez));
    EXPECT_EQ(difference(fields.front(), fields.back(), p.nx), "") << least;
  }
}

TEST(Pool, jobs_with_any_number_of_parts_run_each_part_once) {
  Pool pool(3);
  std::vector<Pool::Job> jobs;
  std::vector<std::array<std::atomic<int>, 3>> done(600);
  for (std::size_t n = 0; n < done.size(); ++n) {
    const int parts = 1 + static_cast<int>(n * 7 % 3);
    jobs.push_back(pool.start([&done, n](int part) { ++done[n][static_cast<std::size_t>(part)]; }, parts));
    if (n % 50 == 0) jobs.back().wait();
  }
  for (const Pool::Job& job : jobs) job.wait();
  for (std::size_t n = 0; n < done.size(); ++n)
    for (int part = 0; part < 3; ++part)
      EXPECT_EQ(done[n][static_cast<std::size_t>(part)], part <= static_cast<int>(n * 7 % 3) ? 1 : 0) << n;
}

// Limits the process to this much more address space. A thread's stack usually takes 8 MB of it.
void limit_memory(std::size_t more) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t bytes = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + more;
  const rlimit limit{bytes, bytes};
  if (setrlimit(RLIMIT_AS, &limit) != 0) std::exit(7);
}

TEST(Pool, uses_only_as_many_threads_as_the_system_grants) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // so that no stacks of ended threads can be reused
  const auto made_of_those_there_are = [] {
    limit_memory(std::size_t{200} << 20);
    Pool pool(1024);
    std::atomic<int> done{0};
    pool.run([&](int) { ++done; }, pool.size());
    const std::vector<char> room(std::size_t{50} << 20);  // memory for the work of the threads
    std::exit(pool.size() > 1 && pool.size() < 1024 && done == pool.size() && room.back() == 0 ? 0 : 1);
  };
  EXPECT_EXIT(made_of_those_there_are(), testing::ExitedWithCode(0), "");
}

TEST(Pool, without_any_thread_the_remedy_is_reported) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto none = [] {
    limit_memory(std::size_t{1} << 20);
    try {
      Pool pool(2);
    } catch (const EngineError& e) {
      std::fputs(e.what(), stderr);
      std::_Exit(3);  // skips the leak search, which has no memory either
    }
  };
  EXPECT_EXIT(none(), testing::ExitedWithCode(3), "cannot start a thread: .*ulimit");
}

// A job worth one thread must not wait for a thread that is busy or not scheduled by the system.
TEST(Pool, a_job_of_one_part_does_not_wait_for_a_busy_thread) {
  Pool pool(2);
  std::atomic<bool> go_on{false};
  const Pool::Job slow = pool.start([&](int) { go_on.wait(false); }, 1);
  for (int n = 0; n < 100; ++n) pool.run([](int) {}, 1);
  EXPECT_FALSE(slow.done());
  go_on = true;
  go_on.notify_all();
  slow.wait();
}

TEST(CpuEngine, an_idle_engine_uses_no_processor_time) {
  const auto engine = with_seams(2);
  const Scene scene = random_scene({200, 200, {cpml, cpml, cpml, cpml}}, Precision::float32, 5);
  const Problem p = problem_of(scene);
  engine->load(p);
  engine->start(batch_of(scene, 0, 50));
  engine->finish();
  // The threads become idle when the machine lets them, and then stay idle until they get work.
  double used = 1;
  for (int tries = 0; tries < 20 && used >= 0.01; ++tries) {
    const double before = processor_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    used = processor_seconds() - before;
  }
  EXPECT_LT(used, 0.01);
}

TEST(CpuEngine, start_returns_before_the_batch_is_done) {
  const auto engine = make_cpu_engine(1);
  Scene scene = random_scene({1000, 1000, {cpml, cpml, cpml, cpml}}, Precision::float32, 5);
  const Problem p = problem_of(scene);
  engine->load(p);
  EXPECT_EQ(engine->finish().steps, 0);
  // The batches become longer until one cannot end before this thread checks.
  bool busy = false;
  for (int steps = 200, from = 0; !busy && steps < 20000; from += steps, steps *= 4) {
    engine->start(batch_of(scene, from, steps));
    busy = engine->busy();
    const BatchResult result = engine->finish();
    EXPECT_FALSE(engine->busy());
    EXPECT_EQ(result.steps, steps);
    EXPECT_GT(result.seconds, 0);
    EXPECT_EQ(result.probes.size(), static_cast<std::size_t>(steps) * p.instruments.size());
    EXPECT_EQ(engine->finish().steps, 0);
  }
  EXPECT_TRUE(busy);
}

}  // namespace
}  // namespace ez
