// All there is to know about the running program, as plain data. Panels read it (const); update() changes it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "app/model/command.h"
#include "app/model/document/history.h"
#include "app/model/flow.h"
#include "app/model/moments.h"
#include "app/model/panes.h"
#include "app/model/presenting.h"
#include "app/model/slots.h"
#include "app/model/view_state.h"
#include "solver/base/text.h"
#include "solver/engine/engine.h"
#include "solver/measure/check_watch.h"
#include "solver/measure/monitors/monitors.h"
#include "solver/scene/file/scene_file.h"
#include "solver/scene/scene.h"

namespace ez {

// A note on the picture: an error or warning whose text can be copied, or news ("saved …") that fades by itself.
struct Note {
  enum class Kind { news, warning, error } kind = Kind::news;
  int id = 0;
  Text text;
  double since = 0;  // s of the program's clock
  // What it is about, where that can end: one note a cause, withdrawn with it (withdraw() in update.h).
  std::string cause = {};
  // A button under the text, and what it does; empty: there is none.
  Text button = {};
  std::optional<Command> then = {};
};

// A scene with unsaved changes that was left in the presenter without a question. It is kept until the user returns to
// it or ends the program.
struct EditedScene {
  int id = 0;
  Scene scene, saved;
  std::string path, builtin;
  History history;
};

// A question ("discard unsaved changes?"). The field runs on; nothing else is reached before the answer.
struct Question {
  Text text;
  Text yes, no;  // yes is the answer that loses nothing or is meant; no, and Escape, leave everything as it is
  Command then;  // carried out on yes
  struct Choice {
    Text label;
    Command then;
  };
  std::vector<Choice> others = {};
  std::optional<Command> after_saving = {};  // yes is to save: what follows when that is done
};

// A file name to ask for in the window itself, where the system has no file dialog. Answered with the command that
// carries the path (Open, SaveAs, LayImage, ExportProbes, ExportMonitors, ExportCut, ExportField, Screenshot) or with
// CancelPrompt.
struct FilePrompt {
  enum class Purpose { open, save_scene, picture, probes, monitors, cut, field, screenshot } purpose = Purpose::open;
  std::string suggestion;  // a path to start from
  Text problem = {};       // why the last answer did not do
};

// What one frame cost and what the engine did, smoothed for display. Milliseconds of wall clock.
struct Performance {
  double solve_ms = 0, view_ms = 0, draw_ms = 0, ui_ms = 0, frame_ms = 0;
  double fps = 0, display_hz = 60;
  double steps_per_second = 0;  // of the wall clock, over about the last half second
  double steps_per_period = 1;  // of the period that SpeedSetting counts
  bool falls_short = false;     // of SpeedSetting::periods_per_second, for more than a moment
  double gcells_wall = 0;       // Gcell/s: steps per second of the wall clock × cells
  double gcells_kernel = 0;     // likewise, by the time of the kernels alone
  int steps_per_frame = 0;
  struct Sample {
    double time = 0, gcells_wall = 0, gcells_kernel = 0, fps = 0, frame_ms = 0;
    double solve_ms = 0, view_ms = 0, draw_ms = 0, ui_ms = 0;
  };
  std::deque<Sample> history;  // the last 10 s
};

struct ProbeTrace {
  std::string name;
  std::uint64_t first_step = 0;
  std::vector<double> values;  // Ez in V/m (Hz in A/m) after every step from there on; of a gas or heat the quantity
  std::vector<double> times = {};  // s, of each value, where steps are not of one length; empty: n·Δt
};

// What the mouse is over.
struct Cursor {
  bool inside = false;
  Node node;
  Vec2 position;     // of that place, in the scene's unit
  double value = 0;  // in the unit of the quantity shown
  std::string material;
};

struct State {
  Scene scene;
  History history;
  std::string path;      // full path of the file the scene came from; empty for built-in and new ones
  std::string builtin;   // name of the built-in scene, or empty
  Scene saved;           // as in the file, or as opened
  bool unsaved = false;  // scene differs from `saved`

  bool running = true;
  int steps_wanted = 0;  // single steps asked for while paused
  // The run stands at its moment (scene.pause, run_to), the result standing: stopped, or, while `running`, for a moment
  // before it starts over.
  bool held = false;
  std::optional<std::uint64_t> run_to;  // the active pane's step at which the run is to stop, as the user asked
  bool frozen = false;                  // the field became unstable; cleared by reset or a mending edit
  Text frozen_why;

  SpeedSetting speed;
  std::optional<SpeedSetting> own_speed;  // the user's, while that of the scene (run.pace) stands in its place
  ViewState view;
  Presenting presenting;
  std::array<double, quantity_count> limits{};  // by Quantity: ViewState::limit when it was last shown; 0: never
  std::array<bool, quantity_count> locked{};    // by Quantity: whether its range was locked when it was last shown
  Workspace workspace = Workspace::explore;
  std::vector<PaneState> panes;  // at least one
  int active = 0;                // the pane that the panels edit
  std::string beside;            // the pane that a comparison has added; or empty
  LabSettings instruments;
  ReferenceState reference;
  std::optional<Instability> instability;
  bool fault_revealed = false;  // which fault the scene hides was told
  Tool tool = Tool::select;
  Selection selection;
  BrushSetting brush;
  std::vector<std::string> screens;  // that a full screen can go to, by name; told by the session
  double interface_scale = 1;        // of bars, panel and text; on top of the display's own. 0.75 … 3
  Language language = Language::english;
  bool dark = true, panel_shown = true, help_shown = false, full_screen = false, quit = false;

  // Reported by the engine and the link, once per frame
  EngineInfo engine;
  std::string engine_reason, link, link_reason;  // link: "mapped pixel buffer", "staged copy", "host copy"
  bool link_degraded = false;                    // shown in the warning colour with the reason
  BlockShape block;
  std::uint64_t step = 0;   // of the active pane
  double dt = 0, time = 0;  // s
  PictureStats picture;
  std::optional<double> mach;  // the largest in the active pane, of a gas
  Cursor cursor;
  Performance performance;
  std::vector<ProbeTrace> probes;        // of the active pane
  std::vector<MonitorReading> monitors;  // likewise, as they were read last
  std::string monitors_why;              // why the run without shapes is wanting; empty: it is not
  std::vector<CheckReading> checks;      // of the active pane's scene, as they read now
  Flow flow;                             // of the active pane, while ViewState::arrows asks for it
  CutTrace cut;                          // along ViewState::cut, of the active pane
  std::vector<Message> problems;         // what validate() finds in the scene as it stands
  Scene valid;                           // the last scene without errors: what the field runs with

  std::deque<Note> notes;
  std::optional<Question> question;
  std::optional<FilePrompt> prompt;
  std::optional<Command> after_saving;  // carried out when the scene has been saved: to quit, to open another
  std::vector<std::string> recent;      // files, full paths
  Moments moments;

  // What the user makes of the scene is kept without a file (by the lesson whose card it belongs to).
  bool scene_is_kept = false;
  // In explore: whether the panel is shown, in place of panel_shown; absent: as the user has it.
  std::optional<bool> panel_meanwhile;
  std::vector<EditedScene> edited;  // scenes that the presenter has left with unsaved changes
  bool was_full_screen = false;     // before the presenter filled the screen

  // What a feature has added to the state.
  template <class T>
  T& of() {
    return slots.of<T>();
  }
  template <class T>
  const T& of() const {
    return slots.of<T>();
  }
  Slots slots;
};

// The fields of the runs can be shown: no run is unstable, or all are back at the last good state.
inline bool has_good_fields(const State& s) { return !s.frozen || (s.instability && s.instability->last_good); }
// No steps are made unless the user asks for them.
inline bool stands(const State& s) { return !s.running || s.held || s.frozen; }

}  // namespace ez
