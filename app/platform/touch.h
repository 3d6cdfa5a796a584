// Turns fingers on a screen into the mouse events that the interface knows.
//
// One finger: a tap is a click, and a drag is a drag with the left button. A long press is a click with the right
// button. The pointer then stays until the finger is lifted, so that the tooltip appears. Two fingers: their distance
// zooms like the wheel, and their centre drags with the middle button.
#pragma once

#include <vector>

struct ImGuiIO;

namespace ez {

struct Finger {
  long id = 0;
  float x = 0, y = 0;  // px
};

struct MouseAct {
  enum class Kind { move, press, release, wheel, leave };  // leave: the pointer is nowhere
  Kind kind = Kind::move;
  int button = 0;      // of press and release: 0 left, 1 right, 2 middle
  float x = 0, y = 0;  // px; of the wheel: y notches
  bool operator==(const MouseAct&) const = default;
};

class Touch {
 public:
  static constexpr float interface_scale = 1.35f;  // of a device used with fingers; a button of 32 px then has 43
  static constexpr double long_press = 0.5;        // s
  static constexpr float slop = 8;                 // px that a resting finger may move
  static constexpr float notch = 1.2f;             // zoom of one notch of the wheel, as zoomed() has it

  explicit Touch(float scale = 1) : scale_(scale) {}
  void set_scale(float scale) { scale_ = scale; }
  // Takes the fingers that are on the screen now, at the time `now` in s. No finger: the last one was lifted.
  void set(const std::vector<Finger>& fingers, double now);
  // Ends a rest that became a long press.
  void tick(double now);
  // Releases the buttons, for a touch that the system took over.
  void cancel();
  std::vector<MouseAct> take();  // in order, since the last call; adjacent moves and turns of the wheel are one each

 private:
  enum class State { none, rests, drags, pinches, done };
  void act(MouseAct::Kind kind, int button, float x, float y) { acts_.push_back({kind, button, x, y}); }
  void click(int button);
  void move(float x, float y) { act(MouseAct::Kind::move, 0, x, y); }
  void let_go();
  void begin_pinch(const std::vector<Finger>& fingers);
  void pinch(const std::vector<Finger>& fingers);

  float scale_;  // px of the screen for one px of `slop`
  State state_ = State::none;
  double since_ = 0;     // s, when the finger came
  float x_ = 0, y_ = 0;  // where it came; of two fingers, their last centre
  float distance_ = 0;   // of two fingers
  std::vector<MouseAct> acts_;
};

// Passes the acts to Dear ImGui.
void feed(ImGuiIO& io, const std::vector<MouseAct>& acts);

}  // namespace ez
