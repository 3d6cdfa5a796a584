// Checks the rules of a scene beyond its types, in order. rules/ has a file for each table.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "solver/scene/file/rules/further.h"
#include "solver/scene/file/rules/scene_rules.h"

namespace ez {

std::vector<Finding> Rules::run() {
  grid();
  all_keys();
  boundary();
  quantity("view.quantity", scene_.view.quantity);
  if (in_cells(scene_.physics)) {
    states();
    check_numbers_fit_float();
    for (std::size_t k = 0; k < scene_.shapes.size(); ++k) shape(fmt::format("shape.{}", k), scene_.shapes[k]);
    probes();
    steps_of_cells();
    return std::move(findings_);
  }
  materials();
  for (std::size_t k = 0; k < scene_.shapes.size(); ++k) shape(fmt::format("shape.{}", k), scene_.shapes[k]);
  if (errors_ == 0 && has_graded_media(scene_)) formulas_hold_ = true, graded_media();
  for (std::size_t k = 0; k < scene_.sources.size(); ++k) source(fmt::format("source.{}", k), scene_.sources[k]);
  if (errors_ == 0) warn_poles_at_mur(), warn_backward_waves_in_layers(), warn_unresolved_skin_depths();
  probes();
  monitors();
  return std::move(findings_);
}

namespace {

bool has_errors(const std::vector<Finding>& found) {
  return std::any_of(found.begin(), found.end(), [](const Finding& f) { return f.kind == Message::Kind::error; });
}

}  // namespace

std::vector<Finding> findings_of(const Scene& scene, const SharedMedia& media) {
  std::vector<Finding> found = Rules(scene, *media).run();
  rules::reflection(scene, found);
  rules::start(scene, found);
  rules::pause(scene, found);
  rules::checks(scene, found);
  rules::sweeps(scene, found);
  rules::variants(scene, found);
  if (has_errors(found)) return found;
  rules::faults(scene, found);
  rules::warn_shapes_outside_waves(scene, found);
  rules::check_times(scene, found);
  rules::preset(scene, found);
  rules::variant_scenes(scene, media, found);
  return found;
}

namespace {

// Returns the list entry of a path: "monitor.3" for "monitor.3.band". Empty if the path is not in a list.
std::string_view entry_of(std::string_view path) {
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return {};
  std::size_t end = dot + 1;
  while (end < path.size() && path[end] >= '0' && path[end] <= '9') ++end;
  return end > dot + 1 && (end == path.size() || path[end] == '.') ? path.substr(0, end) : std::string_view();
}

// Returns the text without the index of its entry.
std::string without_entry(const Finding& f) {
  const std::string_view entry = entry_of(f.path);
  std::string out = f.text;
  for (std::size_t at = 0; (at = out.find(entry, at)) != std::string::npos;) {
    const std::size_t end = at + entry.size();
    const bool whole = end == out.size() || out[end] < '0' || out[end] > '9';
    if (whole) out.replace(at, entry.size(), entry.substr(0, entry.find('.')));
    at = whole ? at + entry.find('.') : end;
  }
  return out;
}

}  // namespace

std::vector<Finding> merged(std::vector<Finding> findings) {
  constexpr std::size_t most_named = 5;  // number of further entries that are named
  std::vector<Finding> out;
  std::map<std::string, std::size_t> first;      // by text, index in `out`
  std::vector<std::vector<std::string>> others;  // by index in `out`, further paths
  for (Finding& f : findings) {
    if (f.kind == Message::Kind::warning && !entry_of(f.path).empty()) {
      const auto [at, is_new] = first.try_emplace(without_entry(f), out.size());
      if (!is_new && entry_of(out[at->second].path) != entry_of(f.path)) {
        others[at->second].push_back(std::move(f.path));
        continue;
      }
    }
    out.push_back(std::move(f));
    others.emplace_back();
  }
  for (std::size_t k = 0; k < out.size(); ++k) {
    std::vector<std::string>& also = others[k];
    if (also.empty()) continue;
    const std::size_t more = also.size() > most_named ? also.size() - most_named : 0;
    also.resize(also.size() - more);
    out[k].text += fmt::format(" (also {}{})", fmt::join(also, ", "), more ? fmt::format(" and {} more", more) : "");
  }
  return out;
}

std::vector<Message> validate(const Scene& scene, const SharedMedia& known) {
  std::vector<Message> out;
  for (Finding& f : merged(findings_of(scene, media_of(scene, known))))
    out.push_back({f.kind, "", 0, 0, std::move(f.text), std::move(f.path)});
  return out;
}

}  // namespace ez
