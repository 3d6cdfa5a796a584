// Kernel arguments, which are plain views of device memory passed by value, and the functions that launch the kernels.
// No kernel owns memory, allocates or waits.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "solver/engine/cuda/device/kernel_types.h"
#include "solver/engine/engine.h"
#include "solver/physics/cpml.h"
#include "solver/physics/map.h"
#include "solver/physics/quantity.h"
#include "solver/physics/view.h"

namespace ez::cuda {

// The three arrays, each with ny rows of `pitch` values (a multiple of 128, so that every row starts on a cache line).
template <class T>
struct Arrays {
  T *ez = nullptr, *hx = nullptr, *hy = nullptr;
  int nx = 0, ny = 0;
  std::ptrdiff_t pitch = 0;
};

// H beyond a boundary: nothing (0), H mirrored with the opposite sign (PMC), or H of the opposite side (periodic).
enum class Beyond : std::uint8_t { nothing, mirror, wrap };
struct Walls {
  Beyond left = Beyond::nothing, right = Beyond::nothing, bottom = Beyond::nothing, top = Beyond::nothing;
};

// The layers of one axis, for E or for H nodes. Nodes before `low` are in the low layer and nodes from `high_begin` on
// in the high layer. ψ is stored compactly, row by row: `low` (or `high`) columns for the x axis, as many rows of
// `pitch` values for the y axis.
template <class T>
struct AxisView {
  const Stretch<T>* nodes = nullptr;  // `count` values per table
  // table number of each line across the layer; nullptr: all lines use the first table
  const std::uint8_t* line_class = nullptr;
  T *psi_low = nullptr, *psi_high = nullptr;
  int low = 0, high = 0, high_begin = 0, count = 0;
};

// Nodes that need no special case: [i0, i1) × [j0, j1).
struct Inside {
  int i0 = 0, j0 = 0, i1 = 0, j1 = 0;
};

template <class T>
struct HStep {
  Arrays<T> f;
  AxisView<T> x, y;
  Walls walls;
  Inside inside;
  Pair<T> hx_all{}, hy_all{};  // without magnetic media: the same {da, db} for every node
  // with magnetic media: one index per node, same pitch as the arrays
  const std::uint16_t *hx_entry = nullptr, *hy_entry = nullptr;
  const Pair<T>*hx_palette = nullptr, *hy_palette = nullptr;
};

template <class T>
struct EStep {
  Arrays<T> f;
  AxisView<T> x, y;
  Walls walls;
  Inside inside;
  const void* entry = nullptr;  // uint8 or uint16 per node, same pitch as the arrays
  bool wide = false;            // entries are uint16
  const Pair<T>* palette = nullptr;
};

// The terms of one node, in order: terms[first … first + count).
struct TermGroup {
  std::ptrdiff_t at = 0;
  int first = 0, count = 0;
};
struct NodeDrive {
  double weight = 0;
  int signal = 0;
  bool hard = false;
};
// A Mur node and the values that it stores from the previous step: E₀ⁿ and E₁ⁿ.
template <class T>
struct MurTerm {
  std::ptrdiff_t node = 0, inner = 0;
  T k = 0, e0 = 0, e1 = 0;
};
template <class T>
struct MurPair {
  MurTerm<T> a, b;
};
// A node of second order. `edge`, `low` and `high` are indices of the node and its neighbours in the lines. The indices
// of their inner nodes are larger by to_inner.
template <class T>
struct Mur2Term {
  std::ptrdiff_t node = 0, inner = 0;
  T k = 0, d = 0;
  int edge = 0, low = 0, high = 0, to_inner = 0;
};
// The lines of Mur's second-order boundaries: for each Side in turn the boundary nodes, then the inner ones.
struct MurLineShape {
  int nx = 0, ny = 0;
  std::ptrdiff_t pitch = 0;
  unsigned on = 0;  // one bit for each Side
};
inline std::size_t line_values(const MurLineShape& s) {
  return 4 * (static_cast<std::size_t>(s.nx) + static_cast<std::size_t>(s.ny));
}
EZ_INLINE int first_of(const MurLineShape& s, int side) {
  return side < 2 ? 2 * side * s.ny : 4 * s.ny + 2 * (side - 2) * s.nx;
}

// ---- schemes/two_kernel.cu
inline constexpr int rows_of_a_thread = 4;  // adjacent nodes of one column that a thread owns
template <class T>
void launch_h(const HStep<T>& step, BlockShape block, cudaStream_t stream);
template <class T>
void launch_e(const EStep<T>& step, BlockShape block, cudaStream_t stream);
// Returns the limits of the two kernels for such a problem.
template <class T>
KernelLimits limits_of(bool magnetic, bool wide);
// Loads the program's kernels onto the current device. The result says whether this device can run them at all.
cudaError_t load_kernels();

// ---- points.cu
// `signals` is the row of this step: one value per signal.
template <class T>
void launch_terms(T* array, const TermGroup* groups, int count, const NodeDrive* terms, const double* signals,
                  cudaStream_t stream);
template <class T>
void launch_mur(T* ez, MurTerm<T>* nodes, int count, cudaStream_t stream);
template <class T>
void launch_mur_corners(T* ez, MurPair<T>* corners, int count, cudaStream_t stream);
// `lines`: values at the begin of the step. `corrections` has the same indices.
template <class T>
void launch_mur2(T* ez, const Mur2Term<T>* nodes, int count, const T* lines, T* corrections, cudaStream_t stream);
// Keeps the corrections of these nodes and sets all others to 0. `spare` has the same length.
template <class T>
void launch_mur2_keep(const Mur2Term<T>* nodes, int count, const T* corrections, T* spare, cudaStream_t stream);
// Copies the lines of the boundaries that are on.
template <class T>
void launch_mur_lines(const T* ez, T* lines, const MurLineShape& shape, cudaStream_t stream);
// Fills the stored values of Mur nodes from the present field.
template <class T>
void launch_mur_seed(const T* ez, MurTerm<T>* nodes, int count, cudaStream_t stream);
// `row` is this step's row of the probe table.
template <class T>
void launch_probes(const T* ez, const std::ptrdiff_t* nodes, int count, double* row, cudaStream_t stream);
// `row` is this sample's row of the gather's log.
struct GatherNode {
  FieldArray array;
  std::ptrdiff_t at;  // index in the array
};
template <class T>
void launch_gather(const Arrays<T>& f, const GatherNode* nodes, int count, double* row, cudaStream_t stream);
// Adds a sample of the main array to the sums of several maps. The array is read once for all of them.
template <class T>
struct MapSums {
  T *re = nullptr, *im = nullptr;
  T cosine = 0, sine = 0;  // of the sample's turn
  bool square = false;     // the map is the mean of the square (add_square)
};
template <class T>
struct MapVisit {
  static constexpr int most = 8;
  MapSums<T> maps[most];
  int count = 0;
};
template <class T>
void launch_add_to_maps(const Arrays<T>& f, const MapVisit<T>& visit, cudaStream_t stream);
// values ← values·factor, with the product in double.
template <class T>
void launch_scale(T* values, std::size_t count, double factor, cudaStream_t stream);

// ---- picture.cu
template <class T>
struct PictureSource {
  Arrays<T> f;
  Walls walls;
  const void* entry = nullptr;
  bool wide = false;
  const Pair<T>* media = nullptr;  // {ε_r, μ_r} per palette entry
  QuantityUnits<T> units{};
  RowBand rows{};         // of the problem
  ReferenceView minus{};  // for Quantity::residual
  // Sums of the shown map, with the layout of the arrays. Null: no map.
  const T *re = nullptr, *im = nullptr;
  MapScale<T> scale{};  // scale of that map
};
// Set to zero before the kernel, which raises the values.
struct PictureCell {
  // max_bits: bits of max|pixel|, which sort like the values. bad = 1: a pixel is not finite.
  unsigned max_bits = 0, bad = 0;
};
// Results for the nodes that one block examined. An index is j·nx + i.
struct HealthCell {
  static constexpr unsigned long long nowhere = ~0ull;
  double max_abs;              // largest |Ez| of finite nodes, V/m; −1: no such node
  unsigned long long largest;  // index of the first node with that value
  unsigned long long bad;      // index of the first node that is not finite

  EZ_INLINE static HealthCell none() { return {-1, nowhere, nowhere}; }
  EZ_INLINE void add(const HealthCell& other) {
    if (other.max_abs > max_abs || (other.max_abs == max_abs && other.largest < largest))
      max_abs = other.max_abs, largest = other.largest;
    bad = other.bad < bad ? other.bad : bad;
  }
};
// Blocks that examine a field, with one cell each: one block for each strip of rows and each tile of columns.
constexpr int health_strips = 256, health_cells = Health::tiles * health_strips;
static_assert(health_strips % Health::tiles == 0);  // each strip is within one tile
inline int tile_of_health_cell(int cell) {
  const int strip = cell / Health::tiles, column = cell % Health::tiles;
  return strip / (health_strips / Health::tiles) * Health::tiles + column;
}
template <class T>
void launch_picture(const PictureSource<T>& source, const PictureWindow& window, float* pixels, PictureCell* cell,
                    cudaStream_t stream);
// Examines the own rows of a band. The strips are those of the whole grid.
template <class T>
void launch_health(const Arrays<T>& f, const RowBand& rows, HealthCell* cells, cudaStream_t stream);

}  // namespace ez::cuda
