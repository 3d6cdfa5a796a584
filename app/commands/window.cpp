// ezscope: the window, which opens without a command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/replay.h"
#include "app/model/log/session_log.h"
#include "app/options/option_checks.h"
#include "app/options/window_group.h"
#include "app/platform/exit_code.h"
#include "app/platform/film.h"
#include "app/platform/frames.h"
#include "app/platform/interrupt.h"
#include "app/platform/sequence.h"
#include "app/session/session.h"
#include "solver/base/utf8.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

// Returns the approximate size of the log of a session. Its first line has the scene and the settings.
double log_bytes(const Scene& scene, int frames) {
  constexpr double settings = 2048, frame = 64;
  return static_cast<double>(write_scene(scene).size()) + settings + frame * frames;
}

// Returns the end of a sentence about the files of an interrupted window.
std::string lost_files(const WindowCommand& command) {
  std::string out;
  if (!command.screenshot.empty()) out += fmt::format("; {} was not written", printable(command.screenshot));
  if (!command.record.empty()) out += fmt::format("; {} has the frames so far", printable(command.record));
  return out;
}

// Returns the backend that a replay uses by default, the first one.
std::string first_backend() {
  for (const Backend& b : all_backends())
    if (b.automatic && (!b.devices || b.devices().count > 0)) return std::string(b.name);
  return "";
}

}  // namespace

int show_window(WindowCommand command) {
  if (!command.replay.empty()) return replay(command);

  auto loaded = load(command.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const LoadedScene& scene = std::get<LoadedScene>(loaded);
  command.inputs.insert(command.inputs.end(), scene.inputs.begin(), scene.inputs.end());
  if (const int code = check_outputs({{"--screenshot", command.screenshot, picture_bytes(command.size)},
                                      {"--record", command.record, log_bytes(scene.scene, command.frames)}},
                                     command.inputs);
      code != exit_done)
    return code;
  end_at_signals("interrupted before the first frame");
  if (!command.record.empty()) {
    command.log = std::make_shared<SessionLog>(SessionLog::recorder(command.record));
    if (command.engine.backend.empty() && command.engine.device < 0) command.engine.backend = first_backend();
  }
  // A run of a given number of frames has no user whose changes could be lost, so it may end during a frame.
  const std::string lost = lost_files(command);
  const bool alone = command.frames > 0;
  const auto session = std::make_shared<Session>(command, std::get<LoadedScene>(std::move(loaded)));
  if (alone)
    catch_signals("interrupted during a frame" + lost);
  else
    catch_signals_of_window();
  const auto end = [alone, lost] {
    if (!interrupted()) return exit_done;
    if (alone || !lost.empty()) fmt::print(stderr, "interrupted before the last frame{}\n", lost);
    return exit_interrupted;
  };
  return run_frames([session] { return session->frame(); }, end);
}

namespace {

struct WindowArguments {
  SceneGroup scene;
  WindowGroup window;
  std::string replay, out;
  void add_to(CLI::App& app) {
    scene.add_to(app, false);
    window.add_to(app);
    app.add_option("--replay", replay, "replay a recorded session, bit for bit")
        ->check(check::suffix({".ezlog"}, ".ezlog"))
        ->type_name("FILE.ezlog");
    app.add_option("--out", out, "record the replay as a video: FILE.mp4, .gif, .webp or numbered images FILE_%05d.png")
        ->type_name("FILE");
  }
  int run() {
    WindowCommand command;
    command.scene = scene.take();
    command.replay = replay;
    command.out = out;
    const SceneOptions& s = command.scene;
    const bool changed = !s.scene.empty() || !s.overrides.empty() || s.refine != 1 || s.precision || !s.scheme.empty();
    if (!replay.empty() && changed)
      return fail(exit_usage, "--replay takes the scene from its log; leave the scene and its options out");
    if (!out.empty() && replay.empty())
      return fail(exit_usage,
                  "--out needs --replay; to write the results of a scene, use `ezscope render SCENE --out FILE`");
    if (const std::string why = why_not_numbered(out); !why.empty()) return fail(exit_usage, "--out: " + why);
    if (!out.empty() && !is_film(out))
      return fail(exit_usage, "--out must be a video: FILE.mp4, FILE.gif, FILE.webp or FILE_%05d.png");
    command.welcome = command.scene.scene.empty();
    return show_window(window.take(std::move(command)));
  }
};

}  // namespace

Action add_window(CLI::App& app) { return action_of<WindowArguments>(app); }

}  // namespace ez
