// Writes fields as .npy files, version 1.0 (numpy.lib.format). Such a file holds magic, version, header length, a
// Python dict padded with spaces to a multiple of 64 bytes, and then the values in little-endian order.
#pragma once

#include <complex>
#include <span>
#include <string>

#include "solver/base/precision.h"

namespace ez {

// Returns the bytes before the values of an array of shape (ny, nx) in C order. The type is `<f4` or `<f8`, and `<c8`
// or `<c16` for complex values.
std::string npy_header(int nx, int ny, Precision precision, bool is_complex = false);

// Returns the whole file: ny·nx values, row 0 at y = 0.
std::string npy_bytes(std::span<const double> values, int nx, int ny, Precision precision);

// Returns the whole file for complex values, `<c8` or `<c16`.
std::string npy_bytes(std::span<const std::complex<double>> values, int nx, int ny, Precision precision);

}  // namespace ez
