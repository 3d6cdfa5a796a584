// Marks that closed forms show on a picture: beams, shadows, images, maxima and fronts. The arguments are those of the
// function (functions.cpp), and the function must hold for them.
#pragma once

#include <span>
#include <vector>

#include "solver/theory/functions.h"

namespace ez {

std::vector<TheoryMark> half_plane_marks(std::span<const double> arguments);
std::vector<TheoryMark> slit_marks(std::span<const double> arguments);
std::vector<TheoryMark> double_slit_marks(std::span<const double> arguments);
std::vector<TheoryMark> gap_on_grid_marks(std::span<const double> arguments);
std::vector<TheoryMark> strip_marks(std::span<const double> arguments);
std::vector<TheoryMark> source_row_marks(std::span<const double> arguments);
std::vector<TheoryMark> source_over_mirror_marks(std::span<const double> arguments);
std::vector<TheoryMark> array_marks(std::span<const double> arguments);
std::vector<TheoryMark> cherenkov_marks(std::span<const double> arguments);

}  // namespace ez
