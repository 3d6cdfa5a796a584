// Shared by all commands: prints errors, makes engines and writes files.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <map>
#include <system_error>

#include "app/commands/commands.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "solver/base/utf8.h"
#include "solver/base/write_file.h"
#include "solver/engine/backend.h"

namespace ez {

EngineMaker engines_for(const EngineRequest& request) {
  EngineMakerChoice choice = make_engine_maker(request);
  if (choice.degraded) fmt::print(stderr, "on the {} engine, as {}\n", host_backend().title, choice.reason);
  return std::move(choice.make);
}

int fail(int code, const std::string& text) {
  // fputs ignores write errors, which must not change the exit code.
  std::fputs(fmt::format("ezscope: {}\n", printable(text, true)).c_str(), stderr);
  return code;
}

int check_outputs(const std::vector<Output>& outputs, const std::string& scene) {
  std::map<std::filesystem::path, std::string> taken;
  const std::filesystem::path scene_place = scene.empty() ? "" : place_of_file(scene);
  for (const Output& o : outputs) {
    if (o.path.empty()) continue;
    if (o.path == "-") {
      if (!taken.emplace("-", o.path).second)
        return fail(exit_usage, "two results would go to standard output (-); give a file for one of them");
      continue;
    }
    if (const std::string why = why_unwritable(o.path, o.bytes); !why.empty()) return fail(exit_failed, why);
    const std::filesystem::path place = place_of_file(o.path);
    if (place.empty()) continue;  // a pipe or a device can take several results
    if (place == scene_place)
      return fail(exit_usage, fmt::format("{} is the scene's file; give another file for the result", o.path));
    if (const auto [other, is_new] = taken.emplace(place, o.path); !is_new)
      return fail(exit_usage,
                  fmt::format("{} and {} are the same file, but each result needs its own; give different files",
                              other->second, o.path));
  }
  return exit_done;
}

int write_result(const std::string& path, std::string_view bytes) {
  if (path == "-") {  // check_results_delivered() reports whether it was delivered
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    return exit_done;
  }
  try {
    write_file_atomically(path, bytes, interrupted);
    return exit_done;
  } catch (const std::system_error& e) {
    if (interrupted()) return exit_interrupted;
    const bool full = e.code().value() == ENOSPC || e.code().value() == EDQUOT || e.code().value() == EFBIG;
    return fail(exit_failed, fmt::format("{} was not written: {}; {}choose another folder", path, words_of(e),
                                         full ? "free some space, or " : ""));
  }
}

std::FILE* tables_to(const std::string& json, const std::string& csv) {
  return json == "-" || csv == "-" ? stderr : stdout;
}

}  // namespace ez
