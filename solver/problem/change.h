// What an edit changes of a problem: computed once and handed down, so that nobody below compares for himself.
//
//   change_of(old scene, new scene)   what may differ, by the scenes alone
//     → update_problem()              makes that anew, and says within which nodes
//     → narrow()                      of the tables that were made anew, those that came out as they were are left out
//     → Engine::update()              acts on what is left
#pragma once

#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"
#include "solver/scene/scene.h"

namespace ez {

struct Change {
  bool grid = false;              // another grid, cell, polarization or precision: no field is kept, all is new
  bool step = false;              // Δt
  bool electric_palette = false;  // numbers of media: what Ez nodes and the energies are computed with
  bool magnetic_palette = false;  // and H nodes; or there are pairs of media that there were not
  bool layers = false;            // depth or grading
  bool walls = false;             // a side has another kind of wall
  bool absorbing = false;         // Mur's nodes or their numbers
  bool terms = false;             // where sources drive, or with which weight
  bool instruments = false;       // where probes are
  bool cells = false;             // numbers, sides or walls of a gas or heat
  NodeRect electric_map;          // Ez nodes whose entry may be another
  NodeRect magnetic_map;          // Ez nodes beside which an H node's entry may be another

  // Something of what media, layers and walls are made into.
  bool of_tables() const {
    return step || electric_palette || magnetic_palette || layers || walls || absorbing || cells ||
           !electric_map.empty() || !magnetic_map.empty();
  }
  bool anything() const { return grid || terms || instruments || of_tables(); }
};

// By the scenes alone: what is not named here is the same in both. Nothing when they differ in what no engine sees.
// Rectangles are of the scene's nodes.
Change change_of(const Scene& before, const Scene& after);
// All there is, on the same grid.
Change whole_change(const Problem& problem);
// Takes out what is the same in both.
void narrow(Change& change, const ProblemTables& before, const ProblemTables& now);

}  // namespace ez
