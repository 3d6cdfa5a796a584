// The presenter: shows a scene to an audience.
#include "app/features/feature.h"
#include "app/features/presenter/log.h"
#include "app/features/presenter/presenter.h"

namespace ez {
namespace {

bool keys(const Context& c, KeyPlace place) {
  if (place == KeyPlace::presenting) presenter_keys(c);
  return place == KeyPlace::presenting;
}

bool present(const Context& c, const Viewport& v, ImDrawList* list) {
  draw_presenter(c, v, list);
  return true;
}

}  // namespace

Feature presenter_feature() {
  return {.model = {.commands = presenter_commands()},
          .ui = {.keys = keys,
                 .present = present,
                 .present_over = draw_presented_panes,
                 .present_blank = draw_blank,
                 .strokes = draw_strokes,
                 .point = follow_pen}};
}

}  // namespace ez
