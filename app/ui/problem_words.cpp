#include "app/ui/problem_words.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <span>
#include <utility>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"

namespace ez {
namespace {

using Words = std::pair<std::string_view, const char*>;

constexpr Words whole_keys[] = {{"grid.cells", "the grid's size"},
                                {"grid.cell", "the cell size"},
                                {"grid.courant", "the Courant number"},
                                {"grid.background", "the background"},
                                {"boundary.left", "the left side"},
                                {"boundary.right", "the right side"},
                                {"boundary.bottom", "the bottom side"},
                                {"boundary.top", "the top side"},
                                {"boundary.cpml.cells", "the layers' thickness"},
                                {"boundary.cpml.order", "the layers' order"},
                                {"boundary.cpml.sigma", "the layers' σ"},
                                {"boundary.cpml.kappa", "the layers' κ"},
                                {"boundary.cpml.alpha", "the layers' α"},
                                {"boundary.cpml.factor.left", "the left layer's σ factor"},
                                {"boundary.cpml.factor.right", "the right layer's σ factor"},
                                {"boundary.cpml.factor.bottom", "the bottom layer's σ factor"},
                                {"boundary.cpml.factor.top", "the top layer's σ factor"},
                                {"view.range", "the colour bar's range"},
                                {"view.colormap", "the colour map"},
                                {"reflection.sides", "the list of measured sides"},
                                {"reflection.margin", "the reference run's margin"},
                                {"reflection.window", "the time window of the readings"},
                                {"initial.value", "the initial field"},
                                {"run.scheme", "the kernel scheme"},
                                {"run.form", "the kernel scheme's form"},
                                {"run.block", "the block shape"},
                                {"run.pause_at", "the pause time"},
                                {"gas.gamma", "γ of the gas"},
                                {"gas.cfl", "the CFL number"},
                                {"gas.dt", "the gas's Δt"},
                                {"gas.viscosity", "the artificial viscosity"},
                                {"gas.entropy_fix", "the entropy fix"},
                                {"heat.diffusivity", "the diffusivity"},
                                {"heat.cfl", "the CFL number"},
                                {"heat.dt", "the heat's Δt"}};
constexpr Words parts[] = {{"at", "place"},
                           {"from", "start"},
                           {"to", "end"},
                           {"center", "centre"},
                           {"inner", "inner radius"},
                           {"outer", "outer radius"},
                           {"radii", "half-axes"},
                           {"min", "lower left corner"},
                           {"max", "upper right corner"},
                           {"eps", "εr"},
                           {"mu", "μr"},
                           {"sigma", "σ"},
                           {"sigma_m", "σm"},
                           {"color", "colour"},
                           {"set", "changes"},
                           {"copies.count", "number of copies"},
                           {"copies.a1", "first vector"},
                           {"copies.a2", "second vector"},
                           {"copies.center", "centre of the copies"}};

std::string_view looked_up(std::span<const Words> list, std::string_view key, std::string_view otherwise) {
  for (const auto& [name, words] : list)
    if (name == key) return words;
  return otherwise;
}

std::string small(std::string word) {
  word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
  return word;
}

// Returns the window's name for entry k of a list; empty if there is none.
std::string entry_words(const Scene& s, std::string_view list, std::size_t k) {
  const int i = static_cast<int>(k);
  const auto named = [&](const std::string& name, const char* kind) {
    return name.empty() ? fmt::format("{} {}", kind, k + 1) : name;
  };
  if (list == "source" && k < s.sources.size()) return label_of_source(s, i);
  if (list == "probe" && k < s.probes.size()) return named(s.probes[k].name, "probe");
  if (list == "monitor" && k < s.monitors.size()) return named(s.monitors[k].name, "monitor");
  if (list == "check" && k < s.checks.size()) return named(s.checks[k].name, "check");
  if (list == "sweep" && k < s.sweeps.size()) return named(s.sweeps[k].name, "sweep");
  if (list == "material" && k < s.materials.size()) return named(s.materials[k].name, "material");
  if (list == "variant" && k < s.variants.size()) return named(s.variants[k].name, "variant");
  if (list == "shape" && k < s.shapes.size())
    return fmt::format("the {} of {} ({})", small(kind_of_shape(s.shapes[k])), materials_of(s.shapes[k]).front(),
                       k + 1);
  if (list == "state" && k < s.states.size()) return named(s.states[k].name, "state");
  return list == "fault" ? fmt::format("fault {}", k + 1) : "";
}

bool is_key_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_'; }

}  // namespace

std::string words_for_key(const Scene& scene, std::string_view path) {
  if (const std::string_view whole = looked_up(whole_keys, path, ""); !whole.empty()) return std::string(whole);
  const std::size_t dot = path.find('.');
  if (dot == std::string_view::npos) return std::string(path == "hidden_fault" ? "the hidden fault" : path);
  std::size_t k = 0;
  const char* end = path.data() + path.size();
  const auto [stop, error] = std::from_chars(path.data() + dot + 1, end, k);
  std::string entry = error == std::errc() ? entry_words(scene, path.substr(0, dot), k) : "";
  if (entry.empty()) return std::string(path);
  if (stop == end) return entry;
  std::string_view key(stop + 1, static_cast<std::size_t>(end - stop - 1));
  if (constexpr std::string_view of = "waveform."; key.starts_with(of)) key.remove_prefix(of.size());
  return fmt::format("{}'s {}", entry, looked_up(parts, key, key));
}

std::string problem_words(const Scene& scene, const Message& problem) {
  std::string out, word;
  bool quoted = false;  // quoted names of the user stay unchanged
  const auto flush = [&] {
    std::string stops;
    while (word.ends_with('.')) word.pop_back(), stops += '.';
    out += word.find('.') != std::string::npos || word == "hidden_fault" ? words_for_key(scene, word) : word;
    out += stops;
    word.clear();
  };
  for (const char c : problem.text) {
    if (!quoted && is_key_character(c)) {
      word += c;
      continue;
    }
    flush();
    if (c == '"') quoted = !quoted;
    out += c;
  }
  flush();
  const bool begins_with_key = problem.text.find(problem.path) == 0 && !problem.path.empty();
  const bool own_name = begins_with_key && !out.starts_with("the ");
  return own_name ? out : capital(std::move(out));
}

}  // namespace ez
