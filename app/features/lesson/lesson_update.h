// Saves a lesson's answers and scenes.
#pragma once

#include "app/model/services.h"

namespace ez {

// Saves the student's answers and scene, if a lesson is open.
void save_lesson(State& s, Services& x);
// Saves `scene` as the student's version of the card's scene.
void save_card_scene(State& s, Services& x, const Scene& scene);

}  // namespace ez
