#include "app/session/session.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <limits>
#include <thread>
#include <utility>

#include "app/boundary_lab/lab.h"
#include "app/boundary_lab/report.h"
#include "app/cli/interrupt.h"
#include "app/kernel_lab/lab.h"
#include "app/lesson/judge.h"
#include "app/picture/link_cuda.h"
#include "app/session_log/tape.h"
#include "app/share/page.h"
#include "app/state/update.h"
#include "app/ui/kit/units.h"
#include "app/window/screens.h"
#include "ezscope/version.h"
#include "solver/base/constants.h"
#include "solver/base/csv.h"
#include "solver/base/npy.h"
#include "solver/gas/pulse.h"
#include "solver/scene/duration.h"
#include "solver/scene/file/picture_file.h"
#include "solver/scene/raster/raster.h"

namespace ez {
namespace {

WindowOptions options_of(const WindowCommand& c) {
  return {c.size.width, c.size.height, c.offscreen, c.frames == 0, "ezscope", least_window.width, least_window.height};
}

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr double short_batch = 4e-3;      // s; longer ones would make the GPU deaf to the window
constexpr double standing_seconds = 2;    // that the result is seen before a scene with `repeat` starts over
constexpr double longest_deferral = 1.5;  // s that an edit under way waits for the pulse of the one before it

// What comes from outside is asked for through it.
WindowCommand with_tape(WindowCommand c) {
  if (!c.tape) c.tape = std::make_shared<Tape>();
  return c;
}

// So many frames were asked for, now or when it was recorded, and each counts as 1/60 s.
bool is_scripted(const WindowCommand& c) { return c.tape->replaying() ? c.tape->start().scripted : c.frames > 0; }

// Every source falls silent, so that a pulse goes out and comes back once.
bool is_pulsed(const Scene& scene) {
  bool any = false;
  for (const Source& s : scene.sources) {
    if (!s.on) continue;
    if (is_continuous(s.waveform)) return false;
    any = true;
  }
  return any;
}

constexpr double news_time = 5;                  // s that news stay
constexpr double history_time = 10;              // s
constexpr std::size_t longest_trace = 1u << 22;  // values per probe; beyond that the older half goes

void append(ProbeTrace& trace, const std::string& name, const ProbeSamples& s) {
  const bool taken_back = s.first_step < trace.first_step + trace.values.size();
  if (s.restarted || trace.values.empty() || s.first_step < trace.first_step)
    trace = {name, s.first_step, {}, {}};
  else if (taken_back)
    trace.values.resize(s.first_step - trace.first_step);
  trace.times.resize(std::min(trace.times.size(), trace.values.size()));
  trace.values.insert(trace.values.end(), s.values.begin(), s.values.end());
  trace.times.insert(trace.times.end(), s.times.begin(), s.times.end());
  if (trace.values.size() < longest_trace) return;
  const std::size_t half = trace.values.size() / 2;
  trace.values.erase(trace.values.begin(), trace.values.begin() + static_cast<std::ptrdiff_t>(half));
  if (!trace.times.empty())
    trace.times.erase(trace.times.begin(), trace.times.begin() + static_cast<std::ptrdiff_t>(half));
  trace.first_step += half;
}

// What a speed counts in, s: a period, or of a gas or heat what it takes to cross the room.
double rate_unit(const Scene& scene) { return (in_cells(scene.physics) ? 10 : 1) * reference_period(scene); }
double asked_rate(const SpeedSetting& s, const Scene& scene) {
  return in_cells(scene.physics) ? s.crossings_per_second : s.periods_per_second;
}
// A step of now, s: a gas has steps of its own.
double step_length(const Solver& solver) {
  return in_cells(solver.scene().physics) && solver.dt() > 0 ? solver.dt() : time_step(solver.scene());
}

}  // namespace

// When the frame began, so that what is decided by it can be replayed; durations are measured by since().
double Session::now() const { return command_.tape->now(); }

Session::Session(const WindowCommand& command, LoadedScene scene, std::optional<EngineMakerChoice> engines)
    : command_(with_tape(command)),
      interactive_(command.frames == 0 && !command_.tape->replaying()),
      window_(options_of(command)),
      ledger_(state_, *this),
      optimiser_(state_, *this, *command_.tape),
      kernels_(state_, *this, *command_.tape),
      film_(state_, *this, *command_.tape),
      clock_(window_.refresh_rate(), 0.85),
      range_quantity_(scene.scene.view.quantity),
      folders_(user_folders()),
      keeper_(state_, *this, files_, interactive_ ? Autosave(folders_.state, refuge_folder()) : Autosave({})) {
  Tape& tape = *command_.tape;
  Settings settings;
  if (interactive_) {
    settings = read_settings(folders_);
    if (!language_named(settings.language)) settings.language = facts_of(language_of_environment()).name;
  }
  if (tape.replaying()) settings = tape.start().settings;
  if (interactive_ || tape.replaying()) {
    state_.dark = settings.dark;
    state_.panel_shown = settings.panel_shown;
    state_.recent = settings.recent;
    state_.interface_scale = allowed_interface_scale(settings.interface_scale);
    state_.view.vision = color_vision_named(settings.color_vision);
    state_.timeline.budget = TimelineState::allowed_budget(settings.moments);
    state_.language = language_named(settings.language).value_or(Language::english);
    state_.welcome.seen = settings.welcomed;
    state_.welcome.toured = settings.toured;
    state_.welcome.page = command.welcome && (!command.offscreen || tape.replaying()) && !settings.welcomed;
  }
  if (command.dark) state_.dark = *command.dark;
  const std::string path = scene.path.empty() ? "" : ez::full_path(scene.path);
  if (tape.recording()) {
    settings.dark = state_.dark;
    tape.begin({version, command.engine.backend, command.engine.threads, command.size, !interactive_,
                command.steps_per_frame, interactive_ && command.welcome && !command.offscreen, settings, path,
                scene.builtin, command.lesson, command.card, scene.scene});
  }
  if (!path.empty()) files_.note(path, content_mark(text_of_file(path)));
  if (command.steps_per_frame > 0) {
    state_.speed.automatic = false;
    state_.speed.steps_per_frame = command.steps_per_frame;
  }
  adopt_scene(state_, std::move(scene.scene), path, scene.builtin);
  if (!command.lesson.empty()) {
    using What = command::Learn::What;
    update(state_, command::Learn{What::open, command.lesson}, *this);
    if (command.card > 0) update(state_, command::Learn{What::go, "", static_cast<double>(command.card)}, *this);
  }
  EngineRequest request = command.engine;
  request.preferred_device = cuda_device_of_gl_context();
  applied_ = state_.scene;
  adopt_engine(engines ? std::move(*engines) : make_engine_maker(request));

  InterfaceOptions options;
  options.scale = window_.scale();
  options.thumbnails = folders_.cache.empty() ? folders_.cache : folders_.cache / "thumbnails";
  interface_ = std::make_unique<Interface>(options);
  offer_blocks();

  keeper_.ask();
  state_.question = tape.said_unless(std::optional<Question>(), "question", [&] { return state_.question; });
  if (!command.screen.empty() && !tape.replaying()) {
    const std::vector<std::string> names = window_.screens();
    if (!screen_named(names, command.screen)) throw WindowError(no_such_screen(names, command.screen));
    update(state_, command::FullScreen{true, command.screen}, *this);
  }
  window_.when_display_is_lost([this] { keeper_.end(scene_to_keep(), clean_end_); });
}

Session::~Session() {
  try {
    const bool replayed = std::exchange(*command_.tape, Tape()).replaying();
    if (const std::string why = replayed ? "" : film_.end(); !why.empty())
      std::fputs(fmt::format("ezscope: {}\n", why).c_str(), stderr);
    keeper_.end(scene_to_keep(), clean_end_);
  } catch (const std::exception&) {  // without memory for it nothing can be kept
  }
}

// A scene with errors could not be read again: the last one without is kept.
const Scene& Session::scene_to_keep() const { return has_errors(state_.problems) ? applied_ : state_.scene; }

// Where the engine has blocks, the user may choose one.
void Session::offer_blocks() {
  const Engine& engine = runs_->pane(0).engine();
  if (engine.why_illegal(engine.block()).empty())
    interface_->set_blocks([this](BlockShape block) { return runs_->pane(0).engine().why_illegal(block); });
  else
    interface_->set_blocks({});
}

// For the scene that was applied last: the state's may be in error.
void Session::adopt_engine(EngineMakerChoice choice) {
  runs_ = std::make_unique<Comparison>(std::move(choice.make), applied_);
  looks_ = false;
  panes_.clear();
  fit_panes();
  panes_[0].field.stage = std::make_unique<Stage>(command_.link, runs_->pane(0));
  clock_ = FrameClock(window_.refresh_rate(), on_gpu() ? 0.95 : 0.85);
  state_.performance.display_hz = window_.refresh_rate();
  state_.engine = runs_->pane(0).info();
  state_.engine_reason = choice.reason;
  kernels_.adopt(*runs_);
  know_panes();
}

// Read top to bottom, this is the program.
bool Session::frame() try {
  Tape& tape = *command_.tape;
  bool open = window_.poll();
  for (; open && tape.replaying() && window_.width() == 0; open = window_.poll()) window_.wait(0.1);
  if (!open && tape.replaying()) return false;
  if (!open) {
    window_.keep_open();
    send(command::Quit{});
  }
  if (!tape.frame(since(start_), window_.width() > 0)) return false;
  const double start = since(start_);
  const bool visible = tape.visible();
  if (visible) window_.begin_frame();
  bool fresh = false;  // the picture is one that was not shown before
  try {
    for (const Command& c : gather_commands()) update(state_, c, *this);
    const double ui = since(start_);
    state_.performance.ui_ms += 0.1 * (1e3 * (ui - start) - state_.performance.ui_ms);
    // A batch that takes longer than a frame: the last picture is shown again, and the window answers.
    if (batch_is_done()) {
      kernels_.end_slice();
      look_at_residual();
      apply_edits();
      send_pulses();
      kernels_.choose();
      if (kernels_.know_roofs()) clock_.forget();
      collect_probes();
      go_in_time();
      line_.follow(state_, *runs_, timeline_.altered());
      flow_.follow(state_, active(), interface_->picture());
      read_monitors();
      read_mach();
      stop_at_moment();
      if (is_good())
        checks_.follow(state_, active(), runs_->monitors(state_.lab.active), state_.lab.active, now(),
                       stands() && !timeline_.is_travelling(), tape);
      read_meters();
      if (goal_is_reached(state_)) send(command::Learn{command::Learn::What::reached});
      // A short way to a moment shows nothing but its end.
      const int soon = clock_.steps_within(0.1);
      const bool nearly_there =
          timeline_.is_travelling() &&
          (state_.timeline.backwards ||
           *timeline_.target() <= runs_->pane(0).step() + static_cast<std::uint64_t>(std::max(soon, 1)));
      if (visible && !state_.presenting.frozen && !nearly_there) publish();
      fresh = true;
      look_under_cursor();
      watch_health();
      film_due_ = film_.on() && film_.is_due(!is_scripted(command_));
      advance();
    }
    if (visible) {
      const double draw = since(start_);
      paint();
      window_.draw_interface();
      if (fresh && film_.on() && film_due_) film_frame();
      state_.performance.draw_ms += 0.1 * (1e3 * (since(start_) - draw) - state_.performance.draw_ms);
    }
    pump(true);
  } catch (const EngineError& e) {
    engine_failed(e.what());
    if (visible) window_.draw_interface();
  }
  report(start);
  return finish_frame();
} catch (const LogEnds&) {
  return false;
}

// Batches on the GPU are short: they are waited for. One on the CPU may be a single step of a huge grid: if it does not
// end soon, this frame goes without it.
bool Session::batch_is_done() {
  const bool done = command_.tape->said_unless(true, "done", [&] {
    const double begin = since(start_);
    if (!interactive_ || on_gpu()) {
      runs_->wait();
    } else {
      while (runs_->busy() && since(start_) < begin + clock_.patience())
        std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    waited_ += since(start_) - begin;
    return !runs_->busy();
  });
  if (done && command_.tape->replaying()) runs_->wait();
  return done;
}

Commands Session::gather_commands() {
  Commands commands;
  if (command_.tape->visible()) {
    // A report shows the panes, not what the program has to say.
    std::deque<Note> notes;
    std::vector<Message> problems;
    report_drawn_ = !report_.empty() || !block_picture_.empty() || !page_.empty();
    if (report_drawn_) notes.swap(state_.notes), problems.swap(state_.problems);
    commands = interface_->draw(state_, !report_.empty() || !page_.empty());
    if (report_drawn_) notes.swap(state_.notes), problems.swap(state_.problems);
  }
  for (const std::string& path : window_.take_dropped()) {
    const bool picture = path.ends_with(".png");
    if (picture) commands.push_back(command::Select{});
    commands.push_back(picture ? Command(command::LayImage{path}) : Command(command::Open{path}));
  }
  for (Command& c : dialogs_.take()) commands.push_back(std::move(c));
  for (Command& c : queued_) commands.push_back(std::move(c));
  queued_.clear();
  commands = command_.tape->commands(std::move(commands));
  optimiser_.follow();
  return commands;
}

void Session::apply_edits() {
  std::optional<Timeline> beside = std::exchange(beside_, std::nullopt);
  if (!has_errors(state_.problems) && !(state_.scene == applied_) && !awaits_pulse()) {
    std::vector<double> old_dt;
    const std::vector<SidesOfPane> old_sides = sides();
    for (int k = 0; k < runs_->panes(); ++k) old_dt.push_back(runs_->pane(k).dt());
    if (!(state_.scene.grid == applied_.grid))
      last_good_.forget(), timeline_.forget_kept();  // its memory may be wanted
    const bool other_measure = !(state_.scene.checks == applied_.checks && state_.scene.probes == applied_.probes &&
                                 state_.scene.monitors == applied_.monitors);
    const bool other_preset = !(state_.scene.run == applied_.run);
    // Another kind of engine: what is shown of the one before goes with it.
    if (in_cells(state_.scene.physics) != in_cells(applied_.physics)) return other_physics();
    const Comparison::Applied done = runs_->apply(state_.scene);
    if (done.report.refused)
      refused(done.report);
    else
      applied_ = state_.scene;
    // A gesture has one mark, where it began.
    const bool goes_on = std::exchange(in_gesture_, state_.history.in_gesture());
    const bool alters = line_.other_tubes(*runs_);
    if (!done.report.refused && !done.restarted)
      timeline_.edited(*runs_, applied_, goes_on ? "" : state_.history.undo_label(), alters);
    fit_panes();
    if (done.report.tier != Tier::nothing || other_measure) checks_.restart(runs_->pane(0).step());
    if (done.restarted || done.report.tier == Tier::grid) restarted();
    if (done.restarted && beside && !done.report.refused) {
      timeline_ = std::move(*beside);
      timeline_.start_beside(*runs_, state_.lab.active);
    } else if (done.restarted) {
      const char* anew = runs_->panes() > 1 ? "every pane starts anew" : "the run starts anew";
      add_note(state_, Note::Kind::news,
               fmt::format("t = 0: {}", done.message != runs_->reference_message() ? done.message : anew), now());
    }
    for (int k = 0; k < runs_->panes(); ++k) {
      Pane& pane = panes_[static_cast<std::size_t>(k)];
      const auto i = static_cast<std::size_t>(k);
      const bool other_dt = !in_cells(state_.scene.physics) && (i >= old_dt.size() || runs_->pane(k).dt() != old_dt[i]);
      if (other_dt) (k == traced_ ? state_.probes : pane.probes).clear();
      pane.stability.watch(runs_->pane(k).scene(), runs_->pane(k).problem());
      pane.scene_changed();
    }
    know_panes();
    if (kernels_.is_measuring() && (done.restarted || other_preset || done.report.tier != Tier::nothing)) {
      add_note(state_, Note::Kind::warning, "The scene changed, and the measurement ended.", now());
      kernels_.cancel();
    }
    if (other_preset && !done.report.refused) kernels_.adopt(*runs_);
    kernels_.settle(done.report.scheme);
    if (!done.restarted && !reset_wanted_ && !(sides() == old_sides)) send_pulse();
  }
  in_gesture_ &= state_.history.in_gesture();
  if (!std::exchange(reset_wanted_, false)) return;
  runs_->reset();
  restarted();
  know_panes();  // a reference run that could not come late is there now
}

// Once the edits of the frame are done, so that it goes into what is seen.
void Session::send_pulses() {
  for (const command::Pulse& p : std::exchange(pulses_, {}))
    for (int k = 0; k < runs_->panes() && !state_.frozen; ++k) {
      Solver& solver = runs_->pane(k);
      solver.wait();
      gas::GasRun* run = solver.engine().gas_run();
      if (run == nullptr || !gas::send(*run, {p.node.x, p.node.y, p.radius, p.strength})) continue;
      Pane& pane = panes_[static_cast<std::size_t>(k)];
      pane.scene_changed();
      pane.stability.given(p.strength);
      if (k == 0) timeline_.pulsed(*runs_, p);
    }
}

// The runs are made anew, on the same device. Where the scene does not fit, the one before stays.
void Session::other_physics() {
  EngineRequest request = command_.engine;
  request.preferred_device = state_.engine.device_index;
  optimiser_.forget();
  kernels_.forget();
  const Scene before = std::exchange(applied_, state_.scene);
  try {
    adopt_engine(make_engine_maker(request));
  } catch (const OutOfMemory& e) {
    applied_ = before;
    state_.scene = before;
    scene_changed(state_);
    adopt_engine(make_engine_maker(request));
    add_note(state_, Note::Kind::error, fmt::format("The scene does not fit: {}", e.what()), now());
  }
  offer_blocks();
  state_.probes.clear();
  restarted();
  reset_wanted_ = false;
}

// The scene does not fit: its grids stay as they are. What does not fit on them is taken back.
void Session::refused(const ApplyReport& report) {
  const bool grid = report.tier == Tier::grid;
  Scene& scene = state_.scene;
  scene.grid = applied_.grid;
  scene.variants = applied_.variants;
  scene.reflection = applied_.reflection;
  if (!grid || has_errors(validate(scene))) scene = applied_;
  scene_changed(state_);
  add_note(state_, Note::Kind::error,
           grid ? fmt::format("The grid stays as it is: {}", report.message)
                : fmt::format("The edit is taken back: {}", report.message),
           now());
}

void Session::restarted() {
  for (int k = 0; k < runs_->panes(); ++k) panes_[static_cast<std::size_t>(k)].restarted(runs_->pane(k));
  last_good_.forget();
  timeline_.restart(applied_);
  checks_.restart(0);
  moment_behind_ = false;
  last_health_ = -1;  // the start itself is a good state
  pulse_until_.reset();
  if (std::exchange(state_.held, false)) state_.running = true;
  range_.restart();
  span_.restart();
  clock_.forget();
}

// The whole field is looked at, not only what is in the pictures: as often as costs no more than a fiftieth of the
// time, at least four times a second.
void Session::watch_health() {
  Tape& tape = *command_.tape;
  const double begin = since(start_);
  if (state_.frozen) return;
  const auto due = [&] { return now() - last_health_ >= std::min(0.25, 50 * health_cost_); };
  if (!tape.said_unless(false, "health", due)) return;
  last_health_ = now();
  std::vector<Health> all;
  std::vector<double> largest;
  for (int k = 0; k < runs_->panes(); ++k) {
    all.push_back(runs_->pane(k).health());
    largest.push_back(all.back().max_abs);
  }
  tape.same("largest", largest, "the largest |field| of each pane is");
  bool calm = true;
  for (int k = 0; k < runs_->panes(); ++k) {
    const Solver& solver = runs_->pane(k);
    const Health& health = all[static_cast<std::size_t>(k)];
    StabilityMonitor& stability = panes_[static_cast<std::size_t>(k)].stability;
    const std::string why = stability.verdict(health, solver.step());
    if (!why.empty()) return freeze(k, why);
    calm &= stability.look(health, solver.step());
    tell_growth(k);
  }
  health_cost_ = since(start_) - begin;
  const bool keeps = calm && last_good_.is_due(*runs_);  // asked in a replay too: it forgets what fits no more
  if (tape.said_unless(false, "keep", [&] { return keeps; })) last_good_.keep(*runs_);
}

void Session::freeze(int pane, const std::string& why) {
  if (why.empty() || state_.frozen) return;
  state_.frozen = true;
  // How far the search for the cause comes hangs on the time that it is given; where the runs go back to does not.
  Instability found = last_good_.find(*runs_, pane, panes_[static_cast<std::size_t>(pane)].stability, applied_);
  state_.lab.instability = command_.tape->said("instability", [&] { return std::move(found); });
  state_.frozen_why = why + ": " + state_.lab.instability->cause;
  for (Pane& p : panes_) p.scene_changed();  // their pictures go back too
  tell_time();
  range_.restart();
  span_.restart();
  state_.frozen_why =
      runs_->panes() > 1 ? pane_name(state_, pane) + ": " + state_.frozen_why : capital(state_.frozen_why);
  // Where there are pictures, a card over them says that the run is unstable.
  if (state_.lab.workspace == Workspace::kernel_lab)
    add_note(state_, Note::Kind::error, fmt::format("The run became unstable. {}", state_.frozen_why), now());
}

// The GPU is lost: the scene runs on, on the CPU engine, from t = 0.
void Session::engine_failed(const std::string& why) {
  if (state_.engine.on_host || command_.tape->replaying()) throw EngineError(why);
  *command_.tape = {};  // what was recorded can be replayed up to here
  optimiser_.forget();
  kernels_.forget();
  panes_.clear();
  last_good_.forget();
  runs_.reset();
  pending_ = 0;
  command_.link = LinkKind::automatic;
  command_.engine.backend = all_backends().back().name;
  try {
    adopt_engine({cpu_engine_maker(command_.engine.threads), "the CUDA engine failed: " + why});
  } catch (const OutOfMemory& e) {
    throw EngineError(fmt::format("the CUDA engine failed ({}), and the CPU engine has no room: {}", why, e.what()));
  }
  offer_blocks();
  state_.probes.clear();
  add_note(state_, Note::Kind::error, fmt::format("The CUDA engine failed ({}); the CPU engine starts anew.", why),
           now());
}

void Session::save_pictures() {
  const bool last = state_.quit || (command_.frames > 0 && frames_ >= command_.frames);
  if (last && !command_.screenshot.empty()) screenshot_ = command_.screenshot;
  Tape& tape = *command_.tape;
  if (!tape.visible()) {
    if (last && !screenshot_.empty())
      throw std::runtime_error(screenshot_ +
                               " is not written: the window is minimised; leave it open, or use --offscreen");
    return;
  }
  if (!screenshot_.empty()) {
    const std::string path = std::exchange(screenshot_, "");
    const auto write = [&] { return write_or_why(path, [&] { return encode_png(window_.read()); }); };
    const std::string why = last && path == command_.screenshot ? write() : tape.said("screenshot", write);
    if (last && !why.empty()) throw std::runtime_error(why);
    if (!last) file_written(state_, *this, FilePrompt::Purpose::screenshot, path, why);
  }
  if (!report_.empty() && report_drawn_) save_report_of(window_.read());
  if (!block_picture_.empty() && report_drawn_) save_block_picture_of(window_.read());
  if (!page_.empty() && report_drawn_) save_page_of(window_.read());
  report_drawn_ = false;
}

void Session::save_report_of(const Image& window) {
  const std::string stem = std::exchange(report_, "");
  const std::string why =
      command_.tape->said("report", [&] { return write_report(stem, part_of(window, interface_->panes()), state_); });
  if (!why.empty())
    return add_note(state_, Note::Kind::error, fmt::format("The report is not complete: {}", why), now());
  const std::string name = std::filesystem::path(stem).filename();
  add_note(state_, Note::Kind::news,
           fmt::format("saved {} with {}.csv and {}.toml", full_path(stem + ".png"), name, name), now());
}

void Session::save_page_of(const Image& window) {
  const std::string path = std::exchange(page_, "");
  const std::string why = command_.tape->said("page", [&] {
    return write_or_why(path, [&] { return page_of(state_, part_of(window, interface_->panes())); });
  });
  add_note(state_, why.empty() ? Note::Kind::news : Note::Kind::error,
           why.empty() ? fmt::format("saved {}", full_path(path)) : why, now());
}

void Session::film_frame() {
  const ScreenRect p = interface_->picture();
  film_.add(command_.tape->replaying() ? Image() : window_.read(p.x, p.y, p.width, p.height));
}

void Session::save_block_picture_of(const Image& window) {
  const std::string path = std::exchange(block_picture_, "");
  const ScreenRect rect = interface_->block_map();
  if (!command_.tape->said_unless(true, "map", [&] { return rect.width > 0; })) {
    add_note(state_, Note::Kind::warning, "Open the kernel lab's map of block shapes to save its picture.", now());
    return;
  }
  const std::string why = command_.tape->said(
      "picture", [&] { return write_or_why(path, [&] { return encode_png(part_of(window, rect)); }); });
  add_note(state_, why.empty() ? Note::Kind::news : Note::Kind::error,
           why.empty() ? fmt::format("saved {}", full_path(path)) : why, now());
}

bool Session::finish_frame() {
  ++frames_;
  save_pictures();
  if (film_.on() && command_.tape->visible()) {
    ImDrawList over(ImGui::GetDrawListSharedData());
    if (interface_->draw_lamp(state_, over)) window_.draw_over(over);
  }
  if (window_.width() > 0)
    window_.present();
  else
    window_.wait(0.02);
  // A display that does not hold the frames back (a virtual one, a driver with vsync off) must not eat the cores that
  // the engine needs.
  const bool replaying = command_.tape->replaying();
  if (command_.drawn) command_.drawn(window_);
  const double due = replaying ? now() : last_frame_ + 0.95 / window_.refresh_rate(), left = due - since(start_);
  const bool paced = command_.paced && (interactive_ || (replaying && !command_.offscreen));
  if (paced && left > 0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
  last_frame_ = since(start_);
  clean_end_ = (command_.frames > 0 && frames_ >= command_.frames) || state_.quit;
  return !clean_end_ && !interrupted();
}

// ---- how far the runs go: the moment a scene speaks of, the step the user asks for, a new pulse where a side changed

// s. In a scripted run of so many frames each counts as 1/60 s: what it shows does not hang on how long they took.
double Session::frame_seconds() const { return is_scripted(command_) ? 1.0 / 60 : command_.tape->passed(); }

// ---- the moment

// Pane 0's step at the moment that the scene speaks of. Checks count their time from the last edit (check_watch.h); so
// does the moment that was still to come then, that they can be read by it.
std::optional<std::uint64_t> Session::scene_moment() const {
  std::optional<std::uint64_t> step = pause_step(applied_, runs_->pane(0).dt(), runs_->all_valid_until());
  if (step && !moment_behind_ && !applied_.checks.empty() && !applied_.reflection.on) *step += checks_.since();
  return step;
}

// Pane 0's step at which the runs are to stop next. In the kernel lab speed is looked at, and no moment.
std::optional<std::uint64_t> Session::stop_ahead() const {
  const Comparison& runs = *runs_;
  const Solver& first = runs.pane(0);
  std::optional<std::uint64_t> stop;
  if (state_.run_to) {
    const double dt = runs.pane(std::min(state_.lab.active, runs.panes() - 1)).dt();
    stop = static_cast<std::uint64_t>(std::llround(static_cast<double>(*state_.run_to) * dt / first.dt()));
  } else if (state_.lab.workspace != Workspace::kernel_lab && !timed_end()) {
    stop = scene_moment();
  }
  return stop && *stop > first.step() ? stop : std::nullopt;
}

// s: the moment of a gas or heat, where it is a time, whether it lies ahead or behind. Its steps are of many lengths,
// and one ends there.
std::optional<double> Session::timed_end() const {
  const std::optional<PauseMoment> moment = parse_pause(applied_.pause.at);
  const bool timed = in_cells(applied_.physics) && moment && moment->kind == PauseMoment::Kind::duration;
  return timed ? std::optional(moment->duration.value) : std::nullopt;
}

double Session::end_ahead() const {
  const std::optional<double> end = state_.run_to ? std::nullopt : timed_end();
  return end && runs_->pane(0).time() < *end ? *end : std::numeric_limits<double>::infinity();
}

// Stops the run at its moment, once: from there on the moment lies behind.
void Session::stop_at_moment() {
  const std::uint64_t step = runs_->pane(0).step();
  if (pulse_until_ && step >= *pulse_until_) pulse_until_.reset();
  if (const auto moment = scene_moment(); moment && step >= *moment) moment_behind_ = true;
  const bool at_end = end_ > 0 && runs_->pane(0).time() >= end_;
  if (!(stop_ && step >= *stop_) && !at_end) return;
  if (at_end) timeline_.ended(*runs_, end_);
  stop_.reset();
  end_ = std::numeric_limits<double>::infinity();
  state_.held = true;
  state_.running = !state_.run_to && applied_.pause.repeat && state_.running;
  state_.run_to.reset();
  standing_ = standing_seconds;
  last_reading_ = -1;  // what stands is of this moment
}

// ---- a new pulse

std::vector<Session::SidesOfPane> Session::sides() const {
  const Comparison& runs = *runs_;
  std::vector<SidesOfPane> out;
  for (int k = 0; k < runs.panes(); ++k) {
    const Scene& scene = runs.pane(k).scene();
    out.push_back({scene.boundary, scene.faults, scene.hidden_fault});
  }
  return out;
}

// While a side is being changed by dragging, edits wait until the pulse has run to its end: it tells of one boundary.
bool Session::awaits_pulse() const {
  return pulse_until_ && state_.running && !state_.frozen && state_.history.in_gesture() &&
         now() - pulse_since_ < longest_deferral;
}

// The sides have changed, and the meters spoke of the old ones: starts over at t = 0. A run that stood stops there
// again.
void Session::send_pulse() {
  const Scene& scene = runs_->pane(0).scene();
  const double valid = runs_->all_valid_until();
  const std::uint64_t stood = runs_->pane(0).step();
  if (!std::isfinite(valid) || !is_pulsed(scene) || stood == 0) return;
  if (!state_.running) state_.run_to = active().step();
  runs_->reset();
  restarted();
  state_.running = true;
  if (!state_.history.in_gesture())
    add_note(state_, Note::Kind::news, "t = 0: a new pulse meets the changed sides", now());
  pulse_since_ = now();
  pulse_until_ = stop_ahead();
  if (!pulse_until_) pulse_until_ = static_cast<std::uint64_t>(valid / runs_->pane(0).dt());
}

// ---- steps

void Session::advance() {
  clock_.begin_frame(since(start_), std::exchange(waited_, 0));
  clock_.set_pass(on_gpu() ? active().engine().passes().levels : 1);
  given_ = 0;
  stop_.reset();
  end_ = std::numeric_limits<double>::infinity();
  if (state_.frozen) return;
  if (const int behind = runs_->behind(); behind > 0) {
    pending_ = command_.tape->said("behind", [&] {
      SpeedSetting full = state_.speed;
      full.full = true;
      return std::min(behind, clock_.steps(full, 0));
    });
    return pump(false);
  }
  if (advance_in_time()) return;
  if (state_.running && state_.held) {
    standing_ -= frame_seconds();
    if (standing_ > 0) return;
    state_.held = false;
    reset_wanted_ = true;
    return;
  }
  if (state_.running && advance_slice()) return;
  if (state_.running && film_.on() && !film_due_) return;  // the picture that is shown is in the film already
  if (state_.running) {
    given_ = command_.tape->said("steps", [&] {
      SpeedSetting speed = state_.speed;
      speed.full |= pulse_until_.has_value();
      const int steps = clock_.steps(speed, steps_per_second());
      const bool as_filmed = film_.on() && !speed.full && speed.automatic && steps_per_second() > 0;
      return as_filmed ? film_.steps(steps_per_second()) : steps;
    });
    stop_ = stop_ahead();
    end_ = end_ahead();
    if (stop_) given_ = static_cast<int>(std::min<std::uint64_t>(*stop_ - runs_->pane(0).step(), std::max(given_, 0)));
  } else {
    given_ = std::exchange(state_.steps_wanted, 0);
  }
  pending_ = given_;
  pump(false);
}

// Makes one slice of the kernel lab's measurement in place of the frame's steps. False when none is left.
bool Session::advance_slice() {
  const int steps = kernels_.begin_slice();
  if (steps == 0) return false;
  given_ = steps;
  // A GPU draws and computes by turns: what it draws would count as the kernels' time, a quarter of it on a large card.
  if (on_gpu()) window_.wait_until_drawn();
  runs_->advance(steps);
  if (on_gpu()) kernels_.end_slice();
  return true;
}

// Queues steps of this frame. On the GPU in short batches, each after the one before is done; on the CPU in one, which
// its own threads work on while this one draws.
void Session::pump(bool all) {
  const double begin = since(start_);
  while (pending_ > 0) {
    const int piece = on_gpu() ? std::min(pending_, clock_.steps_within(short_batch)) : pending_;
    runs_->advance(piece, end_);
    pending_ -= piece;
    if (!all) return;
  }
  waited_ += since(start_) - begin;
}

// ---- what the state says about the engine, the picture and the program itself, once per frame

double Session::steps_per_second() const {
  const Solver& first = runs_->pane(0);
  return asked_rate(state_.speed, first.scene()) * rate_unit(first.scene()) / step_length(first);
}

void Session::tell_time() {
  const int shown = std::min(state_.lab.active, runs_->panes() - 1);  // the newest pane runs from the next frame on
  state_.step = runs_->pane(shown).step();
  state_.dt = runs_->pane(shown).dt();
  state_.time = runs_->pane(shown).time();
}

// How large the pane's field has been, and how it grows.
void Session::tell_growth(int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const Solver& solver = runs_->pane(pane);
  const StabilityMonitor& stability = panes_[k].stability;
  PaneState& state = state_.lab.panes[k];
  state.largest = stability.running_max();
  state.looks.clear();
  for (const StabilityMonitor::Look& l : stability.looks())
    state.looks.push_back({static_cast<double>(l.step) * solver.dt(), l.max_abs});
  state.growth = std::pow(stability.growth(), reference_period(solver.scene()) / solver.dt());
}

void Session::report(double frame_start) {
  const double time = since(start_);
  if (const Stage* stage = panes_[0].field.stage.get()) {
    state_.link = stage->link().name();
    state_.link_reason = stage->reason();
    if (stage->degraded() && !state_.link_degraded)
      fmt::print(stderr, "warning: the field falls back to a {}: {}\n", state_.link, state_.link_reason);
    state_.link_degraded = stage->degraded();
  }
  tell_time();
  if (frames_ % 64 == 0) state_.screens = window_.screens();  // one may be plugged in meanwhile
  state_.block = active().engine().block();
  kernels_.follow_active();
  Performance& p = state_.performance;
  p.steps_per_frame = given_;
  p.frame_ms += 0.1 * (1e3 * (time - frame_start) - p.frame_ms);
  collect_speed(time);
  std::erase_if(state_.notes, [&](const Note& n) { return n.kind == Note::Kind::news && now() - n.since > news_time; });
  if (const std::string why = command_.tape->take_problem(); !why.empty())
    add_note(state_, Note::Kind::error, why, now());
  if (interactive_) keeper_.follow(scene_to_keep());
  ask_about_the_left();
  update_title();
}

// What a crash left, when its lock comes free after the start.
void Session::ask_about_the_left() {
  const bool asks = state_.question.has_value();
  if (interactive_) keeper_.ask_again();
  if (asks) return;
  state_.question =
      command_.tape->said_unless(std::optional<Question>(), "late_question", [&] { return state_.question; });
}

// Ten times a second: what was done since the last time.
void Session::collect_speed(double time) {
  const Solver::Speed speed = kernels_.in_slice() ? Solver::Speed{} : runs_->take_speed(),
                      swept = kernels_.take_swept();
  const double lockstep = static_cast<double>(speed.steps) / steps_per_step();
  clock_.measured(static_cast<std::uint64_t>(std::llround(lockstep)), speed.seconds);
  speed_steps_ += lockstep + static_cast<double>(swept.steps);
  speed_seconds_ += speed.seconds + swept.seconds;
  Performance& p = state_.performance;
  const double passed = time - last_sample_;
  if (passed < 0.1) return;
  const double steps = speed_steps_, gcells = 1e-9 * cells_per_step();
  const int frames = frames_ - sampled_frames_;
  p.fps = frames / passed;
  tell_rate(steps / passed);
  p.gcells_wall = p.steps_per_second * gcells;
  p.gcells_kernel = speed_seconds_ > 0 ? steps * gcells / speed_seconds_ : 0;
  p.solve_ms = frames > 0 ? 1e3 * speed_seconds_ / frames : 0;
  p.history.push_back({time, steps / passed * gcells, p.gcells_kernel, p.fps, p.fps > 0 ? 1e3 / p.fps : 0, p.solve_ms,
                       p.view_ms, p.draw_ms, p.ui_ms});
  while (!p.history.empty() && p.history.front().time < time - history_time) p.history.pop_front();
  speed_steps_ = 0;
  speed_seconds_ = 0;
  sampled_frames_ = frames_;
  last_sample_ = time;
  kernels_.record_speed();
}

// The rate reached, and whether it is what was asked for: a run that begins is given half a second.
void Session::tell_rate(double steps_per_second) {
  constexpr double share = 0.25, enough = 0.9;
  constexpr int samples_short = 5;
  Performance& p = state_.performance;
  const bool goes_on = p.steps_per_second > 0 && steps_per_second > 0;
  p.steps_per_second += (goes_on ? share : 1) * (steps_per_second - p.steps_per_second);
  const Solver& first = runs_->pane(0);
  p.steps_per_period = rate_unit(first.scene()) / step_length(first);
  const SpeedSetting& s = state_.speed;
  const bool asked =
      state_.running && !state_.held && !state_.frozen && s.automatic && !s.full && !kernels_.is_measuring();
  const bool behind = asked && steps_per_second < enough * this->steps_per_second();
  short_samples_ = behind ? std::min(short_samples_ + 1, samples_short) : asked ? std::max(short_samples_ - 1, 0) : 0;
  p.falls_short = short_samples_ == samples_short || (p.falls_short && short_samples_ > 0);
}

// A series per probe and pane; what is in the state is the active pane's.
void Session::collect_probes() {
  const auto series = [&](int k) -> std::vector<ProbeTrace>& {
    return k == traced_ ? state_.probes : panes_[static_cast<std::size_t>(k)].probes;
  };
  for (int k = 0; k < runs_->panes(); ++k) {
    std::vector<ProbeSamples> samples = runs_->pane(k).take_probes();
    const std::vector<Probe>& probes = runs_->pane(k).scene().probes;
    series(k).resize(probes.size());
    for (std::size_t i = 0; i < probes.size(); ++i) append(series(k)[i], probes[i].name, samples[i]);
  }
  if (traced_ == state_.lab.active) return;
  if (traced_ < runs_->panes()) panes_[static_cast<std::size_t>(traced_)].probes = std::move(state_.probes);
  traced_ = state_.lab.active;
  state_.probes = std::move(panes_[static_cast<std::size_t>(traced_)].probes);
}

// A few times a second, as they are read by people, and as often as costs no more than a twentieth of the time.
void Session::read_monitors() {
  const double pause = std::max(0.2, 20 * monitors_cost_);  // s
  const bool others = state_.monitors.size() != runs_->pane(state_.lab.active).scene().monitors.size();
  const auto due = [&] { return is_scripted(command_) || others || now() >= last_monitors_ + pause; };
  if (!command_.tape->said_unless(false, "monitors", due)) return;
  const double begin = since(start_);
  last_monitors_ = now();
  const Monitors& monitors = runs_->monitors(state_.lab.active);
  state_.monitors_why = runs_->monitor_message(state_.lab.active);
  state_.monitors.clear();
  for (std::size_t k = 0; k < monitors.count(); ++k) state_.monitors.push_back(monitors.reading(k));
  monitors_cost_ = since(start_) - begin;
}

// As read_monitors() does.
void Session::read_mach() {
  const double pause = std::max(0.2, 20 * mach_cost_);  // s
  if (active().scene().physics != Physics::gas) return state_.mach.reset();
  const auto due = [&] { return !state_.mach || is_scripted(command_) || now() >= last_mach_ + pause; };
  if (!is_good() || !command_.tape->said_unless(false, "mach", due)) return;
  const double begin = since(start_);
  last_mach_ = now();
  const int nx = active().problem().nx, ny = active().problem().ny;
  std::vector<float> pixels(std::size_t{32} * static_cast<std::size_t>(ny));  // every cell has a part in one
  state_.mach = active().draw({-0.5, -0.5, nx - 0.5, ny - 0.5, 32, ny, Quantity::mach}, pixels.data()).max_abs;
  mach_cost_ = since(start_) - begin;
}

void Session::look_under_cursor() {
  const auto pointed = command_.tape->visible() ? interface_->pointed() : std::nullopt;
  Cursor& cursor = state_.cursor;
  cursor.inside = false;
  if (!pointed || pointed->pane >= runs_->panes()) return;
  Solver& solver = runs_->pane(pointed->pane);
  const NodeMap& nodes = solver.nodes();
  const Vec2 node = to_grid(state_.scene.grid, solver.scene().grid, pointed->node);
  cursor.node = {static_cast<int>(std::floor(node.x + 0.5)), static_cast<int>(std::floor(node.y + 0.5))};
  cursor.position = from_nodes(solver.scene(), node);
  cursor.inside = cursor.node.i >= 0 && cursor.node.j >= 0 && cursor.node.i < nodes.nx() && cursor.node.j < nodes.ny();
  if (!cursor.inside) return;
  if (is_good()) cursor.value = value_under(pointed->pane, cursor.node);
  if (in_cells(solver.scene().physics))  // its states are what it started with
    cursor.material = nodes.at(cursor.node.i, cursor.node.j) == 1 ? "solid wall" : "";
  else
    cursor.material = palette_of(solver.scene())[nodes.material_at(cursor.node.i, cursor.node.j)].name;
}

// The colour bar's end follows the loudest picture, or suits it where the field stands, unless it is locked; a quantity
// that is shown for the first time gets one that suits it in either case, and keeps it.
void Session::follow_range(double max_abs, double least) {
  ViewState& view = state_.view;
  if (view.quantity == Quantity::residual) return;  // has a scale of its own
  const bool spans = spans_range(view.quantity), bright = has_bright_nodes(state_.scene);
  if (view.quantity != range_quantity_) {
    range_quantity_ = view.quantity;
    range_.restart();
    span_.restart();
    double& own = state_.limits[static_cast<std::size_t>(view.quantity)];
    if (view.range != RangeMode::automatic) view.low = 0;
    if (view.range != RangeMode::automatic && own == 0)
      own = view.limit = spans ? settled_ends(0, max_abs).limit : settled_limit(view.quantity, max_abs, bright);
  }
  if (view.range != RangeMode::automatic) return;
  if (spans) {
    const double seconds = stands() ? std::numeric_limits<double>::infinity() : frame_seconds();
    const BarEnds ends = span_.follow(least, max_abs, seconds);
    view.low = ends.low;
    view.limit = ends.limit;
    return;
  }
  view.low = 0;
  view.limit = stands() ? range_.settle(view.quantity, max_abs, bright)
                        : range_.follow(view.quantity, max_abs, frame_seconds(), bright);
}

void Session::update_title() {
  std::string title = window_title(state_);
  if (title == title_) return;
  title_ = std::move(title);
  window_.set_title(title_);
}

// ---- what update() needs of the world: files, dialogs, the engine

SceneResult Session::load(const std::string& file_or_name) {
  return command_.tape->said("load", [&] { return files_.load(file_or_name); });
}
bool Session::exists(const std::string& path) {
  return command_.tape->said("exists", [&] { return SceneFiles::exists(path); });
}
std::string Session::full_path(const std::string& path) {
  return command_.tape->said("full_path", [&] { return ez::full_path(path); });
}

bool Session::changed_meanwhile(const std::string& path) {
  return command_.tape->said("changed_meanwhile", [&] { return files_.changed_meanwhile(path); });
}
bool Session::loses_comments(const Scene& scene, const std::string& origin) {
  return command_.tape->said("loses_comments", [&] { return SceneFiles::loses_comments(scene, origin); });
}
std::string Session::save(const std::string& path, const Scene& scene, const std::string& origin) {
  return command_.tape->said("save", [&] { return files_.save(path, scene, origin); });
}

std::string Session::export_probes(const std::string& path) {
  if (state_.probes.empty()) return "There is no probe; set one with P";
  std::vector<ProbeRecord> records;
  for (const ProbeTrace& trace : state_.probes)
    records.push_back({trace.name, trace.first_step, trace.values, trace.times});
  return command_.tape->said("export", [&] {
    return write_or_why(path, [&] { return probe_csv(records, active().dt(), active().scene().grid.precision); });
  });
}

std::string Session::export_field(const std::string& path, Quantity quantity) {
  if (quantity == Quantity::residual) return "A residual is no array of its own; save Ez instead";
  const Grid& grid = active().scene().grid;
  return command_.tape->said("export", [&] {
    return write_or_why(path, [&] { return npy_bytes(active().field(quantity), grid.nx, grid.ny, grid.precision); });
  });
}

std::string Session::read_picture(const std::string& path, GreyPicture& out) {
  ReadPicture read = command_.tape->said("read_picture", [&] {
    ReadPicture r;
    r.why = ez::read_picture("", path, r.picture);
    return r;
  });
  out = std::move(read.picture);
  return read.why;
}

std::string Session::fresh_name(const std::string& stem, const std::string& suffix) {
  return command_.tape->said("fresh_name", [&] { return fresh_file(stem, suffix); });
}

void Session::screenshot(const std::string& path) { screenshot_ = path; }
bool Session::ask_path(FilePrompt::Purpose purpose, const std::string& suggestion) {
  return command_.tape->said_unless(
      false, "dialog", [&] { return interactive_ && !command_.offscreen && dialogs_.ask(purpose, suggestion); });
}

// What cannot be kept for the next start is told once; an empty text: it is kept again.
void Session::tell_unkept(const std::string& cause, std::string text) {
  if (text.empty()) return unkept_.erase(cause), withdraw(state_, cause);
  if (unkept_.insert(cause).second) add_note(state_, Note::Kind::warning, std::move(text), now(), cause);
}

void Session::settings_changed(const State& state) {
  const std::string why = command_.tape->said_unless(std::string(), "unkept_settings", [&]() -> std::string {
    if (!interactive_) return "";
    const std::string colors(facts_of(state.view.vision).name), language(facts_of(state.language).name);
    return write_settings(folders_,
                          {state.dark, state.panel_shown, state.recent, state.interface_scale, state.welcome.seen,
                           state.welcome.toured, colors, state.timeline.budget, language});
  });
  tell_unkept("settings", why.empty() ? ""
                                      : fmt::format("The settings are not kept: {}; make that place writable, or set "
                                                    "XDG_CONFIG_HOME and XDG_STATE_HOME to other folders",
                                                    why));
}

std::optional<Services::Autosaved> Session::autosaved() {
  return command_.tape->said("autosaved", [&] { return keeper_.left(); });
}
void Session::settle_autosaved(bool restored) { keeper_.settle(restored); }

LessonResult Session::lesson(const std::string& file_or_name) {
  return command_.tape->said("lesson", [&] { return load_lesson(file_or_name); });
}
std::string Session::kept_answers(const std::string& lesson) {
  return command_.tape->said("kept_answers", [&] { return interactive_ ? read_answers(folders_, lesson) : ""; });
}
void Session::keep_answers(const std::string& lesson, const std::string& text) {
  const std::string why = command_.tape->said_unless(std::string(), "unkept_answers", [&] {
    return interactive_ ? ez::keep_answers(folders_, lesson, text) : std::string();
  });
  tell_unkept("kept answers",
              why.empty() ? ""
                          : fmt::format("The answers are not kept: {}; save them on the lesson's last card before you "
                                        "leave",
                                        why));
}
std::string Session::write_answers(const std::string& path, const std::string& text) {
  return command_.tape->said("write_answers", [&] { return write_or_why(path, [&] { return text; }); });
}

void Session::reset_field() { reset_wanted_ = true; }
void Session::pulse(const command::Pulse& pulse) { pulses_.push_back(pulse); }
std::string Session::set_block(BlockShape block) {
  kernels_.cancel();
  std::string why = active().engine().why_illegal(block);  // what is refused changes nothing, the scheme neither
  if (why.empty()) kernels_.use_blocks();
  for (int k = 0; k < runs_->panes() && why.empty(); ++k) why = runs_->pane(k).engine().set_block(block);
  return why;
}
void Session::full_screen(bool on, const std::string& screen) {
  if (!command_.tape->replaying()) window_.set_full_screen(on, screen);
}

// ---- the stage

void Session::copy(const std::string& text) {
  if (!command_.tape->replaying()) ImGui::SetClipboardText(text.c_str());
}
void Session::start_film(const std::string& path) {
  const ScreenRect rect = interface_->picture();
  if (command_.tape->visible()) film_.start(path, rect.width, rect.height);
}
void Session::end_film() { film_.end(); }
void Session::save_page(const std::string& path) { page_ = path; }

// ---- the labs

void Session::start_search(const Scene& scene, int pane) {
  EngineRequest request = command_.engine;
  request.preferred_device = state_.engine.device_index;
  optimiser_.start(request, scene, pane);
}
void Session::cancel_search() { optimiser_.cancel(); }
void Session::save_report(const std::string& stem) { report_ = stem; }

void Session::set_scheme(const SchemeChoice& choice) { kernels_.want(choice); }
std::string Session::start_sweep(Sweep::Kind kind) { return kernels_.start(kind); }
void Session::cancel_sweep() { kernels_.cancel(); }
std::string Session::save_block_map(const std::string& path) {
  if (!best_square(state_.kernel.map)) return "No block shape is measured yet";
  return command_.tape->said("save_map", [&] { return write_or_why(path, [&] { return block_map_csv(state_); }); });
}
void Session::save_block_map_picture(const std::string& path) { block_picture_ = path; }

}  // namespace ez
