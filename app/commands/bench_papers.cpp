// `ezscope bench --paper NAME`: prints the tables of papers and writes them into files.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "app/commands/bench.h"
#include "app/commands/commands.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "papers/harness.h"

namespace ez {
namespace {

// Writes the tables so far to the requested files.
struct PaperFiles {
  const BenchCommand& command;
  const PaperBench& bench;
  std::string csv, json;

  int write() const {
    if (!command.csv.empty())
      if (const int code = write_result(command.csv, csv); code != exit_done) return code;
    if (command.json.empty()) return exit_done;
    BenchReport report = bench.report();
    report.tables = json;
    return write_result(command.json, bench_json(report));
  }
  // Files can be written after each paper; standard output gets its text once, at the end.
  bool can_be_early() const {
    const bool any = !command.csv.empty() || !command.json.empty(), printed = command.csv == "-" || command.json == "-";
    return command.paper == "all" && any && !printed;
  }
};

}  // namespace

int run_papers(const BenchCommand& command) {
  PaperBench bench({command.engine, command.quick});
  PaperFiles files{command, bench, "", ""};
  std::vector<std::string_view> done;
  for (const Paper& paper : all_papers()) {
    if (command.paper != "all" && command.paper != paper.name) continue;
    for (PaperTable& t : paper.tables(bench)) {
      t.notes.push_back(bench.made_with());
      fmt::print(tables_to(command.json, command.csv), "{}", markdown(t));
      std::fflush(stdout);
      files.csv += csv(t);
      files.json += (files.json.empty() ? "" : ",\n    ") + json(t);
    }
    // A run of all papers takes a quarter of an hour. If it is interrupted, the files keep the papers that are done.
    if (!files.can_be_early()) continue;
    catch_signals();
    if (const int code = files.write(); code != exit_done) return code;
    done.push_back(paper.name);
    end_at_signals(fmt::format("interrupted; the files contain the tables of {}", fmt::join(done, ", ")));
  }
  catch_signals();
  if (!command.slice.empty())
    if (const int code = write_result(command.slice, yamamoto_slice(bench)); code != exit_done) return code;
  return files.write();
}

}  // namespace ez
