// Everything the interface can ask for. Panels and tools only emit commands; update() in app/state/update.cpp is the
// only place that changes the state.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/boundary_lab/state.h"
#include "app/first/welcome.h"
#include "app/kernel_lab/sweep.h"
#include "app/lesson/learn.h"
#include "app/presenter/presenting.h"
#include "app/state/view_state.h"
#include "app/words/language.h"
#include "solver/engine/engine.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene.h"

namespace ez {

enum class Tool {
  select,
  brush,
  erase,
  rectangle,
  circle,
  wall,
  source,
  probe,
  cut,
  pulse,
  screen,
  stopwatch,
  protractor
};

// The physics in whose scenes a tool has something to do.
constexpr For physics_of(Tool tool) {
  return tool == Tool::source || tool == Tool::screen ? For::maxwell : tool == Tool::pulse ? For::cells : For::all;
}

struct Selection {
  enum class Kind { none, source, probe, shape } kind = Kind::none;
  int index = -1;
  bool operator==(const Selection&) const = default;
};

struct SpeedSetting {
  bool full = false;                  // as many steps as there is time for while the window holds its rate
  double periods_per_second = 8;      // where not `full`; of the first source with a frequency
  double crossings_per_second = 0.1;  // of a gas or heat in its place: 10 of reference_period()
  bool automatic = true;              // steps per frame follow the speed; else `steps_per_frame`
  int steps_per_frame = 10;
  bool operator==(const SpeedSetting&) const = default;
};

// What is drawn with unless something else is picked. A scene without it gets it with the first shape.
inline constexpr std::string_view usual_material = "glass";

struct BrushSetting {
  std::string material{usual_material};  // of a gas or heat a state, or wall_name
  double radius = 6;                     // nodes
  double pulse = 0.5;  // what one adds in its middle to a gas, in parts of the pressure there; to heat, as it is
  bool operator==(const BrushSetting&) const = default;
};

namespace command {

// Edits. A gesture (a drag, a stroke) sends one EditScene per frame with finished = false and a last one with finished
// = true: they become one undo entry.
struct EditScene {
  Scene scene;
  std::string what;  // "move source", shown beside undo
  bool finished = true;
};
struct Repair {  // does what a problem's card offers (repaired())
  Message problem;
};
struct Undo {};
struct Redo {};
struct Select {
  Selection selection;
};

// Time
struct Run {
  bool running = true;
};
struct Step {
  int steps = 1;
};
struct RunTo {  // runs to this step and stops; from the start where it is past
  std::uint64_t step = 0;
};
struct Reset {};
struct GoTo {  // back, or forward again, to a step of pane 0 (see TimelineState); the run stands there
  std::uint64_t step = 0;
};
struct PlayBackwards {
  bool on = true;
};
struct SetTimeline {
  bool shown = true;
  double budget = 512e6;  // bytes
};
struct CompareWithThen {  // a second pane runs the scene as it was at this step of pane 0
  std::uint64_t step = 0;
};
struct SetSpeed {
  SpeedSetting speed;
};

// Looking
struct SetView {
  ViewState view;
};
struct SetTool {
  Tool tool;
};
struct SetBrush {
  BrushSetting brush;
};
struct SetTheme {
  bool dark = true;
};
struct SetInterfaceScale {  // 0.75 … 3
  double scale = 1;
};
struct SetLanguage {
  Language language = Language::english;
};
struct ShowPanel {
  bool shown = true;
};
struct SetWelcome {
  Welcome welcome;
};
struct ShowHelp {
  bool shown = true;
};
struct FullScreen {
  bool on = true;
  std::string screen = {};  // by name, of State::screens; empty: the one the window is on
};

// A gas or heat
struct Pulse {  // into what runs: see solver/gas/pulse.h
  Vec2 node;
  double radius = 6, strength = 0.5;
  static constexpr std::string_view label = "pulse";  // among what can be undone, and on the timeline
};

// Engine
struct SetBlock {
  BlockShape block;
};

// Boundary lab. Panes are variants of the scene: adding, removing, copying and editing one is an edit of the scene and
// can be undone.
struct SetWorkspace {
  Workspace workspace = Workspace::explore;
};
struct SetLab {
  LabSettings settings;
};
struct SelectPane {
  int pane = 0;
};
struct AddPane {};  // a copy of the active one; up to four
struct RemovePane {
  int pane = 0;
};
struct Measure {  // the reference run and all that rests on it: sets Scene::reflection.on
  bool on = true;
};
struct StartSearch {};   // for a better grading of the active pane
struct CancelSearch {};  // the grading stays as it is
struct HideFault {       // a hidden fault of this seed; nothing: none
  std::optional<int> seed;
};
struct Guess {
  BoundaryFault fault;
};
struct Reveal {};
struct Mend {};      // LabState::instability's remedy
struct SaveReport {  // PNG, CSV and the scene; empty path: a name made from scene and time
  std::string path;
};

// Kernel lab
struct SetScheme {  // for every pane that it can do; the field stays
  SchemeChoice choice;
};
struct NearestScene {  // an edit of the active pane: the nearest scene that the scheme can do; then the scheme runs
  std::string name;
};
struct StartSweep {
  Sweep::Kind kind = Sweep::Kind::blocks;
};
struct CancelSweep {};
struct AdoptBlock {  // a block from the map, for the run; ends a sweep
  BlockShape block;
};
struct ExportSweep {  // writes the map of block shapes; empty path: a name made from the scene
  enum class As { csv, png } as = As::csv;
  std::string path = {};
};

// Files. Open, OpenBuiltin and Quit ask first when there are unsaved changes; `confirmed` skips the question. In the
// presenter only Quit asks: the changed scene is kept in State::edited.
struct Open {  // empty path: ask with a dialog
  std::string path;
  bool confirmed = false;
  std::vector<std::string> reads = {};  // files outside its folder that the user lets the scene read
};
struct OpenBuiltin {
  std::string name;
  bool confirmed = false;
};
// Asks for a path when there is none; asks before comments of the file, or what another program wrote into it
// meanwhile, are lost, unless confirmed.
struct Save {
  bool confirmed = false;
};
struct SaveAs {  // empty path: ask with a dialog
  std::string path;
  bool confirmed = false;
};
// The picture of a PNG: for the selected shape where that is an image, else for a new one in the room's middle.
struct LayImage {
  std::string path;
};  // empty path: ask with a dialog
// These ask before they write over a file, unless confirmed.
struct ExportProbes {  // .csv; empty path: ask with a dialog
  std::string path;
  bool confirmed = false;
};
struct ExportMonitors {  // what all have measured, .csv or .json; empty path: ask with a dialog
  std::string path;
  bool confirmed = false;
};
struct ExportCut {  // what the line cut plots, .csv; empty path: ask with a dialog
  std::string path;
  bool confirmed = false;
};
struct ExportField {  // .npy of the shown quantity; empty path: ask with a dialog
  std::string path;
  bool confirmed = false;
};
struct Screenshot {  // .png of the whole window; empty path: a name made from scene and time
  std::string path;
  bool confirmed = false;
};

// The stage
struct Present {
  Presenting presenting;
};
struct NextScene {  // of the course, or the edited one that is in State::edited; leaves the present one as OpenBuiltin
                    // does
  int by = 1;
};
// Returns to a scene of State::edited. Asks as OpenBuiltin does.
struct BackToEdited {
  int id = 0;
  bool confirmed = false;
};
struct Film {  // starts or ends a film of the window
  bool on = true;
  // FILE.mp4, .gif, .webp or a pattern of pictures, FILE_%05d.png; empty: a name made from the scene and the suffix
  std::string path = {}, suffix = ".mp4";
};
struct CopyScene {       // to the clipboard, as TOML
  bool as_link = false;  // as the one word that `ezscope WORD` opens
};
struct OpenText {  // a scene as TOML or as a link; asks when there are unsaved changes, unless confirmed
  std::string text;
  bool confirmed = false;
};
struct SavePage {  // a page of HTML on the scene; empty path: a name made from scene and time
  std::string path = {};
};

struct CancelPrompt {};  // the file prompt (State::prompt) was closed without a name
struct RestoreAutosave {
  bool restore = true;
};
struct Quit {
  bool confirmed = false;
};

struct Dismiss {
  int message = 0;
};  // id of a message that is shown
struct Answer {
  bool yes = false;
};  // to the question that is asked (State::question)
struct AnswerOther {
  std::size_t choice = 0;
};  // one of Question::others

}  // namespace command

using Command = std::variant<
    command::EditScene, command::Repair, command::Undo, command::Redo, command::Select, command::Run, command::Step,
    command::RunTo, command::Reset, command::SetSpeed, command::SetView, command::SetTool, command::SetBrush,
    command::SetTheme, command::SetInterfaceScale, command::SetLanguage, command::ShowPanel, command::ShowHelp,
    command::FullScreen, command::Pulse, command::SetBlock, command::Open, command::OpenBuiltin, command::Save,
    command::SaveAs, command::LayImage, command::ExportProbes, command::ExportMonitors, command::ExportCut,
    command::ExportField, command::Screenshot, command::SetWorkspace, command::SetLab, command::SelectPane,
    command::AddPane, command::RemovePane, command::Measure, command::StartSearch, command::CancelSearch,
    command::HideFault, command::Guess, command::Reveal, command::Mend, command::SaveReport, command::SetScheme,
    command::NearestScene, command::StartSweep, command::CancelSweep, command::AdoptBlock, command::ExportSweep,
    command::CancelPrompt, command::RestoreAutosave, command::Quit, command::Dismiss, command::Answer,
    command::AnswerOther, command::Present, command::NextScene, command::Film, command::CopyScene, command::OpenText,
    command::SavePage, command::Learn, command::SetWelcome, command::GoTo, command::PlayBackwards, command::SetTimeline,
    command::CompareWithThen, command::BackToEdited>;
using Commands = std::vector<Command>;

}  // namespace ez
