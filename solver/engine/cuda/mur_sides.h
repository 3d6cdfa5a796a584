// Mur's nodes of both orders on the device, and the values that they store. Between steps, the values of a first-order
// node equal those in the field. A second-order node also has a correction (solver/physics/mur.h).
#pragma once

#include <utility>
#include <vector>

#include "solver/engine/cuda/device/memory.h"
#include "solver/engine/cuda/views.h"
#include "solver/problem/problem.h"

namespace ez::cuda {

template <class T>
class MurSides {
 public:
  MurSides(int nx, int ny, std::ptrdiff_t pitch, cudaStream_t stream) : shape_{nx, ny, pitch, 0} {
    for (auto* b : {&lines_, &corrections_, &spare_}) *b = DeviceBuffer<T>(line_values(shape_));
    corrections_.zero(stream);
  }
  // Makes all allocations that can run out of memory.
  void reserve(const Problem& p) {
    nodes_.reserve(p.mur.size());
    second_.reserve(p.mur2.size());
    corners_.reserve(p.mur_corners.size());
  }
  // Sets the nodes. Discards the corrections of nodes that are no longer of second order.
  void set(const Problem& p, const T* ez, cudaStream_t stream) {
    std::vector<MurTerm<T>> nodes;
    std::vector<Mur2Term<T>> second;
    std::vector<MurPair<T>> corners;
    for (const MurNode& m : p.mur) nodes.push_back(term(m));
    for (const Mur2Node& m : p.mur2) second.push_back(term(m));
    for (const MurCorner& c : p.mur_corners) corners.push_back({term(c.a), term(c.b)});
    nodes_.assign(nodes, stream);
    second_.assign(second, stream);
    corners_.assign(corners, stream);
    shape_.on = 0;
    for (std::size_t side = 0; side < 4; ++side) shape_.on |= (p.walls[side] == BoundaryKind::mur2 ? 1U : 0U) << side;
    spare_.zero(stream);
    if (!second_.empty()) launch_mur2_keep(second_.data(), second_.size(), corrections_.data(), spare_.data(), stream);
    std::swap(corrections_, spare_);
    seed_first_order(ez, stream);
  }
  // Restarts the stored values after the field was set externally.
  void seed(const T* ez, cudaStream_t stream) {
    corrections_.zero(stream);
    seed_first_order(ez, stream);
  }

  // Calls of a step: before_e() stores Eⁿ of the lines before E is updated, after_e() sets the nodes afterwards.
  void before_e(const T* ez, cudaStream_t stream) {
    if (shape_.on != 0) launch_mur_lines(ez, lines_.data(), shape_, stream);
  }
  void after_e(T* ez, cudaStream_t stream) {
    if (!nodes_.empty()) launch_mur(ez, nodes_.data(), nodes_.size(), stream);
    if (!second_.empty()) launch_mur2(ez, second_.data(), second_.size(), lines_.data(), corrections_.data(), stream);
    if (!corners_.empty()) launch_mur_corners(ez, corners_.data(), corners_.size(), stream);
  }

  // The part of a checkpoint in addition to the fields. After it is restored, call seed_first_order().
  DeviceBuffer<T>& memory() { return corrections_; }
  T* memory_of(Side side) { return corrections_.data() + first_of(shape_, static_cast<int>(side)); }
  void seed_first_order(const T* ez, cudaStream_t stream) {
    if (!nodes_.empty()) launch_mur_seed(ez, nodes_.data(), nodes_.size(), stream);
    // A pair consists of two consecutive terms.
    if (!corners_.empty())
      launch_mur_seed(ez, reinterpret_cast<MurTerm<T>*>(corners_.data()), 2 * corners_.size(), stream);
  }

 private:
  std::ptrdiff_t at(std::size_t packed) const {
    const auto nx = static_cast<std::size_t>(shape_.nx);
    return static_cast<std::ptrdiff_t>(packed / nx) * shape_.pitch + static_cast<std::ptrdiff_t>(packed % nx);
  }
  MurTerm<T> term(const MurNode& m) const { return {at(m.node), at(m.inner), static_cast<T>(m.k), 0, 0}; }
  Mur2Term<T> term(const Mur2Node& m) const {
    const int first = first_of(shape_, static_cast<int>(m.side));
    const bool upright = across_x(m.side);
    return {at(m.node),      at(m.inner),   static_cast<T>(m.k), static_cast<T>(m.d),
            first + m.along, first + m.low, first + m.high,      upright ? shape_.ny : shape_.nx};
  }

  MurLineShape shape_;
  DeviceList<MurTerm<T>> nodes_;
  DeviceList<Mur2Term<T>> second_;
  DeviceList<MurPair<T>> corners_;
  DeviceBuffer<T> lines_, corrections_, spare_;
};

}  // namespace ez::cuda
