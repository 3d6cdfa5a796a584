// Index maps, palettes and the stretches of layers on the device.
#pragma once

#include <vector>

#include "solver/engine/opencl/grid.h"
#include "solver/problem/change.h"

namespace ez::opencl {

template <class T>
struct Coefficients {
  // Indices into `palette` by node, of 8 or of 16 bits (Grid::wide_map).
  Buffer<cl_uchar> bytes;
  Buffer<cl_ushort> words;
  Buffer<cl_ushort> hx_entry, hy_entry;  // into the magnetic palettes, if the problem is magnetic
  Buffer<CoefficientPair<T>> palette, media, hx_palette, hy_palette;  // media: ε and μ
  Buffer<Stretch<T>> x_e, x_h, y_e, y_h;
  Buffer<cl_uchar> x_class, y_class;

  // Uploads the parts that `change` names. `before` is the grid of the previous problem.
  void set(const Problem& problem, const Change& change, const Grid& grid, const Grid& before, Stream& stream);

 private:
  void set_palettes(const Problem& problem, Stream& stream);
  void set_layers(const Problem& problem, Stream& stream);
  void set_maps(const Problem& problem, const Change& change, const Grid& grid, const Grid& before, Stream& stream);
};

}  // namespace ez::opencl
