// A shader program from the files in shaders/, which are embedded in the program.
//
// The files have no #version line: the same text is compiled as GLSL 330 or as GLSL ES 300, depending on the context.
#pragma once

#include <functional>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <map>
#include <string>
#include <string_view>

#include "render/gl.h"

namespace ez {

struct ShaderFile {
  std::string_view name, text;    // the name is for messages
  std::string_view defines = {};  // lines before the text
};
// Returns a file of shaders/. Throws GlError if there is none of that name.
ShaderFile shader_file(std::string_view name);

class ShaderProgram {
 public:
  // Throws GlError with the compiler's or linker's log.
  ShaderProgram(ShaderFile vertex, ShaderFile fragment);
  // Takes file names in shaders/. `defines`: lines before the fragment shader's text.
  ShaderProgram(std::string_view vertex, std::string_view fragment, std::string_view defines = {})
      : ShaderProgram(shader_file(vertex), {shader_file(fragment).name, shader_file(fragment).text, defines}) {}

  void use() const;
  // Returns true if the linked program has this uniform.
  bool has(std::string_view uniform);
  // Set a uniform of the program in use. A uniform that the program does not have is ignored, as in GL.
  void set(std::string_view uniform, int v);
  void set(std::string_view uniform, float v);
  void set(std::string_view uniform, glm::vec2 v);
  void set(std::string_view uniform, glm::vec3 v);
  void set(std::string_view uniform, glm::vec4 v);
  GLuint id() const { return program_.id(); }

 private:
  GLint location(std::string_view uniform);

  GlProgram program_;
  std::map<std::string, GLint, std::less<>> locations_;
};

}  // namespace ez
