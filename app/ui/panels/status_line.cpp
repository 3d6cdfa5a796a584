// The status line: the engine, the link to the picture, and the present numbers. Each has a slot of fixed width, so
// that nothing moves when a digit changes. In a narrow window the least important slots are left out first. Items, in
// the window "Status": ##engine ##grid ##lambda ##rate (while it warns) ##step_number (a popup: ##to ##run)
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/parts.h"
#include "app/ui/shortest_wave.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

struct Slot {
  const char* label;
  std::string value;
  int keep;                 // if space is short, the slot with the lowest value is left out first
  std::string more = {};    // tooltip
  const char* id = "##at";  // ID of its item
  bool warns = false;
};

constexpr const char* step_slot = "##step_number";

// Returns the slot for the speed. It shows the requested speed too if the run is slower.
Slot rate_slot(const Context& c) {
  const Performance& f = c.state.performance;
  Slot slot{nullptr, fixed(f.steps_per_second, 0, 7) + c.tr(" steps/s"), 6};
  slot.id = "##rate";
  slot.warns = f.falls_short;
  if (f.falls_short) slot.more = c.tr(why_short(c.state));
  return slot;
}

// Returns "4 × 240 × 240 + reference 480 × 480": all grids that are computed.
Slot grid_slot(const Context& c) {
  const State& s = c.state;
  const Grid& first = pane_scene(s, 0).grid;
  const int panes = pane_count(s.scene);
  bool equal = true;
  for (int k = 1; k < panes; ++k) {
    const Grid& g = pane_scene(s, k).grid;
    equal &= g.nx == first.nx && g.ny == first.ny;
  }
  std::string text = panes == 1 ? fmt::format("{} × {}", s.scene.grid.nx, s.scene.grid.ny)
                     : equal    ? fmt::format("{} × {} × {}", panes, first.nx, first.ny)
                                : c.say("{} different grids", panes);
  if (s.reference.bytes > 0) text += c.say(" + reference {} × {}", s.reference.nx, s.reference.ny);
  std::string more;
  for (int k = 0; k < panes && panes > 1; ++k) {
    const Grid& g = pane_scene(s, k).grid;
    more += fmt::format("{}{}: {} × {}", k ? "\n" : "", c.tr(pane_name(s, k)), g.nx, g.ny);
  }
  if (s.reference.bytes > 0)
    more += c.say("{}Reference runs take {} of memory", more.empty() ? "" : "\n", brief(s.reference.bytes, "B"));
  return {"Grid", std::move(text), 4, std::move(more), "##grid"};
}

// Returns the wavelength in the background, and also in the densest medium if that differs.
Slot wavelength_slot(const Context& c, double lambda) {
  Slot slot{"λ", fixed(lambda, 1) + c.tr(" cells"), 1};
  const std::optional<ShortestWave> wave = shown_shortest_wave(c);
  if (!wave) return slot;
  constexpr std::size_t longest = 16;  // characters of a name
  if (wave->medium != pane_scene(c.state, c.state.active).grid.background)
    slot.value += fmt::format(" · {}: {}", names::shortened(wave->medium, longest), fixed(wave->cells, 1));
  slot.more = shortest_wave_words(c, *wave);
  slot.id = "##lambda";
  slot.warns = is_coarse(*wave);
  if (slot.warns) slot.keep = 6;
  return slot;
}

std::vector<Slot> slots_of(const Context& c) {
  const State& s = c.state;
  const Scene& scene = pane_scene(s, s.active);
  std::vector<Slot> out;
  out.push_back(grid_slot(c));
  const double lambda = wavelength_in_cells(scene);
  if (lambda > 0) out.push_back(wavelength_slot(c, lambda));
  if (in_cells(s.scene.physics)) {
    const Prefix p = prefix_for(s.dt);
    if (s.mach) out.push_back({"Mach ≤", fixed(*s.mach, 2, 5), 1, c.tr("Largest Mach number in the domain")});
    out.push_back({"Δt", fmt::format("{} {:>2}", fixed(s.dt / p.factor, 3, 7), fmt::format("{}s", p.symbol)), 2,
                   c.tr("Size of the last time step")});
  } else {
    out.push_back({"Courant", fixed(scene.grid.courant, 3), 0});
  }
  const Prefix p = prefix_for(s.time);
  std::string t =
      fmt::format("{} {}", fixed(s.time / p.factor, 3, 7), fmt::format("{:>2}", fmt::format("{}s", p.symbol)));
  if (const auto period = first_period(scene)) t += c.say(" {} periods", fixed(s.time / *period, 1, 7));
  out.push_back({"Step", fmt::format("{:>7}", s.step), 7, c.tr("Asks for a step at which the run stops"), step_slot});
  out.push_back({"t", t, 5});
  const Performance& f = s.performance;
  out.push_back(rate_slot(c));
  out.push_back({nullptr, fixed(f.gcells_wall, 2, 6) + " Gcell/s", 2});
  out.push_back({nullptr, fixed(f.fps, 1, 5) + c.tr(" fps"), 3});
  return out;
}

float width_of(const Look& look, const Slot& s) {
  const float label = s.label ? look.measure(look.fonts.text, font_size::small, s.label).x + look.px(6) : 0;
  return label + look.measure(look.fonts.mono, font_size::number, s.value).x;
}

// Draws "Run to step [N] [Run]" above the step number. The user can type at once; Enter runs to the step, Escape
// closes.
void run_to_popup(const Context& c) {
  const Area& line = c.memory.status_line;
  ImGui::SetNextWindowPos({c.memory.run_to_x, line.min.y - c.px(4)}, ImGuiCond_Always, {1, 1});
  if (!ImGui::BeginPopup("##run_to")) return;
  double& step = c.memory.run_to;
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(c.tr("Run to step"));
  ImGui::SameLine(0, c.px(8));
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  number_field(c.look, "##to", step, {.decimals = 0, .min = 1, .max = 1e15, .speed = 1}, c.px(120));
  tip(c.look, "Step at which the run stops");
  const bool entered = number_entered("##to");
  const bool escaped = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  ImGui::SameLine(0, c.px(8));
  const bool pressed = button(c.look, "##run", "Run", icon::run, true, c.px(72));
  tip(c.look, "Runs to this step and stops. If the step has passed, the run restarts", "Enter");
  if (entered || pressed) c.send(command::RunTo{static_cast<std::uint64_t>(std::llround(step))});
  if (entered || pressed || escaped) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

// Draws the tooltip of a slot. A click on the step number opens the field for a step to run to.
void slot_item(const Context& c, const Slot& s, float x, float width) {
  ImGui::SetCursorScreenPos({x, c.memory.status_line.min.y});
  const bool hit = ImGui::InvisibleButton(s.id, {width, c.memory.status_line.height()}, ImGuiButtonFlags_EnableNav);
  tip(c.look, s.more);
  if (!hit || s.id != step_slot) return;
  c.memory.run_to = static_cast<double>(c.state.step < 1000 ? 1000 : 2 * c.state.step);
  c.memory.run_to_x = x + width;
  ImGui::OpenPopup("##run_to");
}

// Draws engine, device and link. Returns the right edge.
void draw_engine(const Context& c, const Pen& pen, float x, float x1, float cy) {
  const State& s = c.state;
  const bool warn = s.link_degraded || s.frozen;
  const ImU32 color = warn ? c.t().warn : c.t().accent;
  if (warn)
    pen.icon({x + c.px(3), cy}, icon::warning, 12, color);
  else
    pen.list->AddCircleFilled({x + c.px(3), cy}, c.px(4), color);
  x += c.px(16);
  x += pen.text({x, cy}, {0, 0.5f}, s.engine.backend, c.t().text, font_size::small, c.look.fonts.medium);
  std::string rest;
  if (!s.engine.device.empty()) rest += fmt::format(" · {}", s.engine.device);
  if (!s.link.empty()) rest += fmt::format(" · {}", c.tr(std::string_view(s.link)));
  if (s.link_degraded && !s.link_reason.empty()) rest += fmt::format(": {}", c.tr(std::string_view(s.link_reason)));
  if (s.frozen) rest = c.tr(" · frozen: the field became unstable");
  if (s.held) rest = c.tr(s.running ? " · finished, restarts shortly" : " · finished: Space continues, R restarts");
  const bool behind = s.reference.caught_up < 1;
  if (behind) rest = c.say(" · reference run catching up: {} %", fixed(100 * s.reference.caught_up, 0));
  const ImU32 words = warn ? c.t().warn : s.held || behind ? c.t().accent : c.t().text2;
  const bool cut = pen.names().clipped({x + c.px(2), cy}, x1, rest, words, font_size::small);
  ImGui::SetCursorScreenPos(c.memory.status_line.min);
  ImGui::InvisibleButton("##engine", {std::max(1.0f, x1 - c.memory.status_line.min.x), c.memory.status_line.height()},
                         ImGuiButtonFlags_EnableNav);
  std::string more = s.engine.backend + rest;
  if (!s.engine_reason.empty())
    more += fmt::format("\n{}: {}", s.engine.backend, c.tr(std::string_view(s.engine_reason)));
  if (!s.link_degraded && !s.link_reason.empty()) more += c.say("\nPicture: {}", c.tr(std::string_view(s.link_reason)));
  if (cut || more.find('\n') != std::string::npos) tip(c.look, more);
}

}  // namespace

Text why_short(const State& s) {
  const Performance& f = s.performance;
  const bool cells = in_cells(s.scene.physics);
  const double reached = f.steps_per_second / f.steps_per_period;
  const double asked = cells ? s.speed.crossings_per_second : s.speed.periods_per_second;
  const int digits = cells ? 3 : 1;
  return text_with(
      "The run reaches {} of the {} {}/s that are set. {} computes {} Gcell/s here; this speed needs {} Gcell/s",
      fixed(reached, digits), fixed(asked, digits), cells ? "grids" : "periods",
      s.engine.device.empty() ? Text("the engine") : Text::as_is(s.engine.device), fixed(f.gcells_wall, 2),
      reached > 0 ? Text::as_is(fixed(f.gcells_wall * asked / reached, 2)) : Text("more"));
}

void draw_status_line(const Context& c) {
  const Area& area = c.memory.status_line;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const float cy = area.min.y + c.px(14), left = area.min.x + c.px(16), right = area.max.x - c.px(16);
  pen.hline(area.min.x, area.max.x, area.min.y, c.t().border);
  std::vector<Slot> slots = slots_of(c);
  const float gap_least = c.px(20), gap_most = c.px(32),
              engine_least = c.px(c.state.held || c.state.reference.caught_up < 1 ? 270 : 180);
  const auto total = [&] {
    float w = 0;
    for (const Slot& s : slots) w += width_of(c.look, s);
    return w;
  };
  while (slots.size() > 1 && total() + gap_least * static_cast<float>(slots.size()) > right - left - engine_least)
    slots.erase(
        std::min_element(slots.begin(), slots.end(), [](const Slot& a, const Slot& b) { return a.keep < b.keep; }));
  const float n = static_cast<float>(slots.size()), engine_wanted = c.px(300);
  const float gap = std::clamp((right - left - engine_wanted - total()) / n, gap_least, gap_most);
  float x = right - total() - gap * (n - 1);
  draw_engine(c, pen, left, x - gap, cy);
  for (const Slot& s : slots) {
    pen.vline(x - gap / 2, cy - c.px(6), cy + c.px(6), c.t().border_strong);
    float at = x;
    if (s.label) at += pen.text({at, cy}, {0, 0.5f}, s.label, c.t().text2, font_size::small) + c.px(6);
    pen.mono({at, cy}, {0, 0.5f}, s.value, s.warns ? c.t().warn : c.t().text, font_size::number);
    if (!s.more.empty()) slot_item(c, s, x, width_of(c.look, s));
    x += width_of(c.look, s) + gap;
  }
  run_to_popup(c);
}

}  // namespace ez
