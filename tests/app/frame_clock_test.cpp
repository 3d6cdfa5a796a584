// Tests how many steps a frame makes: as many as the set speed needs, while the display keeps its rate.
#include "app/picture/frame_clock.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace ez {
namespace {

// ---- timing

// A display and an engine with a fixed time per step. A frame takes the drawing time plus the computing time.
struct Bench {
  double hz, step, draw;  // s
  FrameClock clock{hz, 0.85};
  double now = 0, waited = 0;
  std::uint64_t steps = 0;
  double run(double seconds, const SpeedSetting& speed, double rate) {
    const double end = now + seconds;
    const std::uint64_t before = steps;
    int frames = 0;
    while (now < end) {
      clock.begin_frame(now, waited);
      const int n = clock.steps(speed, rate);
      waited = n * step;
      clock.measured(static_cast<std::uint64_t>(n), n * step);
      steps += static_cast<std::uint64_t>(n);
      now += std::max(1 / hz, n * step + draw);
      ++frames;
    }
    fps = frames / seconds;
    return static_cast<double>(steps - before) / seconds;
  }
  double fps = 0;
};

TEST(FrameClock, the_speed_does_not_depend_on_the_display) {
  SpeedSetting speed;
  for (const double hz : {30.0, 60.0, 144.0, 1000.0}) {
    Bench bench{hz, 1e-6, 1e-4};
    bench.run(1, speed, 500);
    EXPECT_NEAR(bench.run(4, speed, 500), 500, 5) << hz;
  }
}

TEST(FrameClock, full_speed_fills_the_frame_and_keeps_the_display_rate) {
  SpeedSetting speed;
  speed.full = true;
  Bench bench{60, 1e-4, 1e-3};
  bench.run(1, speed, 0);
  EXPECT_GT(bench.run(4, speed, 0), 0.8 / 1e-4);
  EXPECT_GT(bench.fps, 57);
}

TEST(FrameClock, searching_for_the_limit_rarely_misses_a_refresh) {
  // Models a display with vertical sync: a frame that is slightly late waits for the next refresh. Steps may take 13
  // ms; they would need 14.2 ms.
  SpeedSetting speed;
  speed.full = true;
  FrameClock clock(60, 0.85);
  double now = 0, waited = 0;
  int late = 0;
  for (int frame = 0; frame < 3600; ++frame) {
    clock.begin_frame(now, waited);
    const int n = clock.steps(speed, 0);
    waited = n * 1e-5;
    clock.measured(static_cast<std::uint64_t>(n), n * 1e-5);
    const double refreshes = std::ceil((n * 1e-5 + 1 / 60.0 - 13e-3) * 60 - 1e-9);
    late += refreshes > 1;
    now += refreshes / 60;
  }
  EXPECT_LT(late, 3600 / 50);
  EXPECT_GT(clock.budget(), 10e-3);
}

TEST(FrameClock, slow_drawing_still_lets_the_wave_advance) {
  SpeedSetting speed;
  speed.full = true;
  Bench bench{60, 2e-4, 0.02};
  bench.run(3, speed, 0);
  EXPECT_GT(bench.run(4, speed, 0) / bench.fps, 10);
  EXPECT_GT(bench.fps, 30);
}

// An engine that makes twelve steps in one pass over a large grid. Each step beyond whole passes costs as much as a
// pass.
struct Passing {
  double once;  // s
  int pass = 12;
  FrameClock clock{60, 0.95};
  double now = 0, waited = 0, fps = 0;
  std::vector<int> given = {};
  double cost(int steps) const { return once * (steps / pass + steps % pass); }
  double rate(double seconds, const SpeedSetting& speed, double wanted) {  // steps per second
    const double begin = now;
    double steps = 0;
    given.clear();
    while (now < begin + seconds) {
      clock.set_pass(pass);
      clock.begin_frame(now, waited);
      const int n = clock.steps(speed, wanted);
      const int piece = clock.steps_within(4e-3);
      double taken = 0;
      for (int left = n; left > 0; left -= piece) taken += cost(std::min(left, piece));
      clock.measured(static_cast<std::uint64_t>(n), taken);
      given.push_back(n);
      waited = taken;
      steps += n;
      now += std::max(taken + 1e-3, 1.0 / 60);
    }
    fps = static_cast<double>(given.size()) / seconds;
    return steps / seconds;
  }
};

TEST(FrameClock, full_speed_uses_whole_passes) {
  SpeedSetting full;
  full.full = true;
  for (const double once : {1e-5, 3e-4, 1e-3, 2.3e-3, 9e-3}) {
    Passing engine{once};
    engine.rate(2, full, 0);
    EXPECT_GT(engine.rate(4, full, 0), 0.8 * 12 / once * (once < 5e-3 ? 0.9 : 9.0 * 60 / 1000)) << once;
    EXPECT_GT(engine.fps, 55) << once;
  }
  Passing slow{38e-3};  // one pass takes longer than a frame, and so does one step
  slow.rate(2, full, 0);
  EXPECT_GT(slow.rate(4, full, 0), 0.9 * 12 / 39e-3);
}

// A GPU that computes steps and draws in turn. A frame shows the last batch and queues the next one in pieces, each
// when the piece before is done. The picture is drawn after the first piece and appears at the display's next refresh.
struct ByTurns {
  double once;  // seconds per pass
  bool refreshes_hold;
  FrameClock clock{60, 0.95};
  double now = 0, done = 0, queueing = 0, fps = 0;
  double kept(double seconds) {  // returns the share of the engine's own rate
    constexpr int pass = 12;
    constexpr double picture = 0.3e-3, draw = 0.4e-3;
    SpeedSetting full;
    full.full = true;
    const double begin = now;
    double passes = 0, frames = 0;
    for (; now < begin + seconds; ++frames) {
      const double frame = now, waited = std::max(done - frame, 0.0);
      now = frame + waited + picture;
      clock.set_pass(pass);
      clock.begin_frame(now, queueing + waited);
      const int n = clock.steps(full, 0) / pass, piece = std::min(n, clock.steps_within(4e-3) / pass);
      clock.measured(static_cast<std::uint64_t>(n * pass), n * once);
      passes += n;
      queueing = (n - 1) / piece * piece * once;
      const double drawn = now + std::max(queueing, piece * once + draw);
      done = now + n * once + draw;
      now = refreshes_hold ? std::ceil(drawn * 60 - 1e-6) / 60 : std::max(frame + 1 / 60.0, drawn);
    }
    fps = frames / (now - begin);
    return passes * once / (now - begin);
  }
};

TEST(FrameClock, drawing_in_turn_costs_at_most_a_tenth_and_keeps_the_display_rate) {
  for (const bool refreshes_hold : {false, true})
    for (const double once : {0.05e-3, 0.3e-3, 0.62e-3, 1e-3, 1.3e-3, 1.7e-3, 2.13e-3, 2.6e-3, 3.9e-3}) {
      ByTurns run{once, refreshes_hold};
      run.kept(3);
      EXPECT_GE(run.kept(20), 0.92) << once;
      EXPECT_GE(run.fps, 58) << once;
    }
}

TEST(FrameClock, a_set_speed_too_high_for_single_steps_uses_whole_passes) {
  const SpeedSetting set;
  Passing large{9e-3};
  large.rate(2, set, 200);
  EXPECT_NEAR(large.rate(6, set, 200), 200, 5);
  EXPECT_GT(large.fps, 55);
  Passing small{1e-5};
  small.rate(2, set, 200);
  EXPECT_NEAR(small.rate(6, set, 200), 200, 2);
  EXPECT_LE(*std::max_element(small.given.begin(), small.given.end()), 4) << "the steps are spread over all frames";
}

// Drawing in software. It takes longer than the display's interval, on the same cores as the steps. A batch runs slowly
// during the drawing, and alone afterwards.
struct Crowded {
  double draw, apart, step;  // seconds: drawing alone; what a batch loses during the drawing; one step alone
  double jitter = 0;         // relative, of drawing and batch
  double hiccups = 0;        // share of frames in which another program takes the processor for a while
  FrameClock clock{60, 0.85};
  std::mt19937 dice{1};
  double now = 0, waited = 0;
  double frames = 0;
  std::vector<int> given = {};                              // steps in each frame of the last rate()
  std::vector<double> batches = {};                         // seconds that each of them took
  double rate(double seconds, const SpeedSetting& speed) {  // steps per second
    const double end = now + seconds, begin = now;
    std::uniform_real_distribution<double> spread(1 - jitter, 1 + jitter), chance(0, 1), away(5e-3, 25e-3);
    given.clear();
    batches.clear();
    double steps = 0;
    for (frames = 0; now < end; ++frames) {
      clock.begin_frame(now, waited);
      const int n = clock.steps(speed, 0);
      given.push_back(n);
      double own = draw * spread(dice), batch = (apart + n * step) * spread(dice);
      if (chance(dice) < hiccups) (chance(dice) < 0.5 ? own : batch) += away(dice);
      clock.measured(static_cast<std::uint64_t>(n), batch);
      batches.push_back(batch);
      waited = std::max(0.0, batch - own);
      now += std::max(own + waited, 1.0 / 60);
      steps += n;
    }
    return steps / (now - begin);
  }
};

TEST(FrameClock, full_speed_with_slow_drawing_is_steady_and_nearly_the_best) {
  SpeedSetting full, fixed;
  full.full = true;
  fixed.automatic = false;
  fixed.steps_per_frame = 1000;
  for (const double draw : {0.012, 0.02, 0.035})
    for (const double apart : {0.0, 0.5, 0.9})
      for (const double jitter : {0.0, 0.15}) {
        Crowded by_itself{draw, apart * draw, 25e-6, jitter}, by_hand{draw, apart * draw, 25e-6, jitter};
        by_itself.rate(4, full);
        const double best = by_hand.rate(20, fixed);
        double least = 1e300, most = 0, sum = 0;
        for (int k = 0; k < 20; ++k) {
          const double rate = by_itself.rate(1, full);
          least = std::min(least, rate);
          most = std::max(most, rate);
          sum += rate / 20;
          EXPECT_GE(by_itself.frames, draw < 0.013 ? 45 : 15) << "the window stays responsive";
        }
        EXPECT_LE(most - least, 0.1 * 2 * sum)
            << draw << ", " << apart << ", " << jitter << ": " << least << " to " << most;
        if (draw < 0.013) continue;  // the display's rate has priority
        EXPECT_GE(sum, 0.7 * best) << draw << ", " << apart << ", " << jitter;
      }
}

// Nine of ten frames make about as many steps as the median frame.
TEST(FrameClock, full_speed_does_not_oscillate_on_a_busy_machine) {
  SpeedSetting full;
  full.full = true;
  for (const double draw : {0.003, 0.006, 0.008, 0.01, 0.012, 0.016, 0.02, 0.035})
    for (const double apart : {0.0, 0.5, 0.9})
      for (const auto& [jitter, hiccups, most] : {std::array{0.0, 0.0, 0.1}, {0.1, 0.0, 0.1}, {0.1, 0.03, 0.2}}) {
        Crowded run{draw, apart * draw, 25e-6, jitter, hiccups};
        run.rate(6, full);
        run.rate(20, full);
        std::vector<int>& given = run.given;
        std::sort(given.begin(), given.end());
        const double middle = given[given.size() / 2], low = given[given.size() / 20],
                     high = given[given.size() - 1 - given.size() / 20];
        EXPECT_GE(low, (1 - most) * middle) << draw << ", " << apart << ", " << jitter << ", " << hiccups;
        EXPECT_LE(high, (1 + most) * middle) << draw << ", " << apart << ", " << jitter << ", " << hiccups;
      }
}

TEST(FrameClock, an_occasional_disturbed_frame_costs_no_speed) {
  SpeedSetting full;
  full.full = true;
  for (const double draw : {0.003, 0.006}) {
    Crowded calm{draw, 0, 25e-6, 0.1, 0}, disturbed{draw, 0, 25e-6, 0.1, 0.03};
    calm.rate(6, full), disturbed.rate(6, full);
    EXPECT_GE(disturbed.rate(60, full), 0.9 * calm.rate(60, full)) << draw;
  }
}

TEST(FrameClock, much_slower_steps_are_noticed_within_a_few_frames) {
  SpeedSetting full;
  full.full = true;
  for (const double draw : {0.003, 0.02}) {
    Crowded run{draw, 0, 25e-6};
    run.rate(4, full);
    run.step *= 16;
    run.rate(1, full);
    run.rate(0.5, full);
    EXPECT_GE(run.frames, draw < 0.01 ? 27 : 7) << draw;
  }
}

// Other programs take the processor, so steps and drawing become slow at once. The batch under way then is long, but no
// later one is. If drawing alone takes long, the steps do not make a frame much longer.
TEST(FrameClock, a_machine_that_becomes_busy_delays_one_batch_only) {
  SpeedSetting full;
  full.full = true;
  for (const double draw : {0.003, 0.02, 0.035})
    for (const double slower : {4.0, 16.0, 50.0}) {
      Crowded run{draw, 0, 25e-6, 0.1};
      run.rate(4, full);
      run.step *= slower;
      run.draw *= slower / 4;
      run.rate(8, full);
      ASSERT_GE(run.batches.size(), 6u) << draw << ", " << slower;
      for (std::size_t k = 1; k < run.batches.size(); ++k)
        EXPECT_LE(run.batches[k], k < 4 ? 0.125 : 0.08) << "batch " << k << ": " << draw << ", " << slower;
      EXPECT_LE(run.clock.patience(), 0.1);
      // The speed recovers when the machine is free again.
      run.step /= slower, run.draw /= slower / 4;
      run.rate(60, full);
      Crowded fresh{draw, 0, 25e-6, 0.1};
      fresh.rate(6, full);
      EXPECT_GE(run.rate(6, full), 0.9 * fresh.rate(6, full)) << draw << ", " << slower;
    }
}

// A batch that spans several frames must not make the drawing of one frame look long.
TEST(FrameClock, frames_during_a_long_batch_do_not_count_as_one_drawing) {
  FrameClock clock(60, 0.85);
  SpeedSetting full;
  full.full = true;
  for (int k = 0; k < 60; ++k) {
    clock.begin_frame(k * 0.15, 0.03, 10);  // 10 frames of 12 ms each for one step of 150 ms
    clock.steps(full, 0);
    clock.measured(1, 0.15);
  }
  EXPECT_LE(clock.patience(), 0.02);
}

TEST(FrameClock, a_speed_that_is_too_high_lags_instead_of_stalling) {
  SpeedSetting speed;
  Bench bench{60, 1e-3, 1e-3};
  bench.run(2, speed, 1e6);
  bench.run(2, speed, 1e6);
  EXPECT_GT(bench.fps, 57);
  // No steps are owed afterwards.
  EXPECT_NEAR(bench.run(1, speed, 60), 60, 3);
}

TEST(FrameClock, a_fixed_number_of_steps_is_kept) {
  SpeedSetting speed;
  speed.automatic = false;
  speed.steps_per_frame = 7;
  FrameClock clock(60, 0.85);
  clock.begin_frame(0, 0);
  EXPECT_EQ(clock.steps(speed, 1e9), 7);
}

TEST(FrameClock, batches_are_as_long_as_requested) {
  FrameClock clock(60, 0.95);
  EXPECT_EQ(clock.steps_within(4e-3), 1);
  clock.measured(100, 100 * 1e-4);
  EXPECT_EQ(clock.steps_within(4e-3), 40);
  EXPECT_EQ(clock.steps_within(1e-9), 1);
}

TEST(FrameClock, a_rate_below_one_step_a_frame_is_kept) {
  SpeedSetting speed;
  Bench bench{60, 1e-6, 1e-4};
  EXPECT_NEAR(bench.run(10, speed, 7), 7, 0.2);
}

}  // namespace
}  // namespace ez
