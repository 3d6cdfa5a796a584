// Programs: the texts of the kernels, their build for a device, and the binaries that are cached between sessions.
#pragma once

#include <cstring>
#include <string>

#include "solver/engine/opencl/device/handles.h"

namespace ez::opencl {

struct DeviceFacts;

// Returns the text that query(bytes, buffer, bytes_needed) writes; empty if it fails.
template <class Query>
std::string text_of(Query query) {
  std::size_t bytes = 0;
  if (query(0, nullptr, &bytes) != CL_SUCCESS || bytes == 0) return {};
  std::string text(bytes, '\0');
  if (query(bytes, text.data(), nullptr) != CL_SUCCESS) return {};
  text.resize(std::strlen(text.c_str()));
  return text;
}

// Return the text of a lattice's kernels, of those of a pass, and of those that measure a device.
std::string lattice_text();
std::string pass_text();
std::string measure_text();

// Builds a program, or loads its binary from $XDG_CACHE_HOME/ezscope/opencl if this device, driver and text were built
// before. A file that is damaged, or that the driver refuses, is ignored and written again. Throws EngineError with the
// compiler's log.
ProgramHandle build_program(const SharedApi& api, cl_context context, const DeviceFacts& device,
                            const std::string& text, const std::string& options);

}  // namespace ez::opencl
