// General blocks, which support everything that the scheme `two-kernel` does. A thread block loads its nodes into
// shared memory, with an overlap of as many nodes as the pass has steps. It makes the steps there one after another and
// stores its own nodes. Nodes are identified by their index in the block's window. Across a periodic boundary the
// window continues at the opposite end; at other boundaries it ends.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "solver/engine/cuda/streamed/pass.h"
#include "solver/engine/cuda/views.h"
#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"

namespace ez {
class DueRows;
}

namespace ez::cuda::streamed {

// The operations at one node of a block's window, which one thread makes: entries of Due from `first` on.
struct DueNode {
  int at = 0, first = 0, count = 0;
};
// A node that Mur's rule sets, by indices in the window.
template <class T>
struct WindowMur {
  int node = 0, inner = 0;
  T k = 0;
  // For second order: the neighbours along the boundary and their inner nodes, the index of its correction (−1: first
  // order), and whether the block owns it.
  int low = 0, low_inner = 0, high = 0, high_inner = 0, edge = -1;
  T d = 0;
  bool own = false;
};
// A range of one of the lists in GeneralLists.
struct Part {
  int first = 0, count = 0;
};
struct Block {
  // The window, in nodes. Across periodic boundaries it extends beyond the grid.
  int x0 = 0, y0 = 0, width = 0, height = 0;
  int own_x0 = 0, own_x1 = 0, own_y0 = 0, own_y1 = 0;
  Part due[yee_arrays.size()];  // in GeneralLists::nodes, by FieldArray
  Part probes;                  // in GeneralLists::nodes
  Part mur, corners;            // in GeneralLists::mur; a corner is two consecutive entries
};

template <class T>
struct GeneralLists {
  std::vector<Block> blocks;
  std::vector<DueNode> nodes;
  std::vector<Due> due;
  std::vector<WindowMur<T>> mur;
  std::size_t most_shared_bytes = 0;  // shared memory of the block that needs most
};

// Makes the blocks of one plan, one after another.
template <class T>
class GeneralMaker {
 public:
  GeneralMaker(const Problem& p, int levels, int block, const DueRows& due);
  // Adds blocks that own these nodes.
  void cover(NodeRect nodes);
  GeneralLists<T> take() { return std::move(lists_); }

 private:
  void add(NodeRect own);
  void add_due(Block& block);
  void add_mur(Block& block);
  WindowMur<T> window_mur(const Block& b, int x, int y, std::size_t inner, double k) const;
  WindowMur<T> window_mur(const Block& b, int x, int y, const Mur2Node& m) const;

  const Problem& p_;
  const DueRows& due_;
  int overlap_, block_;
  bool wraps_x_, wraps_y_;
  std::map<std::size_t, const MurNode*> first_;     // by node
  std::map<std::size_t, const Mur2Node*> second_;   // by node
  std::map<std::size_t, const MurCorner*> corner_;  // by node
  GeneralLists<T> lists_;
};

template <class T>
struct GeneralPass {
  // Tables, and the arrays before the pass.
  HStep<T> h;
  EStep<T> e;
  FieldView<T> from, to;
  const T* corrections = nullptr;  // corrections of second-order Mur nodes
  T* corrections_to = nullptr;
  const Block* blocks = nullptr;
  const DueNode* nodes = nullptr;
  const Due* due = nullptr;
  const WindowMur<T>* mur = nullptr;
  int levels = 0;
  const double* signals = nullptr;
  int signal_count = 0;
  double* probes = nullptr;
  int probe_count = 0;
};
template <class T>
void prepare_general();  // prepares the current device; call before the first launch
template <class T>
void launch_general(const GeneralPass<T>& pass, int blocks, std::size_t shared_bytes, cudaStream_t stream);

// Layout of one block's shared memory: the fields, ψ of the layers in the window, and the values of the previous step
// that Mur nodes need.
struct WindowLayout {
  int nodes = 0;                      // of the window
  int psi_x = 0, psi_y = 0;           // columns in the layers along x, rows in those along y
  int low_columns = 0, low_rows = 0;  // of these, columns and rows in the low layer
};
EZ_INLINE int clipped(int low, int high) { return high > low ? high - low : 0; }
// nx, ny: the grid; x_low …: depths of the layers.
EZ_INLINE WindowLayout window_layout(const Block& b, int nx, int ny, int x_low, int x_high, int y_low, int y_high) {
  WindowLayout w;
  w.nodes = b.width * b.height;
  w.low_columns = x_low > 0 ? clipped(b.x0, x_low < b.x0 + b.width ? x_low : b.x0 + b.width) : 0;
  w.low_rows = y_low > 0 ? clipped(b.y0, y_low < b.y0 + b.height ? y_low : b.y0 + b.height) : 0;
  const int right = nx - 1 - x_high, top = ny - 1 - y_high;
  w.psi_x = w.low_columns + (x_high > 0 ? clipped(right > b.x0 ? right : b.x0, b.x0 + b.width) : 0);
  w.psi_y = w.low_rows + (y_high > 0 ? clipped(top > b.y0 ? top : b.y0, b.y0 + b.height) : 0);
  return w;
}
EZ_INLINE std::size_t window_values(const WindowLayout& w, const Block& b, int mur) {
  const int values = 3 * w.nodes + 2 * w.psi_x * b.height + 2 * w.psi_y * b.width + 5 * mur;
  return static_cast<std::size_t>(values);
}

}  // namespace ez::cuda::streamed
