// Mur's nodes on the device, of both orders, and what they remember. Between steps a node of first order remembers what
// the field holds anyway; a side of second order remembers Eⁿ⁻¹ of its two lines besides.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "solver/cuda/memory.h"
#include "solver/cuda/views.h"
#include "solver/physics/problem.h"

namespace ez::cuda {

template <class T>
class MurSides {
 public:
  MurSides(int nx, int ny, std::ptrdiff_t pitch) : shape_{nx, ny, pitch, {}} {
    for (auto& lines : lines_) lines = DeviceBuffer<T>(line_values(shape_));
  }
  // What can fail for want of memory.
  void reserve(const Problem& p) {
    nodes_.reserve(p.mur.size());
    second_.reserve(p.mur2.size());
    corners_.reserve(p.mur_corners.size());
  }
  // A side that becomes one of second order remembers what is there now; the others keep what they have.
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
    MurLineShape fresh = shape_;
    for (std::size_t s = 0; s < 4; ++s) {
      const bool on = p.walls[s] == BoundaryKind::mur2;
      fresh.on[s] = on && !shape_.on[s];
      shape_.on[s] = on;
    }
    record(ez, lines_[before_], fresh, stream);
    seed_first_order(ez, stream);
  }
  // The field has been set from outside: it counts as having been so before.
  void seed(const T* ez, cudaStream_t stream) {
    record(ez, lines_[before_], shape_, stream);
    seed_first_order(ez, stream);
  }

  // The step: Eⁿ of the lines is taken down before E moves on, and the nodes are set once it has.
  void before_e(const T* ez, cudaStream_t stream) { record(ez, lines_[1 - before_], shape_, stream); }
  void after_e(T* ez, cudaStream_t stream) {
    const DeviceBuffer<T>&before = lines_[before_], &now = lines_[1 - before_];
    if (!nodes_.empty()) launch_mur(ez, nodes_.data(), nodes_.size(), stream);
    if (!second_.empty()) launch_mur2(ez, second_.data(), second_.size(), before.data(), now.data(), stream);
    if (!corners_.empty()) launch_mur_corners(ez, corners_.data(), corners_.size(), stream);
    before_ = 1 - before_;
  }

  // Eⁿ⁻¹ of the lines between steps: what a copy of the run's state has to keep beside the fields (seed_first_order()
  // after it has come back).
  DeviceBuffer<T>& memory() { return lines_[before_]; }
  void seed_first_order(const T* ez, cudaStream_t stream) {
    if (!nodes_.empty()) launch_mur_seed(ez, nodes_.data(), nodes_.size(), stream);
    // A pair is two terms in a row.
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
    const bool upright = m.side == Side::left || m.side == Side::right;
    return {at(m.node),
            at(m.inner),
            {static_cast<T>(m.k), static_cast<T>(m.d)},
            first + m.along,
            first + m.low,
            first + m.high,
            upright ? shape_.ny : shape_.nx};
  }
  void record(const T* ez, DeviceBuffer<T>& to, const MurLineShape& sides, cudaStream_t stream) {
    if (sides.any()) launch_mur_lines(ez, to.data(), sides, stream);
  }

  MurLineShape shape_;
  DeviceList<MurTerm<T>> nodes_;
  DeviceList<Mur2Term<T>> second_;
  DeviceList<MurPair<T>> corners_;
  std::array<DeviceBuffer<T>, 2> lines_;  // before and now, in turns
  std::size_t before_ = 0;
};

}  // namespace ez::cuda
