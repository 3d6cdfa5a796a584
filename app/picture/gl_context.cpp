#include "app/picture/gl_context.h"

#ifndef __EMSCRIPTEN__
#include <dlfcn.h>
#endif

namespace ez {
namespace {

#ifndef __EMSCRIPTEN__
// Calls a function of a library without parameters. Returns nullptr if the library is not loaded.
void* call(const char* library, const char* function) {
  void* handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  auto* f = reinterpret_cast<void* (*)()>(dlsym(handle, function));
  void* result = f != nullptr ? f() : nullptr;
  dlclose(handle);
  return result;
}
#endif

}  // namespace

GlContext current_gl_context() {
#ifndef __EMSCRIPTEN__
  if (void* context = call("libEGL.so.1", "eglGetCurrentContext"))
    return {context, call("libEGL.so.1", "eglGetCurrentDisplay"), true};
  for (const char* library : {"libGLX.so.0", "libGL.so.1"})
    if (void* context = call(library, "glXGetCurrentContext"))
      return {context, call(library, "glXGetCurrentDisplay"), false};
#endif
  return {};
}

}  // namespace ez
