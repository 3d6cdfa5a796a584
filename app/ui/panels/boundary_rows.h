// The sides of the grid and their absorbing layer in the panel: of the ordinary one a section, of the boundary lab
// cards.
#pragma once

#include <string>

#include "app/model/panes.h"
#include "app/ui/context.h"

namespace ez {

// ---- the scene that the panels edit: the active variant's, the scene itself where there are none
const Scene& active_scene(const State& state);
void edit_active(const Context& c, const Scene& wanted, const Text& what);
// What the active pane's meter reads; nothing while nothing is measured.
const ReflectionReading* active_reading(const State& state);

const char* name_of(Side side);  // "Left"
// Periodic sides come in pairs: becoming periodic takes the opposite side along, and so does leaving it.
Boundary with_kind(Boundary b, Side side, BoundaryKind kind);
// A colour and a shape, so that kinds are told apart without colour too.
void boundary_mark(const Pen& pen, ImVec2 center, BoundaryKind kind);

// Four sides, all four at once, and what is measured on them.
void boundary_rows(const Context& c);
// The layer's numbers and the named gradings.
void grading_fields(const Context& c);
// One edit of the active pane's grading, or one frame of a drag; remembers what its worst side reflected before.
void edit_grading(const Context& c, const CpmlGrading& grading);
double background_index(const Scene& scene);  // √(ε_r μ_r)

}  // namespace ez
