// SessionPart: the code of a feature that runs in a session. SessionHost: the session's side of it. A part is made with
// the session and destroyed with it. The session calls each function for all features, in the order of
// features/list.inc.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/model/log/session_log.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/platform/files.h"
#include "app/platform/window.h"
#include "app/ui/interface.h"
#include "render/image.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"

namespace ez {

// A picture of the window without notes and messages. The next frame draws it, and `save` is called at its end.
struct PlainPicture {
  bool head = false;  // scene, step and time are shown above it
  std::function<void(Window& window, const Interface& interface)> save;
};

// The session as a part sees it. It outlives the part.
struct SessionHost {
  State& state;
  Services& services;
  SessionLog& log;
  const UserFolders& folders;
  bool interactive;                             // not a run of a given number of frames
  std::function<void(Command)> send;            // carried out in the next frame, as if the user had sent it
  std::function<EngineRequest()> engine;        // makes another engine of the kind that runs
  std::function<const Interface&()> interface;  // of the last frame
  std::function<void(PlainPicture)> want_picture;
  std::function<std::vector<std::string>()> may_read;  // folders and files outside the scene's folder
  // Shows `text` once: something cannot be kept for the next start. An empty text: it is kept again.
  std::function<void(const std::string& cause, const Text& text)> tell_unkept;
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
  // The runs have taken an edit. `other_speed`: they may be faster or slower now; `other_preset`: the scene asks for
  // another kernel scheme or block.
  virtual void edited(Comparison&, const Comparison::Applied&, bool /*other_speed*/, bool /*other_preset*/) {}
  virtual void stop_measuring() {}
  virtual void block_chosen() {}  // the user has chosen a block of threads
  // The session ends. Returns a message if something is lost, else an empty text.
  virtual Text end() { return {}; }

  // ---- once a frame, in this order
  virtual void follow() {}  // after the commands
  // These only in a frame in which no batch of steps is running:
  virtual void batch_done() {}                 // before the edits
  virtual bool edits_done() { return false; }  // true: the time of a step has changed
  // The state has the values of this step. `due`: ten times a second, as often as people can read.
  virtual void observe(Comparison&, bool /*due*/) {}
  virtual bool picture_is_due(bool /*paced*/) { return false; }  // true: add_picture() follows
  virtual void add_picture(const Image&) {}
  virtual void report() {}  // at the end of every frame

  // ---- steps
  // Number of steps that the part wants in place of the frame's own; 0: none.
  virtual int own_steps() { return 0; }
  virtual bool has_own_steps() const { return false; }   // its own steps are running
  virtual Solver::Speed take_own_steps() { return {}; }  // of its own steps that ended since the last call
  virtual bool is_measuring() const { return false; }    // measures speed: the speed setting has no effect
  virtual void speed_sampled() {}                        // ten times a second
  // It takes every picture of the run, and the run waits for it.
  virtual bool takes_pictures() const { return false; }
  // Number of steps between two such pictures, for this speed.
  virtual int steps_of_picture(double /*steps_per_second*/) { return 0; }
};

// The parts of all features.
std::vector<std::unique_ptr<SessionPart>> session_parts(const SessionHost& host);

}  // namespace ez
