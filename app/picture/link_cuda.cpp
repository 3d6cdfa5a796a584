#include "app/picture/link_cuda.h"

#if defined(EZSCOPE_HAS_CUDA)

// glad comes first, because cuda_gl_interop.h would include another GL header.
#include <glad/gl.h>

#include <cuda_gl_interop.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstring>

#include "render/field_picture.h"
#include "solver/engine/device_view.h"

namespace ez {
namespace {

// Throws LinkError with CUDA's message. Also clears the last error, which the next unrelated call would report
// otherwise.
void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  throw LinkError(fmt::format("{}: {}", what, cudaGetErrorString(status)));
}
// Clears the error in a destructor, which cannot report it.
void forget(cudaError_t status) noexcept {
  if (status != cudaSuccess) cudaGetLastError();
}

DeviceView& view_of(Solver& solver) {
  DeviceView* view = solver.engine().device_view();
  if (view == nullptr) throw LinkError("the field is not on a GPU");
  return *view;
}

// An OpenGL buffer that is registered with CUDA.
class Registration {
 public:
  Registration() = default;
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  ~Registration() { reset(); }

  void reset() noexcept {
    if (resource_ != nullptr) forget(cudaGraphicsUnregisterResource(resource_));
    resource_ = nullptr;
    generation_ = 0;
  }
  void follow(const FieldPicture& picture) {
    if (resource_ != nullptr && generation_ == picture.generation()) return;
    reset();
    check(cudaGraphicsGLRegisterBuffer(&resource_, picture.buffer(), cudaGraphicsRegisterFlagsWriteDiscard),
          "the pixel buffer cannot be shared with CUDA");
    generation_ = picture.generation();
  }
  cudaGraphicsResource_t* resource() { return &resource_; }

 private:
  cudaGraphicsResource_t resource_ = nullptr;
  std::uint64_t generation_ = 0;
};

// Maps the buffer during its lifetime. OpenGL must not use the buffer meanwhile.
class Mapping {
 public:
  Mapping(cudaGraphicsResource_t* resource, cudaStream_t stream) : resource_(resource), stream_(stream) {
    check(cudaGraphicsMapResources(1, resource_, stream_), "the pixel buffer cannot be mapped");
  }
  ~Mapping() {
    if (resource_ != nullptr) forget(cudaGraphicsUnmapResources(1, resource_, stream_));
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  float* pixels() {
    void* pointer = nullptr;
    std::size_t bytes = 0;
    check(cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, *resource_), "the mapped buffer has no address");
    return static_cast<float*>(pointer);
  }
  void unmap() {
    check(cudaGraphicsUnmapResources(1, std::exchange(resource_, nullptr), stream_), "the buffer cannot be unmapped");
  }

 private:
  cudaGraphicsResource_t* resource_;
  cudaStream_t stream_;
};

class MappedLink : public FieldLink {
 public:
  explicit MappedLink(Solver& solver) {
    // Tests here what would otherwise fail at the first frame.
    check(cudaSetDevice(view_of(solver).device()), "the device was not found");
    GLuint name = 0;
    glGenBuffers(1, &name);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, name);
    glBufferData(GL_PIXEL_UNPACK_BUFFER, 4096, nullptr, GL_STREAM_DRAW);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    cudaGraphicsResource_t resource = nullptr;
    const cudaError_t status = cudaGraphicsGLRegisterBuffer(&resource, name, cudaGraphicsRegisterFlagsWriteDiscard);
    if (status == cudaSuccess) forget(cudaGraphicsUnregisterResource(resource));
    glDeleteBuffers(1, &name);
    check(status, "the window's OpenGL and CUDA cannot share memory");
  }
  PictureStats publish(Solver& solver, const PictureWindow& window, FieldPicture& picture) override {
    if (picture.empty()) return {};
    DeviceView& view = view_of(solver);
    registration_.follow(picture);
    Mapping mapping(registration_.resource(), static_cast<cudaStream_t>(view.stream()));
    const PictureStats stats = view.draw(window, mapping.pixels());
    mapping.unmap();
    picture.upload();
    return stats;
  }
  bool is_late() const override { return true; }
  void release() override { registration_.reset(); }
  LinkKind kind() const override { return LinkKind::mapped; }

 private:
  Registration registration_;
};

class StagedLink : public FieldLink {
 public:
  explicit StagedLink(Solver& solver) {
    check(cudaSetDevice(view_of(solver).device()), "the device was not found");
    reserve(1);
  }

  PictureStats publish(Solver& solver, const PictureWindow& window, FieldPicture& picture) override {
    if (picture.empty()) return {};
    reserve(picture.bytes());
    const PictureStats stats = solver.draw(window, pinned_.get());
    if (!stats.finite) return stats;  // the texture keeps the last good picture
    if (float* pixels = picture.map()) {
      std::memcpy(pixels, pinned_.get(), picture.bytes());
      if (picture.unmap()) picture.upload();
    }
    return stats;
  }
  LinkKind kind() const override { return LinkKind::staged; }

 private:
  void reserve(std::size_t bytes) {
    if (bytes <= bytes_) return;
    pinned_.reset();
    bytes_ = 0;
    void* pointer = nullptr;
    check(cudaHostAlloc(&pointer, bytes, cudaHostAllocDefault), "no pinned memory for the picture");
    pinned_.reset(static_cast<float*>(pointer));
    bytes_ = bytes;
  }

  struct FreePinned {
    void operator()(float* p) const { forget(cudaFreeHost(p)); }
  };
  std::unique_ptr<float, FreePinned> pinned_;
  std::size_t bytes_ = 0;
};

}  // namespace

int cuda_device_of_gl_context() {
  unsigned int count = 0;
  int device = -1;
  if (const cudaError_t status = cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll); status != cudaSuccess) {
    forget(status);
    return -1;
  }
  return count > 0 ? device : -1;
}
std::unique_ptr<FieldLink> make_mapped_link(Solver& solver) { return std::make_unique<MappedLink>(solver); }
std::unique_ptr<FieldLink> make_staged_link(Solver& solver) { return std::make_unique<StagedLink>(solver); }

}  // namespace ez

#else

namespace ez {

int cuda_device_of_gl_context() { return -1; }
std::unique_ptr<FieldLink> make_mapped_link(Solver&) { throw LinkError("this program was built without CUDA"); }
std::unique_ptr<FieldLink> make_staged_link(Solver&) { throw LinkError("this program was built without CUDA"); }

}  // namespace ez

#endif
