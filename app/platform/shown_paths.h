// Paths as the user reads them.
#pragma once

#include <string>
#include <utility>

namespace ez {

// Removes the folders of a page's own file system from the paths in `text`: "/opened/6/", where files that the user
// opens are copied to, and "/downloads/" (app/platform/web/page.h). The user knows these files by their names only.
std::string without_page_folders(std::string text);

// Returns without_page_folders() in a page, otherwise `text`.
inline std::string with_shown_paths(std::string text) {
#if defined(__EMSCRIPTEN__)
  return without_page_folders(std::move(text));
#else
  return text;
#endif
}

}  // namespace ez
