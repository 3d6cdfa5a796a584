// Values that the gallery remembers from frame to frame.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/features/gallery/kept_checks.h"
#include "app/model/chapters.h"
#include "app/picture/thumbnails.h"
#include "app/ui/kit/texture.h"

namespace ez {

struct GalleryPicture {
  Thumbnail thumbnail;
  std::unique_ptr<Texture> dark, light;  // made when they are first shown
};

struct GalleryMemory {
  std::vector<Chapter> chapters;     // empty until the gallery is opened
  std::array<char, 64> filter = {};  // text in the search field
  std::unique_ptr<Thumbnails> maker;
  std::optional<SavedCheckResults> checks;                      // results of the scenes' checks
  std::map<std::string, GalleryPicture, std::less<>> pictures;  // by name of the scene
};

}  // namespace ez
