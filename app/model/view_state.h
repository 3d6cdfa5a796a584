// How the picture is seen. Not part of the scene and not undone: looking is not editing.
#pragma once

#include <string>

#include "app/model/color_vision.h"
#include "app/model/line_cut.h"
#include "app/model/measuring.h"
#include "solver/scene/scene.h"

namespace ez {

enum class RangeMode { locked, automatic, logarithmic };

struct ViewState {
  Vec2 center;                 // node coordinates in the middle of the picture
  double nodes_per_pixel = 1;  // along x; along y it is × Δx/Δy, so that lengths are true
  bool fit = true;             // keep the whole grid in view while the window changes size
  Quantity quantity = Quantity::ez;
  RangeMode range = RangeMode::automatic;
  double limit = 1;                             // the colour bar's end, in the quantity's unit; automatic mode moves it
  double low = 0;                               // its beginning, likewise: of a gas or heat where nothing is below 0
  double decades = 4;                           // shown below the limit in logarithmic mode
  double gain = 1;                              // [ and ]
  std::string colormap = "blue-red";            // for signed quantities
  std::string sequential_colormap = "viridis";  // for the others
  std::string schlieren_colormap = "schlieren";
  LineCut cut;
  Measuring measuring;
  ColorVision vision = ColorVision::usual;  // kept between starts
  int map = 0;                              // of the scene's map monitors, for the quantities of a map
  bool arrows = false;                      // of the power's flow
  bool theory = true;                       // where the theory of the scene's checks puts beams, shadows and fronts
  bool lens = false;                        // a pulse's front by Maxwell's equations and by the grid's
  bool outlines = true, tint = true, grid_lines = true, layers = true, legend = true, handles = true;
  bool operator==(const ViewState&) const = default;
};

// The one that a quantity is shown in.
constexpr std::string ViewState::*colormap_of(Quantity q) {
  return is_signed(q)               ? &ViewState::colormap
         : q == Quantity::schlieren ? &ViewState::schlieren_colormap
                                    : &ViewState::sequential_colormap;
}

// How a quantity goes into colours where its range is not logarithmic (PictureStyle::curve): as a schlieren picture
// does, in which weak waves are seen beside strong shocks.
constexpr double curve_of(Quantity q) { return q == Quantity::schlieren ? 8 : 0; }

}  // namespace ez
