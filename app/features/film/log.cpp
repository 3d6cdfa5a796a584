#include "app/features/film/log.h"

namespace ez {

CommandKinds film_commands() { return {command_kind<command::Film>("Film")}; }

}  // namespace ez
