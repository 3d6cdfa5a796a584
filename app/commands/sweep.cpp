// ezscope sweep: measures a value of a scene while one or two keys are varied.
#include "solver/study/sweep.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <optional>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/progress.h"
#include "app/options/option_checks.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "app/platform/option_text.h"
#include "ezscope/version.h"
#include "solver/base/counted.h"
#include "solver/base/csv.h"
#include "solver/base/json_text.h"
#include "solver/base/utf8.h"
#include "solver/scene/duration.h"

namespace ez {
namespace {

// Reads FROM:TO:COUNT. Returns nullopt for other values of --set.
std::optional<std::vector<double>> range_of(const std::string& text) {
  const std::size_t first = text.find(':'), second = text.find(':', first == std::string::npos ? first : first + 1);
  if (second == std::string::npos) return std::nullopt;
  const auto from = parse_number(text.substr(0, first)), to = parse_number(text.substr(first + 1, second - first - 1));
  const auto count = parse_whole(text.substr(second + 1));
  if (!from || !to || !count || *count < 1 || *count > static_cast<std::int64_t>(most_sweep_points))
    return std::nullopt;
  return evenly_spaced(*from, *to, static_cast<int>(*count));
}

// Moves the values of the form FROM:TO:COUNT from the scene's overrides to the axes.
std::vector<SweepAxis> take_axes(SceneOptions& scene) {
  std::vector<SweepAxis> axes;
  std::erase_if(scene.overrides, [&](const Override& change) {
    std::optional<std::vector<double>> values = range_of(change.value);
    if (values) axes.push_back({change.path, std::move(*values)});
    return values.has_value();
  });
  return axes;
}

std::string csv_number(double x) { return std::isfinite(x) ? fmt::format("{}", x) : ""; }
std::string table_number(double x) { return std::isfinite(x) ? fmt::format("{:.6g}", x) : "–"; }

std::string to_csv(const Sweep& sweep) {
  std::string out;
  for (const SweepAxis& a : sweep.request.axes) out += csv_field(a.path) + ",";
  out += "measured,theory,steps,time_s,problem\n";
  for (const SweepPoint& p : sweep.points) {
    for (const double v : p.values) out += csv_number(v) + ",";
    out += fmt::format("{},{},{},{},{}\n", csv_number(p.measured), csv_number(p.theory), p.steps, csv_number(p.time),
                       csv_field(p.problem));
  }
  return out;
}

std::string to_json(const Sweep& sweep, const std::string& scene) {
  std::string axes, rows;
  for (const SweepAxis& a : sweep.request.axes) axes += (axes.empty() ? "" : ", ") + quoted(a.path);
  for (const SweepPoint& p : sweep.points) {
    std::string values;
    for (const double v : p.values) values += (values.empty() ? "" : ", ") + json_number(v);
    rows += fmt::format(
        "{}    {{\"values\": [{}], \"measured\": {}, \"theory\": {}, \"steps\": {}, \"time_s\": {}, \"problem\": {}}}",
        rows.empty() ? "\n" : ",\n", values, json_number(p.measured), json_number(p.theory), p.steps,
        json_number(p.time), p.problem.empty() ? "null" : quoted(p.problem));
  }
  return fmt::format(
      "{{\n  \"ezscope\": {},\n  \"revision\": {},\n  \"scene\": {},\n  \"paths\": [{}],\n  \"measure\": {},\n"
      "  \"theory\": {},\n  \"rows\": [{}\n  ]\n}}\n",
      quoted(version), quoted(revision), quoted(scene), axes, quoted(sweep.request.measure),
      sweep.request.theory.empty() ? "null" : quoted(sweep.request.theory), rows);
}

std::string to_table(const Sweep& sweep) {
  std::string out;
  std::vector<std::size_t> widths;
  for (const SweepAxis& a : sweep.request.axes) {
    widths.push_back(std::max<std::size_t>(12, columns(printable(a.path))));
    out += fmt::format("{:>{}}  ", printable(a.path), widths.back());
  }
  out += fmt::format("{:>12}  {:>12}\n", "measured", "theory");
  for (const SweepPoint& p : sweep.points) {
    for (std::size_t k = 0; k < p.values.size(); ++k)
      out += fmt::format("{:>{}}  ", table_number(p.values[k]), widths[k]);
    out += fmt::format("{:>12}  {:>12}{}\n", table_number(p.measured), table_number(p.theory),
                       p.problem.empty() ? "" : "  " + printable(p.problem));
  }
  return out;
}

// Prints the messages of a plan that cannot be run. Returns the exit code.
int report(const SweepPlan& plan) {
  bool wrong = false;
  for (const Message& m : plan.messages) {
    const bool is_error = m.kind == Message::Kind::error;
    if (is_error) fmt::print(stderr, "{}\n", to_string(m));
    wrong |= is_error;
  }
  if (!wrong) return exit_done;
  return plan.finding == OverrideFinding::path ? exit_usage : exit_scene;
}

struct SweepOptions {
  SceneGroup scene;
  EngineGroup engine;
  SweepRequest request;
  std::string json, csv;

  void add_to(CLI::App& app) {
    scene.add_to(app, true);
    engine.add_to(app);
    app.get_option("--set")->description(
        "vary a value: PATH=FROM:TO:COUNT, for one or two paths; other values\nchange the scene, as for other commands "
        "(repeatable)");
    app.add_option("--measure", request.measure, "formula of the measured value, as in a check; x and y are the values")
        ->check(check::not_empty())
        ->required()
        ->type_name("FORMULA");
    app.add_option("--theory", request.theory, "formula of the expected value")
        ->check(check::not_empty())
        ->type_name("FORMULA");
    app.add_option("--after", request.after, "when the value is read: a time, or settled; default: settled")
        ->check(check::good([](const std::string& t) { return t == Check::settled || parse_duration(t).has_value(); },
                            "neither a time nor settled; give, for example, 3.2ns, 40T (periods) or settled"))
        ->type_name("TIME");
    app.add_option("--within", request.within,
                   "a value has settled once it changes by less than a fifth of this fraction; default: 0.01")
        ->check(check::above_zero())
        ->type_name("");
    add_file_option(app, "--json", json, "write the results to a file; - is standard output");
    add_file_option(app, "--csv", csv, "write them as a table (CSV); - is standard output");
    app.footer(
        "Runs the scene once for each value, and prints a row for each. With two varied paths, all pairs are run, and "
        "the\nfirst path varies fastest. On the CPU several runs compute at the same time, so --threads is their sum. "
        "docs/checks.md\nexplains the formulas; ezscope info --functions lists their functions.");
  }

  int run() {
    SceneOptions options = scene.take();
    request.axes = take_axes(options);
    if (request.axes.empty() || request.axes.size() > most_sweep_axes)
      throw CLI::ParseError("sweep needs one or two paths to vary; write, for example, --set material.glass.eps=1:4:7",
                            exit_usage);
    request.refine = std::exchange(options.refine, 1);
    request.needed_scheme = options.scheme;
    auto loaded = load_without_variants(options);
    if (const int* code = std::get_if<int>(&loaded)) return *code;
    const LoadedScene& base = std::get<LoadedScene>(loaded);
    SweepPlan plan = plan_sweep(base.scene, request);
    if (const int code = report(plan); code != exit_done) return code;
    constexpr double row_bytes = 200;
    const double bytes = row_bytes * static_cast<double>(plan.sweep.points.size());
    if (const int code = check_outputs({{"--json", json, bytes}, {"--csv", csv, bytes}}, base.inputs);
        code != exit_done)
      return code;
    return measured(plan.sweep, base.builtin.empty() ? base.path : base.builtin);
  }

 private:
  int measured(Sweep& sweep, const std::string& name) const {
    const EngineRequest wanted = engine.take();
    engines_for(wanted);  // reports the engine that is used instead of a device
    catch_signals();
    std::optional<Progress> bar(std::in_place, "sweep", 1000 * sweep.points.size(), "thousandths of a point");
    const bool complete = measure(sweep, wanted, [&](double part, std::size_t) {
      bar->update(static_cast<std::uint64_t>(part * 1000 * static_cast<double>(sweep.points.size())));
      return !interrupted();
    });
    bar.reset();
    if (!complete) {
      fmt::print(stderr, "interrupted; no file was written\n");
      return exit_interrupted;
    }
    fmt::print(tables_to(json, csv), "{}", to_table(sweep));
    if (!json.empty())
      if (const int code = write_result(json, to_json(sweep, name)); code != exit_done) return code;
    if (!csv.empty())
      if (const int code = write_result(csv, to_csv(sweep)); code != exit_done) return code;
    const auto failed =
        std::ranges::count_if(sweep.points, [](const SweepPoint& p) { return !std::isfinite(p.measured); });
    if (failed == 0) return exit_done;
    return fail(exit_failed, fmt::format("{} of {} have no measured value; the table gives the reasons", failed,
                                         counted(sweep.points.size(), "point")));
  }
};

}  // namespace

Action add_sweep(CLI::App& app) { return action_of<SweepOptions>(app); }

}  // namespace ez
