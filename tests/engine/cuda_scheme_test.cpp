// Tests every published scheme against the CPU engine, bit for bit if its facts say so, otherwise within its bound.
// Also tests each scheme against the independent reference (reference.h), and changes of scheme and block during a run,
// as in the kernel lab.
#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <random>

#include "cuda_fixture.h"
#include "helpers.h"
#include "random_problem.h"
#include "reference.h"
#include "solver/engine/cuda/cuda_backend.h"
#include "solver/physics/yee.h"
#include "solver/scene/scheme.h"

namespace ez::test {
namespace {

using Scheme = CudaTest;

// Returns a smooth random field that is zero at the boundaries, and nowhere so small that arithmetic changes.
Field smooth(const Scene& s, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  Field f(static_cast<std::size_t>(s.grid.nx) * static_cast<std::size_t>(s.grid.ny), 0.0);
  for (int k = 0; k < 4; ++k) {
    const int m = 1 + static_cast<int>(uniform(random) * 9), n = 1 + static_cast<int>(uniform(random) * 9);
    const double a = uniform(random) + 0.2;
    for (int j = 1; j < s.grid.ny - 1; ++j)
      for (int i = 1; i < s.grid.nx - 1; ++i)
        f[at(s, i, j)] += a * std::sin(3.14159265358979 * m * i / (s.grid.nx - 1)) *
                          std::sin(3.14159265358979 * n * j / (s.grid.ny - 1));
  }
  return f;
}

// Returns a scene with everything that the scheme can compute: boundaries, media, precision, two sources and a probe.
Scene scene_for(const SchemeFacts& scheme, int nx, int ny, Precision precision) {
  Scene s = grid(nx, ny, BoundaryKind::mur1, precision);
  s.grid.courant = 0.7;
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}, {"wet", 4, 1, 0.02, 0, {}}};
  const double r = 0.25 * std::min(nx, ny);
  s.shapes = {{Circle{{0.6 * nx, 0.4 * ny}, r}, "glass"},
              {Rect{{0.0, 0.7 * ny}, {0.5 * nx, 0.9 * ny}}, "wet"},
              {Rect{{0.3 * nx, 0.2 * ny}, {0.32 * nx, 0.6 * ny}}, "pec"}};
  const int x = nx / 2, y = ny / 2, third_x = nx / 3, third_y = ny / 3;
  s.sources = {point(x, y, Cw{frequency_of(s, 20), 2, 0}), point(third_x, third_y, Cw{frequency_of(s, 33), 2, 0}, 2)};
  s.probes = {{"p", {x + 3.0, y + 2.0}}};
  return nearest_scene(scheme, s);
}

void start_smooth(Solver& solver) {
  const Field e = smooth(solver.scene(), 3);
  start_at_rest(solver, e);
}

std::vector<int> forms_of(const SchemeFacts& s) {
  std::vector<int> out;
  for (int v = 0; v < std::max<int>(1, static_cast<int>(s.forms.size())); ++v) out.push_back(v);
  return out;
}

// If cuBLAS is missing, its schemes report that, and nothing can be compared.
bool refused(const std::string& why) { return why.find("cuBLAS not found") != std::string::npos; }

void expect_agrees(Solver& cpu, Solver& cuda, double bound, const std::string& what) {
  const Field a = cpu.field(Quantity::ez), b = cuda.field(Quantity::ez);
  ASSERT_GT(max_abs(a), 0) << what;
  if (bound == 0)
    EXPECT_EQ(max_difference(a, b), 0) << what;
  else
    EXPECT_LE(l2_difference(b, a), bound) << what;
}

// Calls f(scheme, precision, form) for all schemes that run a scene.
template <class F>
void for_every_form(F f) {
  for (const SchemeFacts& facts : all_schemes())
    for (const Precision precision : {Precision::float32, Precision::float64})
      for (const int form : forms_of(facts))
        if (facts.live && facts.on != SchemeFacts::On::host &&
            (precision == Precision::float32 ? facts.float32 : facts.float64))
          f(facts, precision, form);
}

// Starts both engines from the same smooth field and compares them after each number of further steps.
void expect_form_agrees(const SchemeFacts& facts, int form, const Scene& scene, std::initializer_list<int> counts) {
  Solver cpu(make_cpu_engine(0), scene), cuda = on_cuda(scene);
  const std::string why = cuda.set_scheme({std::string(facts.name), form});
  if (refused(why)) return;
  ASSERT_EQ(why, "");
  cuda.engine().set_block(facts.block);
  start_smooth(cpu);
  start_smooth(cuda);
  for (const int steps : counts) {
    go_on(cpu, steps);
    go_on(cuda, steps);
    expect_agrees(cpu, cuda, facts.agreement,
                  fmt::format("{} form {} {}x{} {}", facts.name, form, scene.grid.nx, scene.grid.ny,
                              scene.grid.precision == Precision::float32 ? 4 : 8));
  }
}

// Plain double loops over physical fields and the scheme start from the same smooth field. The bounds are those of the
// engine in physics_reference_test, unless the scheme's bound is wider.
TEST_F(Scheme, each_agrees_with_the_independent_reference) {
  for_every_form([](const SchemeFacts& facts, Precision precision, int form) {
    const Scene scene = scene_for(facts, 131, 64, precision);
    Solver cuda = on_cuda(scene);
    const std::string why = cuda.set_scheme({std::string(facts.name), form});
    if (refused(why)) return;
    ASSERT_EQ(why, "");
    cuda.engine().set_block(facts.block);
    start_smooth(cuda);
    reference::Tm plain(scene);
    plain.z = cuda.field(Quantity::ez), plain.tx = cuda.field(Quantity::hx), plain.ty = cuda.field(Quantity::hy);
    go_on(cuda, 500);
    plain.run(500);
    ASSERT_GT(max_abs(plain.z), 0);
    EXPECT_LE(l2_difference(cuda.field(Quantity::ez), plain.z),
              std::max(facts.agreement, precision == Precision::float32 ? 5e-6 : 1e-12))
        << facts.name << " form " << form;
  });
}

TEST_F(Scheme, each_agrees_with_the_cpu_engine_within_its_bound) {
  for_every_form([](const SchemeFacts& facts, Precision precision, int form) {
    for (const auto& [nx, ny] : {std::pair(777, 1033), std::pair(18, 18), std::pair(131, 64)})
      expect_form_agrees(facts, form, scene_for(facts, nx, ny, precision), {1, 1, 498});
  });
}

// If the scene has one source and no probe, takada and runtime set it in their kernel of Ez.
TEST_F(Scheme, a_source_in_the_kernel_of_ez_gives_the_same_field) {
  for_every_form([](const SchemeFacts& facts, Precision precision, int form) {
    Scene scene = scene_for(facts, 131, 64, precision);
    scene.probes.clear();
    for (const bool hard : {false, true}) {
      scene.sources = {point(65, 30, Cw{frequency_of(scene, 20), 2, 0}, 2, hard)};
      expect_form_agrees(facts, form, scene, {1, 2, 97});
    }
  });
}

// Short enough for a sanitizer: every kernel of every form, and all sides and corners of a grid that no block divides.
TEST_F(Scheme, a_few_steps_of_each) {
  for_every_form([](const SchemeFacts& facts, Precision precision, int form) {
    expect_form_agrees(facts, form, scene_for(facts, 70, 45, precision), {3});
  });
}

TEST_F(Scheme, the_forms_of_one_scheme_agree_bit_for_bit) {
  for (const char* name : {"split", "packed-epsilon", "marching-register"}) {
    const SchemeFacts& facts = *find_scheme(name);
    const Scene scene = scene_for(facts, 203, 150, Precision::float64);
    std::vector<Field> fields;
    for (const int form : forms_of(facts)) {
      Solver cuda = on_cuda(scene);
      ASSERT_EQ(cuda.set_scheme({name, form}), "");
      start_smooth(cuda);
      go_on(cuda, 300);
      fields.push_back(cuda.field(Quantity::ez));
    }
    for (const Field& f : fields) EXPECT_EQ(max_difference(f, fields[0]), 0) << name;
  }
}

// Takes samples of every array every few steps, in batches that do not end with them. The field continues as without
// samples.
TEST_F(Scheme, each_takes_the_same_samples_as_the_cpu_engine) {
  for_every_form([](const SchemeFacts& facts, Precision precision, int form) {
    const Scene scene = scene_for(facts, 131, 64, precision);
    Solver cpu(make_cpu_engine(0), scene), cuda = on_cuda(scene), plain = on_cuda(scene);
    const std::string why = cuda.set_scheme({std::string(facts.name), form});
    if (refused(why)) return;
    ASSERT_EQ(why, "");
    ASSERT_EQ(plain.set_scheme({std::string(facts.name), form}), "");
    std::vector<GatherPoint> points;
    for (const FieldArray array : all_arrays)
      for (int k = 0; k < 20; ++k) points.push_back({array, {(17 * k + 3) % 129, (23 * k + 5) % 62}});
    Field values[2];
    for (Solver* solver : {&cpu, &cuda}) {
      solver->engine().set_block(facts.block);
      start_smooth(*solver);
      solver->set_gather({points, 7});
      for (const int steps : {5, 30, 1, 1, 64}) {
        solver->advance(steps);
        const Field part = solver->take_gathered().values;
        Field& all = values[solver == &cuda];
        all.insert(all.end(), part.begin(), part.end());
      }
    }
    plain.engine().set_block(facts.block);
    start_smooth(plain);
    go_on(plain, 101);
    ASSERT_EQ(values[0].size(), 14 * points.size());
    ASSERT_EQ(values[1].size(), values[0].size());
    ASSERT_GT(max_abs(values[0]), 0);
    EXPECT_LE(l2_difference(values[1], values[0]), facts.agreement) << facts.name << " form " << form;
    EXPECT_EQ(max_difference(cuda.field(Quantity::ez), plain.field(Quantity::ez)), 0) << facts.name << " form " << form;
  });
}

TEST_F(Scheme, every_legal_block_shape_gives_the_same_bits) {
  for (const SchemeFacts& facts : all_schemes()) {
    if (!facts.live || facts.on == SchemeFacts::On::host || facts.agreement > 1e-6) continue;
    const Precision precision = facts.float32 ? Precision::float32 : Precision::float64;
    const Scene scene = scene_for(facts, 150, 97, precision);
    Solver a = on_cuda(scene), b = on_cuda(scene);
    ASSERT_EQ(a.set_scheme({std::string(facts.name), 0}), "");
    ASSERT_EQ(b.set_scheme({std::string(facts.name), 0}), "");
    start_smooth(a);
    start_smooth(b);
    for (int x = 1; x <= 1024; x *= 2)
      for (int y = 1; x * y <= 1024; y *= 2) {
        if (!b.engine().set_block({x, y}).empty()) continue;
        go_on(a, 3);
        go_on(b, 3);
      }
    ASSERT_TRUE(b.engine().set_block({7, 13}).empty());
    go_on(a, 3);
    go_on(b, 3);
    EXPECT_EQ(max_difference(a.field(Quantity::ez), b.field(Quantity::ez)), 0) << facts.name;
  }
}

// A running field does not depend on the scheme that computes it.
TEST_F(Scheme, changing_it_at_random_steps_does_not_change_the_field) {
  const Scene scene = scene_for(*find_scheme("takada"), 200, 161, Precision::float32);
  Solver plain = on_cuda(scene), changing = on_cuda(scene);
  std::mt19937 random(5);
  const char* names[] = {"takada", "runtime", "two-kernel", "marching-register"};
  for (int k = 0; k < 40; ++k) {
    ASSERT_EQ(changing.set_scheme({names[random() % 4], 0}), "");
    changing.engine().set_block({1 << (random() % 6), 1 << (random() % 5)});
    const int steps = 1 + static_cast<int>(random() % 20);
    go_on(plain, steps);
    go_on(changing, steps);
  }
  EXPECT_GT(max_abs(plain.field(Quantity::ez)), 0);
  for (const Quantity q : {Quantity::ez, Quantity::hx, Quantity::hy})
    EXPECT_EQ(max_difference(plain.field(q), changing.field(q)), 0);
}

TEST_F(Scheme, mur_continues_across_a_change_to_and_from_split) {
  const Scene scene = scene_for(*find_scheme("split"), 90, 75, Precision::float32);
  Solver plain = on_cuda(scene), changing = on_cuda(scene);
  for (int k = 0; k < 20; ++k) {
    ASSERT_EQ(changing.set_scheme(k % 2 ? SchemeChoice{} : SchemeChoice{"split", k % 8}), "");
    go_on(plain, 11);
    go_on(changing, 11);
  }
  EXPECT_GT(max_abs(plain.field(Quantity::ez)), 0);
  EXPECT_EQ(max_difference(plain.field(Quantity::ez), changing.field(Quantity::ez)), 0);
}

TEST_F(Scheme, an_impossible_edit_restores_the_engines_own_and_says_why) {
  Scene scene = scene_for(*find_scheme("takada"), 90, 75, Precision::float32);
  Solver cuda = on_cuda(scene);
  ASSERT_EQ(cuda.set_scheme({"takada", 0}), "");
  scene.sources[0].amplitude = 3;
  EXPECT_EQ(cuda.apply(scene).scheme, "");
  EXPECT_EQ(cuda.engine().scheme().name, "takada");
  go_on(cuda, 20);
  scene.boundary[Side::left] = BoundaryKind::cpml;
  EXPECT_EQ(cuda.apply(scene).scheme, "boundary.left: takada does not support cpml");
  EXPECT_EQ(cuda.engine().scheme().name, "auto");
  EXPECT_EQ(cuda.set_scheme({"takada", 0}), "boundary.left: takada does not support cpml");
  go_on(cuda, 20);
  EXPECT_TRUE(cuda.health().finite);
  scene.boundary[Side::left] = BoundaryKind::pec;
  cuda.apply(scene);
  ASSERT_EQ(cuda.set_scheme({"takada", 0}), "");
  scene.grid.nx = 130;  // another grid keeps the scheme
  EXPECT_EQ(cuda.apply(scene).scheme, "");
  EXPECT_EQ(cuda.engine().scheme().name, "takada");
}

// Media are edited during the run: first some rows, then the palette's numbers, then more media than fit in a byte.
TEST_F(Scheme, packed_permittivities_follow_every_edit) {
  for (const int form : forms_of(*find_scheme("packed-epsilon"))) {
    Scene scene = scene_for(*find_scheme("packed-epsilon"), 203, 150, Precision::float64);
    Solver cuda = on_cuda(scene), cpu(make_cpu_engine(1), scene);
    ASSERT_EQ(cuda.set_scheme({"packed-epsilon", form}), "");
    const auto expect_both_follow = [&](const char* what) {
      EXPECT_EQ(cuda.apply(scene).scheme, "") << what;
      cpu.apply(scene);
      go_on(cuda, 40);
      go_on(cpu, 40);
      EXPECT_EQ(cuda.engine().scheme(), (SchemeChoice{"packed-epsilon", form})) << what;
      expect_agrees(cpu, cuda, 1e-12, fmt::format("form {}, {}", form, what));
    };
    expect_both_follow("as it was");
    scene.shapes.push_back({Rect{{100.0, 61.0}, {171.0, 83.0}}, "glass"});
    expect_both_follow("another rectangle");
    scene.shapes.back() = {Rect{{103.0, 64.0}, {174.0, 86.0}}, "glass"};
    expect_both_follow("dragged");
    scene.materials[0].eps = 3;
    expect_both_follow("another number");
    for (int k = 0; k < 300; ++k) {
      scene.materials.push_back({fmt::format("m{}", k), 1 + 0.01 * k, 1, 0, 0, {}});
      const int row = k / 180;
      const double i = 10 + k % 180, j = 10 + 40.0 * row;
      scene.shapes.push_back({Rect{{i, j}, {i + 1, j + 20}}, scene.materials.back().name});
    }
    expect_both_follow("300 media");
  }
}

TEST_F(Scheme, a_permittivity_that_cannot_be_packed_restores_the_engines_own) {
  Scene scene = scene_for(*find_scheme("packed-epsilon"), 90, 75, Precision::float64);
  Solver cuda = on_cuda(scene), plain(make_cpu_engine(1), scene);
  ASSERT_EQ(cuda.set_scheme({"packed-epsilon", 0}), "");
  go_on(cuda, 30);
  go_on(plain, 30);
  scene.grid.courant = 0.4;
  scene.materials[0].eps = 0.5;
  plain.apply(scene);
  EXPECT_EQ(cuda.apply(scene).scheme, "material glass: packed-epsilon only supports eps from 1 to below 53000");
  EXPECT_EQ(cuda.engine().scheme().name, "auto");
  go_on(cuda, 30);
  go_on(plain, 30);
  expect_agrees(plain, cuda, 1e-12, "the field is kept");
}

TEST_F(Scheme, a_preset_is_used_with_its_form_and_block) {
  Scene scene = scene_for(*find_scheme("marching-register"), 90, 75, Precision::float32);
  scene.run = {"marching-register", "32 rows", {{32, 4}}};
  scene.initial = {Side::top, 1};
  Solver cuda = on_cuda(scene), cpu(make_cpu_engine(1), scene);
  EXPECT_EQ(apply_preset(cuda), "");
  EXPECT_EQ(cuda.engine().scheme(), (SchemeChoice{"marching-register", 2}));
  EXPECT_EQ(cuda.engine().block(), (BlockShape{32, 4}));
  go_on(cuda, 40);
  go_on(cpu, 40);
  EXPECT_GT(max_abs(cpu.field(Quantity::ez)), 0.1);
  EXPECT_EQ(max_difference(cuda.field(Quantity::ez), cpu.field(Quantity::ez)), 0)
      << "both start from the same initial field";
}

// Each kernel of Ez is timed during real steps. The field continues as without timing.
TEST_F(Scheme, the_kernels_of_a_split_are_timed_one_by_one) {
  Scene scene = scene_for(*find_scheme("split"), 770, 601, Precision::float64);
  scene.sources.clear();
  const std::size_t kernels[] = {1, 2, 3, 4, 5, 6, 9};
  for (int form = 0; form < 7; ++form) {
    Solver timed = on_cuda(scene), plain = on_cuda(scene);
    for (Solver* solver : {&timed, &plain}) {
      ASSERT_EQ(solver->set_scheme({"split", form}), "");
      ASSERT_EQ(solver->engine().set_block({16, 16}), "");
      start_smooth(*solver);
    }
    const KernelTimes times = timed.engine().time_e_kernels(30);
    go_on(plain, 31);
    ASSERT_EQ(times.seconds.size(), kernels[form]);
    EXPECT_GT(times.empty, 0);
    EXPECT_GT(times.seconds[0], 0) << "the interior takes some time, form " << form;
    EXPECT_EQ(max_difference(timed.field(Quantity::ez), plain.field(Quantity::ez)), 0) << form;
  }
  Solver other = on_cuda(scene);
  for (const SchemeChoice& choice : {SchemeChoice{"split", 7}, {"split", 8}, {"two-kernel", 0}}) {
    ASSERT_EQ(other.set_scheme(choice), "");
    EXPECT_TRUE(other.engine().time_e_kernels(2).seconds.empty()) << choice.name << " form " << choice.form;
  }
}

}  // namespace
}  // namespace ez::test
