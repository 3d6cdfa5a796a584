#include "app/features/design/log.h"

namespace ez {

CommandKinds design_commands() {
  return {command_kind<command::AddDesign>("AddDesign"),           command_kind<command::RunDesign>("RunDesign"),
          command_kind<command::StepDesign>("StepDesign"),         command_kind<command::ResetDesign>("ResetDesign"),
          command_kind<command::PaintStructure>("PaintStructure"), command_kind<command::ShowGains>("ShowGains"),
          command_kind<command::FinishDesign>("FinishDesign"),     command_kind<command::CancelFinish>("CancelFinish"),
          command_kind<command::ShowStructure>("ShowStructure"),   command_kind<command::StopDesign>("StopDesign"),
          command_kind<command::TakeDesign>("TakeDesign")};
}

}  // namespace ez
