// The features of the window: what each of them adds to the program.
#include "app/boundary_lab/log.h"
#include "app/film/log.h"
#include "app/first/log.h"
#include "app/kernel_lab/log.h"
#include "app/lesson/log.h"
#include "app/presenter/log.h"
#include "app/session_log/members.h"
#include "app/share/log.h"
#include "app/timeline/log.h"

namespace ez {

const CommandKinds& all_command_kinds() {
  static const CommandKinds all = [] {
    CommandKinds out = model_commands();
    for (const CommandKinds& kinds : {boundary_lab_commands(), film_commands(), first_commands(), kernel_lab_commands(),
                                      lesson_commands(), presenter_commands(), share_commands(), timeline_commands()})
      out.insert(out.end(), kinds.begin(), kinds.end());
    return out;
  }();
  return all;
}

}  // namespace ez
