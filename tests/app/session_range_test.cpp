// Tests the colour range of a field that is paused, or whose range is locked. The running program, off-screen.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "needs_feature.h"
#include "session_window.h"

namespace ez {
namespace {

// The range at a given step must not depend on the number of frames that the run took to get there.
TEST(Range, of_a_paused_field_depends_on_the_field_alone) {
  std::set<double> held, paused, between;
  for (const int steps : {1, 7, 30, 400}) {
    Scene scene = pulse("203 steps");
    scene.variants = {{"CPML", {}}, {"Mur", {}}};
    WindowCommand command = off_screen(steps, {900, 600});
    Session session(command, LoadedScene{scene, "", "pulse"});
    const State& s = session.state();
    const auto frames = [&](int n) {
      for (int k = 0; k < n; ++k) ASSERT_TRUE(session.frame());
    };
    ASSERT_TRUE(comes([&] { return s.held; }, [&] { frames(1); }));
    frames(2);
    double largest = 0;
    for (const PaneState& pane : s.panes) largest = std::max<double>(largest, pane.picture.max_abs);
    ASSERT_GT(largest, 0);
    EXPECT_EQ(s.view.limit, settled_limit(Quantity::ez, largest)) << steps;
    held.insert(s.view.limit);
    session.send(command::Reset{});
    session.send(command::RunTo{60});  // while the pulse goes out
    ASSERT_TRUE(comes([&] { return s.held && s.step == 60; }, [&] { frames(1); }));
    frames(2);
    paused.insert(s.view.limit);
    session.send(command::Step{90});
    ASSERT_TRUE(comes([&] { return s.step == 150; }, [&] { frames(1); }));
    frames(2);
    between.insert(s.view.limit);
  }
  EXPECT_EQ(held.size(), 1u);
  EXPECT_EQ(paused.size(), 1u);
  EXPECT_EQ(between.size(), 1u);
  EXPECT_GT(*paused.begin(), *held.begin());
}

// The program used to remember one range for all quantities.
TEST(Range, a_locked_range_stays_after_other_quantities_were_shown) {
  EZ_NEEDS_FEATURE(boundary_lab);
  Scene scene = pulse("");
  scene.view.range = 100;
  SessionWindow w(scene);
  w.frames(20);
  const auto show = [&](Quantity q) {
    ViewState v = w.state().view;
    v.quantity = q;
    w.session->send(command::SetView{v});
    w.frames(2);
  };
  show(Quantity::energy);
  EXPECT_NE(w.state().view.limit, 100);
  const double energy = w.state().view.limit;
  show(Quantity::ez);
  EXPECT_EQ(w.state().view.limit, 100);
  show(Quantity::residual);
  w.frames(10);
  show(Quantity::ez);
  EXPECT_EQ(w.state().view.limit, 100);
  show(Quantity::energy);
  EXPECT_EQ(w.state().view.limit, energy);
  w.session->send(command::OpenBuiltin{"double-slit", true});
  w.frames(3);
  EXPECT_EQ(w.state().view.limit, w.state().scene.view.range);
}

}  // namespace
}  // namespace ez
