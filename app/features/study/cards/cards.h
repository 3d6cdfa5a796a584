// Rows that experiments of several runs add to the panel.
#pragma once

#include "app/ui/context.h"

namespace ez {

extern const PanelSection sweep_section, lab_sweep_section;  // of the two panels

// Draws the button that checks the convergence, or its progress, below the scene's checks.
void convergence_rows(const Context& c);
// Draws the items of the menu of a number.
void sweep_menu(const Context& c, const NumberKey& number);
// Draws the results of the sweep: a curve, or a map for two keys.
void sweep_plot(const Context& c);

}  // namespace ez
