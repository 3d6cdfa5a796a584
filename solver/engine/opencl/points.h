// Operations at single nodes on the device: slanted interfaces, sources, and Mur's nodes.
#pragma once

#include <array>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/engine/opencl/grid.h"
#include "solver/engine/opencl/kernels.h"

namespace ez::opencl {

// The sources' terms. Their amounts are computed on the host for a whole batch, because they need double.
template <class T>
class Terms {
 public:
  void set(const Problem& problem, const Grid& grid, Stream& stream);
  // Computes the amounts of all steps of the batch and uploads them.
  void begin(const Batch& batch, Stream& stream);
  void drive(Kernels& kernels, const Buffer<T>& field, FieldArray array, int step);
  // The amounts of the batch, `count()` for each step, in the order of Problem::terms.
  const Buffer<T>& amounts() const { return amounts_there_; }
  std::size_t count() const { return terms_.size(); }
  // Provides amounts of 0 for a trial of so many steps.
  void reserve(int steps, Stream& stream) { grow(stream, amounts_there_, static_cast<std::size_t>(steps) * count()); }

 private:
  std::vector<Term> terms_;
  std::array<Buffer<TermGroup>, yee_arrays.size()> groups_;
  Buffer<cl_uchar> hard_;
  std::vector<T> amounts_;
  Buffer<T> amounts_there_;
};

// grid.smoothing at oblique interfaces, for hx and hy.
template <class T>
class Cross {
 public:
  void set(const Problem& problem, const Grid& grid, Stream& stream);
  void add(Kernels& kernels, const Fields3<T>& fields);

 private:
  std::array<Buffer<CrossAt<T>>, yee_arrays.size()> terms_;
};

template <class T>
class Mur {
 public:
  Mur() = default;
  Mur(const Problem& problem, Stream& stream);
  // Sets the nodes. Discards the corrections of nodes that are no longer of second order.
  void set(const Problem& problem, const Grid& grid, Stream& stream);
  void before_e(Kernels& kernels, const Buffer<T>& ez);
  void after_e(Kernels& kernels, const Buffer<T>& ez);
  // The corrections are a part of a checkpoint. Those of a side begin at its number times longest().
  Buffer<T>& corrections() { return corrections_; }
  std::size_t longest() const { return longest_; }

 private:
  std::size_t longest_ = 0;  // nodes of the longest boundary
  std::size_t first_ = 0;    // nodes of first order, which are followed by two for each corner
  Buffer<MurAt<T>> nodes_;
  Buffer<Mur2At<T>> second_;
  Buffer<T> old_, second_old_, corrections_;
};

}  // namespace ez::opencl
