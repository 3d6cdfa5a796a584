#include "solver/base/npy.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace ez {

static_assert(std::endian::native == std::endian::little, "values are written as they lie in memory");

std::string npy_header(int nx, int ny, Precision precision) {
  std::string dict = fmt::format("{{'descr': '<f{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                                 precision == Precision::float32 ? 4 : 8, ny, nx);
  constexpr std::size_t before = 10;  // magic 6, version 2, length 2
  dict.append(63 - (before + dict.size()) % 64, ' ');
  dict += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(dict.size() & 0xff);
  out += static_cast<char>(dict.size() >> 8);
  return out + dict;
}

std::string npy_bytes(std::span<const double> values, int nx, int ny, Precision precision) {
  std::string bytes = npy_header(nx, ny, precision);
  const std::size_t start = bytes.size();
  if (precision == Precision::float64) {
    bytes.resize(start + values.size_bytes());
    std::memcpy(bytes.data() + start, values.data(), values.size_bytes());
  } else {
    bytes.resize(start + values.size() * sizeof(float));
    for (std::size_t k = 0; k < values.size(); ++k) {
      const float value = static_cast<float>(values[k]);
      std::memcpy(bytes.data() + start + k * sizeof(float), &value, sizeof(float));
    }
  }
  return bytes;
}

}  // namespace ez
