// Tests the kernel lab on the first OpenCL device of the machine. Without a device the tests are skipped with the
// reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "app/features/kernel_lab/commands.h"
#include "app/features/kernel_lab/lab.h"
#include "app/features/kernel_lab/state.h"
#include "app/session/session.h"
#include "block_engine.h"
#include "off_screen.h"
#include "patience.h"
#include "quiet_world.h"
#include "solver/engine/opencl/opencl_backend.h"

namespace ez {
namespace {

class OpenClLab : public testing::Test {
 protected:
  void SetUp() override {
    if (const OpenClStatus status = opencl_status(); !status.problem.empty()) GTEST_SKIP() << status.problem;
    open(small_cavity(64, 48));
  }
  void open(const Scene& scene) {
    EngineRequest request;
    request.backend = "opencl", request.device = 0;
    session = std::make_unique<Session>(off_screen(4, {1280, 720}), LoadedScene{scene, "", "cavity"},
                                        make_engine_maker(request));
    send(command::SetWorkspace{Workspace::kernel_lab});
    send(command::Select{});
  }
  void send(Command c) {
    session->send(std::move(c));
    ASSERT_TRUE(session->frame());
  }
  void finish_sweep() {
    ASSERT_TRUE(comes([&] { return !kernel().sweep; }, [&] { ASSERT_TRUE(session->frame()); }));
  }
  const KernelState& kernel() const { return session->state().of<KernelState>(); }
  const SchemeState& row(const char* name) const {
    return kernel().schemes[static_cast<std::size_t>(scheme_index(name))];
  }
  std::unique_ptr<Session> session;
};

TEST_F(OpenClLab, measures_the_roofs_of_the_device) {
  ASSERT_TRUE(kernel().roofs);
  EXPECT_EQ(kernel().roofs->why, "");
  EXPECT_FALSE(kernel().roofs->host);
  EXPECT_GT(kernel().roofs->copy, 1e8);
  EXPECT_GT(kernel().roofs->issue, 1e7);
}

TEST_F(OpenClLab, offers_the_schemes_of_the_engine_and_gives_reasons_for_the_others) {
  for (const char* own : {"auto", "two-kernel", "streamed"}) EXPECT_EQ(row(own).why, "") << own;
  EXPECT_EQ(row("split").why.english(), "boundary.left: split does not support pec");
  EXPECT_TRUE(row("split").scene);
  EXPECT_EQ(row("wavefront").why, "runs on the CPU");
  for (const char* other : {"resident", "takada", "packed-epsilon", "cublas-vector"}) {
    EXPECT_NE(row(other).why.english().find("needs CUDA"), std::string::npos) << other;
    EXPECT_FALSE(row(other).scene) << other;
    EXPECT_TRUE(row(other).elsewhere) << other;
  }
  EXPECT_EQ(row("split").why_not_form(6), "");
  EXPECT_NE(row("split").why_not_form(7).find("need CUDA"), std::string::npos);
  send(command::SetScheme{{"takada", 0}});
  EXPECT_EQ(kernel().scheme.name, "auto");
}

TEST_F(OpenClLab, measures_every_scheme_that_suits_the_scene_in_the_forms_of_the_engine) {
  send(command::StartSweep{Sweep::Kind::schemes});
  finish_sweep();
  for (const char* own : {"two-kernel", "streamed"})
    EXPECT_NE(speed_of(session->state(), own, 0, size_of(session->state().scene)), nullptr) << own;
  send(command::NearestScene{"split"});
  send(command::Select{});
  ASSERT_EQ(kernel().scheme.name, "split");
  send(command::StartSweep{Sweep::Kind::schemes});
  finish_sweep();
  EXPECT_EQ(row("split").why, "") << "a form of CUDA does not make the scheme impossible";
  for (int form = 0; form < 7; ++form)
    EXPECT_NE(speed_of(session->state(), "split", form, size_of(session->state().scene)), nullptr) << form;
}

TEST_F(OpenClLab, measures_the_shapes_of_work_groups_that_the_device_allows) {
  ASSERT_EQ(kernel().map.why, "");
  const Engine& engine = session->solver().engine();
  const auto legal = [&] {
    return std::ranges::count_if(kernel().map.squares, [](const BlockSquare& s) { return s.why.empty(); });
  };
  ASSERT_EQ(kernel().map.squares.size(), std::size_t{shapes_a_side} * shapes_a_side);
  EXPECT_GT(legal(), 10);
  EXPECT_LT(legal(), shapes_a_side * shapes_a_side);
  for (const BlockSquare& s : kernel().map.squares) EXPECT_EQ(s.why, engine.why_illegal(s.block));
  send(command::StartSweep{Sweep::Kind::blocks});
  // A CPU device compiles the kernels again for each shape, so only the first shapes are measured here.
  const auto measured = [&] {
    return std::ranges::count_if(kernel().map.squares, [](const BlockSquare& s) { return s.slices == Sweep::slices; });
  };
  ASSERT_TRUE(comes([&] { return measured() >= 8; }, [&] { ASSERT_TRUE(session->frame()); }));
  send(command::CancelSweep{});
  EXPECT_FALSE(kernel().sweep);
  for (const BlockSquare& s : kernel().map.squares) EXPECT_TRUE(s.gcells == 0 || s.why.empty()) << s.why;
  const BlockSquare* best = best_square(kernel().map);
  ASSERT_NE(best, nullptr);
  send(command::AdoptBlock{best->block});
  send(command::Select{});
  EXPECT_EQ(session->solver().engine().block(), best->block);
  EXPECT_EQ(session->state().engine.backend, "OpenCL") << "no shape made the device fail";
}

}  // namespace
}  // namespace ez
