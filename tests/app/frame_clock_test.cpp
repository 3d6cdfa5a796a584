// How many steps a frame makes: as fast as asked for, and the display keeps its rate.
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

// ---- time

// A display and an engine with a step time of their own: frames take what is drawn plus what is computed.
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

TEST(FrameClock, full_speed_uses_the_frame_and_holds_the_display) {
  SpeedSetting speed;
  speed.full = true;
  Bench bench{60, 1e-4, 1e-3};
  bench.run(1, speed, 0);
  EXPECT_GT(bench.run(4, speed, 0), 0.8 / 1e-4);
  EXPECT_GT(bench.fps, 57);
}

TEST(FrameClock, rarely_misses_the_display_in_search_of_its_limit) {
  // As with a display's sync: what is late by a little waits for the next refresh. 13 ms are free for steps, 14.2
  // wanted.
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

TEST(FrameClock, slow_drawing_still_lets_the_wave_move) {
  SpeedSetting speed;
  speed.full = true;
  Bench bench{60, 2e-4, 0.02};
  bench.run(3, speed, 0);
  EXPECT_GT(bench.run(4, speed, 0) / bench.fps, 10);
  EXPECT_GT(bench.fps, 30);
}

// An engine that goes over a large grid once for twelve steps: what is left over costs as much for each step.
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

TEST(FrameClock, full_speed_goes_by_whole_passes) {
  SpeedSetting full;
  full.full = true;
  for (const double once : {1e-5, 3e-4, 1e-3, 2.3e-3, 9e-3}) {
    Passing engine{once};
    engine.rate(2, full, 0);
    EXPECT_GT(engine.rate(4, full, 0), 0.8 * 12 / once * (once < 5e-3 ? 0.9 : 9.0 * 60 / 1000)) << once;
    EXPECT_GT(engine.fps, 55) << once;
  }
  Passing slow{38e-3};  // one pass is more than a frame, and so is one step
  slow.rate(2, full, 0);
  EXPECT_GT(slow.rate(4, full, 0), 0.9 * 12 / 39e-3);
}

// A card that makes the steps and draws by turns: a frame shows the last batch and queues the next one, piece by piece,
// each when the one before is done; it is drawn after the first. What is drawn is seen at the display's next refresh.
struct ByTurns {
  double once;  // s a pass
  bool refreshes_hold;
  FrameClock clock{60, 0.95};
  double now = 0, done = 0, queueing = 0, fps = 0;
  double kept(double seconds) {  // of what the engine alone would make
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

TEST(FrameClock, a_view_drawn_by_turns_costs_a_tenth_at_most_and_holds_the_display) {
  for (const bool refreshes_hold : {false, true})
    for (const double once : {0.05e-3, 0.3e-3, 0.62e-3, 1e-3, 1.3e-3, 1.7e-3, 2.13e-3, 2.6e-3, 3.9e-3}) {
      ByTurns run{once, refreshes_hold};
      run.kept(3);
      EXPECT_GE(run.kept(20), 0.92) << once;
      EXPECT_GE(run.fps, 58) << once;
    }
}

TEST(FrameClock, a_set_speed_that_single_steps_cannot_hold_goes_by_whole_passes) {
  const SpeedSetting set;
  Passing large{9e-3};
  large.rate(2, set, 200);
  EXPECT_NEAR(large.rate(6, set, 200), 200, 5);
  EXPECT_GT(large.fps, 55);
  Passing small{1e-5};
  small.rate(2, set, 200);
  EXPECT_NEAR(small.rate(6, set, 200), 200, 2);
  EXPECT_LE(*std::max_element(small.given.begin(), small.given.end()), 4) << "every frame has its steps";
}

// Drawing in software: it takes longer than the display's interval on the cores that the steps want as well. A batch
// runs beside it, slowly, and alone afterwards.
struct Crowded {
  double draw, apart, step;  // s: the frame alone; what a batch loses beside the drawing; a step alone
  double jitter = 0;         // of both
  double hiccups = 0;        // share of frames in which another program has the processor for a while
  FrameClock clock{60, 0.85};
  std::mt19937 dice{1};
  double now = 0, waited = 0;
  double frames = 0;
  std::vector<int> given = {};                              // steps of each frame of the last rate()
  std::vector<double> batches = {};                         // s that each of them took
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

TEST(FrameClock, full_speed_beside_slow_drawing_is_steady_and_near_that_of_long_batches) {
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
          EXPECT_GE(by_itself.frames, draw < 0.013 ? 45 : 15) << "the window answers";
        }
        EXPECT_LE(most - least, 0.1 * 2 * sum)
            << draw << ", " << apart << ", " << jitter << ": " << least << " to " << most;
        if (draw < 0.013) continue;  // the display's rate comes first
        EXPECT_GE(sum, 0.7 * best) << draw << ", " << apart << ", " << jitter;
      }
}

// Nine of ten frames get about as many steps as the one in the middle.
TEST(FrameClock, full_speed_does_not_swing_with_what_a_busy_machine_measures) {
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

TEST(FrameClock, a_frame_now_and_then_in_which_another_program_ran_costs_no_speed) {
  SpeedSetting full;
  full.full = true;
  for (const double draw : {0.003, 0.006}) {
    Crowded calm{draw, 0, 25e-6, 0.1, 0}, disturbed{draw, 0, 25e-6, 0.1, 0.03};
    calm.rate(6, full), disturbed.rate(6, full);
    EXPECT_GE(disturbed.rate(60, full), 0.9 * calm.rate(60, full)) << draw;
  }
}

TEST(FrameClock, steps_that_become_much_dearer_are_answered_within_a_few_frames) {
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

// Other programs take the processor: steps and drawing become slow at once. The batch that is under way then is long,
// and no later one; where drawing alone takes long, the steps do not make a frame much longer.
TEST(FrameClock, a_machine_that_becomes_busy_is_answered_after_one_batch) {
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
      // When the machine is free again the speed comes back.
      run.step /= slower, run.draw /= slower / 4;
      run.rate(60, full);
      Crowded fresh{draw, 0, 25e-6, 0.1};
      fresh.rate(6, full);
      EXPECT_GE(run.rate(6, full), 0.9 * fresh.rate(6, full)) << draw << ", " << slower;
    }
}

// A batch that takes several frames does not make one frame's drawing look long.
TEST(FrameClock, frames_that_go_by_during_a_batch_are_no_drawing_of_one) {
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

TEST(FrameClock, a_speed_that_is_too_high_falls_behind_instead_of_stalling) {
  SpeedSetting speed;
  Bench bench{60, 1e-3, 1e-3};
  bench.run(2, speed, 1e6);
  bench.run(2, speed, 1e6);
  EXPECT_GT(bench.fps, 57);
  // Nothing is owed afterwards.
  EXPECT_NEAR(bench.run(1, speed, 60), 60, 3);
}

TEST(FrameClock, a_fixed_number_is_a_fixed_number) {
  SpeedSetting speed;
  speed.automatic = false;
  speed.steps_per_frame = 7;
  FrameClock clock(60, 0.85);
  clock.begin_frame(0, 0);
  EXPECT_EQ(clock.steps(speed, 1e9), 7);
}

TEST(FrameClock, batches_are_as_long_as_asked_for) {
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
