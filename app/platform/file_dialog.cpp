#include "app/platform/file_dialog.h"

#include <cstdlib>
#include <optional>

#include "portable_file_dialogs/portable_file_dialogs.h"

namespace ez {

struct FileDialog::Shown {
  std::optional<pfd::open_file> open;
  std::optional<pfd::save_file> save;
};

bool FileDialog::is_available() {
  const bool has_display = std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  return has_display && pfd::settings::available();
}

FileDialog::FileDialog(Kind kind, const std::string& title, const std::string& suggestion,
                       const std::vector<std::string>& filters)
    : shown_(std::make_unique<Shown>()) {
  if (kind == Kind::open)
    shown_->open.emplace(title, suggestion, filters);
  else
    shown_->save.emplace(title, suggestion, filters, pfd::opt::force_overwrite);
}

// Without kill() the program would wait at its end for a dialog that is still open.
FileDialog::~FileDialog() { shown_->open ? shown_->open->kill() : shown_->save->kill(); }

bool FileDialog::ready() const { return shown_->open ? shown_->open->ready(0) : shown_->save->ready(0); }

std::string FileDialog::path() const {
  if (shown_->save) return shown_->save->result();
  const auto paths = shown_->open->result();
  return paths.empty() ? "" : paths.front();
}

}  // namespace ez
