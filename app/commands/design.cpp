// ezscope design: distributes two materials in a region so that a goal becomes as large as possible.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <optional>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/options/option_checks.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "ezscope/version.h"
#include "solver/base/counted.h"
#include "solver/base/json_text.h"
#include "solver/base/utf8.h"
#include "solver/design/designer.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

struct Outcome {
  std::vector<DesignIteration> history;
  bool interrupted = false;
  double polygons = 0;         // value of the goal for the polygons
  std::optional<double> fine;  // and on a grid twice as fine
  double feature = 0;
};

std::string to_json(const Outcome& o, const Structure& structure, const std::string& scene) {
  std::string rows;
  for (const DesignIteration& i : o.history)
    rows += fmt::format("{}    {{\"iteration\": {}, \"value\": {}, \"grey\": {}, \"beta\": {}}}",
                        rows.empty() ? "\n" : ",\n", i.number, json_number(i.value), json_number(i.grey),
                        json_number(i.beta));
  return fmt::format(
      "{{\n  \"ezscope\": {},\n  \"revision\": {},\n  \"scene\": {},\n  \"design\": {},\n  \"goal\": {},\n"
      "  \"interrupted\": {},\n  \"polygons\": {},\n  \"polygons_refine_2\": {},\n  \"smallest_detail\": {},\n"
      "  \"iterations\": [{}\n  ]\n}}\n",
      quoted(version), quoted(revision), quoted(scene), quoted(structure.design().name),
      quoted(structure.design().goal), o.interrupted, json_number(o.polygons), o.fine ? json_number(*o.fine) : "null",
      json_number(o.feature), rows);
}

struct DesignOptions {
  SceneGroup scene;
  EngineGroup engine;
  std::optional<int> iterations;
  std::string name, out, json;

  void add_to(CLI::App& app) {
    scene.add_to(app, true);
    engine.add_to(app);
    app.add_option("--design", name, "name of the design; default: the scene's first one")->type_name("NAME");
    app.add_option("--iterations", iterations, "number of improvements; default: the design's")
        ->check(check::whole(1, 10000))
        ->type_name("N");
    add_file_option(app, "--out", out, "write the scene with the structure as polygons; - is standard output");
    add_file_option(app, "--json", json, "write the results to a file; - is standard output");
    app.footer(
        "Each iteration makes two runs. At the end the structure becomes polygons, and the goal is measured again with "
        "them,\nalso on a grid twice as fine. After an interrupt (Ctrl C) the best structure so far is written. A call "
        "with that file\ncontinues. docs/design.md explains the method.");
  }

  int run() {
    const SceneOptions options = scene.take();
    auto loaded = load_without_variants(options);
    if (const int* code = std::get_if<int>(&loaded)) return *code;
    LoadedScene& base = std::get<LoadedScene>(loaded);
    const std::string title = base.builtin.empty() ? base.path : base.builtin;
    if (base.scene.designs.empty())
      return fail(exit_scene, fmt::format("{} has no design; add a [[design]]", printable(title)));
    std::size_t index = 0;
    if (!name.empty()) {
      const auto found = std::ranges::find(base.scene.designs, name, &Design::name);
      if (found == base.scene.designs.end())
        return fail(exit_usage, fmt::format("{} has no design {}; it has {}", printable(title), names::quoted(name),
                                            names::quoted(base.scene.designs.front().name)));
      index = static_cast<std::size_t>(found - base.scene.designs.begin());
    }
    if (iterations) base.scene.designs[index].iterations = *iterations;
    if (const int code = check_outputs({{"--out", out}, {"--json", json}}, base.inputs); code != exit_done) return code;
    try {
      Designer designer(base.scene, index, engines_for(engine.take()));
      return designed(designer, title);
    } catch (const DesignError& e) {
      return fail(exit_scene, fmt::format("design {}: {}", names::quoted(base.scene.designs[index].name), e.what()));
    }
  }

 private:
  int designed(Designer& designer, const std::string& title) const {
    const Structure& structure = designer.structure();
    catch_signals();
    std::FILE* const table = tables_to(json, out);
    Outcome outcome;
    const auto going = [](std::uint64_t) { return !interrupted(); };
    fmt::print(table, "{:>9}  {:>12}  {:>6}\n", "iteration", "goal", "grey");
    while (!structure.finished()) {
      const std::optional<DesignIteration> now = designer.iterate(going);
      if (!now) break;
      fmt::print(table, "{:>9}  {:>12.6g}  {:>6.3f}\n", now->number, now->value, now->grey);
      std::fflush(table);  // each row shows the progress
    }
    outcome.history = structure.history();
    outcome.interrupted = !structure.finished();
    if (outcome.history.empty()) {
      fmt::print(stderr, "interrupted before the first iteration; no file was written\n");
      return exit_interrupted;
    }
    const Scene result = structure.result();
    outcome.polygons = designer.value_of(result, 1).value();
    if (!outcome.interrupted) outcome.fine = designer.value_of(result, 2, [](std::uint64_t) { return !interrupted(); });
    outcome.feature = structure.measured_feature();
    fmt::print(table, "\ngoal with polygons: {:.6g}", outcome.polygons);
    if (outcome.fine) fmt::print(table, "; on a grid twice as fine: {:.6g}", *outcome.fine);
    fmt::print(table, "\nsmallest detail: {:.3g} {}\n", outcome.feature, to_string(result.unit));
    const std::optional<double> checked = designer.is_relative() ? std::optional(outcome.polygons) : std::nullopt;
    if (!checked)
      fmt::print(
          table,
          "The goal depends on the strength of the source, so it becomes no check. Divide it by what arrives.\n");
    if (outcome.polygons <= outcome.history.front().value)
      fmt::print(table, "The structure does not improve the goal. Try a larger region, or another goal.\n");
    if (!out.empty())
      if (const int code = write_result(out, write_scene(structure.finished_scene(checked))); code != exit_done)
        return code;
    if (!json.empty())
      if (const int code = write_result(json, to_json(outcome, structure, title)); code != exit_done) return code;
    return outcome.interrupted ? exit_interrupted : exit_done;
  }
};

}  // namespace

Action add_design(CLI::App& app) { return action_of<DesignOptions>(app); }

}  // namespace ez
