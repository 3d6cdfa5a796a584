// The mouse in the keyboard's hand. K takes it up and lays it down; the arrows move it, with Shift pixel by pixel;
// Enter is its left button and Ctrl+Enter its right one for as long as they are down, and Shift+Enter holds the left
// one until the next Enter, as Enter does with a lesson's pencil; N goes to the next handle, with Shift to the one
// before. What it points at, clicks, drags and draws is what the mouse itself would: Dear ImGui is told of one mouse.
// The mouse on the table, once moved or pressed, has the say again.
#pragma once

#include <imgui.h>

#include <cfloat>

namespace ez {

struct Context;

struct HandByKeys {
  bool on = false;
  ImVec2 at;                         // where it points, in ImGui's units
  bool pressing = false;             // Enter is down
  bool right = false;                // and is the right button
  bool holding = false;              // the left button, until the next Enter
  bool told = false;                 // ImGui has the place from here
  bool returned = false;             // it was laid down, and in this frame the mouse is where it lies on the table
  ImVec2 mouse{-FLT_MAX, -FLT_MAX};  // where the mouse on the table is; invalid while it is beside the window
  ImGuiID hook = 0;
  bool is_down(bool right_button) const { return on && right == right_button && (pressing || (holding && !right)); }
};

// ImGui is told of it before every frame, as long as the context lives or until stop_feeding().
void start_feeding(HandByKeys& hand);
void stop_feeding(const HandByKeys& hand);

// Over the picture, where the mouse is or else in its middle, with the keys.
void take_up_hand(const Context& c);
// Of this frame. `free`: the keys are the picture's, and no text or popup has them.
void hand_keys(const Context& c, bool free);
void draw_hand(const Context& c);

}  // namespace ez
