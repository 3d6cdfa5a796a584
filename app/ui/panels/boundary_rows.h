// The sides of the grid and their absorbing layer in the panel: a section of the ordinary panel, cards of the boundary
// lab.
#pragma once

#include <string>

#include "app/model/panes.h"
#include "app/ui/context.h"

namespace ez {

// ---- the scene that the panels edit: that of the active variant, or the scene itself if it has no variants
const Scene& active_scene(const State& state);
void edit_active(const Context& c, const Scene& wanted, const Text& what);
// Returns the reading of the active pane's meter; null while nothing is measured.
const ReflectionReading* active_reading(const State& state);

const char* name_of(Side side);   // "Left"
const char* arrow_of(Side side);  // "←"
// Returns the boundary with another kind for a side. Periodic sides come in pairs, so the opposite side follows when a
// side becomes periodic or stops being so.
Boundary with_kind(Boundary b, Side side, BoundaryKind kind);
// Draws a mark with a colour and a shape for each kind, so that kinds differ without colour too.
void boundary_mark(const Pen& pen, ImVec2 center, BoundaryKind kind);

// Draws rows for the four sides, for all sides at once, and for their measured reflection.
void boundary_rows(const Context& c);
// Draws fields for the numbers of the layer, and the named gradings.
void grading_fields(const Context& c);
// Edits the active pane's grading, once or for one frame of a drag. Remembers the reflection of its worst side before
// the edit.
void edit_grading(const Context& c, const CpmlGrading& grading);
double background_index(const Scene& scene);  // √(ε_r μ_r)

}  // namespace ez
