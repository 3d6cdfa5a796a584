// Data that the pieces of a session share: the state, the window, the runs and the clock.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/model/document/scene_files.h"
#include "app/model/log/session_log.h"
#include "app/model/state.h"
#include "app/options/window_command.h"
#include "app/picture/frame_clock.h"
#include "app/picture/pane.h"
#include "app/platform/files.h"
#include "app/platform/window.h"
#include "app/session/parts.h"
#include "app/ui/interface.h"
#include "solver/compare/comparison.h"

namespace ez {

struct SessionData {
  explicit SessionData(const WindowCommand& with);
  ~SessionData() = default;
  SessionData(const SessionData&) = delete;
  SessionData& operator=(const SessionData&) = delete;

  SessionLog& log() const { return *command.log; }
  // s: when the frame began. A replay returns the recorded time, so decisions use it; durations use elapsed().
  double now() const { return command.log->now(); }
  double elapsed() const;  // s since the program began
  // The session ends after a given number of frames, now or when it was recorded. Each counts as 1/60 s.
  bool is_scripted() const;
  double frame_seconds() const;  // s that the frame counts as

  Solver& active() { return active_run(*runs, state.active); }
  bool on_gpu() const { return runs->pane(0).info().device_index >= 0; }
  EngineRequest request() const;          // makes another engine like the one that runs
  void refresh_time();                    // step and time of the active pane, in the state
  std::vector<InputFile> inputs() const;  // files of the open scene and lesson, which no result may overwrite
  // Writes a result as write_or_why() does. Refuses to overwrite one of inputs().
  Text write(const std::string& path, const std::function<std::string()>& bytes) const;
  // The next frame carries it out, as if the interface had sent it.
  void send(Command c) { queued.push_back(std::move(c)); }

  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  WindowCommand command;  // it has a log
  bool interactive;       // not a run of a given number of frames
  State state;
  // Later members are destroyed first: the pictures' links release their buffers before OpenGL ends.
  Window window;
  std::unique_ptr<Comparison> runs;
  std::vector<Pane> panes;  // one for each of the runs
  std::unique_ptr<Interface> interface;
  FrameClock clock;
  UserFolders folders;
  SceneFiles files;
  Parts parts;
  Commands queued;                       // for the next frame
  Scene applied;                         // the runs were made from it
  std::vector<InputFile> lesson_inputs;  // files of the lesson and its scenes
  std::function<void()> restarted;       // tells all pieces of the session that the runs are at t = 0
  int given = 0;                         // steps of this frame
  int frames = 0;                        // frames drawn
  bool reset_wanted = false;             // the runs restart before the next step
  bool film_due = false;                 // a part takes the picture of this frame
  bool looks = false;                    // the runs have a reference run for the residual's picture
};

}  // namespace ez
