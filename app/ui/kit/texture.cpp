#include "app/ui/kit/texture.h"

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

void Texture::show(const Image& image) {
  std::memcpy(data_->GetPixels(), image.rgba.data(), image.rgba.size());
  if (data_->Status == ImTextureStatus_WantCreate) return;
  data_->UpdateRect = {0, 0, static_cast<unsigned short>(image.width), static_cast<unsigned short>(image.height)};
  data_->Updates.resize(0);
  data_->Updates.push_back(data_->UpdateRect);
  data_->SetStatus(ImTextureStatus_WantUpdates);
}

// Removes the texture from this list too, because the backend reads it at its end.
Texture::~Texture() {
  ImGui::UnregisterUserTexture(data_.get());
  ImGui::GetPlatformIO().Textures.find_erase(data_.get());
}

}  // namespace ez
