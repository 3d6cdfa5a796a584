// The rules a scene must keep beyond its types, in their order: rules/ has a file for each table.
#include <fmt/format.h>

#include <algorithm>

#include "solver/scene/file/rules/further.h"
#include "solver/scene/file/rules/scene_rules.h"
#include "solver/scene/raster/mixed.h"

namespace ez {

std::vector<Finding> Rules::run() {
  grid();
  all_keys();
  boundary();
  quantity("view.quantity", scene_.view.quantity);
  if (in_cells(scene_.physics)) {
    states();
    numbers_in_float();
    for (std::size_t k = 0; k < scene_.shapes.size(); ++k) shape(fmt::format("shape.{}", k), scene_.shapes[k]);
    probes();
    steps_of_cells();
    return std::move(findings_);
  }
  materials();
  for (std::size_t k = 0; k < scene_.shapes.size(); ++k) shape(fmt::format("shape.{}", k), scene_.shapes[k]);
  for (std::size_t k = 0; k < scene_.sources.size(); ++k) source(fmt::format("source.{}", k), scene_.sources[k]);
  if (errors_ == 0 && has_graded_media(scene_)) graded_media();
  if (errors_ == 0) poles_at_mur(), backward_waves_in_layers(), unresolved_skins();
  probes();
  monitors();
  return std::move(findings_);
}

namespace {

bool has_errors(const std::vector<Finding>& found) {
  return std::any_of(found.begin(), found.end(), [](const Finding& f) { return f.kind == Message::Kind::error; });
}

}  // namespace

std::vector<Finding> findings_of(const Scene& scene) {
  std::vector<Finding> found = Rules(scene).run();
  rules::reflection(scene, found);
  rules::hidden_fault(scene, found);
  rules::start(scene, found);
  rules::pause(scene, found);
  rules::checks(scene, found);
  rules::variants(scene, found);
  if (has_errors(found)) return found;
  rules::faults(scene, found);
  rules::unlit_shapes(scene, found);
  rules::moments_of_checks(scene, found);
  rules::preset(scene, found);
  rules::variant_scenes(scene, found);
  return found;
}

std::vector<Message> validate(const Scene& scene) {
  std::vector<Message> out;
  for (Finding& f : findings_of(scene)) out.push_back({f.kind, "", 0, 0, std::move(f.text), std::move(f.path)});
  return out;
}

}  // namespace ez
