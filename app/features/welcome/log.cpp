#include "app/features/welcome/log.h"

namespace ez {

CommandKinds welcome_commands() { return {command_kind<command::SetWelcome>("SetWelcome")}; }

}  // namespace ez
