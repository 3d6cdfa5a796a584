#include "app/gallery/texture.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cstring>

namespace ez {

Texture::Texture(const Image& image) : data_(std::make_unique<ImTextureData>()) {
  data_->Create(ImTextureFormat_RGBA32, image.width, image.height);
  std::memcpy(data_->GetPixels(), image.rgba.data(), image.rgba.size());
  data_->UseColors = true;
  ImGui::RegisterUserTexture(data_.get());
}

// The backend looks at this list once more when it ends.
Texture::~Texture() {
  ImGui::UnregisterUserTexture(data_.get());
  ImGui::GetPlatformIO().Textures.find_erase(data_.get());
}

}  // namespace ez
