// A word as a QR code (ISO/IEC 18004), which the camera of a telephone reads from a screen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ez {

// What the largest one holds, of bytes, at the least correction of errors.
inline constexpr std::size_t most_qr_bytes = 2953;
// White modules that are to be around one.
inline constexpr int qr_quiet_zone = 4;

struct QrCode {
  int side = 0;                    // modules; 0: there is none
  std::vector<std::uint8_t> dark;  // side · side of them, row by row from the top
  bool is_dark(int x, int y) const {
    return dark[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)] != 0;
  }
};

// The program was built with the library for it.
bool has_qr();
// The smallest that holds the text; none where that is too long, or has_qr() is false.
QrCode qr_code(const std::string& text);

}  // namespace ez
