#include "app/presenter/log.h"

namespace ez {

CommandKinds presenter_commands() {
  return {command_kind<command::Present>("Present"), command_kind<command::NextScene>("NextScene"),
          command_kind<command::BackToEdited>("BackToEdited")};
}

}  // namespace ez
