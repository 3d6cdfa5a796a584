// Takes the place of glad's header in a build for browsers: emscripten has the functions of OpenGL ES 3 (WebGL 2)
// itself.
#pragma once

#define GL_GLEXT_PROTOTYPES
#include <GLES3/gl3.h>

#define GLAD_MAKE_VERSION(major, minor) ((major)*10000 + (minor))
#define GLAD_VERSION_MAJOR(version) ((version) / 10000)
#define GLAD_VERSION_MINOR(version) ((version) % 10000)

using GLADapiproc = void (*)();
using GLADloadfunc = GLADapiproc (*)(const char* name);
inline int gladLoadGL(GLADloadfunc) { return GLAD_MAKE_VERSION(3, 0); }
