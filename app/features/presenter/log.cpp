#include "app/features/presenter/log.h"

namespace ez {

CommandKinds presenter_commands() { return {command_kind<command::NextScene>("NextScene")}; }

}  // namespace ez
