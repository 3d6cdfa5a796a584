// The field's numbers for the screen: a pixel buffer of the viewport's size and the texture to which it is copied.
//
// A solver fills the buffer, through CUDA (registered by its id) or through map(). It contains one float per pixel of
// the viewport, row 0 at the bottom, in the quantity's own unit. The painter applies the colours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/gl.h"

namespace ez {

class FieldPicture {
 public:
  // Makes buffer and texture of width × height floats; does nothing if the size is unchanged. If either size is zero (a
  // minimised window), frees both. All other calls are then allowed and do nothing. After a resize the numbers are
  // zero.
  void resize(int width, int height);
  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return width_ == 0; }
  std::size_t bytes() const {
    return sizeof(float) * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  }

  // Returns the pixel unpack buffer; 0 if empty. It is a new buffer whenever generation() has changed: unregister it
  // from CUDA before resize(), register the new one afterwards.
  GLuint buffer() const { return buffer_.id(); }
  std::uint64_t generation() const { return generation_; }

  // Maps the buffer into main memory for writing every pixel, until unmap(). The old numbers are lost. Returns nullptr
  // if empty. Throws GlError.
  float* map();
  // Returns false if the system has lost the contents. Then draw the last picture and fill the buffer again.
  bool unmap();

  // Copies buffer → texture. Throws GlError.
  void upload();
  GLuint texture() const { return texture_.id(); }

 private:
  int width_ = 0, height_ = 0;
  std::uint64_t generation_ = 0;
  GlBuffer buffer_;
  std::vector<float> staging_;  // in a page, where buffers cannot be mapped
  GlTexture texture_;
};

}  // namespace ez
