#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/commands/commands.h"
#include "app/session/session.h"

namespace ez {

int run(const WindowCommand& command) {
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

}  // namespace ez
