// SessionPart: the code of a feature that runs in a session. SessionHost: the session's side of it. A part is made with
// the session and destroyed with it. The session calls each function for all features, in the order of
// features/list.inc.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/platform/files.h"
#include "app/platform/input_files.h"
#include "app/platform/window.h"
#include "app/ui/interface.h"
#include "render/image.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"
#include "solver/measure/check_watch.h"

namespace ez {

using ProbeTraces = std::vector<std::vector<ProbeTrace>>;  // by pane and probe

// A picture of the window without notes and messages. The next frame draws it, and `save` is called at its end.
struct PlainPicture {
  bool head = false;  // scene, step and time are shown above it
  std::function<void(Window& window, const Interface& interface)> save;
};

// An edit of the scene that the runs have taken or refused.
struct TakenEdit {
  const Comparison::Applied& result;
  const Scene& scene;                 // the scene that the runs have now
  Text label;                         // the name of the edit in the history; empty: the gesture continues
  bool alters = false;                // the start of the run would now differ
  bool restarts_measurements = true;  // measurements restart
  std::string ended_pane;             // name of the pane that was compared and is removed; empty: none
  bool other_speed = false;           // the runs may be faster or slower now
  bool other_preset = false;          // the scene asks for another kernel scheme or block
};

// A part has taken the runs to another step, or the runs have passed an edit during such a jump.
struct MovedRuns {
  const Scene& scene;                      // the scene that the runs have now
  bool restarted = false;                  // they jumped back or forward, and did not only advance
  const ProbeTraces* traces = nullptr;     // the probes' earlier samples; null: none
  RunPosition last_edit;                   // measurements count from there
  std::optional<CheckWatch::Known> known;  // readings of the checks; none: unknown
  bool starts_over = false;                // the runs are at t = 0
};

// The part of the present step that is not in the runs.
struct RecordedSoFar {
  ProbeTraces traces;
  CheckWatch::Known known;
};

// The next batch of steps of a part that moves the runs to another step.
struct NextBatch {
  int steps = 0;
  double until = std::numeric_limits<double>::infinity();  // s, see Solver::advance()
};

// The session as a part sees it. It outlives the part.
struct SessionHost {
  State& state;
  Services& services;
  SessionLog& log;
  const UserFolders& folders;
  bool interactive;                             // not a run of a given number of frames
  std::function<void(Command)> send;            // carried out in the next frame, as if the user had sent it
  std::function<const Scene&()> applied;        // the scene that the runs were made from
  std::function<EngineRequest()> engine;        // makes another engine of the kind that runs
  std::function<const Interface&()> interface;  // of the last frame
  std::function<void(PlainPicture)> want_picture;
  std::function<std::vector<std::string>()> may_read;  // folders and files outside the scene's folder
  // Stores the files of the open lesson, which no result may overwrite.
  std::function<void(std::vector<InputFile>)> note_lesson_inputs;
  // Returns an error if writing `path` would overwrite a file of the open scene or lesson; else an empty text.
  std::function<Text(const std::string& path)> why_overwrites;
  // Writes a result as write_or_why() does. Refuses to overwrite such a file.
  std::function<Text(const std::string& path, const std::function<std::string()>& bytes)> write;
  // Shows `text` once: something cannot be kept for the next start. An empty text: it is kept again.
  std::function<void(const std::string& cause, const Text& text)> report_unsaved_settings;
  std::function<double()> steps_per_second;     // the speed that the user asks for, in steps of pane 0
  std::function<void(const MovedRuns&)> moved;  // refreshes all that depends on the step
  std::function<RecordedSoFar()> recorded;
};

class SessionPart {
 public:
  virtual ~SessionPart() = default;

  // ---- events
  // The session opens this lesson: a file or the name of a built-in one. `card` counts from 1; 0: where it was left.
  virtual void open_lesson(const std::string& /*lesson*/, int /*card*/) {}
  // New runs. They are valid until the next call of adopt() or forget().
  virtual void adopt(Comparison&) {}
  // The runs are destroyed, and with them all that was chosen or measured for them.
  virtual void forget() {}
  // These runs replace those of an engine that failed. They continue at a step whose past is not known to them.
  virtual void taken_over(Comparison&) {}
  // The runs are at t = 0 with this scene.
  virtual void restarted(const Scene&) {}
  // The runs have taken an edit, or refused it.
  virtual void edited(Comparison&, const TakenEdit&) {}
  // An edit has restarted the runs. Returns true if the part has then taken them to another step.
  virtual bool resumes(Comparison&) { return false; }
  virtual void pulsed(Comparison&, const command::Pulse&) {}   // a pulse was sent into the gas or heat
  virtual void step_ended_at(Comparison&, double /*time*/) {}  // the last step was shortened to end at this time, s
  virtual void free_memory() {}                                // a larger grid may need it
  virtual void stop_measuring() {}
  virtual void block_chosen() {}  // the user has chosen a block of threads
  // The session ends. Returns a message if something is lost, else an empty text.
  virtual Text end() { return {}; }

  // ---- once a frame, in this order
  virtual void follow() {}  // after the commands
  // These only in a frame in which no batch of steps is running:
  virtual void batch_done() {}                 // before the edits
  virtual bool edits_done() { return false; }  // true: the time of a step has changed
  // Takes the runs to the step that the user wants. `may_keep`: this step may be stored. Returns true at the end of a
  // way to another step.
  virtual bool travel(Comparison&, bool /*may_keep*/) { return false; }
  // The state has the values of this step. `due`: ten times a second, as often as people can read.
  virtual void observe(Comparison&, bool /*due*/) {}
  virtual bool picture_is_due(bool /*paced*/) { return false; }  // true: add_picture() follows
  virtual void add_picture(const Image&) {}
  virtual void report() {}  // at the end of every frame

  // ---- steps
  virtual bool is_travelling() const { return false; }  // true while it computes the steps to another step
  // true if fewer than this number of steps remain
  virtual bool is_nearly_there(int /*steps*/) const { return false; }
  virtual NextBatch next_batch(const Comparison&, int /*most*/) { return {}; }  // the next of these steps
  // true if edits have made the run differ from one that starts with its scene
  virtual bool altered() const { return false; }
  // Returns the number of steps that the part wants instead of the frame's own; 0: none.
  virtual int own_steps() { return 0; }
  virtual bool has_own_steps() const { return false; }   // true while its own steps run
  virtual Solver::Speed take_own_steps() { return {}; }  // its own steps that ended since the last call
  virtual bool is_measuring() const { return false; }    // measures speed, so the speed setting has no effect
  virtual void speed_sampled() {}                        // called ten times a second
  // Returns true if it takes every picture of the run. The run then waits for it.
  virtual bool takes_pictures() const { return false; }
  // Returns the number of steps between two such pictures at this speed.
  virtual int steps_of_picture(double /*steps_per_second*/) { return 0; }
};

// The parts of all features.
std::vector<std::unique_ptr<SessionPart>> session_parts(const SessionHost& host);

}  // namespace ez
