#include "app/platform/file_dialog.h"

#include <filesystem>

#include "app/platform/web/page.h"

namespace ez {

struct FileDialog::Shown {
  Kind kind;
  std::string path;
  bool ready = false;
};

bool FileDialog::is_available() { return true; }

// A chosen file is copied into the page's file system. A file to save goes to the folder whose files the page
// downloads.
FileDialog::FileDialog(Kind kind, const std::string&, const std::string& suggestion,
                       const std::vector<std::string>& filters)
    : shown_(std::make_unique<Shown>(Shown{kind, {}, false})) {
  if (kind == Kind::save) {
    shown_->path = page::downloads + ("/" + std::filesystem::path(suggestion).filename().string());
    shown_->ready = true;
    return;
  }
  std::string types;
  for (std::size_t k = 1; k < filters.size(); k += 2)
    if (filters[k].starts_with("*.")) types += (types.empty() ? "" : ",") + filters[k].substr(1);
  page::choose_file(types);
}
FileDialog::~FileDialog() = default;

bool FileDialog::ready() const {
  if (!shown_->ready) shown_->ready = page::take_chosen(shown_->path);
  return shown_->ready;
}

std::string FileDialog::path() const { return shown_->path; }

}  // namespace ez
