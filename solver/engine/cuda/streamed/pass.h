// Arguments of the kernels of the scheme `streamed`: the tiles of a pass, the operations at single nodes in them, and
// the field before and after the pass. docs/performance.md explains how the engine works.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "solver/engine/cuda/device/kernel_types.h"
#include "solver/physics/cpml.h"

namespace ez::cuda::streamed {

// The instances of the streaming kernel. The class says what a tile may contain in its columns and rows, including the
// overlap with its neighbours. Terms are the values that sources subtract. DueRow explains terms in step and in sheets.
enum class Class : int {
  uniform,  // one lossless medium
  lossy,    // one medium
  clear_x,  // one lossless medium and a CPML along x, with the boundary behind it
  clear_y,  // the same along y
  // From here on the media are in a palette, or there are terms and probes.
  palette,  // any media
  layer_x,  // any media and a CPML along x
  layer_y,  // along y
  corner,   // along both
  // From here on there are terms and probes.
  driven,  // one lossless medium, terms in step and in sheets
  clear_x_driven,
  clear_y_driven,
  points,          // any media, any terms
  layer_x_points,  // any media, any terms and a CPML
  layer_y_points,
  corner_points,
  magnetic,  // any media, also of H; no layers
};
inline constexpr int class_count = 16;
EZ_INLINE constexpr bool has_terms(Class kind) { return kind >= Class::driven; }

// Source of the coefficients of a row's nodes.
enum class Media {
  one_lossless,  // cb of the tile, ca = 1
  one,           // ca and cb of the tile
  any,           // by palette indices, which travel with the row
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

// Terms of one row of a tile, at most one per node. Their values, which are subtracted, start at index `values` of
// Pass::values, by step, lane and column. They are 0 at nodes without a term.
struct Sheet {
  int row = 1 << 30;  // see DueRow; 1 << 30: no sheet
  int values = 0;
};

// A strip of columns and a run of rows that one warp processes. Lane l holds columns x + l·V …. Of all its columns and
// rows, only those within [own_x0, own_x1) × [own_y0, own_y1) have valid results, which are stored.
template <class T>
struct Tile {
  int kind = -1;  // a Class; −1: an empty tile that fills up a block
  int x = 0, own_x0 = 0, own_x1 = 0;
  int row0 = 0, row1 = 0, own_y0 = 0, own_y1 = 0;  // rows that are read, rows that are stored
  static constexpr int never = 1 << 30;
  // Rows with due operations, see DueRow. Both ends of each range are an even number of rows after row0,
  // because rows are processed in pairs.
  int due_low = never, due_high = -never;
  int sheet_low = never, sheet_high = -never;  // rows among them with sheets
  int odd_low = never, odd_high = -never;      // rows whose list contains layers of terms
  int probe_low = never, probe_high = -never;  // rows with probes
  int due = 0;                                 // index of row due_low in Pass::due_row
  int x_e = -1, x_h = -1;                      // columns with terms in step, of Ez and Hy; −1: none
  // steps: index of row due_low in Pass::in_step. stepping: number of rows; 0: no terms in step.
  int steps = 0, stepping = 0;
  // Index in Pass::values of the values of the terms in step: a Step<T> by step, row.
  int values = 0;
  Sheet sheet_e, sheet_h;       // for Ez, for Hx
  int amount = 0, amounts = 0;  // first index in Pass::amount, and number
  int making = 0;               // number of values per step that the tile computes itself
  // Offset in Pass::tiles to the tile that its warp processes next; 0: none.
  int then = 0;
  // Part of the next pass's values that its warps compute afterwards; −1: none.
  int maker = -1;
  T ca = 1, cb = 0;  // the medium, if there is only one
};

// Operations that are due when row j arrives: terms on Hy of row j, which has just been read; terms on Hx and Ez of row
// j − 1, which is just finished; then probes of that Ez. A tile computes the values of its terms for all steps of the
// pass before its rows arrive. A lane then finds its own values without a search.
//
// Terms in a sheet: one row of Ez and one of Hx with many terms, such as the horizontal edges of a plane wave's frame.
// They travel with the rows: row r brings the values that its level r − (the sheet's row) subtracts.
//
// Terms in step: those of one column of Ez and of one of Hy, such as the frame's vertical edges, or at single nodes.
// Row r brings the values that each of its levels t subtracts: those of row r − t.
//
// All other terms are stored in layers with at most one term per node. The values of a layer are subtracted from a run
// of lanes, or replace the field (`hard`).
struct alignas(16) DueRow {
  enum On : int { ez, hx, hy, arrays };  // see FieldArray
  // Index in Pass::values, ordered by array that has values, step, lane, column.
  int values = 0;
  int next = -1;   // index of the next layer in Pass::due_row; −1: none
  int probe = -1;  // index of the first probe in Pass::probe_at; −1: none
  std::uint8_t lane = 0, lanes = 0;
  std::uint16_t marks = 0;
  // One bit, 4·On + column, for each node of its single lane that is set; 0: all terms are subtracted.
  EZ_INLINE int hard() const { return marks & 0xfff; }
  EZ_INLINE bool has(int on) const { return (marks >> (12 + on) & 1) != 0; }  // true if there are values of this array
  // Returns the index of this array among those that have values, in the order of On.
  EZ_INLINE int array(int on) const { return on == 0 ? 0 : on == 1 ? has(0) : has(0) + has(1); }
  EZ_INLINE int array_count() const { return array(2) + has(2); }
};
// Index of a term's value at the pass's first step, and the distance between the values of two steps.
struct Amount {
  int at = 0, stride = 0;
  int signal = 0;
  int hard = 0;
  double weight = 0;
};
// A row's terms in step, on Ez and on Hy; weight 0 if there is none.
struct InStep {
  int signal_e = 0, signal_h = 0;
  double weight_e = 0, weight_h = 0;
  int at = 0, stride = 0;  // index in Pass::values and distance between steps, as in Amount
};
// Their values at one step.
template <class T>
struct alignas(16) Step {
  T e, h;
};
struct ProbeAt {
  int x = 0, index = 0;
  int more = 0;  // true if another probe follows
};

// An operation at a node, for threads that find theirs without a row list (general blocks, the scheme `resident`):
// terms, and for Ez probes after them.
struct Due {
  enum Kind : int { soft, hard, probe };
  int kind = soft;
  int index = 0;  // of the signal or of the probe
  double weight = 0;
};

// All arrays that a pass advances.
template <class T>
struct FieldView {
  T *ez = nullptr, *hx = nullptr, *hy = nullptr;
  T *psi_e[4] = {}, *psi_h[4] = {};  // by Side, in the layout of AxisView
};

// The layers along x, and the depth of the layers along both axes in cells.
template <class T>
struct Layers {
  const Stretch<T>*e = nullptr, *h = nullptr;
  int x_low = 0, x_high = 0, y_low = 0, y_high = 0;
};
// A row's Stretch along y, of Ez and of Hx. `in` is 1 if the row is in the layer and 0 if not. It is −1 for the
// boundary row of Ez, where Ez is 0. There are also rows beyond the grid, `rows_beyond` on either side.
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
  // Entries below magnetic_entries; nullptr: all nodes have dbx and dby.
  const std::uint16_t *hx_entry = nullptr, *hy_entry = nullptr;
  const Pair<T>*hx_palette = nullptr, *hy_palette = nullptr;
  int magnetic_size = 0;
  Layers<T> layers;
  const RowLayer<T>*row_e = nullptr, *row_h = nullptr;  // pointers to row 0
  const Tile<T>* tiles = nullptr;
  const DueRow* due_row = nullptr;
  const Amount* amount = nullptr;
  const InStep* in_step = nullptr;
  const ProbeAt* probe_at = nullptr;
  T* values = nullptr;              // values of the amounts and of the terms in step
  const double* signals = nullptr;  // from the pass's first step on
  int signal_count = 0;
  double* probes = nullptr;
  int probe_count = 0;
  // The values of the next pass, if there are many terms. Some blocks compute them after their tiles. nullptr: none to
  // compute.
  T* next_values = nullptr;
  int amount_count = 0, in_step_count = 0, makers = 0;
};

// Maximum number of media of H in the streaming kernel, because an index travels as a byte.
inline constexpr int magnetic_entries = 256;

// Warps per block, all of one class. As many as a multiprocessor can hold, because tiles of two classes on one
// multiprocessor would need the code of both, which its instruction cache cannot hold. Fewer if shared memory is small,
// or if a grid has few tiles, so that each gets its own multiprocessor.
inline constexpr int most_warps = 8, fewer_warps = 4;
// Columns per lane. In layers ψ takes registers. Along x a narrow strip suffices for a layer, and its tiles determine
// the speed of small grids.
template <class T>
EZ_INLINE constexpr int lane_columns(Class kind, int levels) {
  if (in_corner(kind)) return 1;
  if (in_layer_x(kind)) return levels <= 8 ? 1 : 2;
  return in_layer_y(kind) || sizeof(T) == 8 ? 2 : 4;
}

// If there are at most this many terms, each tile computes their values itself before its rows arrive. With more terms,
// as for a plane wave's box, the tiles with terms would start late. The values are then computed during the previous
// pass, and those of the first pass by a kernel.
inline constexpr std::size_t few_terms = 512;
// number of blocks that compute them, if there are enough blocks
inline constexpr int least_makers = 8, most_makers = 16;

// The kernel of passes of L steps, for the L in `levels_of`.
template <class T, int L>
struct PassOf {
  static void prepare();  // prepares the current device; call before its first launch
  // Returns the maximum number of warps per block on the current device.
  static int warps();
  static void launch(const Pass<T>& pass, int blocks, int warps, cudaStream_t stream);
  // Computes the values of its terms, if there are many and no previous pass has computed them.
  static void make_values(const Pass<T>& pass, cudaStream_t stream);
  static KernelLimits limits();
};
template <class T>
inline constexpr std::array levels_of = {12, 8, 4, 2};
template <>
inline constexpr std::array levels_of<double> = {8, 4, 2};

}  // namespace ez::cuda::streamed
