#include "app/features/study/log.h"

namespace ez {

CommandKinds study_commands() {
  return {command_kind<command::CheckConvergence>("CheckConvergence"),
          command_kind<command::CancelConvergence>("CancelConvergence"),
          command_kind<command::SetUpSweep>("SetUpSweep"),
          command_kind<command::RunKeySweep>("RunKeySweep"),
          command_kind<command::StopKeySweep>("StopKeySweep"),
          command_kind<command::OpenSweepPoint>("OpenSweepPoint"),
          command_kind<command::KeepSweep>("KeepSweep"),
          command_kind<command::SaveSweep>("SaveSweep")};
}

}  // namespace ez
