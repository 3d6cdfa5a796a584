// `ezscope schemes`: the table of kernel schemes.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "ezscope/version.h"
#include "papers/table.h"
#include "solver/base/json_text.h"
#include "solver/scene/names.h"
#include "solver/scene/scheme.h"

namespace ez {
namespace {

std::string sides_of(const SchemeFacts& s) {
  std::vector<std::string_view> names;
  for (std::size_t k = 0; k < s.walls.size(); ++k)
    if (s.walls[k]) names.push_back(to_string(static_cast<BoundaryKind>(k)));
  return names.size() == s.walls.size() ? "all" : fmt::format("{}", fmt::join(names, ", "));
}

std::string media_of(const SchemeFacts& s) {
  using Media = SchemeFacts::Media;
  const char* words = s.media == Media::vacuum     ? "vacuum"
                      : s.media == Media::lossless ? "lossless"
                                                   : "dielectrics, pec";
  return s.magnetic ? fmt::format("{}, magnetic", words) : words;
}

// Formats the bytes per cell and step, of each form if the forms differ.
std::string bytes_of(const SchemeFacts& s, Precision precision) {
  // Joined as text: GCC 13 reports writes out of bounds in fmt 9's code for joined doubles at -O3 (fmt issue 3533).
  std::vector<std::string> bytes;
  for (int v = 0; v < std::max<int>(1, static_cast<int>(s.forms.size())); ++v)
    if (const std::string b = fmt::format("{}", bytes_per_cell_step(s, v, precision));
        bytes.empty() || bytes.back() != b)
      bytes.push_back(b);
  return fmt::format("{}", fmt::join(bytes, ", "));
}

// The table of kernel schemes.
struct Schemes {
  std::string json, csv;  // files; empty: none

  void add_to(CLI::App& app) {
    add_file_option(app, "--json", json, "write the table to a file; - is standard output");
    add_file_option(app, "--csv", csv, "write the table as CSV; - is standard output");
  }
  int run() const;
};

int Schemes::run() const {
  if (const int code = check_outputs({{"--json", json}, {"--csv", csv}}); code != exit_done) return code;
  PaperTable t{"Kernel schemes",
               {"scheme", "forms", "paper", "numbers", "sides", "media", "bytes per cell and step, float", "double",
                "operations", "block", "differs from two-kernel by"},
               {},
               {}};
  for (const SchemeFacts& s : all_schemes()) {
    const char* numbers = !s.float64 ? "float" : !s.float32 ? "double" : "float, double";
    t.rows.push_back({std::string(s.name), s.forms.empty() ? "–" : fmt::format("{}", fmt::join(s.forms, ", ")),
                      std::string(s.paper), numbers, s.live ? sides_of(s) : "one dimension", media_of(s),
                      s.float32 ? bytes_of(s, Precision::float32) : "–",
                      s.float64 ? bytes_of(s, Precision::float64) : "–", fmt::format("{}", s.operations),
                      fmt::format("{} × {}", s.block.x, s.block.y),
                      s.agreement > 0 ? fmt::format("at most {:.0e}", s.agreement) : "0 (bit for bit)"});
  }
  t.notes.push_back("Bytes and operations are counted as by each scheme's authors.");
  fmt::print(tables_to(json, csv), "{}", markdown(t));
  if (!csv.empty())
    if (const int code = write_result(csv, ez::csv(t)); code != exit_done) return code;
  if (json.empty()) return exit_done;
  return write_result(json,
                      fmt::format("{{\n  \"ezscope\": {},\n  \"revision\": {},\n  \"tables\": [\n    {}\n  ]\n}}\n",
                                  quoted(version), quoted(revision), ez::json(t)));
}

}  // namespace

Action add_schemes(CLI::App& app) { return action_of<Schemes>(app); }

}  // namespace ez
