#include "app/cli/standard_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "app/platform/exit_code.h"

namespace ez {

void open_missing_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    // open() uses the lowest free descriptor, which is this one.
    if (::fcntl(file, F_GETFD) == -1) ::open("/dev/null", file == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

int check_results_delivered(int code) {
  const bool failed_before = std::ferror(stdout) != 0;
  if (std::fflush(stdout) == 0 && !failed_before) return code;
  const std::string why = failed_before ? "an earlier write failed" : std::strerror(errno);
  std::fputs(
      fmt::format(
          "ezscope: cannot write the results to standard output: {}; free space on the disk, or write them elsewhere\n",
          why)
          .c_str(),
      stderr);
  return code == exit_done ? exit_failed : code;
}

}  // namespace ez
