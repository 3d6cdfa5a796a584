// What the kernels of the scheme `streamed` see: the tiles of a pass, what is due at single nodes in them, and the
// field before and after it. See docs/performance.md for how the engine works.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver/engine/cuda/device/kernel_types.h"
#include "solver/physics/cpml.h"

namespace ez::cuda::streamed {

// The instances of the streaming kernel: what a tile may have in its columns and rows, the overlap with its neighbours
// included.
enum class Class : int {
  uniform,  // one lossless medium
  lossy,    // one medium
  clear_x,  // one lossless medium and a CPML along x, the wall behind it
  clear_y,  // along y
  // From here on the media lie in a palette, or there are terms and probes.
  palette,  // any media
  layer_x,  // and a CPML along x
  layer_y,  // along y
  corner,   // along both
  // From here on there are.
  driven,  // one lossless medium, terms in step and in sheets
  clear_x_driven,
  clear_y_driven,
  points,          // any media, any terms
  layer_x_points,  // and a CPML
  layer_y_points,
  corner_points,
  magnetic,  // any media, of H too; no layers
};
inline constexpr int class_count = 16;
EZ_INLINE constexpr bool has_terms(Class kind) { return kind >= Class::driven; }

// How the coefficients of a row's nodes are found.
enum class Media {
  one_lossless,  // cb is the tile's, ca = 1
  one,           // ca, cb are the tile's
  any,           // the row's indices travel with it
};
EZ_INLINE constexpr Media media_of(Class kind) {
  switch (kind) {
    case Class::uniform:
    case Class::clear_x:
    case Class::clear_y:
    case Class::driven:
    case Class::clear_x_driven:
    case Class::clear_y_driven:
      return Media::one_lossless;
    case Class::lossy:
      return Media::one;
    default:
      return Media::any;
  }
}
EZ_INLINE constexpr bool in_corner(Class kind) { return kind == Class::corner || kind == Class::corner_points; }
EZ_INLINE constexpr bool in_layer_x(Class kind) {
  return kind == Class::clear_x || kind == Class::clear_x_driven || kind == Class::layer_x ||
         kind == Class::layer_x_points || in_corner(kind);
}
EZ_INLINE constexpr bool in_layer_y(Class kind) {
  return kind == Class::clear_y || kind == Class::clear_y_driven || kind == Class::layer_y ||
         kind == Class::layer_y_points || in_corner(kind);
}

// Terms of one row of a tile, at most one a node: values to subtract by step, lane, column (0 where there is no term),
// from this place of Pass::values on.
struct Sheet {
  int row = 1 << 30;  // see DueRow; none at all
  int values = 0;
};

// A strip of columns, by a run of rows, that one warp makes. Lane l holds columns x + l·V …; of the columns and rows
// that it goes over those within [own_x0, own_x1) × [own_y0, own_y1) come out right, and are stored.
template <class T>
struct Tile {
  int kind = -1;  // a Class; −1: fills up a block, nothing to do
  int x = 0, own_x0 = 0, own_x1 = 0;
  int row0 = 0, row1 = 0, own_y0 = 0, own_y1 = 0;  // rows that come in, rows that go out
  static constexpr int never = 1 << 30;
  // Rows with something due, see DueRow: an even number of rows after row0 either of them, as rows go by twos.
  int due_low = never, due_high = -never;
  int sheet_low = never, sheet_high = -never;  // of them those with sheets
  int odd_low = never, odd_high = -never;      // those with layers of terms in their list
  int probe_low = never, probe_high = -never;  // those with probes
  int due = 0;                                 // place of row due_low in Pass::due_row
  int x_e = -1, x_h = -1;                      // columns with terms in step, of Ez and Hy; −1: none
  int steps = 0, stepping = 0;                 // of Pass::in_step, of row due_low; how many rows, 0: no terms in step
  int values = 0;                              // of Pass::values, what they come to: a Step<T> by step, row
  Sheet sheet_e, sheet_h;                      // of Ez, of Hx
  int amount = 0, amounts = 0;                 // of Pass::amount, how many
  int making = 0;                              // values a step that it makes itself
  int then = 0;      // of Pass::tiles, so many further on: what its warp makes then; 0: nothing
  int maker = -1;    // of the next pass's values the part that its warps make then; −1: none
  T ca = 1, cb = 0;  // of the medium, where there is but one
};

// What is due when row j is there: terms on Hy of row j, which has just come in, on Hx and Ez of row j − 1, which is
// just finished, and then probes of that Ez. A tile makes the values of its terms, for all steps of the pass, before
// its rows come in; then a lane finds its own without a search.
//
// In a sheet: one row of Ez and one of Hx with many terms, as along the level edges of a plane wave's frame. They
// travel with the rows: row r brings what its level r − (the sheet's row) subtracts.
//
// In step: those of one column of Ez and of one of Hy, as along the frame's upright edges, or at single nodes. Row r
// brings what each of its levels t subtracts: those of row r − t.
//
// All others lie in layers, one upon the other, of at most one term a node: values that are subtracted from a run of
// lanes, or that are set (`hard`).
struct alignas(16) DueRow {
  enum On : int { ez, hx, hy, arrays };  // as FieldArray
  int values = 0;                        // of Pass::values, by array that it has values of, step, lane, column
  int next = -1;                         // layer: a place in Pass::due_row; −1: no other one
  int probe = -1;                        // the first of Pass::probe_at; −1: none
  std::uint8_t lane = 0, lanes = 0;
  std::uint16_t marks = 0;
  // A bit 4·On + column for each node of its one lane that is set; 0: all are subtracted.
  EZ_INLINE int hard() const { return marks & 0xfff; }
  EZ_INLINE bool has(int on) const { return (marks >> (12 + on) & 1) != 0; }  // values of this array
  // Which of its arrays, in the order of On, that one is.
  EZ_INLINE int array(int on) const { return on == 0 ? 0 : on == 1 ? has(0) : has(0) + has(1); }
  EZ_INLINE int array_count() const { return array(2) + has(2); }
};
// Where a term's value lies at the pass's first step, and how far apart are those of two steps.
struct Amount {
  int at = 0, stride = 0;
  int signal = 0;
  int hard = 0;
  double weight = 0;
};
// A row's terms in step, on Ez and on Hy; of weight 0 where there is none.
struct InStep {
  int signal_e = 0, signal_h = 0;
  double weight_e = 0, weight_h = 0;
  int at = 0, stride = 0;  // of Pass::values, as of an Amount
};
// What they come to at one step.
template <class T>
struct alignas(16) Step {
  T e, h;
};
struct ProbeAt {
  int x = 0, index = 0;
  int more = 0;  // another one follows
};

// Where each thread finds by itself what is due at a node (general blocks, the scheme `resident`): terms, on Ez probes
// after them.
struct Due {
  enum Kind : int { soft, hard, probe };
  int kind = soft;
  int index = 0;  // of the signal, of the probe
  double weight = 0;
};

// Everything that a pass moves on.
template <class T>
struct FieldView {
  T *ez = nullptr, *hx = nullptr, *hy = nullptr;
  T *psi_e[4] = {}, *psi_h[4] = {};  // by Side, as AxisView has them
};

// The layers along x, and their depth in cells along either axis.
template <class T>
struct Layers {
  const Stretch<T>*e = nullptr, *h = nullptr;
  int x_low = 0, x_high = 0, y_low = 0, y_high = 0;
};
// A row's Stretch along y, of Ez and of Hx, and whether it lies in the layer (0: it does not; 1: it does; −1: of Ez, as
// its wall, where that is 0); there are such of rows beyond the grid, `rows_beyond` on either side.
template <class T>
struct alignas(4 * sizeof(T)) RowLayer {
  T k = 1, b = 0, c = 0, in = 0;
};
inline constexpr int rows_beyond = 32;

template <class T>
struct Pass {
  FieldView<T> from, to;
  int nx = 0, ny = 0;
  std::ptrdiff_t pitch = 0;
  T dbx = 1, dby = 1;  // of all H nodes
  const std::uint8_t* entry = nullptr;
  const Pair<T>* palette = nullptr;
  int palette_size = 0;
  const std::uint16_t *hx_entry = nullptr, *hy_entry = nullptr;  // below magnetic_entries; nullptr: all are dbx, dby
  const Pair<T>*hx_palette = nullptr, *hy_palette = nullptr;
  int magnetic_size = 0;
  Layers<T> layers;
  const RowLayer<T>*row_e = nullptr, *row_h = nullptr;  // of row 0
  const Tile<T>* tiles = nullptr;
  const DueRow* due_row = nullptr;
  const Amount* amount = nullptr;
  const InStep* in_step = nullptr;
  const ProbeAt* probe_at = nullptr;
  T* values = nullptr;              // that the amounts and terms in step come to
  const double* signals = nullptr;  // of the pass's first step
  int signal_count = 0;
  double* probes = nullptr;
  int probe_count = 0;
  // Where there are many terms: the values of the next pass, which some blocks make when they have made their tiles;
  // nullptr: there are none to make.
  T* next_values = nullptr;
  int amount_count = 0, in_step_count = 0, makers = 0;
};

// Media of H that the streaming kernel knows, at most: an index travels as a byte.
inline constexpr int magnetic_entries = 256;

// Warps of a block, all of one class. As many as a multiprocessor has room for: tiles of two classes side by side
// would run code of two classes, which its instruction cache does not hold. Fewer where shared memory is small, or
// where a grid has few tiles, which then find a multiprocessor each.
inline constexpr int most_warps = 8, fewer_warps = 4;
// Columns of a lane. In layers ψ takes registers; along x a narrow strip holds a layer, and its tiles set the pace of
// small grids.
template <class T>
EZ_INLINE constexpr int lane_columns(Class kind, int levels) {
  if (in_corner(kind)) return 1;
  if (in_layer_x(kind)) return levels <= 8 ? 1 : 2;
  return in_layer_y(kind) || sizeof(T) == 8 ? 2 : 4;
}

// Of so few terms each tile makes the values itself before its rows come in. More, as those of a plane wave's box,
// would keep the tiles that have them waiting: theirs are made while the pass before runs, of the first pass by a
// kernel.
inline constexpr std::size_t few_terms = 512;
inline constexpr int least_makers = 8, most_makers = 16;  // blocks that make them, where there are so many

// The kernel of passes of L steps; there are those of `levels_of`.
template <class T, int L>
struct PassOf {
  static void prepare();  // the current device; before its first launch
  // Of a block, at most: as many as fit the current device.
  static int warps();
  static void launch(const Pass<T>& pass, int blocks, int warps, cudaStream_t stream);
  // The values of its terms, where there are many and no pass before has made them.
  static void make_values(const Pass<T>& pass, cudaStream_t stream);
  static KernelLimits limits();
};
template <class T>
inline constexpr std::array levels_of = {12, 8, 4, 2};
template <>
inline constexpr std::array levels_of<double> = {8, 4, 2};

}  // namespace ez::cuda::streamed
