// The running program off-screen, with a fixed number of steps per frame.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/model/update.h"
#include "app/session/session.h"
#include "off_screen.h"
#include "patience.h"
#include "pulse_scene.h"

namespace ez {

inline constexpr int steps_per_frame = 8;

// Returns the pulse scene with a reflection measurement.
inline Scene pulse(const std::string& pause_at, bool repeat = false) {
  Scene scene = pulse_scene();
  scene.reflection.on = true;
  scene.pause = {pause_at, repeat};
  return scene;
}

struct SessionWindow {
  std::unique_ptr<Session> session;
  explicit SessionWindow(Scene scene, int steps = steps_per_frame) {
    session = std::make_unique<Session>(off_screen(steps, {900, 600}), LoadedScene{std::move(scene), "", "pulse"});
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  bool until(const std::function<bool()>& reached) {
    return comes(reached, [&] { frames(1); });
  }
  void edit(Scene scene, bool finished = true) {
    session->send(command::EditScene{std::move(scene), "edit", finished});
  }
  const State& state() const { return session->state(); }
  std::uint64_t step() { return session->solver().step(); }
  std::optional<double> left() { return state().panes[0].reflection.db[0]; }
};

}  // namespace ez
