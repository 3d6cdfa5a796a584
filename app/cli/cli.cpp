#include "app/cli/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <initializer_list>
#include <limits>
#include <map>

#include "app/cli/exit_code.h"
#include "app/cli/option_checks.h"
#include "solver/base/utf8.h"
#include "solver/scene/names.h"
#include "solver/study/reflect.h"

namespace ez {
namespace {

// What the options of a command write into; kept as text where CLI11 should not interpret it.
struct SceneText {
  std::vector<std::string> set;
  std::string precision, scheme = "auto";
};
struct EngineText {
  std::string backend = "auto";
};

void add_scene_options(CLI::App& app, SceneOptions& scene, SceneText& text, bool required) {
  auto* positional = app.add_option("SCENE", scene.scene, "a scene file, or a built-in scene's name (ezscope list)")
                         ->check(check::not_empty())
                         ->type_name("");
  if (required) positional->required();
  app.add_option("--set", text.set, "change a value: a dotted path, lists by index, then a TOML value (repeatable)")
      ->check(check::key_value())
      ->allow_extra_args(false)
      ->type_name("");
  app.add_option("--refine", scene.refine, "K times as many cells, each a K-th of the size")
      ->check(check::number(1e-3, 1e4, "a number from 0.001 to 10000"))
      ->type_name("K");
  app.add_option("--precision", text.precision, "numbers of the fields: float or double")
      ->check(check::one_of({"float", "double"}))
      ->type_name("");
  app.add_option("--scheme", text.scheme,
                 "the kernels: auto (as the scene likes), two-kernel, or another scheme that\n"
                 "ezscope schemes lists, on a GPU")
      ->check(check::scheme())
      ->type_name("NAME");
}

void add_engine_options(CLI::App& app, EngineRequest& request, EngineText& text) {
  app.add_option("--backend", text.backend, "auto, cuda or cpu")
      ->check(check::one_of({"auto", "cuda", "cpu"}))
      ->type_name("");
  app.add_option("--device", request.device, "number of the CUDA device")->check(check::whole(0, 1023))->type_name("N");
  app.add_option("--threads", request.threads, "threads of the CPU engine; all cores when left out")
      ->check(check::whole(1, 1024))
      ->type_name("N");
}

void finish(SceneOptions& scene, const SceneText& text) {
  for (const std::string& s : text.set) {
    const std::size_t eq = s.find('=');
    scene.overrides.push_back({s.substr(0, eq), s.substr(eq + 1)});
  }
  if (text.precision == "float") scene.precision = Precision::float32;
  if (text.precision == "double") scene.precision = Precision::float64;
  if (text.scheme != "auto") scene.scheme = text.scheme;
}

void finish(EngineRequest& request, const EngineText& text) {
  if (text.backend == "cuda") request.backend = Backend::cuda;
  if (text.backend == "cpu") request.backend = Backend::cpu;
  if (request.backend == Backend::cpu && request.device >= 0)
    throw CLI::ParseError("--device numbers the GPUs, and --backend cpu runs on none; leave one of them out",
                          exit_usage);
}

// The commands' options with the text they are parsed from.
struct WindowParser {
  WindowCommand command;
  SceneText scene;
  EngineText engine;
  std::string size = "1280x720", link = "auto", theme;
  bool version = false;

  void add_to(CLI::App& app) {
    add_scene_options(app, command.scene, scene, false);
    add_engine_options(app, command.engine, engine);
    app.add_option("--size", size, "size of the window in pixels")->check(check::size())->type_name("");
    app.add_option("--frames", command.frames, "stop after N frames, drawn as fast as they come")
        ->check(check::whole(1, 1000000000))
        ->type_name("N");
    app.add_option("--steps-per-frame", command.steps_per_frame, "the same number of steps in every frame")
        ->check(check::whole(1, 1000000))
        ->type_name("N");
    app.add_option("--screenshot", command.screenshot, "write the whole window at the last frame")
        ->check(check::suffix({".png"}, ".png"))
        ->type_name("FILE.png");
    app.add_flag("--offscreen", command.offscreen, "the same window without a display, over EGL");
    app.add_option("--theme", theme, "dark or light, in place of the one that was kept")
        ->check(CLI::IsMember({"dark", "light"}))
        ->type_name("");
    app.add_option("--link", link, "how the field gets to the picture: mapped, staged or host")
        ->check(check::one_of({"auto", "mapped", "staged", "host"}))
        ->type_name("");
    app.add_flag("--version", version, "version, compilers, driver and devices");
  }
  WindowCommand take() {
    finish(command.scene, scene);
    finish(command.engine, engine);
    command.size = *parse_size(size);
    const std::map<std::string, LinkKind> kinds = {{"auto", LinkKind::automatic},
                                                   {"mapped", LinkKind::mapped},
                                                   {"staged", LinkKind::staged},
                                                   {"host", LinkKind::host}};
    command.link = kinds.at(link);
    if (!theme.empty()) command.dark = theme == "dark";
    return command;
  }
};

struct RenderParser {
  RenderCommand command;
  SceneText scene;
  EngineText engine;
  std::string size = "1280x720", until;
  std::uint64_t steps = 0;
  CLI::App* app = nullptr;

  void add_to(CLI::App& root) {
    app = root.add_subcommand("render", "advance a scene with no display and write files");
    add_scene_options(*app, command.scene, scene, true);
    add_engine_options(*app, command.engine, engine);
    auto* n = app->add_option("--steps", steps, "advance N steps")->check(check::whole(0, most_steps))->type_name("N");
    auto* t = app->add_option("--until", until, "advance to a time: 3.2ns, 400fs, or 40T (periods of the first source)")
                  ->check(check::duration())
                  ->type_name("");
    n->excludes(t);
    app->add_option("--out", command.out, "files: .png (picture), .npy (field), .csv (probes); repeatable")
        ->required()
        ->check(check::suffix({".png", ".npy", ".csv"}, ".png (picture), .npy (field) or .csv (probes)"))
        ->type_name("");
    app->add_option("--size", size, "size of the .png in pixels")->check(check::size())->type_name("");
    app->add_option("--quantity", command.quantity,
                    fmt::format("{}; residual is what the boundaries send back, by way of\n"
                                "a second, larger run. Default: as the scene likes it (.png), ez (.npy)",
                                fmt::join(quantity_names(Polarization::ez), " ")))
        ->check(check::not_empty())
        ->type_name("NAME");
    app->add_option("--range", command.range, "end of the .png's colour bar, in the quantity's unit; 0: automatic")
        ->check(check::number(0, std::numeric_limits<double>::max(), "a number from 0 to 1.7e308"))
        ->type_name("R");
  }
  RenderCommand take() {
    finish(command.scene, scene);
    finish(command.engine, engine);
    command.size = *parse_size(size);
    if (app->count("--steps") > 0) command.steps = steps;
    if (app->count("--until") > 0) command.until = parse_duration(until);
    if (!command.steps && !command.until) throw CLI::RequiredError("one of --steps N and --until TIME");
    return command;
  }
};

struct ReflectParser {
  ReflectCommand command;
  SceneText scene;
  EngineText engine;
  std::string angles = "0:80:5";
  CLI::App* app = nullptr;

  void add_to(CLI::App& root) {
    app = root.add_subcommand("reflect", "measure what a scene's boundaries reflect, side by side and angle by angle");
    app->footer(fmt::format(
        "Prints dB per side and a table over angles for every variant. Runs until every pulse has left, a scene\n"
        "without pulses for {} periods of its slowest source; or to the end of the time in which nothing can return\n"
        "from beyond reflection.margin, when the scene gives one. Angles need one pulsed point source in the open.\n"
        "A row shows the nearest node of each side with its own angle, a node once, and nothing where none lies\n"
        "within 1.5 degrees. Near float's floor, some -120 dB, what a node reads depends by up to 1 dB on the other\n"
        "angles asked for, which set the length of the run; with --precision double it does not.",
        reflect_periods));
    add_scene_options(*app, command.scene, scene, true);
    add_engine_options(*app, command.engine, engine);
    app->add_option("--angles", angles,
                    "angles of incidence in degrees: first, last and step, or one angle; default 0:80:5")
        ->check(check::angles())
        ->type_name("");
    app->add_option("--frequency", command.frequency, "frequency of the angle table in Hz; default the first source's")
        ->check(check::above_zero())
        ->type_name("F");
    app->add_option("--json", command.json, "write the figures to a file; - is standard output")
        ->check(check::not_empty())
        ->type_name("FILE");
    app->add_option("--csv", command.csv, "write them as a flat table, likewise")
        ->check(check::not_empty())
        ->type_name("FILE");
  }
  ReflectCommand take() {
    finish(command.scene, scene);
    finish(command.engine, engine);
    if (!command.scene.scheme.empty() && command.scene.scheme != "two-kernel")
      throw CLI::ParseError("--scheme: reflect runs the two-kernel scheme only; leave the option out", exit_usage);
    command.degrees = *parse_angles(angles);
    return command;
  }
};

struct InfoParser {
  InfoCommand command;
  SceneText scene;
  EngineText engine;
  CLI::App* app = nullptr;

  void add_to(CLI::App& root) {
    app = root.add_subcommand("info", "print a scene with every default and derived numbers");
    add_scene_options(*app, command.scene, scene, true);
    add_engine_options(*app, command.engine, engine);
  }
  InfoCommand take() {
    finish(command.scene, scene);
    finish(command.engine, engine);
    return command;
  }
};

struct BenchParser {
  BenchCommand command;
  SceneText scene;
  EngineText engine;
  CLI::App* app = nullptr;

  void add_to(CLI::App& root) {
    app = root.add_subcommand("bench", "measure the engines and print a table");
    CLI::Option* name = app->add_option("--scene", command.scene,
                                        "vacuum, or a built-in scene; default both vacuum "
                                        "and lecture")
                            ->check(check::not_empty())
                            ->type_name("NAME");
    CLI::Option* cells =
        app->add_option("--cells", command.cells, "sizes: cells along either axis, separated by commas")
            ->delimiter(',')
            ->check(check::whole(64, 131072))
            ->type_name("N,…");
    app->add_option("--json", command.json, "write the figures to a file; - is standard output")
        ->check(check::not_empty())
        ->type_name("FILE");
    CLI::Option* paper = app->add_option("--paper", command.paper,
                                         "the tables of a paper: takada, minami, golovashkin, yanagitani, or all")
                             ->check(check::one_of({"takada", "minami", "golovashkin", "yanagitani", "all"}))
                             ->type_name("NAME");
    app->add_flag("--quick", command.quick, "with --paper: small sizes only, under a minute for all")->needs(paper);
    app->add_option("--csv", command.csv, "with --paper: write the tables to a file; - is standard output")
        ->check(check::not_empty())
        ->type_name("FILE");
    CLI::Option* live =
        app->add_flag("--live", command.live, "also measure with the window drawn (off-screen) at the display's rate");
    CLI::Option* precision = app->add_option("--precision", scene.precision, "float or double")
                                 ->check(check::one_of({"float", "double"}))
                                 ->type_name("");
    // The tables of the papers are as they are.
    for (CLI::Option* own : {name, cells, live, precision}) paper->excludes(own);
    add_engine_options(*app, command.engine, engine);
  }
  BenchCommand take() {
    finish(command.engine, engine);
    if (scene.precision == "double") command.precision = Precision::float64;
    if (scene.precision == "float") command.precision = Precision::float32;
    command.every_scene = app->count("--scene") == 0;
    if (!command.csv.empty() && command.paper.empty())
      throw CLI::ParseError("--csv goes with --paper; write the figures with --json", exit_usage);
    return command;
  }
};

struct SchemesParser {
  SchemesCommand command;
  CLI::App* app = nullptr;

  void add_to(CLI::App& root) {
    app = root.add_subcommand("schemes", "list the kernel schemes: what each can do, moves and computes");
    app->add_option("--json", command.json, "write the table to a file; - is standard output")
        ->check(check::not_empty())
        ->type_name("FILE");
    app->add_option("--csv", command.csv, "write it as text with commas, likewise")
        ->check(check::not_empty())
        ->type_name("FILE");
  }
  SchemesCommand take() const { return command; }
};

// What stands before a command belongs to the window, and would be lost without a word.
void refuse_strays(const CLI::App& root, const CLI::App& command) {
  const std::string& name = command.get_name();
  for (const CLI::Option* option : root.get_options()) {
    if (option->count() == 0) continue;
    const std::string what = option->get_positional() ? option->results().front() : option->get_name();
    const bool known = command.get_option_no_throw(option->get_name()) != nullptr;
    throw CLI::ParseError(known ? fmt::format("{0} stands before {1}; write {0} after {1}", what, name)
                                : fmt::format("{} does not go with {}; leave it out", what, name),
                          exit_usage);
  }
}

bool is_scene(const std::string& name) {
  const auto& known = builtin_scenes();
  std::error_code ignored;
  return std::any_of(known.begin(), known.end(), [&](const BuiltinScene& b) { return b.name == name; }) ||
         std::filesystem::exists(name, ignored);
}

// Says that the word which stands for the scene is none, and the command that was meant; empty when it is a scene, or,
// of a word that stands alone, no command is near.
std::string misspelt_command(const CLI::App& app, const std::string& word, bool alone) {
  if (word.empty() || is_scene(word)) return "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App* c) { return !c->get_group().empty(); }))
    names.push_back(command->get_name());
  const std::vector<std::string_view> known(names.begin(), names.end());
  const std::string_view near = names::nearest(word, known);
  if (near == word || (alone && near.empty())) return "";  // after -- a command's name is a scene's
  return fmt::format("{} is neither a scene nor a command{}", names::quoted(word), names::hint(word, known));
}

// What the library says, where it does not say what to do.
std::string in_words(const CLI::ParseError& e) {
  std::string what = e.what();
  const std::string option = what.substr(0, what.find(':'));
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&e) == nullptr) return what;
  return what.find("received") != std::string::npos ? option + " is given more than once; give it once"
                                                    : option + " has no value; give one after it";
}

int usage_error(const std::string& text, const std::string& command) {
  fmt::print(stderr, "ezscope: {}; see {} --help\n", printable(text), command);
  return exit_usage;
}

}  // namespace

CliResult parse_command_line(int argc, const char* const* argv) {
  CLI::App app("Maxwell's equations in two dimensions, live.", "ezscope");
  app.require_subcommand(0, 1);
  WindowParser window;
  RenderParser render;
  ReflectParser reflect;
  InfoParser info;
  BenchParser bench;
  SchemesParser schemes;
  window.add_to(app);
  render.add_to(app);
  reflect.add_to(app);
  info.add_to(app);
  bench.add_to(app);
  schemes.add_to(app);
  CLI::App* list = app.add_subcommand("list", "print the built-in scenes: name, tab, title");
  CLI::App* later = app.add_subcommand("check", "comes with the wave lab")->group("")->prefix_command();
  app.footer("Without a command, ezscope opens its window.");
  try {
    app.parse(argc, argv);
    for (const CLI::App* command : app.get_subcommands()) refuse_strays(app, *command);
    if (later->parsed()) {
      fmt::print(stderr, "ezscope: check comes with the wave lab, which this version does not have\n");
      return ExitNow{exit_usage};
    }
    if (window.version) return VersionCommand{};
    if (render.app->parsed()) return render.take();
    if (reflect.app->parsed()) return reflect.take();
    if (info.app->parsed()) return info.take();
    if (bench.app->parsed()) return bench.take();
    if (schemes.app->parsed()) return schemes.take();
    if (list->parsed()) return ListCommand{};
    if (const std::string why = misspelt_command(app, window.command.scene.scene, true); !why.empty()) {
      fmt::print(stderr, "ezscope: {}\n", why);
      return ExitNow{exit_scene};
    }
    return window.take();
  } catch (const CLI::Success& e) {
    return ExitNow{app.exit(e)};
  } catch (const CLI::ParseError& e) {
    const std::string what = in_words(e);
    const auto parsed = app.get_subcommands();
    if (!parsed.empty()) return ExitNow{usage_error(what, "ezscope " + parsed.front()->get_name())};
    const bool strays = dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr;
    const std::string why = strays ? misspelt_command(app, window.command.scene.scene, false) : "";
    return ExitNow{usage_error(why.empty() ? what : why, "ezscope")};
  }
}

}  // namespace ez
