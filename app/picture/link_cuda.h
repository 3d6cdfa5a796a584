// The links that need CUDA. link_cuda.cpp is the only file that includes both CUDA and OpenGL. In a build without CUDA
// the same functions report why they are unavailable.
#pragma once

#include <memory>

#include "app/picture/link.h"

namespace ez {

// Returns the CUDA device that owns the current GL context; −1 if none does, or without CUDA.
int cuda_device_of_gl_context();
// Maps the buffer, runs the view kernel and unmaps it, on the engine's stream. Throws LinkError.
std::unique_ptr<FieldLink> make_mapped_link(Solver& solver);
// Copies through pinned host memory. Throws LinkError.
std::unique_ptr<FieldLink> make_staged_link(Solver& solver);

}  // namespace ez
