// Tests that files are read completely, and that endless ones are refused.
#include "solver/base/read_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <vector>

namespace ez {
namespace {

namespace fs = std::filesystem;

class Reading : public testing::Test {
 public:
  Reading() { fs::create_directories(folder); }
  ~Reading() override { fs::remove_all(folder); }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;

 protected:
  fs::path folder = fs::temp_directory_path() / ("ezscope-read-" + std::to_string(::getpid()));
};

TEST_F(Reading, returns_all_bytes_or_one_more_than_the_limit) {
  const std::string bytes("a\0b\r\n\xff", 6);
  std::ofstream(folder / "f", std::ios::binary) << bytes;
  EXPECT_EQ(read_file(folder / "f", 6).bytes, bytes);
  EXPECT_EQ(read_file(folder / "f", 4).bytes, bytes.substr(0, 5));
  EXPECT_EQ(read_file("/dev/zero", 1 << 20).bytes.size(), (std::size_t{1} << 20) + 1);
  std::ofstream(folder / "sparse") << "";
  fs::resize_file(folder / "sparse", std::uintmax_t{10} << 30);
  EXPECT_EQ(read_file(folder / "sparse", 100).bytes, std::string(101, '\0'));
}

TEST_F(Reading, reports_the_reason_for_a_failure) {
  EXPECT_EQ(read_file(folder / "none", 9).error, ENOENT);
  EXPECT_EQ(read_file(folder, 9).error, EISDIR);
  EXPECT_EQ(read_error_text(ENOENT), "No such file or directory");
}

// The master end of a terminal has nothing to read and no end. /proc/kmsg and similar files behave the same.
TEST_F(Reading, a_file_that_waits_for_input_is_refused_at_once) {
  const int other_end = ::posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_GE(other_end, 0);
  const FileRead master = read_file("/dev/ptmx", 9);
  EXPECT_EQ(master.error, EAGAIN);
  EXPECT_EQ(read_error_text(master.error), "it is a device that waits for input, not a file");
  ASSERT_EQ(::grantpt(other_end), 0);
  ASSERT_EQ(::unlockpt(other_end), 0);
  EXPECT_EQ(read_file(::ptsname(other_end), 9).error, EAGAIN);
  ::close(other_end);
}

TEST_F(Reading, waits_for_a_pipe_while_someone_writes) {
  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const FileRead nobody = read_file(pipe, 9);
  EXPECT_EQ(nobody.error, ETIMEDOUT);
  EXPECT_EQ(read_error_text(nobody.error), "no program writes to the pipe");
  std::thread writer([&] {
    std::ofstream out(pipe);
    out << "first " << std::flush;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    out << "second";
  });
  EXPECT_EQ(read_file(pipe, 99).bytes, "first second");
  writer.join();
}

// Each pipe used to be waited for separately, five seconds for each.
TEST_F(Reading, waits_for_pipes_without_writers_together) {
  const std::vector<fs::path> paths = {folder / "a", folder / "b", folder / "c", folder / "d"};
  for (const std::size_t k : {0, 1, 3}) ASSERT_EQ(::mkfifo(paths[k].c_str(), 0600), 0);
  std::ofstream(paths[2]) << "file";
  const auto begin = std::chrono::steady_clock::now();
  SeveralFiles files(paths);
  std::thread writer([&] { std::ofstream(paths[3]) << "pipe"; });  // while the first two are waited for
  EXPECT_EQ(files.read(0, 9).error, ETIMEDOUT);
  EXPECT_EQ(files.read(1, 9).error, ETIMEDOUT);
  EXPECT_EQ(files.read(2, 9).bytes, "file");
  EXPECT_EQ(files.read(3, 9).bytes, "pipe");
  writer.join();
  const double waited = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_GT(waited, 4);
  EXPECT_LT(waited, 9);
}

}  // namespace
}  // namespace ez
