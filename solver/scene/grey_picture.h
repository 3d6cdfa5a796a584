// A picture of greys, 0 black to 255 white, of 8 bits each: what an image shape lays over its box. A value; copies
// share the pixels.
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

// What is wrong with a picture and what to do, as the rest of a message about it.
struct PictureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class GreyPicture {
 public:
  // Out of line: GCC 12 takes what it inlines of a std::variant that holds one for uninitialised.
  GreyPicture();  // none
  ~GreyPicture();
  GreyPicture(const GreyPicture&);
  GreyPicture(GreyPicture&&) noexcept;
  GreyPicture& operator=(const GreyPicture&);
  GreyPicture& operator=(GreyPicture&&) noexcept;
  GreyPicture(int width, int height, std::vector<std::uint8_t> greys);  // row by row, from the top
  // Colours become greys by their luminance, what is transparent shows black beneath. A picture whose pixels take more
  // than `most_bytes` is refused before it is unpacked.
  static GreyPicture of_png(std::span<const std::uint8_t> bytes, std::size_t most_bytes = no_limit);
  static GreyPicture of_text(std::string_view base64, std::size_t most_bytes = no_limit);

  bool empty() const { return !pixels_; }
  int width() const { return pixels_ ? pixels_->width : 0; }
  int height() const { return pixels_ ? pixels_->height : 0; }
  std::size_t bytes() const { return pixels_ ? pixels_->greys.size() : 0; }
  // Of its rows from the top, one after the other.
  const std::uint8_t* row(int j) const {
    return pixels_->greys.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(pixels_->width);
  }
  // A PNG of it in base64; empty where there is none.
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
