// Describes how an edit changes a problem. It is computed once and passed down, so that no later stage compares again.
//
//   change_of(old scene, new scene)   what may differ, judged by the scenes alone
//     → update_problem()              rebuilds these parts and reports the affected nodes
//     → narrow()                      removes the rebuilt tables that did not change
//     → Engine::update()              applies the rest
#pragma once

#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez {

struct Change {
  bool grid = false;  // another grid, cell, polarization or precision: everything is rebuilt and no field is kept
  bool step = false;  // Δt
  bool electric_palette = false;  // numbers of media that Ez nodes and the energies use
  bool magnetic_palette = false;  // numbers of media that H nodes use, or new pairs of media
  bool layers = false;            // depth or grading
  bool walls = false;             // a boundary has another kind
  bool absorbing = false;         // Mur's nodes or their coefficients
  bool terms = false;             // nodes or weights of the sources
  bool instruments = false;       // probe positions
  bool cells = false;             // numbers, boundaries or walls of a gas or heat
  NodeRect electric_map;          // Ez nodes whose entry may change
  NodeRect magnetic_map;          // Ez nodes with a neighbouring H node whose entry may change

  // Returns true if the tables made from media, layers and boundaries may change.
  bool changes_tables() const {
    return step || electric_palette || magnetic_palette || layers || walls || absorbing || cells ||
           !electric_map.empty() || !magnetic_map.empty();
  }
  bool anything() const { return grid || terms || instruments || changes_tables(); }
};

// Compares only the scenes. Parts that are not set here are equal in both. The change is empty if the scenes differ
// only in parts that no engine uses. Rectangles are in the scene's nodes.
Change change_of(const Scene& before, const Scene& after);
// Returns a change that marks everything on the same grid.
Change whole_change(const Problem& problem);
// Removes the parts of `change` that are equal in both tables.
void narrow(Change& change, const ProblemTables& before, const ProblemTables& now);

}  // namespace ez
