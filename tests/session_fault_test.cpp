// The running program when something fails it: no memory for an edit, a GPU that is lost, files that cannot be read.
#include <gtest/gtest.h>

#include "app/session.h"
#include "app/update.h"
#include "block_engine.h"

namespace ez {
namespace {

WindowCommand off_screen() {
  WindowCommand command;
  command.offscreen = true;
  command.frames = 1000000;  // without the pace of a display
  command.steps_per_frame = 4;
  command.engine.backend = Backend::cpu;
  command.engine.threads = 1;
  command.size = {900, 600};
  return command;
}

// The program on engines that fail when they are told to.
class Failing : public testing::Test {
 protected:
  std::shared_ptr<Faults> faults = std::make_shared<Faults>();
  Scene scene = small_cavity(64, 48);
  Session session{off_screen(), {scene, "", "cavity"}, faulty_engines(faults)};

  const State& state() const { return session.state(); }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session.frame());
  }
  void edit(Scene next) { session.send(command::EditScene{std::move(next), "edit", true}); }
};

TEST_F(Failing, an_edit_without_memory_for_it_is_taken_back_and_the_field_runs_on) {
  frames(5);
  faults->full = true;
  Scene next = scene;
  next.shapes = {{Circle{{0.03, 0.02}, 0.005}, "pec"}};
  edit(next);
  session.send(command::Select{{Selection::Kind::shape, 0}});
  frames(3);
  EXPECT_EQ(state().step, 32u);
  EXPECT_EQ(state().scene, scene);
  EXPECT_EQ(session.solver().scene(), scene);
  EXPECT_EQ(state().selection, Selection{});
  ASSERT_EQ(state().notes.size(), 1u) << "said once";
  EXPECT_EQ(state().notes[0].text, "The edit is taken back: out of device memory");
}

}  // namespace
}  // namespace ez
