#include "app/platform/japanese_font.h"

#include <unistd.h>

#include "app/platform/web/page.h"

namespace ez {

std::string japanese_font() {
  const char* const path = "/fonts/japanese.ttf";
  if (::access(path, R_OK) == 0) return path;
  page::fetch("japanese.ttf", path);
  return "";
}

}  // namespace ez
