#include "app/session/files/dialogs.h"

#include <cstdlib>
#include <optional>

#include "portable_file_dialogs/portable_file_dialogs.h"

namespace ez {

struct Dialogs::Open {
  FilePrompt::Purpose purpose;
  std::optional<pfd::open_file> open;
  std::optional<pfd::save_file> save;

  bool ready() const { return open ? open->ready(0) : save->ready(0); }
  std::string path() {
    if (save) return save->result();
    const auto paths = open->result();
    return paths.empty() ? "" : paths.front();
  }
  // Without this the program would wait at its end for a dialog that is still open.
  void kill() const { open ? open->kill() : save->kill(); }
};

Dialogs::Dialogs() = default;
Dialogs::~Dialogs() {
  if (open_) open_->kill();
}

bool Dialogs::ask(FilePrompt::Purpose purpose, const std::string& suggestion) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  if (!pfd::settings::available()) return false;
  if (open_) return true;
  using Purpose = FilePrompt::Purpose;
  open_ = std::make_unique<Open>(Open{purpose, {}, {}});
  const std::vector<std::string> scenes = {"Scenes", "*.toml", "All files", "*"};
  // The program itself asks before it overwrites a file.
  const auto save = [&](const char* title, const std::vector<std::string>& filters) {
    open_->save.emplace(title, suggestion, filters, pfd::opt::force_overwrite);
  };
  switch (purpose) {
    case Purpose::open:
      open_->open.emplace("Open a scene", suggestion, scenes);
      break;
    case Purpose::save_scene:
      save("Save the scene", scenes);
      break;
    case Purpose::picture:
      open_->open.emplace("Choose an image", suggestion,
                          std::vector<std::string>{"Pictures", "*.png", "All files", "*"});
      break;
    case Purpose::probes:
      save("Save the probes", {"Tables", "*.csv"});
      break;
    case Purpose::monitors:
      save("Save the monitors", {"Tables", "*.csv", "JSON", "*.json"});
      break;
    case Purpose::cut:
      save("Save the line cut", {"Tables", "*.csv"});
      break;
    case Purpose::field:
      save("Save the field", {"Arrays", "*.npy"});
      break;
    case Purpose::screenshot:
      save("Save the window", {"Pictures", "*.png"});
      break;
  }
  return true;
}

Commands Dialogs::take() {
  if (!open_ || !open_->ready()) return {};
  const std::string path = open_->path();
  const FilePrompt::Purpose purpose = open_->purpose;
  open_.reset();
  if (path.empty()) return {command::CancelPrompt{}};
  return {command_for(purpose, path)};
}

Command command_for(FilePrompt::Purpose purpose, const std::string& path) {
  switch (purpose) {
    case FilePrompt::Purpose::open:
      return command::Open{path};
    case FilePrompt::Purpose::save_scene:
      return command::SaveAs{path};
    case FilePrompt::Purpose::picture:
      return command::LayImage{path};
    case FilePrompt::Purpose::probes:
      return command::ExportProbes{path};
    case FilePrompt::Purpose::monitors:
      return command::ExportMonitors{path};
    case FilePrompt::Purpose::cut:
      return command::ExportCut{path};
    case FilePrompt::Purpose::field:
      return command::ExportField{path};
    case FilePrompt::Purpose::screenshot:
      break;
  }
  return command::Screenshot{path};
}

}  // namespace ez
