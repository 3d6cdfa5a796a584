// Compares two files of ezscope for scripts. It exits with 0 if they agree, with 1 if not (and prints where), and with
// 2 on wrong usage.
//   picture_compare A.png B.png X0 Y0 X1 Y1   pixels of [X0, X1) × [Y0, Y1), from the upper left, equal to the bit
//   picture_compare A.npy B.npy TOLERANCE     values of equal shape; largest difference ≤ TOLERANCE × largest value
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "render/image.h"

namespace {

struct Field {
  std::string shape;  // the header as written
  std::vector<double> values;
};

template <class T>
std::vector<double> to_double(const std::string& bytes, std::size_t from) {
  std::vector<T> raw((bytes.size() - from) / sizeof(T));
  std::memcpy(raw.data(), bytes.data() + from, raw.size() * sizeof(T));
  return {raw.begin(), raw.end()};
}

// Reads NPY 1.0, <f4 or <f8: ten bytes, of which the last two are the header's length, then the header, then the
// values.
Field read_npy(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (bytes.size() < 10 || bytes.compare(1, 5, "NUMPY") != 0) throw std::runtime_error(path + ": not an .npy file");
  const std::size_t header = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
  if (bytes.size() < 10 + header) throw std::runtime_error(path + ": cut short");
  Field field{bytes.substr(10, header), {}};
  field.values = field.shape.find("<f8") != std::string::npos ? to_double<double>(bytes, 10 + header)
                                                              : to_double<float>(bytes, 10 + header);
  return field;
}

int compare_pictures(char** argv) {
  const ez::Image a = ez::read_png(argv[1]), b = ez::read_png(argv[2]);
  const int x0 = std::stoi(argv[3]), y0 = std::stoi(argv[4]), x1 = std::stoi(argv[5]), y1 = std::stoi(argv[6]);
  const bool inside = x0 >= 0 && y0 >= 0 && x0 < x1 && y0 < y1 && x1 <= a.width && y1 <= a.height;
  if (a.width != b.width || a.height != b.height || !inside) {
    fmt::print("{} × {} and {} × {} pixels: sizes differ, or the rectangle is not in them\n", a.width, a.height,
               b.width, b.height);
    return 1;
  }
  long different = 0;
  bool plain = true;
  std::string first;
  for (int y = y0; y < y1; ++y) {
    for (int x = x0; x < x1; ++x) {
      plain = plain && a.rgb(x, y) == a.rgb(x0, y0);
      if (a.rgb(x, y) == b.rgb(x, y)) continue;
      if (different++ == 0) first = fmt::format(", first at ({}, {})", x, y);
    }
  }
  fmt::print("{} of {} pixels differ{}\n", different, static_cast<long>(x1 - x0) * (y1 - y0), first);
  if (plain) fmt::print("the rectangle is one plain colour: that compares nothing\n");
  return different > 0 || plain ? 1 : 0;
}

int compare_fields(char** argv) {
  const Field a = read_npy(argv[1]), b = read_npy(argv[2]);
  if (a.shape != b.shape || a.values.size() != b.values.size()) {
    fmt::print("shapes differ: {} and {}\n", a.shape, b.shape);
    return 1;
  }
  double largest = 0, difference = 0;
  bool finite = true;
  for (std::size_t k = 0; k < a.values.size(); ++k) {
    finite = finite && std::isfinite(a.values[k]) && std::isfinite(b.values[k]);
    largest = std::max(largest, std::abs(a.values[k]));
    difference = std::max(difference, std::abs(a.values[k] - b.values[k]));
  }
  fmt::print("largest difference {:.3g}, largest value {:.3g}, ratio {:.3g}\n", difference, largest,
             difference / largest);
  return finite && largest > 0 && difference <= std::stod(argv[3]) * largest ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc == 7) return compare_pictures(argv);
    if (argc == 4) return compare_fields(argv);
    fmt::print(stderr, "picture_compare A.png B.png X0 Y0 X1 Y1 | A.npy B.npy TOLERANCE\n");
    return 2;
  } catch (const std::exception& e) {
    fmt::print("{}\n", e.what());
    return 1;
  }
}
