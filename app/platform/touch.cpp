#include "app/platform/touch.h"

#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

namespace ez {
namespace {

float distance_of(const Finger& a, const Finger& b) { return std::max(1.0f, std::hypot(a.x - b.x, a.y - b.y)); }

}  // namespace

void Touch::let_go() {
  if (state_ == State::drags) act(MouseAct::Kind::release, 0, x_, y_);
  if (state_ == State::pinches) act(MouseAct::Kind::release, 2, x_, y_);
}

void Touch::cancel() {
  let_go();
  if (state_ != State::none) act(MouseAct::Kind::leave, 0, 0, 0);
  state_ = State::none;
}

void Touch::click(int button) {
  act(MouseAct::Kind::press, button, x_, y_);
  act(MouseAct::Kind::release, button, x_, y_);
}

void Touch::begin_pinch(const std::vector<Finger>& fingers) {
  let_go();
  state_ = State::pinches;
  x_ = (fingers[0].x + fingers[1].x) / 2;
  y_ = (fingers[0].y + fingers[1].y) / 2;
  distance_ = distance_of(fingers[0], fingers[1]);
  move(x_, y_);
  act(MouseAct::Kind::press, 2, x_, y_);
}

void Touch::pinch(const std::vector<Finger>& fingers) {
  x_ = (fingers[0].x + fingers[1].x) / 2;
  y_ = (fingers[0].y + fingers[1].y) / 2;
  move(x_, y_);
  const float now = distance_of(fingers[0], fingers[1]);
  const float notches = std::log(now / distance_) / std::log(notch);
  if (std::abs(notches) < 0.05f) return;
  act(MouseAct::Kind::wheel, 0, 0, notches);
  distance_ = now;
}

void Touch::set(const std::vector<Finger>& fingers, double now) {
  tick(now);
  if (fingers.size() >= 2) {
    if (state_ == State::pinches)
      pinch(fingers);
    else if (state_ != State::done)
      begin_pinch(fingers);
    return;
  }
  if (fingers.empty()) {
    if (state_ == State::rests) click(0);  // a tap
    return cancel();
  }
  const Finger& f = fingers.front();
  switch (state_) {
    case State::none:
      state_ = State::rests;
      since_ = now;
      x_ = f.x, y_ = f.y;
      move(x_, y_);
      break;
    case State::rests:
      if (std::hypot(f.x - x_, f.y - y_) < slop * scale_) break;
      state_ = State::drags;
      act(MouseAct::Kind::press, 0, x_, y_);
      [[fallthrough]];
    case State::drags:
      x_ = f.x, y_ = f.y;
      move(x_, y_);
      break;
    case State::pinches:  // the second of two fingers is still there: it does nothing until it is lifted
      let_go();
      state_ = State::done;
      break;
    case State::done:
      break;
  }
}

void Touch::tick(double now) {
  if (state_ != State::rests || now - since_ < long_press) return;
  click(1);
  state_ = State::done;
}

// Dear ImGui takes at most one move and one turn of the wheel a frame. More of them would lag behind the fingers.
std::vector<MouseAct> Touch::take() {
  std::vector<MouseAct> out;
  std::size_t first = 0;  // of the moves and turns at the end of `out`
  for (const MouseAct& a : std::exchange(acts_, {})) {
    const bool continuous = a.kind == MouseAct::Kind::move || a.kind == MouseAct::Kind::wheel;
    const auto same = continuous ? std::find_if(out.begin() + static_cast<std::ptrdiff_t>(first), out.end(),
                                                [&](const MouseAct& b) { return b.kind == a.kind; })
                                 : out.end();
    if (same == out.end()) {
      out.push_back(a);
      if (!continuous) first = out.size();
    } else if (a.kind == MouseAct::Kind::wheel) {
      same->y += a.y;
    } else {
      *same = a;
    }
  }
  return out;
}

void feed(ImGuiIO& io, const std::vector<MouseAct>& acts) {
  io.AddMouseSourceEvent(ImGuiMouseSource_TouchScreen);
  for (const MouseAct& a : acts) {
    switch (a.kind) {
      case MouseAct::Kind::move:
        io.AddMousePosEvent(a.x, a.y);
        break;
      case MouseAct::Kind::press:
      case MouseAct::Kind::release:
        io.AddMousePosEvent(a.x, a.y);
        io.AddMouseButtonEvent(a.button, a.kind == MouseAct::Kind::press);
        break;
      case MouseAct::Kind::wheel:
        io.AddMouseWheelEvent(0, a.y);
        break;
      case MouseAct::Kind::leave:
        io.AddMousePosEvent(-FLT_MAX, -FLT_MAX);
        break;
    }
  }
}

}  // namespace ez
