// ezscope: the window, what the program is without a command.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <utility>

#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/option_groups.h"
#include "app/commands/command.h"
#include "app/commands/commands.h"
#include "app/session/session.h"
#include "app/session_log/film.h"

namespace ez {
namespace {

constexpr double film_rate = 30;  // pictures a second

// Runs a session's log. As a film it needs no window.
int replay(WindowCommand command) {
  if (const int code = check_outputs({{command.screenshot, 0}, {command.out, 0}}); code != exit_done) return code;
  if (!command.out.empty())
    if (const std::string why = why_no_film(command.out); !why.empty()) return fail(exit_failed, why);
  Tape tape = Tape::player(command.replay);
  const SessionStart start = tape.start();
  command.offscreen |= !command.out.empty();
  command.size = command.size.width > 0 ? command.size : start.size;
  command.steps_per_frame = start.steps_per_frame;
  if (command.engine.backend.empty()) command.engine.backend = start.backend;
  if (command.engine.threads == 0) command.engine.threads = start.threads;
  end_at_signals("interrupted before the first picture");
  Session session(command, {start.scene, start.path, start.builtin}, std::nullopt, std::move(tape));
  catch_signals();
  std::optional<SessionFilm> film;
  if (!command.out.empty()) film.emplace(command.out, command.size, film_rate);
  while (session.frame())
    if (film) film->follow(session.time(), [&] { return session.picture(); });
  if (interrupted()) return exit_interrupted;
  if (film) film->finish();
  fmt::print("{}: {} frames, {} steps, {:.1f} s, as recorded\n", command.replay, session.tape().frames(),
             session.state().step, session.time());
  return exit_done;
}

int show(WindowCommand command) {
  if (!command.replay.empty()) return replay(std::move(command));
  if (command.size.width == 0) command.size = PixelSize();
  auto loaded = load(command.scene);
  if (const int* code = std::get_if<int>(&loaded)) return *code;
  const double bytes = 4.0 * command.size.width * command.size.height;
  if (const int code = check_outputs({{command.screenshot, bytes}, {command.record, bytes}}); code != exit_done)
    return code;
  end_at_signals("interrupted before the first picture");
  Session session(command, std::get<LoadedScene>(std::move(loaded)), std::nullopt,
                  command.record.empty() ? Tape() : Tape::recorder(command.record));
  catch_signals();
  while (session.frame()) {
  }
  return interrupted() ? exit_interrupted : exit_done;
}

struct WindowArguments {
  WindowCommand command;
  SceneGroup scene;
  EngineGroup engine;
  std::string size, link = "auto", theme;

  void add_to(CLI::App& app) {
    scene.add_to(app, false);
    engine.add_to(app);
    app.add_option("--size", size, "size of the window in pixels; 1280x720, or as it was recorded")
        ->check(check::size())
        ->type_name("");
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
    app.add_option("--record", command.record, "write all that is done, and when, to be replayed")
        ->check(check::suffix({".ezlog"}, ".ezlog"))
        ->type_name("FILE.ezlog");
    auto* replay = app.add_option("--replay", command.replay, "do again what was recorded, to the same bits")
                       ->check(check::suffix({".ezlog"}, ".ezlog"))
                       ->type_name("FILE.ezlog");
    app.add_option("--out", command.out, "a film of what is replayed, FILE.mp4 or pictures, FILE_%05d.png")
        ->needs(replay)
        ->type_name("FILE");
    app.add_option("--link", link, "how the field gets to the picture: mapped, staged or host")
        ->check(check::one_of({"auto", "mapped", "staged", "host"}))
        ->type_name("");
  }
  int run() {
    command.scene = scene.take();
    command.engine = engine.take();
    command.size = size.empty() ? PixelSize{0, 0} : *parse_size(size);
    if (!command.replay.empty()) refuse_with_replay();
    const std::map<std::string, LinkKind> kinds = {{"auto", LinkKind::automatic},
                                                   {"mapped", LinkKind::mapped},
                                                   {"staged", LinkKind::staged},
                                                   {"host", LinkKind::host}};
    command.link = kinds.at(link);
    if (!theme.empty()) command.dark = theme == "dark";
    return show(command);
  }
  // What a session was made of stands in its log.
  void refuse_with_replay() const {
    const SceneOptions& s = command.scene;
    const bool scene = !s.scene.empty() || !s.overrides.empty() || s.refine != 1 || s.precision || !s.scheme.empty();
    const char* other = scene                         ? "a scene and its options"
                        : !command.record.empty()     ? "--record"
                        : command.steps_per_frame > 0 ? "--steps-per-frame"
                        : !theme.empty()              ? "--theme"
                                                      : nullptr;
    if (other)
      throw CLI::ParseError(fmt::format("--replay has everything from its log; leave {} out", other), exit_usage);
    if (!command.out.empty() && !is_film(command.out))
      throw CLI::ParseError("--out is a film: write FILE.mp4 or FILE_%05d.png", exit_usage);
  }
};

}  // namespace

Action add_window(CLI::App& app) { return action_of<WindowArguments>(app); }

}  // namespace ez
