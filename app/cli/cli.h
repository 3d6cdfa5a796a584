// The command line as values. Its grammar is a contract with scripts: names, units and exit codes are fixed.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/option_text.h"
#include "app/picture/link.h"
#include "solver/engine/engine.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

// A scene and how the command line changes it.
struct SceneOptions {
  std::string scene;  // a file or a built-in scene's name; empty: the default scene
  std::vector<Override> overrides;
  double refine = 1;
  std::optional<Precision> precision;
  std::string scheme;  // to insist on; empty: as the scene likes
};

// Below it the tool bar's icons would lie over each other.
inline constexpr PixelSize least_window{640, 400};

struct WindowCommand {
  SceneOptions scene;
  EngineRequest engine;
  PixelSize size;
  int frames = 0;           // 0: until it is closed
  int steps_per_frame = 0;  // 0: the speed decides
  std::string screenshot;
  std::optional<bool> dark;  // the theme; absent: the one that was kept
  bool offscreen = false;
  LinkKind link = LinkKind::automatic;
};

struct RenderCommand {
  SceneOptions scene;
  EngineRequest engine;
  std::optional<std::uint64_t> steps;
  std::optional<Duration> until;
  std::vector<std::string> out;
  PixelSize size;
  std::optional<std::string> quantity;  // absent: as the scene likes it (.png), ez (.npy)
  std::optional<double> range;          // of the .png; 0: automatic, absent: as the scene likes it
};

struct ReflectCommand {
  SceneOptions scene;
  EngineRequest engine;
  std::vector<double> degrees;
  std::optional<double> frequency;  // Hz
  std::string json, csv;            // files; empty: none
};

struct InfoCommand {
  SceneOptions scene;
  EngineRequest engine;
};

struct BenchCommand {
  std::string scene = "lecture";
  bool every_scene = true;  // vacuum and lecture
  std::vector<int> cells = {1024, 2048, 4096};
  std::string json;
  std::string paper;  // takada, minami, golovashkin, yanagitani or all: their tables instead
  bool quick = false;
  std::string csv;
  bool live = false;  // also with the window drawn sixty times a second
  EngineRequest engine;
  std::optional<Precision> precision;
};

// The catalogue of kernel schemes.
struct SchemesCommand {
  std::string json, csv;  // files; empty: none
};

struct ListCommand {};
struct VersionCommand {};
// Nothing to do: the help was shown, or the usage was wrong and has been said.
struct ExitNow {
  int code = 0;
};

using CliResult = std::variant<ExitNow, WindowCommand, RenderCommand, ReflectCommand, InfoCommand, BenchCommand,
                               SchemesCommand, ListCommand, VersionCommand>;

CliResult parse_command_line(int argc, const char* const* argv);

}  // namespace ez
