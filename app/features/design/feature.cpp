// Designs: regions in which the program distributes two materials so that a measured value becomes large, while the
// wave runs.
#include "app/features/feature.h"
#include "app/features/design/cards/cards.h"
#include "app/features/design/log.h"
#include "app/features/design/session.h"
#include "app/features/design/state.h"

namespace ez {
namespace {

void adopted(State& s) {
  DesignState& d = s.of<DesignState>();
  d.run = DesignState::Run::paused;
  d.made.clear();
  d.gains.clear();
  d.finish.reset();
  ++d.generation;
}

}  // namespace

Feature design_feature() {
  return {.model = {.commands = design_commands(), .adopted = adopted},
          .ui = {.sections = {&design_section, &new_design_section}, .mouse = handle_region, .overlay = draw_region},
          .part = design_part};
}

}  // namespace ez
