// Tests the window on a GPU. The kernel lab keeps its frame rate while it measures the block shapes of a large grid,
// and then shows the results. A run goes back in time, and a session is replayed, to the bit. If EZSCOPE_TEST_OUT is
// set, the test saves its picture there as kernel-lab.png.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>

#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/state.h"
#include "app/features/timeline/commands.h"
#include "app/features/timeline/timeline.h"
#include "app/model/log/session_log.h"
#include "app/session/session.h"
#include "cuda_fixture.h"
#include "scene_reading.h"

namespace ez::test {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

class CudaWindow : public CudaTest {
 protected:
  // Opens a cavity of n × n nodes off-screen, with the first paper's kernels.
  void open(int n) {
    Scene scene = builtin("cavity-1024");
    scene.title = "Cavity";
    scene.grid.nx = scene.grid.ny = n;
    std::get<PointSource>(scene.sources[0].geometry).at = {n / 2.0, n / 2.0};
    WindowCommand command;
    command.offscreen = true;
    command.frames = 1000000;  // not limited by a display's rate
    command.engine.backend = "cuda";
    command.size = {1920, 1080};
    try {
      session_ = std::make_unique<Session>(command, LoadedScene{std::move(scene), "", "cavity-1024"});
    } catch (const std::exception& e) {
      GTEST_SKIP() << "no window off-screen: " << e.what();
    }
  }
  const KernelState& kernel() const { return session_->state().of<KernelState>(); }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session_->frame());
  }
  // Returns the seconds of every frame until the measurement ends.
  std::vector<double> frame_times(Sweep::Kind kind) {
    session_->send(command::StartSweep{kind});
    std::vector<double> out;
    do {
      const double begin = now();
      frames(1);
      out.push_back(now() - begin);
    } while (kernel().sweep && !HasFatalFailure());
    return out;
  }

  std::unique_ptr<Session> session_;
};

TEST_F(CudaWindow, keeps_its_frame_rate_while_shapes_of_8192_are_measured) {
  open(8192);
  if (IsSkipped()) return;
  session_->send(command::SetWorkspace{Workspace::kernel_lab});
  frames(40);
  EXPECT_EQ(kernel().scheme.name, "takada");
  frame_times(Sweep::Kind::schemes);
  std::vector<double> times = frame_times(Sweep::Kind::blocks);
  double total = 0;
  for (const double t : times) total += t;
  std::sort(times.begin(), times.end());
  std::printf("[ measured ] %zu frames in %.2f s, %.1f a second; the slowest %.1f ms, 95 of 100 within %.1f ms\n",
              times.size(), total, static_cast<double>(times.size()) / total, 1e3 * times.back(),
              1e3 * times[times.size() * 95 / 100]);
  EXPECT_LE(total, 20);
  EXPECT_GE(static_cast<double>(times.size()) / total, 30);
  ASSERT_NE(best_square(kernel().map), nullptr);
  for (const BlockSquare& s : kernel().map.squares) EXPECT_EQ(s.why.empty(), s.gcells > 0);
  session_->send(command::AdoptBlock{best_square(kernel().map)->block});
  session_->send(command::SetSpeed{{.full = true}});
  frames(600);
  EXPECT_EQ(session_->state().block, best_square(kernel().map)->block);
  EXPECT_GT(session_->state().performance.gcells_kernel, 0);
  if (const char* folder = std::getenv("EZSCOPE_TEST_OUT")) {
    session_->send(command::Screenshot{std::string(folder) + "/kernel-lab.png"});
    frames(2);
  }
}

// Returns a closed domain of vacuum, which every scheme can compute.
Scene room(const std::string& scheme) {
  Scene scene = builtin("cavity-1024");
  scene.grid.nx = scene.grid.ny = 384;
  std::get<PointSource>(scene.sources[0].geometry).at = {150, 170};
  scene.probes.clear();  // the probes and their checks are outside the smaller grid
  scene.checks.clear();
  scene.run = {};
  scene.run.scheme = scheme;
  return scene;
}

using CudaTime = CudaTest;

TEST_F(CudaTime, going_back_matches_a_fresh_run_to_the_bit_in_every_scheme) {
  for (const char* scheme : {"auto", "takada", "streamed", "resident"}) {
    const Scene first = room(scheme);
    Scene second = first;
    std::get<PointSource>(second.sources[0].geometry).at = {250, 100};
    Comparison runs(cuda_engine, first), fresh(cuda_engine, first);
    Timeline timeline(std::chrono::milliseconds(0), 0);
    timeline.restart(first);
    timeline.set_budget(10e6);  // about five snapshots
    std::map<std::uint64_t, std::vector<double>> seen;
    constexpr int stride = 37, strides = 20, edited = 9;
    for (int k = 0; k < strides; ++k) {
      if (k == edited) {
        ASSERT_FALSE(runs.apply(second).restarted);
        timeline.edited(runs, second, "move source");
        ASSERT_FALSE(fresh.apply(second).restarted);
      }
      runs.advance(stride);
      runs.wait();
      timeline.ran(runs);
      if (timeline.is_due(runs)) timeline.keep(runs, [] { return Timeline::Look{}; });
      fresh.advance(stride);
      fresh.wait();
      seen[fresh.pane(0).step()] = fresh.pane(0).field(Quantity::ez);
    }
    EXPECT_LE(timeline.bytes(), 10e6);
    std::mt19937 random(5);
    for (int k = 0; k < 25; ++k) {
      const std::uint64_t to = stride * (1 + random() % strides);
      ASSERT_EQ(timeline.go(runs, to).why_not.english(), "");
      while (timeline.is_travelling()) {
        timeline.arrive(runs);
        if (timeline.is_due(runs)) timeline.keep(runs, [] { return Timeline::Look{}; });
        if (!timeline.is_travelling()) break;
        const NextBatch stretch = timeline.next(runs, 64);
        runs.advance(stretch.steps, stretch.until);
        runs.wait();
      }
      ASSERT_EQ(runs.pane(0).step(), to);
      EXPECT_TRUE(runs.pane(0).field(Quantity::ez) == seen[to]) << scheme << ", step " << to;
    }
  }
}

TEST_F(CudaTime, a_session_is_replayed_to_the_bit) {
  namespace fs = std::filesystem;
  const fs::path file = fs::temp_directory_path() / ("ezscope-cuda-" + std::to_string(::getpid()) + ".ezlog");
  const auto open = [&](std::shared_ptr<SessionLog> log, const Scene& scene) {
    WindowCommand command;
    command.offscreen = true;
    command.frames = 1000000;
    command.engine.backend = "cuda";
    command.size = {640, 400};
    command.log = std::move(log);
    return std::make_unique<Session>(command, LoadedScene{scene, "", "cavity-1024"});
  };
  std::vector<std::vector<double>> fields;
  std::vector<std::uint64_t> steps;
  const auto look = [&](Session& s) {
    steps.push_back(s.state().step);
    fields.push_back(s.solver().field(Quantity::ez));
  };
  try {
    auto session = open(std::make_shared<SessionLog>(SessionLog::recorder(file)), room("auto"));
    for (int k = 0; k < 60; ++k) {
      Scene moved = session->state().scene;
      std::get<PointSource>(moved.sources[0].geometry).at.x += 1;
      if (k % 10 == 5) session->send(command::EditScene{moved, "move source", true});
      if (k == 40) session->send(command::GoTo{steps.back() / 2});
      if (k == 50) session->send(command::Run{true});
      ASSERT_TRUE(session->frame());
      look(*session);
    }
  } catch (const WindowError& e) {
    GTEST_SKIP() << "no window off-screen: " << e.what();
  }
  const auto log = std::make_shared<SessionLog>(SessionLog::player(file));
  const auto session = open(log, log->start().scene);
  const std::vector<std::vector<double>> recorded = std::exchange(fields, {});
  const std::vector<std::uint64_t> recorded_steps = std::exchange(steps, {});
  while (session->frame()) look(*session);
  for (std::size_t k = 0; k < std::min(steps.size(), recorded_steps.size()); ++k) {
    EXPECT_EQ(steps[k], recorded_steps[k]) << "frame " << k;
    EXPECT_TRUE(fields[k] == recorded[k]) << "frame " << k;
  }
  EXPECT_GE(steps.size() + 1, recorded_steps.size());
  fs::remove(file);
}

}  // namespace
}  // namespace ez::test
