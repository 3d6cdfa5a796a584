// What the structs of a session's log are made of (text.h). Each is taken apart as a whole, so that a member which is
// not told does not compile.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/session_log/start.h"
#include "app/state/command.h"
#include "app/state/services.h"
#include "app/state/state.h"
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
constexpr std::string_view label(Sweep::Kind k) {
  switch (k) {
    case Sweep::Kind::blocks:
      return "blocks";
    case Sweep::Kind::schemes:
      return "schemes";
  }
  return "";
}
namespace command {
constexpr std::string_view label(command::ExportSweep::As as) {
  switch (as) {
    case command::ExportSweep::As::csv:
      return "csv";
    case command::ExportSweep::As::png:
      return "png";
  }
  return "";
}
}  // namespace command
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
// A gas's energy is called as light's is.
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
void members(auto& v, Of<Welcome> auto& w) {
  auto& [page, hint, seen, toured] = w;
  v("page", page), v("hint", hint), v("seen", seen), v("toured", toured);
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
void members(auto& v, Of<Presenting> auto& p) {
  auto& [on, blank, frozen, code, pointer, strokes, arrows] = p;
  v("on", on), v("blank", blank), v("frozen", frozen), v("code", code), v("pointer", pointer), v("strokes", strokes);
  v("arrows", arrows);
}

// ---- commands; those without members need no line

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
template <class C>
concept OfStep = Of<C, command::GoTo> || Of<C, command::CompareWithThen>;
void members(auto& v, OfStep auto& c) {
  auto& [step] = c;
  v("step", step);
}
void members(auto& v, Of<command::SetTimeline> auto& c) {
  auto& [shown, budget] = c;
  v("shown", shown), v("budget", budget);
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
template <class C>
concept Switch = Of<C, command::Measure> || Of<C, command::PlayBackwards>;
void members(auto& v, Switch auto& c) {
  auto& [on] = c;
  v("on", on);
}
void members(auto& v, Of<command::FullScreen> auto& c) {
  auto& [on, screen] = c;
  v("on", on), v("screen", screen);
}
void members(auto& v, Of<command::SetWelcome> auto& c) {
  auto& [welcome] = c;
  v("welcome", welcome);
}
void members(auto& v, Of<command::Pulse> auto& c) {
  auto& [node, radius, strength] = c;
  v("node", node), v("radius", radius), v("strength", strength);
}
template <class C>
concept OfBlock = Of<C, command::SetBlock> || Of<C, command::AdoptBlock>;
void members(auto& v, OfBlock auto& c) {
  auto& [block] = c;
  v("block", block);
}
void members(auto& v, Of<command::SetWorkspace> auto& c) {
  auto& [workspace] = c;
  v("workspace", workspace);
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
void members(auto& v, Of<command::HideFault> auto& c) {
  auto& [seed] = c;
  v("seed", seed);
}
void members(auto& v, Of<command::Guess> auto& c) {
  auto& [fault] = c;
  v("fault", fault);
}
void members(auto& v, Of<command::SetScheme> auto& c) {
  auto& [choice] = c;
  v("choice", choice);
}
void members(auto& v, Of<command::NearestScene> auto& c) {
  auto& [name] = c;
  v("name", name);
}
void members(auto& v, Of<command::StartSweep> auto& c) {
  auto& [kind] = c;
  v("kind", kind);
}
void members(auto& v, Of<command::ExportSweep> auto& c) {
  auto& [as, path] = c;
  v("as", as), v("path", path);
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
template <class C>
concept OfPath = Of<C, command::LayImage> || Of<C, command::SaveReport> || Of<C, command::SavePage>;
void members(auto& v, OfPath auto& c) {
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
void members(auto& v, Of<command::Present> auto& c) {
  auto& [presenting] = c;
  v("presenting", presenting);
}
void members(auto& v, Of<command::NextScene> auto& c) {
  auto& [by] = c;
  v("by", by);
}
void members(auto& v, Of<command::BackToEdited> auto& c) {
  auto& [id, confirmed] = c;
  v("id", id), v("confirmed", confirmed);
}
void members(auto& v, Of<command::Film> auto& c) {
  auto& [on, path, suffix] = c;
  v("on", on), v("path", path), v("suffix", suffix);
}
void members(auto& v, Of<command::CopyScene> auto& c) {
  auto& [as_link] = c;
  v("as_link", as_link);
}
void members(auto& v, Of<command::OpenText> auto& c) {
  auto& [text, confirmed] = c;
  v("text", text), v("confirmed", confirmed);
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

namespace command {
constexpr std::string_view label(Learn::What w) {
  switch (w) {
    case Learn::What::open:
      return "open";
    case Learn::What::go:
      return "go";
    case Learn::What::choose:
      return "choose";
    case Learn::What::answer:
      return "answer";
    case Learn::What::pencil:
      return "pencil";
    case Learn::What::draw:
      return "draw";
    case Learn::What::submit:
      return "submit";
    case Learn::What::hint:
      return "hint";
    case Learn::What::reveal:
      return "reveal";
    case Learn::What::reached:
      return "reached";
    case Learn::What::again:
      return "again";
    case Learn::What::student:
      return "student";
    case Learn::What::hand_in:
      return "hand_in";
    case Learn::What::close:
      return "close";
  }
  return "";
}
}  // namespace command
void members(auto& v, Of<command::Learn> auto& c) {
  auto& [what, text, number, points, confirmed, reads] = c;
  v("what", what), v("text", text), v("number", number), v("points", points), v("confirmed", confirmed);
  v.unless_empty("reads", reads);
}

// As the std::variant has them.
inline constexpr std::string_view command_names[] = {"EditScene",
                                                     "Repair",
                                                     "Undo",
                                                     "Redo",
                                                     "Select",
                                                     "Run",
                                                     "Step",
                                                     "RunTo",
                                                     "Reset",
                                                     "SetSpeed",
                                                     "SetView",
                                                     "SetTool",
                                                     "SetBrush",
                                                     "SetTheme",
                                                     "SetInterfaceScale",
                                                     "SetLanguage",
                                                     "ShowPanel",
                                                     "ShowHelp",
                                                     "FullScreen",
                                                     "Pulse",
                                                     "SetBlock",
                                                     "Open",
                                                     "OpenBuiltin",
                                                     "Save",
                                                     "SaveAs",
                                                     "LayImage",
                                                     "ExportProbes",
                                                     "ExportMonitors",
                                                     "ExportCut",
                                                     "ExportField",
                                                     "Screenshot",
                                                     "SetWorkspace",
                                                     "SetLab",
                                                     "SelectPane",
                                                     "AddPane",
                                                     "RemovePane",
                                                     "Measure",
                                                     "StartSearch",
                                                     "CancelSearch",
                                                     "HideFault",
                                                     "Guess",
                                                     "Reveal",
                                                     "Mend",
                                                     "SaveReport",
                                                     "SetScheme",
                                                     "NearestScene",
                                                     "StartSweep",
                                                     "CancelSweep",
                                                     "AdoptBlock",
                                                     "ExportSweep",
                                                     "CancelPrompt",
                                                     "RestoreAutosave",
                                                     "Quit",
                                                     "Dismiss",
                                                     "Answer",
                                                     "AnswerOther",
                                                     "Present",
                                                     "NextScene",
                                                     "Film",
                                                     "CopyScene",
                                                     "OpenText",
                                                     "SavePage",
                                                     "Learn",
                                                     "SetWelcome",
                                                     "GoTo",
                                                     "PlayBackwards",
                                                     "SetTimeline",
                                                     "CompareWithThen",
                                                     "BackToEdited"};
static_assert(std::size(command_names) == std::variant_size_v<Command>, "a command without its name");

// ---- what the world answers

void members(auto& v, Of<SceneResult> auto& r) {
  auto& [scene, messages, has_comments, refused] = r;
  v("scene", scene), v("messages", messages), v("has_comments", has_comments), v.unless_empty("refused", refused);
}
void members(auto& v, Of<Services::Autosaved> auto& a) {
  auto& [result, path] = a;
  v("result", result), v("path", path);
}
void members(auto& v, Of<Override> auto& o) {
  auto& [path, value] = o;
  v("path", path), v("value", value);
}
void members(auto& v, Of<Lesson> auto& l) {
  auto& [title, text, cards, name, scenes, builtins, solved] = l;
  v("title", title), v("text", text), v("cards", cards), v("name", name), v("scenes", scenes);
  v("builtins", builtins), v("solved", solved);
}
void members(auto& v, Of<LessonResult> auto& r) {
  auto& [lesson, messages, refused] = r;
  v("lesson", lesson), v("messages", messages), v.unless_empty("refused", refused);
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
void members(auto& v, Of<FilmEnd> auto& f) {
  auto& [why, bytes] = f;
  v("why", why), v("bytes", bytes);
}
void members(auto& v, Of<GradingProgress> auto& p) {
  auto& [fraction, trials, before_db, best_db, best, done, cancelled, failed] = p;
  v("fraction", fraction), v("trials", trials), v("before_db", before_db), v("best_db", best_db), v("best", best);
  v("done", done), v("cancelled", cancelled), v("failed", failed);
}
void members(auto& v, Of<Instability> auto& i) {
  auto& [pane, node, step, cause, remedy, mended, last_good, back_to, seeks_remedy, from_start] = i;
  v("pane", pane), v("node", node), v("step", step), v("cause", cause), v("remedy", remedy), v("mended", mended),
      v("last_good", last_good), v("back_to", back_to), v("seeks_remedy", seeks_remedy), v("from_start", from_start);
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
  auto& [dark, panel_shown, recent, interface_scale, welcomed, toured, color_vision, moments, language] = s;
  v("dark", dark), v("panel_shown", panel_shown), v("recent", recent), v("interface_scale", interface_scale);
  v("welcomed", welcomed), v("toured", toured), v("color_vision", color_vision), v("moments", moments),
      v("language", language);
}

}  // namespace ez
