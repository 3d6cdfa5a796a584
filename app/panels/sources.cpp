// Panel, section Sources. Items, in the window "Panel":
//   Sources (head)  Sources/##add  Sources/##source0, ##source1, … (list; beyond five rows in the child window
//   Sources/##sources)  Sources/##duplicate  Sources/##delete
// of the selected source, or the one shown last:
//   Sources/##name  Sources/##on  Sources/##type/Point, Line  Sources/##kind/Soft, Hard
//   Sources/##x ##y (point)  Sources/##x1 ##y1 ##x2 ##y2 (line)  Sources/##waveform (combo: CW, Gaussian pulse, …)
//   Sources/##frequency  Sources/##lambda  Sources/##cells  Sources/##amplitude  Sources/##phase  Sources/##ramp
//   Sources/##width  Sources/##delay
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/panels/waveform_plot.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/scene_edit.h"
#include "app/ui/units.h"
#include "solver/measure/twin.h"
#include "solver/physics/constants.h"

namespace ez {
namespace {

constexpr int most_rows = 5;  // of the list, before it scrolls
constexpr const char* waveform_names[] = {"CW, soft start", "Gaussian pulse", "Modulated Gaussian", "Ricker wavelet"};
constexpr const char* waveform_words[] = {"CW", "Gaussian", "Modulated", "Ricker"};

std::string summary_of(const Source& s) {
  const std::string kind = waveform_words[s.waveform.index()];
  if (!s.on) return kind + " · off";
  if (const auto f = frequency(s.waveform)) return fmt::format("{} {}", kind, engineering(*f, "Hz"));
  return fmt::format("{} {}", kind, engineering(std::get<Gaussian>(s.waveform).width, "s"));
}

int shown_source(const Context& c) {
  const Selection& sel = c.state.selection;
  if (sel.kind == Selection::Kind::source) c.memory.last_source = sel.index;
  const int n = static_cast<int>(c.state.scene.sources.size());
  return c.memory.last_source = std::clamp(c.memory.last_source, 0, std::max(0, n - 1));
}

void list(const Context& c, int shown) {
  const Scene& s = c.state.scene;
  begin_list(c.look, "##sources", static_cast<int>(s.sources.size()), most_rows);
  for (int i = 0; i < static_cast<int>(s.sources.size()); ++i) {
    const Source& source = s.sources[static_cast<std::size_t>(i)];
    const ImVec2 p = ImGui::GetCursorScreenPos();
    const float w = ImGui::GetContentRegionAvail().x, cy = p.y + c.px(14);
    if (list_row(c.look, fmt::format("##source{}", i).c_str(), i == shown)) {
      c.memory.last_source = i;
      c.send(command::Select{{Selection::Kind::source, i}});
    }
    const bool scrolls = static_cast<int>(s.sources.size()) > most_rows;
    if (scrolls && i == shown && c.memory.listed_source != shown) ImGui::SetScrollHereY();
    const Pen pen{c.look, ImGui::GetWindowDrawList()};
    if (source.on)
      pen.list->AddCircleFilled({p.x + c.px(14), cy}, c.px(4), c.t().accent);
    else
      pen.list->AddCircle({p.x + c.px(14), cy}, c.px(4), c.t().text3, 0, c.px(1.5f));
    const std::string right = summary_of(source);
    const float rw = c.look.measure(c.look.fonts.text, font_size::small, right).x;
    pen.clipped({p.x + c.px(32), cy}, p.x + w - rw - c.px(16), label_of_source(s, i), c.t().text);
    pen.text({p.x + w - c.px(8), cy}, {1, 0.5f}, right, c.t().text2, font_size::small);
  }
  end_list();
  c.memory.listed_source = shown;
}

void geometry(const Context& c, Scene s, std::size_t i) {
  Source& source = s.sources[i];
  float w = row(c.look, "Type");
  const std::array<std::string, 2> types = {"Point", "Line"};
  const bool line = std::holds_alternative<LineSource>(source.geometry);
  const auto hit = segmented(c.look, "##type", types, line, w);
  tip(c.look, "A line drives every node between its ends with a current per metre");
  if (hit && *hit != line) {
    if (*hit) {
      const Vec2 n = to_nodes(s, std::get<PointSource>(source.geometry).at);
      const double reach = s.grid.ny / 4.0;
      source.geometry = LineSource{position_on_node(s, {n.x, n.y - reach}), position_on_node(s, {n.x, n.y + reach})};
    } else {
      const auto& l = std::get<LineSource>(source.geometry);
      const Vec2 a = to_nodes(s, l.from), b = to_nodes(s, l.to);
      source.geometry = PointSource{position_on_node(s, {(a.x + b.x) / 2, (a.y + b.y) / 2})};
    }
    c.edit(s, "source type");
    return;
  }
  if (auto* point = std::get_if<PointSource>(&source.geometry)) {
    if (place_row(c, "Place", "##x", "##y", s, point->at, true)) c.edit(s, "move source");
  } else {
    auto& l = std::get<LineSource>(source.geometry);
    if (place_row(c, "From", "##x1", "##y1", s, l.from, true)) c.edit(s, "move source");
    if (place_row(c, "To", "##x2", "##y2", s, l.to, true)) c.edit(s, "move source");
  }
}

// A waveform of another kind with about the same time scale.
Waveform converted(const Waveform& from, int kind, double dt) {
  double f = 0, width = 0;
  if (const auto known = frequency(from)) f = *known;
  if (const auto* g = std::get_if<Gaussian>(&from)) width = g->width, f = 1 / (2 * pi * g->width);
  if (const auto* m = std::get_if<Modulated>(&from)) width = m->width;
  if (!(f > 0)) f = 1 / (40 * dt);
  if (!(width > 0)) width = 1 / f;
  if (kind == 0) return Cw{.frequency = f};
  if (kind == 1) return Gaussian{.width = tidy(std::max(width / 4, 4 * dt)), .delay = {}};
  if (kind == 2) return Modulated{.frequency = f, .width = tidy(width), .delay = {}};
  return Ricker{.frequency = f, .delay = {}};
}

double* frequency_of(Waveform& w) {
  return std::visit(
      [](auto& x) -> double* {
        if constexpr (requires { x.frequency; }) return &x.frequency;
        return nullptr;
      },
      w);
}

void frequency_rows(const Context& c, Scene s, std::size_t i) {
  double* f = frequency_of(s.sources[i].waveform);
  if (!f) return;
  const double v = background_speed(s), dx = cell_size(s).x;
  float w = row(c.look, "Frequency");
  bool changed =
      number_field(c.look, "##frequency", *f,
                   {.unit = "Hz", .prefixes = true, .min = 1, .max = 1e18, .logarithmic = true, .ratio = 0.004}, w);
  tip(c.look, "Drag, or double-click to type: 12, 12 GHz, 12e9");
  w = row(c.look, "λ, cells per λ");
  double lambda = v / *f, cells = lambda / dx;
  if (number_field(c.look, "##lambda", lambda,
                   {.unit = "m",
                    .prefixes = true,
                    .decimals = 2,
                    .min = 1e-12,
                    .max = 1e9,
                    .logarithmic = true,
                    .ratio = 0.004,
                    .slot = 26},
                   half(c.look, w)))
    *f = tidy(v / lambda), changed = true;
  tip(c.look, "Wavelength in the background");
  same_row(c.look);
  if (number_field(
          c.look, "##cells", cells,
          {.unit = "cells", .decimals = 1, .min = 2, .max = 1e6, .logarithmic = true, .ratio = 0.004, .slot = 36},
          half(c.look, w)))
    *f = tidy(v / (cells * dx)), changed = true;
  tip(c.look, "Cells along x per wavelength in the background. Below 10 the grid's own dispersion shows");
  if (changed) c.edit(s, "frequency");
}

template <class Pulse>
void time_pair(const Context& c, Pulse& pulse, bool& changed) {
  const float w = row(c.look, "Width, delay");
  NumberStyle time{
      .unit = "s", .prefixes = true, .decimals = 2, .min = 1e-18, .max = 1, .logarithmic = true, .slot = 24};
  changed |= number_field(c.look, "##width", pulse.width, time, half(c.look, w));
  tip(c.look, "Standard deviation of the pulse in time");
  same_row(c.look);
  double d = pulse.peak();
  time.min = -1;
  if (number_field(c.look, "##delay", d, time, half(c.look, w))) pulse.delay = d, changed = true;
  tip(c.look, "When the pulse peaks");
}

void phase_field(const Context& c, double& phase, float width, bool& changed) {
  changed |= number_field(c.look, "##phase", phase,
                          {.unit = "°", .decimals = 1, .min = -3600, .max = 3600, .speed = 1, .slot = 14}, width);
}

void waveform_rows(const Context& c, Scene s, std::size_t i) {
  Waveform& waveform = s.sources[i].waveform;
  bool changed = false;
  if (auto* cw = std::get_if<Cw>(&waveform)) {
    const float w = row(c.look, "Phase, ramp");
    phase_field(c, cw->phase, half(c.look, w), changed);
    same_row(c.look);
    changed |=
        number_field(c.look, "##ramp", cw->ramp,
                     {.unit = "T", .decimals = 1, .min = 0, .max = 100, .speed = 0.1, .slot = 18}, half(c.look, w));
    tip(c.look, "Periods until the full amplitude is reached. 0: at once, with a splash");
  } else if (auto* gaussian = std::get_if<Gaussian>(&waveform)) {
    time_pair(c, *gaussian, changed);
  } else if (auto* modulated = std::get_if<Modulated>(&waveform)) {
    time_pair(c, *modulated, changed);
    phase_field(c, modulated->phase, row(c.look, "Phase"), changed);
  } else if (auto* ricker = std::get_if<Ricker>(&waveform)) {
    const float w = row(c.look, "Delay");
    double d = ricker->peak();
    if (number_field(c.look, "##delay", d, {.unit = "s", .prefixes = true, .min = -1, .max = 1, .logarithmic = true},
                     w))
      ricker->delay = d, changed = true;
    tip(c.look, "When the wavelet peaks");
  }
  if (changed) c.edit(s, "waveform");
}

void strength(const Context& c, Scene s, std::size_t i) {
  Source& source = s.sources[i];
  float w = row(c.look, "Amplitude");
  const std::string unit = amplitude_unit(source, s.grid.polarization);
  if (number_field(c.look, "##amplitude", source.amplitude,
                   {.unit = unit, .prefixes = true, .min = -1e12, .max = 1e12, .logarithmic = true}, w))
    c.edit(s, "amplitude");
  w = row(c.look, "Drives");
  const std::array<std::string, 2> kinds = {"Soft", "Hard"};
  const auto hit = segmented(c.look, "##kind", kinds, source.hard, w);
  if (hit && *hit != source.hard) {
    source.hard = *hit;
    c.edit(s, "source kind");
  }
}

void head_row(const Context& c, Scene s, std::size_t i) {
  Source& source = s.sources[i];
  const float buttons = 2 * c.px(26);
  if (checkbox(c.look, "##on", "On", source.on)) c.edit(s, source.on ? "source on" : "source off");
  ImGui::SameLine(c.px(70));
  if (text_field(c.look, "##name", source.name, ImGui::GetContentRegionAvail().x - buttons - c.px(4),
                 label_of_source(s, static_cast<int>(i))))
    c.edit(s, "name");
  tip(c.look, "Name of the source");
  const Selection self{Selection::Kind::source, static_cast<int>(i)};
  same_row(c.look);
  if (icon_button(c.look, "##duplicate", icon::duplicate, ButtonState::plain, 24, 12)) {
    c.edit(with_duplicate(s, self), "duplicate source");
    c.send(command::Select{{Selection::Kind::source, static_cast<int>(s.sources.size())}});
  }
  tip(c.look, "Duplicate", "Ctrl+D");
  ImGui::SameLine(0, c.px(2));
  if (icon_button(c.look, "##delete", icon::trash, ButtonState::plain, 24, 12)) {
    c.edit(without(s, self), "delete source");
    c.send(command::Select{});
  }
  tip(c.look, "Delete", "Del");
}

}  // namespace

void sources_section(const Context& c) {
  const Scene& s = c.state.scene;
  bool& open = c.open(Section::sources);
  std::string summary;
  if (!open && !s.sources.empty()) summary = fmt::format("{} · {}", s.sources.size(), summary_of(s.sources.front()));
  if (s.sources.empty()) summary = "none";
  bool add = false;
  section(c.look, {.name = "Sources", .icon = icon::source, .summary = summary, .add = true}, open, &add);
  if (add) {
    c.edit(with_source(s, {s.grid.nx / 2.0, s.grid.ny / 2.0}), "add source");
    c.send(command::Select{{Selection::Kind::source, static_cast<int>(s.sources.size())}});
  }
  if (!open) return;
  ImGui::PushID("Sources");
  const int shown = shown_source(c);
  if (s.sources.empty()) {
    hint(c.look, "No source. Add one with +, or with the source tool on the picture.");
  } else {
    const auto i = static_cast<std::size_t>(shown);
    if (s.sources.size() > 1 || c.state.selection.kind == Selection::Kind::source) list(c, shown);
    const float top = ImGui::GetCursorScreenPos().y;
    head_row(c, s, i);
    geometry(c, s, i);
    float w = row(c.look, "Waveform");
    const int kind = static_cast<int>(s.sources[i].waveform.index());
    if (begin_combo(c.look, "##waveform", waveform_names[kind], w)) {
      for (int k = 0; k < 4; ++k) {
        if (!combo_item(c.look, waveform_names[k], k == kind) || k == kind) continue;
        Scene edited = s;
        edited.sources[i].waveform = converted(s.sources[i].waveform, k, time_step(s));
        c.edit(edited, "waveform");
      }
      ImGui::EndCombo();
    }
    frequency_rows(c, s, i);
    strength(c, s, i);
    waveform_rows(c, s, i);
    draw_waveform_plot(c, s.sources[i].waveform);
    bring_into_view(c, Selection::Kind::source, top);
  }
  problems_of(c, Section::sources);
  ImGui::PopID();
  end_section(c.look);
}

}  // namespace ez
