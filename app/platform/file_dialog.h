// A file dialog of the system, or of the browser.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ez {

class FileDialog {
 public:
  enum class Kind { open, save };
  // Returns false if the system has no display or no dialog program (zenity, kdialog, …).
  static bool is_available();

  // Shows the dialog, and does not wait for it. `filters` are pairs of a name and a pattern: {"Scenes", "*.toml"}. A
  // dialog that saves does not ask before it overwrites a file, because the program itself does.
  FileDialog(Kind kind, const std::string& title, const std::string& suggestion,
             const std::vector<std::string>& filters);
  ~FileDialog();  // closes it
  FileDialog(const FileDialog&) = delete;
  FileDialog& operator=(const FileDialog&) = delete;

  bool ready() const;
  std::string path() const;  // once ready(); empty: none was chosen

 private:
  struct Shown;
  std::unique_ptr<Shown> shown_;
};

}  // namespace ez
