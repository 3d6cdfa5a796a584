// Fingers become mouse events.
#include "app/platform/touch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace ez {
namespace {

using Kind = MouseAct::Kind;

std::vector<Kind> kinds(const std::vector<MouseAct>& acts) {
  std::vector<Kind> out;
  for (const MouseAct& a : acts) out.push_back(a.kind);
  return out;
}

TEST(Touch, a_tap_is_a_click_and_then_the_pointer_leaves) {
  Touch touch;
  touch.set({{1, 30, 40}}, 0);
  EXPECT_EQ(kinds(touch.take()), std::vector<Kind>{Kind::move});
  touch.set({}, 0.4);
  const std::vector<MouseAct> acts = touch.take();
  ASSERT_EQ(kinds(acts), (std::vector<Kind>{Kind::press, Kind::release, Kind::leave}));
  EXPECT_EQ(acts[0], (MouseAct{Kind::press, 0, 30, 40}));
}

// The pointer stays, so that the tooltip appears, and the lifted finger clicks nothing.
TEST(Touch, a_long_press_is_a_click_with_the_right_button_and_keeps_the_pointer) {
  Touch touch;
  touch.set({{1, 30, 40}}, 10);
  touch.take();
  touch.tick(10.4);
  EXPECT_TRUE(touch.take().empty());
  touch.tick(10.6);
  const std::vector<MouseAct> acts = touch.take();
  ASSERT_EQ(kinds(acts), (std::vector<Kind>{Kind::press, Kind::release}));
  EXPECT_EQ(acts[0].button, 1);
  touch.set({}, 12);
  EXPECT_EQ(kinds(touch.take()), std::vector<Kind>{Kind::leave});
}

// A busy page gets the events late but with their times.
TEST(Touch, a_short_tap_that_arrives_late_is_a_click) {
  Touch touch;
  touch.set({{1, 30, 40}}, 5);
  touch.set({}, 5.1);
  touch.tick(7);
  EXPECT_EQ(kinds(touch.take()), (std::vector<Kind>{Kind::move, Kind::press, Kind::release, Kind::leave}));
}

TEST(Touch, a_moving_finger_drags_and_its_moves_of_a_frame_are_one) {
  Touch touch;
  touch.set({{1, 30, 40}}, 0);
  touch.set({{1, 50, 40}}, 0.1);
  touch.set({{1, 60, 40}}, 0.15);
  touch.set({{1, 70, 45}}, 0.2);
  const std::vector<MouseAct> acts = touch.take();
  ASSERT_EQ(kinds(acts), (std::vector<Kind>{Kind::move, Kind::press, Kind::move}));
  EXPECT_EQ(acts[1], (MouseAct{Kind::press, 0, 30, 40}));
  EXPECT_EQ(acts[2], (MouseAct{Kind::move, 0, 70, 45}));
  touch.set({}, 3);
  EXPECT_EQ(kinds(touch.take()), (std::vector<Kind>{Kind::release, Kind::leave}));
}

TEST(Touch, two_fingers_drag_with_the_middle_button_and_turn_the_wheel) {
  Touch touch;
  touch.set({{1, 100, 100}}, 0);
  touch.set({{1, 100, 100}, {2, 200, 100}}, 0.1);
  touch.set({{1, 90, 100}, {2, 210, 100}}, 0.2);
  touch.set({{1, 70, 100}, {2, 240, 100}}, 0.3);
  const std::vector<MouseAct> acts = touch.take();
  ASSERT_EQ(kinds(acts), (std::vector<Kind>{Kind::move, Kind::press, Kind::move, Kind::wheel}));
  EXPECT_EQ(acts[1], (MouseAct{Kind::press, 2, 150, 100}));
  EXPECT_EQ(acts[2], (MouseAct{Kind::move, 0, 155, 100}));
  EXPECT_NEAR(acts[3].y, std::log(170.0 / 100) / std::log(Touch::notch), 1e-4);
  touch.set({{2, 240, 100}}, 0.4);
  EXPECT_EQ(kinds(touch.take()), std::vector<Kind>{Kind::release});
  touch.set({}, 0.5);
  EXPECT_EQ(kinds(touch.take()), std::vector<Kind>{Kind::leave});
}

}  // namespace
}  // namespace ez
