#include "app/features/boundary_lab/log.h"

namespace ez {

CommandKinds boundary_lab_commands() {
  return {command_kind<command::StartSearch>("StartSearch"),
          command_kind<command::CancelSearch>("CancelSearch"),
          command_kind<command::HideFault>("HideFault"),
          command_kind<command::Guess>("Guess"),
          command_kind<command::Reveal>("Reveal"),
          command_kind<command::SaveReport>("SaveReport"),
          command_kind<command::ExplainReflection>("ExplainReflection"),
          command_kind<command::CancelExplaining>("CancelExplaining")};
}

}  // namespace ez
