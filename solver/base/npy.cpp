#include "solver/base/npy.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace ez {

static_assert(std::endian::native == std::endian::little, "values are written as they lie in memory");

std::string npy_header(int nx, int ny, Precision precision, bool is_complex) {
  const int value = precision == Precision::float32 ? 4 : 8;
  std::string dict = fmt::format("{{'descr': '<{}{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                                 is_complex ? 'c' : 'f', is_complex ? 2 * value : value, ny, nx);
  constexpr std::size_t before = 10;  // magic 6 bytes, version 2, length 2
  dict.append(63 - (before + dict.size()) % 64, ' ');
  dict += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  out += static_cast<char>(dict.size() & 0xff);
  out += static_cast<char>(dict.size() >> 8);
  return out + dict;
}

namespace {

void append(std::string& bytes, std::span<const double> values, Precision precision) {
  const std::size_t start = bytes.size();
  if (precision == Precision::float64) {
    bytes.resize(start + values.size_bytes());
    std::memcpy(bytes.data() + start, values.data(), values.size_bytes());
    return;
  }
  bytes.resize(start + values.size() * sizeof(float));
  for (std::size_t k = 0; k < values.size(); ++k) {
    const float value = static_cast<float>(values[k]);
    std::memcpy(bytes.data() + start + k * sizeof(float), &value, sizeof(float));
  }
}

}  // namespace

std::string npy_bytes(std::span<const double> values, int nx, int ny, Precision precision) {
  std::string bytes = npy_header(nx, ny, precision);
  append(bytes, values, precision);
  return bytes;
}

// std::complex stores the real part first, then the imaginary part, so its array can be written as doubles.
std::string npy_bytes(std::span<const std::complex<double>> values, int nx, int ny, Precision precision) {
  std::string bytes = npy_header(nx, ny, precision, true);
  append(bytes, {reinterpret_cast<const double*>(values.data()), 2 * values.size()}, precision);
  return bytes;
}

}  // namespace ez
