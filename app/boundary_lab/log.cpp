#include "app/boundary_lab/log.h"

namespace ez {

CommandKinds boundary_lab_commands() {
  return {command_kind<command::SetLab>("SetLab"),
          command_kind<command::SelectPane>("SelectPane"),
          command_kind<command::AddPane>("AddPane"),
          command_kind<command::RemovePane>("RemovePane"),
          command_kind<command::Measure>("Measure"),
          command_kind<command::StartSearch>("StartSearch"),
          command_kind<command::CancelSearch>("CancelSearch"),
          command_kind<command::HideFault>("HideFault"),
          command_kind<command::Guess>("Guess"),
          command_kind<command::Reveal>("Reveal"),
          command_kind<command::Mend>("Mend"),
          command_kind<command::SaveReport>("SaveReport")};
}

}  // namespace ez
