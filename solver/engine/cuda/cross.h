// Slanted rims on the device (physics/rim.h): a list of nodes, and one kernel per step after H's update.
#pragma once

#include <algorithm>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/views.h"
#include "solver/physics/rim.h"
#include "solver/problem/problem.h"

namespace ez::cuda {

template <class T>
struct CrossNode {
  std::ptrdiff_t at = 0;  // index in hx or in hy
  CrossWeights<T> weights;
};

// ---- cross.cu
// Adds the increments of the rims to H. The first `hx_count` nodes belong to hx, the others to hy. All nodes are inside
// boundaries and layers.
template <class T>
void launch_cross(const Arrays<T>& f, const CrossNode<T>* nodes, int hx_count, int count, cudaStream_t stream);

template <class T>
class Cross {
 public:
  // Throws OutOfMemory.
  void set(const Problem& p, std::ptrdiff_t pitch, cudaStream_t stream) {
    std::vector<CrossNode<T>> nodes;
    for (const CrossTerm& t : p.cross) {
      CrossNode<T> node{t.j * pitch + t.i, {}};
      for (std::size_t k = 0; k < t.weight.size(); ++k) node.weights.w[k] = static_cast<T>(t.weight[k]);
      nodes.push_back(node);
    }
    nodes_.assign(nodes, stream);
    hx_count_ = static_cast<int>(
        std::count_if(p.cross.begin(), p.cross.end(), [](const CrossTerm& t) { return t.array == FieldArray::hx; }));
  }
  bool any() const { return !nodes_.empty(); }
  void add(const Arrays<T>& f, cudaStream_t stream) const {
    if (any()) launch_cross(f, nodes_.data(), hx_count_, nodes_.size(), stream);
  }

 private:
  DeviceList<CrossNode<T>> nodes_;
  int hx_count_ = 0;
};

}  // namespace ez::cuda
