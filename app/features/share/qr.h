// Encodes a word as a QR code (ISO/IEC 18004), which a phone's camera reads from a screen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ez {

// Largest number of bytes of a code, at the lowest level of error correction.
inline constexpr std::size_t most_qr_bytes = 2953;
// Required width of the white border around a code, in modules.
inline constexpr int qr_quiet_zone = 4;

struct QrCode {
  int side = 0;                    // number of modules per side; 0: no code
  std::vector<std::uint8_t> dark;  // side · side modules, row by row from the top
  bool is_dark(int x, int y) const {
    return dark[static_cast<std::size_t>(y) * static_cast<std::size_t>(side) + static_cast<std::size_t>(x)] != 0;
  }
};

// Returns whether the program was built with the QR library.
bool has_qr();
// Returns the smallest code that contains the text. Empty if the text is too long or has_qr() is false.
QrCode qr_code(const std::string& text);

}  // namespace ez
