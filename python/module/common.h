// Shared by the sources of the Python module. Functions with these names are documented in ../ezscope.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "solver/scene/file/scene_file.h"

namespace ez::python {

namespace nb = nanobind;

// A scene that has passed all rules. Python sees it as immutable, so copies may share it.
struct SceneValue {
  Scene scene;
  std::vector<Message> warnings;
};

// Becomes ezscope.SceneError, which has the messages as `problems`.
struct SceneProblems : std::runtime_error {
  explicit SceneProblems(std::vector<Message> all);
  std::vector<Message> messages;
};
// Returns the scene, or throws SceneProblems.
SceneValue checked(SceneResult result);

// Throws the pending KeyboardInterrupt, or another exception of a signal handler, as a C++ exception. Call it with the
// GIL.
void throw_if_interrupted();

void define_errors(nb::module_& module);
void define_scene(nb::module_& module);
void define_run(nb::module_& module);
void define_studies(nb::module_& module);

}  // namespace ez::python
