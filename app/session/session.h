// The running window: owns everything and has the only loop. One thread (this one) owns OpenGL, Dear ImGui and the
// commands. Meanwhile the engine computes a batch of steps, on the GPU or on threads of its own.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "app/options/window_command.h"
#include "app/session/data.h"
#include "app/session/edits.h"
#include "app/session/files/session_services.h"
#include "app/session/pace/measurement.h"
#include "app/session/pace/pace.h"
#include "app/session/pace/speed_meter.h"
#include "app/session/pace/stops.h"
#include "app/session/pane_keeper.h"
#include "app/session/pictures.h"
#include "app/session/plain_pictures.h"
#include "app/session/watch/check_keeper.h"
#include "app/session/watch/flow_watch.h"
#include "app/session/watch/health.h"
#include "app/session/watch/line_watch.h"
#include "app/session/watch/readings.h"
#include "solver/compare/host_copy.h"

namespace ez {

class Session {
 public:
  // Throws WindowError, EngineError, OutOfMemory or LinkError, each with a remedy.
  // `engines`: replaces the engines that the command asks for.
  Session(const WindowCommand& command, LoadedScene scene, std::optional<EngineMakerChoice> engines = std::nullopt);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Draws one frame. Returns false when the program ends.
  bool frame();

  const State& state() const { return d_.state; }
  Solver& solver(int pane = 0) { return d_.runs->pane(pane); }
  // The next frame carries it out, as if the interface had sent it.
  void send(Command command) { d_.send(std::move(command)); }

 private:
  void make_parts();

  // ---- the frame, in this order
  bool begin_frame();
  Commands gather_commands();
  void apply();
  void observe();
  void travel();
  bool is_nearly_there() const;
  void draw(bool fresh);
  void report(double frame_start);
  bool finish_frame();

  void runs_moved(const MovedRuns& moved);
  void follow_jump(const MovedRuns& moved);
  void restarted();
  void engine_failed(const std::string& why);
  bool continue_from(const HostCopy& copy, const ProbeTraces& traces, const RunPosition& last_edit);
  void ask_about_recovered_changes();
  void update_title();
  const Scene& scene_to_keep() const;  // the last scene without errors, because another could not be read again

  SessionData d_;
  PlainPictures plain_;
  PaneKeeper panes_{d_};
  Pictures pictures_;
  CheckKeeper checks_;
  FlowWatch flow_;
  LineWatch line_;
  Readings readings_{d_};
  HealthWatch health_{d_, pictures_};
  HostCopy host_copy_;
  Stops stops_{d_, checks_};
  Measurement measurement_{d_, stops_};
  Pace pace_{d_, panes_, stops_, measurement_};
  SpeedMeter speed_{d_, panes_};
  Edits edits_{d_, panes_, checks_, line_, health_, measurement_};
  SessionServices services_{d_, pictures_};
  std::string title_;       // title of the window
  double last_frame_ = 0;   // s since the program began: when the last frame ended
  bool clean_end_ = false;  // no changes are left to restore
};

}  // namespace ez
