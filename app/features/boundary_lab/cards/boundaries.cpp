// The boundary lab's card of the boundaries. It has the same rows as the section of the ordinary panel.
#include "app/features/boundary_lab/cards/cards.h"
#include "app/ui/parts.h"

namespace ez {

const PanelSection boundaries_card = {
    .name = "Boundaries",
    .icon = icon::boundaries,
    .help = "Boundary condition at each of the four sides: PEC, PMC, absorbing or periodic",
    .workspace = Workspace::boundary_lab,
    .summary = boundaries_section.summary,
    .rows = boundary_rows,
    .problems_of = {"boundary", "fault", "hidden_fault"}};

}  // namespace ez
