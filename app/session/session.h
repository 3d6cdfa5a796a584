// The running window: owns everything and has the only loop. One thread (this one) owns OpenGL, Dear ImGui and the
// commands; the engine computes a batch of steps meanwhile, on the GPU or on threads of its own.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/features/timeline/services.h"
#include "app/features/timeline/timeline.h"
#include "app/model/document/scene_files.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/picture/auto_range.h"
#include "app/picture/frame_clock.h"
#include "app/picture/pane.h"
#include "app/platform/files.h"
#include "app/platform/window.h"
#include "app/session/check_keeper.h"
#include "app/session/dialogs.h"
#include "app/session/flow_watch.h"
#include "app/session/last_good.h"
#include "app/session/line_watch.h"
#include "app/session/options.h"
#include "app/session/parts.h"
#include "app/session/plain_pictures.h"
#include "app/session/remedy_search.h"
#include "app/session/run_making.h"
#include "app/session/scene_keeper.h"
#include "app/ui/interface.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"

namespace ez {

class Session final : private Services, private TimelineServices {
 public:
  // Throws WindowError, EngineError, OutOfMemory or LinkError, each with what to do.
  // `engines`: in place of those that the command asks for.
  Session(const WindowCommand& command, LoadedScene scene, std::optional<EngineMakerChoice> engines = std::nullopt);
  ~Session() override;
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // One frame. False once the program is to end.
  bool frame();

  const State& state() const { return state_; }
  Solver& solver(int pane = 0) { return runs_->pane(pane); }
  // Carried out in the next frame, as if the interface had sent it.
  void send(Command command);

 private:
  // ---- the frame, in this order
  bool begin_frame();
  Commands gather_commands();
  bool batch_is_done();
  void apply();
  void observe();
  bool is_nearly_there() const;
  void draw(bool fresh);
  void apply_edits();
  void send_pulses();
  void other_physics();
  void refused(const ApplyReport& report);
  void restarted();
  void freeze(int pane, const Text& why);
  void follow_remedy();
  void tell_frozen();
  void watch_health();
  void engine_failed(const std::string& why);
  void save_screenshot();
  void take_picture();
  bool finish_frame();
  void adopt_engine(EngineMakerChoice choice);
  void adopt_runs(std::unique_ptr<Comparison> runs);

  // ---- background.cpp: what a large scene asks for, while the window answers
  void follow_reading();
  bool waits_for_runs();
  bool makes_runs();
  void tell_making();
  bool adopts_made_runs();
  void offer_blocks();
  EngineRequest request() const;  // for one more engine like the one that runs

  // ---- pace.cpp: how far the runs go and how fast
  bool pauses_at_validity() const;
  std::optional<std::uint64_t> last_valid_step() const;
  std::optional<std::uint64_t> scene_moment() const;
  std::optional<std::uint64_t> stop_ahead() const;
  std::optional<double> timed_end() const;
  double end_ahead() const;
  int until_check(int steps);
  double check_ahead();
  void forget_stops();
  void stop_at_moment();
  struct SidesOfPane {
    Boundary boundary;
    std::vector<BoundaryFault> faults;
    std::optional<int> hidden_fault;
    bool operator==(const SidesOfPane&) const = default;
  };
  // How a wave is sent out; what is measured of one kind says nothing of another.
  enum class Sending { nothing, pulses, steady };
  static Sending sending_of(const Scene& scene);
  // What the meters measure, and whether all that is valid of it has been measured.
  struct Measuring {
    std::vector<SidesOfPane> sides;
    Sending sending = Sending::nothing;
    bool over = false;
  };
  Measuring measuring() const;
  bool awaits_pulse() const;
  void measure_again(const Measuring& before, Tier tier);
  double frame_seconds() const;
  void advance();
  bool advance_slice();
  void pump(bool all);
  double steps_per_second() const;
  void collect_speed(double now);
  void tell_rate(double steps_per_second);

  // ---- time_travel.cpp: back, and forward again
  void go_in_time();
  void arrived(const Timeline::Arrival& arrival);
  bool advance_in_time();
  void keep_moment();
  void tell_timeline();

  // ---- panes.cpp: several runs side by side
  Solver& active() { return active_run(*runs_, state_.active); }
  // What the runs hold can be looked at: they are well, or back at the last good state.
  bool is_good() const { return !state_.frozen || (state_.instability && state_.instability->last_good); }
  // No steps are made by themselves.
  bool stands() const { return !state_.running || state_.held || state_.frozen; }
  bool on_gpu() { return runs_->pane(0).info().device_index >= 0; }
  // One step of pane 0 in cells of all panes and in steps of all panes.
  double cells_per_step() const;
  double steps_per_step() const;
  void fit_panes();
  void know_panes();
  void tell_walled_in();
  void publish();
  bool publish(const PicturePlace& place);
  void paint();
  double value_under(int pane, Node node);
  void look_at_residual();
  PictureReference subtracted(int pane);
  void read_meters();

  // ---- readings.cpp: what the state says of the runs as they are
  void collect_probes();
  void read_monitors();
  void read_mach();
  void look_under_cursor();
  void follow_range(double max_abs, double least);

  // ---- and of the program
  void tell_time();
  void tell_growth(int pane);
  void report(double frame_start);
  void ask_about_the_left();
  const Scene& scene_to_keep() const;
  void update_title();
  double elapsed() const;  // s since the program began
  bool is_scripted() const;

  // ---- services.cpp: Services
  double now() const override;
  SceneResult load(const std::string& file_or_name, const std::vector<std::string>& reads) override;
  bool exists(const std::string& path) override;
  std::string full_path(const std::string& path) override;
  bool changed_meanwhile(const std::string& path) override;
  bool loses_comments(const Scene& scene, const std::string& origin) override;
  Text save(const std::string& path, const Scene& scene, const std::string& origin) override;
  Text export_probes(const std::string& path) override;
  Text export_monitors(const std::string& path) override;
  Text export_cut(const std::string& path) override;
  Text export_field(const std::string& path, Quantity quantity) override;
  std::string read_picture(const std::string& path, GreyPicture& out) override;
  std::string fresh_name(const std::string& stem, const std::string& suffix) override;
  void screenshot(const std::string& path) override;
  bool ask_path(FilePrompt::Purpose purpose, const std::string& suggestion) override;
  void tell_unkept(const std::string& cause, const Text& text);
  void settings_changed(const State& state) override;
  std::optional<Autosaved> autosaved() override;
  void settle_autosaved(bool restored) override;
  void reset_field() override;
  void pulse(const command::Pulse& pulse, bool again) override;
  Text set_block(BlockShape block) override;
  void full_screen(bool on, const std::string& screen) override;
  void copy(const std::string& text) override;
  std::optional<Scene> scene_at(std::uint64_t step) override;
  std::optional<std::uint64_t> run_beside(std::uint64_t since) override;

  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  WindowCommand command_;
  bool interactive_;  // not a run of a given number of frames
  State state_;
  // In this order: what comes later dies first, so the link unregisters its buffer before GL goes.
  Window window_;
  std::unique_ptr<Comparison> runs_;
  std::vector<Pane> panes_;  // one for each of runs_'
  LastGood last_good_;
  Timeline timeline_;
  std::unique_ptr<Interface> interface_;
  FlowWatch flow_;
  LineWatch line_;
  RemedySearch remedy_;
  SceneReading reading_;
  RunMaking making_;
  double making_since_ = 0;                     // s of the program's clock
  std::string applied_path_, applied_builtin_;  // where the scene in applied_ is from
  CheckKeeper checks_;
  PlainPictures plain_;
  Parts parts_;

  FrameClock clock_;
  AutoRange range_;
  SpanRange span_;
  Quantity range_quantity_;  // that range_ follows
  Dialogs dialogs_;
  UserFolders folders_;
  SceneFiles files_;
  SceneKeeper keeper_;
  std::set<std::string> unkept_;    // that was told: causes of notes
  Commands queued_;                 // sent by send(), for the next frame
  Text broken_by_;                  // why the run was called unstable, without its cause
  std::string title_, screenshot_;  // the window's title as set; path of the picture to write after this frame
  Scene applied_;                   // what the runs were made from
  int traced_ = 0;                  // the pane whose probes are in the state
  bool film_due_ = false;           // a part takes this picture, and maybe not every one
  bool reset_wanted_ = false;       // the runs start over before the next step
  bool in_gesture_ = false;         // the edit that was applied last is one of a gesture that goes on
  struct PulseToSend {
    command::Pulse pulse;
    bool again = false;
  };
  std::vector<PulseToSend> pulses_;    // before it
  std::optional<Timeline> beside_;     // of the runs, once the edit that adds a pane is applied
  int pending_ = 0;                    // steps of this frame that are not queued yet
  std::optional<std::uint64_t> stop_;  // pane 0's step at which the run is to stop: the batch under way ends there
  // And its time, s, of a gas or heat, whose steps are of many lengths.
  double end_ = std::numeric_limits<double>::infinity();
  double check_end_ =
      std::numeric_limits<double>::infinity();  // s, likewise: where a check is read, and the run goes on
  double waited_ = 0;                           // s waited for steps since the last batch was given out
  int frames_of_batch_ = 0;                     // that the window has drawn since then
  double standing_ = 0;                         // s until a run that stands at its moment starts over
  bool walled_in_ = false;                      // a gas without an open cell: no step can be made
  bool moment_behind_ = false;                  // the run has come to scene_moment()
  // A pulse was sent because a side changed: until this step of pane 0 it runs at full speed.
  std::optional<std::uint64_t> pulse_until_;
  double pulse_since_ = 0;                      // s of the program's clock: when it was sent
  bool finding_modes_ = false;                  // of monitors: more frames are needed
  bool looks_ = false;                          // runs_ was told to look() at the residual
  int frames_ = 0, given_ = 0;                  // frames made; steps of this one
  int sampled_frames_ = 0, short_samples_ = 0;  // frames_ at last_sample_; late samples at which the speed fell short
  // s of the program's clock when each was last done, −1: due now; and what the last look at the health took.
  double last_reading_ = 0, last_monitors_ = -1, monitors_cost_ = 0, last_health_ = -1, last_sample_ = 0,
         last_frame_ = 0, health_cost_ = 0, last_mach_ = -1, mach_cost_ = 0;
  bool clean_end_ = false;                      // there is nothing to restore
  double speed_steps_ = 0, speed_seconds_ = 0;  // steps, and s that they took, since last_sample_
};

}  // namespace ez
