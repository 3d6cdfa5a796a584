// Tests experiments of several runs in the running program, off-screen, on the CPU engine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <memory>

#include "app/features/study/commands.h"
#include "app/features/study/state.h"
#include "app/model/update.h"
#include "app/session/session.h"
#include "off_screen.h"
#include "patience.h"

namespace ez {
namespace {

struct Window {
  std::unique_ptr<Session> session;
  explicit Window(const char* name) {
    session =
        std::make_unique<Session>(off_screen(8, {1280, 720}), LoadedScene{load_scene(name).scene.value(), "", name});
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  // Runs frames until the condition holds.
  bool until(const std::function<bool()>& reached) {
    return comes(reached, [&] { frames(1), usleep(2000); });
  }
  const State& state() const { return session->state(); }
  const std::optional<ConvergenceProgress>& progress() const { return state().of<StudyState>().convergence; }
};

constexpr const char* small = "half-filled-cavity";

TEST(StudySession, the_convergence_of_a_check_is_estimated_while_the_run_continues) {
  Window w(small);
  w.frames(2);
  w.session->send(command::CheckConvergence{});
  w.frames(2);
  ASSERT_TRUE(w.progress());
  const std::uint64_t before = w.state().step;
  ASSERT_TRUE(w.until([&] { return !w.progress(); }));
  EXPECT_GT(w.state().step, before);
  ASSERT_EQ(w.state().convergence.size(), 1u);
  const Convergence& c = w.state().convergence[0];
  EXPECT_EQ(c.verdict, Convergence::Verdict::converged);
  EXPECT_NEAR(c.order, 2, 0.5);
  const ConvergedScene alone = [&] {
    EngineRequest cpu;
    cpu.backend = "cpu";
    return run_convergence(make_engine_maker(cpu).make, w.state().scene, false, {},
                           [](std::uint64_t, std::uint64_t) { return true; });
  }();
  EXPECT_EQ(c.values, alone.checks.at(0).values) << "the same bits as without a window";
}

TEST(StudySession, an_estimate_can_be_cancelled) {
  Window w(small);
  w.frames(2);
  w.session->send(command::CheckConvergence{});
  w.frames(2);
  w.session->send(command::CancelConvergence{});
  w.frames(2);
  EXPECT_FALSE(w.progress());
  EXPECT_TRUE(w.state().convergence.empty());
}

TEST(StudySession, an_edit_removes_the_verdict) {
  Window w(small);
  w.frames(2);
  w.session->send(command::CheckConvergence{});
  ASSERT_TRUE(w.until([&] { return !w.state().convergence.empty(); }));
  Scene scene = w.state().scene;
  scene.sources[0].amplitude *= 2;
  w.session->send(command::EditScene{scene, "amplitude"});
  w.frames(3);
  EXPECT_TRUE(w.state().convergence.empty());
}

TEST(StudySession, a_scene_without_checks_has_nothing_to_estimate) {
  Window w(small);
  w.session->send(command::OpenBuiltin{"lecture", true});
  w.frames(2);
  w.session->send(command::CheckConvergence{});
  w.frames(2);
  EXPECT_FALSE(w.progress()) << "the scene has no checks";
}

}  // namespace
}  // namespace ez
