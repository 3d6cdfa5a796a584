// Fields as .npy files, version 1.0 (numpy.lib.format): magic, version, header length, a Python dict padded with spaces
// to a multiple of 64 bytes, then the values, little-endian.
#pragma once

#include <complex>
#include <span>
#include <string>

#include "solver/base/precision.h"

namespace ez {

// The bytes before the values of an array of shape (ny, nx) in C order, `<f4` or `<f8`; of complex ones `<c8` or
// `<c16`.
std::string npy_header(int nx, int ny, Precision precision, bool is_complex = false);

// The whole file: ny·nx values, row 0 at y = 0.
std::string npy_bytes(std::span<const double> values, int nx, int ny, Precision precision);

// The same of complex numbers, `<c8` or `<c16`.
std::string npy_bytes(std::span<const std::complex<double>> values, int nx, int ny, Precision precision);

}  // namespace ez
