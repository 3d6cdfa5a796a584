#include "app/picture/link.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/picture/link_cuda.h"
#include "render/field_picture.h"
#include "solver/engine/gl_view.h"

namespace ez {
namespace {

// Lets the engine write into the buffer in main memory. An engine on a device copies its data.
class HostLink : public FieldLink {
 public:
  PictureStats publish(Solver& solver, const PictureWindow& window, FieldPicture& picture) override {
    float* pixels = picture.map();
    if (pixels == nullptr) return {};
    const PictureStats stats = solver.draw(window, pixels);
    // Non-finite values are not uploaded, so that the texture keeps the last good picture.
    if (picture.unmap() && stats.finite) picture.upload();
    return stats;
  }
  LinkKind kind() const override { return LinkKind::host; }
};

// Lets the engine's device write into the buffer of OpenGL.
class SharedLink : public FieldLink {
 public:
  explicit SharedLink(Solver& solver) {
    if (solver.engine().gl_view() == nullptr) throw LinkError("the engine shares no buffers with OpenGL");
  }
  PictureStats publish(Solver& solver, const PictureWindow& window, FieldPicture& picture) override {
    if (picture.empty()) return {};
    GlView* view = solver.engine().gl_view();
    if (view == nullptr) throw LinkError("the engine shares no buffers with OpenGL");
    PictureStats stats;
    try {
      solver.wait();
      glFinish();
      stats = view->draw(window, picture.buffer());
    } catch (const std::runtime_error& e) {  // EngineError or OutOfMemory
      throw LinkError(e.what());
    }
    if (stats.finite) picture.upload();
    return stats;
  }
  LinkKind kind() const override { return LinkKind::mapped; }
};

bool in_main_memory(Solver& solver) { return solver.info().picture == PicturePath::main_memory; }

}  // namespace

int device_of_gl_context() { return cuda_device_of_gl_context(); }

std::unique_ptr<FieldLink> make_host_link() { return std::make_unique<HostLink>(); }

std::string FieldLink::name() const {
  switch (kind()) {
    case LinkKind::mapped:
      return "mapped pixel buffer";
    case LinkKind::staged:
      return "staged copy";
    default:
      return "host copy";
  }
}

LinkChoice slower_link(LinkKind failed, Solver& solver, const std::string& why) {
  if (failed == LinkKind::mapped && solver.info().picture == PicturePath::cuda) try {
      return {make_staged_link(solver), why, true};
    } catch (const LinkError& e) {
      return {make_host_link(), why + "; " + e.what(), true};
    }
  return {make_host_link(), why, true};
}

LinkChoice make_field_link(LinkKind wanted, Solver& solver) {
  if (wanted == LinkKind::host) return {make_host_link(), "requested by --link host", false};
  if (in_main_memory(solver)) {
    const std::string& engine = solver.info().backend;
    if (wanted != LinkKind::automatic)
      throw LinkError(
          fmt::format("the {} engine has its field in main memory; omit --link, or use --link host", engine));
    if (const std::string& why = solver.info().no_gl_buffer; !why.empty()) return {make_host_link(), why, true};
    return {make_host_link(), "the engine writes it directly", false};
  }
  if (solver.info().picture == PicturePath::gl_buffer && wanted != LinkKind::staged)
    return {std::make_unique<SharedLink>(solver), wanted == LinkKind::mapped ? "requested by --link mapped" : "",
            false};
  if (wanted == LinkKind::staged) return {make_staged_link(solver), "requested by --link staged", false};
  try {
    return {make_mapped_link(solver), wanted == LinkKind::mapped ? "requested by --link mapped" : "", false};
  } catch (const LinkError& e) {
    if (wanted == LinkKind::mapped) throw;
    return slower_link(LinkKind::mapped, solver, e.what());
  }
}

}  // namespace ez
