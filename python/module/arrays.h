// Gives vectors to numpy without a copy.
#pragma once

#include <nanobind/ndarray.h>

#include <initializer_list>
#include <utility>
#include <vector>

namespace ez::python {

namespace nb = nanobind;

// Returns a numpy array of this shape that owns the values. Call it with the GIL.
template <class T>
nb::object moved_to_numpy(std::vector<T> values, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(values));  // NOLINT: the capsule owns it
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });  // NOLINT
  return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape, owner));
}

}  // namespace ez::python
