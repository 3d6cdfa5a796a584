// Tests that files are written completely. An existing file keeps its links, mode and owner, or stays unchanged. Killed
// writers leave nothing for long, pipes neither block nor end the program, and a write that would fail is detected in
// advance.
#include "solver/base/write_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "patience.h"
#include "solver/base/csv.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

class Saving : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  fs::path folder_ = fs::temp_directory_path() / fmt::format("ezscope-saving-{}", ::getpid());
};

TEST_F(Saving, writes_new_and_existing_files) {
  write_file_atomically(folder_ / "a", "one");
  write_file_atomically(folder_ / "a", std::string_view("two\0three", 9));
  EXPECT_EQ(content(folder_ / "a"), std::string("two\0three", 9));
  EXPECT_EQ(files(), 1);
}

TEST_F(Saving, keeps_the_mode_and_follows_links) {
  write_file_atomically(folder_ / "a", "one");
  fs::permissions(folder_ / "a", fs::perms{0640});
  fs::create_symlink("a", folder_ / "link");
  fs::create_symlink(folder_ / "link", folder_ / "chain");
  write_file_atomically(folder_ / "chain", "two");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "chain"));
  EXPECT_EQ(content(folder_ / "a"), "two");
  EXPECT_EQ(fs::status(folder_ / "a").permissions(), fs::perms{0640});
  EXPECT_EQ(files(), 3);
}

TEST_F(Saving, leaves_the_old_file_complete_when_the_disk_is_full) {
  write_file_atomically(folder_ / "a", "one");
  rlimit before = {};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  ::setrlimit(RLIMIT_FSIZE, &small);
  EXPECT_THROW(write_file_atomically(folder_ / "a", std::string(100000, 'x')), std::system_error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(content(folder_ / "a"), "one");
  EXPECT_EQ(files(), 1);
}

TEST_F(Saving, reports_files_that_cannot_be_written) {
  EXPECT_THROW(write_file_atomically("/dev/full", "x"), std::system_error);
  EXPECT_THROW(write_file_atomically(folder_, "x"), std::system_error);
  try {
    write_file_atomically(folder_ / "no" / "where", "x");
    FAIL();
  } catch (const std::system_error& e) {
    EXPECT_EQ(e.code().value(), ENOENT);
    EXPECT_NE(std::string(e.what()).find("no/where"), std::string::npos);
  }
}

// Runs `f` in a separate process that is not root, because root may do anything. Returns the result.
bool holds_for_a_user(const std::function<bool()>& f) {
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0 && (::setgid(nobody) != 0 || ::setuid(nobody) != 0)) ::_exit(2);
    ::_exit(f() ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int fault_of(const fs::path& path, std::string_view bytes = "x") {
  try {
    write_file_atomically(path, bytes);
    return 0;
  } catch (const std::system_error& e) {
    return e.code().value();
  }
}

TEST_F(Saving, moves_a_temporary_file_to_its_place_or_to_another_one) {
  std::ofstream(folder_ / "f.mp4") << "old";
  {
    TemporaryFile file(folder_ / "f.mp4");
    std::ofstream(file.path()) << "part";
    file.become(folder_ / "f.part.mp4");
  }
  EXPECT_EQ(content(folder_ / "f.mp4"), "old");
  EXPECT_EQ(content(folder_ / "f.part.mp4"), "part");
  {
    TemporaryFile file(folder_ / "f.mp4");
    std::ofstream(file.path()) << "whole";
    file.become();
  }
  EXPECT_EQ(content(folder_ / "f.mp4"), "whole");
  EXPECT_EQ(files(), 2);
}

TEST_F(Saving, refuses_a_read_only_file) {
  fs::permissions(folder_, fs::perms::all);
  write_file_atomically(folder_ / "a", "one");
  fs::permissions(folder_ / "a", fs::perms{0444});
  EXPECT_TRUE(holds_for_a_user([&] {
    return fault_of(folder_ / "a") == EACCES && !why_unwritable(folder_ / "a", 1).empty() &&
           why_unwritable(folder_ / "b", 1).empty() && fault_of(folder_ / "b") == 0;
  }));
  EXPECT_EQ(content(folder_ / "a"), "one");
}

TEST_F(Saving, keeps_the_owner) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may give files away";
  write_file_atomically(folder_ / "a", "one");
  ASSERT_EQ(::chown((folder_ / "a").c_str(), 1234, 1235), 0);
  write_file_atomically(folder_ / "a", "two");
  struct stat s = {};
  ASSERT_EQ(::stat((folder_ / "a").c_str(), &s), 0);
  EXPECT_EQ(s.st_uid, 1234u);
  EXPECT_EQ(s.st_gid, 1235u);
}

TEST_F(Saving, accepts_names_as_long_as_the_file_system_allows) {
  const fs::path longest = folder_ / std::string(255, 'n'), longer = folder_ / std::string(256, 'n');
  EXPECT_EQ(why_unwritable(longest, 1), "");
  EXPECT_EQ(fault_of(longest), 0);
  EXPECT_EQ(content(longest), "x");
  EXPECT_NE(why_unwritable(longer, 1).find("too long"), std::string::npos) << why_unwritable(longer, 1);
  EXPECT_EQ(fault_of(longer), ENAMETOOLONG);
  EXPECT_EQ(files(), 1);
}

// ---- text in tables

TEST(Csv, parts_between_semicolons_and_tabs_count_as_cells) {
  EXPECT_EQ(csv_field("a;=1+1"), "a;'=1+1");
  EXPECT_EQ(csv_field("g\t@x;-3 dB"), "g\t'@x;-3 dB");
  EXPECT_EQ(csv_field("\t=1"), "'\t'=1");
  EXPECT_EQ(csv_field("a; b"), "a; b");
}

TEST(Csv, a_cell_that_a_spreadsheet_would_evaluate_becomes_text) {
  for (const char* harmless : {"", "p", "two words", "-3", "+4.5", "-.5e-3", "-3 dB", "12:30", "a=b", "5", "-0", "1-2",
                               "–", "Ez-probe", "50 %"})
    EXPECT_EQ(csv_field(harmless), harmless);
  for (const char* formula :
       {"=1+1",    "-2+3+cmd", "+cmd",      "@SUM(A1)", "\tx",    "  =1+1", "\u00a0=x", "\u3000 =1",
        "-",       "-inf",     "-3 dB(A1)", "-3 A1",    "-1e999", "--1",    "+-1",      "- 3",
        "\uff1d1", "\uff0b1",  "\uff0d1",   "\uff201",  "-3 ",    "+4.5|x"})
    EXPECT_EQ(csv_field(formula), std::string("'") + formula);
  EXPECT_EQ(csv_field("-2+3+cmd|'/C calc'!A0"), "'-2+3+cmd|'/C calc'!A0");
  EXPECT_EQ(csv_field("\r=1"), "\"'\r=1\"");
  EXPECT_EQ(csv_field("\n=1"), "\"'\n=1\"");
  EXPECT_EQ(csv_field("=1,\"2\""), "\"'=1,\"\"2\"\"\"");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  const std::vector<ProbeRecord> records = {{"=cmd|'/C calc'!A0", 1, {0.5}}};
  EXPECT_EQ(probe_csv(records, 1, Precision::float32), "t_s,'=cmd|'/C calc'!A0\n1,0.5\n");
}

// ---- failures detected in advance

TEST_F(Saving, detects_in_advance_a_write_that_would_fail) {
  EXPECT_EQ(why_unwritable(folder_ / "a", 1), "");
  EXPECT_EQ(files(), 0) << "the check leaves no file";
  EXPECT_NE(why_unwritable(folder_ / "no" / "a", 1).find("does not exist"), std::string::npos);
  EXPECT_NE(why_unwritable(folder_, 1).find("is a folder"), std::string::npos);
  EXPECT_NE(why_unwritable(folder_ / "a", 1e30).find("free there"), std::string::npos);
  fs::create_symlink(folder_ / "away" / "a", folder_ / "dangling");
  EXPECT_NE(why_unwritable(folder_ / "dangling", 1).find("does not exist"), std::string::npos);
  EXPECT_EQ(fault_of(folder_ / "dangling"), ENOENT);
  fs::create_symlink(folder_ / "new", folder_ / "promise");  // its folder exists
  EXPECT_EQ(why_unwritable(folder_ / "promise", 1), "");
  EXPECT_EQ(fault_of(folder_ / "promise"), 0);
  EXPECT_EQ(content(folder_ / "new"), "x");
  fs::create_symlink("circle", folder_ / "circle");
  EXPECT_NE(why_unwritable(folder_ / "circle", 1), "");
  EXPECT_EQ(fault_of(folder_ / "circle"), ELOOP);
  EXPECT_NE(why_unwritable(folder_ / "new" / "a", 1).find("does not exist"), std::string::npos);
  EXPECT_EQ(why_unwritable("/proc/a", 1), "/proc/a: cannot create a file in the folder /proc; choose another folder");
}

TEST_F(Saving, detects_in_advance_a_removed_folder) {
  const fs::path before = fs::current_path();
  fs::create_directory(folder_ / "gone");
  fs::current_path(folder_ / "gone");
  fs::remove(folder_ / "gone");
  const std::string why = why_unwritable("a", 1);
  const int fault = fault_of("a");
  fs::current_path(before);
  EXPECT_NE(why.find("folder no longer exists"), std::string::npos) << why;
  EXPECT_EQ(fault, ENOENT);
}

TEST_F(Saving, detects_in_advance_another_users_file_in_a_sticky_folder) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may make another's file";
  fs::permissions(folder_, fs::perms::all | fs::perms::sticky_bit);
  write_file_atomically(folder_ / "theirs", "one");
  fs::permissions(folder_ / "theirs", fs::perms{0666});
  EXPECT_TRUE(holds_for_a_user([&] {
    return why_unwritable(folder_ / "theirs", 1).find("another user") != std::string::npos &&
           fault_of(folder_ / "theirs") == EPERM && why_unwritable(folder_ / "mine", 1).empty() &&
           fault_of(folder_ / "mine") == 0 && why_unwritable(folder_ / "mine", 1).empty();
  }));
  EXPECT_EQ(content(folder_ / "theirs"), "one");
  EXPECT_EQ(files(), 2);
}

TEST_F(Saving, detects_in_advance_a_folder_that_is_not_writable) {
  EXPECT_TRUE(
      holds_for_a_user([&] { return why_unwritable(folder_ / "a", 1).find("not writable") != std::string::npos; }));
}

// Runs `f` in a process that alone sees `folder` as a small disk in memory. Returns 0 if it held, and 2 if that is not
// permitted here.
int on_a_disk(const fs::path& folder, const char* size, const std::function<bool()>& f) {
  const pid_t child = ::fork();
  if (child == 0) {
    const uid_t me = ::geteuid();
    if (::unshare(me == 0 ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0) ::_exit(2);
    if (me != 0) std::ofstream("/proc/self/uid_map") << "0 " << me << " 1\n";
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) ::_exit(2);
    if (::mount("none", folder.c_str(), "tmpfs", 0, size) != 0) ::_exit(2);
    ::_exit(f() ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

TEST_F(Saving, detects_in_advance_a_full_disk_and_keeps_the_old_file) {
  const int held = on_a_disk(folder_, "size=64k", [&] {
    write_file_atomically(folder_ / "a", "one");
    const std::string large(1 << 20, 'x');
    return why_unwritable(folder_ / "a", 1 << 20).find("free there") != std::string::npos &&
           why_unwritable(folder_ / "a", 1000).empty() && fault_of(folder_ / "a", large) == ENOSPC &&
           content(folder_ / "a") == "one" && files() == 1;
  });
  if (held == 2) GTEST_SKIP() << "no private disk is permitted here";
  EXPECT_EQ(held, 0);
}

// A disk in memory without a limit reports 0 blocks, and so do some network disks.
TEST_F(Saving, writes_to_a_disk_that_does_not_report_its_size) {
  const int held = on_a_disk(folder_, "size=0", [&] {
    return why_unwritable(folder_ / "a", 1 << 20).empty() && fault_of(folder_ / "a", std::string(1 << 20, 'x')) == 0;
  });
  if (held == 2) GTEST_SKIP() << "no private disk is permitted here";
  EXPECT_EQ(held, 0);
}

// ---- files left by killed writers

TEST_F(Saving, removes_files_left_by_killed_writers) {
  const std::string bytes(1 << 24, 'x');
  const auto temporary = [&]() -> fs::path {
    for (const fs::directory_entry& e : fs::directory_iterator(folder_))
      if (e.path().extension() == ".tmp") return e.path();
    return {};
  };
  fs::path left;
  for (int k = 0; k < 200 && left.empty(); ++k) {
    const pid_t writer = ::fork();
    if (writer == 0) {
      for (;;) write_file_atomically(folder_ / "a", bytes);
    }
    EXPECT_TRUE(comes([&] { return !temporary().empty(); }, [] {}));
    ::kill(writer, SIGKILL);
    ::waitpid(writer, nullptr, 0);
    left = temporary();
  }
  ASSERT_FALSE(left.empty());
  std::ofstream(folder_ / ".ezscope-mine.txt") << "not a temporary file of a writer";
  EXPECT_EQ(why_unwritable(folder_ / "b", 1), "");
  EXPECT_FALSE(fs::exists(left));
  std::ofstream(left) << "left";
  write_file_atomically(folder_ / "b", "x");
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(folder_ / ".ezscope-mine.txt"));
}

TEST_F(Saving, leaves_the_file_of_a_running_writer_alone) {
  const fs::path at_work = folder_ / ".ezscope-1-0.tmp";
  const int file = ::open(at_work.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  write_file_atomically(folder_ / "a", "x");
  EXPECT_TRUE(fs::exists(at_work));
  ::close(file);
  write_file_atomically(folder_ / "a", "x");
  EXPECT_FALSE(fs::exists(at_work));
}

// The handler ends the program at once, as Ctrl C does while a large grid is prepared.
TEST_F(Saving, checking_if_a_file_is_writable_leaves_nothing_when_interrupted) {
  for (int k = 0; k < 40; ++k) {
    const pid_t writer = ::fork();
    if (writer == 0) {
      std::signal(SIGINT, [](int) { ::_exit(0); });
      std::ofstream(folder_ / "begun") << "x";
      for (;;) static_cast<void>(why_unwritable(folder_ / "a", 1));
    }
    EXPECT_TRUE(comes([&] { return fs::exists(folder_ / "begun"); }, [] {}));
    std::this_thread::sleep_for(std::chrono::microseconds(200 + 37 * k));
    ::kill(writer, SIGINT);
    int status = 1;
    ::waitpid(writer, &status, 0);
    EXPECT_EQ(status, 0);
    fs::remove(folder_ / "begun");
    ASSERT_EQ(files(), 0) << k;
  }
}

// The handler cleans up first: unfinished files are removed, finished files stay.
TEST_F(Saving, a_handler_that_removes_unfinished_files_leaves_none) {
  for (int k = 0; k < 40; ++k) {
    const pid_t writer = ::fork();
    if (writer == 0) {
      std::signal(SIGINT, [](int) {
        remove_unfinished_files();
        ::_exit(0);
      });
      for (;;) write_file_atomically(folder_ / "a", std::string(10'000'000, 'x'));
    }
    EXPECT_TRUE(comes([&] { return fs::exists(folder_ / "a"); }, [] {}));
    std::this_thread::sleep_for(std::chrono::microseconds(200 + 137 * k));
    ::kill(writer, SIGINT);
    int status = 1;
    ::waitpid(writer, &status, 0);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(files(), 1) << k;
    EXPECT_EQ(fs::file_size(folder_ / "a"), 10'000'000u);
    fs::remove(folder_ / "a");
  }
}

// Many writers run at once, and each removes abandoned files. None may remove the file of another.
TEST_F(Saving, many_writers_in_a_folder_do_not_disturb_each_other) {
  std::vector<pid_t> writers;
  for (int k = 0; k < 4; ++k) {
    const pid_t writer = ::fork();
    if (writer == 0) {
      bool all = true;
      for (int n = 0; n < 200; ++n) all &= fault_of(folder_ / fmt::format("{}", k % 2), std::string(1000, 'x')) == 0;
      ::_exit(all ? 0 : 1);
    }
    writers.push_back(writer);
  }
  for (const pid_t writer : writers) {
    int status = 1;
    ::waitpid(writer, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files(), 2);
}

// ---- pipes

std::atomic<bool>& given_up() {
  static std::atomic<bool> value = false;
  return value;
}
bool gives_up() { return given_up(); }

class Pipe : public Saving {
 protected:
  void SetUp() override {
    Saving::SetUp();
    ASSERT_EQ(::mkfifo(pipe_.c_str(), 0600), 0);
    given_up() = false;
  }
  int write(std::string_view bytes) const {
    try {
      write_file_atomically(pipe_, bytes, gives_up);
      return 0;
    } catch (const std::system_error& e) {
      EXPECT_EQ(words_of(e).find("onnection"), std::string::npos);
      return e.code().value();
    }
  }
  fs::path pipe_ = folder_ / "pipe";
};

TEST_F(Pipe, is_waited_for_until_the_user_gives_up) {
  EXPECT_EQ(why_unwritable(pipe_, 1e30), "");
  EXPECT_EQ(fault_of(pipe_), EPIPE) << "waiting was not requested";
  std::thread impatient([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    given_up() = true;
  });
  EXPECT_EQ(write("x"), EPIPE);
  EXPECT_TRUE(given_up());
  impatient.join();
}

TEST_F(Pipe, passes_everything_to_a_reader_that_comes_late) {
  const std::string bytes(1 << 20, 'x');
  std::string read;
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    read = content(pipe_);
  });
  EXPECT_EQ(write(bytes), 0);
  reader.join();
  EXPECT_EQ(read, bytes);
}

TEST_F(Pipe, whose_reader_leaves_gives_an_error_and_the_program_continues) {
  const int reader = ::open(pipe_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  std::thread leaving([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    ::close(reader);
  });
  EXPECT_EQ(write(std::string(1 << 20, 'x')), EPIPE);
  leaving.join();
  struct sigaction action = {};
  ::sigaction(SIGPIPE, nullptr, &action);
  EXPECT_EQ(action.sa_handler, SIG_DFL) << "outside of this call a broken pipe still ends the program";
}

TEST_F(Pipe, whose_reader_takes_nothing_is_given_up) {
  const int reader = ::open(pipe_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  EXPECT_EQ(fault_of(pipe_, std::string(1 << 20, 'x')), ETIMEDOUT);
  given_up() = true;
  EXPECT_EQ(write(std::string(1 << 20, 'x')), ETIMEDOUT);
  ::close(reader);
}

}  // namespace
}  // namespace ez
