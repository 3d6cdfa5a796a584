#include "app/platform/japanese_font.h"

#include <unistd.h>

namespace ez {

std::string japanese_font() {
  for (const char* path :
       {"/usr/share/fonts/opentype/ipaexfont-gothic/ipaexg.ttf",
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/truetype/vlgothic/VL-Gothic-Regular.ttf",
        "/usr/share/fonts/truetype/fonts-japanese-gothic.ttf"})
    if (::access(path, R_OK) == 0) return path;
  return "";
}

}  // namespace ez
