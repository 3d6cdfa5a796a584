// Transfers the solver's picture into the pixel buffer that the painter draws from. There are three methods: a mapped
// OpenGL buffer on the GPU, pinned host memory, and plain host memory. Failures at run time are handled here: the next
// slower method is used and reports why.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "solver/run/solver.h"

namespace ez {

class FieldPicture;

enum class LinkKind { automatic, mapped, staged, host };

class LinkError : public std::runtime_error {  // reports why this method does not work here
 public:
  using std::runtime_error::runtime_error;
};

class FieldLink {
 public:
  virtual ~FieldLink() = default;
  // Samples `window` into the picture's buffer and copies it to its texture. The picture must have the window's size;
  // an empty one is skipped. On LinkError the picture is unchanged.
  virtual PictureStats publish(Solver& solver, const PictureWindow& window, FieldPicture& picture) = 0;
  // Returns true if the statistics from publish() may belong to the previous picture.
  virtual bool is_late() const { return false; }
  // Releases what is registered with the buffer. Call it before FieldPicture::resize(), which destroys the buffer.
  virtual void release() {}
  virtual LinkKind kind() const = 0;
  std::string name() const;  // "mapped pixel buffer", "staged copy", "host copy"
};

struct LinkChoice {
  std::unique_ptr<FieldLink> link;
  std::string reason;     // why this link was chosen
  bool degraded = false;  // a faster link was expected to work and failed
};
// Chooses a link for the solver's engine. Throws LinkError if the requested kind is impossible.
LinkChoice make_field_link(LinkKind wanted, Solver& solver);
// Returns the next slower link after one has failed.
LinkChoice slower_link(LinkKind failed, Solver& solver, const std::string& why);

std::unique_ptr<FieldLink> make_host_link();

// Returns the number of the device that owns the current GL context, in its backend's numbering; −1 if none does.
int device_of_gl_context();

}  // namespace ez
