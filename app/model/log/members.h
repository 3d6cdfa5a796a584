// Members of the structs in a session log (text.h). Each struct is unpacked as a whole, so that the code does not
// compile if a member is missing here.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/model/command.h"
#include "app/model/log/start.h"
#include "app/model/log/text.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "solver/scene/names.h"

namespace ez {

template <class C, class T>
concept Of = std::same_as<std::remove_const_t<C>, T>;

// ---- enums

constexpr std::string_view label(Tool t) {
  switch (t) {
    case Tool::select:
      return "select";
    case Tool::brush:
      return "brush";
    case Tool::erase:
      return "erase";
    case Tool::rectangle:
      return "rectangle";
    case Tool::circle:
      return "circle";
    case Tool::wall:
      return "wall";
    case Tool::source:
      return "source";
    case Tool::probe:
      return "probe";
    case Tool::cut:
      return "cut";
    case Tool::pulse:
      return "pulse";
    case Tool::screen:
      return "screen";
    case Tool::stopwatch:
      return "stopwatch";
    case Tool::protractor:
      return "protractor";
  }
  return "";
}
constexpr std::string_view label(Selection::Kind k) {
  switch (k) {
    case Selection::Kind::none:
      return "none";
    case Selection::Kind::source:
      return "source";
    case Selection::Kind::probe:
      return "probe";
    case Selection::Kind::shape:
      return "shape";
  }
  return "";
}
constexpr std::string_view label(RangeMode m) {
  switch (m) {
    case RangeMode::locked:
      return "locked";
    case RangeMode::automatic:
      return "automatic";
    case RangeMode::logarithmic:
      return "logarithmic";
  }
  return "";
}
constexpr std::string_view label(Workspace w) {
  switch (w) {
    case Workspace::explore:
      return "explore";
    case Workspace::boundary_lab:
      return "boundary_lab";
    case Workspace::kernel_lab:
      return "kernel_lab";
  }
  return "";
}
constexpr std::string_view label(Language l) { return l <= Language::russian ? facts_of(l).name : ""; }
constexpr std::string_view label(Message::Kind k) {
  switch (k) {
    case Message::Kind::error:
      return "error";
    case Message::Kind::warning:
      return "warning";
  }
  return "";
}
constexpr std::string_view label(ColorVision v) {
  switch (v) {
    case ColorVision::usual:
      return "usual";
    case ColorVision::red_green:
      return "red_green";
    case ColorVision::blue_yellow:
      return "blue_yellow";
    case ColorVision::gray:
      return "gray";
  }
  return "";
}
// The energy of a gas needs its own name, because its usual name is also that of the electromagnetic energy.
constexpr std::string_view label(Quantity q) {
  if (q == Quantity::gas_energy) return "gas_energy";
  return static_cast<std::size_t>(q) < quantity_count ? facts_of(q).ez.name : "";
}
template <class E>
requires(!names::words<E>.empty()) constexpr std::string_view label(E e) {
  const auto k = static_cast<std::size_t>(e);
  return k < names::words<E>.size() ? names::words<E>[k] : "";
}

// ---- parts

void members(auto& v, Of<Vec2> auto& p) {
  auto& [x, y] = p;
  v("x", x), v("y", y);
}
void members(auto& v, Of<Node> auto& n) {
  auto& [i, j] = n;
  v("i", i), v("j", j);
}
void members(auto& v, Of<BlockShape> auto& b) {
  auto& [x, y] = b;
  v("x", x), v("y", y);
}
void members(auto& v, Of<SchemeChoice> auto& s) {
  auto& [name, form] = s;
  v("name", name), v("form", form);
}
void members(auto& v, Of<Message> auto& m) {
  auto& [kind, file, line, column, text, path] = m;
  v("kind", kind), v("file", file), v("line", line), v("column", column), v("text", text), v("path", path);
}
void members(auto& v, Of<Selection> auto& s) {
  auto& [kind, index] = s;
  v("kind", kind), v("index", index);
}
void members(auto& v, Of<SpeedSetting> auto& s) {
  auto& [full, periods, crossings, automatic, steps] = s;
  v("full", full), v("periods_per_second", periods), v("crossings_per_second", crossings), v("automatic", automatic),
      v("steps_per_frame", steps);
}
void members(auto& v, Of<BrushSetting> auto& b) {
  auto& [material, radius, pulse] = b;
  v("material", material), v("radius", radius), v("pulse", pulse);
}
void members(auto& v, Of<LineCut> auto& c) {
  auto& [on, from, to, screen] = c;
  v("on", on), v("from", from), v("to", to), v("screen", screen);
}
void members(auto& v, Of<Moment> auto& m) {
  auto& [node, step, time] = m;
  v("node", node), v("step", step), v("time", time);
}
void members(auto& v, Of<Measuring> auto& m) {
  auto& [stopwatch, protractor] = m;
  v("stopwatch", stopwatch), v("protractor", protractor);
}
void members(auto& v, Of<ViewState> auto& s) {
  auto& [center, nodes_per_pixel, fit, quantity, range, limit, low, decades, gain, colormap, sequential, schlieren, cut,
         measuring, vision, map, arrows, theory, lens, outlines, tint, grid_lines, layers, legend, handles] = s;
  v("center", center), v("nodes_per_pixel", nodes_per_pixel), v("fit", fit), v("quantity", quantity);
  v("range", range), v("limit", limit), v("low", low), v("decades", decades), v("gain", gain);
  v("colormap", colormap), v("sequential_colormap", sequential), v("schlieren_colormap", schlieren), v("cut", cut);
  v("measuring", measuring), v("vision", vision), v("map", map), v("arrows", arrows), v("theory", theory);
  v("lens", lens), v("outlines", outlines), v("tint", tint);
  v("grid_lines", grid_lines), v("layers", layers), v("legend", legend), v("handles", handles);
}

// ---- commands; those without members need no line. The commands of a feature are in its own log.h.

void members(auto& v, Of<command::EditScene> auto& c) {
  auto& [scene, what, finished] = c;
  v("scene", scene), v("what", what), v("finished", finished);
}
void members(auto& v, Of<command::Repair> auto& c) {
  auto& [problem] = c;
  v("problem", problem);
}
void members(auto& v, Of<command::Select> auto& c) {
  auto& [selection] = c;
  v("selection", selection);
}
void members(auto& v, Of<command::Run> auto& c) {
  auto& [running] = c;
  v("running", running);
}
void members(auto& v, Of<command::Step> auto& c) {
  auto& [steps] = c;
  v("steps", steps);
}
void members(auto& v, Of<command::RunTo> auto& c) {
  auto& [step] = c;
  v("step", step);
}
void members(auto& v, Of<command::SetSpeed> auto& c) {
  auto& [speed] = c;
  v("speed", speed);
}
void members(auto& v, Of<command::SetView> auto& c) {
  auto& [view] = c;
  v("view", view);
}
void members(auto& v, Of<command::SetTool> auto& c) {
  auto& [tool] = c;
  v("tool", tool);
}
void members(auto& v, Of<command::SetBrush> auto& c) {
  auto& [brush] = c;
  v("brush", brush);
}
void members(auto& v, Of<command::SetTheme> auto& c) {
  auto& [dark] = c;
  v("dark", dark);
}
void members(auto& v, Of<command::SetInterfaceScale> auto& c) {
  auto& [scale] = c;
  v("scale", scale);
}
void members(auto& v, Of<command::SetLanguage> auto& c) {
  auto& [language] = c;
  v("language", language);
}
template <class C>
concept Showing = Of<C, command::ShowPanel> || Of<C, command::ShowHelp>;
void members(auto& v, Showing auto& c) {
  auto& [shown] = c;
  v("shown", shown);
}
void members(auto& v, Of<command::FullScreen> auto& c) {
  auto& [on, screen] = c;
  v("on", on), v("screen", screen);
}
void members(auto& v, Of<command::Pulse> auto& c) {
  auto& [node, radius, strength] = c;
  v("node", node), v("radius", radius), v("strength", strength);
}
void members(auto& v, Of<command::SetBlock> auto& c) {
  auto& [block] = c;
  v("block", block);
}
void members(auto& v, Of<command::SetWorkspace> auto& c) {
  auto& [workspace] = c;
  v("workspace", workspace);
}
template <class C>
concept OfFile = Of<C, command::SaveAs> || Of<C, command::ExportProbes> || Of<C, command::ExportMonitors> ||
    Of<C, command::ExportCut> || Of<C, command::ExportField> || Of<C, command::Screenshot>;
void members(auto& v, OfFile auto& c) {
  auto& [path, confirmed] = c;
  v("path", path), v("confirmed", confirmed);
}
void members(auto& v, Of<command::Open> auto& c) {
  auto& [path, confirmed, reads] = c;
  v("path", path), v("confirmed", confirmed), v.unless_empty("reads", reads);
}
void members(auto& v, Of<command::LayImage> auto& c) {
  auto& [path] = c;
  v("path", path);
}
void members(auto& v, Of<command::OpenBuiltin> auto& c) {
  auto& [name, confirmed] = c;
  v("name", name), v("confirmed", confirmed);
}
template <class C>
concept Confirmed = Of<C, command::Save> || Of<C, command::Quit>;
void members(auto& v, Confirmed auto& c) {
  auto& [confirmed] = c;
  v("confirmed", confirmed);
}
void members(auto& v, Of<command::RestoreAutosave> auto& c) {
  auto& [restore] = c;
  v("restore", restore);
}
void members(auto& v, Of<command::Dismiss> auto& c) {
  auto& [message] = c;
  v("message", message);
}
void members(auto& v, Of<command::Answer> auto& c) {
  auto& [yes] = c;
  v("yes", yes);
}
void members(auto& v, Of<command::AnswerOther> auto& c) {
  auto& [choice] = c;
  v("choice", choice);
}

// ---- answers of the services

void members(auto& v, Of<SceneResult> auto& r) {
  // `inputs` are not recorded, because a replay writes no file, nor the media, which follow from the scene.
  auto& [scene, messages, has_comments, refused, inputs, media] = r;
  v("scene", scene), v("messages", messages), v("has_comments", has_comments), v.unless_empty("refused", refused);
}
void members(auto& v, Of<Services::Autosaved> auto& a) {
  auto& [result, path, builtin] = a;
  v("result", result), v("path", path), v.unless_empty("builtin", builtin);
}
void members(auto& v, Of<Override> auto& o) {
  auto& [path, value] = o;
  v("path", path), v("value", value);
}
void members(auto& v, Of<Question::Choice> auto& c) {
  auto& [label, then] = c;
  v("label", label), v("then", then);
}
void members(auto& v, Of<Question> auto& q) {
  auto& [text, yes, no, then, others, after_saving] = q;
  v("text", text), v("yes", yes), v("no", no), v("then", then), v("others", others), v("after_saving", after_saving);
}
void members(auto& v, Of<ReadPicture> auto& p) {
  auto& [why, picture] = p;
  v("why", why), v("picture", picture);
}
void members(auto& v, Of<SessionStart> auto& s) {
  auto& [version, backend, threads, size, scripted, steps_per_frame, welcome, settings, path, builtin, lesson, card,
         scene] = s;
  v("version", version), v("backend", backend), v("threads", threads), v("size", size), v("scripted", scripted);
  v("steps_per_frame", steps_per_frame), v("welcome", welcome), v("settings", settings), v("path", path),
      v("builtin", builtin);
  v("lesson", lesson), v("card", card), v("scene", scene);
}
void members(auto& v, Of<PixelSize> auto& s) {
  auto& [width, height] = s;
  v("width", width), v("height", height);
}
void members(auto& v, Of<Settings> auto& s) {
  auto& [dark, panel_shown, recent, interface_scale, welcomed, toured, color_vision, moments, language, web] = s;
  v("dark", dark), v("panel_shown", panel_shown), v("recent", recent), v("interface_scale", interface_scale);
  v("welcomed", welcomed), v("toured", toured), v("color_vision", color_vision), v("moments", moments),
      v("language", language), v.unless_empty("web", web);
}

// ---- panes, clicks, the presenter

constexpr std::string_view label(Presenting::Pointer p) {
  switch (p) {
    case Presenting::Pointer::laser:
      return "laser";
    case Presenting::Pointer::spotlight:
      return "spotlight";
    case Presenting::Pointer::pen:
      return "pen";
  }
  return "";
}

void members(auto& v, Of<GradingBand> auto& b) {
  auto& [degrees_low, degrees_high, frequency_low, frequency_high] = b;
  v("degrees_low", degrees_low), v("degrees_high", degrees_high), v("frequency_low", frequency_low),
      v("frequency_high", frequency_high);
}
void members(auto& v, Of<LabSettings> auto& s) {
  auto& [difference_with, residual_floor, angle_frequency, band, ledger] = s;
  v("difference_with", difference_with), v("residual_floor", residual_floor), v("angle_frequency", angle_frequency),
      v("band", band), v("ledger", ledger);
}
void members(auto& v, Of<command::Measure> auto& c) {
  auto& [on] = c;
  v("on", on);
}
void members(auto& v, Of<command::SetLab> auto& c) {
  auto& [settings] = c;
  v("settings", settings);
}
template <class C>
concept OfPane = Of<C, command::SelectPane> || Of<C, command::RemovePane>;
void members(auto& v, OfPane auto& c) {
  auto& [pane] = c;
  v("pane", pane);
}
void members(auto& v, Of<Instability> auto& i) {
  auto& [pane, node, step, cause, remedy, fixed_scene, last_good, back_to, seeks_remedy, from_start] = i;
  v("pane", pane), v("node", node), v("step", step), v("cause", cause), v("remedy", remedy), v("mended", fixed_scene),
      v("last_good", last_good), v("back_to", back_to), v("seeks_remedy", seeks_remedy), v("from_start", from_start);
}

void members(auto& v, Of<Presenting> auto& p) {
  auto& [on, blank, frozen, no_result, code, pointer, strokes, arrows] = p;
  v("on", on), v("blank", blank), v("frozen", frozen), v("code", code), v("pointer", pointer), v("strokes", strokes);
  v("arrows", arrows), v.unless_false("no_result", no_result);
}
void members(auto& v, Of<command::Present> auto& c) {
  auto& [presenting] = c;
  v("presenting", presenting);
}
void members(auto& v, Of<command::BackToEdited> auto& c) {
  auto& [id, confirmed] = c;
  v("id", id), v("confirmed", confirmed);
}

void members(auto& v, Of<command::PlayBackwards> auto& c) {
  auto& [on] = c;
  v("on", on);
}
void members(auto& v, Of<command::GoTo> auto& c) {
  auto& [step] = c;
  v("step", step);
}

// For all_command_kinds().
CommandKinds model_commands();

}  // namespace ez
