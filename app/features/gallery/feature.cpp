// The gallery of built-in scenes, in the tool bar's list and on the start page.
#include "app/features/feature.h"
#include "app/features/gallery/cards.h"

namespace ez {

Feature gallery_feature() {
  return {.ui = {.begin = note_checks,
                 .begin_scene_list = begin_gallery,
                 .scene_list = gallery,
                 .scene_filter = gallery_filter,
                 .scene_cards = gallery_cards}};
}

}  // namespace ez
