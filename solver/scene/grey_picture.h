// A picture of 8-bit greys, 0 black to 255 white, that an image shape places over its box. It is a
// value, and copies share the pixels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ez {

// Describes the problem with a picture and what to do, for the end of an error message.
struct PictureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class GreyPicture {
 public:
  // Not inline, because GCC 12 reports inlined members of a std::variant of this type as uninitialised.
  GreyPicture();  // an empty picture
  ~GreyPicture();
  GreyPicture(const GreyPicture&);
  GreyPicture(GreyPicture&&) noexcept;
  GreyPicture& operator=(const GreyPicture&);
  GreyPicture& operator=(GreyPicture&&) noexcept;
  GreyPicture(int width, int height, std::vector<std::uint8_t> greys);  // row by row, from the top
  // Reads a PNG. Colours become greys by their luminance, and transparent pixels are placed on black. A picture whose
  // pixels take more than `most_bytes` is refused before it is unpacked.
  static GreyPicture of_png(std::span<const std::uint8_t> bytes, std::size_t most_bytes = no_limit);
  static GreyPicture of_text(std::string_view base64, std::size_t most_bytes = no_limit);

  bool empty() const { return !pixels_; }
  int width() const { return pixels_ ? pixels_->width : 0; }
  int height() const { return pixels_ ? pixels_->height : 0; }
  std::size_t bytes() const { return pixels_ ? pixels_->greys.size() : 0; }
  // Returns a row, counted from the top.
  const std::uint8_t* row(int j) const {
    return pixels_->greys.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(pixels_->width);
  }
  // Returns the picture as a PNG in base64. Empty for an empty picture.
  const std::string& text() const;
  bool operator==(const GreyPicture& o) const;

 private:
  static constexpr std::size_t no_limit = static_cast<std::size_t>(-1);
  struct Pixels {
    int width = 0, height = 0;
    std::vector<std::uint8_t> greys;
    std::string text;
  };
  std::shared_ptr<const Pixels> pixels_;
};

}  // namespace ez
