// ezscope check: compares measured values of scenes with theory.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/convergence.h"
#include "app/commands/progress.h"
#include "app/options/option_checks.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "ezscope/version.h"
#include "solver/base/json_text.h"
#include "solver/base/utf8.h"
#include "solver/scene/check_unit.h"
#include "solver/study/check.h"
#include "solver/study/sweep_table.h"

namespace ez {
namespace {

using Verdict = CheckReading::Verdict;

const std::string& name_of(const LoadedScene& s) { return s.builtin.empty() ? s.path : s.builtin; }
// Returns the check's name with the unit of its values: "first order, °".
std::string name_of(const Check& check, const Scene& scene) {
  const std::string unit = unit_of(check, scene);
  return unit.empty() ? check.name : fmt::format("{}, {}", check.name, unit);
}

std::string verdict_of(const CheckReading& r, const CheckedScene& run) {
  std::string out = r.verdict == Verdict::holds     ? "holds"
                    : r.verdict == Verdict::fails   ? "fails"
                    : r.verdict == Verdict::not_yet ? "not read"
                                                    : "does not settle";
  const std::string why = r.verdict == Verdict::not_yet ? run.unstable : r.waits.english();
  return why.empty() ? out : fmt::format("{}: {}", out, why);
}

// Formats a difference or a bound, in percent of theory if it is relative to theory.
std::string difference_text(double value, bool relative, bool sign) {
  if (!std::isfinite(value)) return "–";
  const std::string unit = relative ? " %" : "";
  const double shown = relative ? 100 * value : value;
  return sign ? fmt::format("{:+.3g}{}", shown, unit) : fmt::format("{:.3g}{}", shown, unit);
}

// Prints the table row by row. Columns are as wide as the names of all scenes and checks need.
class Rows {
 public:
  Rows(std::FILE* to, const std::vector<LoadedScene>& all) : to_(to) {
    for (const LoadedScene& s : all) {
      scene_ = std::max(scene_, columns(printable(name_of(s))));
      for (const Check& c : s.scene.checks) name_ = std::max(name_, columns(printable(name_of(c, s.scene))));
    }
    print("scene", "check", "measured", "theory", "difference", "bound", "verdict");
  }
  // `convergence` has one entry for each check, or none.
  void add(const LoadedScene& loaded, const CheckedScene& run, const std::vector<Convergence>& convergence) {
    for (std::size_t k = 0; k < run.readings.size(); ++k) {
      const CheckReading& r = run.readings[k];
      print(name_of(loaded), name_of(loaded.scene.checks[k], loaded.scene), number(r.measured), number(r.theory),
            difference_text(r.difference, r.relative, true), difference_text(r.bound, r.relative, false),
            verdict_of(r, run));
      if (k < convergence.size())
        fmt::print(to_, "{:<{}}  {}\n", "", scene_, printable(sentence_of(convergence[k], number).english()));
    }
    std::fflush(to_);
  }

 private:
  static std::string number(double x) { return std::isfinite(x) ? fmt::format("{:.6g}", x) : "–"; }
  void print(const std::string& scene, const std::string& name, const std::string& measured, const std::string& theory,
             const std::string& difference, const std::string& bound, const std::string& verdict) {
    fmt::print(to_, "{:<{}}  {:<{}} {:>12} {:>12} {:>10} {:>9}  {}\n", printable(scene), scene_, printable(name), name_,
               measured, theory, difference, bound, verdict);
  }

  std::FILE* to_;
  std::size_t scene_ = 5, name_ = 5;
};

// `convergence`: further members.
std::string json_row(const LoadedScene& loaded, const CheckedScene& run, std::size_t k,
                     const std::string& convergence) {
  const CheckReading& r = run.readings[k];
  return fmt::format(
      "{{\"scene\": {}, \"name\": {}, \"unit\": {}, \"measured\": {}, \"theory\": {}, \"difference\": {}, \"{}\": {}, "
      "\"holds\": {}, "
      "\"verdict\": {}, \"steps\": {}, \"time_s\": {}, \"backend\": {}, \"precision\": \"{}\"{}}}",
      quoted(name_of(loaded)), quoted(loaded.scene.checks[k].name),
      quoted(unit_of(loaded.scene.checks[k], loaded.scene)), json_number(r.measured), json_number(r.theory),
      json_number(r.difference), r.relative ? "within" : "within_abs", json_number(r.bound),
      r.verdict == Verdict::holds, quoted(verdict_of(r, run)), run.steps, json_number(run.time), quoted(run.backend),
      loaded.scene.grid.precision == Precision::float32 ? "float" : "double", convergence);
}

struct CheckOptions {
  SceneGroup scene;
  EngineGroup engine;
  std::vector<std::string> scenes;  // empty: the built-in scenes that have checks
  std::string json;
  bool converge = false;
  GridFactors grids;

  void add_to(CLI::App& app) {
    app.add_option("SCENE", scenes,
                   "scene files or names of built-in scenes; default: every built-in scene with a check")
        ->check(check::not_empty())
        ->type_name("");
    scene.add_changes_to(app);
    engine.add_to(app);
    add_converge_options(app, converge, grids);
    add_file_option(app, "--json", json, "write the results to a file; - is standard output");
    app.footer(
        "Runs each scene until its checks can be read, and prints one row per check. The exit code is 0 if all "
        "checks\nhold, otherwise 5. docs/checks.md explains how to write a check; ezscope info --functions lists the "
        "functions\nof its formulas.");
  }
  int run() const;

 private:
  int load_all(std::vector<LoadedScene>& out) const;
  int check_file(const std::vector<LoadedScene>& all) const;
  CheckedScene checked(const EngineMaker& maker, const Scene& one, std::vector<Convergence>& convergence,
                       const CheckProgress& progress) const;
};

// Errors of all scenes are reported before one runs. The exit code is that of the first scene with an error.
int CheckOptions::load_all(std::vector<LoadedScene>& out) const {
  std::vector<std::string> names = scenes;
  if (scenes.empty())
    for (const BuiltinScene& b : builtin_scenes()) names.emplace_back(b.name);
  int first = exit_done;
  for (const std::string& name : names) {
    SceneOptions options = scene.take();
    options.scene = name;
    auto loaded = load_without_variants(options);
    int code = exit_done;
    if (const int* why = std::get_if<int>(&loaded))
      code = *why;
    else if (LoadedScene& one = std::get<LoadedScene>(loaded); !one.scene.checks.empty())
      out.push_back(std::move(one));
    else if (!scenes.empty())
      code = fail(exit_usage,
                  fmt::format("{} has no [[check]]; add one (docs/checks.md), or choose another scene", name_of(one)));
    if (first == exit_done) first = code;
  }
  return first;
}

// Checks before the first run that the results can be written. Returns the exit code.
int CheckOptions::check_file(const std::vector<LoadedScene>& all) const {
  constexpr std::size_t row_bytes = 600;
  std::vector<InputFile> inputs;
  std::size_t checks = 0;
  for (const LoadedScene& loaded : all) {
    inputs.insert(inputs.end(), loaded.inputs.begin(), loaded.inputs.end());
    checks += loaded.scene.checks.size();
  }
  return check_outputs({{"--json", json, static_cast<double>(checks * row_bytes)}}, inputs);
}

CheckedScene CheckOptions::checked(const EngineMaker& maker, const Scene& one, std::vector<Convergence>& convergence,
                                   const CheckProgress& progress) const {
  const bool insists = !scene.take().scheme.empty();
  if (!converge) return run_checks(maker, one, insists, progress);
  ConvergedScene out = run_convergence(maker, one, insists, grids, progress);
  out.own.cancelled = out.cancelled;
  convergence = std::move(out.checks);
  return std::move(out.own);
}

int CheckOptions::run() const {
  std::vector<LoadedScene> all;
  const EngineRequest request = engine.take();
  if (const int code = load_all(all); code != exit_done) return code;
  if (const int code = check_file(all); code != exit_done) return code;
  const EngineMaker maker = engines_for(request);
  Rows table(tables_to(json, ""), all);
  catch_signals();
  std::string rows;
  bool hold = true;
  for (const LoadedScene& loaded : all) {
    std::optional<Progress> bar;
    std::uint64_t most = 0;
    std::vector<Convergence> convergence;
    const CheckedScene done =
        checked(maker, loaded.scene, convergence, [&](std::uint64_t steps, std::uint64_t longest) {
          if (!bar || longest != most) bar.emplace(printable(name_of(loaded)), most = longest);
          bar->update(steps);
          return !interrupted();
        });
    bar.reset();
    if (done.cancelled) {
      fmt::print(stderr, "interrupted in {}; no file was written\n", printable(name_of(loaded)));
      return exit_interrupted;
    }
    table.add(loaded, done, convergence);
    if (!done.unstable.empty()) fmt::print(stderr, "warning: {}: {}\n", printable(name_of(loaded)), done.unstable);
    for (std::size_t k = 0; k < done.readings.size(); ++k) {
      hold = hold && done.readings[k].verdict == Verdict::holds;
      rows += (rows.empty() ? "\n    " : ",\n    ") +
              json_row(loaded, done, k, k < convergence.size() ? convergence_json(convergence[k]) : "");
    }
  }
  if (!json.empty())
    if (const int code =
            write_result(json, fmt::format("{{\n  \"ezscope\": {},\n  \"revision\": {},\n  \"checks\": [{}\n  ]\n}}\n",
                                           quoted(version), quoted(revision), rows));
        code != exit_done)
      return code;
  return hold ? exit_done : exit_check;
}

}  // namespace

Action add_check(CLI::App& app) { return action_of<CheckOptions>(app); }

}  // namespace ez
