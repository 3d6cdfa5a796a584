#include "app/cli.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>

#include "app/exit_code.h"
#include "solver/measure/reflect.h"

namespace ez {
namespace {

// A number that is the whole of `text`.
template <class T>
bool whole_number(std::string_view text, T& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

// `least`: what the program's window needs; a picture needs none.
CLI::Validator size_text(PixelSize least, const std::string& what) {
  return {[least, what](std::string& text) -> std::string {
            const std::size_t x = text.find('x');
            int w = 0, h = 0;
            const bool good = x != std::string::npos && whole_number(std::string_view(text).substr(0, x), w) &&
                              whole_number(std::string_view(text).substr(x + 1), h);
            if (good && w >= least.width && h >= least.height && w <= 16384 && h <= 16384) return "";
            return fmt::format(
                "'{}' is no size {}; give WIDTHxHEIGHT in pixels, {}x{} to 16384x16384, for example 1280x720", text,
                what, least.width, least.height);
          },
          "WxH"};
}

PixelSize to_size(const std::string& text) {
  PixelSize size;
  const std::size_t x = text.find('x');
  whole_number(std::string_view(text).substr(0, x), size.width);
  whole_number(std::string_view(text).substr(x + 1), size.height);
  return size;
}

CLI::Validator duration_text() {
  return {[](std::string& text) -> std::string {
            if (parse_duration(text)) return "";
            return "'" + text +
                   "' is no time; give a number with s, ms, us, ns, ps, fs or T (periods), for example 3.2ns";
          },
          "TIME"};
}

CLI::Validator angles_text() {
  return {[](std::string& text) -> std::string {
            if (parse_angles(text)) return "";
            return "'" + text + "' are no angles; give FIRST:LAST:STEP in degrees, 0 to below 90, for example 0:80:5";
          },
          "A:B:STEP"};
}

CLI::Validator key_value() {
  return {[](std::string& text) -> std::string {
            if (const std::size_t eq = text.find('='); eq != std::string::npos && eq > 0) return "";
            return "'" + text + "' has no KEY=; write for example --set grid.courant=0.5";
          },
          "KEY=VALUE"};
}

CLI::Validator picture_suffix() {
  return {[](std::string& text) -> std::string {
            const std::string suffix = std::filesystem::path(text).extension();
            if (suffix == ".png" || suffix == ".npy" || suffix == ".csv") return "";
            return "'" + text + "' has no known suffix; use .png (picture), .npy (field) or .csv (probes)";
          },
          "FILE"};
}

// What the options of a command write into; kept as text where CLI11 should not interpret it.
struct SceneText {
  std::vector<std::string> set;
  std::string precision;
};
struct EngineText {
  std::string backend = "auto";
};

void add_scene_options(CLI::App& app, SceneOptions& scene, SceneText& text, bool required) {
  auto* positional = app.add_option("SCENE", scene.scene, "a scene file, or a built-in scene's name (ezscope list)");
  if (required) positional->required();
  app.add_option("--set", text.set, "change a value: a dotted path, lists by index, then a TOML value (repeatable)")
      ->check(key_value())
      ->allow_extra_args(false)
      ->type_name("");
  app.add_option("--refine", scene.refine, "K times as many cells, each a K-th of the size")
      ->check(CLI::Range(1e-3, 1e4))
      ->type_name("K");
  app.add_option("--precision", text.precision, "numbers of the fields: float or double")
      ->check(CLI::IsMember({"float", "double"}))
      ->type_name("");
}

void add_engine_options(CLI::App& app, EngineRequest& request, EngineText& text) {
  app.add_option("--backend", text.backend, "auto, cuda or cpu")
      ->check(CLI::IsMember({"auto", "cuda", "cpu"}))
      ->type_name("");
  app.add_option("--device", request.device, "number of the CUDA device")->check(CLI::Range(0, 1023))->type_name("N");
  app.add_option("--threads", request.threads, "threads of the CPU engine; all cores when left out")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

void finish(SceneOptions& scene, const SceneText& text) {
  for (const std::string& s : text.set) {
    const std::size_t eq = s.find('=');
    scene.overrides.push_back({s.substr(0, eq), s.substr(eq + 1)});
  }
  if (text.precision == "float") scene.precision = Precision::float32;
  if (text.precision == "double") scene.precision = Precision::float64;
}

void finish(EngineRequest& request, const EngineText& text) {
  if (text.backend == "cuda") request.backend = Backend::cuda;
  if (text.backend == "cpu") request.backend = Backend::cpu;
}

// The commands' options with the text they are parsed from.
struct WindowParser {
  WindowCommand command;
  SceneText scene;
  EngineText engine;
  std::string size = "1280x720", link = "auto";
  bool version = false;

  void add_to(CLI::App& app) {
    add_scene_options(app, command.scene, scene, false);
    add_engine_options(app, command.engine, engine);
    app.add_option("--size", size, "size of the window in pixels")
        ->check(size_text(least_window, "for the window"))
        ->type_name("");
    app.add_option("--frames", command.frames, "stop after N frames, drawn as fast as they come")
        ->check(CLI::Range(1, 1000000000))
        ->type_name("N");
    app.add_option("--steps-per-frame", command.steps_per_frame, "the same number of steps in every frame")
        ->check(CLI::Range(1, 1000000))
        ->type_name("N");
    app.add_option("--screenshot", command.screenshot, "write the whole window at the last frame")
        ->check(CLI::Validator(
            [](std::string& t) {
              return std::filesystem::path(t).extension() == ".png" ? "" : "'" + t + "' does not end in .png";
            },
            ""))
        ->type_name("FILE.png");
    app.add_flag("--offscreen", command.offscreen, "the same window without a display, over EGL");
    app.add_option("--link", link, "how the field gets to the picture: mapped, staged or host")
        ->check(CLI::IsMember({"auto", "mapped", "staged", "host"}))
        ->type_name("");
    app.add_flag("--version", version, "version, compilers, driver and devices");
  }
  WindowCommand take() {
    finish(command.scene, scene);
    finish(command.engine, engine);
    command.size = to_size(size);
    const std::map<std::string, LinkKind> kinds = {{"auto", LinkKind::automatic},
                                                   {"mapped", LinkKind::mapped},
                                                   {"staged", LinkKind::staged},
                                                   {"host", LinkKind::host}};
    command.link = kinds.at(link);
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
    auto* n = app->add_option("--steps", steps, "advance N steps")->check(CLI::NonNegativeNumber)->type_name("N");
    auto* t = app->add_option("--until", until, "advance to a time: 3.2ns, 400fs, or 40T (periods of the first source)")
                  ->check(duration_text())
                  ->type_name("");
    n->excludes(t);
    app->add_option("--out", command.out, "files: .png (picture), .npy (field), .csv (probes); repeatable")
        ->required()
        ->check(picture_suffix())
        ->type_name("");
    app->add_option("--size", size, "size of the .png in pixels")
        ->check(size_text({16, 16}, "of a picture"))
        ->type_name("");
    app->add_option("--quantity", command.quantity, "ez hx hy abs_h energy poynting material; default ez")
        ->type_name("NAME");
    app->add_option("--range", command.range, "end of the .png's colour bar, in the quantity's unit")
        ->check(CLI::PositiveNumber)
        ->type_name("R");
  }
  RenderCommand take() {
    finish(command.scene, scene);
    finish(command.engine, engine);
    command.size = to_size(size);
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
        "from beyond reflection.margin, when the scene gives one. Angles need one pulsed point source in the open; "
        "each\n"
        "row is the nearest node's, with its own angle, and empty where none lies within 1.5 degrees.",
        reflect_periods));
    add_scene_options(*app, command.scene, scene, true);
    add_engine_options(*app, command.engine, engine);
    app->add_option("--angles", angles, "angles of incidence in degrees: first, last and step; default 0:80:5")
        ->check(angles_text())
        ->type_name("");
    app->add_option("--frequency", command.frequency, "frequency of the angle table in Hz; default the first source's")
        ->check(CLI::PositiveNumber)
        ->type_name("F");
    app->add_option("--json", command.json, "write the figures to a file")->type_name("FILE");
    app->add_option("--csv", command.csv, "write them as a flat table")->type_name("FILE");
  }
  ReflectCommand take() {
    finish(command.scene, scene);
    finish(command.engine, engine);
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
    app->add_option("--scene", command.scene, "vacuum, or a built-in scene; default vacuum and lecture")
        ->type_name("NAME");
    app->add_option("--cells", command.cells, "sizes: cells along either axis, separated by commas")
        ->delimiter(',')
        ->check(CLI::Range(64, 131072))
        ->type_name("N,…");
    app->add_option("--json", command.json, "write the figures to a file")->type_name("FILE");
    CLI::Option* schemes = app->add_flag("--schemes", command.schemes, "list the kernel schemes, and measure nothing");
    app->add_option("--paper", command.paper, "the tables of a paper: takada, minami, golovashkin, yanagitani, or all")
        ->check(CLI::IsMember({"takada", "minami", "golovashkin", "yanagitani", "all"}))
        ->type_name("NAME")
        ->excludes(schemes);
    app->add_flag("--quick", command.quick, "with --paper: small sizes only, under a minute for all");
    app->add_option("--csv", command.csv, "with --paper or --schemes: write the tables to a file")->type_name("FILE");
    app->add_flag("--live", command.live, "also measure with the window drawn (off-screen) at the display's rate");
    app->add_option("--precision", scene.precision, "float or double")
        ->check(CLI::IsMember({"float", "double"}))
        ->type_name("");
    add_engine_options(*app, command.engine, engine);
  }
  BenchCommand take() {
    finish(command.engine, engine);
    if (scene.precision == "double") command.precision = Precision::float64;
    if (scene.precision == "float") command.precision = Precision::float32;
    command.every_scene = app->count("--scene") == 0;
    return command;
  }
};

}  // namespace

std::optional<Duration> parse_duration(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value) || value <= 0) return std::nullopt;
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (unit == "T") return Duration{value, true};
  const std::pair<std::string_view, double> units[] = {{"s", 1},     {"ms", 1e-3},  {"us", 1e-6}, {"µs", 1e-6},
                                                       {"ns", 1e-9}, {"ps", 1e-12}, {"fs", 1e-15}};
  for (const auto& [name, seconds] : units)
    if (unit == name) return Duration{value * seconds, false};
  return std::nullopt;
}

std::optional<std::vector<double>> parse_angles(const std::string& text) {
  std::vector<double> parts;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t colon = rest.find(':');
    more = colon != std::string_view::npos;
    double value = 0;
    if (!whole_number(rest.substr(0, colon), value) || !std::isfinite(value)) return std::nullopt;
    parts.push_back(value);
    if (more) rest.remove_prefix(colon + 1);
  }
  if (parts.size() == 1) parts = {parts[0], parts[0], 1};
  if (parts.size() != 3 || parts[0] < 0 || parts[1] < parts[0] || parts[1] >= 90 || parts[2] < 0.01)
    return std::nullopt;
  std::vector<double> out;
  for (int k = 0; parts[0] + k * parts[2] <= parts[1] + 1e-9; ++k) out.push_back(parts[0] + k * parts[2]);
  return out;
}

std::uint64_t steps_until(double seconds, double dt) {
  const double q = seconds / dt;
  return static_cast<std::uint64_t>(std::ceil(q - 1e-9 * std::max(1.0, q)));
}

CliResult parse_command_line(int argc, const char* const* argv) {
  CLI::App app("Maxwell's equations in two dimensions, live.", "ezscope");
  app.footer("Without a command, ezscope opens its window.");
  app.require_subcommand(0, 1);
  WindowParser window;
  RenderParser render;
  ReflectParser reflect;
  InfoParser info;
  BenchParser bench;
  window.add_to(app);
  render.add_to(app);
  reflect.add_to(app);
  info.add_to(app);
  bench.add_to(app);
  CLI::App* list = app.add_subcommand("list", "print the built-in scenes: name, tab, title");
  try {
    app.parse(argc, argv);
    if (window.version) return VersionCommand{};
    if (render.app->parsed()) return render.take();
    if (reflect.app->parsed()) return reflect.take();
    if (info.app->parsed()) return info.take();
    if (bench.app->parsed()) return bench.take();
    if (list->parsed()) return ListCommand{};
    return window.take();
  } catch (const CLI::Success& e) {
    return ExitNow{app.exit(e)};
  } catch (const CLI::ParseError& e) {
    const auto parsed = app.get_subcommands();
    const std::string command = parsed.empty() ? "ezscope" : "ezscope " + parsed.front()->get_name();
    fmt::print(stderr, "ezscope: {}; see {} --help\n", e.what(), command);
    return ExitNow{exit_usage};
  }
}

}  // namespace ez
