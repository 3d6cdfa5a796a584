#include "app/commands/replay.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/commands/commands.h"
#include "app/session/session.h"
#include "app/session_log/film.h"

namespace ez {

int replay(WindowCommand command) {
  constexpr double film_rate = 30;  // pictures a second
  if (!command.record.empty()) return fail(exit_usage, "--record does not go with --replay; leave one of the two out");
  if (command.steps_per_frame > 0 || command.dark)
    return fail(exit_usage, "--replay has steps and theme from its log; leave --steps-per-frame and --theme out");
  if (const int code = check_outputs({{command.screenshot, 65536}}); code != exit_done) return code;
  if (!command.out.empty())
    if (const std::string why = why_no_film(command.out); !why.empty()) return fail(exit_failed, why);
  Tape tape = Tape::player(command.replay);
  const SessionStart start = tape.start();
  command.offscreen |= !command.out.empty();
  if (command.size.width == 0) command.size = start.size;
  command.steps_per_frame = start.steps_per_frame;
  command.lesson = start.lesson;
  command.card = start.card;
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

}  // namespace ez
