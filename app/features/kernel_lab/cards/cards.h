// What the kernel lab's cards share. Each card fills an area of the window "Kernels", under an ID of its own.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "app/features/kernel_lab/lab.h"
#include "app/ui/context.h"
#include "solver/base/text.h"

namespace ez {

// Scheme and form, for the ordinary panel: two rows, and why the one that was asked for cannot be. choice.cpp
void scheme_rows(const Context& c);
// The lab, into the current window, which it fills.
void draw_kernel_lab(const Context& c);

// ---- the cards
// Without a title where tabs stand in its place.
void blocks_card(const Context& c, const Area& area, std::string_view title);
void processor_card(const Context& c, const Area& area, std::string_view title);  // in the place of blocks on a CPU
void roofline_card(const Context& c, const Area& area, std::string_view title);
void budget_card(const Context& c, const Area& area);
void schemes_card(const Context& c, const Area& area);

// ---- parts
inline constexpr float card_pad = 12, card_head = 40;  // unscaled
// Ground and title; returns what is left for the contents. `words` stand at the right, up to x1 when given.
Area card(const Context& c, const Area& area, std::string_view title, std::string_view words, float x1 = 0);
// Lines in the middle of an area, wrapped; the first in the text's colour, the others in the labels'.
void in_the_middle(const Context& c, const Area& area, std::initializer_list<Sentence> lines);
// "158", "15.8", "1.58"
std::string speed_words(double gcells);
// "8192 × 8192, float"
std::string size_words(const RunSize& size);
// The CPU engine's or the running scheme's own speed, in one line; empty before it is known.
Text own_speed(const State& state);

}  // namespace ez
