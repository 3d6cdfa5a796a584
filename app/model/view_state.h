// View settings of the picture. They are not part of the scene, and undo does not affect them.
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
  double nodes_per_pixel = 1;  // along x; multiplied by Δx/Δy along y, so that the picture has true proportions
  bool fit = true;             // keeps the whole grid in view when the window changes size
  Quantity quantity = Quantity::ez;
  RangeMode range = RangeMode::automatic;
  double limit = 1;    // upper end of the colour bar, in the quantity's unit; set by the program in automatic mode
  double low = 0;      // lower end, for a gas or heat whose values are all positive
  double decades = 4;  // decades shown below the limit in logarithmic mode
  double gain = 1;     // changed by the keys [ and ]
  std::string colormap = "blue-red";            // for signed quantities
  std::string sequential_colormap = "viridis";  // for the others
  std::string schlieren_colormap = "schlieren";
  LineCut cut;
  Measuring measuring;
  ColorVision vision = ColorVision::usual;  // remembered between sessions
  int map = 0;                              // index of the scene's map monitor, for the quantities of a map
  bool arrows = false;                      // shows the power flow
  bool theory = true;  // marks where the theory of the scene's checks predicts beams, shadows and fronts
  bool lens = false;   // shows a pulse's front by Maxwell's equations and by the grid's
  bool outlines = true, tint = true, grid_lines = true, layers = true, legend = true, handles = true;
  bool operator==(const ViewState&) const = default;
};

// Returns the member that holds the colour map for a quantity.
constexpr std::string ViewState::*colormap_of(Quantity q) {
  return is_signed(q)               ? &ViewState::colormap
         : q == Quantity::schlieren ? &ViewState::schlieren_colormap
                                    : &ViewState::sequential_colormap;
}

// Returns the curve from values to colours (PictureStyle::curve) if the range is not logarithmic. A schlieren picture
// uses 8, so that weak waves stay visible next to strong shocks.
constexpr double curve_of(Quantity q) { return q == Quantity::schlieren ? 8 : 0; }

}  // namespace ez
