// How the solver's picture gets into the pixel buffer that the painter draws from. Three ways: straight into a mapped
// OpenGL buffer on the GPU, through pinned host memory, or through plain host memory. What may fail at run time fails
// in here: the next slower way takes over, and says why.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "solver/run/solver.h"

namespace ez {

class FieldPicture;

enum class LinkKind { automatic, mapped, staged, host };

class LinkError : public std::runtime_error {  // this way does not work here; says why
 public:
  using std::runtime_error::runtime_error;
};

class FieldLink {
 public:
  virtual ~FieldLink() = default;
  // Samples `window` into the picture's buffer and copies it to its texture. The picture has the window's size; an
  // empty one is left alone. Throws LinkError, the picture as it was.
  virtual PictureStats publish(Solver& solver, const PictureWindow& window, FieldPicture& picture) = 0;
  // Whether publish()'s statistics may be those of the picture before.
  virtual bool is_late() const { return false; }
  // Before FieldPicture::resize(): gives up what is registered with the buffer that is about to die.
  virtual void release() {}
  virtual LinkKind kind() const = 0;
  std::string name() const;  // "mapped pixel buffer", "staged copy", "host copy"
};

struct LinkChoice {
  std::unique_ptr<FieldLink> link;
  std::string reason;     // why this one
  bool degraded = false;  // a faster one was expected to work and did not
};
// Picks a link for the solver's engine. Throws LinkError when the kind that was asked for is impossible.
LinkChoice make_field_link(LinkKind wanted, Solver& solver);
// The next slower link after one that failed midway.
LinkChoice slower_link(LinkKind failed, Solver& solver, const std::string& why);

std::unique_ptr<FieldLink> make_host_link();

// The number of the device that owns the current GL context, as its backend numbers devices; −1 when none does.
int device_of_gl_context();

}  // namespace ez
