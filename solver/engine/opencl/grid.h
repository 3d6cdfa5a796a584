// Values that the host passes to the kernels. The structs have the members of those in kernels/*.cl, in the same order.
//
// An array has a line of ghost nodes on all sides: node (i, j) is at origin + j·pitch + i.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solver/engine/opencl/device/stream.h"
#include "solver/physics/cpml.h"
#include "solver/physics/poles.h"
#include "solver/physics/rim.h"
#include "solver/problem/problem.h"

namespace ez::opencl {

struct Grid {
  cl_int nx = 0, ny = 0, pitch = 0, origin = 0;
  cl_int x_periodic = 0, y_periodic = 0;
  cl_int x_low = 0, x_high = 0, y_low = 0, y_high = 0;
  cl_int x_classes = 0, y_classes = 0;
  cl_int magnetic = 0, wide_map = 0;
  cl_int left = 0, right = 0, bottom = 0, top = 0;  // beyond the boundaries: 0 nothing, 1 mirror, 2 wrap

  std::int64_t at(int i, int j) const { return origin + static_cast<std::int64_t>(j) * pitch + i; }
  std::int64_t at_packed(std::size_t k) const {
    const auto width = static_cast<std::size_t>(nx);
    return at(static_cast<int>(k % width), static_cast<int>(k / width));
  }
  std::size_t values() const { return static_cast<std::size_t>(pitch) * (static_cast<std::size_t>(ny) + 2); }
};

// Node 0 of a row is at the start of a cache line, with a ghost before it and one after the last node.
inline constexpr int lead = 32;
inline int pitch_of(int nx) { return (nx + lead + 1 + lead - 1) / lead * lead; }
inline Grid grid_of(const Problem& p) {
  const auto beyond = [&](Side s) {
    const BoundaryKind kind = p.wall(s);
    return kind == BoundaryKind::pmc ? 1 : kind == BoundaryKind::periodic ? 2 : 0;
  };
  Grid g;
  g.nx = p.nx, g.ny = p.ny, g.pitch = pitch_of(p.nx);
  g.origin = g.pitch + lead;
  g.left = beyond(Side::left), g.right = beyond(Side::right);
  g.bottom = beyond(Side::bottom), g.top = beyond(Side::top);
  g.x_periodic = g.left == 2, g.y_periodic = g.bottom == 2;
  g.x_low = p.x.low, g.x_high = p.x.high, g.y_low = p.y.low, g.y_high = p.y.high;
  g.x_classes = !p.x.line_class.empty(), g.y_classes = !p.y.line_class.empty();
  g.magnetic = p.magnetic, g.wide_map = p.electric.wide();
  return g;
}

template <class T>
struct CoefficientPair {
  T a, b;
};
template <class T>
struct CrossAt {
  std::int64_t node, plus[4], minus[4];
  CrossWeights<T> weights;
};
struct TermGroup {
  std::int64_t node;
  cl_int first, count;
};
template <class T>
struct MurAt {
  std::int64_t node, inner;
  T k, unused;
};
template <class T>
struct Mur2At {
  std::int64_t node, inner, low, low_inner, high, high_inner;
  T k, d;
  cl_int place, unused;
};
struct Sample {
  std::int64_t node;
  cl_int array, unused;
};
struct PoleNode {
  std::int64_t node;
  cl_int i, j, entry, unused;
};
template <class T>
struct PoleGroup {
  T gain, unused;
  cl_int first, count;
};
template <class T>
struct RimAt {
  std::int64_t node;
  cl_int number, neighbours[4], unused;
  CrossWeights<T> weights;
  T own, gain, c, unused_real;
};
struct PoleNumbers {
  double kinetic, potential, loss;
};
// `a` and `b` are those of the field's update.
template <class T>
struct PoleMedium {
  T a, b;
  double unit, sigma;
};

// The three arrays of the field, by FieldArray.
template <class T>
struct Fields3 {  // NOLINT(bugprone-reserved-identifier): the compiler's copy of an array
  Buffer<T> of[yee_arrays.size()];
  const Buffer<T>& operator[](FieldArray a) const { return of[index_of(a)]; }
  Buffer<T>& operator[](FieldArray a) { return of[index_of(a)]; }
};

// ψ of the layer at one boundary, for Ez and for H.
template <class T>
struct Psi {
  int depth = -1;  // −1: not allocated
  Buffer<T> e, h;
};
// All arrays that a step without Mur nodes and poles advances.
template <class T>
struct FieldSet {
  Fields3<T> arrays;
  std::array<Psi<T>, 4> psi;  // by Side
};

// One work-item for each of `count` things.
inline Range items(std::size_t count) { return {count > 0 ? count : 1, 1, 64, 1}; }

}  // namespace ez::opencl
