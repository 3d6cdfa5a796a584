// A variant is the scene's own text with some keys set, read again. So its keys mean the same as
// with `--set`, regardless of the file's formatting. The reverse direction, from a scene to keys,
// compares the two texts line by line.
#include "solver/scene/file/variants.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "solver/scene/file/override.h"
#include "solver/scene/file/parsed_scene.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/file/text/toml_text.h"
#include "solver/scene/file/text/value_text.h"
#include "solver/scene/file/write_lines.h"
#include "solver/scene/names.h"

namespace ez {
namespace {

bool touches(const Variant& variant, const std::string& path) {
  return std::any_of(variant.set.begin(), variant.set.end(),
                     [&](const Override& change) { return related(change.path, path); });
}

std::string text_of_scene(const Scene& scene) {
  std::string out;
  for (const FileLine& line : scene_lines(scene, {})) out += line.text + '\n';
  return out;
}

// Returns the variant's key that caused a message of the reader. Overridden values have
// "--set KEY=VALUE" as their file.
std::string key_of_reader_message(const Variant& variant, const Message& message) {
  for (const Override& change : variant.set)
    if (message.file == override_label(change)) return change.path;
  return {};
}
// Does the same for a finding of the rules. `paths` are those of the variant's keys, with indices in place of names.
std::string key_of_rule_finding(const Variant& variant, const std::vector<std::string>& paths,
                                const std::string& path) {
  for (std::size_t k = 0; k < paths.size(); ++k)
    if (related(paths[k], path)) return variant.set[k].path;
  return {};
}

// The lines of a scene, by table.
struct TableLines {
  std::string path;  // "grid", "source.0"; empty for the top level
  std::vector<std::pair<std::string, std::string>> keys;
  const std::string* find(const std::string& key) const {
    const auto found = std::find_if(keys.begin(), keys.end(), [&](auto& k) { return k.first == key; });
    return found == keys.end() ? nullptr : &found->second;
  }
  std::string in_braces() const {
    std::string out;
    for (const auto& [key, value] : keys) out.append(out.empty() ? "{ " : ", ").append(key).append(" = ").append(value);
    return out.empty() ? "{}" : out + " }";
  }
};

std::vector<TableLines> tables_of(const Scene& scene, Polarization named) {
  const WriteChoice every_plain_default = {false, [](const std::string&) { return true; }, named};
  std::vector<TableLines> out(1);
  for (const FileLine& line : scene_lines(scene, every_plain_default)) {
    if (line.header) {
      out.push_back({line.path, {}});
      continue;
    }
    const std::size_t equals = line.text.find(" = ");
    out.back().keys.emplace_back(line.text.substr(0, equals), line.text.substr(equals + 3));
  }
  return out;
}

// Returns "source" for "source.0"; empty if the path is not a list entry.
std::string list_in(const std::string& path) {
  const std::size_t dot = path.find('.');
  const bool entry = dot != std::string::npos && path.find_first_not_of("0123456789", dot + 1) == std::string::npos;
  return entry ? path.substr(0, dot) : std::string();
}

using Lists = std::map<std::string, std::vector<const TableLines*>>;
Lists lists_of(const std::vector<TableLines>& tables) {
  Lists out;
  for (const TableLines& table : tables)
    if (const std::string list = list_in(table.path); !list.empty()) out[list].push_back(&table);
  return out;
}

// Normalises a value as the writer would format it, so that two spellings of a value become the same text.
std::string normalised(const std::string& value) {
  const toml::table parsed = toml::parse(shielded("value = " + value));
  return *value_text::of(*parsed.get("value"));
}

// Finds the keys that turn `before` into `after`. Returns false if keys cannot express the difference.
bool compare(const TableLines& before, const TableLines& after, std::vector<Override>& out) {
  const bool gone = std::any_of(before.keys.begin(), before.keys.end(), [&](auto& k) { return !after.find(k.first); });
  if (gone && after.path.empty()) return false;
  if (gone) {
    out.push_back({after.path, normalised(after.in_braces())});
    return true;
  }
  for (const auto& [key, value] : after.keys) {
    const std::string* old = before.find(key);
    if (!old || *old != value) out.push_back({after.path.empty() ? key : after.path + "." + key, normalised(value)});
  }
  return true;
}

Finding forbidden(const std::string& path) {
  return {Message::Kind::error, path, path + " is the same for all variants; remove it, or set it in the scene"};
}

// Removes the parts that with_variant() can set.
Scene without_editable(Scene scene) {
  const Scene none;
  scene.grid = none.grid;
  scene.boundary = none.boundary;
  scene.faults = none.faults;
  scene.materials = none.materials;
  scene.sources = none.sources;
  scene.gas = none.gas;
  scene.heat = none.heat;
  scene.states = none.states;
  scene.variants.clear();
  return scene;
}

}  // namespace

VariantReading read_variant(const Scene& scene, const Variant& variant, const SharedMedia& known) {
  VariantReading out;
  for (const Override& change : variant.set)
    for (const char* key : {"ezscope", "title", "text", "physics", "variant"})
      if (related(change.path, key)) out.findings.push_back(forbidden(change.path));
  if (!out.findings.empty()) return out;

  Scene base = scene;
  base.variants.clear();
  const bool own_shapes = touches(variant, "shape");  // otherwise they need not be converted to text
  if (!own_shapes) base.shapes.clear();
  // The quantity's name depends on the polarization, which the variant may change. The quantity itself does not change.
  const bool own_quantity = std::ranges::any_of(
      variant.set, [](const Override& change) { return change.path == "view" || change.path == "view.quantity"; });
  base.view.quantity = main_quantity(base.physics);
  ParsedScene parsed;
  if (const std::optional<Message> message = parse_keys(text_of_scene(base), "", variant.set, {}, parsed)) {
    out.findings.push_back({message->kind, "", message->text});
    return out;
  }
  out.scene = std::move(parsed.scene);
  if (!own_shapes) out.scene.shapes = scene.shapes;
  if (!own_quantity) out.scene.view.quantity = scene.view.quantity;
  for (Message& m : parsed.log.messages)
    out.findings.push_back({m.kind, key_of_reader_message(variant, m), std::move(m.text)});
  out.media = media_of(out.scene, known);
  for (Finding& finding : findings_of(out.scene, out.media)) {
    if (related_to_any(parsed.log.failed, finding.path)) continue;
    out.findings.push_back(
        {finding.kind, key_of_rule_finding(variant, parsed.overridden, finding.path), std::move(finding.text)});
  }
  return out;
}

std::optional<std::vector<Override>> differences(const Scene& base, const Scene& wanted) {
  if (base.title != wanted.title || base.text != wanted.text) return std::nullopt;
  Scene from = base, to = wanted;
  from.variants.clear();
  to.variants.clear();
  if (from.shapes == to.shapes) {
    from.shapes.clear();
    to.shapes.clear();
  }
  const std::vector<TableLines> before = tables_of(from, to.grid.polarization),
                                after = tables_of(to, to.grid.polarization);
  const Lists lists_before = lists_of(before), lists_after = lists_of(after);
  std::vector<Override> out;
  const auto entries = [](const Lists& lists, const std::string& list) {
    const auto found = lists.find(list);
    return found == lists.end() ? std::vector<const TableLines*>() : found->second;
  };
  for (const char* list : {"state", "material", "shape", "source", "probe", "check", "sweep", "monitor", "fault"}) {
    const auto old = entries(lists_before, list), now = entries(lists_after, list);
    if (old.size() == now.size()) continue;
    std::string value;
    for (const TableLines* table : now) value.append(value.empty() ? "[" : ", ").append(table->in_braces());
    out.push_back({list, normalised(value.empty() ? "[]" : value + "]")});
  }
  for (const TableLines& table : after) {
    const std::string list = list_in(table.path);
    if (!list.empty() && entries(lists_before, list).size() != entries(lists_after, list).size()) continue;
    const auto old = std::find_if(before.begin(), before.end(), [&](auto& t) { return t.path == table.path; });
    if (!compare(old == before.end() ? TableLines{table.path, {}} : *old, table, out)) return std::nullopt;
  }
  std::sort(out.begin(), out.end(), [](const Override& a, const Override& b) { return a.path < b.path; });
  return out;
}

SceneResult scene_of_variant(const Scene& scene, std::size_t k, const SharedMedia& known) {
  SceneResult result;
  if (scene.variants.empty() && k == 0) {
    result.scene = scene;
    result.media = known;
    return result;
  }
  if (k >= scene.variants.size()) {
    result.messages.push_back({Message::Kind::error, "", 0, 0,
                               fmt::format("the scene has no variant {}; it has {}", k, scene.variants.size())});
    return result;
  }
  const Variant& variant = scene.variants[k];
  VariantReading reading = read_variant(scene, variant, known);
  bool wrong = false;
  for (Finding& finding : reading.findings) {
    wrong |= finding.kind == Message::Kind::error;
    result.messages.push_back(
        {finding.kind, "", 0, 0, fmt::format("variant {}: {}", names::quoted(variant.name), finding.text)});
  }
  if (!wrong) result.scene = std::move(reading.scene), result.media = std::move(reading.media);
  return result;
}

std::optional<Scene> with_variant(const Scene& scene, std::size_t k, const Scene& wanted, OwnShapes shapes,
                                  const SharedMedia& known) {
  const SceneResult now = scene_of_variant(scene, k, known);
  if (k >= std::max<std::size_t>(scene.variants.size(), 1)) return std::nullopt;
  const auto fixed = [&](const Scene& s) {
    Scene rest = without_editable(s);
    if (shapes == OwnShapes::yes) rest.shapes.clear();
    return rest;
  };
  if (now.scene && !(fixed(*now.scene) == fixed(wanted))) return std::nullopt;
  if (scene.variants.empty()) return wanted;
  // Writes all shapes, not only the different ones. So they stay the same if the scene's own shapes change.
  Scene base = scene;
  if (shapes == OwnShapes::yes && scene.shapes != wanted.shapes && !wanted.shapes.empty()) base.shapes.clear();
  std::optional<std::vector<Override>> set = differences(base, wanted);
  if (!set) return std::nullopt;
  Scene out = scene;
  out.variants[k].set = std::move(*set);
  return out;
}

}  // namespace ez
