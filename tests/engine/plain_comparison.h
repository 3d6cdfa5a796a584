// Compares an engine's arrays with the scalar engine's, bit for bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "cpu_scene.h"
#include "plain_loop.h"

namespace ez {

// Returns the first node where two arrays differ in any bit, as text, or an empty text.
template <class T>
std::string difference(const std::vector<T>& a, const std::vector<T>& b, int nx) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  for (std::size_t k = 0; k < a.size(); ++k)
    if (std::bit_cast<Bits>(a[k]) != std::bit_cast<Bits>(b[k]))
      return "(" + std::to_string(k % static_cast<std::size_t>(nx)) + ", " +
             std::to_string(k / static_cast<std::size_t>(nx)) + "): " + std::to_string(a[k]) + " and " +
             std::to_string(b[k]);
  return "";
}

template <class T>
void expect_same(Engine& engine, const PlainLoop<T>& plain, const Problem& p, const std::string& what) {
  for (const FieldArray array : {FieldArray::ez, FieldArray::hx, FieldArray::hy})
    EXPECT_EQ(difference(read<T>(engine, p, array), plain.read(array), p.nx), "")
        << what << ", array " << static_cast<int>(array);
}

}  // namespace ez
