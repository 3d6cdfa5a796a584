// The card of the sides: the rows of the ordinary panel's section.
#include "app/features/boundary_lab/cards/cards.h"
#include "app/ui/parts.h"

namespace ez {

const PanelSection boundaries_card = {.name = "Boundaries",
                                      .icon = icon::boundaries,
                                      .help = "What stands at the four sides: walls, absorbers, repetition",
                                      .workspace = Workspace::boundary_lab,
                                      .summary = boundaries_section.summary,
                                      .rows = boundary_rows,
                                      .problems_of = {"boundary", "fault", "hidden_fault"}};

}  // namespace ez
