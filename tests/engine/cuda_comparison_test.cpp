// Tests panes and reference runs on the GPU, each on its own stream: fields, difference pictures and meters equal the
// CPU's, bit for bit. Without a device every test is skipped with the reason.
#include "cuda_fixture.h"
#include "helpers.h"
#include "random_boundaries.h"
#include "solver/compare/comparison.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/grading_search.h"

namespace ez::test {
namespace {

using enum BoundaryKind;

using CudaComparison = ExactCudaTest;

EngineMaker cuda_engine_maker() {
  EngineRequest request;
  request.backend = "cuda";
  return make_engine_maker(request).make;
}

Scene lab(Precision precision) {
  Scene s = grid(150, 130, cpml, precision);
  s.materials = {{"glass", 2.25, 1, 0, 0, {}}};
  s.shapes = {{Rect{{-1, 80}, {160, 95}}, "glass"}, {Circle{{100, 40}, 6}, "pec"}};
  s.sources = {point(50, 45, Cw{frequency_of(s, 14), 2, 0})};
  s.reflection.on = true;
  s.reflection.margin = 40;
  for (const char* kind : {"pec", "mur1", "mur2", "cpml"}) {
    Variant v{kind, {}};
    for (const char* side : {"left", "right", "bottom", "top"})
      v.set.push_back({std::string("boundary.") + side, '"' + std::string(kind) + '"'});
    s.variants.push_back(v);
  }
  return s;
}

void expect_same_pictures(Solver& cpu, const PictureReference& cpu_minus, Solver& cuda,
                          const PictureReference& cuda_minus, const char* what) {
  const double nx = cpu.problem().nx, ny = cpu.problem().ny;
  for (PictureWindow w :
       {PictureWindow{-0.5, -0.5, nx - 0.5, ny - 0.5, 150, 130}, PictureWindow{-0.5, -0.5, nx, ny, 41, 37},
        PictureWindow{20.3, 31.7, 60.1, 55.2, 200, 173}, PictureWindow{-30, -20, 60, 70, 120, 120}}) {
    w.quantity = Quantity::residual;
    const auto count = static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height);
    std::vector<float> a(count), b(count);
    w.minus = cpu_minus;
    const PictureStats on_cpu = cpu.draw(w, a.data());
    w.minus = cuda_minus;
    const PictureStats on_cuda = cuda.draw(w, b.data());
    EXPECT_EQ(a, b) << what;
    EXPECT_EQ(on_cpu.max_abs, on_cuda.max_abs) << what;
    EXPECT_GT(on_cuda.max_abs, 0) << what;
  }
}

TEST_F(CudaComparison, runs_pictures_and_readings_equal_the_cpus) {
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    Scene s = lab(precision);
    Comparison cpu(cpu_engine_maker(2), s), cuda(cuda_engine_maker(), s);
    for (int round = 0; round < 6; ++round) {
      for (int n = 0; n < 12; ++n) cpu.advance(10), cuda.advance(10);
      if (round == 3) {
        s.sources[0].amplitude = 2;
        s.shapes[1] = {Circle{{90, 50}, 9}, "glass"};
        EXPECT_FALSE(cpu.apply(s).restarted);
        EXPECT_FALSE(cuda.apply(s).restarted);
      }
      for (int k = 0; k < cpu.panes(); ++k) {
        EXPECT_EQ(cpu.pane(k).field(Quantity::ez), cuda.pane(k).field(Quantity::ez)) << cpu.name(k);
        EXPECT_EQ(cpu.reading(k).db, cuda.reading(k).db) << cpu.name(k);
        expect_same_pictures(cpu.pane(k), cpu.minus_reference(k), cuda.pane(k), cuda.minus_reference(k),
                             "minus the reference run");
        const int other = (k + 1) % cpu.panes();
        expect_same_pictures(cpu.pane(k), cpu.minus_pane(k, other), cuda.pane(k), cuda.minus_pane(k, other),
                             "minus another pane");
      }
      EXPECT_EQ(cpu.reference(0)->field(Quantity::ez), cuda.reference(0)->field(Quantity::ez));
    }
  }
}

TEST_F(CudaComparison, a_difference_of_resolutions_and_precisions_equals_the_cpus) {
  Scene s = lab(Precision::float32);
  s.reflection.on = false;
  s.shapes.clear();
  s.variants = {{"fine", {}},
                {"coarse", {{"grid.cells", "[100, 87]"}, {"grid.cell", "1.5e-3"}, {"source.0.at", "[33, 30]"}}},
                {"double", {{"grid.precision", "\"double\""}}}};
  Comparison cpu(cpu_engine_maker(2), s), cuda(cuda_engine_maker(), s);
  for (Comparison* e : {&cpu, &cuda}) e->advance(200);
  for (int other : {1, 2})
    expect_same_pictures(cpu.pane(0), cpu.minus_pane(0, other), cuda.pane(0), cuda.minus_pane(0, other), "");
  expect_same_pictures(cpu.pane(2), cpu.minus_pane(2, 1), cuda.pane(2), cuda.minus_pane(2, 1), "");
}

// The picture is enqueued while the other run's next batch is in flight, and another batch follows at once. The
// subtracted field must be the one between the two batches.
TEST_F(CudaComparison, a_difference_is_taken_between_two_batches_of_the_other_stream) {
  const Scene s = lab(Precision::float32);
  Comparison together(cuda_engine_maker(), s), apart(cuda_engine_maker(), s);
  const PictureWindow whole{-0.5, -0.5, 149.5, 129.5, 150, 130, Quantity::residual, {}};
  std::vector<float> a(std::size_t{150} * 130), b(a.size());
  for (int n = 0; n < 30; ++n) {
    together.advance(20);
    PictureWindow w = whole;
    w.minus = together.minus_reference(1);
    together.pane(1).draw(w, a.data());
    apart.advance(20);
    apart.wait();
    w.minus = apart.minus_reference(1);
    apart.pane(1).draw(w, b.data());
    ASSERT_EQ(a, b) << "batch " << n;
  }
}

TEST_F(CudaComparison, stays_finite_while_boundaries_are_edited_at_random) {
  RandomBoundaries(cuda_engine_maker(), 11).go_on(test_seconds(4));
}

TEST_F(CudaComparison, a_better_grading_is_found_in_seconds) {
  Scene s = grid(100, 100, cpml, Precision::float32);
  s.sources = {point(50, 50, pulse(frequency_of(s, 20)))};
  GradingSearch search(cuda_engine_maker(), s, {0, 75, 0, 0});
  const auto begin = std::chrono::steady_clock::now();
  while (!search.progress().done) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_EQ(search.progress().failed, "");
  EXPECT_LE(measured("seconds", seconds), 20);
  EXPECT_LE(measured("after, dB", search.progress().best_db), measured("before, dB", search.progress().before_db) - 3);
}

TEST_F(CudaComparison, thousands_of_taps_equal_the_field_at_their_nodes) {
  Scene s = lab(Precision::float64);
  s.variants.clear();
  s.reflection.on = false;
  Solver cuda(cuda_engine_maker()(), s), cpu(make_cpu_engine(2), s);
  std::vector<Node> taps;
  for (int j = 0; j < 60; ++j)
    for (int i = 0; i < 100; ++i) taps.push_back({i + 20, j + 10});
  for (Solver* solver : {&cuda, &cpu}) {
    solver->set_taps(taps);
    go_on(*solver, 90);
  }
  EXPECT_EQ(cuda.take_taps().values, cpu.take_taps().values);
}

}  // namespace
}  // namespace ez::test
