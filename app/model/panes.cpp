#include "app/model/panes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/model/state.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"

namespace ez {

int pane_count(const Scene& scene) { return std::max(1, static_cast<int>(scene.variants.size())); }

const Scene& pane_scene(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  return k < state.panes.size() ? state.panes[k].scene : state.scene;
}

const SceneMedia& pane_media(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  return k < state.panes.size() ? *state.panes[k].media : *state.media;
}

namespace {

// Returns the name if free_variant_name() made it from `wanted` (with or without a number), as translatable text;
// otherwise nothing.
std::optional<Text> own_name(const std::string& name, const Text& wanted) {
  const std::string english = wanted.english();
  if (!name.starts_with(english)) return std::nullopt;
  const std::string number = name.substr(english.size());
  if (number.empty()) return wanted;
  const bool counted =
      number.size() > 1 && number[0] == ' ' && number.find_first_not_of("0123456789", 1) == std::string::npos;
  return counted ? std::optional(text_with("{}{}", wanted, number)) : std::nullopt;
}

}  // namespace

Text pane_name(const State& state, int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const std::vector<Variant>& all = state.scene.variants;
  const Text boundary = boundary_name(pane_scene(state, pane).boundary);
  if (k >= all.size() || all[k].name.empty()) return boundary;
  std::vector<Text> own = {boundary};
  if (comparison_pane(state.beside, state.scene)) own.insert(own.end(), {running_pane, other_pane});
  for (const Text& one : own)
    if (const auto name = own_name(all[k].name, one)) return *name;
  return Text::as_is(all[k].name);
}

namespace {

// Sets of boundaries that can differ from the others, one bit per Side, and the phrase for each set.
struct OddSides {
  unsigned bits;
  const char* words;
};
constexpr std::array<OddSides, 10> odd_sides = {{{0b0001, "left {}, others {}"},
                                                 {0b0010, "right {}, others {}"},
                                                 {0b0100, "bottom {}, others {}"},
                                                 {0b1000, "top {}, others {}"},
                                                 {0b0011, "left and right {}, others {}"},
                                                 {0b0101, "left and bottom {}, others {}"},
                                                 {0b1001, "left and top {}, others {}"},
                                                 {0b0110, "right and bottom {}, others {}"},
                                                 {0b1010, "right and top {}, others {}"},
                                                 {0b1100, "bottom and top {}, others {}"}}};

// Returns the kind that most sides have. In a tie it prefers a kind with a layer.
BoundaryKind usual_kind(const Boundary& boundary) {
  const auto rank = [&](BoundaryKind k) {
    return std::pair(std::count(boundary.side.begin(), boundary.side.end(), k), facts_of(k).has_layer);
  };
  return *std::max_element(boundary.side.begin(), boundary.side.end(),
                           [&](BoundaryKind a, BoundaryKind b) { return rank(a) < rank(b); });
}

}  // namespace

Text boundary_name(const Boundary& boundary) {
  const BoundaryKind usual = usual_kind(boundary);
  unsigned odd = 0;
  BoundaryKind other = usual;
  bool two_kinds = true;
  std::vector<Text> all;
  for (const Side s : all_sides) {
    const BoundaryKind kind = boundary[s];
    all.push_back(text_with("{} {}", Text::of(to_string(s)), Text::of(facts_of(kind).word)));
    if (kind == usual) continue;
    two_kinds &= other == usual || other == kind;
    other = kind;
    odd |= 1u << static_cast<unsigned>(s);
  }
  if (odd == 0)
    return usual == BoundaryKind::cpml ? text_with("CPML, {} cells", boundary.cpml.cells) : Text(name_of(usual));
  const auto found = std::find_if(odd_sides.begin(), odd_sides.end(), [&](const OddSides& o) { return o.bits == odd; });
  if (!two_kinds || found == odd_sides.end()) return Text::joined(all, ", ");
  return Text::of(found->words, {Text::of(facts_of(other).word), Text::of(facts_of(usual).word)});
}

std::string free_variant_name(const Scene& scene, const std::string& wanted) {
  const auto taken = [&](const std::string& name) {
    return std::any_of(scene.variants.begin(), scene.variants.end(), [&](const Variant& v) { return v.name == name; });
  };
  if (!taken(wanted)) return wanted;
  for (int k = 2;; ++k)
    if (std::string name = fmt::format("{} {}", wanted, k); !taken(name)) return name;
}

bool has_residual(const State& state) { return state.instruments.difference_with >= 0 || state.reference.bytes > 0; }

double residual_scale(const State& state) {
  double most = 0;
  for (const PaneState& p : state.panes) most = std::max(most, p.residual_limit);
  return most > 0 ? most : 1;
}

double rounding_floor(Precision precision) {
  return 20 * std::log10(2.0) * (precision == Precision::float32 ? -23 : -52);
}

bool is_hiding(const State& state) { return state.scene.hidden_fault.has_value() && !state.fault_revealed; }

ReflectionReading without_secrets(const State& state, ReflectionReading reading) {
  if (!is_hiding(state)) return reading;
  reading.own_db = {};
  reading.angles.clear();
  reading.no_angles = {"hidden until the answer, because they would reveal the fault"};
  return reading;
}

// ---- variants

Scene without_pane(Scene scene, int pane) {
  scene.variants.erase(scene.variants.begin() + pane);
  if (scene.variants.size() > 1) return scene;
  SceneResult only = scene_of_variant(scene, 0);
  return only.scene ? std::move(*only.scene) : scene;
}

std::optional<int> comparison_pane(const std::string& beside, const Scene& scene) {
  const bool last = !beside.empty() && pane_count(scene) > 1 && scene.variants.back().name == beside;
  return last ? std::optional(pane_count(scene) - 1) : std::nullopt;
}

namespace {

// Returns the scene with at least one variant, so that a second one can be added for a comparison.
Scene with_a_variant(Scene scene) {
  if (scene.variants.empty()) scene.variants.push_back({running_pane, {}});
  return scene;
}

}  // namespace

Scene without_comparison(const std::string& beside, const Scene& scene) {
  if (!comparison_pane(beside, scene)) return scene;
  if (scene.variants.size() == 2 && scene.variants.front().name == running_pane) return without_pane(scene, 1);
  Scene own = scene;
  own.variants.pop_back();
  return own;
}

Scene with_comparison_of(const std::string& beside, const Scene& as, const Scene& scene) {
  Scene own = without_comparison(beside, scene);
  if (!comparison_pane(beside, as)) return own;
  Scene both = with_a_variant(own);
  both.variants.push_back(as.variants.back());
  return scene_of_variant(both, both.variants.size() - 1).scene ? both : own;
}

void end_comparison(State& s) {
  if (!comparison_pane(s.beside, s.scene)) return;
  s.scene = without_comparison(s.beside, s.scene);
  scene_changed(s);
  withdraw(s, "timeline");
}

std::optional<Scene> side_by_side(const Scene& scene, const Scene& other, int of) {
  Scene both = with_a_variant(scene);
  const auto k = static_cast<std::size_t>(of);
  const SceneResult earlier = scene_of_variant(other, other.variants.empty() ? 0 : k);
  if (k >= both.variants.size() || !earlier.scene) return std::nullopt;
  Variant copy = both.variants[k];
  copy.name = free_variant_name(both, other_pane);
  both.variants.push_back(std::move(copy));
  return with_variant(both, both.variants.size() - 1, *earlier.scene, OwnShapes::yes);
}

}  // namespace ez
