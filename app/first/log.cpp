#include "app/first/log.h"

namespace ez {

CommandKinds first_commands() { return {command_kind<command::SetWelcome>("SetWelcome")}; }

}  // namespace ez
