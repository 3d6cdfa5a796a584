#include "app/timeline/log.h"

namespace ez {

CommandKinds timeline_commands() {
  return {command_kind<command::GoTo>("GoTo"), command_kind<command::PlayBackwards>("PlayBackwards"),
          command_kind<command::SetTimeline>("SetTimeline"), command_kind<command::CompareWithThen>("CompareWithThen")};
}

}  // namespace ez
