#include "app/commands/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/commands/commands.h"
#include "app/commands/progress.h"
#include "app/commands/session_film.h"
#include "app/model/log/session_log.h"
#include "app/platform/exit_code.h"
#include "app/platform/interrupt.h"
#include "app/platform/window.h"
#include "app/session/session.h"
#include "solver/base/counted.h"
#include "solver/base/utf8.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

bool is_backend(const std::string& name) {
  return name.empty() || std::ranges::any_of(all_backends(), [&](const Backend& b) { return b.name == name; });
}

std::string lost_file(const std::string& path) {
  return path.empty() ? "" : fmt::format("; {} was not written", printable(path));
}

}  // namespace

int replay(WindowCommand command) {
  constexpr double film_rate = 30;  // frames per second
  if (!command.record.empty())
    return fail(exit_usage, "--record and --replay cannot be combined; leave one of them out");
  if (command.steps_per_frame > 0 || command.dark)
    return fail(exit_usage, "--replay takes steps and theme from its log; leave --steps-per-frame and --theme out");
  if (const int code = check_outputs({{"--screenshot", command.screenshot}, {"--out", command.out}},
                                     {{InputFile::Role::session_log, command.replay}});
      code != exit_done)
    return code;
  if (!command.out.empty())
    if (const std::string why = why_film_is_impossible(command.out); !why.empty()) return fail(exit_failed, why);
  command.log = std::make_shared<SessionLog>(SessionLog::player(command.replay));
  const SessionLog& log = *command.log;
  const SessionStart start = log.start();
  command.offscreen |= !command.out.empty();
  if (command.size.width == 0) command.size = start.size;
  command.steps_per_frame = start.steps_per_frame;
  command.lesson = start.lesson;
  command.card = start.card;
  command.welcome = start.welcome;
  if (command.engine.backend.empty()) {
    command.engine.backend = start.backend;
    if (!is_backend(start.backend))
      return fail(exit_failed, fmt::format("{}:1: this program has no backend {}; choose another one with --backend",
                                           command.replay, names::quoted(start.backend)));
  }
  if (command.engine.threads == 0) command.engine.threads = start.threads;
  std::optional<SessionFilm> film;
  if (!command.out.empty()) film.emplace(command.out, command.size, film_rate);
  if (film) command.drawn = [&](const Window& window) { film->follow(log.now(), [&] { return window.read(); }); };
  end_at_signals("interrupted before the first frame");
  Session session(command, {start.scene, start.path, start.builtin});
  if (command.offscreen)
    catch_signals("interrupted during a frame; nothing was written");
  else
    catch_signals_of_window();
  std::optional<Progress> progress;
  if (command.offscreen) progress.emplace("replay", static_cast<std::uint64_t>(log.all_frames()), "frames");
  while (session.frame())
    if (progress) progress->update(static_cast<std::uint64_t>(log.frames()));
  progress.reset();
  if (interrupted()) {
    fmt::print(stderr, "interrupted at frame {} of {}{}{}\n", log.frames(), log.all_frames(),
               lost_file(command.screenshot), lost_file(command.out));
    return exit_interrupted;
  }
  if (session.state().quit) log.expect_end();
  if (film) film->finish();
  fmt::print("{}: {}, {}, {:.1f} s, as recorded\n", command.replay, counted(log.frames(), "frame"),
             counted(session.state().step, "step"), log.now());
  return exit_done;
}

}  // namespace ez
