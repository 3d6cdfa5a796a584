// The module ezscope._core: the solver for Python. The package ezscope wraps it (../ezscope).
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "ezscope/version.h"
#include "python/module/common.h"
#include "solver/base/error.h"
#include "solver/engine/backend.h"
#include "solver/scene/formula.h"

namespace ez::python {
namespace {

std::string joined(const std::vector<Message>& messages) {
  std::string out;
  for (const Message& m : messages)
    if (m.kind == Message::Kind::error) out += (out.empty() ? "" : "\n") + to_string(m);
  return out;
}

}  // namespace

SceneProblems::SceneProblems(std::vector<Message> all) : std::runtime_error(joined(all)), messages(std::move(all)) {}

SceneValue checked(SceneResult result) {
  if (!result.scene) throw SceneProblems(std::move(result.messages));
  return {std::move(*result.scene), std::move(result.messages)};
}

void throw_if_interrupted() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

void define_errors(nb::module_& module) {
  nb::class_<Message>(module, "Problem", "A problem of a scene, with its place and a remedy.")
      .def_prop_ro(
          "is_error", [](const Message& m) { return m.kind == Message::Kind::error; },
          "True for an error, False for a warning.")
      .def_ro("file", &Message::file, "File or name that was given; may be empty.")
      .def_ro("line", &Message::line, "Line, counted from 1; 0: no position.")
      .def_ro("column", &Message::column, "Column, counted from 1; 0: no position.")
      .def_ro("text", &Message::text, "The problem and its remedy.")
      .def_ro("path", &Message::path, "Path of the value, as for Scene.edited(); may be empty.")
      .def("__str__", [](const Message& m) { return to_string(m); })
      .def("__repr__", [](const Message& m) { return "<ezscope.Problem " + to_string(m) + ">"; });
  static PyObject* error = PyErr_NewExceptionWithDoc(
      "ezscope.Error",
      "A run, a backend or a device cannot carry out a request. The text gives the reason and a remedy.",
      PyExc_RuntimeError, nullptr);
  static PyObject* scene =
      PyErr_NewExceptionWithDoc("ezscope.SceneError", "A scene breaks rules. `problems` lists them.", error, nullptr);
  module.attr("Error") = nb::borrow(error);
  module.attr("SceneError") = nb::borrow(scene);
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const SceneProblems& e) {
      nb::object made = nb::borrow(scene)(e.what());
      made.attr("problems") = nb::cast(e.messages);
      PyErr_SetObject(scene, made.ptr());
    } catch (const OutOfMemory& e) {
      PyErr_SetString(PyExc_MemoryError, e.what());
    } catch (const EngineError& e) {
      PyErr_SetString(error, e.what());
    } catch (const FormulaError& e) {
      PyErr_SetString(PyExc_ValueError, e.what());
    }
  });
}

}  // namespace ez::python

NB_MODULE(_core, module) {
  using namespace ez::python;
  module.doc() = "Solver of ezscope. Use the package ezscope instead.";
  module.attr("version") = nb::str(ez::version);
  module.attr("revision") = nb::str(ez::revision);
  define_errors(module);
  define_scene(module);
  define_run(module);
  define_studies(module);
  module.def(
      "backends",
      [] {
        std::vector<std::string> names;
        for (const ez::Backend& b : ez::all_backends()) names.emplace_back(b.name);
        return names;
      },
      "Names of the backends, for Run(backend=...).");
}
