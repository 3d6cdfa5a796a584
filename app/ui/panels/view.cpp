// Panel, section View. Items, in the window "Panel":
//   View (head)  View/##quantity/Ez, Hx, Hy, |H|, u, |S|, mat, ΔEz (Hz, Ex, Ey, |E|, … for polarization hz)
//   View/##range/Locked, Auto, Log  View/##limit  View/##decades  View/##gain  View/##colormap (combo)
//   View/##floor (replaces these for the residual)
//   View/##outlines ##tint ##arrows ##lens ##theory ##grid ##layers ##legend ##handles ##gridded (checkboxes)
//   View/##fit  View/##text_size  View/##eyes  View/##language (combos)
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/model/document/gas_edit.h"
#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/picture/marks/gridded.h"
#include "app/ui/probe_trace.h"
#include "render/colormap.h"

namespace ez {
namespace {

const std::array<std::string, 3> ranges = {"Locked", "Auto", "Log"};

std::string summary(const Context& c, bool) {
  const State& s = c.state;
  const ViewState& v = s.view;
  const Polarization p = s.scene.grid.polarization;
  const std::string_view name = c.tr(symbol_of(v.quantity, p));
  if (v.quantity == Quantity::material) return c.tr("Materials");
  if (v.quantity == Quantity::residual) return c.say("Residual · {} … 0 dB", fixed(-s.instruments.residual_floor, 0));
  const char* mode = v.range == RangeMode::locked ? "locked" : v.range == RangeMode::automatic ? "auto" : "log";
  return fmt::format("{} · {} {}{}", name, c.tr(mode), is_signed(v.quantity) ? "±" : "≤ ",
                     in_cells(s.scene.physics) ? plain(v.limit, unit_of(v.quantity, p), 3)
                                               : engineering(v.limit / v.gain, unit_of(v.quantity, p), 2));
}

void range_rows(const Context& c) {
  ViewState v = c.state.view;
  const std::string_view unit = unit_of(v.quantity, c.state.scene.grid.polarization);
  float w = row(c.look, "Range");
  if (const auto hit = segmented(c.look, "##range", ranges, static_cast<int>(v.range), w)) {
    v.range = static_cast<RangeMode>(*hit);
    set_range(c, v);
  }
  tip(c.look, "Locked: fixed range. Auto: the range follows the field. Log: decades below the limit, 20·lg");
  w = row(c.look, is_signed(v.quantity) ? "Limit ±"
                  : v.low > 0           ? c.say("{} to", plain(v.low, unit, 3)).c_str()
                                        : "Limit");
  const bool prefixes = takes_prefix(unit);
  const int digits = v.limit > 0 ? std::clamp(3 - static_cast<int>(std::floor(std::log10(v.limit))), 0, 12) : 2;
  if (number_field(c.look, "##limit", v.limit,
                   {.unit = unit,
                    .prefixes = prefixes,
                    .decimals = prefixes ? 2 : digits,
                    .min = 1e-18,
                    .max = 1e18,
                    .logarithmic = true,
                    .slot = 50},
                   w)) {
    if (v.range == RangeMode::automatic) v.range = RangeMode::locked;
    if (c.state.scene.view.range > 0)
      set_range(c, v);
    else
      c.view(v);
  }
  tip(c.look, v.range == RangeMode::automatic ? "Follows the field in automatic mode. Editing it locks the range"
                                              : "Upper end of the colour bar");
  if (v.range == RangeMode::logarithmic) {
    w = row(c.look, "Decades");
    if (number_field(c.look, "##decades", v.decades,
                     {.decimals = 1, .min = 1, .max = 12, .speed = 0.05, .fill = v.decades / 12}, w))
      c.view(v);
    tip(c.look, "Number of decades below the limit that are shown");
  }
  w = row(c.look, "Gain");
  if (number_field(c.look, "##gain", v.gain, {.unit = "×", .decimals = 2, .min = 1e-3, .max = 1e6, .logarithmic = true},
                   w))
    c.view(v);
  tip(c.look, "Multiplies the values shown", "[ and ]");
}

// Draws the range of residuals, which is fixed and the same for all panes.
void residual_rows(const Context& c) {
  LabSettings l = c.state.instruments;
  const float w = row(c.look, "Floor");
  const std::string low = fixed(-l.residual_floor, 0);
  if (number_field(c.look, "##floor", l.residual_floor,
                   {.unit = "dB", .decimals = 0, .min = 20, .max = 320, .speed = 1, .instead = low}, w))
    c.send(command::SetLab{l});
  tip(c.look, "Sets the lower end of the colour scale, in dB relative to the incident peak");
  hint(c.look, c.say("Field minus reference run. Rounding of {}: {} dB.",
                     c.state.scene.grid.precision == Precision::float32 ? "Float" : "Double",
                     fixed(rounding_floor(c.state.scene.grid.precision), 0)));
}

// Files still use the colour map's old name.
std::string_view shown_colormap(std::string_view map) { return map == "blue-red" ? "blue-orange" : map; }

void colormap_row(const Context& c) {
  ViewState v = c.state.view;
  const bool diverging = is_signed(v.quantity);
  std::string& name = v.*colormap_of(v.quantity);
  const float w = row(c.look, "Colour map");
  if (!begin_combo(c.look, "##colormap", shown_colormap(name), w))
    return tip(c.look, "Sets the colours of the values. Equal steps in value look like equal steps in colour");
  for (const std::string_view map : colormaps) {
    if (is_diverging(map) != diverging) continue;
    const ImVec2 p = ImGui::GetCursorScreenPos();
    if (combo_item(c.look, shown_colormap(map), map == name)) {
      name = map;
      c.view(v);
    }
    const float x1 = p.x + w - c.px(20), bar = c.px(72);
    for (int k = 0; k < 24; ++k)
      ImGui::GetWindowDrawList()->AddRectFilled(
          {x1 - bar + bar * static_cast<float>(k) / 24, p.y + c.px(6)},
          {x1 - bar + bar * static_cast<float>(k + 1) / 24, p.y + c.px(18)},
          rgb(colormap_color(seen_colormap(map, v.vision), c.state.dark, k / 23.0)));
  }
  ImGui::EndCombo();
}

void switches(const Context& c) {
  struct Switch {
    const char *id, *label;
    bool ViewState::*value;
    const char* words;
    For belongs = For::all;
  };
  constexpr Switch all[] = {
      {"##outlines", "Outlines", &ViewState::outlines, "Draws lines around materials and walls"},
      {"##tint", "Tint", &ViewState::tint, "Tints the field with the materials' colours"},
      {"##arrows", "Power flow", &ViewState::arrows, "Draws arrows along the power flow, E × H, averaged over time",
       For::maxwell},
      {"##arrows", "Velocity", &ViewState::arrows, "Draws arrows along the velocity of the gas", For::gas},
      {"##lens", "Fronts", &ViewState::lens,
       "Dispersion lens: draws the front of a point source's pulse by Maxwell's equations, and its position on this "
       "grid",
       For::maxwell},
      {"##theory", "Theory", &ViewState::theory,
       "Draws the beams, shadows and fronts that the theory of the scene's checks predicts, as dashed lines",
       For::maxwell},
      {"##layers", "Layers", &ViewState::layers, "Marks the absorbing layers", For::maxwell},
      {"##grid", "Grid lines", &ViewState::grid_lines, "Draws lines between cells that are large enough on the screen"},
      {"##legend", "Legend", &ViewState::legend, "Shows colour bar and length scale"},
      {"##handles", "Handles", &ViewState::handles, "Shows handles of sources and probes on the picture"}};
  // Uses three columns, or two if the texts of the language are too long.
  float widest = 0;
  for (const Switch& s : all)
    if (is_for(s.belongs, c.state.scene.physics))
      widest = std::max(widest, c.look.measure(c.look.fonts.text, font_size::text, c.tr(s.label)).x);
  const float room = ImGui::GetContentRegionAvail().x, x0 = ImGui::GetCursorPosX();
  const int columns = widest + c.px(28) <= room / 3 ? 3 : 2;
  const float column = std::floor(room / static_cast<float>(columns));
  int k = 0;
  for (const Switch& s : all) {
    if (!is_for(s.belongs, c.state.scene.physics)) continue;
    if (k % columns) ImGui::SameLine(x0 + column * static_cast<float>(k % columns));
    ViewState v = c.state.view;
    if (checkbox(c.look, s.id, s.label, v.*s.value)) c.view(v);
    tip(c.look, s.words);
    ++k;
  }
}

const char* quantity_words(Physics physics) {
  return in_cells(physics) ? "Selects the quantity of each cell that is shown"
                           : "Selects the quantity shown. u = ½(ε|E|² + μ|H|²), S = E × H; mat: materials; Δ: field "
                             "minus reference run";
}

// Draws settings that apply to all scenes and are remembered between sessions.
void eyes_rows(const Context& c) {
  double percent = 100 * c.state.interface_scale;
  float w = row(c.look, "Text size");
  if (number_field(c.look, "##text_size", percent,
                   {.unit = "%", .decimals = 0, .min = 75, .max = 300, .speed = 1, .on_release = true}, w,
                   &c.memory.held))
    c.send(command::SetInterfaceScale{percent / 100});
  tip(c.look, "Scales text, panel and bars, in addition to the display's own scale, as far as they fit", "Ctrl + − 0");
  w = row(c.look, "Colour vision");
  if (begin_combo(c.look, "##eyes", facts_of(c.state.view.vision).label, w)) {
    for (const ColorVisionFacts& f : color_visions) {
      if (!combo_item(c.look, f.label, f.vision == c.state.view.vision)) continue;
      ViewState v = c.state.view;
      v.vision = f.vision;
      c.view(v);
    }
    ImGui::EndCombo();
  }
  tip(c.look, "Selects a colour-blind palette for accents and curves. It is remembered between sessions");
}

// Draws the choice of language, which is remembered between sessions. Each language has its own name for itself.
void language_rows(const Context& c) {
  const Language now = c.state.language;
  const float w = row(c.look, "Language");
  if (begin_combo(c.look, "##language", facts_of(now).label, w)) {
    c.memory.letters_of(Language::japanese);
    for (const LanguageFacts& f : languages)
      if (combo_item(c.look, f.label, f.language == now)) c.send(command::SetLanguage{f.language});
    ImGui::EndCombo();
  }
  tip(c.look,
      "Sets the language of the interface. Scenes, lessons, files and the command line are not translated. It is "
      "remembered between sessions");
  if (now == Language::japanese && !c.memory.japanese_letters)
    warning(c.look, fmt::format("Japanese letters are missing: install the package {}, then start again",
                                japanese_font_package));
}

void rows(const Context& c) {
  ViewState v = c.state.view;
  const std::vector<Quantity> offered = offered_quantities(c.state.scene.physics);
  std::vector<std::string> names;
  for (const Quantity q : offered) names.emplace_back(symbol_of(q, c.state.scene.grid.polarization));
  const auto now = std::ranges::find(offered, v.quantity) - offered.begin();
  if (const auto hit =
          segmented(c.look, "##quantity", names, static_cast<int>(now), ImGui::GetContentRegionAvail().x)) {
    v.quantity = offered[static_cast<std::size_t>(*hit)];
    c.view(v);
  }
  tip(c.look, quantity_words(c.state.scene.physics), "1 2 3 …");
  if (v.quantity == Quantity::residual) {
    residual_rows(c);
  } else if (v.quantity != Quantity::material) {
    range_rows(c);
    colormap_row(c);
  }
  switches(c);
  gridded_row(c);
  ImGui::BeginDisabled(v.fit);
  if (button(c.look, "##fit", "Show whole grid", icon::fit, false, ImGui::GetContentRegionAvail().x)) {
    v.fit = true;
    c.view(v);
  }
  ImGui::EndDisabled();
  tip(c.look,
      "Fits the whole grid into the picture, like a double click on it. Wheel: zoom. Middle or right button: move");
  eyes_rows(c);
  language_rows(c);
}

}  // namespace

void set_range(const Context& c, const ViewState& v) {
  c.view(v);
  if (v.range == RangeMode::logarithmic || v.quantity != c.state.scene.view.quantity) return;
  Scene scene = c.state.scene;
  scene.view.range = v.range == RangeMode::locked ? v.limit : 0;
  c.edit(std::move(scene), v.range == RangeMode::locked ? "lock the range" : "unlock the range");
}

const PanelSection view_section = {
    .name = "View",
    .icon = icon::view,
    .help = "Quantity that the picture shows, its range and colours",
    .summary = summary,
    .rows = rows,
    .open_at_first = [](const State& s,
                        bool tall) { return tall && s.engine.device_index < 0 && s.scene.probes.empty(); },
    .problems_of = {"view"}};

}  // namespace ez
