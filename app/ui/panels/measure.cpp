// Panel, section Measure: the scene's checks and their results. Items, in the window "Panel":
//   Measure (head)  Measure/##check0, ##check1, …
#include "app/ui/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

std::string summary(const Context& c, bool) { return c.tr(check_summary(c.state)); }

void rows(const Context& c) {
  check_rows(c);
  call_hooks(&UiHooks::check_rows, c);
}

}  // namespace

const PanelSection measure_section = {.name = "Measure",
                                      .icon = icon::measure,
                                      .help = "Checks of the scene: measured value, theory and verdict",
                                      .summary = summary,
                                      .rows = rows,
                                      .open_at_first = [](const State& s, bool) { return !s.scene.checks.empty(); },
                                      .problems_of = {"check"}};

}  // namespace ez
