// Start options of a session: a scene, an engine, a window.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/picture/link.h"
#include "app/platform/input_files.h"
#include "app/platform/option_text.h"
#include "solver/engine/backend.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

class SessionLog;
class Window;

// A scene and how the command line changes it.
struct SceneOptions {
  std::string scene;  // a file or a built-in scene's name; empty: the default scene
  std::vector<Override> overrides;
  double refine = 1;
  std::optional<Precision> precision;
  std::string scheme;                   // scheme that must be used; empty: as the scene wants
  std::vector<std::string> allow_read;  // folders that the scene may read besides its own
};

struct LoadedScene {
  Scene scene;
  std::string path, builtin;           // origin of the scene
  SharedMedia media = {};              // of the scene; may be null
  std::vector<InputFile> inputs = {};  // its file, and the files that it names
};

// In a smaller window the tool bar's icons would overlap.
inline constexpr PixelSize least_window{640, 400};

struct WindowCommand {
  SceneOptions scene;
  EngineRequest engine;
  PixelSize size;
  int frames = 0;           // 0: until it is closed
  int steps_per_frame = 0;  // 0: the speed decides
  bool paced = true;        // a window draws no more frames a second than its display shows
  std::string screenshot;
  std::string lesson;        // a file or a built-in lesson's name; empty: none
  int card = 0;              // of the lesson, counted from 1; 0: where it was left
  std::optional<bool> dark;  // the theme; absent: the one of the last session
  bool offscreen = false;
  std::string screen;    // name of the screen for full screen from the start; empty: a window
  std::string language;  // a name of `languages`; empty: that of the last session, or else of the environment
  std::string web;       // address of a page of ezscope; empty: that of the last session
  bool embed = false;    // only the picture, paused, with a button to run it
  bool welcome = false;  // no scene was named, so the first start shows the start page
  LinkKind link = LinkKind::automatic;
  std::string record, replay;     // log to record to, or to replay instead of a scene and the user's input
  std::string out;                // video of the replay
  std::vector<InputFile> inputs;  // files that the command reads besides those of the scene
  // Records the session, or replays one; none: neither. A session shares it with whoever started it.
  std::shared_ptr<SessionLog> log;
  std::function<void(const Window&)> drawn;  // called when a frame has been drawn; empty: nothing is
};

}  // namespace ez
