// Commands: what the interface asks for. Panels and tools only emit commands; update() is the only place that changes
// the state. A command is a struct C with a function on(State&, Services&, const C&), declared beside it. Those of a
// feature stand in the feature's commands.h, the others here.
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
  Text what;  // "move source", shown beside undo
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
struct ShowHelp {
  bool shown = true;
};
struct Present {
  Presenting presenting;
};
struct FullScreen {
  bool on = true;
  std::string screen = {};  // by name, of State::screens; empty: the one the window is on
};

// A gas or heat
struct Pulse {  // into what runs: see solver/gas/pulse.h
  Vec2 node;
  double radius = 6, strength = 0.5;
  static constexpr const char* label = "pulse";  // among what can be undone, and on the timeline
};

// Engine
struct SetBlock {
  BlockShape block;
};

struct SetWorkspace {
  Workspace workspace = Workspace::explore;
};

// Panes: an edit of the scene's variants, which can be undone
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
struct Mend {};  // State::instability's remedy

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
// Returns to a scene of State::edited. Asks as OpenBuiltin does.
struct BackToEdited {
  int id = 0;
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

// Any one command.
class Command {
 public:
  Command() = default;  // none: for what is read into it
  template <CommandType C>
  Command(C c)
      : type_(&typeid(C)),
        carry_out_([](State& s, Services& x, const void* what) { on(s, x, *static_cast<const C*>(what)); }),
        what_(std::make_shared<C>(std::move(c))) {}

  // Null where it is of another type.
  template <CommandType C>
  const C* as() const {
    return type() == typeid(C) ? static_cast<const C*>(what_.get()) : nullptr;
  }
  const std::type_info& type() const { return *type_; }
  // Nothing where there is none.
  void carry_out(State& s, Services& x) const {
    if (what_) carry_out_(s, x, what_.get());
  }

 private:
  const std::type_info* type_ = &typeid(void);
  void (*carry_out_)(State&, Services&, const void*) = nullptr;
  std::shared_ptr<const void> what_;  // which nobody changes: copies share it
};
using Commands = std::vector<Command>;

}  // namespace ez
