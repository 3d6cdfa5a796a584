// The rows of Materials for a dispersive medium: the preset that it started from, its poles, and ε and μ at the
// scene's frequency. Items, in Materials:
//   ##preset, ##pole_kind0 ##pole_plasma0 … ##pole_delete0, …, ##pole_add; for μ ##mu_pole_kind0 …, ##mu_pole_add
#include <fmt/format.h>

#include <cctype>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "solver/scene/presets.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

// Returns the preset's numbers with the material's own name and colour.
Material as_preset(const Scene& scene, const Material& m, std::string_view preset) {
  Material out = for_scene(scene, started_from(preset));
  out.name = m.name;
  if (m.color) out.color = m.color;
  return out;
}

bool preset_row(const Context& c, Material& m) {
  const Preset* now = find_preset(m.preset);
  bool changed = false;
  const float w = row(c.look, "Preset");
  if (begin_combo(c.look, "##preset", now ? now->title : "none", w)) {
    if (combo_item(c.look, "none", !now) && now) m.preset.clear(), changed = true;
    for (const Preset& p : material_preset_list())
      if (combo_item(c.look, p.title, &p == now, rgb(p.material.color.value_or(0))))
        m = as_preset(c.state.scene, m, p.material.preset), changed = true;
    ImGui::EndCombo();
  }
  tip(c.look, "Replaces the numbers by those of a known medium");
  if (now) hint(c.look, now->source);
  return changed;
}

// Returns a pole of another kind with similar strength at the same frequencies.
Pole pole_of_kind(std::size_t kind, double f) {
  const PoleModel models[] = {Drude{f, f / 20}, Lorentz{f, 1, f / 20}, Debye{1, tidy(1 / (2 * pi * f))}};
  return {models[kind]};
}

// Describes the list of poles of ε or of μ: the names of its items and rows.
struct PoleList {
  const char *id, *rows, *alone, *add, *help;
};
constexpr PoleList of_eps{
    "pole", "Pole {}", "Poles", "Add pole",
    "Frequency-dependent terms of ε: free charges (Drude), bound charges (Lorentz), rotating dipoles (Debye)"};
constexpr PoleList of_mu{"mu_pole", "Pole {} of μ", "Poles of μ", "Add pole of μ",
                         "Frequency-dependent terms of μ. If both ε and μ have Drude poles, both can be negative, and "
                         "phase fronts move backwards"};

// Draws the rows for the keys of a pole.
struct PoleRows {
  const Context& c;
  const PoleList& list;
  std::size_t index;
  bool changed = false;
  void operator()(std::string_view name, double& v, const Key& key) {
    std::string label(name);
    label[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(label[0])));
    NumberStyle style{.decimals = 3, .min = 1e-6, .max = 1e6, .logarithmic = true};
    if (key.unit == "Hz" || key.unit == "s") {
      const bool is_time = key.unit == "s";
      style = {.unit = key.unit,
               .prefixes = true,
               .min = is_time              ? 1e-18
                      : key.range.open_low ? 1
                                           : 0,
               .max = is_time ? 1 : 1e18,
               .logarithmic = v > 0};
    }
    const float width = row(c.look, label.c_str());
    changed |= number_field(c.look, fmt::format("##{}_{}{}", list.id, name, index).c_str(), v, style, width);
    tip(c.look, key.doc);
  }
};

bool pole_rows(const Context& c, const PoleList& list, std::vector<Pole>& poles) {
  using Kinds = Alternatives<PoleModel>;
  bool changed = false;
  for (std::size_t k = 0; k < poles.size(); ++k) {
    const float w = row(c.look, c.say(fmt::runtime(list.rows), k + 1).c_str()), square = ImGui::GetFrameHeight();
    if (begin_combo(c.look, fmt::format("##{}_kind{}", list.id, k).c_str(), Kinds::titles()[poles[k].model.index()],
                    w - square - c.px(4))) {
      for (std::size_t kind = 0; kind < Kinds::titles().size(); ++kind)
        if (combo_item(c.look, Kinds::titles()[kind], kind == poles[k].model.index()) && kind != poles[k].model.index())
          poles[k] = pole_of_kind(kind, first_frequency(c.state.scene)), changed = true;
      ImGui::EndCombo();
    } else {
      tip(c.look,
          "Drude: −fp²/(f² + ifγ). Lorentz: Δε·f0²/(f0² − f² − ifγ). Debye: Δε/(1 − i2πfτ). Each term is added to εr");
    }
    same_row(c.look);
    if (icon_button(c.look, fmt::format("##{}_delete{}", list.id, k).c_str(), icon::trash, ButtonState::plain, 24,
                    12)) {
      poles.erase(poles.begin() + static_cast<std::ptrdiff_t>(k));
      return true;
    }
    tip(c.look, "Removes this pole");
    PoleRows rows{c, list, k};
    std::visit([&](auto& p) { p.fields(p, rows); }, poles[k].model);
    changed |= rows.changed;
  }
  row(c.look, poles.empty() ? list.alone : "");
  if (button(c.look, fmt::format("##{}_add", list.id).c_str(), list.add)) {
    poles.push_back(pole_of_kind(1, tidy(1.5 * first_frequency(c.state.scene))));
    changed = true;
  }
  tip(c.look, list.help);
  return changed;
}

}  // namespace

void dispersion_rows(const Context& c, Scene s, std::size_t i) {
  Material& m = s.materials[i];
  if (preset_row(c, m)) return c.edit(s, "preset");
  if (pole_rows(c, of_eps, m.poles)) return c.edit(s, "poles");
  if (pole_rows(c, of_mu, m.poles_m)) return c.edit(s, "poles");
  if (!m.dispersive()) return;
  const double f = first_frequency(s);
  const auto say = [&](fmt::format_string<std::string, std::string, const char*, std::string> words,
                       std::complex<double> v) {
    hint(c.look, ez::say(c.look.words, words, engineering(f, "Hz"), with_minus(fmt::format("{:.4g}", v.real())),
                         v.imag() < 0 ? "−" : "+", fmt::format("{:.3g}", std::abs(v.imag()))));
  };
  const PaletteEntry e = palette_entry(s, i + 3);
  say("At {}: ε = {} {} {}i", permittivity(e, f));
  if (!m.poles_m.empty()) say("At {}: μ = {} {} {}i", permeability(e, f));
}

}  // namespace ez
