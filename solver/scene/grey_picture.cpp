#include "solver/scene/grey_picture.h"

#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <array>
#include <utility>

#include "solver/base/memory.h"

namespace ez {
namespace {

constexpr int most_pixels_along = 16384;

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t three = 0;
    for (std::size_t n = 0; n < 3; ++n) three = three << 8 | (k + n < bytes.size() ? bytes[k + n] : 0u);
    for (std::size_t n = 0; n < 4; ++n) out += k + n > bytes.size() ? '=' : digits[three >> (18 - 6 * n) & 63];
  }
  return out;
}

// Value of each digit; 64 for other characters.
constexpr std::array<std::uint8_t, 256> values_of_digits = [] {
  std::array<std::uint8_t, 256> out{};
  out.fill(64);
  for (std::size_t k = 0; k < digits.size(); ++k)
    out[static_cast<unsigned char>(digits[k])] = static_cast<std::uint8_t>(k);
  return out;
}();

std::vector<std::uint8_t> from_base64(std::string_view text) {
  std::vector<std::uint8_t> out;
  out.reserve(text.size() / 4 * 3);
  std::uint32_t bits = 0;
  int count = 0;
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  for (const char c : text) {
    if (c == '\n' || c == '\r' || c == ' ') continue;
    const std::uint8_t digit = values_of_digits[static_cast<unsigned char>(c)];
    if (digit == 64) throw PictureError("is not base64; give `file` instead");
    bits = bits << 6 | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<std::uint8_t>(bits >> count & 255));
  }
  return out;
}

// Wraps libpng's simplified interface, which frees its memory with this object. Its messages are for programmers.
struct Png {
  png_image image{};
  Png() { image.version = PNG_IMAGE_VERSION; }
  ~Png() { png_image_free(&image); }
  Png(const Png&) = delete;
  Png& operator=(const Png&) = delete;
};

std::vector<std::uint8_t> png_of(int width, int height, const std::vector<std::uint8_t>& greys) {
  Png png;
  png.image.width = static_cast<png_uint_32>(width);
  png.image.height = static_cast<png_uint_32>(height);
  png.image.format = PNG_FORMAT_GRAY;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png.image);
  std::vector<std::uint8_t> out(size);
  if (png_image_write_to_memory(&png.image, out.data(), &size, 0, greys.data(), width, nullptr) == 0)
    throw PictureError("cannot be packed as a PNG; use a smaller picture");
  out.resize(size);
  return out;
}

std::size_t number_at(std::span<const std::uint8_t> png, std::size_t at) {
  return std::size_t{png[at]} << 24 | png[at + 1] << 16 | png[at + 2] << 8 | png[at + 3];
}

std::string too_many_pixels(std::size_t width, std::size_t height) {
  return fmt::format("has {} × {} pixels; use at most {} along each axis", width, height, most_pixels_along);
}

// Returns why libpng refuses to read these bytes.
std::string why_not_png(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t signature = 8, of_width = 16, of_height = 20, largest = 0x7fffffff;
  if (bytes.empty()) return "is empty; use another picture";
  if (png_sig_cmp(bytes.data(), 0, std::min(signature, bytes.size())) != 0) return "is not a PNG; use a PNG";
  if (bytes.size() >= of_height + 4) {
    const std::size_t width = number_at(bytes, of_width), height = number_at(bytes, of_height);
    const bool large = std::max(width, height) > std::size_t{most_pixels_along};
    if (large && std::max(width, height) <= largest && std::min(width, height) > 0)
      return too_many_pixels(width, height);
  }
  return "is a damaged or incomplete PNG; use another picture";
}

// Returns true if a PNG contains only 8-bit greys, row by row, so that repacking its pixels is unnecessary.
bool is_plain(std::span<const std::uint8_t> png) {
  constexpr std::size_t signature = 8, head = 8, check = 4, of_depth = 16, of_color = 17, of_interlace = 20;
  const auto type = [&](std::size_t at) {
    return std::string_view(reinterpret_cast<const char*>(png.data()) + at + 4, 4);
  };
  for (std::size_t at = signature; at + head + check <= png.size();) {
    const std::size_t size = number_at(png, at);
    const std::size_t end = at + head + size + check;
    if (end > png.size()) return false;
    if (type(at) == "IEND") return end == png.size();
    if (type(at) == "IHDR") {
      if (size < 13 || png[at + of_depth] != 8 || png[at + of_color] != 0 || png[at + of_interlace] != 0) return false;
    } else if (type(at) != "IDAT" && type(at) != "sRGB") {  // sRGB is the default of a PNG
      return false;
    }
    at = end;
  }
  return false;
}

}  // namespace

GreyPicture::GreyPicture() = default;
GreyPicture::~GreyPicture() = default;
GreyPicture::GreyPicture(const GreyPicture&) = default;
GreyPicture::GreyPicture(GreyPicture&&) noexcept = default;
GreyPicture& GreyPicture::operator=(const GreyPicture&) = default;
GreyPicture& GreyPicture::operator=(GreyPicture&&) noexcept = default;

GreyPicture::GreyPicture(int width, int height, std::vector<std::uint8_t> greys) {
  auto pixels = std::make_shared<Pixels>();
  pixels->text = to_base64(png_of(width, height, greys));
  pixels->width = width;
  pixels->height = height;
  pixels->greys = std::move(greys);
  pixels_ = std::move(pixels);
}

GreyPicture GreyPicture::of_png(std::span<const std::uint8_t> bytes, std::size_t most_bytes) {
  Png png;
  if (png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()) == 0)
    throw PictureError(why_not_png(bytes));
  if (std::max(png.image.width, png.image.height) > png_uint_32{most_pixels_along})
    throw PictureError(too_many_pixels(png.image.width, png.image.height));
  const int width = static_cast<int>(png.image.width), height = static_cast<int>(png.image.height);
  png.image.format = PNG_FORMAT_GRAY;
  const bool plain = is_plain(bytes);
  const std::size_t size = PNG_IMAGE_SIZE(png.image), needed = plain ? size : 2 * size;  // otherwise it is packed again
  if (needed > most_bytes)
    throw PictureError(fmt::format(
        "has {} × {} pixels, which need {}, but only {} are left of the scene's limit; use a smaller picture", width,
        height, human_bytes(static_cast<double>(needed)), human_bytes(static_cast<double>(most_bytes))));
  std::vector<std::uint8_t> greys(size);
  const png_color black = {0, 0, 0};
  if (png_image_finish_read(&png.image, &black, greys.data(), width, nullptr) == 0)
    throw PictureError("is a damaged or incomplete PNG; use another picture");
  if (!plain) return GreyPicture(width, height, std::move(greys));
  GreyPicture out;
  out.pixels_ = std::make_shared<const Pixels>(Pixels{width, height, std::move(greys), to_base64(bytes)});
  return out;
}

GreyPicture GreyPicture::of_text(std::string_view base64, std::size_t most_bytes) {
  return of_png(from_base64(base64), most_bytes);
}

const std::string& GreyPicture::text() const {
  static const std::string none;
  return pixels_ ? pixels_->text : none;
}

bool GreyPicture::operator==(const GreyPicture& o) const {
  if (pixels_ == o.pixels_) return true;
  return pixels_ && o.pixels_ && pixels_->width == o.pixels_->width && pixels_->height == o.pixels_->height &&
         pixels_->greys == o.pixels_->greys;
}

}  // namespace ez
