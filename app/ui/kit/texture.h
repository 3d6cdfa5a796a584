// A picture that ImGui can draw. It must not outlive ImGui's context.
#pragma once

#include <memory>

#include "render/image.h"

struct ImTextureData;

namespace ez {

class Texture {
 public:
  explicit Texture(const Image& image);
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  // Replaces the picture by another one of the same size.
  void show(const Image& image);
  ImTextureData& data() { return *data_; }

 private:
  std::unique_ptr<ImTextureData> data_;
};

}  // namespace ez
