// Scenes as immutable Python values.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "python/module/common.h"
#include "solver/scene/raster/raster.h"

namespace ez::python {
namespace {

using Overrides = std::vector<std::pair<std::string, std::string>>;  // path and TOML value

std::vector<Override> overrides_of(const Overrides& set) {
  std::vector<Override> out;
  for (const auto& [path, value] : set) out.push_back({path, value});
  return out;
}

SceneValue edited(const SceneValue& s, const Overrides& set) {
  return checked(with_overrides(s.scene, overrides_of(set)));
}

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> out;
  for (const auto& entry : list) out.push_back(entry.name);
  return out;
}

}  // namespace

void define_scene(nb::module_& module) {
  nb::class_<SceneValue>(module, "SceneValue")
      .def_static(
          "load",
          [](const std::string& name, const Overrides& set) { return checked(load_scene(name, overrides_of(set))); },
          nb::arg("name"), nb::arg("set") = Overrides{})
      .def_static(
          "parse",
          [](const std::string& text, const std::string& name, const Overrides& set) {
            return checked(parse_scene(text, name, overrides_of(set)));
          },
          nb::arg("text"), nb::arg("name") = "", nb::arg("set") = Overrides{})
      .def("edited", &edited, nb::arg("set"))
      .def(
          "refined",
          [](const SceneValue& s, double factor) {
            if (!(factor >= least_refinement && factor <= most_refinement))
              throw nb::value_error("the factor must be from 0.001 to 10000");
            Scene finer = refine(s.scene, factor);
            std::vector<Message> found = validate(finer);
            for (const Message& m : found)
              if (m.kind == Message::Kind::error) throw SceneProblems(std::move(found));
            return SceneValue{std::move(finer), std::move(found)};
          },
          nb::arg("factor"))
      .def(
          "text", [](const SceneValue& s, bool every_default) { return write_scene(s.scene, every_default); },
          nb::arg("every_default") = false)
      .def_ro("warnings", &SceneValue::warnings)
      .def_prop_ro("title", [](const SceneValue& s) { return s.scene.title; })
      .def_prop_ro("cells", [](const SceneValue& s) { return std::pair(s.scene.grid.nx, s.scene.grid.ny); })
      .def_prop_ro("cell",
                   [](const SceneValue& s) {
                     const Vec2 cell = cell_size(s.scene);
                     return std::pair(cell.x, cell.y);
                   })
      .def_prop_ro("dt", [](const SceneValue& s) { return time_step(s.scene); })
      .def_prop_ro("double_precision", [](const SceneValue& s) { return s.scene.grid.precision == Precision::float64; })
      .def_prop_ro("unit", [](const SceneValue& s) { return std::string(to_string(s.scene.unit)); })
      .def_prop_ro("main",
                   [](const SceneValue& s) {
                     return std::string(to_string(main_quantity(s.scene.physics), s.scene.grid.polarization));
                   })
      .def_prop_ro("sources", [](const SceneValue& s) { return names_of(s.scene.sources); })
      .def_prop_ro("probes", [](const SceneValue& s) { return names_of(s.scene.probes); })
      .def_prop_ro("monitors", [](const SceneValue& s) { return names_of(s.scene.monitors); })
      .def_prop_ro("materials", [](const SceneValue& s) { return names_of(s.scene.materials); })
      .def_prop_ro("variants", [](const SceneValue& s) { return names_of(s.scene.variants); })
      .def_prop_ro("checks", [](const SceneValue& s) { return names_of(s.scene.checks); })
      .def("variant", [](const SceneValue& s, std::size_t k) { return checked(scene_of_variant(s.scene, k)); })
      .def("equals", [](const SceneValue& a, const SceneValue& b) { return a.scene == b.scene; })
      .def("__getstate__", [](const SceneValue& s) { return std::tuple(write_scene(s.scene)); })
      .def("__setstate__", [](SceneValue& s, const std::tuple<std::string>& state) {
        new (&s) SceneValue(checked(parse_scene(std::get<0>(state), "")));
      });
  module.def(
      "builtin_scenes",
      [] {
        std::vector<std::string> names;
        for (const BuiltinScene& b : builtin_scenes()) names.emplace_back(b.name);
        return names;
      },
      "Names of the built-in scenes, for Scene.load().");
}

}  // namespace ez::python
