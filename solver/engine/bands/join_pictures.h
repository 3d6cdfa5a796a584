// Joins the pictures of bands of rows into the picture of the whole grid.
#pragma once

#include "solver/engine/fields.h"

namespace ez {

// Returns the value of a pixel from those of two bands. A band without nodes in it has +0 there.
float joined_pixel(float a, float b);
// Adds the picture of a band to `all`, which has the pictures of the other bands, or zeros. A pixel that several bands
// show gets the value that physics/view.h chooses among their nodes.
void join_picture(const PictureWindow& window, int nx, const RowBand& rows, const float* band, float* all);
// Returns the statistics of a picture.
PictureStats stats_of(const PictureWindow& window, const float* pixels);

}  // namespace ez
