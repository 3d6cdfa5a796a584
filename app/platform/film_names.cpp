#include "app/platform/film.h"
#include "app/platform/sequence.h"

namespace ez {

bool is_film(const std::string& path) {
  return path.ends_with(".mp4") || path.ends_with(".gif") || path.ends_with(".webp") || numbered(path, 0);
}

}  // namespace ez
