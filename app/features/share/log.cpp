#include "app/features/share/log.h"

namespace ez {

CommandKinds share_commands() {
  return {command_kind<command::CopyScene>("CopyScene"), command_kind<command::OpenText>("OpenText"),
          command_kind<command::SavePage>("SavePage")};
}

}  // namespace ez
