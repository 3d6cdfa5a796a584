#include "render/shader.h"

#include <fmt/format.h>

#include "embed/shaders.h"

namespace ez {
namespace {

constexpr std::string_view desktop_head = "#version 330 core\n";
constexpr std::string_view es_head =
    "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
    "precision highp usampler2D;\n";

template <class Get>
std::string log_of(GLuint id, GLint length, Get get) {
  std::string log(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
  GLsizei written = 0;
  get(id, static_cast<GLsizei>(log.size()), &written, log.data());
  log.resize(static_cast<std::size_t>(written));
  return log;
}

// A compiled shader. It is deleted at the end of the scope; the program keeps the parts that it needs.
class Stage {
 public:
  Stage(GLenum kind, ShaderFile file) : id_(glCreateShader(kind)) {
    const std::string_view head = gl_is_es() ? es_head : desktop_head;
    const std::string_view lines = file.defines.empty() ? "\n" : file.defines;
    const GLchar* parts[] = {head.data(), lines.data(), file.text.data()};
    const GLint lengths[] = {static_cast<GLint>(head.size()), static_cast<GLint>(lines.size()),
                             static_cast<GLint>(file.text.size())};
    glShaderSource(id_, 3, parts, lengths);
    glCompileShader(id_);
    GLint ok = GL_FALSE, length = 0;
    glGetShaderiv(id_, GL_COMPILE_STATUS, &ok);
    if (ok == GL_TRUE) return;
    glGetShaderiv(id_, GL_INFO_LOG_LENGTH, &length);
    const std::string log = log_of(id_, length, glGetShaderInfoLog);
    glDeleteShader(id_);
    throw GlError(fmt::format("shader {} does not compile:\n{}", file.name, log));
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  ~Stage() { glDeleteShader(id_); }
  GLuint id() const { return id_; }

 private:
  GLuint id_;
};

}  // namespace

ShaderFile shader_file(std::string_view name) {
  for (const embedded::File& file : embedded::shaders()) {
    if (file.name == name) return {file.name, file.bytes, {}};
  }
  throw GlError(fmt::format("shader {} is not in the program", name));
}

ShaderProgram::ShaderProgram(ShaderFile vertex, ShaderFile fragment) : program_(GlProgram::create()) {
  const Stage v(GL_VERTEX_SHADER, vertex), f(GL_FRAGMENT_SHADER, fragment);
  glAttachShader(program_.id(), v.id());
  glAttachShader(program_.id(), f.id());
  glLinkProgram(program_.id());
  GLint ok = GL_FALSE, length = 0;
  glGetProgramiv(program_.id(), GL_LINK_STATUS, &ok);
  if (ok != GL_TRUE) {
    glGetProgramiv(program_.id(), GL_INFO_LOG_LENGTH, &length);
    throw GlError(fmt::format("shaders {} and {} do not link:\n{}", vertex.name, fragment.name,
                              log_of(program_.id(), length, glGetProgramInfoLog)));
  }
  glDetachShader(program_.id(), v.id());
  glDetachShader(program_.id(), f.id());
  EZ_GL_CHECK("building a shader program");
}

void ShaderProgram::use() const { glUseProgram(program_.id()); }

bool ShaderProgram::has(std::string_view uniform) { return location(uniform) >= 0; }

GLint ShaderProgram::location(std::string_view uniform) {
  const auto known = locations_.find(uniform);
  if (known != locations_.end()) return known->second;
  std::string name(uniform);
  const GLint at = glGetUniformLocation(program_.id(), name.c_str());
  return locations_.emplace(std::move(name), at).first->second;
}

void ShaderProgram::set(std::string_view uniform, int v) { glUniform1i(location(uniform), v); }
void ShaderProgram::set(std::string_view uniform, float v) { glUniform1f(location(uniform), v); }
void ShaderProgram::set(std::string_view uniform, glm::vec2 v) { glUniform2f(location(uniform), v.x, v.y); }
void ShaderProgram::set(std::string_view uniform, glm::vec3 v) { glUniform3f(location(uniform), v.x, v.y, v.z); }
void ShaderProgram::set(std::string_view uniform, glm::vec4 v) { glUniform4f(location(uniform), v.x, v.y, v.z, v.w); }

}  // namespace ez
