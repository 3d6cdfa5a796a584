// The numbers on their way to the screen: a pixel buffer of the viewport's size and the texture it is copied into.
//
// The buffer is what a solver fills, through CUDA (registered by its id) or through map(); it holds one float per pixel
// of the viewport, row 0 at the bottom, in the quantity's own unit. Colour is the painter's work.
#pragma once

#include <cstddef>
#include <cstdint>

#include "render/gl.h"

namespace ez {

class FieldPicture {
 public:
  // Makes buffer and texture of width × height floats; nothing happens when the size is the same. A size with a zero (a
  // minimised window) frees both; every other call is then allowed and does nothing. After a resize the numbers are
  // zero.
  void resize(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return width_ == 0; }
  std::size_t bytes() const {
    return sizeof(float) * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  }

  // The pixel unpack buffer; 0 when empty. It is another buffer whenever generation() has changed: unregister it from
  // CUDA before resize(), register the new one after.
  GLuint buffer() const { return buffer_.id(); }
  std::uint64_t generation() const { return generation_; }

  // The buffer in main memory for writing every pixel (the old numbers are gone), until unmap(). nullptr when empty.
  // Throws GlError.
  float* map();
  // False when the system lost the contents meanwhile: draw the last picture, fill the buffer anew.
  bool unmap();

  // Copies buffer → texture. Throws GlError.
  void upload();
  GLuint texture() const { return texture_.id(); }

 private:
  int width_ = 0, height_ = 0;
  std::uint64_t generation_ = 0;
  GlBuffer buffer_;
  GlTexture texture_;
};

}  // namespace ez
