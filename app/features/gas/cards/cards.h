// Sections of the panel for a scene of gas or heat.
#pragma once

#include "app/ui/sections.h"

namespace ez {

extern const PanelSection states_section, gas_section, heat_section;

}  // namespace ez
