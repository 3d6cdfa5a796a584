#include "app/options/window_group.h"

#include <CLI/CLI.hpp>
#include <map>

#include "app/options/option_checks.h"
#include "app/platform/exit_code.h"

namespace ez {

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
  app.add_flag("--offscreen", command_.offscreen,
               "draw the window without a display, using EGL; needs --frames or --replay");
  app.add_option("--theme", theme_, "dark or light theme; default: that of the last session")
      ->check(check::one_of({"dark", "light"}))
      ->type_name("");
  app.add_option("--language", command_.language,
                 "language of the interface: en, de, ja or ru; default: that of the last session")
      ->check(check::one_of({"en", "de", "ja", "ru"}))
      ->type_name("");
  app.add_option("--screen", command_.screen, "full screen on the screen whose name begins with this")
      ->type_name("NAME");
  app.add_option("--web", command_.web,
                 "address of a page of ezscope, which links to scenes then use; default: that of the last session")
      ->check(check::page())
      ->type_name("URL");
  app.add_flag("--embed", command_.embed,
               "show only the picture, paused, with a button to run it: for a page inside another page");
  app.add_option("--record", command_.record, "record all input with its time, for --replay")
      ->check(check::suffix({".ezlog"}, ".ezlog"))
      ->type_name("FILE.ezlog");
  app.add_option("--link", link_, "path of the field to the picture: mapped, staged or host")
      ->check(check::one_of({"auto", "mapped", "staged", "host"}))
      ->type_name("");
}

WindowCommand WindowGroup::take(WindowCommand command) const {
  const std::map<std::string, LinkKind> kinds = {{"auto", LinkKind::automatic},
                                                 {"mapped", LinkKind::mapped},
                                                 {"staged", LinkKind::staged},
                                                 {"host", LinkKind::host}};
  if (command_.offscreen && command_.frames == 0 && command.replay.empty())
    throw CLI::ParseError(
        "--offscreen needs --frames, because nobody can close a window without a display; add, for example, --frames "
        "60",
        exit_usage);
  if (command_.offscreen && !command_.screen.empty())
    throw CLI::ParseError("--screen needs a display, which --offscreen does not use; leave one of them out",
                          exit_usage);
  command.engine = engine.take();
  command.size = size_.empty() ? PixelSize() : *parse_size(size_);
  command.link = kinds.at(link_);
  command.frames = command_.frames;
  command.steps_per_frame = command_.steps_per_frame;
  command.screenshot = command_.screenshot;
  command.offscreen = command_.offscreen;
  command.screen = command_.screen;
  command.embed = command_.embed;
  command.web = command_.web;
  command.language = command_.language;
  if (!theme_.empty()) command.dark = theme_ == "dark";
  command.record = command_.record;
  if (!command.replay.empty() && size_.empty()) command.size = {0, 0};
  return command;
}

}  // namespace ez
