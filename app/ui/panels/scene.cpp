// Panel, section Scene. Items, in the window "Panel":
//   Scene (head)
//   Scene/##title  Scene/##text  Scene/##builtin (combo)  Scene/##open  Scene/##save  Scene/##save_as
//   Scene/##nx  Scene/##ny  Scene/##dx  Scene/##dy  Scene/##courant
//   Scene/##polarization/Ez (TMz)  Scene/##polarization/Hz (TEz)  Scene/##background (combo)  Scene/##field (save as
//   NPY)  Scene/##smoothing  Scene/##conformal (checkboxes)
// Changing the grid or the cell size restarts the field. So they take effect at the end of a drag, not at each pixel.
#include <fmt/format.h>

#include <array>

#include "app/model/document/scene_edit.h"
#include "app/platform/units.h"
#include "app/ui/hooks.h"
#include "app/ui/lengths.h"
#include "app/ui/parts.h"
#include "app/ui/problem_words.h"
#include "app/ui/shortest_wave.h"
#include "solver/problem/problem.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

double cells(const Scene& s) { return static_cast<double>(s.grid.nx) * s.grid.ny; }

void file_buttons(const Context& c) {
  const float w = ImGui::GetContentRegionAvail().x, third = std::floor((w - 2 * c.px(4)) / 3);
  if (button(c.look, "##open", "Open", icon::open, false, third)) c.send(command::Open{});
  tip(c.look, "Opens a scene file", "Ctrl+O");
  same_row(c.look);
  if (button(c.look, "##save", "Save", icon::save, c.state.unsaved, third)) c.send(command::Save{});
  tip(c.look, c.state.path.empty() ? std::string(c.tr("Save the scene")) : c.say("Saves the scene as {}", c.state.path),
      "Ctrl+S");
  same_row(c.look);
  if (button(c.look, "##save_as", "Save as", 0, false, third)) c.send(command::SaveAs{});
  tip(c.look, "Saves the scene under another name", "Shift+Ctrl+S");
}

void words(const Context& c) {
  Scene s = c.state.scene;
  if (text_field(c.look, "##title", s.title, ImGui::GetContentRegionAvail().x, "Title")) c.edit(s, "title");
  tip(c.look, "The scene's title");
  if (text_box(c.look, "##text", s.text, ImGui::GetContentRegionAvail().x, 6)) c.edit(s, "text");
  tip(c.look, "Text that is shown with the scene");
}

void builtin(const Context& c) {
  const float w = row(c.look, "Built-in");
  call_hooks(&UiHooks::begin_scene_list);
  if (!begin_combo(c.look, "##builtin", c.state.builtin.empty() ? "–" : c.state.builtin, w))
    return tip(c.look, "Lists all built-in scenes with pictures. Before opening one, asks about unsaved changes");
  any_hook(&UiHooks::scene_list, c);
  ImGui::EndCombo();
}

void grid(const Context& c) {
  Scene s = c.state.scene;
  const bool centred = in_cells(s.physics);
  float w = row(c.look, centred ? "Grid, cells" : "Grid, nodes");
  NumberStyle nodes{.min = 16, .max = 131072, .logarithmic = true, .label = "x", .on_release = true};
  if (integer_field(c.look, "##nx", s.grid.nx, nodes, half(c.look, w), &c.memory.held)) c.edit(s, "grid size");
  tip(c.look, centred ? "Cells along x. Changing the grid restarts the run"
                      : "Ez nodes along x. Changing the grid restarts the run");
  same_row(c.look);
  nodes.label = "y";
  if (integer_field(c.look, "##ny", s.grid.ny, nodes, half(c.look, w), &c.memory.held)) c.edit(s, "grid size");
  tip(c.look, centred ? "Cells along y. Changing the grid restarts the run"
                      : "Ez nodes along y. Changing the grid restarts the run");

  // In metres if lengths count cells, otherwise like all lengths.
  const bool in_cells = s.unit == Unit::cell;
  const LengthScale scale = length_scale(s);
  w = row(c.look, "Cell size Δ");
  NumberStyle cell{
      .unit = "m", .prefixes = true, .decimals = 4, .min = 1e-12, .max = 1e6, .logarithmic = true, .on_release = true};
  if (!in_cells) cell.prefix = scale.prefix;
  const auto field = [&](const char* id, double& side, float width) {
    double metres = side * scale.base;
    if (!number_field(c.look, id, metres, cell, width, &c.memory.held)) return false;
    side = tidy(metres / scale.base);
    return true;
  };
  if (s.grid.dx == s.grid.dy) {
    if (field("##dx", s.grid.dx, w)) {
      s.grid.dy = s.grid.dx;
      c.edit(s, "cell size");
    }
    tip(c.look, "Changing the cell size restarts the run. Shapes and sources keep their lengths");
  } else {
    cell.slot = 30;
    cell.decimals = 3;
    if (field("##dx", s.grid.dx, half(c.look, w))) c.edit(s, "cell size");
    tip(c.look, "Cell size along x. Changing it restarts the run. Shapes and sources keep their lengths");
    same_row(c.look);
    if (field("##dy", s.grid.dy, half(c.look, w))) c.edit(s, "cell size");
    tip(c.look, "Cell size along y. Changing it restarts the run. Shapes and sources keep their lengths");
  }
  if (centred) return;  // Δt of a gas has its own rules
  if (const std::optional<ShortestWave> wave = shown_shortest_wave(c)) {
    const std::string words = shortest_wave_words(c, *wave);
    is_coarse(*wave) ? warning(c.look, words) : hint(c.look, words);
  }
  w = row(c.look, "Courant number");
  const NumberStyle courant{
      .unit = "≤ 1", .decimals = 3, .min = 0.01, .max = 1, .speed = 0.001, .fill = s.grid.courant};
  if (number_field(c.look, "##courant", s.grid.courant, courant, w)) c.edit(s, "Courant number");
  tip(c.look, "Time step as a fraction of the largest stable one: S = cΔt·√(1/Δx² + 1/Δy²)");
}

void medium(const Context& c) {
  Scene s = c.state.scene;
  if (!in_cells(s.physics)) {
    const std::array<std::string, 2> modes = {"Ez (TMz)", "Hz (TEz)"};
    const int now = s.grid.polarization == Polarization::hz;
    const auto hit = segmented(c.look, "##polarization", modes, now, row(c.look, "Polarization"));
    tip(c.look, "Field components: Ez with Hx and Hy in the plane, or Hz with Ex and Ey in the plane");
    if (hit && *hit != now) {
      s.grid.polarization = *hit ? Polarization::hz : Polarization::ez;
      c.edit(s, "polarization");
    }
  }
  const float w = row(c.look, "Background");
  const std::vector<PaletteEntry>& palette = c.state.media->offered();
  const FluidState* state = in_cells(s.physics) ? state_named(s, s.grid.background) : nullptr;
  const std::string background = state ? state->name : s.grid.background;
  ImU32 marker = 0;
  for (const PaletteEntry& e : palette)
    if (e.name == background) marker = rgb(e.color);
  if (begin_combo(c.look, "##background", as_name(background), w, marker)) {
    for (const PaletteEntry& e : palette) {
      if (e.pec || e.pmc || !combo_item(c.look, as_name(e.name), e.name == background, rgb(e.color))) continue;
      s.grid.background = e.name;
      c.edit(s, "background");
    }
    ImGui::EndCombo();
  } else {
    tip(c.look, "Material of the domain outside of all shapes");
  }
}

// Draws the rows for the treatment of a shape's surface, which rarely coincides with nodes.
void surfaces(const Context& c) {
  Scene s = c.state.scene;
  if (in_cells(s.physics)) return;
  row(c.look, "Surfaces");
  if (checkbox(c.look, "##smoothing", "Smoothing", s.grid.smoothing)) c.edit(s, "smoothing");
  tip(c.look,
      "Averages the materials in cells at a surface (in hz depending on the surface's direction). Off: each node has "
      "the material at its position");
  row(c.look, "");
  if (checkbox(c.look, "##conformal", "Conformal metal", s.grid.conformal)) c.edit(s, "conformal metal");
  tip(c.look, "Ends metal at the true edge of its shape, between the nodes. Off: metal ends at nodes, as a staircase");
}

std::string summary(const Context& c, bool open) {
  const Scene& s = c.state.scene;
  return open ? fmt::format("{} · {}", brief(cells(s), "cell"), brief(engine_bytes(s), "B"))
              : fmt::format("{} × {} · {}", s.grid.nx, s.grid.ny, brief(cells(s), "cell"));
}

void rows(const Context& c) {
  words(c);
  file_buttons(c);
  builtin(c);
  grid(c);
  medium(c);
  surfaces(c);
  if (button(c.look, "##field", "Save as NPY", icon::download, false, ImGui::GetContentRegionAvail().x))
    c.send(command::ExportField{});
  tip(c.look, "Saves the raw values of the quantity shown, one per node");
}

}  // namespace

const PanelSection scene_section = {.name = "Scene",
                                    .icon = icon::scene,
                                    .help = "File of the scene, size of its grid and cells, background",
                                    .summary = summary,
                                    .rows = rows};

}  // namespace ez
