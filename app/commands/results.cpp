// Errors said, engines made and files written, as every command does it.
#include <fmt/format.h>

#include <cstdio>
#include <system_error>

#include "app/commands/commands.h"
#include "app/exit_code.h"
#include "solver/scene/scene_file.h"
#include "solver/scene/utf8.h"

namespace ez {

EngineMaker engines_for(const EngineRequest& request) {
  EngineMakerChoice choice = make_engine_maker(request);
  const bool left_to_us = request.backend == Backend::automatic;
  if (left_to_us && !choice.reason.empty() && !cuda_status().driver.empty())
    fmt::print(stderr, "on the CPU engine, as {}\n", choice.reason);
  return std::move(choice.make);
}

int fail(int code, const std::string& text) {
  // fputs: what cannot be said is no reason to stop short of the exit code.
  std::fputs(fmt::format("ezscope: {}\n", printable(text, true)).c_str(), stderr);
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

std::FILE* tables_to(const std::string& json, const std::string& csv) {
  return json == "-" || csv == "-" ? stderr : stdout;
}

int write_result(const std::string& path, const std::string& text) {
  if (path == "-") {  // with_results_delivered() tells whether it arrives
    std::fwrite(text.data(), 1, text.size(), stdout);
    return exit_done;
  }
  return write_result(path, [&] { write_file_atomically(path, text); });
}

}  // namespace ez
