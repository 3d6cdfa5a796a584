// What a feature does in the frames of a session, and what it may ask of the session for that. A part is made with the
// session and goes with it. Each function is called for every feature in the order of the one list (features/list.inc),
// and in a frame in the order in which they stand here.
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

// A picture of the window as it is without notes and messages, to be drawn in the next frame and handed on at its end.
struct PlainPicture {
  bool head = false;  // what it is of stands over it
  std::function<void(Window& window, const Interface& interface)> save;
};

// What a part may ask of the session, which outlives it.
struct SessionHost {
  State& state;
  Services& services;
  SessionLog& log;
  const UserFolders& folders;
  bool interactive;                                    // not a run of a given number of frames
  std::function<void(Command)> send;                   // carried out in the next frame, as if the user had sent it
  std::function<EngineRequest()> engine;               // for one more engine like the one that runs
  std::function<const Interface&()> interface;         // as it was drawn last
  std::function<void(PlainPicture)> want_picture;      // notes its own outcome
  std::function<std::vector<std::string>()> may_read;  // folders and files outside a scene's own
  // What cannot be kept for the next start is told once; an empty text: it is kept again.
  std::function<void(const std::string& cause, const Text& text)> tell_unkept;
};

class SessionPart {
 public:
  virtual ~SessionPart() = default;

  // ---- when they happen
  // It begins with this lesson: a file or a built-in one's name; `card` counts from 1, 0: where it was left.
  virtual void open_lesson(const std::string& /*lesson*/, int /*card*/) {}
  // Works with these runs from now on, until the next or forget().
  virtual void adopt(Comparison&) {}
  // The runs go: nothing that was chosen or measured on them holds.
  virtual void forget() {}
  // The runs have taken an edit. `other_speed`: their speed may be another now; `other_preset`: the scene likes other
  // engines.
  virtual void edited(Comparison&, const Comparison::Applied&, bool /*other_speed*/, bool /*other_preset*/) {}
  virtual void stop_measuring() {}  // what ran before runs again
  virtual void block_chosen() {}
  // The session ends. Returns what is lost, in words; empty: nothing is.
  virtual Text end() { return {}; }

  // ---- once a frame
  virtual void follow() {}  // the commands are carried out
  // Once a batch of steps is done:
  virtual void batch_done() {}  // no edit was applied yet
  // True: how long steps take is another now.
  virtual bool edits_done() { return false; }
  // The runs were observed. `due`: as often as people read.
  virtual void observe(Comparison&, bool /*due*/) {}
  virtual bool picture_is_due(bool /*paced*/) { return false; }  // add_picture() follows when it is drawn
  virtual void add_picture(const Image&) {}
  virtual void report() {}  // at its end

  // ---- steps
  // So many are made in the place of the frame's own; 0: none.
  virtual int own_steps() { return 0; }
  virtual bool has_own_steps() const { return false; }   // under way: their time is the part's to tell
  virtual Solver::Speed take_own_steps() { return {}; }  // of those that have ended since the last call
  virtual bool is_measuring() const { return false; }    // how fast the runs are: they do not follow the speed set
  virtual void speed_sampled() {}                        // ten times a second
  // Pictures are taken one by one, and the run waits for each.
  virtual bool takes_pictures() const { return false; }
  // Of one of them, where the speed asks for so many steps per second.
  virtual int steps_of_picture(double /*steps_per_second*/) { return 0; }
};

// Of all features.
std::vector<std::unique_ptr<SessionPart>> session_parts(const SessionHost& host);

}  // namespace ez
