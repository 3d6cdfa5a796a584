#include "app/options/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "app/platform/sequence.h"
#include "solver/base/utf8.h"
#include "solver/base/write_file.h"

namespace ez {
namespace {

// Returns true if two results would go to the same file, also if it is a picture of a sequence. A pipe or a device can
// take several results.
bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return a == b;
  const std::filesystem::path first = place_of_file(numbered(a, 0).value_or(a)),
                              second = place_of_file(numbered(b, 0).value_or(b));
  if (first.empty() || second.empty()) return false;
  const bool same_folder = first.parent_path() == second.parent_path();
  return first == second || (same_folder && (is_picture_of(a, second) || is_picture_of(b, first)));
}

}  // namespace

int fail(int code, const std::string& text) {
  // fputs ignores write errors, which must not change the exit code.
  std::fputs(fmt::format("ezscope: {}\n", printable(text, true)).c_str(), stderr);
  return code;
}

double picture_bytes(const PixelSize& size) { return 0.1 * size.width * size.height; }

int check_outputs(const std::vector<Output>& outputs, const std::vector<InputFile>& inputs) {
  std::vector<Output> taken;
  for (const Output& o : outputs) {
    if (o.path.empty()) continue;
    if (const Text why = why_overwrites(o.path, inputs); !why.empty()) return fail(exit_usage, why.english());
    const auto other = std::ranges::find_if(taken, [&](const Output& t) { return is_same_file(t.path, o.path); });
    if (other != taken.end())
      return fail(exit_usage, o.path == "-" ? fmt::format("{} and {} both write to standard output (-); give a file "
                                                          "for one of them",
                                                          other->option, o.option)
                                            : fmt::format("{} {} and {} {} are the same file, but each result needs "
                                                          "its own; give different files",
                                                          other->option, other->path, o.option, o.path));
    taken.push_back(o);
    if (o.path == "-") continue;
    if (const std::string why = why_unwritable(numbered(o.path, 0).value_or(o.path), o.bytes); !why.empty())
      return fail(exit_failed, why);
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
