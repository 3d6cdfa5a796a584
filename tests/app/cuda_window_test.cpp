// The kernel lab's window on a card: it keeps its rate while a large grid's block shapes are measured, and shows what
// was measured. With EZSCOPE_TEST_OUT set, its picture is left there as kernel-lab.png.
#include <algorithm>
#include <chrono>
#include <cstdlib>

#include "app/kernel_lab/lab.h"
#include "app/session/session.h"
#include "cuda_fixture.h"
#include "scene_reading.h"

namespace ez::test {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

class CudaWindow : public CudaTest {
 protected:
  // A cavity of n × n nodes in the first paper's kernels, off-screen.
  void open(int n) {
    Scene scene = builtin("cavity-1024");
    scene.title = "Cavity";
    scene.grid.nx = scene.grid.ny = n;
    std::get<PointSource>(scene.sources[0].geometry).at = {n / 2.0, n / 2.0};
    WindowCommand command;
    command.offscreen = true;
    command.frames = 1000000;  // without the pace of a display
    command.engine.backend = "cuda";
    command.size = {1920, 1080};
    try {
      session_ = std::make_unique<Session>(command, LoadedScene{std::move(scene), "", "cavity-1024"});
    } catch (const std::exception& e) {
      GTEST_SKIP() << "no window off-screen: " << e.what();
    }
  }
  const KernelState& kernel() const { return session_->state().kernel; }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session_->frame());
  }
  // Seconds of every frame until nothing is measured any more.
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

TEST_F(CudaWindow, keeps_its_rate_while_the_shapes_of_8192_are_measured) {
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

}  // namespace
}  // namespace ez::test
