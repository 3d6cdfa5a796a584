// A picture that ImGui can draw. Lives and dies within ImGui's context.
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
  // Another picture of the same size.
  void show(const Image& image);
  ImTextureData& data() { return *data_; }

 private:
  std::unique_ptr<ImTextureData> data_;
};

}  // namespace ez
