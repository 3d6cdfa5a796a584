// The system's file dialogs, without stopping the field: asked for in one frame, answered in a later one.
#pragma once

#include <memory>
#include <string>

#include "app/model/command.h"
#include "app/model/state.h"

namespace ez {

class Dialogs {
 public:
  Dialogs();
  ~Dialogs();
  Dialogs(const Dialogs&) = delete;
  Dialogs& operator=(const Dialogs&) = delete;

  // False when the system has no dialog program (zenity, kdialog, …) or no display; true when one is open now.
  bool ask(FilePrompt::Purpose purpose, const std::string& suggestion);
  // What was chosen since the last call.
  Commands take();

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

// The command that carries `path` for a purpose.
Command command_for(FilePrompt::Purpose purpose, const std::string& path);

}  // namespace ez
