// Commands: requests from the interface. Panels and tools only emit commands; update() is the only place that changes
// the state. A command is a struct C with a function on(State&, Services&, const C&), declared in the same header. The
// commands of a feature are in the feature's commands.h, the others here.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include "app/model/panes.h"
#include "app/model/presenting.h"
#include "app/model/view_state.h"
#include "app/model/workspace.h"
#include "app/platform/language.h"
#include "solver/base/text.h"
#include "solver/engine/engine.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene.h"

namespace ez {

struct State;
class Services;

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

// Returns the physics for which the tool is available.
constexpr For physics_of(Tool tool) {
  return tool == Tool::source || tool == Tool::screen ? For::maxwell : tool == Tool::pulse ? For::cells : For::all;
}

struct Selection {
  enum class Kind { none, source, probe, shape } kind = Kind::none;
  int index = -1;
  bool operator==(const Selection&) const = default;
};

struct SpeedSetting {
  bool full = false;                  // makes as many steps as possible while the window keeps its frame rate
  double periods_per_second = 8;      // periods of the first source that has a frequency; used unless `full`
  double crossings_per_second = 0.1;  // used instead for a gas or heat; one crossing is 10 reference_period()
  bool automatic = true;              // steps per frame follow the speed; otherwise `steps_per_frame` counts
  int steps_per_frame = 10;
  bool operator==(const SpeedSetting&) const = default;
};

// The material to draw with until another one is picked. If the scene lacks it, the first shape adds it.
inline constexpr std::string_view usual_material = "glass";

struct BrushSetting {
  std::string material{usual_material};  // for a gas or heat: the name of a state, or wall_name
  double radius = 6;                     // nodes
  // Strength of a pulse at its centre. Gas: fraction of the local pressure. Heat: added to the value directly.
  double pulse = 0.5;
  bool operator==(const BrushSetting&) const = default;
};

namespace command {

// Edits. A gesture (a drag, a stroke) sends one EditScene per frame with finished = false, and a last one with finished
// = true. Together they become one undo entry.
struct EditScene {
  Scene scene;
  Text what;  // "move source", shown next to Undo
  bool finished = true;
};
struct Repair {  // makes the change that the problem's card offers, see repaired()
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
struct RunTo {  // runs to this step and stops; restarts first if the step has passed
  std::uint64_t step = 0;
};
struct Reset {};
struct GoTo {  // goes to a step of pane 0, back or forward (see TimelineState), and pauses there
  std::uint64_t step = 0;
};
struct PlayBackwards {
  bool on = true;
};
struct SetSpeed {
  SpeedSetting speed;
};

// View
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
struct SetInterfaceScale {  // range 0.75 … 3
  double scale = 1;
};
struct SetLanguage {
  Language language = Language::english;
};
struct ShowPanel {
  bool shown = true;
};
struct ShowHelp {
  bool shown = true;
};
struct Present {
  Presenting presenting;
};
struct FullScreen {
  bool on = true;
  std::string screen = {};  // name of one of State::screens; empty: the current screen of the window
};

// A gas or heat
struct Pulse {  // acts on the running fields: see solver/gas/pulse.h
  Vec2 node;
  double radius = 6, strength = 0.5;
  static constexpr const char* label = "pulse";  // in the undo list and on the timeline
};

// Engine
struct SetBlock {
  BlockShape block;
};

struct SetWorkspace {
  Workspace workspace = Workspace::explore;
};

// Panes. These edit the scene's variants, and can be undone.
struct SetLab {
  LabSettings settings;
};
struct SelectPane {
  int pane = 0;
};
struct AddPane {};  // copies the active pane; at most four panes
struct RemovePane {
  int pane = 0;
};
struct Measure {  // sets Scene::reflection.on: the reference run and everything that needs it
  bool on = true;
};
struct Mend {};  // applies the remedy in State::instability

// Files. If there are unsaved changes, Open, OpenBuiltin and Quit ask first; `confirmed` skips the question. In
// presenter mode only Quit asks, because the changed scene is saved in State::edited.
struct Open {  // empty path: opens a file dialog
  std::string path;
  bool confirmed = false;
  std::vector<std::string> reads = {};  // files outside the scene's folder that the user allows it to read
};
struct OpenBuiltin {
  std::string name;
  bool confirmed = false;
};
// Returns to a scene of State::edited. Asks first, like OpenBuiltin.
struct BackToEdited {
  int id = 0;
  bool confirmed = false;
};
// Asks for a path if the scene has none. Unless confirmed, asks before it loses comments of the file or changes that
// another program made to it.
struct Save {
  bool confirmed = false;
};
struct SaveAs {  // empty path: opens a file dialog
  std::string path;
  bool confirmed = false;
};
// Loads a PNG into the selected image shape. If no image shape is selected, adds one in the middle of the domain.
struct LayImage {
  std::string path;
};  // empty path: opens a file dialog
// Unless confirmed, these ask before they replace a file.
struct ExportProbes {  // .csv; empty path: opens a file dialog
  std::string path;
  bool confirmed = false;
};
struct ExportMonitors {  // readings of all monitors, .csv or .json; empty path: opens a file dialog
  std::string path;
  bool confirmed = false;
};
struct ExportCut {  // data of the line cut plot, .csv; empty path: opens a file dialog
  std::string path;
  bool confirmed = false;
};
struct ExportField {  // .npy of the quantity shown; empty path: opens a file dialog
  std::string path;
  bool confirmed = false;
};
struct Screenshot {  // .png of the whole window; empty path: a name made from scene and time
  std::string path;
  bool confirmed = false;
};
struct CancelPrompt {};  // the user closed the file prompt (State::prompt) without naming a file
struct RestoreAutosave {
  bool restore = true;
};
struct Quit {
  bool confirmed = false;
};
struct Dismiss {
  int message = 0;
};  // id of a note that is shown
struct Answer {
  bool yes = false;
};  // answers State::question
struct AnswerOther {
  std::size_t choice = 0;
};  // one of Question::others

}  // namespace command

void on(State& s, Services& x, const command::EditScene& c);
void on(State& s, Services& x, const command::Repair& c);
void on(State& s, Services& x, const command::Undo& c);
void on(State& s, Services& x, const command::Redo& c);
void on(State& s, Services& x, const command::Select& c);
void on(State& s, Services& x, const command::Run& c);
void on(State& s, Services& x, const command::Step& c);
void on(State& s, Services& x, const command::RunTo& c);
void on(State& s, Services& x, const command::Reset& c);
void on(State& s, Services& x, const command::GoTo& c);
void on(State& s, Services& x, const command::PlayBackwards& c);
void on(State& s, Services& x, const command::SetSpeed& c);
void on(State& s, Services& x, const command::SetView& c);
void on(State& s, Services& x, const command::SetTool& c);
void on(State& s, Services& x, const command::SetBrush& c);
void on(State& s, Services& x, const command::SetTheme& c);
void on(State& s, Services& x, const command::SetInterfaceScale& c);
void on(State& s, Services& x, const command::SetLanguage& c);
void on(State& s, Services& x, const command::ShowPanel& c);
void on(State& s, Services& x, const command::ShowHelp& c);
void on(State& s, Services& x, const command::Present& c);
void on(State& s, Services& x, const command::FullScreen& c);
void on(State& s, Services& x, const command::Pulse& c);
void on(State& s, Services& x, const command::SetBlock& c);
void on(State& s, Services& x, const command::SetWorkspace& c);
void on(State& s, Services& x, const command::SetLab& c);
void on(State& s, Services& x, const command::SelectPane& c);
void on(State& s, Services& x, const command::AddPane& c);
void on(State& s, Services& x, const command::RemovePane& c);
void on(State& s, Services& x, const command::Measure& c);
void on(State& s, Services& x, const command::Mend& c);
void on(State& s, Services& x, const command::Open& c);
void on(State& s, Services& x, const command::OpenBuiltin& c);
void on(State& s, Services& x, const command::BackToEdited& c);
void on(State& s, Services& x, const command::Save& c);
void on(State& s, Services& x, const command::SaveAs& c);
void on(State& s, Services& x, const command::LayImage& c);
void on(State& s, Services& x, const command::ExportProbes& c);
void on(State& s, Services& x, const command::ExportMonitors& c);
void on(State& s, Services& x, const command::ExportCut& c);
void on(State& s, Services& x, const command::ExportField& c);
void on(State& s, Services& x, const command::Screenshot& c);
void on(State& s, Services& x, const command::CancelPrompt& c);
void on(State& s, Services& x, const command::RestoreAutosave& c);
void on(State& s, Services& x, const command::Quit& c);
void on(State& s, Services& x, const command::Dismiss& c);
void on(State& s, Services& x, const command::Answer& c);
void on(State& s, Services& x, const command::AnswerOther& c);

template <class C>
concept CommandType = requires(State& s, Services& x, const C& c) {
  on(s, x, c);
};

// Holds a command of any type.
class Command {
 public:
  Command() = default;  // holds no command; the value to read one into
  template <CommandType C>
  Command(C c)
      : type_(&typeid(C)),
        carry_out_([](State& s, Services& x, const void* what) { on(s, x, *static_cast<const C*>(what)); }),
        what_(std::make_shared<C>(std::move(c))) {}

  // Returns null if the command is of another type.
  template <CommandType C>
  const C* as() const {
    return type() == typeid(C) ? static_cast<const C*>(what_.get()) : nullptr;
  }
  const std::type_info& type() const { return *type_; }
  // Does nothing if there is no command.
  void carry_out(State& s, Services& x) const {
    if (what_) carry_out_(s, x, what_.get());
  }

 private:
  const std::type_info* type_ = &typeid(void);
  void (*carry_out_)(State&, Services&, const void*) = nullptr;
  std::shared_ptr<const void> what_;  // never modified, so copies share it
};
using Commands = std::vector<Command>;

}  // namespace ez
