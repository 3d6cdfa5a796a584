// Tests designs in the running program, off-screen, on the CPU engine.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "app/features/design/commands.h"
#include "app/features/design/state.h"
#include "app/model/update.h"
#include "app/session/session.h"
#include "off_screen.h"
#include "patience.h"
#include "solver/design/designer.h"

namespace ez {
namespace {

constexpr const char* bend = "design-bend";
using Run = DesignState::Run;

struct Window {
  std::unique_ptr<Session> session;
  explicit Window(Scene scene = load_scene(bend).scene.value()) {
    session = std::make_unique<Session>(off_screen(64, {1280, 720}), LoadedScene{std::move(scene), "", bend});
    frames(2);
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  // Runs frames until the condition holds.
  bool until(const std::function<bool()>& reached) {
    return comes(reached, [&] { frames(1); });
  }
  bool improves(std::size_t times) {
    return until([&] { return design().made.size() >= times; });
  }
  bool has_note(const std::string& part) const {
    for (const Note& n : state().notes)
      if (n.text.english().find(part) != std::string::npos) return true;
    return false;
  }
  const State& state() const { return session->state(); }
  const Scene& scene() const { return state().scene; }
  const DesignState& design() const { return state().of<DesignState>(); }
  const GreyPicture* picture() const { return picture_of(scene(), scene().designs.front()); }
};

TEST(DesignSession, a_bend_grows_while_the_wave_runs) {
  Window w;
  const Scene before = w.scene();
  const std::uint64_t start = w.state().step;
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(13));
  EXPECT_GT(w.design().made.back().value, 0.9) << "after 52 periods";
  ASSERT_TRUE(w.improves(25));
  w.session->send(command::RunDesign{false});
  w.frames(4);
  ASSERT_NE(w.picture(), nullptr);
  const GreyPicture* running = picture_of(w.session->solver().scene(), before.designs[0]);
  ASSERT_NE(running, nullptr) << "the run that is shown has the structure";
  EXPECT_GT(w.state().step, start + std::uint64_t{25} * 4 * 29) << "it never restarted";
  ASSERT_EQ(w.design().gains.size(), 60u * 60);
  double largest = 0;
  for (const float g : w.design().gains) largest = std::max<double>(largest, std::abs(g));
  EXPECT_EQ(largest, 1);
  const Designer judge(before, 0, cpu_engine_maker(1));
  EXPECT_GT(judge.value_of(w.scene(), 1).value(), 0.9) << "of the structure in a new run";
  w.session->send(command::Undo{});
  w.frames(4);
  EXPECT_EQ(w.scene(), before) << "the whole design is one step";
  EXPECT_EQ(w.design().run, Run::paused);
}

TEST(DesignSession, a_step_makes_one_improvement) {
  Window w;
  w.session->send(command::StepDesign{});
  ASSERT_TRUE(w.improves(1));
  w.frames(60);
  EXPECT_EQ(w.design().made.size(), 1u);
  EXPECT_EQ(w.design().run, Run::paused);
  EXPECT_TRUE(w.state().running) << "the wave goes on";
}

TEST(DesignSession, a_paused_design_continues_with_the_same_structure) {
  Window w;
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(3));
  w.session->send(command::RunDesign{false});
  w.frames(40);
  const std::size_t made = w.design().made.size();
  const GreyPicture kept = *w.picture();
  w.frames(40);
  EXPECT_EQ(w.design().made.size(), made);
  EXPECT_TRUE(*w.picture() == kept);
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(made + 1));
  EXPECT_EQ(w.design().made.back().number, static_cast<int>(made) + 1) << "it did not begin again";
}

TEST(DesignSession, paint_is_shown_at_once_and_improved) {
  Window w;
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(12));
  w.session->send(command::RunDesign{false});
  w.frames(4);
  const double before = w.design().made.back().value;
  const GreyPicture clean = *w.picture();
  w.session->send(command::PaintStructure{{80, 67}, {88, 67}, 9, false});
  w.frames(4);
  EXPECT_FALSE(*w.picture() == clean);
  const std::size_t made = w.design().made.size();
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(made + 2));
  EXPECT_LT(w.design().made.back().value, before - 0.1) << "the paint is in the way";
  ASSERT_TRUE(w.improves(made + 15));
  EXPECT_GT(w.design().made.back().value, before - 0.1) << "60 periods later";
}

TEST(DesignSession, an_edit_of_the_source_keeps_the_structure) {
  Window w;
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(4));
  Scene scene = w.scene();
  scene.sources[0].amplitude *= 2;
  w.session->send(command::EditScene{scene, "amplitude"});
  const std::size_t made = w.design().made.size();
  ASSERT_TRUE(w.improves(made + 3));
  EXPECT_EQ(w.scene().sources[0].amplitude, scene.sources[0].amplitude);
  EXPECT_GT(w.design().made.back().number, 4) << "it did not begin again";
  EXPECT_EQ(w.design().run, Run::running);
}

TEST(DesignSession, a_second_pane_stops_the_design) {
  Window w;
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(1));
  w.session->send(command::AddPane{});
  ASSERT_TRUE(w.until([&] { return w.design().run == Run::paused; }));
  EXPECT_TRUE(w.has_note("Cannot design in several panes"));
}

TEST(DesignSession, reset_removes_the_structure) {
  Window w;
  const Scene before = w.scene();
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(3));
  w.session->send(command::ResetDesign{});
  w.frames(20);
  EXPECT_EQ(w.scene(), before);
  EXPECT_TRUE(w.design().made.empty());
  EXPECT_EQ(w.design().run, Run::paused);
}

TEST(DesignSession, another_scene_ends_the_design) {
  Window w;
  w.session->send(command::RunDesign{});
  ASSERT_TRUE(w.improves(2));
  w.session->send(command::OpenBuiltin{"paint", true});
  w.frames(20);
  EXPECT_EQ(w.design().run, Run::paused);
  EXPECT_TRUE(w.scene().designs.empty());
  EXPECT_FALSE(w.state().unsaved);
}

TEST(DesignSession, refuses_with_a_reason) {
  Scene pulse = load_scene(bend).scene.value();
  pulse.sources[0].waveform = Modulated{1.998616387e14, 1e-14, {}, 0};
  {
    Window w(pulse);
    w.session->send(command::RunDesign{});
    ASSERT_TRUE(w.until([&] { return w.has_note("is not a continuous wave"); }));
    EXPECT_EQ(w.design().run, Run::paused);
  }
  Window none(load_scene("paint").scene.value());
  none.session->send(command::RunDesign{});
  none.frames(2);
  EXPECT_TRUE(none.has_note("The scene has no design"));
  none.session->send(command::AddDesign{});
  none.frames(2);
  EXPECT_TRUE(none.has_note("Add a mode or flux monitor"));
}

TEST(DesignSession, proposes_a_design_from_the_monitors) {
  Scene scene = load_scene(bend).scene.value();
  scene.designs.clear();
  Window w(scene);
  w.session->send(command::AddDesign{});
  w.frames(2);
  ASSERT_EQ(w.scene().designs.size(), 1u);
  const Design& d = w.scene().designs[0];
  EXPECT_EQ(d.goal, "(mode_forward(\"out\", f)/mode_forward(\"sent\", f))^2");
  EXPECT_EQ(d.materials, (std::array<std::string, 2>{"vacuum", "glass"}));
  EXPECT_FALSE(has_errors(w.state().problems));
  w.session->send(command::Undo{});
  w.frames(2);
  EXPECT_EQ(w.scene(), scene);
}

TEST(DesignSession, finish_makes_polygons_in_the_background) {
  Scene scene = load_scene(bend).scene.value();
  scene.designs[0].iterations = 8;
  Window w(scene);
  w.session->send(command::FinishDesign{});
  w.frames(2);
  ASSERT_TRUE(w.design().finish);
  const std::uint64_t step = w.state().step;
  ASSERT_TRUE(w.until([&] { return usleep(2000), !w.design().finish; }));
  EXPECT_GT(w.state().step, step) << "the wave goes on";
  EXPECT_TRUE(w.has_note("Design finished: goal"));
  EXPECT_EQ(w.picture(), nullptr);
  EXPECT_GT(w.scene().shapes.size(), scene.shapes.size());
  ASSERT_EQ(w.scene().checks.size(), scene.checks.size() + 1);
  EXPECT_EQ(w.scene().checks.back().name, "design: bend");
  EXPECT_EQ(w.scene().designs[0].start, "drawing");
  w.session->send(command::Undo{});
  w.frames(2);
  EXPECT_EQ(w.scene(), scene);
}

TEST(DesignSession, finish_can_be_cancelled_and_ends_with_an_edit) {
  Window w;
  w.session->send(command::FinishDesign{});
  w.frames(2);
  ASSERT_TRUE(w.design().finish);
  w.session->send(command::CancelFinish{});
  w.frames(2);
  EXPECT_FALSE(w.design().finish);
  w.session->send(command::FinishDesign{});
  w.frames(2);
  Scene scene = w.scene();
  scene.shapes.pop_back();
  w.session->send(command::EditScene{scene, "delete shape"});
  w.frames(3);
  EXPECT_FALSE(w.design().finish);
  EXPECT_TRUE(w.has_note("the scene has changed"));
  EXPECT_EQ(w.scene(), scene);
}

}  // namespace
}  // namespace ez
