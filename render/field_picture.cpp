#include "render/field_picture.h"

#include <vector>

namespace ez {

void FieldPicture::resize(int width, int height) {
  if (width <= 0 || height <= 0) width = height = 0;
  if (width == width_ && height == height_) return;
  buffer_.reset();
  texture_.reset();
  staging_.clear();
  width_ = width;
  height_ = height;
  ++generation_;
  if (empty()) return;

  buffer_ = GlBuffer::create();
  texture_ = GlTexture::create();
  const std::vector<float> zeros(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer_.id());
  glBufferData(GL_PIXEL_UNPACK_BUFFER, static_cast<GLsizeiptr>(bytes()), zeros.data(), GL_STREAM_DRAW);
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_R32F, width, height, 0, GL_RED, GL_FLOAT, nullptr);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  EZ_GL_CHECK("making the picture buffer");
}

#if defined(__EMSCRIPTEN__)

float* FieldPicture::map() {
  if (empty()) return nullptr;
  staging_.resize(bytes() / sizeof(float));
  return staging_.data();
}

bool FieldPicture::unmap() { return true; }

void FieldPicture::upload() {
  if (empty() || staging_.empty()) return;
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RED, GL_FLOAT, staging_.data());
  EZ_GL_CHECK_FRAME("copying the picture into its texture");
}

#else

float* FieldPicture::map() {
  if (empty()) return nullptr;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer_.id());
  void* at = glMapBufferRange(GL_PIXEL_UNPACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes()),
                              GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  EZ_GL_CHECK("mapping the picture buffer");
  return static_cast<float*>(at);
}

bool FieldPicture::unmap() {
  if (empty()) return true;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer_.id());
  const bool kept = glUnmapBuffer(GL_PIXEL_UNPACK_BUFFER) == GL_TRUE;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  EZ_GL_CHECK("unmapping the picture buffer");
  return kept;
}

void FieldPicture::upload() {
  if (empty()) return;
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer_.id());
  glBindTexture(GL_TEXTURE_2D, texture_.id());
  glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width_, height_, GL_RED, GL_FLOAT, nullptr);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  EZ_GL_CHECK("copying the picture buffer into its texture");
}

#endif

}  // namespace ez
