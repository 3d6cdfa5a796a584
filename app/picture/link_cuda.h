// The links that need CUDA. link_cuda.cpp is the only file that sees both CUDA and OpenGL; in a build without
// CUDA the same functions say why they cannot.
#pragma once

#include <memory>

#include "app/picture/link.h"

namespace ez {

// The CUDA device that owns the current GL context; −1 when none does, or without CUDA.
int cuda_device_of_gl_context();
// map → view kernel → unmap on the engine's stream. Throws LinkError.
std::unique_ptr<FieldLink> make_mapped_link(Solver& solver);
// Through pinned host memory. Throws LinkError.
std::unique_ptr<FieldLink> make_staged_link(Solver& solver);

}  // namespace ez
