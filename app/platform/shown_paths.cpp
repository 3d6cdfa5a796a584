#include "app/platform/shown_paths.h"

#include <cstddef>
#include <string_view>

namespace ez {
namespace {

// Returns the length of the folder at the start of `text`; 0 if it starts with none.
std::size_t folder_length(std::string_view text) {
  constexpr std::string_view downloads = "/downloads/", opened = "/opened/", digits = "0123456789";
  if (text.starts_with(downloads)) return downloads.size();
  if (!text.starts_with(opened)) return 0;
  const std::size_t end = text.find_first_not_of(digits, opened.size());
  return end != std::string_view::npos && end > opened.size() && text[end] == '/' ? end + 1 : 0;
}

}  // namespace

std::string without_page_folders(std::string text) {
  for (std::size_t at = 0; (at = text.find('/', at)) != std::string::npos;)
    if (const std::size_t length = folder_length(std::string_view(text).substr(at)); length > 0)
      text.erase(at, length);
    else
      ++at;
  return text;
}

}  // namespace ez
