// ezscope: the window, which opens without a command.
#include <CLI/CLI.hpp>
#include <map>

#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/options/option_checks.h"
#include "app/commands/options/window_group.h"
#include "app/commands/replay.h"
#include "app/model/log/session_log.h"
#include "app/platform/exit_code.h"
#include "app/platform/film.h"
#include "app/platform/interrupt.h"
#include "app/session/session.h"

namespace ez {
namespace {

// Returns the backend that a replay uses by default, the first one.
std::string first_backend() {
  for (const Backend& b : all_backends())
    if (b.automatic && (!b.devices || b.devices().count > 0)) return std::string(b.name);
  return "";
}

}  // namespace

void WindowGroup::add_to(CLI::App& app) {
  engine.add_to(app);
  app.add_option("--size", size_, "size of the window in pixels; default: 1280x720, or the recorded size")
      ->check(check::size())
      ->type_name("");
  app.add_option("--frames", command_.frames, "stop after N frames, drawn as fast as possible")
      ->check(check::whole(1, 1000000000))
      ->type_name("N");
  app.add_option("--steps-per-frame", command_.steps_per_frame, "make N steps in every frame")
      ->check(check::whole(1, 1000000))
      ->type_name("N");
  app.add_option("--screenshot", command_.screenshot, "write a picture of the whole window at the last frame")
      ->check(check::suffix({".png"}, ".png"))
      ->type_name("FILE.png");
  app.add_flag("--offscreen", command_.offscreen, "draw the window without a display, using EGL");
  app.add_option("--theme", theme_, "dark or light theme; default: that of the last session")
      ->check(CLI::IsMember({"dark", "light"}))
      ->type_name("");
  app.add_option("--screen", command_.screen, "full screen on the screen whose name begins with this")
      ->type_name("NAME");
  app.add_option("--record", command_.record, "record all input with its time, for --replay")
      ->check(check::suffix({".ezlog"}, ".ezlog"))
      ->type_name("FILE.ezlog");
  app.add_option("--link", link_, "path of the field to the picture: mapped, staged or host")
      ->check(check::one_of({"auto", "mapped", "staged", "host"}))
      ->type_name("");
}

int WindowGroup::show(WindowCommand command) {
  const std::map<std::string, LinkKind> kinds = {{"auto", LinkKind::automatic},
                                                 {"mapped", LinkKind::mapped},
                                                 {"staged", LinkKind::staged},
                                                 {"host", LinkKind::host}};
  command.engine = engine.take();
  command.size = size_.empty() ? PixelSize() : *parse_size(size_);
  command.link = kinds.at(link_);
  command.frames = command_.frames;
  command.steps_per_frame = command_.steps_per_frame;
  command.screenshot = command_.screenshot;
  command.offscreen = command_.offscreen;
  command.screen = command_.screen;
  if (!theme_.empty()) command.dark = theme_ == "dark";
  command.record = command_.record;
  if (!command.replay.empty()) {
    if (size_.empty()) command.size = {0, 0};
    return replay(command);
  }

  auto loaded = load(command.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const double bytes = 4.0 * command.size.width * command.size.height;
  if (const int code = check_outputs({{command.screenshot, bytes}, {command.record, bytes}}); code != exit_done)
    return code;
  end_at_signals("interrupted before the first frame");
  if (!command.record.empty()) {
    command.log = std::make_shared<SessionLog>(SessionLog::recorder(command.record));
    if (command.engine.backend.empty() && command.engine.device < 0) command.engine.backend = first_backend();
  }
  Session session(command, std::get<LoadedScene>(std::move(loaded)));
  catch_signals_of_window();
  while (session.frame()) {
  }
  return interrupted() ? exit_interrupted : exit_done;
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
    if (!out.empty() && !is_film(out))
      return fail(exit_usage, "--out must be a video: FILE.mp4, FILE.gif, FILE.webp or FILE_%05d.png");
    command.welcome = command.scene.scene.empty();
    return window.show(std::move(command));
  }
};

}  // namespace

Action add_window(CLI::App& app) { return action_of<WindowArguments>(app); }

}  // namespace ez
