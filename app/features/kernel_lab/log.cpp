#include "app/features/kernel_lab/log.h"

namespace ez {

CommandKinds kernel_lab_commands() {
  return {command_kind<command::SetScheme>("SetScheme"),   command_kind<command::NearestScene>("NearestScene"),
          command_kind<command::StartSweep>("StartSweep"), command_kind<command::CancelSweep>("CancelSweep"),
          command_kind<command::AdoptBlock>("AdoptBlock"), command_kind<command::ExportSweep>("ExportSweep")};
}

}  // namespace ez
