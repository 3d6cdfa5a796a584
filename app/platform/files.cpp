#include "app/platform/files.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "solver/base/own_folder.h"
#include "solver/base/read_file.h"
#include "solver/base/text_with.h"
#include "solver/base/utf8.h"
#include "solver/base/write_file.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> lines_of(const fs::path& path) {
  std::vector<std::string> lines;
  std::istringstream file(text_of_file(path));
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// Returns the error, or an empty text.
std::string keep(const fs::path& folder, const std::string& name, const std::string& text) {
  if (folder.empty()) return "";
  try {
    fs::create_directories(folder);
    write_file_atomically(folder / name, text);
    return "";
  } catch (const std::system_error& e) {
    return fmt::format("{}: {}", (folder / name).string(), e.code().message());
  }
}

// Returns the name of a lesson's file of answers. Files of the same name in two folders are two lessons.
std::string answers_file(const std::string& lesson) {
  const bool builtin = lesson.find('/') == std::string::npos;
  const std::string whole = fs::path(lesson).stem().string();
  const std::string_view stem = beginning(whole, most_stem_bytes);
  return builtin ? lesson + ".answers" : fmt::format("{}-{:016x}.answers", stem, content_mark(lesson));
}

}  // namespace

UserFolders user_folders() {
  return {own_folder("XDG_CONFIG_HOME", ".config"), own_folder("XDG_STATE_HOME", ".local/state"), cache_folder()};
}

fs::path refuge_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  std::error_code error;
  const fs::path refuge = runtime != nullptr && *runtime == '/'
                              ? fs::path(runtime) / "ezscope"
                              : fs::temp_directory_path(error) / fmt::format("ezscope-{}", geteuid());
  ::mkdir(refuge.c_str(), 0700);
  struct stat s = {};
  const bool is_own = ::lstat(refuge.c_str(), &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() &&
                      (s.st_mode & (S_IWGRP | S_IWOTH)) == 0;
  return is_own ? refuge : fs::path();
}

Settings read_settings(const UserFolders& folders) {
  Settings settings;
  for (const std::string& line : lines_of(folders.config / "settings")) {
    if (line == "theme = light") settings.dark = false;
    if (line == "panel = hidden") settings.panel_shown = false;
    if (line == "start page = seen") settings.welcomed = true;
    if (line == "tour = ended") settings.toured = true;
    if (line.starts_with("language = ")) settings.language = line.substr(std::size("language = ") - 1);
    if (line.starts_with("web = ")) settings.web = line.substr(std::size("web = ") - 1);
    if (line.starts_with("colors = ")) settings.color_vision = line.substr(std::size("colors = ") - 1);
    if (line.starts_with("scale = "))
      settings.interface_scale = std::strtod(line.c_str() + std::size("scale = ") - 1, nullptr);
    if (line.starts_with("moments = "))
      settings.moments = 1e6 * std::strtod(line.c_str() + std::size("moments = ") - 1, nullptr);
  }
  settings.recent = lines_of(folders.state / "recent");
  std::erase_if(settings.recent, [](const std::string& path) { return !path.starts_with('/'); });
  return settings;
}

std::string write_settings(const UserFolders& folders, const Settings& settings) {
  const std::string why = keep(
      folders.config, "settings",
      fmt::format("theme = {}\npanel = {}\nscale = {}\ncolors = {}\nlanguage = {}\nstart page = {}\ntour = {}\nmoments "
                  "= {} MB\nweb = {}\n",
                  settings.dark ? "dark" : "light", settings.panel_shown ? "shown" : "hidden", settings.interface_scale,
                  settings.color_vision, settings.language, settings.welcomed ? "seen" : "new",
                  settings.toured ? "ended" : "new", settings.moments / 1e6, settings.web));
  std::string recent;
  for (const std::string& path : settings.recent)
    if (path.find('\n') == std::string::npos) recent += path + "\n";
  const std::string why_no_recent = keep(folders.state, "recent", recent);
  return why.empty() ? why_no_recent : why;
}

std::string read_answers(const UserFolders& folders, const std::string& lesson) {
  if (folders.state.empty()) return "";
  return text_of_file(folders.state / "lessons" / answers_file(lesson));
}

std::string keep_answers(const UserFolders& folders, const std::string& lesson, const std::string& text) {
  return folders.state.empty() ? "" : keep(folders.state / "lessons", answers_file(lesson), text);
}

std::string text_of_file(const std::string& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) ? read_file(path, most_text_bytes).bytes : std::string();
}

Text write_or_why(const std::string& path, const std::function<std::string()>& bytes) {
  try {
    write_file_atomically(path, bytes());
    return {};
  } catch (const std::system_error& e) {
    return text_with("Cannot write {}: {}; choose another folder, or free space on the disk", path, words_of(e));
  } catch (const std::exception& e) {
    return text_with("Cannot write {}: {}", path, text_of_error(e));
  }
}

std::string fresh_file(const std::string& stem, const std::string& suffix) {
  constexpr double least_room = 1 << 20;  // bytes
  std::vector<fs::path> folders = {""};
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') folders.emplace_back(home);
  std::error_code error;
  if (const fs::path temporary = fs::temp_directory_path(error); !error) folders.push_back(temporary);
  std::string first;
  const fs::path whole = stem;
  const std::string short_stem = (whole.parent_path() / beginning(whole.filename().native(), most_stem_bytes)).string();
  for (const fs::path& folder : folders) {
    std::string name;
    for (int k = 1;
         name = (folder / fmt::format("{}-{:03}{}", short_stem, k, suffix)).string(), fs::exists(name, error);)
      ++k;
    if (why_unwritable(name, least_room).empty()) return name;
    if (first.empty()) first = name;
  }
  return first;
}

std::string full_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error || path.empty()) return path;
  const bool climbs = std::find(absolute.begin(), absolute.end(), "..") != absolute.end();  // perhaps across a link
  const fs::path full = climbs ? fs::weakly_canonical(absolute, error) : absolute.lexically_normal();
  return (error ? absolute : full).string();
}

// FNV-1a, 64 bits.
std::uint64_t content_mark(std::string_view text) {
  std::uint64_t mark = 0xcbf29ce484222325;
  for (const char c : text) mark = (mark ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return mark;
}

}  // namespace ez
