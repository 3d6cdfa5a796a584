// ezscope reflect: the boundary lab without a window.
#include "solver/study/reflect.h"
#include "solver/base/counted.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/explain.h"
#include "app/commands/progress.h"
#include "app/options/option_checks.h"
#include "app/options/option_groups.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "solver/base/csv.h"
#include "solver/base/json_text.h"
#include "solver/base/memory.h"
#include "solver/base/utf8.h"
#include "solver/measure/cpml_reflection.h"
#include "solver/measure/layer_causes.h"
#include "solver/measure/open_sides.h"
#include "solver/measure/source_band.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

struct ReflectCommand {
  SceneOptions scene;
  EngineRequest engine;
  std::vector<double> degrees;
  std::optional<double> frequency;  // Hz
  bool explain = false;             // also name the causes
  std::string json, csv;            // files; empty: none
};

std::string number(std::optional<double> value, const char* nothing, int digits) {
  if (!value || !std::isfinite(*value)) return nothing;
  const bool zero = std::abs(*value) < 0.5 * std::pow(10.0, -digits);  // 0 has no sign
  return fmt::format("{:.{}f}", zero ? 0.0 : *value, digits);
}

std::string json_object(const std::array<std::optional<double>, 4>& db) {
  std::string out;
  for (Side s : all_sides)
    out += fmt::format("{}\"{}\": {}", out.empty() ? "" : ", ", to_string(s),
                       number(db[static_cast<std::size_t>(s)], "null", 4));
  return "{" + out + "}";
}
std::string json_object(const std::array<std::string, 4>& why_not) {
  std::string out;
  for (Side s : all_sides)
    if (const std::string& why = why_not[static_cast<std::size_t>(s)]; !why.empty())
      out += fmt::format("{}\"{}\": {}", out.empty() ? "" : ", ", to_string(s), quoted(why));
  return "{" + out + "}";
}

// `causes`: by variant; empty: not asked for.
std::string to_json(const std::string& scene, const ReflectResult& r, const std::vector<EchoExplanation>& causes) {
  std::string variants;
  for (std::size_t k = 0; k < r.variants.size(); ++k) {
    const ReflectVariant& v = r.variants[k];
    const std::string explanation =
        k < causes.size() ? fmt::format(",\n      \"explanation\": {}", explanation_json(causes[k])) : "";
    std::string angles;
    for (const ReflectVariant::Angle& a : v.angles)
      angles += fmt::format(R"({}        {{"side": "{}", "deg": {:.6g}, "db": {}, "theory_db": {}}})",
                            angles.empty() ? "\n" : ",\n", to_string(a.side), a.degrees, number(a.db, "null", 4),
                            number(a.theory_db, "null", 4));
    variants += fmt::format(
        "{}    {{\"name\": {}, \"db\": {},\n      \"own_db\": {},\n      \"not_measured\": {},\n"
        "      \"angles\": [{}]{}}}",
        variants.empty() ? "\n" : ",\n", quoted(v.name), json_object(v.db), json_object(v.own_db),
        json_object(v.why_not), angles, explanation);
  }
  return fmt::format("{{\n  \"scene\": {},\n  \"valid_until_s\": {},\n  \"variants\": [{}\n  ]\n}}\n", quoted(scene),
                     std::isfinite(r.valid_until) ? fmt::format("{:.9g}", r.valid_until) : "null", variants);
}

// Writes a row for each whole side, with an empty angle, then one for each angle.
std::string to_csv(const ReflectResult& r) {
  std::string out = "variant,side,deg,db,theory_db\n";
  for (const ReflectVariant& v : r.variants) {
    const std::string name = csv_field(printable(v.name));
    for (Side s : all_sides)
      out += fmt::format("{},{},,{},\n", name, to_string(s), number(v.db[static_cast<std::size_t>(s)], "", 4));
    for (const ReflectVariant::Angle& a : v.angles)
      out += fmt::format("{},{},{:.6g},{},{}\n", name, to_string(a.side), a.degrees, number(a.db, "", 4),
                         number(a.theory_db, "", 4));
  }
  return out;
}

// Formats a table with a row per angle and a column per side. Each value has its own node's angle, the theory of a
// plane wave, and the theory of this source at this distance.
std::string angle_table(const ReflectVariant& v, const std::string& why_none) {
  std::vector<Side> sides;
  std::size_t rows = 0;
  for (const ReflectVariant::Angle& a : v.angles)
    if (sides.empty() || sides.back() != a.side) sides.push_back(a.side);
  if (!sides.empty()) rows = v.angles.size() / sides.size();
  const auto measured = [](const ReflectVariant::Angle& a) { return a.db.has_value(); };
  if (std::none_of(v.angles.begin(), v.angles.end(), measured)) return fmt::format("  no angles: {}\n", why_none);
  std::string out;
  for (Side s : sides) out += fmt::format("{:>8}{:>9}{:>8}{:>8}", "angle", to_string(s), "plane", "ring");
  out += '\n';
  for (std::size_t row = 0; row < rows; ++row) {
    std::string line;
    bool says = false;
    for (std::size_t s = 0; s < sides.size(); ++s) {
      const ReflectVariant::Angle& a = v.angles[s * rows + row];
      says = says || a.db;
      line += a.db ? fmt::format("{:>7.2f}°{:>9}{:>8}{:>8}", a.degrees, number(a.db, "–", 2),
                                 number(a.theory_db, "–", 2), number(a.point_db, "–", 2))
                   : fmt::format("{:>8}{:>9}{:>8}{:>8}", "–", "–", "–", "–");
    }
    if (says) out += line + '\n';
  }
  return out;
}

std::string side_table(const ReflectResult& r, std::string_view head,
                       std::array<std::optional<double>, 4> ReflectVariant::*db) {
  std::string out = fmt::format("{:<20}{:>10}{:>10}{:>10}{:>10}\n", head, "left", "right", "bottom", "top");
  for (const ReflectVariant& v : r.variants) {
    out += fmt::format("{:<20}", v.name.empty() ? "scene" : printable(v.name));
    for (Side s : all_sides) out += fmt::format("{:>10}", number((v.*db)[static_cast<std::size_t>(s)], "–", 2));
    out += '\n';
  }
  return out;
}

std::string to_text(const ReflectResult& r, const std::string& why_no_angles) {
  std::string out = fmt::format("largest |field − reference| divided by largest |reference|, {:.4g} s", r.until);
  out += std::isfinite(r.valid_until) ? fmt::format(", valid to {:.4g} s\n", r.valid_until) : "\n";
  out += side_table(r, "dB", &ReflectVariant::db);
  out += "\nThe same before the echo of another side arrives: each side's own reflection\n";
  out += side_table(r, "dB, own", &ReflectVariant::own_db);
  for (const ReflectVariant& v : r.variants)
    if (const std::string why = in_words(v.why_no_own, "no value"); !why.empty())
      out += fmt::format("\n{}{}{}\n", printable(v.name), v.name.empty() ? "" : ":\n", why);
  for (const ReflectVariant& v : r.variants)
    if (const std::string why = in_words(v.why_not); !why.empty())
      out += fmt::format("\n{}{}{}\n", printable(v.name), v.name.empty() ? "" : ":\n", why);
  if (!r.variants.empty() && !r.variants.front().angles.empty())
    out += "\nAngles, dB: measured · theory of a plane wave · theory of this source's circular wave at this distance\n";
  for (const ReflectVariant& v : r.variants)
    out += fmt::format("\n{}\n{}", v.name.empty() ? "scene" : printable(v.name), angle_table(v, why_no_angles));
  return out;
}

// Returns why a frequency cannot be measured at all in this scene or one of its variants. Empty if it can.
std::string why_not_carried(const Scene& scene, double frequency) {
  for (std::size_t k = 0; k < std::max<std::size_t>(scene.variants.size(), 1); ++k) {
    const Scene own = *scene_of_variant(scene, k).scene;
    for (const Side side : measured_sides(own))
      if (const YeeGrid grid = grid_before(own, side); !carries_waves(grid, frequency))
        return fmt::format(
            "--frequency {:g} is too high: this grid only carries waves below {:.4g} Hz; give a lower frequency",
            frequency, highest_frequency(grid));
  }
  return "";
}

std::string why_no_angles(const Scene& scene, std::optional<double> frequency) {
  if (scene.hidden_fault) return "they would reveal the hidden fault, as would each side's own echo";
  const std::vector<double> band = band_frequencies(scene, 24);
  if (frequency && band.size() > 1 && (*frequency < band.front() || *frequency > band.back()))
    return fmt::format("{:.4g} Hz is outside the sources' band, {:.4g} to {:.4g} Hz", *frequency, band.front(),
                       band.back());
  if (scene.initial.value != 0) return "the run starts with a field that does not come from a source";
  return "they need a single pulsed point source without obstacles, and a node within 1.5 degrees that receives the "
         "echo of one side alone";
}

void print_plan(const ReflectPlan& p) {
  fmt::print(stderr, "reflect: {}, the largest with {} × {} cells, {:.3g} Mcells in total, {}; {:.0f} steps; {}\n",
             counted(p.runs, "simultaneous run"), p.nx, p.ny, 1e-6 * p.nodes, human_bytes(p.bytes), p.steps,
             about(p.seconds));
}

// Returns the approximate size of the file of the results: of each variant, the sides and a row for each angle.
double table_bytes(const ReflectCommand& c, const Scene& scene) {
  constexpr std::size_t variant_bytes = 400, row_bytes = 40;
  return static_cast<double>(std::max<std::size_t>(scene.variants.size(), 1) *
                             (variant_bytes + all_sides.size() * c.degrees.size() * row_bytes));
}

int reflect(const ReflectCommand& c) {
  auto loaded = load(c.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const Scene& scene = std::get<LoadedScene>(loaded).scene;
  if (in_cells(scene.physics))
    return fail(
        exit_usage,
        fmt::format("reflect measures electromagnetic scenes, but this scene is one of {}; choose another scene",
                    scene.physics == Physics::gas ? "gas" : "heat"));
  if (const int code =
          check_outputs({{"--json", c.json, table_bytes(c, scene)}, {"--csv", c.csv, table_bytes(c, scene)}},
                        std::get<LoadedScene>(loaded).inputs);
      code != exit_done)
    return code;
  if (c.frequency)
    if (const std::string why = why_not_carried(scene, *c.frequency); !why.empty()) return fail(exit_usage, why);
  if (scene.sources.empty() && scene.initial.value == 0)
    fmt::print(stderr, "warning: the scene has no source, so there is nothing to reflect\n");
  if (measured_sides(scene).empty())
    fmt::print(stderr, "warning: every side is periodic, so there is no boundary to measure\n");

  const EngineMaker maker = engines_for(c.engine);
  std::optional<Progress> bar;
  const ReflectRequest request{c.degrees, c.frequency, print_plan};
  const ReflectResult result = measure_reflection(maker, scene, request, [&](double done, double all) {
    if (!bar) {
      catch_signals();
      bar.emplace("reflect", static_cast<std::uint64_t>(1e-6 * all) + 1, "million cells");
    }
    bar->update(static_cast<std::uint64_t>(1e-6 * done));
    return !interrupted();
  });
  bar.reset();
  if (!result.failed.empty()) return fail(exit_failed, result.failed);
  std::vector<EchoExplanation> causes;
  if (c.explain && !result.cancelled) causes = explain_variants(maker, scene, [] { return !interrupted(); });
  if (!result.unstable.empty()) {
    if (!causes.empty()) fmt::print("{}", explanation_text(scene, causes));
    return fail(exit_unstable, result.unstable);
  }
  if (result.cancelled || (c.explain && causes.empty())) {
    fmt::print(stderr, "interrupted; no file was written\n");
    return exit_interrupted;
  }
  for (const LayerCause& cause : layer_causes(scene)) fmt::print(stderr, "note: {}\n", printable(cause.what.english()));
  for (const std::string& words : result.warnings) fmt::print(stderr, "warning: {}\n", printable(words));
  fmt::print(tables_to(c.json, c.csv), "{}", to_text(result, why_no_angles(scene, c.frequency)));
  if (c.explain) fmt::print(tables_to(c.json, c.csv), "{}", explanation_text(scene, causes));
  if (!c.json.empty())
    if (const int code = write_result(c.json, to_json(c.scene.scene, result, causes)); code != exit_done) return code;
  if (!c.csv.empty()) return write_result(c.csv, to_csv(result));
  return exit_done;
}

struct ReflectOptions {
  ReflectCommand command;
  SceneGroup scene;
  EngineGroup engine;
  std::string angles = "0:80:5";
  CLI::App* app = nullptr;

  void add_to(CLI::App& to) {
    app = &to;
    app->footer(
        fmt::format("Prints the reflection of each side in dB, and a table over angles, for every variant. The run "
                    "ends when every\npulse has left. A scene without pulses runs for {} periods of its slowest "
                    "source. If the scene sets\nreflection.margin, the run ends before a wave can return from beyond "
                    "that margin. Angles need a single pulsed\npoint source without obstacles. A row shows the nearest "
                    "node of each side with its own angle. Each node\nappears once, and an entry is empty if no node "
                    "is within 1.5 degrees. Near the limit of float, about -120 dB,\na value depends by up to 1 dB on "
                    "the other requested angles, which set the length of the run. With --precision\ndouble it does "
                    "not.",
                    reflect_periods));
    scene.add_to(to, true);
    engine.add_to(to);
    app->add_option("--angles", angles,
                    "angles of incidence in degrees: FIRST:LAST:STEP, or one angle; default: 0:80:5")
        ->check(check::angles())
        ->type_name("");
    app->add_option("--frequency", command.frequency,
                    "frequency of the angle table in Hz; default: that of the first source")
        ->check(check::above_zero())
        ->type_name("F");
    app->add_flag("--explain", command.explain,
                  "also name the likely causes of the reflection, with an experiment for each; in a scene with a "
                  "hidden fault this names the fault");
    add_file_option(to, "--json", command.json, "write the results to a file; - is standard output");
    add_file_option(to, "--csv", command.csv, "write them as a table (CSV); - is standard output");
  }
  int run() {
    command.scene = scene.take();
    command.engine = engine.take();
    if (!command.scene.scheme.empty() && command.scene.scheme != "two-kernel")
      throw CLI::ParseError("reflect always uses the scheme auto; leave --scheme out", exit_usage);
    command.degrees = *parse_angles(angles);
    return reflect(command);
  }
};

}  // namespace

Action add_reflect(CLI::App& app) { return action_of<ReflectOptions>(app); }

}  // namespace ez
