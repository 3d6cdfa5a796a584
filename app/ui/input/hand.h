// A mouse pointer that is moved with the keyboard. K turns it on and off. The arrows move it, with Shift pixel by
// pixel. Enter and Ctrl+Enter are its left and right button while they are down. Shift+Enter holds the left button
// until the next Enter, and so does Enter alone with a lesson's pencil. N moves it to the next handle, Shift+N to the
// previous one. It points, clicks, drags and draws exactly like a mouse, because Dear ImGui receives its events as
// those of the one mouse. Moving or pressing the real mouse ends it.
#pragma once

#include <imgui.h>

#include <cfloat>

namespace ez {

struct Context;

struct KeyboardPointer {
  bool on = false;
  ImVec2 at;                         // position in ImGui's units
  bool pressing = false;             // Enter is down
  bool right = false;                // Enter stands for the right button
  bool holding = false;              // holds the left button until the next Enter
  bool was_on = false;               // on in the previous frame: ImGui took the position from it
  bool returned = false;             // it was turned off, and in this frame the pointer is at the real mouse again
  ImVec2 mouse{-FLT_MAX, -FLT_MAX};  // position of the real mouse; invalid while it is outside of the window
  ImGuiID hook = 0;
  bool is_down(bool right_button) const { return on && right == right_button && (pressing || (holding && !right)); }
};

// Feeds ImGui with its events before every frame, until the context ends or stop_feeding() is called.
void start_feeding(KeyboardPointer& hand);
void stop_feeding(const KeyboardPointer& hand);

// Turns it on at the mouse, or in the middle of the picture if the mouse is elsewhere. The picture gets the keys.
void start_keyboard_pointer(const Context& c);
// Handles the keys of this frame. `free`: the picture has the keys, and no text field or popup needs them.
void handle_pointer_keys(const Context& c, bool free);
void draw_keyboard_pointer(const Context& c);

}  // namespace ez
