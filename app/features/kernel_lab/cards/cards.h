// Functions that the kernel lab's cards share. Each card fills an area of the window "Kernels" and pushes its own ImGui
// ID.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "app/features/kernel_lab/lab.h"
#include "app/ui/context.h"
#include "solver/base/text.h"

namespace ez {

// Draws the rows of scheme and form in the ordinary panel, and why the requested one cannot run. choice.cpp
void scheme_rows(const Context& c);
// Draws the lab into the current window, which it fills.
void draw_kernel_lab(const Context& c);

// ---- the cards
// An empty title leaves space for tabs.
void blocks_card(const Context& c, const Area& area, std::string_view title);
// on a CPU, in place of the block shapes
void processor_card(const Context& c, const Area& area, std::string_view title);
void roofline_card(const Context& c, const Area& area, std::string_view title);
void budget_card(const Context& c, const Area& area);
void schemes_card(const Context& c, const Area& area);

// ---- parts
inline constexpr float card_pad = 12, card_head = 40;  // unscaled
// Draws background and title. Returns the area left for the contents. `words` is right-aligned; it ends at x1 if that
// is not 0.
Area card(const Context& c, const Area& area, std::string_view title, std::string_view words, float x1 = 0);
// Draws wrapped lines in the middle of an area, the first in the text's colour and the others in that of labels.
void write_centred(const Context& c, const Area& area, std::initializer_list<Sentence> lines);
// Formats a speed with three digits: "158", "15.8", "1.58".
std::string speed_words(double gcells);
// Formats a size: "8192 × 8192, float".
std::string size_words(const RunSize& size);
// Returns the speed of the running scheme or the CPU engine in one line. Empty before it is measured.
Text own_speed(const State& state);

}  // namespace ez
