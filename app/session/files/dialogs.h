// File dialogs of the system that do not stop the field. They are requested in one frame and answered in a later one.
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

  // Opens a dialog. Returns true if one is open now, false if the system has no display or no dialog program (zenity,
  // kdialog, …).
  bool ask(FilePrompt::Purpose purpose, const std::string& suggestion);
  // Returns the commands for the files chosen since the last call.
  Commands take();

 private:
  struct Open;
  std::unique_ptr<Open> open_;
};

// Returns the command that uses `path` for a purpose.
Command command_for(FilePrompt::Purpose purpose, const std::string& path);

}  // namespace ez
