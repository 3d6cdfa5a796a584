#include "app/files.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

#include "solver/memory.h"
#include "solver/scene/scene_file.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

fs::path folder(const char* variable, const char* below_home) {
  const char* value = std::getenv(variable);
  if (value != nullptr && *value == '/') return fs::path(value) / "ezscope";  // relative ones are to be ignored
  const char* home = std::getenv("HOME");
  return home != nullptr && *home == '/' ? fs::path(home) / below_home / "ezscope" : fs::path();
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

void write_quietly(const fs::path& folder, const char* name, const std::string& text) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  try {
    write_file_atomically(folder / name, text);
  } catch (const std::system_error&) {
    // See the head of files.h.
  }
}

constexpr std::string_view prefix = "autosave-", suffix = ".toml", origin_mark = "# autosaved from ";

// The process an autosave belongs to; 0: the file is none.
pid_t owner(const fs::path& file) {
  const std::string name = file.filename().string();
  if (name.size() <= prefix.size() + suffix.size() || !name.starts_with(prefix) || !name.ends_with(suffix)) return 0;
  return static_cast<pid_t>(std::atoi(name.c_str() + prefix.size()));
}
bool is_running(pid_t pid) { return kill(pid, 0) == 0 || errno == EPERM; }

}  // namespace

UserFolders user_folders() { return {folder("XDG_CONFIG_HOME", ".config"), folder("XDG_STATE_HOME", ".local/state")}; }

std::string why_unwritable(const std::string& path, double bytes) {
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  std::error_code error;
  if (!fs::is_directory(folder, error))
    return fmt::format("{}: there is no folder {}; make it first, or write elsewhere", path, folder.string());
  if (fs::is_directory(path, error)) return fmt::format("{} is a folder; give a file's name", path);
  if (access(folder.c_str(), W_OK) != 0)
    return fmt::format("{}: the folder {} is not writable; change its permissions, or write elsewhere", path,
                       folder.string());
  struct statvfs disk {};
  if (statvfs(folder.c_str(), &disk) == 0) {
    const double free = static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
    if (free < bytes)
      return fmt::format("{} needs {} and {} are free there; make room, or write elsewhere", path, human_bytes(bytes),
                         human_bytes(free));
  }
  return "";
}

Settings read_settings(const UserFolders& folders) {
  Settings settings;
  for (const std::string& line : lines_of(folders.config / "settings")) {
    if (line == "theme = light") settings.dark = false;
    if (line == "panel = hidden") settings.panel_shown = false;
    if (line.starts_with("scale = "))
      settings.interface_scale = std::strtod(line.c_str() + std::size("scale = ") - 1, nullptr);
  }
  settings.recent = lines_of(folders.state / "recent");
  return settings;
}

void write_settings(const UserFolders& folders, const Settings& settings) {
  write_quietly(folders.config, "settings",
                fmt::format("theme = {}\npanel = {}\nscale = {}\n", settings.dark ? "dark" : "light",
                            settings.panel_shown ? "shown" : "hidden", settings.interface_scale));
  std::string recent;
  for (const std::string& path : settings.recent) recent += path + "\n";
  write_quietly(folders.state, "recent", recent);
}

Autosave::Autosave(fs::path folder) : folder_(std::move(folder)) {
  if (!folder_.empty()) own_ = folder_ / fmt::format("{}{}{}", prefix, getpid(), suffix);
}

std::string Autosave::keep(const std::string& scene, const std::string& origin) {
  if (own_.empty()) return "";
  try {
    fs::create_directories(folder_);
    write_file_atomically(own_, fmt::format("{}{}\n{}", origin_mark, origin, scene));
    return "";
  } catch (const std::system_error& e) {
    return fmt::format("The scene cannot be autosaved in {}: {}; save it yourself", folder_.string(),
                       e.code().message());
  }
}

void Autosave::drop() {
  std::error_code error;
  if (!own_.empty()) fs::remove(own_, error);
}

void Autosave::take_over(const Left& left) {
  std::error_code error;
  fs::rename(left.file, own_, error);
}

void Autosave::discard(const Left& left) {
  std::error_code error;
  fs::remove(left.file, error);
}

std::optional<Autosave::Left> Autosave::left_behind() const {
  std::optional<Left> newest;
  fs::file_time_type when;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    const pid_t pid = owner(entry.path());
    if (pid <= 0 || entry.path() == own_ || is_running(pid)) continue;
    const fs::file_time_type time = entry.last_write_time(error);
    if (newest && time <= when) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const std::string all = text.str();
    const std::size_t end = all.find('\n');
    if (!all.starts_with(origin_mark) || end == std::string::npos) continue;
    newest = Left{entry.path(), all.substr(end + 1), all.substr(origin_mark.size(), end - origin_mark.size())};
    when = time;
  }
  return newest;
}

}  // namespace ez
