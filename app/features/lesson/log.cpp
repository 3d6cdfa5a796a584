#include "app/features/lesson/log.h"

namespace ez {

CommandKinds lesson_commands() { return {command_kind<command::Learn>("Learn")}; }

}  // namespace ez
