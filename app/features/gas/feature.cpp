// Panel sections for scenes of gas or heat.
#include "app/features/feature.h"
#include "app/features/gas/cards/cards.h"

namespace ez {

Feature gas_feature() { return {.ui = {.sections = {&gas_section, &heat_section, &states_section}}}; }

}  // namespace ez
