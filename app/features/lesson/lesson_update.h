// What of a lesson is kept beside its commands.
#pragma once

#include "app/model/services.h"

namespace ez {

// The lesson, where there is one, will not go on here: what the student has done is kept.
void keep_lesson(State& s, Services& x);
// What the student made of the scene of the card, so far `scene`, stays with it in the folder of the answers.
void keep_card(State& s, Services& x, const Scene& scene);

}  // namespace ez
