// Panel, section Performance. Items, in the window "Panel":
//   Performance (head)  Performance/##scheme ##form (combos) ##nearest  Performance/##bx ##by ##table (opens the popup
//   ##shapes: 1x1 … 1024x1024) Performance/##speed/Periods per second, Full  Performance/##periods Performance/##steps
//   Performance/##automatic  Performance/##history (plot)
#include <fmt/format.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/platform/units.h"
#include "app/ui/hooks.h"
#include "app/ui/parts.h"

namespace ez {
namespace {

void line(const Context& c, const char* label, const std::string& value, const char* unit, const char* words) {
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const float w = ImGui::GetContentRegionAvail().x, h = c.px(20);
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  pen.text({p.x, p.y + h / 2}, {0, 0.5f}, label, c.t().text2);
  pen.mono({p.x + w - c.px(52), p.y + h / 2}, {1, 0.5f}, value, c.t().text);
  pen.text({p.x + w - c.px(46), p.y + h / 2}, {0, 0.5f}, unit, c.t().text2, font_size::small);
  ImGui::Dummy({w, h});
  tip(c.look, words);
}

void engine(const Context& c) {
  const State& s = c.state;
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(fmt::format("{} · {}", s.engine.backend, s.engine.device).c_str());
  ImGui::PopTextWrapPos();
  if (!s.engine_reason.empty()) hint(c.look, std::string_view(s.engine_reason));
  std::string link(c.tr(std::string_view(s.link)));
  if (!s.link_reason.empty()) link += fmt::format(": {}", c.tr(std::string_view(s.link_reason)));
  if (s.link_degraded)
    warning(c.look, link);
  else if (!s.link.empty())
    hint(c.look, c.say("Picture link: {}", link));
}

// ---- block shapes
void try_block(const Context& c, BlockShape shape) {
  InterfaceMemory& m = c.memory;
  const std::string why = m.options.why_illegal_block(shape);
  m.refused_block.reset();
  if (why.empty())
    c.send(command::SetBlock{shape});
  else
    m.refused_block = shape, m.refused_why = why;
}

void block_table(const Context& c) {
  if (!ImGui::BeginPopup("##shapes")) return;
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const float side = c.px(26);
  const ImVec2 o = ImGui::GetCursorScreenPos() + ImVec2(c.px(40), c.px(24));
  for (int k = 0; k <= 10; ++k) {
    const std::string n = std::to_string(1 << k);
    const float mid = (static_cast<float>(k) + 0.5f) * side;
    pen.mono({o.x + mid, o.y - c.px(10)}, {0.5f, 0.5f}, n, c.t().text2, 12);
    pen.mono({o.x - c.px(8), o.y + mid}, {1, 0.5f}, n, c.t().text2, 12);
  }
  pen.text({o.x - c.px(36), o.y - c.px(10)}, {0, 0.5f}, "by, bx", c.t().text2, 12);
  for (int j = 0; j <= 10; ++j)
    for (int i = 0; i <= 10; ++i) {
      const BlockShape shape{1 << i, 1 << j};
      const std::string why = c.memory.options.why_illegal_block(shape);
      const ImVec2 a = o + ImVec2(static_cast<float>(i) * side, static_cast<float>(j) * side),
                   b = a + ImVec2(side - c.px(2), side - c.px(2));
      ImGui::SetCursorScreenPos(a);
      const bool now = shape == c.state.block;
      const bool hit =
          ImGui::InvisibleButton(fmt::format("{}x{}", shape.x, shape.y).c_str(), b - a, ImGuiButtonFlags_EnableNav);
      const bool hovered = ImGui::IsItemHovered();
      tip(c.look, why.empty() ? c.say("{} × {}: {} threads", shape.x, shape.y, shape.x * shape.y)
                              : fmt::format("{} × {}: {}", shape.x, shape.y, why));
      if (hit && why.empty()) try_block(c, shape);
      if (why.empty())
        pen.fill(a, b, now ? c.t().accent : hovered ? c.t().frame_active : c.t().frame, 3);
      else
        pen.list->AddLine({a.x + side * 0.35f, a.y + side * 0.6f}, {a.x + side * 0.6f, a.y + side * 0.35f},
                          c.t().border_strong, c.px(1.5f));
    }
  ImGui::SetCursorScreenPos(o + ImVec2(0, 11 * side));
  ImGui::Dummy({11 * side, 1});
  ImGui::EndPopup();
}

void block(const Context& c) {
  const float w = row(c.look, "Block bx × by");
  InterfaceMemory& m = c.memory;
  if (!m.options.why_illegal_block) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, c.t().text3);
    ImGui::TextUnformatted(c.tr("not used on the CPU"));
    ImGui::PopStyleColor();
    return;
  }
  BlockShape shape = c.state.block;
  const float each = half(c.look, w - c.px(28));
  NumberStyle style{.min = 1, .max = 1024, .speed = 0.25, .label = "bx"};
  bool changed = integer_field(c.look, "##bx", shape.x, style, each);
  tip(c.look, "Threads of a block along x. Applies from the next step; the field is unchanged");
  same_row(c.look);
  style.label = "by";
  changed |= integer_field(c.look, "##by", shape.y, style, each);
  tip(c.look, "Threads of a block along y");
  same_row(c.look);
  if (icon_button(c.look, "##table", icon::table, ButtonState::plain, 24, 12)) ImGui::OpenPopup("##shapes");
  tip(c.look, "All shapes");
  if (changed) try_block(c, shape);
  block_table(c);
  if (m.refused_block)
    warning(c.look, fmt::format("{} × {}: {}", m.refused_block->x, m.refused_block->y, m.refused_why));
}

void speed(const Context& c) {
  SpeedSetting s = c.state.speed;
  float w = row(c.look, "Speed");
  const bool cells = in_cells(c.state.scene.physics);
  const std::array<std::string, 2> modes = {cells ? "Grids/s" : "Periods/s", "Full"};
  if (const auto hit = segmented(c.look, "##speed", modes, s.full, w)) {
    s.full = *hit == 1;
    s.automatic = true;
    c.send(command::SetSpeed{s});
  }
  tip(c.look, cells
                  ? "Runs at a set number of grid crossings by sound (or heat) per second, or as fast as the engine can"
                  : "Runs at a set number of periods of the first source per second, or as fast as the engine can");
  if (!s.full) {
    w = row(c.look, "");
    if (number_field(c.look, "##periods", cells ? s.crossings_per_second : s.periods_per_second,
                     speed_style(c.state.scene.physics), w)) {
      s.automatic = true;
      c.send(command::SetSpeed{s});
    }
    tip(c.look, cells ? "Grid crossings by the fastest sound (or heat) per second of wall clock"
                      : "Periods T = 1/f of the first source per second of wall clock");
  }
  w = row(c.look, "Steps per frame");
  const float field = half(c.look, w);
  int steps = s.automatic ? std::max(1, c.state.performance.steps_per_frame) : s.steps_per_frame;
  if (integer_field(c.look, "##steps", steps, {.min = 1, .max = 100000, .logarithmic = steps > 60, .speed = 0.2},
                    field)) {
    s.automatic = false;
    s.steps_per_frame = steps;
    c.send(command::SetSpeed{s});
  }
  tip(c.look,
      s.automatic ? "The program chooses the number for each frame from the speed and the measured step time. Editing "
                    "it sets a fixed number"
                  : "Fixed",
      s.automatic ? "" : "+ and −");
  ImGui::SameLine(0, c.px(12));
  if (checkbox(c.look, "##automatic", "Auto", s.automatic)) {
    s.steps_per_frame = steps;
    c.send(command::SetSpeed{s});
  }
  tip(c.look, "Adapts the steps per frame to the set speed. Off: the number is fixed");
}

// ---- the parts of the frame's time
void frame_bar(const Context& c) {
  const Performance& f = c.state.performance;
  struct Part {
    const char *name, *words;
    double ms;
    ImU32 color;
  };
  const std::array<Part, 4> parts = {
      {{"Solve", "Time to start the solver and to wait for it", f.solve_ms, c.t().accent},
       {"View", "Time to sample the field into the picture's buffer", f.view_ms, c.t().data[2]},
       {"Draw", "OpenGL", f.draw_ms, c.t().data[4]},
       {"UI", "Time to draw the panels and the overlays of the picture", f.ui_ms, c.t().data[1]}}};
  const float w = ImGui::GetContentRegionAvail().x, h = c.px(8);
  const ImVec2 p = ImGui::GetCursorScreenPos();
  const Pen pen{c.look, ImGui::GetWindowDrawList()};
  const double whole = std::max({1e3 / f.display_hz, f.solve_ms + f.view_ms + f.draw_ms + f.ui_ms, 1e-3});
  pen.fill(p, p + ImVec2(w, h), c.t().frame, 4);
  float x = p.x;
  for (const Part& part : parts) {
    const float length = std::max(c.px(2), w * static_cast<float>(part.ms / whole));
    pen.list->AddRectFilled({x, p.y}, {std::min(x + length - c.px(1), p.x + w), p.y + h}, part.color,
                            &part == parts.data() ? c.px(4) : 0, ImDrawFlags_RoundCornersLeft);
    x += length;
  }
  ImGui::Dummy({w, h});
  const ImVec2 q = ImGui::GetCursorScreenPos();
  const float room = c.px(108 - 14 - 6) - c.look.measure(c.look.fonts.mono, font_size::number, as_name("00.00")).x;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t column = i % 2, line = i / 2;
    const float a = q.x + std::floor(w * static_cast<float>(column) / 2),
                y = q.y + c.px(10) + c.px(20) * static_cast<float>(line);
    pen.fill({a, y - c.px(4)}, {a + c.px(8), y + c.px(4)}, parts[i].color, 2);
    const float wanted = c.look.measure(c.look.fonts.text, font_size::small, parts[i].name).x;
    pen.text({a + c.px(14), y}, {0, 0.5f}, parts[i].name, c.t().text2,
             std::floor(font_size::small * std::min(1.0f, room / wanted)));
    pen.mono({a + c.px(108), y}, {1, 0.5f}, fixed(parts[i].ms, 2, 6), c.t().text, font_size::number);
    pen.text({a + c.px(114), y}, {0, 0.5f}, "ms", c.t().text2, font_size::small);
    ImGui::SetCursorScreenPos({a, y - c.px(10)});
    ImGui::Dummy({std::floor(w / 2), c.px(20)});
    tip(c.look, parts[i].words);
  }
  ImGui::SetCursorScreenPos({q.x, q.y + c.px(40)});
  ImGui::Dummy({w, c.px(2)});
}

void history(const Context& c) {
  const auto& samples = c.state.performance.history;
  if (samples.size() < 2) return;
  std::vector<double> t, wall, kernel;
  double largest = 0;
  for (const Performance::Sample& s : samples) {
    t.push_back(s.time - samples.back().time);
    wall.push_back(s.gcells_wall);
    kernel.push_back(s.gcells_kernel);
    largest = std::max({largest, s.gcells_wall, s.gcells_kernel});
  }
  const float w = ImGui::GetContentRegionAvail().x;
  if (!ImPlot::BeginPlot("##history", {w, c.px(88)},
                         ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs))
    return;
  ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoDecorations, ImPlotAxisFlags_NoTickLabels);
  ImPlot::SetupAxesLimits(-10, 0, 0, std::max(largest * 1.35, 1e-6), ImPlotCond_Always);
  ImPlot::SetupAxisTicks(ImAxis_Y1, 0, std::max(largest * 1.35, 1e-6), 4);
  const auto curve = [&](const char* id, const std::vector<double>& y, ImU32 color, float weight) {
    ImPlotSpec spec;
    spec.LineColor = ImGui::ColorConvertU32ToFloat4(color);
    spec.LineWeight = c.px(weight);
    ImPlot::PlotLine(id, t.data(), y.data(), static_cast<int>(t.size()), spec);
  };
  curve("##kernel", kernel, c.t().data[0], 1.5f);
  curve("##wall", wall, c.t().accent, 2);
  const ImVec2 p = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
  const Pen pen{c.look, ImPlot::GetPlotDrawList()};
  float x = p.x + c.px(4);
  x += pen.text({x, p.y}, {0, 0}, "wall clock", c.t().accent, font_size::small, c.look.fonts.medium) + c.px(10);
  pen.text({x, p.y}, {0, 0}, "kernel", c.t().text2, font_size::small);
  pen.text({p.x + size.x, p.y}, {1, 0}, brief(largest * 1e9, "cell/s"), c.t().text2, font_size::small);
  pen.text({p.x + size.x, p.y + size.y}, {1, 1}, "last 10 s", c.t().text2, font_size::small);
  ImPlot::EndPlot();
}

std::string summary(const Context& c, bool open) {
  const Performance& f = c.state.performance;
  const double used = f.solve_ms + f.view_ms + f.draw_ms + f.ui_ms;
  return open ? c.say("{} of {} ms", fixed(used, 2), fixed(1e3 / f.display_hz, 2))
              : c.say("{} Gcell/s · {} fps", fixed(f.gcells_wall, 2), fixed(f.fps, 1));
}

void rows(const Context& c) {
  const Performance& f = c.state.performance;
  engine(c);
  if (!in_cells(c.state.scene.physics)) {
    call_hooks(&UiHooks::performance_rows, c);
    block(c);
  }
  speed(c);
  line(c, "Steps", fixed(f.steps_per_second, 0), "per s", "Time steps per second of wall clock");
  line(c, "Wall clock", fixed(f.gcells_wall, 3), "Gcell/s",
       "Cells × steps per second of wall clock, including all waiting");
  line(c, "Kernel alone", fixed(f.gcells_kernel, 3), "Gcell/s",
       "The same rate, counting only the time in which the solver computes");
  ImGui::Dummy({0, c.px(2)});
  frame_bar(c);
  history(c);
}

}  // namespace

// The kernels matter on a GPU.
const PanelSection performance_section = {
    .name = "Performance",
    .icon = icon::performance,
    .help = "Speed of the run, hardware, and use of time in each frame",
    .summary = summary,
    .rows = rows,
    .open_at_first = [](const State& s, bool tall) { return tall && s.engine.device_index >= 0; }};

}  // namespace ez
