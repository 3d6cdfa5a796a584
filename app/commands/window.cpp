// ezscope: the window, what the program is without a command.
#include <CLI/CLI.hpp>
#include <map>

#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/commands/window_group.h"
#include "app/session/session.h"

namespace ez {

void WindowGroup::add_to(CLI::App& app) {
  engine.add_to(app);
  app.add_option("--size", size_, "size of the window in pixels")->check(check::size())->type_name("");
  app.add_option("--frames", command_.frames, "stop after N frames, drawn as fast as they come")
      ->check(check::whole(1, 1000000000))
      ->type_name("N");
  app.add_option("--steps-per-frame", command_.steps_per_frame, "the same number of steps in every frame")
      ->check(check::whole(1, 1000000))
      ->type_name("N");
  app.add_option("--screenshot", command_.screenshot, "write the whole window at the last frame")
      ->check(check::suffix({".png"}, ".png"))
      ->type_name("FILE.png");
  app.add_flag("--offscreen", command_.offscreen, "the same window without a display, over EGL");
  app.add_option("--theme", theme_, "dark or light, in place of the one that was kept")
      ->check(CLI::IsMember({"dark", "light"}))
      ->type_name("");
  app.add_option("--link", link_, "how the field gets to the picture: mapped, staged or host")
      ->check(check::one_of({"auto", "mapped", "staged", "host"}))
      ->type_name("");
}

int WindowGroup::show(WindowCommand command) {
  const std::map<std::string, LinkKind> kinds = {{"auto", LinkKind::automatic},
                                                 {"mapped", LinkKind::mapped},
                                                 {"staged", LinkKind::staged},
                                                 {"host", LinkKind::host}};
  command.engine = engine.take();
  command.size = *parse_size(size_);
  command.link = kinds.at(link_);
  command.frames = command_.frames;
  command.steps_per_frame = command_.steps_per_frame;
  command.screenshot = command_.screenshot;
  command.offscreen = command_.offscreen;
  if (!theme_.empty()) command.dark = theme_ == "dark";

  auto loaded = load(command.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const double bytes = 4.0 * command.size.width * command.size.height;
  if (const int code = check_outputs({{command.screenshot, bytes}}); code != exit_done) return code;
  end_at_signals("interrupted before the first picture");
  Session session(command, std::get<LoadedScene>(std::move(loaded)));
  catch_signals();
  while (session.frame()) {
  }
  return interrupted() ? exit_interrupted : exit_done;
}

namespace {

struct WindowArguments {
  SceneGroup scene;
  WindowGroup window;
  void add_to(CLI::App& app) {
    scene.add_to(app, false);
    window.add_to(app);
  }
  int run() {
    WindowCommand command;
    command.scene = scene.take();
    command.welcome = command.scene.scene.empty();
    return window.show(std::move(command));
  }
};

}  // namespace

Action add_window(CLI::App& app) { return action_of<WindowArguments>(app); }

}  // namespace ez
