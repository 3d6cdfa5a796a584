// Tests going back in time and forward again, and comparing a run with its earlier course. The running program,
// off-screen.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "app/features/boundary_lab/commands.h"
#include "app/features/timeline/commands.h"
#include "app/features/timeline/state.h"
#include "app/features/timeline/timeline.h"
#include "session_window.h"
#include "solver/engine/backend.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

struct Past : SessionWindow {
  static Scene of() {
    Scene scene = pulse_scene();
    scene.probes = {{"a", {0.05, 0.03}}};
    return scene;
  }
  Past() : SessionWindow(of()) {}
  void go(std::uint64_t to) {
    session->send(command::GoTo{to});
    frames(1);
    ASSERT_TRUE(until([&] { return !state().moments.target && step() == to; }));
  }
  Scene louder() const {
    Scene scene = state().scene;
    scene.sources[0].amplitude = 3;
    return scene;
  }
  // Makes the source louder during the run, pauses it, and starts a comparison with the run before the edit.
  void compare_with_quiet() {
    frames(8);
    edit(louder());
    frames(4);
    session->send(command::Run{false});
    frames(2);
    alone = state().scene;
    stood_at = step();
    session->send(command::CompareWithThen{8});
    frames(1);
    ASSERT_TRUE(until([&] { return !state().moments.target && step() == stood_at; }));
    ASSERT_EQ(comparison_pane(state().beside, state().scene), 1);
  }
  Scene alone = {};
  std::uint64_t stood_at = 0;
};

TEST(TimeTravel, restores_field_probes_and_scene_in_both_directions) {
  Past w;
  const Scene first = w.state().scene;
  w.frames(8);
  w.session->send(command::Run{false});
  w.frames(1);
  const std::uint64_t early = w.step();
  const auto field = w.session->solver().field(Quantity::ez);
  const auto probe = w.state().probes[0].values;
  ASSERT_EQ(probe.size(), early);
  w.session->send(command::Step{5});
  w.frames(2);
  const Scene second = w.louder();
  w.edit(second);
  w.session->send(command::Run{true});
  w.frames(10);
  w.session->send(command::Run{false});
  w.frames(1);
  const std::uint64_t late = w.step();
  const auto last = w.session->solver().field(Quantity::ez);
  ASSERT_EQ(w.state().of<TimelineState>().marks.size(), 1u);
  EXPECT_EQ(w.state().of<TimelineState>().marks[0].step, early + 5);

  w.go(early);
  EXPECT_TRUE(w.session->solver().field(Quantity::ez) == field);
  EXPECT_TRUE(w.state().probes[0].values == probe);
  EXPECT_EQ(w.state().scene, first);
  EXPECT_FALSE(w.state().running);
  w.session->send(command::Step{1});
  w.frames(2);
  EXPECT_EQ(w.step(), early + 1);
  EXPECT_EQ(w.state().moments.end, late) << "the later steps are still known";
  w.go(late);
  EXPECT_TRUE(w.session->solver().field(Quantity::ez) == last);
  EXPECT_EQ(w.state().scene, second);
  EXPECT_EQ(w.state().probes[0].values.size(), late);

  // A run that continues from an earlier step takes its own course.
  w.go(early);
  w.session->send(command::Run{true});
  w.frames(3);
  EXPECT_TRUE(w.state().of<TimelineState>().marks.empty());
  EXPECT_EQ(w.state().scene, first);
}

// Ctrl+Z then seems to do an edit instead of undoing one.
TEST(TimeTravel, past_an_edit_explains_undo_once) {
  Past w;
  w.frames(8);
  w.session->send(command::Run{false});
  w.frames(1);
  const std::uint64_t early = w.step();
  const auto explained = [&] {
    return std::ranges::any_of(w.state().notes, [](const Note& n) {
      return n.text.english().find("Ctrl+Z makes the edit again") != std::string::npos;
    });
  };
  const auto dismiss_all = [&] {
    std::vector<int> ids;
    for (const Note& n : w.state().notes) ids.push_back(n.id);
    for (const int id : ids) w.session->send(command::Dismiss{id});
    w.frames(1);
  };
  w.session->send(command::Step{5});
  w.frames(2);
  w.go(early + 2);
  EXPECT_FALSE(explained()) << "no edit was made";
  w.go(early + 5);
  w.edit(w.louder());
  w.session->send(command::Step{5});
  w.frames(2);
  w.go(early + 6);
  EXPECT_FALSE(explained()) << "the edit is still behind";
  w.go(early);
  EXPECT_TRUE(explained());
  dismiss_all();
  w.go(early + 1);
  EXPECT_FALSE(explained()) << "once";
  w.session->send(command::Undo{});
  w.frames(2);
  EXPECT_EQ(w.state().scene.sources[0].amplitude, 3) << "the promise holds";
}

TEST(TimeTravel, plays_backwards_to_the_start) {
  Past w;
  w.frames(12);
  std::uint64_t before = w.step();
  w.session->send(command::PlayBackwards{true});
  w.frames(1);
  ASSERT_TRUE(w.state().moments.backwards);
  for (int k = 0; k < 200 && w.state().moments.backwards; ++k) {
    w.frames(1);
    if (w.state().moments.target) continue;  // still on the way from the stored snapshot before
    EXPECT_LE(w.step(), before);
    before = w.step();
  }
  EXPECT_EQ(w.step(), 0u);
  EXPECT_FALSE(w.state().moments.backwards);
}

TEST(TimeTravel, then_and_now_run_side_by_side) {
  Past w;
  w.frames(8);
  w.session->send(command::CompareWithThen{3});
  w.frames(1);
  EXPECT_TRUE(w.state().scene.variants.empty()) << "nothing was edited";
  const Scene first = w.state().scene;
  const std::uint64_t edited = w.step();
  w.edit(w.louder());
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(2);
  const std::uint64_t now = w.step();
  ASSERT_LT(edited, now);
  const auto field = w.session->solver().field(Quantity::ez);
  w.session->send(command::CompareWithThen{8});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return !w.state().moments.target && w.step() == now; }));
  ASSERT_EQ(w.state().scene.variants.size(), 2u);
  EXPECT_FALSE(w.state().running);
  EXPECT_EQ(w.session->solver(0).scene().sources[0].amplitude, 3);
  EXPECT_EQ(w.session->solver(1).scene().sources[0].amplitude, 1);
  EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == field) << "the edit is repeated at its step";
  Solver alone(cpu_engine_maker(1)(), first);
  alone.advance(static_cast<int>(now));
  EXPECT_TRUE(w.session->solver(1).field(Quantity::ez) == alone.field(Quantity::ez));
  EXPECT_EQ(w.state().history.undo_label().english(), "edit") << "starting a comparison is no edit";

  // Go back to the time when both were equal.
  w.go(8);
  EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == w.session->solver(1).field(Quantity::ez));
  w.go(now);
  EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == field);

  // A note about both runs disappears with the second run.
  const auto told = [&] {
    return std::ranges::count_if(w.state().notes, [](const Note& n) { return n.cause == "timeline"; });
  };
  EXPECT_EQ(told(), 1);
  w.session->send(command::SetWorkspace{Workspace::explore});
  w.frames(2);
  EXPECT_EQ(w.state().scene.variants.size(), 0u);
  EXPECT_EQ(told(), 0);
}

// A shape drawn in between is only in one pane, whatever is drawn afterwards.
TEST(TimeTravel, the_earlier_run_lacks_the_shapes_drawn_since) {
  Past w;
  w.frames(8);
  Scene drawn = w.state().scene;
  drawn.shapes.push_back({Circle{{0.045, 0.03}, 0.004}, "pec"});
  w.edit(drawn);
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(2);
  const std::uint64_t now = w.step();
  const auto field = w.session->solver().field(Quantity::ez);
  w.session->send(command::CompareWithThen{6});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return !w.state().moments.target && w.step() == now; }));
  ASSERT_EQ(w.state().panes.size(), 2u);
  EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == field);
  EXPECT_TRUE(w.session->solver(1).scene().shapes.empty());
  Solver alone(cpu_engine_maker(1)(), Past::of());
  alone.advance(static_cast<int>(now));
  EXPECT_TRUE(w.session->solver(1).field(Quantity::ez) == alone.field(Quantity::ez));
  Scene more = w.state().scene;
  more.shapes = {{Circle{{0.02, 0.01}, 0.003}, "pec"}};
  w.edit(more);
  w.frames(2);
  EXPECT_EQ(w.session->solver(0).scene().shapes, more.shapes);
  EXPECT_TRUE(w.session->solver(1).scene().shapes.empty());
  EXPECT_EQ(w.step(), now) << "no start anew";
}

// The run continues alone with its field, its timeline and its own undo, however the comparison ends.
TEST(TimeTravel, the_run_continues_after_a_comparison_ends) {
  for (const bool leaves_lab : {false, true}) {
    Past w;
    const Scene quiet = w.state().scene;
    ASSERT_NO_FATAL_FAILURE(w.compare_with_quiet());
    const Scene& alone = w.alone;
    const std::uint64_t now = w.stood_at;
    EXPECT_EQ(without_comparison(w.state().beside, w.state().scene), alone) << "the scene that a crash would leave";
    const auto field = w.session->solver(0).field(Quantity::ez);
    const std::vector<ProbeTrace> probes = w.state().probes;
    ASSERT_FALSE(probes.empty());
    w.session->send(command::SelectPane{1});
    w.frames(2);
    if (leaves_lab)
      w.session->send(command::SetWorkspace{Workspace::explore});
    else
      w.session->send(command::RemovePane{1});
    w.frames(2);
    EXPECT_EQ(w.state().scene, alone);
    EXPECT_FALSE(comparison_pane(w.state().beside, w.state().scene));
    ASSERT_EQ(w.step(), now) << "no start anew";
    EXPECT_TRUE(w.session->solver().field(Quantity::ez) == field);
    EXPECT_EQ(w.state().probes.at(0).values, probes.at(0).values);
    w.session->send(command::Run{true});
    w.frames(4);
    w.session->send(command::Run{false});
    w.frames(2);
    const std::uint64_t end = w.step();
    ASSERT_GT(end, now);
    const auto later = w.session->solver().field(Quantity::ez);
    for (const std::uint64_t to : {now - 3, std::uint64_t{5}, now, end}) {  // the same as without the comparison
      w.go(to);
      EXPECT_EQ(w.state().panes.size(), 1u) << to;
      EXPECT_EQ(w.state().scene, to == 5 ? quiet : alone) << to;
    }
    EXPECT_TRUE(w.session->solver().field(Quantity::ez) == later);
    w.session->send(command::Undo{});  // takes back the travel in time
    w.frames(2);
    w.session->send(command::Undo{});
    w.frames(2);
    EXPECT_EQ(w.state().scene, quiet) << "undo takes back the edit and starts no comparison";
    EXPECT_EQ(w.step(), end);
  }
}

TEST(TimeTravel, can_compare_repeatedly) {
  Past w;
  ASSERT_NO_FATAL_FAILURE(w.compare_with_quiet());
  for (int k = 0; k < 3; ++k) {
    w.session->send(command::SetWorkspace{Workspace::explore});
    w.frames(2);
    w.session->send(command::Run{true});
    w.frames(4);
    w.session->send(command::Run{false});
    w.frames(2);
    const std::uint64_t now = w.step();
    const auto field = w.session->solver().field(Quantity::ez);
    w.session->send(command::CompareWithThen{8});
    w.frames(1);
    ASSERT_TRUE(w.until([&] { return !w.state().moments.target && w.step() == now; }));
    ASSERT_EQ(w.state().panes.size(), 2u);
    EXPECT_TRUE(w.session->solver(0).field(Quantity::ez) == field);
    EXPECT_EQ(w.session->solver(1).scene().sources[0].amplitude, 1);
    w.session->send(command::Run{true});
    w.frames(4);
  }
}

// A run that once had more panes cannot be joined by a second one on the way. Both runs begin at the start.
TEST(TimeTravel, can_compare_after_a_pane_was_removed) {
  Past w;
  w.frames(4);
  w.session->send(command::AddPane{});
  w.frames(4);
  w.session->send(command::RemovePane{1});
  w.frames(4);
  w.edit(w.louder());
  w.frames(4);
  w.session->send(command::Run{false});
  w.frames(2);
  const std::uint64_t now = w.step();
  w.session->send(command::CompareWithThen{1});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return !w.state().moments.target && w.step() == now; }));
  ASSERT_EQ(w.state().panes.size(), 2u);
  EXPECT_EQ(w.session->solver(1).scene().sources[0].amplitude, 1);
  w.session->send(command::SetWorkspace{Workspace::explore});
  w.frames(4);
  EXPECT_EQ(w.state().panes.size(), 1u);
}

// Undo and redo act on the scene and leave the run it is compared with.
TEST(TimeTravel, undo_leaves_the_compared_run_unchanged) {
  Past w;
  const Scene quiet = w.state().scene;
  ASSERT_NO_FATAL_FAILURE(w.compare_with_quiet());
  const Scene& loud = w.alone;
  const std::uint64_t now = w.stood_at;
  const Variant then = w.state().scene.variants.back();
  Scene drawn = w.state().scene;
  drawn.shapes.push_back({Circle{{0.045, 0.03}, 0.004}, "pec"});
  w.edit(drawn);
  w.frames(2);
  for (const Scene* own : {&loud, &quiet}) {
    w.session->send(command::Undo{});
    w.frames(2);
    EXPECT_EQ(without_comparison(w.state().beside, w.state().scene), *own);
    ASSERT_TRUE(comparison_pane(w.state().beside, w.state().scene));
    EXPECT_EQ(w.state().scene.variants.back(), then);
  }
  w.session->send(command::Redo{});
  w.frames(2);
  w.session->send(command::Redo{});
  w.frames(2);
  EXPECT_EQ(w.state().scene, drawn);
  EXPECT_EQ(w.step(), now) << "no start anew";
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("ezscope-travel-{}", ::getpid());
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "mine.toml").string();
  w.session->send(command::SaveAs{file});
  w.frames(1);
  EXPECT_FALSE(w.state().unsaved);
  ASSERT_TRUE(comparison_pane(w.state().beside, w.state().scene));
  const SceneResult saved = load_scene(file);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(saved.scene);
  EXPECT_EQ(*saved.scene, without_comparison(w.state().beside, drawn));
  EXPECT_TRUE(saved.scene->variants.empty());
  w.session->send(command::RemovePane{1});
  w.frames(1);
  EXPECT_FALSE(w.state().unsaved);
}

// The run is before the edit. The other pane gets the course after the edit.
TEST(TimeTravel, the_later_course_can_run_in_the_other_pane) {
  Past w;
  w.frames(6);
  w.edit(w.louder());
  w.frames(6);
  w.session->send(command::Run{false});
  w.frames(2);
  const std::uint64_t end = w.step();
  const auto edited = w.session->solver().field(Quantity::ez);
  w.go(8);
  w.session->send(command::CompareWithThen{end});
  w.frames(1);
  ASSERT_TRUE(w.until([&] { return !w.state().moments.target && w.step() == end; }));
  EXPECT_EQ(w.session->solver(0).scene().sources[0].amplitude, 1);
  EXPECT_TRUE(w.session->solver(1).field(Quantity::ez) == edited);
  EXPECT_FALSE(w.session->solver(0).field(Quantity::ez) == edited);
}

}  // namespace
}  // namespace ez
