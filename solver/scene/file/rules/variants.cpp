// Rules of [[variant]]: each variant must itself be a valid scene.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "solver/scene/file/rules/further.h"
#include "solver/scene/file/variants.h"
#include "solver/scene/names.h"

namespace ez::rules {

namespace {

constexpr std::size_t most_variants = 4;

void variant(const Scene& scene, const SharedMedia& media, std::size_t k, const Findings& of_scene, Findings& found) {
  const Variant& v = scene.variants[k];
  const std::string path = fmt::format("variant.{}.set", k);
  for (Finding& finding : read_variant(scene, v, media).findings) {
    // Warnings of the scene itself are not repeated.
    const auto known = [&](const Finding& other) { return other.text == finding.text; };
    if (std::any_of(of_scene.begin(), of_scene.end(), known)) continue;
    found.push_back({finding.kind, finding.path.empty() ? path : path + "." + finding.path,
                     fmt::format("variant {}: {}", names::quoted(v.name), finding.text)});
  }
}

}  // namespace

void variants(const Scene& scene, Findings& found) {
  if (scene.variants.size() > most_variants)
    error(found, fmt::format("variant.{}", most_variants),
          fmt::format("{} variants; give at most {}", scene.variants.size(), most_variants));
  std::set<std::string_view> taken;
  for (std::size_t k = 0; k < scene.variants.size(); ++k) {
    const std::string& name = scene.variants[k].name;
    const std::string path = fmt::format("variant.{}.name", k);
    if (name.empty())
      error(found, path, path + " is empty; give the variant a name");
    else if (!taken.insert(name).second)
      error(found, path, fmt::format("the name {} is used twice; give this variant another name", names::quoted(name)));
  }
}

void variant_scenes(const Scene& scene, const SharedMedia& media, Findings& found) {
  const Findings of_scene = found;
  for (std::size_t k = 0; k < scene.variants.size(); ++k) variant(scene, media, k, of_scene, found);
}

}  // namespace ez::rules
