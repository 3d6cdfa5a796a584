// Tests the CUDA engine against the CPU engine, bit for bit, and its own features: block shapes, and running out of
// memory. Without a device every test is skipped with the reason.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cuda_fixture.h"
#include "helpers.h"
#include "plain_loop.h"
#include "random_problem.h"
#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/lattice.h"
#include "solver/problem/dispersive.h"
#include "solver/run/source_signal.h"

namespace ez::test {
namespace {

using Cuda = ExactCudaTest;

// Returns the values as the engine stores them. +0 equals −0, and two NaN are equal.
template <class T>
std::vector<T> stored(Solver& solver, FieldArray array) {
  std::vector<T> values(static_cast<std::size_t>(solver.problem().nx) * static_cast<std::size_t>(solver.problem().ny));
  solver.engine().read(array, values.data());
  return values;
}

// Returns the number of values that differ. The last row of hx and the last column of hy are beyond the boundary and do
// not count.
template <class T>
std::size_t differences(Solver& a, Solver& b, FieldArray array) {
  const std::vector<T> u = stored<T>(a, array), v = stored<T>(b, array);
  const Problem& p = a.problem();
  const int rows = array == FieldArray::hx && p.wall(Side::top) != BoundaryKind::periodic ? p.ny - 1 : p.ny;
  const int columns = array == FieldArray::hy && p.wall(Side::right) != BoundaryKind::periodic ? p.nx - 1 : p.nx;
  std::size_t count = 0;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i) {
      const std::size_t k = static_cast<std::size_t>(j) * static_cast<std::size_t>(p.nx) + static_cast<std::size_t>(i);
      if (u[k] != v[k] && !(std::isnan(u[k]) && std::isnan(v[k]))) ++count;
    }
  return count;
}
std::size_t differences(Solver& a, Solver& b) {
  std::size_t count = 0;
  for (FieldArray array : {FieldArray::ez, FieldArray::hx, FieldArray::hy})
    count += a.problem().precision == Precision::float32 ? differences<float>(a, b, array)
                                                         : differences<double>(a, b, array);
  return count;
}
// Checks that the field is not zero and finite, because comparing zeros or NaN proves nothing.
void expect_alive(Solver& solver) {
  const Health health = solver.health();
  EXPECT_TRUE(health.finite);
  EXPECT_GT(health.max_abs, 0);
}

// The memory need is computed before the grid is made. A node with a pole needs its place, two states and the previous
// field.
TEST(LatticeBytes, count_the_poles) {
  Scene s = grid(64, 50, BoundaryKind::pec);
  s.materials = {{"metal", 1, 1, 0, 0, {}}};
  s.shapes = {{Rect{{10, 10}, {30, 20}}, "metal"}};
  const double f = frequency_of(s, 30);
  const auto bytes = [&](std::size_t& nodes) {
    const Problem p = build_problem(s, rasterize(s));
    nodes = dispersive_nodes(p, FieldArray::ez).count;
    return cuda::lattice_bytes(p);
  };
  std::size_t nodes = 0;
  const double without = bytes(nodes);
  EXPECT_EQ(nodes, 0U);
  s.materials[0].poles = {{Drude{f, 0.1 * f}}};
  const double with = bytes(nodes), value = s.grid.precision == Precision::float32 ? 4 : 8;
  EXPECT_GE(nodes, 200U);
  EXPECT_EQ(with - without, static_cast<double>(nodes) * (24 + 3 * value));
}

struct Size {
  int nx, ny;
};
constexpr Size sizes[] = {{37, 53}, {16, 16}, {129, 140}, {256, 64}};
constexpr Precision precisions[] = {Precision::float32, Precision::float64};
constexpr BoundaryKind kinds[] = {BoundaryKind::pec,  BoundaryKind::mur2, BoundaryKind::pmc,
                                  BoundaryKind::mur1, BoundaryKind::cpml, BoundaryKind::periodic};

void expect_same_run(Solver& cpu, Solver& cuda, int steps, const std::string& what) {
  for (int part = 0; part < 2; ++part) {
    go_on(cpu, steps);
    go_on(cuda, steps);
    EXPECT_EQ(differences(cpu, cuda), 0u) << what << ", part " << part;
  }
  const std::vector<ProbeSamples> a = cpu.take_probes(), b = cuda.take_probes();
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t p = 0; p < a.size(); ++p) EXPECT_EQ(a[p].values, b[p].values) << what << ", probe " << p;
  expect_alive(cuda);
}

TEST_F(Cuda, equals_the_cpu_bit_for_bit_on_scenes_with_everything) {
  for (Precision precision : precisions)
    for (Size size : sizes)
      for (unsigned seed = 1; seed <= 12; ++seed) {
        const Scene s = random_scene({size.nx, size.ny, precision, seed % 3 != 0, 6, seed});
        Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
        expect_same_run(
            cpu, cuda, 40,
            fmt::format("{}x{}, {} bytes, seed {}", size.nx, size.ny, precision == Precision::float32 ? 4 : 8, seed));
      }
}

// If the two engines differ, the plain loop decides which one is right.
template <class T>
std::size_t differences_from_plain_loop(Solver& solver, const PlainLoop<T>& plain) {
  std::size_t count = 0;
  for (FieldArray array : {FieldArray::ez, FieldArray::hx, FieldArray::hy}) {
    const std::vector<T> a = stored<T>(solver, array), b = plain.read(array);
    const Problem& p = solver.problem();
    for (std::size_t k = 0; k < a.size(); ++k) {
      const int i = static_cast<int>(k) % p.nx, j = static_cast<int>(k) / p.nx;
      if (array == FieldArray::hx && j == p.ny - 1 && p.wall(Side::top) != BoundaryKind::periodic) continue;
      if (array == FieldArray::hy && i == p.nx - 1 && p.wall(Side::right) != BoundaryKind::periodic) continue;
      count += a[k] != b[k] && !(std::isnan(a[k]) && std::isnan(b[k]));
    }
  }
  return count;
}
template <class T>
void expect_all_three_agree(const Scene& s, const std::string& what) {
  Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
  PlainLoop<T> plain(cpu.problem());
  SourceSignals signals;
  signals.apply(s, cpu.problem().feeds, 0, cpu.dt());
  for (std::uint64_t first : {0, 31, 62}) {  // an odd number of steps, so that Mur-2 swaps its stored values
    Batch batch;
    batch.first_step = first, batch.steps = 31;
    signals.fill(0, first, cpu.dt(), batch);
    expand_wave_signals(batch);
    plain.run(batch);
    go_on(cpu, 31);
    go_on(cuda, 31);
    EXPECT_EQ(differences_from_plain_loop(cpu, plain), 0u) << "CPU, " << what;
    EXPECT_EQ(differences_from_plain_loop(cuda, plain), 0u) << "CUDA, " << what;
  }
  EXPECT_GT(cuda.health().max_abs, 0) << what;
}
TEST_F(Cuda, and_the_cpu_equal_the_plain_loop_for_every_boundary_pair) {
  unsigned seed = 1;
  for (BoundaryKind left : kinds)
    for (BoundaryKind bottom : kinds) {
      Scene s = random_scene({61, 47, Precision::float32, seed % 2 == 0, 6, seed});
      s.boundary.cpml.cells = 6;
      s.boundary.side = {left, left == BoundaryKind::periodic ? left : kinds[seed % 5], bottom,
                         bottom == BoundaryKind::periodic ? bottom : kinds[seed % 4]};
      const std::string what = fmt::format("left {}, bottom {}", static_cast<int>(left), static_cast<int>(bottom));
      expect_all_three_agree<float>(s, what);
      s.grid.precision = Precision::float64;
      s.grid.polarization = Polarization::hz;
      expect_all_three_agree<double>(s, what);
      ++seed;
    }
}
// A source may drive any array. On H it acts after H and before Ez.
TEST_F(Cuda, terms_on_every_array_equal_the_plain_loop) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const Scene s = random_scene({129, 140, Precision::float32, seed % 2 == 0, 6, seed});
    Problem p = build_problem(s, rasterize(s));
    add_terms_on_h(p);
    PlainLoop<float> plain(p);
    const std::unique_ptr<Engine> cuda = cuda_engine();
    cuda->load(p);
    Batch batch;
    batch.steps = 40, batch.sources = static_cast<int>(s.sources.size());
    for (int k = 0; k < batch.steps * batch.sources; ++k) batch.signals.push_back(std::sin(0.3 * k));
    const std::vector<double> probes = plain.run(batch);
    cuda->start(batch);
    EXPECT_EQ(cuda->finish().probes, probes);
    for (const FieldArray array : all_arrays) {
      const std::vector<float> wanted = plain.read(array);
      std::vector<float> got(wanted.size());
      cuda->read(array, got.data());
      const auto nx = static_cast<std::size_t>(p.nx);
      std::size_t others = 0;  // the last row of hx and the last column of hy are beyond the boundary
      for (std::size_t k = 0; k < got.size(); ++k) {
        if (array == FieldArray::hx && k / nx + 1 == got.size() / nx && p.wall(Side::top) != BoundaryKind::periodic)
          continue;
        if (array == FieldArray::hy && k % nx + 1 == nx && p.wall(Side::right) != BoundaryKind::periodic) continue;
        others += got[k] != wanted[k];
      }
      EXPECT_EQ(others, 0u) << "seed " << seed << ", array " << index_of(array);
    }
  }
}
TEST_F(Cuda, and_the_cpu_equal_the_plain_loop_for_every_fault) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    RandomScene wanted{61, 47, Precision::float32, seed % 2 == 0, 6, seed, true};
    expect_all_three_agree<float>(random_scene(wanted), fmt::format("seed {}", seed));
    wanted.precision = Precision::float64;
    expect_all_three_agree<double>(random_scene(wanted), fmt::format("seed {}", seed));
  }
}

TEST_F(Cuda, and_the_cpu_equal_the_plain_loop_with_dispersive_media) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    RandomScene wanted{61, 47, Precision::float32, seed % 2 == 0, 6, seed, false, true};
    Scene s = random_scene(wanted);
    if (seed % 3 == 0) s.grid.polarization = Polarization::hz;
    expect_all_three_agree<float>(s, fmt::format("seed {}", seed));
    s.grid.precision = Precision::float64;
    expect_all_three_agree<double>(s, fmt::format("seed {}", seed));
  }
}

TEST_F(Cuda, and_the_cpu_equal_the_plain_loop_with_averaged_edges) {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    RandomScene wanted{61, 47, Precision::float32, seed % 2 == 0, 6, seed, false, seed % 3 == 0};
    wanted.smoothing = true;
    Scene s = random_scene(wanted);
    expect_all_three_agree<float>(s, fmt::format("seed {}", seed));
    s.grid.precision = Precision::float64;
    expect_all_three_agree<double>(s, fmt::format("seed {}", seed));
  }
}

TEST_F(Cuda, equals_the_cpu_bit_for_bit_on_larger_grids) {
  for (Precision precision : precisions) {
    const Scene s = random_scene({1033, 777, precision, true, 6, 5});
    Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
    expect_same_run(cpu, cuda, 60, precision == Precision::float32 ? "float" : "double");
  }
}

TEST_F(Cuda, equals_the_cpu_with_more_materials_than_fit_in_a_byte) {
  for (Precision precision : precisions) {
    const Scene s = random_scene({150, 90, precision, true, 400, 2});
    Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
    ASSERT_TRUE(cuda.problem().electric.wide());
    expect_same_run(cpu, cuda, 40, "400 materials");
  }
}

TEST_F(Cuda, equals_the_cpu_for_the_dual_polarization) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    Scene s = random_scene({80, 70, Precision::float32, true, 6, seed});
    s.grid.polarization = Polarization::hz;
    Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
    expect_same_run(cpu, cuda, 40, fmt::format("seed {}", seed));
  }
}

// ---- block shapes

TEST_F(Cuda, every_legal_block_shape_gives_the_same_field) {
  for (Precision precision : precisions) {
    const Scene s = random_scene({301, 203, precision, true, 6, 7});
    Solver cpu = solver_for(s, 2);
    go_on(cpu, 25);
    for (BlockShape block :
         {BlockShape{1, 1}, {1, 1024}, {1024, 1}, {33, 7}, {32, 32}, {16, 16}, {128, 2}, {3, 341}, {7, 1}}) {
      Solver cuda = on_cuda(s);
      ASSERT_EQ(cuda.engine().set_block(block), "") << block.x << " x " << block.y;
      EXPECT_EQ(cuda.engine().block(), block);
      go_on(cuda, 25);
      EXPECT_EQ(differences(cpu, cuda), 0u) << block.x << " x " << block.y;
    }
  }
}

TEST_F(Cuda, a_block_shape_changed_during_a_run_keeps_the_field) {
  const Scene s = random_scene({301, 203, Precision::float32, true, 6, 8});
  Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
  for (BlockShape block : {BlockShape{64, 4}, {1, 1}, {5, 200}, {1024, 1}}) {
    go_on(cpu, 9);
    cuda.advance(4);
    ASSERT_EQ(cuda.engine().set_block(block), "");  // while the batch runs
    cuda.advance(5);
    cuda.wait();
    EXPECT_EQ(differences(cpu, cuda), 0u) << block.x << " x " << block.y;
  }
}

TEST_F(Cuda, an_illegal_block_shape_is_refused_with_its_reason) {
  Solver cuda = on_cuda(random_scene({}));
  const BlockShape before = cuda.engine().block();
  EXPECT_EQ(cuda.engine().set_block({33, 32}), "33 × 32 = 1056 threads; CUDA allows 1024 per block");
  EXPECT_EQ(cuda.engine().set_block({0, 4}), "a block needs at least one thread along each axis");
  EXPECT_EQ(cuda.engine().set_block({4, -1}), "a block needs at least one thread along each axis");
  EXPECT_FALSE(cuda.engine().set_block({65536, 65536}).empty());
  EXPECT_EQ(cuda.engine().block(), before);
}

// ---- batches

TEST_F(Cuda, differently_split_batches_give_the_same) {
  const Scene s = random_scene({200, 100, Precision::float32, true, 6, 3});
  Solver one = on_cuda(s), many = on_cuda(s);
  go_on(one, 60);
  for (int steps : {1, 2, 7, 20, 30}) many.advance(steps);
  many.wait();
  EXPECT_EQ(differences(one, many), 0u);
  const std::vector<ProbeSamples> a = one.take_probes(), b = many.take_probes();
  for (std::size_t p = 0; p < a.size(); ++p) EXPECT_EQ(a[p].values, b[p].values);
}

TEST_F(Cuda, a_batch_returns_at_once_and_reports_the_kernels_time) {
  Scene s = grid(4096, 4096, BoundaryKind::cpml, Precision::float32);
  s.sources = {point(2000, 2000, pulse(frequency_of(s, 20)))};
  Solver cuda = on_cuda(s);
  go_on(cuda, 10);
  cuda.take_speed();
  cuda.advance(200);
  EXPECT_TRUE(cuda.busy());
  cuda.wait();
  EXPECT_FALSE(cuda.busy());
  const Solver::Speed speed = cuda.take_speed();
  EXPECT_EQ(speed.steps, 200u);
  EXPECT_GT(speed.seconds, 0);
  measured("Gcell/s, 4096 x 4096, CPML", 1e-9 * 200 * 4096.0 * 4096 / speed.seconds);
}

TEST_F(Cuda, zero_restarts_the_run) {
  const Scene s = random_scene({120, 77, Precision::float32, true, 6, 4});
  Solver fresh = on_cuda(s), used = on_cuda(s);
  go_on(used, 50);
  used.reset();
  EXPECT_EQ(used.health().max_abs, 0);
  go_on(fresh, 30);
  go_on(used, 30);
  EXPECT_EQ(differences(fresh, used), 0u);
}

TEST_F(Cuda, a_written_field_is_read_back) {
  Solver cuda = on_cuda(random_scene({37, 53, Precision::float64}));
  Field values(std::size_t{37} * 53);
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = std::sin(0.1 * static_cast<double>(k));
  for (FieldArray array : {FieldArray::ez, FieldArray::hx, FieldArray::hy}) {
    cuda.engine().write(array, values.data());
    EXPECT_EQ(stored<double>(cuda, array), values);
  }
}

// ---- edits during a run give the same as on the CPU engine

TEST_F(Cuda, edits_of_every_tier_continue_as_on_the_cpu) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const RandomScene wanted{
        90, 110, seed % 2 ? Precision::float32 : Precision::float64, seed % 3 != 0, 6, seed, false, seed % 4 > 1};
    SceneMaker maker({90, 110, wanted.precision, true, 6, seed + 100});
    Scene s = random_scene(wanted);
    Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
    const auto both = [&](const char* what) {
      const ApplyReport a = cpu.apply(s), b = cuda.apply(s);
      EXPECT_EQ(a.tier, b.tier) << what;
      EXPECT_EQ(differences(cpu, cuda), 0u) << what << ", seed " << seed << ", before a step";
      go_on(cpu, 15);
      go_on(cuda, 15);
      EXPECT_EQ(differences(cpu, cuda), 0u) << what << ", seed " << seed;
    };
    go_on(cpu, 20);
    go_on(cuda, 20);
    for (int round = 0; round < 3; ++round) {
      s.shapes.push_back(maker.shape());
      both("a shape painted");
      s.boundary = maker.walls();
      both("other walls");
      s.faults = maker.faults(s);
      both("faults");
      s.faults.clear();
      both("no faults");
      s.materials[0].eps = maker.uniform(1, 6);
      both("another permittivity");
      s.materials[1].mu = maker.uniform(1, 3);
      both("another permeability");
      s.sources[0].geometry = PointSource{maker.point()};
      s.probes[0].at = maker.point();
      both("a source and a probe moved");
      s.boundary.cpml.cells = 3 + round;
      both("another depth of the layers");
      s.grid.courant = 0.7 + 0.1 * round;
      both("another time step");
      s.sources.push_back({"", LineSource{maker.point(), maker.point()}, 1, false, true, Cw{1e10}});
      both("a source more");
      s.shapes.erase(s.shapes.begin());
      both("a shape less");
    }
    for (int m = 0; m < 300; ++m) s.materials.push_back({"more" + std::to_string(m), 2, 1, 0, 0, {}});
    both("more materials than a byte holds");
    s.grid.nx = 64;
    both("another grid");
  }
}

TEST_F(Cuda, magnetic_media_come_and_go_without_changing_the_field) {
  Scene s = random_scene({90, 70, Precision::float32, false, 4, 9});
  Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
  const auto both = [&] {
    cpu.apply(s);
    cuda.apply(s);
    go_on(cpu, 20);
    go_on(cuda, 20);
    EXPECT_EQ(differences(cpu, cuda), 0u);
    expect_alive(cuda);
  };
  both();
  s.materials[2].mu = 2.5;
  both();
  s.shapes.push_back({Circle{{40, 30}, 9}, "pmc"});
  both();
  s.materials[2].mu = 1;
  s.shapes.pop_back();
  both();
}

// ---- health, memory

TEST_F(Cuda, health_finds_the_first_bad_node_in_row_order) {
  for (Precision precision : precisions) {
    const Scene s = random_scene({300, 200, precision, true, 6, 2});
    Solver cuda = on_cuda(s);
    Field e(std::size_t{300} * 200, 0.5);
    e[40'000] = -3;
    write(cuda, FieldArray::ez, e);
    EXPECT_TRUE(cuda.health().finite);
    EXPECT_EQ(cuda.health().max_abs, 3);
    e[45'007] = std::numeric_limits<double>::infinity();
    e[27'250] = std::numeric_limits<double>::quiet_NaN();
    e[27'303] = std::numeric_limits<double>::quiet_NaN();
    write(cuda, FieldArray::ez, e);
    const Health health = cuda.health();
    EXPECT_FALSE(health.finite);
    EXPECT_EQ(health.first_bad, (Node{250, 90}));
    EXPECT_EQ(health.max_abs, 3);
  }
}

// Kernels hold the pointer of a list until the whole update is done. A list that finds no memory must leave the old one
// in place.
TEST_F(Cuda, a_list_keeps_its_old_copy_until_a_larger_one_is_filled) {
  const cuda::Stream stream;
  cuda::DeviceList<int> list;
  const auto held = [&](std::size_t count) {
    std::vector<int> there(count);
    EZ_CUDA(cudaMemcpyAsync(there.data(), list.data(), count * sizeof(int), cudaMemcpyDeviceToHost, stream));
    stream.wait();
    return there;
  };
  const std::vector<int> few(1000, 7), many(100000, 8);
  list.assign(few, stream);
  const int* before = list.data();
  list.reserve(many.size());
  EXPECT_EQ(list.data(), before);
  EXPECT_EQ(held(few.size()), few);
  EXPECT_THROW(list.reserve(std::size_t{1} << 44), OutOfMemory);
  EXPECT_EQ(list.data(), before);
  EXPECT_EQ(held(few.size()), few);
  list.assign(few, stream);
  EXPECT_EQ(list.data(), before) << "a list that fits stays in place";
  list.assign(many, stream);
  EXPECT_EQ(list.count(), 100000);
  EXPECT_EQ(held(many.size()), many);
}

TEST_F(Cuda, a_grid_that_does_not_fit_leaves_the_old_one_running) {
  const Scene s = random_scene({200, 100, Precision::float32, true, 6, 3});
  Solver cpu = solver_for(s, 2), cuda = on_cuda(s);
  go_on(cpu, 20);
  go_on(cuda, 20);
  Problem huge = cuda.problem();
  huge.nx = huge.ny = 131072;
  huge.precision = Precision::float64;
  try {
    cuda.engine().load(huge);
    FAIL() << "412 GB of fields fitted";
  } catch (const OutOfMemory& e) {
    EXPECT_NE(std::string(e.what()).find("131072 × 131072"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("free"), std::string::npos) << e.what();
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  go_on(cpu, 20);
  go_on(cuda, 20);
  EXPECT_EQ(differences(cpu, cuda), 0u);
}

}  // namespace
}  // namespace ez::test
