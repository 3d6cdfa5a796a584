#include "app/options/option_groups.h"

#include <fmt/format.h>

#include <sstream>

#include "app/options/option_checks.h"
#include "app/platform/exit_code.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

void SceneGroup::add_to(CLI::App& app, bool required) {
  auto* positional =
      app.add_option("SCENE", options.scene, "a scene file, or the name of a built-in scene (ezscope list)")
          ->check(check::not_empty())
          ->type_name("");
  if (required) positional->required();
  add_changes_to(app);
}

void SceneGroup::add_changes_to(CLI::App& app) {
  app.add_option("--set", set, "change a value: a dotted path with indices or names, then a TOML value (repeatable)")
      ->check(check::key_value())
      ->allow_extra_args(false)
      ->type_name("");
  add_allow_read(app, options.allow_read);
  app.add_option("--refine", options.refine,
                 "refine the grid: K times as many cells along each axis, each 1/K of the size")
      ->check(check::number(least_refinement, most_refinement,
                            fmt::format("a number from {} to {}", least_refinement, most_refinement)))
      ->type_name("K");
  app.add_option("--precision", precision, "precision of the fields: float or double")
      ->check(check::one_of({"float", "double"}))
      ->type_name("");
  app.add_option("--scheme", scheme,
                 "kernels to use: auto (as the scene wants), two-kernel, or, on a GPU, another\nscheme listed by "
                 "ezscope schemes")
      ->check(check::scheme())
      ->type_name("NAME");
}

SceneOptions SceneGroup::take() const {
  SceneOptions out = options;
  for (const std::string& s : set) {
    const std::size_t eq = s.find('=');
    out.overrides.push_back({s.substr(0, eq), s.substr(eq + 1)});
  }
  if (precision == "float") out.precision = Precision::float32;
  if (precision == "double") out.precision = Precision::float64;
  if (scheme != "auto") out.scheme = scheme;
  return out;
}

void EngineGroup::add_to(CLI::App& app) {
  std::vector<std::string> backends = {"auto"};
  for (const Backend& b : all_backends()) backends.emplace_back(b.name);
  app.add_option("--backend", backend, fmt::format("{}", fmt::join(backends, ", ")))
      ->check(check::one_of(backends))
      ->type_name("");
  std::vector<std::string_view> with_devices;
  for (const Backend& b : all_backends())
    if (b.devices) with_devices.push_back(b.title);
  app.add_option("--device", request.device, fmt::format("number of the {} device", fmt::join(with_devices, " or ")))
      ->check(check::whole(0, 1023))
      ->type_name("N");
  std::vector<std::string_view> dividing;
  for (const Backend& b : all_backends())
    if (b.exchange) dividing.push_back(b.title);
  app.add_option("--devices", devices,
                 fmt::format("divide the grid over these {} devices: numbers separated by commas, or all",
                             fmt::join(dividing, " or ")))
      ->check(check::device_list())
      ->excludes("--device")
      ->type_name("LIST");
  app.add_option("--threads", request.threads, "threads of the CPU engine; default: all cores")
      ->check(check::whole(1, 1024))
      ->type_name("N");
  app.add_option("--isa", request.instructions,
                 "instruction set of the CPU engine: baseline, avx2 or avx512; default: the best of this processor")
      ->check(check::one_of(instruction_sets()))
      ->type_name("NAME");
}

EngineRequest EngineGroup::take() const {
  EngineRequest out = request;
  if (backend != "auto") out.backend = backend;
  out.all_devices = devices == "all";
  for (std::istringstream list(out.all_devices ? "" : devices); list;)
    if (std::string number; std::getline(list, number, ',')) out.devices.push_back(std::stoi(number));
  for (const Backend& b : all_backends())
    if (out.backend == b.name && !b.devices && (out.device >= 0 || out.divides()))
      throw CLI::ParseError(fmt::format("--{} selects a GPU, but --backend {} uses none; leave one of them out",
                                        out.divides() ? "devices" : "device", b.name),
                            exit_usage);
  return out;
}

void add_allow_read(CLI::App& app, std::vector<std::string>& folders) {
  app.add_option("--allow-read", folders, "also allow the scene to read tables and images in this folder (repeatable)")
      ->check(check::not_empty())
      ->check(check::existing())
      ->allow_extra_args(false)
      ->type_name("DIR");
}

CLI::Option* add_file_option(CLI::App& app, const std::string& name, std::string& path, const std::string& what) {
  return app.add_option(name, path, what)->check(check::not_empty())->type_name("FILE");
}

}  // namespace ez
