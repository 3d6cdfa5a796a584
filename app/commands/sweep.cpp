// ezscope sweep: measures a value of a scene while one or two keys are varied.
#include "solver/study/sweep.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
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
#include "app/platform/option_text.h"
#include "ezscope/version.h"
#include "solver/base/counted.h"
#include "solver/base/json_text.h"
#include "solver/base/utf8.h"
#include "solver/scene/duration.h"
#include "solver/study/sweep_cache.h"
#include "solver/study/sweep_table.h"

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

std::string table_number(double x) { return std::isfinite(x) ? fmt::format("{:.6g}", x) : "–"; }

std::string to_table(const KeySweep& sweep) {
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
    out += fmt::format("{:>12}  {:>12}", table_number(p.measured), table_number(p.theory));
    if (p.convergence) out += "  " + printable(sentence_of(*p.convergence, table_number).english());
    out += p.problem.empty() ? "\n" : "  " + printable(p.problem) + "\n";
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
  std::string json, csv, name, cache;

  void add_to(CLI::App& app) {
    scene.add_to(app, true);
    engine.add_to(app);
    app.get_option("--set")->description(
        "vary a value: PATH=FROM:TO:COUNT, for one or two paths; other values\nchange the scene, as for other commands "
        "(repeatable)");
    app.add_option("--measure", request.measure, "formula of the measured value, as in a check; x and y are the values")
        ->check(check::not_empty())
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
    app.add_option("--sweep", name, "run this [[sweep]] of the scene; default without --measure: its first one")
        ->check(check::not_empty())
        ->type_name("NAME");
    add_file_option(app, "--cache", cache, "keep finished points in this file, and continue with those that it has");
    add_converge_options(app, request.converge, request.grids);
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
    const bool of_scene = request.measure.empty();
    if (of_scene && !request.axes.empty())
      throw CLI::ParseError("--measure is required; write, for example, --measure 'amplitude(\"p1\", f)'", exit_usage);
    if (!of_scene && (request.axes.empty() || request.axes.size() > most_sweep_axes))
      throw CLI::ParseError("sweep needs one or two paths to vary; write, for example, --set material.glass.eps=1:4:7",
                            exit_usage);
    request.refine = std::exchange(options.refine, 1);
    request.needed_scheme = options.scheme;
    auto loaded = load_without_variants(options);
    if (const int* code = std::get_if<int>(&loaded)) return *code;
    const LoadedScene& base = std::get<LoadedScene>(loaded);
    if (of_scene)
      if (const int code = take_sweep_of(base.scene); code != exit_done) return code;
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
  // Takes the request from the scene's [[sweep]]. Returns the exit code.
  int take_sweep_of(const Scene& of) {
    if (of.sweeps.empty())
      return fail(exit_usage,
                  "the scene has no [[sweep]]; give a range and a measured value, for example "
                  "--set material.glass.eps=1:4:7 --measure 'amplitude(\"p1\", f)'");
    const auto found = name.empty() ? of.sweeps.begin() : std::ranges::find(of.sweeps, name, &SceneSweep::name);
    if (found == of.sweeps.end())
      return fail(exit_usage, fmt::format("the scene has no [[sweep]] {}; its first one is {}", ez::quoted(name),
                                          quoted(of.sweeps.front().name)));
    SweepRequest own = request_of(*found);
    request.axes = std::move(own.axes);
    request.measure = std::move(own.measure);
    if (request.theory.empty()) request.theory = std::move(own.theory);
    if (request.after == Check::settled) request.after = std::move(own.after);
    return exit_done;
  }
  int measured(KeySweep& sweep, const std::string& name) const {
    const EngineRequest wanted = engine.take();
    engines_for(wanted);  // reports the engine that is used instead of a device
    std::optional<SweepCache> store;
    if (!cache.empty()) store.emplace(cache, fmt::format("{} {} {}", version, revision, engine.backend));
    catch_signals();
    std::optional<Progress> bar(std::in_place, "sweep", 1000 * sweep.points.size(), "thousandths of a point");
    const bool complete = measure(
        sweep, wanted,
        [&](double part, std::size_t) {
          bar->update(static_cast<std::uint64_t>(part * 1000 * static_cast<double>(sweep.points.size())));
          return !interrupted();
        },
        {}, store ? &*store : nullptr);
    bar.reset();
    if (!complete) {
      fmt::print(stderr, "interrupted; no file was written\n");
      return exit_interrupted;
    }
    fmt::print(tables_to(json, csv), "{}", to_table(sweep));
    if (!json.empty())
      if (const int code = write_result(json, sweep_json(sweep, name, version, revision)); code != exit_done)
        return code;
    if (!csv.empty())
      if (const int code = write_result(csv, sweep_csv(sweep)); code != exit_done) return code;
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
