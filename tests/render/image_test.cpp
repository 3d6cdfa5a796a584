// Tests that PNG files keep every pixel and are never left half written, and that a machine without EGL gets a remedy.
#include "render/image.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

#include "render/offscreen.h"
#include "solver/base/write_file.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

class ImageTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ezscope-image-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_;
};

void write_png(const fs::path& path, const Image& image) { write_file_atomically(path, encode_png(image)); }

// Returns an image with a different colour in every pixel, which is hard to compress.
Image noise(int width, int height) {
  Image image{width, height, {}};
  std::uint32_t x = 12345;
  for (int k = 0; k < width * height; ++k) {
    x = x * 1664525 + 1013904223;
    for (const std::uint32_t byte : {x >> 24, x >> 16, x >> 8, 255u})
      image.rgba.push_back(static_cast<std::uint8_t>(byte));
  }
  return image;
}

TEST_F(ImageTest, png_keeps_every_pixel) {
  for (const auto& [width, height] : {std::pair{1, 1}, {37, 5}, {3, 200}, {640, 481}}) {
    const Image image = noise(width, height);
    write_png(folder_ / "a.png", image);
    EXPECT_EQ(read_png(folder_ / "a.png"), image);
  }
  EXPECT_EQ(files(), 1u);
}

TEST_F(ImageTest, row_zero_is_the_top) {
  const Image image{1, 2, {1, 2, 3, 255, 4, 5, 6, 255}};
  EXPECT_EQ(image.rgb(0, 0), 0x010203u);
  EXPECT_EQ(image.rgb(0, 1), 0x040506u);
}

TEST_F(ImageTest, mistakes_are_reported) {
  const Image image = noise(4, 4);
  EXPECT_THROW(write_png(folder_ / "absent" / "a.png", image), std::system_error);
  EXPECT_THROW(write_png(folder_ / "a.png", Image{}), std::runtime_error);
  EXPECT_THROW(write_png(folder_ / "a.png", Image{4, 5, image.rgba}), std::runtime_error);
  EXPECT_THROW(read_png(folder_ / "a.png"), std::system_error);
  std::ofstream(folder_ / "text.png") << "no picture";
  EXPECT_THROW(read_png(folder_ / "text.png"), std::runtime_error);
  EXPECT_EQ(files(), 1u);
  fs::create_directory(folder_ / "taken.png");
  EXPECT_THROW(write_png(folder_ / "taken.png", image), std::system_error);
  EXPECT_EQ(files(), 2u);
}

TEST_F(ImageTest, a_full_disk_leaves_the_old_file) {
  const Image before = noise(20, 20);
  write_png(folder_ / "a.png", before);
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit small{4096, limit.rlim_max};
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);  // write() then fails as on a full disk
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  EXPECT_THROW(write_png(folder_ / "a.png", noise(200, 200)), std::system_error);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_png(folder_ / "a.png"), before);
  EXPECT_EQ(files(), 1u);
}

// Runs this program again as a process that finds no usable libEGL.
TEST_F(ImageTest, without_egl_the_remedy_is_reported) {
  if (!std::getenv("EZSCOPE_TEST_WITHOUT_EGL")) {
    std::ofstream(folder_ / "libEGL.so.1").flush();  // found first, and not a library
    const std::string self = fs::read_symlink("/proc/self/exe").string();
    const std::string command = "EZSCOPE_TEST_WITHOUT_EGL=1 LD_LIBRARY_PATH='" + folder_.string() + "' '" + self +
                                "' --gtest_filter='*without_egl_the_remedy_is_reported'";
    EXPECT_EQ(std::system(command.c_str()), 0);
    return;
  }
  try {
    const OffscreenContext context;
    FAIL() << "EGL is available";
  } catch (const OffscreenError& e) {
    const std::string text = e.what();
    EXPECT_NE(text.find("cannot draw without a window: libEGL.so.1"), std::string::npos) << text;
    EXPECT_NE(text.find("apt install"), std::string::npos) << text;
  }
  EXPECT_THROW(OffscreenContext::devices(), OffscreenError);
}

}  // namespace
}  // namespace ez
