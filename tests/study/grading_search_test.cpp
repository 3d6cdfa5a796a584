// Tests the search for a better grading: the dB it reaches, its duration, and its reaction to being stopped.
#include "solver/study/grading_search.h"

#include <chrono>
#include <thread>

#include "helpers.h"
#include "processor_time.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/scene/file/scene_file.h"
#include "solver/study/grading_trials.h"
#include "solver/study/nelder_mead.h"

namespace ez::test {
namespace {

// The promised times hold if no other program runs. Then a search with one thread takes its processor time, and a
// search with more threads takes no longer. The clock of a busy machine is only printed.
class Work {
 public:
  double seconds() const {
    measured("seconds by the clock", std::chrono::duration<double>(Clock::now() - begin_).count());
    return measured("seconds of processor time", processor_seconds() - before_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin_ = Clock::now();
  double before_ = processor_seconds();
};

Scene open_scene() {
  Scene s = grid(100, 100, BoundaryKind::cpml);
  s.sources = {point(50, 50, Cw{frequency_of(s, 20)})};
  return s;
}
GradingProgress finished(GradingSearch& search) {
  while (!search.progress().done) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return search.progress();
}

TEST(NelderMead, finds_the_bottom_of_a_curved_valley) {
  const auto valley = [](const SimplexPoint& x) {
    double sum = 0;
    for (std::size_t k = 0; k + 1 < x.size(); ++k)
      sum += 100 * std::pow(x[k + 1] - x[k] * x[k], 2) + std::pow(1 - x[k], 2);
    return sum;
  };
  NelderMead search(valley, {-1, 1, -1, 1}, 0.5, 1e-14, 5000);
  while (search.step()) continue;
  for (const double x : search.best().at) EXPECT_NEAR(x, 1, 1e-5);
}

TEST(GradingSearch, reaches_minus_98_db_near_normal_with_ten_cells) {
  const Work work;
  GradingSearch search(cpu_engine_maker(1), open_scene(), {0, 30, 0, 0});
  const GradingProgress p = finished(search);
  EXPECT_EQ(p.failed, "");
  EXPECT_LE(work.seconds(), 90);
  measured("before, dB", p.before_db);
  EXPECT_LE(measured("after, dB", p.best_db), -98);
  EXPECT_LT(p.best_db, p.before_db);
  EXPECT_GT(measured("trials", p.trials), 500);
  EXPECT_EQ(p.best.cells, 10);
  EXPECT_FALSE(p.cancelled);
}

// The strips meet an angle to within half a degree, which is nearly a dB at 60°.
TEST(GradingSearch, its_result_matches_the_theory_of_its_grading) {
  const Scene s = open_scene();
  const GradingBand band = {0, 60, 0, 0};
  GradingSearch search(cpu_engine_maker(1), s, band);
  const GradingProgress p = finished(search);
  std::string failed;
  const GradingCase judge(s, band, failed);
  EXPECT_NEAR(measured("before, dB", p.before_db), judge.worst(s.boundary.cpml).db, 1);
  EXPECT_NEAR(measured("after, dB", p.best_db), judge.worst(p.best).db, 1);
  EXPECT_LE(p.best_db, p.before_db - 6);
}
TEST(GradingSearch, of_a_pulses_band_improves_it_within_90_seconds) {
  Scene s = open_scene();
  s.sources = {point(50, 50, pulse(frequency_of(s, 20)))};
  const Work work;
  GradingSearch search(cpu_engine_maker(1), s, {0, 75, 0, 0});
  const GradingProgress p = finished(search);
  EXPECT_EQ(p.failed, "");
  EXPECT_LE(work.seconds(), 90);
  const double before = measured("before, dB", p.before_db);
  EXPECT_LE(measured("after, dB", p.best_db), before - 3);
}
TEST(GradingSearch, gives_the_same_result_every_time) {
  std::string failed;
  const Scene s = open_scene();
  const GradingCase judge(s, {0, 45, 0, 0}, failed);
  const BestGrading a = best_grading(judge, s), b = best_grading(judge, s);
  EXPECT_EQ(a.grading, b.grading);
  EXPECT_EQ(a.trials, b.trials);
}
// A page without threads searches in steps of its frames.
TEST(GradingSearch, gives_the_same_result_without_a_thread) {
  const Scene s = open_scene();
  const GradingBand normal = {0, 0, 0, 0};
  GradingSearch own(cpu_engine_maker(1), s, normal), none(cpu_engine_maker(1), s, normal, Threads::none);
  double fraction = 0;
  for (GradingProgress p; !p.done;) {
    p = none.progress();
    EXPECT_GE(p.fraction, fraction);
    fraction = p.fraction;
  }
  const GradingProgress a = finished(own), b = none.progress();
  EXPECT_EQ(b.failed, "");
  EXPECT_EQ(a.fraction, b.fraction);
  EXPECT_EQ(a.trials, b.trials);
  EXPECT_EQ(a.before_db, b.before_db);
  EXPECT_EQ(a.best_db, b.best_db);
  EXPECT_EQ(a.best, b.best);
}
TEST(GradingSearch, without_a_thread_is_cancelled_at_the_next_step) {
  GradingSearch search(cpu_engine_maker(1), open_scene(), {0, 75, 0, 0}, Threads::none);
  EXPECT_FALSE(search.progress().done);
  search.cancel();
  const GradingProgress p = search.progress();
  EXPECT_TRUE(p.done);
  EXPECT_TRUE(p.cancelled);
}
TEST(GradingSearch, respects_ranges_and_keeps_other_sides_factors) {
  std::string failed;
  Scene s = open_scene();
  s.boundary.cpml.cells = 4;
  s.boundary.cpml.factor = {1, 1, 0.5, 1};
  const GradingCase judge(s, {0, 45, 0, 0}, failed);
  const BestGrading best = best_grading(judge, s);
  EXPECT_LT(best.db, judge.worst(s.boundary.cpml).db);
  EXPECT_EQ(best.grading.cells, 4);
  EXPECT_EQ(best.grading.factor, s.boundary.cpml.factor);
  EXPECT_TRUE(best.grading.order >= 1 && best.grading.order <= 6) << best.grading.order;
  EXPECT_TRUE(best.grading.kappa >= 1 && best.grading.kappa <= 50) << best.grading.kappa;
  s.boundary.cpml = best.grading;
  EXPECT_TRUE(validate(s).empty());
}
TEST(GradingSearch, stops_within_a_tenth_of_a_second) {
  Scene s = open_scene();
  s.sources = {point(50, 50, pulse(frequency_of(s, 20)))};
  for (const double fraction : {0.0, 0.1, 0.4, 0.6}) {  // measuring before, searching, measuring after
    GradingSearch search(cpu_engine_maker(1), s, {0, 75, 0, 0});
    while (search.progress().fraction < fraction) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const Work work;
    search.cancel();
    while (!search.progress().done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_TRUE(search.progress().cancelled);
    EXPECT_LE(work.seconds(), 0.1);
  }
}
TEST(GradingSearch, gives_the_reason_if_it_cannot_run) {
  const auto said = [](const Scene& s, const GradingBand& band) {
    GradingSearch search(cpu_engine_maker(1), s, band);
    return finished(search).failed;
  };
  Scene walls = grid(100, 100, BoundaryKind::pec), silent = grid(100, 100, BoundaryKind::cpml);
  EXPECT_EQ(said(walls, {}), "no side of the scene is CPML; set a side to cpml");
  EXPECT_EQ(said(silent, {}), "no source that is on defines the band; give its frequencies");
  EXPECT_EQ(said(silent, {0, 60, 2e9, 1e9}), "the band runs from 2e+09 Hz down to 1e+09 Hz; exchange them");
  EXPECT_EQ(said(silent, {50, 40, 1e9, 2e9}), "the band runs from 50° to 40°; give angles from 0 to 89");
  EXPECT_EQ(said(silent, {0, 40, 1e9, 2e12}),
            "at 2e+12 Hz a wavelength has fewer than 4 cells; use lower frequencies or smaller cells");
  const Comparison::EngineMaker broken = []() -> std::unique_ptr<Engine> { throw EngineError("the card is gone"); };
  GradingSearch search(broken, open_scene(), {});
  EXPECT_EQ(finished(search).failed, "the card is gone");
}

}  // namespace
}  // namespace ez::test
