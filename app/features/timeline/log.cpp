#include "app/features/timeline/log.h"

namespace ez {

CommandKinds timeline_commands() {
  return {command_kind<command::SetTimeline>("SetTimeline"), command_kind<command::CompareWithThen>("CompareWithThen")};
}

}  // namespace ez
