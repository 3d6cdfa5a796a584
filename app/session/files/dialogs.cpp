#include "app/session/files/dialogs.h"

#include "app/platform/file_dialog.h"

namespace ez {

struct Dialogs::Open {
  Open(FilePrompt::Purpose purpose, FileDialog::Kind kind, const char* title, const std::string& suggestion,
       const std::vector<std::string>& filters)
      : purpose(purpose), dialog(kind, title, suggestion, filters) {}
  FilePrompt::Purpose purpose;
  FileDialog dialog;
};

Dialogs::Dialogs() = default;
Dialogs::~Dialogs() = default;

bool Dialogs::ask(FilePrompt::Purpose purpose, const std::string& suggestion) {
  if (!FileDialog::is_available()) return false;
  if (open_) return true;
  using Purpose = FilePrompt::Purpose;
  using Kind = FileDialog::Kind;
  const std::vector<std::string> scenes = {"Scenes", "*.toml", "All files", "*"};
  const auto show = [&](Kind kind, const char* title, const std::vector<std::string>& filters) {
    open_ = std::make_unique<Open>(purpose, kind, title, suggestion, filters);
  };
  switch (purpose) {
    case Purpose::open:
      show(Kind::open, "Open a scene", scenes);
      break;
    case Purpose::save_scene:
      show(Kind::save, "Save the scene", scenes);
      break;
    case Purpose::picture:
      show(Kind::open, "Choose an image", {"Pictures", "*.png", "All files", "*"});
      break;
    case Purpose::probes:
      show(Kind::save, "Save the probes", {"Tables", "*.csv"});
      break;
    case Purpose::monitors:
      show(Kind::save, "Save the monitors", {"Tables", "*.csv", "JSON", "*.json"});
      break;
    case Purpose::cut:
      show(Kind::save, "Save the line cut", {"Tables", "*.csv"});
      break;
    case Purpose::field:
      show(Kind::save, "Save the field", {"Arrays", "*.npy"});
      break;
    case Purpose::screenshot:
      show(Kind::save, "Save the window", {"Pictures", "*.png"});
      break;
  }
  return true;
}

Commands Dialogs::take() {
  if (!open_ || !open_->dialog.ready()) return {};
  const std::string path = open_->dialog.path();
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
