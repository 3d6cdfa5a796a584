// Errors said and files written, as every command does it.
#include <fmt/format.h>

#include <cstdio>
#include <system_error>

#include "app/commands/commands.h"
#include "app/exit_code.h"
#include "solver/scene/scene_file.h"

namespace ez {

int fail(int code, const std::string& text) {
  // fputs: what cannot be said is no reason to stop short of the exit code.
  std::fputs(fmt::format("ezscope: {}\n", text).c_str(), stderr);
  return code;
}

int write_result(const std::string& path, const std::function<void()>& write) {
  try {
    write();
    return exit_done;
  } catch (const std::system_error& e) {
    return fail(exit_failed,
                fmt::format("{} is not written: {}; make room, or write elsewhere", path, e.code().message()));
  }
}

int write_result(const std::string& path, const std::string& text) {
  return write_result(path, [&] { write_file_atomically(path, text); });
}

}  // namespace ez
