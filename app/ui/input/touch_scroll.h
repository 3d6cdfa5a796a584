// Scrolling by a finger. Dear ImGui scrolls by the wheel and by scroll bars only.
#pragma once

#include "app/ui/kit/look.h"

struct ImGuiWindow;

namespace ez {

struct Context;

struct TouchScroll {
  enum class State { none, rests, scrolls, drags };
  State state = State::none;
  ImVec2 from;                    // where the finger came
  ImGuiWindow* window = nullptr;  // the one to scroll
  bool held = false;              // the item below the finger uses drags up and down
};

// Enlarges what a finger can hit. Call it before anything is drawn.
void adapt_to_finger(const Context& c);
// Scrolls the window below a finger that moves up or down, and takes the press back from the item below it. Call it
// when everything is drawn.
void scroll_by_finger(const Context& c);
// Returns true if the last press came from a finger.
bool is_finger();

}  // namespace ez
