// The whole state of the running program, as plain data. Panels read it (const); update() changes it.
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
#include "solver/study/convergence.h"

namespace ez {

// A note on the picture: an error or warning whose text can be copied, or news ("saved …") that fades out.
struct Note {
  enum class Kind { news, warning, error } kind = Kind::news;
  int id = 0;
  Text text;
  double since = 0;  // s of the program's clock
  // The subject of the note, if that can end. There is at most one note for each cause, and withdraw() (update.h)
  // removes it when the cause ends.
  std::string cause = {};
  // A button below the text, and its command; empty if there is no button.
  Text button = {};
  std::optional<Command> then = {};
};

// A scene with unsaved changes that the presenter left without a question. It is stored until the user returns to it or
// ends the program.
struct EditedScene {
  int id = 0;
  Scene scene, saved;
  std::string path, builtin;
  History history;
};

// A question ("discard unsaved changes?"). The run continues, but the user must answer before doing anything else.
struct Question {
  Text text;
  // `yes` is the intended answer or the one that loses nothing. `no` and Escape change nothing.
  Text yes, no;
  Command then;  // carried out after yes
  struct Choice {
    Text label;
    Command then;
  };
  std::vector<Choice> others = {};
  std::optional<Command> after_saving = {};  // for a `yes` that saves: carried out when the file is saved
};

// A request for a file name in the window itself, used when the system has no file dialog. The answer is the command
// that carries the path (Open, SaveAs, LayImage, ExportProbes, ExportMonitors, ExportCut, ExportField, Screenshot), or
// CancelPrompt.
struct FilePrompt {
  enum class Purpose { open, save_scene, picture, probes, monitors, cut, field, screenshot } purpose = Purpose::open;
  std::string suggestion;  // the initial path
  Text problem = {};       // why the last answer was rejected
};

// Time per frame and speed of the engine, smoothed for display. Times are ms of wall clock.
struct Performance {
  double solve_ms = 0, view_ms = 0, draw_ms = 0, ui_ms = 0, frame_ms = 0;
  double fps = 0, display_hz = 60;
  double steps_per_second = 0;  // of wall clock, averaged over about the last half second
  double steps_per_period = 1;  // of the period that SpeedSetting uses
  bool falls_short = false;     // slower than SpeedSetting::periods_per_second for longer than a short while
  double gcells_wall = 0;       // Gcell/s: steps per second of the wall clock × cells
  double gcells_kernel = 0;     // the same, counting only the time of the kernels
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
  // Values after every step from `first_step` on: Ez in V/m (Hz in A/m), for a gas or heat the quantity.
  std::vector<double> values;
  // s of each value, used if steps vary in length; empty: n·Δt
  std::vector<double> times = {};
};

// The place under the mouse pointer.
struct Cursor {
  bool inside = false;
  Node node;
  Vec2 position;     // of that node, in the scene's unit
  double value = 0;  // in the unit of the quantity shown
  std::string material;
};

struct State {
  Scene scene;
  History history;
  std::string path;      // full path of the scene's file; empty for built-in and new scenes
  std::string builtin;   // name of the built-in scene, or empty
  Scene saved;           // as in the file, or as opened
  bool unsaved = false;  // scene differs from `saved`

  bool running = true;
  int requested_steps = 0;  // single steps requested while paused
  // The run has reached the time at which it stops (scene.pause, run_to), and shows the result. If `running` is set, it
  // restarts after a short while.
  bool held = false;
  std::optional<std::uint64_t> run_to;  // the step of the active pane at which the user asked the run to stop
  bool frozen = false;                  // the field became unstable; cleared by a reset, or by an edit that fixes it
  Text frozen_why;

  SpeedSetting speed;
  std::optional<SpeedSetting> own_speed;  // the user's setting, while the scene's own pace (run.pace) replaces it
  ViewState view;
  Presenting presenting;
  std::array<double, quantity_count> limits{};  // by Quantity: the last ViewState::limit; 0: never shown
  std::array<bool, quantity_count> locked{};    // by Quantity: true if its range was locked when last shown
  Workspace workspace = Workspace::explore;
  std::vector<PaneState> panes;  // at least one
  int active = 0;                // the pane that the panels edit
  std::string beside;            // name of the pane that a comparison added; may be empty
  LabSettings instruments;
  ReferenceState reference;
  std::optional<Instability> instability;
  bool fault_revealed = false;  // the user has been shown the hidden fault of the scene
  Tool tool = Tool::select;
  Selection selection;
  BrushSetting brush;
  std::vector<std::string> screens;  // names of the screens that full screen can use; set by the session
  // Scale of bars, panels and text, on top of the display's own scale. 0.75 … 3
  double interface_scale = 1;
  Language language = Language::english;
  std::string web;  // address of a page of ezscope, for links; empty: none is known
  bool dark = true, panel_shown = true, help_shown = false, full_screen = false, quit = false;

  // Set by the engine and the link, once a frame
  EngineInfo engine;
  std::string engine_reason, link, link_reason;  // link: "mapped pixel buffer", "staged copy", "host copy"
  bool link_degraded = false;                    // shows the link and its reason in the warning colour
  BlockShape block;
  std::uint64_t step = 0;   // of the active pane
  double dt = 0, time = 0;  // s
  PictureStats picture;
  std::optional<double> mach;  // the largest Mach number in the active pane of a gas
  Cursor cursor;
  Performance performance;
  std::vector<ProbeTrace> probes;        // of the active pane
  std::vector<MonitorReading> monitors;  // of the active pane, as last read
  std::string monitors_why;              // why there is no result of the run without shapes; empty: there is one
  std::vector<CheckReading> checks;      // of the active pane's scene, current values
  std::vector<Convergence> convergence;  // by check, how far the grid is off; empty unless it was estimated
  Flow flow;                             // of the active pane, while ViewState::arrows asks for it
  CutTrace cut;                          // along ViewState::cut, of the active pane
  std::vector<Message> problems;         // results of validate() for the present scene
  Scene valid;                           // the last scene without errors, which the runs use
  // Media of `scene` and of `valid`. scene_changed() (update.h) makes them once for an edit.
  SharedMedia media = media_of(scene), valid_media = media;

  std::deque<Note> notes;
  std::optional<Question> question;
  std::optional<FilePrompt> prompt;
  std::optional<Command> after_saving;  // carried out after saving the scene: quits or opens another scene
  std::vector<std::string> recent;      // files, full paths
  Moments moments;

  // The user's changes are saved without a file, by the lesson that the scene belongs to.
  bool scene_is_kept = false;
  // In the explore workspace: replaces panel_shown; absent: panel_shown counts.
  std::optional<bool> panel_override;
  // The window has no space for the panel next to the picture. The panel is then a drawer, which begins closed.
  bool narrow = false, drawer_open = false;
  std::vector<EditedScene> edited;  // scenes with unsaved changes that the presenter left
  bool was_full_screen = false;     // full screen was on before the presenter started

  // Returns the data that a feature has added to the state.
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

// Returns true if the fields can be shown: no run is unstable, or all are back at the last good state.
inline bool has_good_fields(const State& s) { return !s.frozen || (s.instability && s.instability->last_good); }
// Returns true if Space and the button of the tool bar pause the run. An unstable run has stopped already.
inline bool can_pause(const State& s) { return s.running && !s.frozen; }
// Returns true if no steps are made unless the user asks for them.
inline bool stands(const State& s) { return !s.running || s.held || s.frozen; }

}  // namespace ez
