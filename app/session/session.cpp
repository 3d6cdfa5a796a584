#include "app/session/session.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <thread>
#include <utility>

#include "app/features/timeline/state.h"
#include "app/model/hooks.h"
#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/panes.h"
#include "app/model/update.h"
#include "app/picture/link.h"
#include "app/platform/interrupt.h"
#include "app/platform/screens.h"
#include "app/platform/units.h"
#include "ezscope/version.h"
#include "solver/base/text_with.h"
#include "solver/gas/pulse.h"
#include "solver/gas/scene_engine.h"

namespace ez {
namespace {

WindowOptions options_of(const WindowCommand& c) {
  return {c.size.width, c.size.height, c.offscreen, c.frames == 0, "ezscope", least_window.width, least_window.height};
}

// What comes from outside is asked for through it.
WindowCommand with_log(WindowCommand c) {
  if (!c.log) c.log = std::make_shared<SessionLog>();
  return c;
}

constexpr double news_time = 5;  // s that news stay

}  // namespace

// When the frame began, so that what is decided by it can be replayed; durations are measured by elapsed().
double Session::now() const { return command_.log->now(); }
double Session::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}
// So many frames were asked for, now or when it was recorded, and each counts as 1/60 s.
bool Session::is_scripted() const {
  return command_.log->replaying() ? command_.log->start().scripted : command_.frames > 0;
}

Session::Session(const WindowCommand& command, LoadedScene scene, std::optional<EngineMakerChoice> engines)
    : command_(with_log(command)),
      interactive_(command.frames == 0 && !command_.log->replaying()),
      window_(options_of(command)),
      plain_(state_),
      clock_(window_.refresh_rate(), 0.85),
      range_quantity_(scene.scene.view.quantity),
      folders_(user_folders()),
      files_(command.scene.allow_read),
      keeper_(state_, *this, files_, interactive_ ? Autosave(folders_.state, refuge_folder()) : Autosave({})) {
  offer<TimelineServices>(*this);
  SessionLog& log = *command_.log;
  parts_.make({.state = state_,
               .services = *this,
               .log = log,
               .folders = folders_,
               .interactive = interactive_,
               .send = [this](Command c) { send(std::move(c)); },
               .engine = [this] { return request(); },
               .interface = [this]() -> const Interface& { return *interface_; },
               .want_picture = [this](PlainPicture picture) { plain_.want(std::move(picture)); },
               .may_read = [this] { return files_.allowed(); },
               .tell_unkept = [this](const std::string& cause, const Text& text) { tell_unkept(cause, text); }});
  Settings settings;
  if (interactive_) {
    settings = read_settings(folders_);
    if (!language_named(settings.language)) settings.language = facts_of(language_of_environment()).name;
  }
  if (log.replaying()) settings = log.start().settings;
  if (interactive_ || log.replaying()) {
    state_.dark = settings.dark;
    state_.panel_shown = settings.panel_shown;
    state_.recent = settings.recent;
    state_.interface_scale = allowed_interface_scale(settings.interface_scale);
    state_.view.vision = color_vision_named(settings.color_vision);
    state_.language = language_named(settings.language).value_or(Language::english);
    for (const ModelHooks& h : model_hooks())
      if (h.take_settings) h.take_settings(state_, settings);
    for (const ModelHooks& h : model_hooks())
      if (h.begins) h.begins(state_, command.welcome && (!command.offscreen || log.replaying()));
  }
  if (command.dark) state_.dark = *command.dark;
  const std::string path = scene.path.empty() ? "" : ez::full_path(scene.path);
  if (log.recording()) {
    settings.dark = state_.dark;
    log.begin({version, command.engine.backend, command.engine.threads, command.size, !interactive_,
               command.steps_per_frame, interactive_ && command.welcome && !command.offscreen, settings, path,
               scene.builtin, command.lesson, command.card, scene.scene});
  }
  if (!path.empty()) files_.note(path, content_mark(text_of_file(path)));
  if (command.steps_per_frame > 0) {
    state_.speed.automatic = false;
    state_.speed.steps_per_frame = command.steps_per_frame;
  }
  adopt_scene(state_, std::move(scene.scene), path, scene.builtin);
  if (!command.lesson.empty()) parts_.each(&SessionPart::open_lesson, command.lesson, command.card);
  EngineRequest request = command.engine;
  request.preferred_device = device_of_gl_context();
  applied_ = state_.scene;
  adopt_engine(engines ? std::move(*engines) : make_engine_maker(request));

  InterfaceOptions options;
  options.scale = window_.scale();
  options.thumbnails = folders_.cache.empty() ? folders_.cache : folders_.cache / "thumbnails";
  interface_ = std::make_unique<Interface>(options);
  offer_blocks();

  keeper_.ask();
  state_.question = log.said_unless(std::optional<Question>(), "question", [&] { return state_.question; });
  if (!command.screen.empty() && !log.replaying()) {
    const std::vector<std::string> names = window_.screens();
    if (!screen_named(names, command.screen)) throw WindowError(no_such_screen(names, command.screen));
    update(state_, command::FullScreen{true, command.screen}, *this);
  }
  window_.when_display_is_lost([this] { keeper_.end(scene_to_keep(), clean_end_); });
}

Session::~Session() {
  try {
    const bool replayed = std::exchange(*command_.log, SessionLog()).replaying();
    if (!replayed)
      for (const Text& lost : parts_.end()) std::fputs(fmt::format("ezscope: {}\n", lost.english()).c_str(), stderr);
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
  state_.engine_reason = choice.reason;
  adopt_runs(std::make_unique<Comparison>(std::move(choice.make), applied_));
}

void Session::adopt_runs(std::unique_ptr<Comparison> runs) {
  runs_ = std::move(runs);
  looks_ = false;
  panes_.clear();
  fit_panes();
  restarted();
  panes_[0].field.stage = std::make_unique<Stage>(command_.link, runs_->pane(0));
  clock_ = FrameClock(window_.refresh_rate(), on_gpu() ? 0.95 : 0.85);
  state_.performance.display_hz = window_.refresh_rate();
  state_.engine = runs_->pane(0).info();
  parts_.each(&SessionPart::adopt, *runs_);
  know_panes();
}

EngineRequest Session::request() const {
  EngineRequest request = command_.engine;
  request.preferred_device = state_.engine.device_index;
  return request;
}

// Read top to bottom, this is the program. Each stage says what it may do.
bool Session::frame() try {
  if (!begin_frame()) return false;
  const double start = elapsed();
  const bool visible = command_.log->visible();
  if (visible) window_.begin_frame();
  bool fresh = false;  // the picture is one that was not shown before
  try {
    for (const Command& c : gather_commands()) update(state_, c, *this);
    state_.performance.ui_ms += 0.1 * (1e3 * (elapsed() - start) - state_.performance.ui_ms);
    // A batch that takes longer than a frame: the last picture is shown again, and the window answers.
    if (batch_is_done() && !waits_for_runs()) {
      apply();
      observe();
      if (visible && !state_.presenting.frozen && !is_nearly_there()) publish();
      fresh = true;
      look_under_cursor();
      watch_health();
      film_due_ = parts_.any(&SessionPart::picture_is_due, !is_scripted());
      advance();
    }
    if (visible) draw(fresh);
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

// Input: what the window and the clock say, recorded or replayed here. False: the session ends.
bool Session::begin_frame() {
  SessionLog& log = *command_.log;
  bool open = window_.poll();
  for (; open && log.replaying() && window_.width() == 0; open = window_.poll()) window_.wait(0.1);
  if (!open && log.replaying()) return false;
  if (!open) {
    window_.keep_open();
    send(command::Quit{});
  }
  if (!log.frame(elapsed(), window_.width() > 0)) return false;
  ++frames_of_batch_;
  return true;
}

// Edits go to the runs. No batch is under way, and none begins.
void Session::apply() {
  parts_.each(&SessionPart::batch_done);
  look_at_residual();
  apply_edits();
  send_pulses();
  if (parts_.any(&SessionPart::edits_done)) clock_.forget();
}

// What the state says of the runs as they are. The runs stay as they are, but for a way back or forward in time.
void Session::observe() {
  collect_probes();
  go_in_time();
  line_.follow(state_, *runs_, timeline_.altered());
  flow_.follow(state_, active(), interface_->picture());
  read_monitors();
  read_mach();
  stop_at_moment();
  if (is_good())
    checks_.follow(state_, active(), runs_->monitors(state_.active), state_.active, now(),
                   stands() && !timeline_.is_travelling(), *command_.log);
  read_meters();
}

// A short way to a moment shows nothing but its end.
bool Session::is_nearly_there() const {
  if (!timeline_.is_travelling()) return false;
  const int soon = std::max(clock_.steps_within(0.1), 1);
  return state_.moments.backwards ||
         *timeline_.target() <= std::as_const(*runs_).pane(0).step() + static_cast<std::uint64_t>(soon);
}

// The pictures, and the interface over them.
void Session::draw(bool fresh) {
  const double begin = elapsed();
  paint();
  window_.draw_interface();
  if (fresh && film_due_) take_picture();
  state_.performance.draw_ms += 0.1 * (1e3 * (elapsed() - begin) - state_.performance.draw_ms);
}

// Batches on the GPU are short: they are waited for. One on the CPU may be a single step of a huge grid: if it does not
// end soon, this frame goes without it, and at once where mouse or keys have more to tell.
bool Session::batch_is_done() {
  const bool done = command_.log->said_unless(true, "done", [&] {
    const double begin = elapsed();
    if (!interactive_ || on_gpu()) {
      runs_->wait();
    } else {
      const double patience = interface_->input_waits() ? 0 : clock_.patience();
      while (runs_->busy() && elapsed() < begin + patience) std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    waited_ += elapsed() - begin;
    return !runs_->busy();
  });
  if (done && command_.log->replaying()) runs_->wait();
  return done;
}

void Session::send(Command command) { queued_.push_back(std::move(command)); }

Commands Session::gather_commands() {
  Commands commands;
  if (command_.log->visible()) commands = plain_.draw(*interface_);
  for (const std::string& path : window_.take_dropped()) {
    const bool picture = path.ends_with(".png");
    if (picture) commands.push_back(command::Select{});
    commands.push_back(picture ? Command(command::LayImage{path}) : Command(command::Open{path}));
  }
  for (Command& c : dialogs_.take()) commands.push_back(std::move(c));
  for (Command& c : queued_) commands.push_back(std::move(c));
  queued_.clear();
  commands = command_.log->commands(std::move(commands));
  parts_.each(&SessionPart::follow);
  follow_remedy();
  follow_reading();
  return commands;
}

void Session::apply_edits() {
  if (adopts_made_runs()) return;
  std::optional<Timeline> beside = std::exchange(beside_, std::nullopt);
  if (!has_errors(state_.problems) && !(state_.scene == applied_) && !awaits_pulse()) {
    std::vector<double> old_dt;
    const Measuring before = measuring();
    for (int k = 0; k < runs_->panes(); ++k) old_dt.push_back(runs_->pane(k).dt());
    if (!(state_.scene.grid == applied_.grid))
      last_good_.forget(), timeline_.forget_kept();  // its memory may be wanted
    const bool other_measure = !(state_.scene.checks == applied_.checks && state_.scene.probes == applied_.probes &&
                                 state_.scene.monitors == applied_.monitors);
    const bool other_preset = !(state_.scene.run == applied_.run);
    // Another kind of engine: what is shown of the one before goes with it.
    if (in_cells(state_.scene.physics) != in_cells(applied_.physics)) return other_physics();
    const std::string& beside_name = state_.beside;
    const bool ends_comparison = pane_beside(beside_name, applied_) && !pane_beside(beside_name, state_.scene);
    const Comparison::Applied done = runs_->apply(state_.scene);
    if (done.report.refused)
      refused(done.report);
    else
      applied_ = state_.scene;
    // A gesture has one mark, where it began.
    const bool goes_on = std::exchange(in_gesture_, state_.history.in_gesture());
    const bool alters = line_.other_tubes(*runs_);
    const bool anew = done.report.tier != Tier::nothing || other_measure;
    if (!done.report.refused && !done.restarted) {
      if (ends_comparison)  // no edit
        timeline_.end_beside(beside_name);
      else
        timeline_.edited(*runs_, applied_, goes_on ? Text() : state_.history.undo_label(), alters, anew);
    }
    fit_panes();
    if (anew) checks_.restart(run_moment_of(runs_->pane(0)));
    if (done.restarted || done.report.tier == Tier::grid) restarted();
    if (done.restarted && beside && !done.report.refused) {
      timeline_ = std::move(*beside);
      timeline_.start_beside(*runs_, state_.active);
      fit_panes();
    } else if (done.restarted && state_.unsaved && !state_.scene_is_kept) {  // not of what was opened
      const Text anew = runs_->panes() > 1 ? "every pane starts anew" : "the run starts anew";
      const bool told = done.message != Text::as_is(runs_->reference_message());
      add_note(state_, Note::Kind::news, text_with("t = 0: {}", told ? done.message : anew), now());
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
    const bool other_speed = done.restarted || other_preset || done.report.tier != Tier::nothing;
    parts_.each(&SessionPart::edited, *runs_, done, other_speed, other_preset && !done.report.refused);
    if (!done.restarted && !reset_wanted_) measure_again(before, done.report.tier);
  }
  in_gesture_ &= state_.history.in_gesture();
  if (!std::exchange(reset_wanted_, false)) return;
  runs_->reset();
  restarted();
  know_panes();  // a reference run that could not come late is there now
}

// Once the edits of the frame are done, so that it goes into what is seen.
void Session::send_pulses() {
  if (timeline_.is_travelling() && !state_.moments.backwards) return;  // it would be lost on the way's end
  for (const auto& [p, again] : std::exchange(pulses_, {}))
    for (int k = 0; k < runs_->panes() && !state_.frozen; ++k) {
      Solver& solver = runs_->pane(k);
      solver.wait();
      gas::GasRun* run = gas::run_of(solver.engine());
      if (run == nullptr || !gas::send(*run, {p.node.x, p.node.y, p.radius, p.strength})) continue;
      Pane& pane = panes_[static_cast<std::size_t>(k)];
      pane.scene_changed();
      pane.stability.given(p.strength);
      if (k > 0) continue;
      timeline_.pulsed(*runs_, p);
      checks_.restart(run_moment_of(runs_->pane(0)));
      if (!again) state_.history.record(p);
    }
}

// Makes the runs again, on the same device. The scene of before stays where the new one does not fit, or where the
// backend that was asked for cannot compute its physics.
void Session::other_physics() {
  const EngineRequest request = this->request();
  parts_.each(&SessionPart::forget);
  const Scene before = std::exchange(applied_, state_.scene);
  const auto take_back = [&](const Text& why) {
    applied_ = before;
    state_.scene = before;
    scene_changed(state_);
    adopt_engine(make_engine_maker(request));
    add_note(state_, Note::Kind::error, why, now());
  };
  try {
    adopt_engine(make_engine_maker(request));
  } catch (const OutOfMemory& e) {
    take_back(text_with("The scene does not fit: {}", text_of_error(e)));
  } catch (const NoBackend& e) {
    take_back(text_with("The scene cannot run here: {}", text_of_error(e)));
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
  std::string why = report.message;
  for (const ModelHooks& h : model_hooks())
    if (h.scene_place) why += h.scene_place(state_);
  add_note(state_, Note::Kind::error,
           grid ? text_with("The grid stays as it is: {}", why) : text_with("The edit is taken back: {}", why), now());
}

void Session::restarted() {
  for (int k = 0; k < runs_->panes(); ++k) panes_[static_cast<std::size_t>(k)].restarted(runs_->pane(k));
  last_good_.forget();
  timeline_.restart(applied_);
  state_.history.forget_pulses();
  checks_.restart({});
  moment_behind_ = false;
  last_health_ = -1;  // the start itself is a good state
  pulse_until_.reset();
  if (std::exchange(state_.held, false)) state_.running = true;
  range_.restart();
  span_.restart();
  clock_.forget();
}

// The whole field is looked at, not only what is in the pictures: as often as costs no more than a two-hundredth of the
// time, at least four times a second.
void Session::watch_health() {
  SessionLog& log = *command_.log;
  const double begin = elapsed();
  if (state_.frozen) return;
  const auto due = [&] { return now() - last_health_ >= std::min(0.25, 200 * health_cost_); };
  if (!log.said_unless(false, "health", due)) return;
  last_health_ = now();
  std::vector<Health> all;
  std::vector<double> largest;
  for (int k = 0; k < runs_->panes(); ++k) {
    all.push_back(runs_->pane(k).health());
    largest.push_back(all.back().max_abs);
  }
  log.same("largest", largest, "the largest |field| of each pane is");
  bool calm = true;
  for (int k = 0; k < runs_->panes(); ++k) {
    const Solver& solver = runs_->pane(k);
    const Health& health = all[static_cast<std::size_t>(k)];
    StabilityMonitor& stability = panes_[static_cast<std::size_t>(k)].stability;
    const std::string why = stability.verdict(health, solver.step());
    if (!why.empty()) return freeze(k, Text::as_is(why));
    calm &= stability.look(health, solver.step());
    if (stability.slow_growth()) return freeze(k, stability.growth_verdict());
    tell_growth(k);
  }
  health_cost_ = elapsed() - begin;
  const bool keeps = calm && last_good_.is_due(*runs_);  // asked in a replay too: it forgets what fits no more
  if (log.said_unless(false, "keep", [&] { return keeps; })) last_good_.keep(*runs_);
}

void Session::freeze(int pane, const Text& why) {
  if (why.empty() || state_.frozen) return;
  state_.frozen = true;
  // How far the search for the cause comes hangs on the time that it is given: a replay goes by what was found.
  Instability found = last_good_.find(*runs_, pane, panes_[static_cast<std::size_t>(pane)].stability, applied_);
  state_.instability = command_.log->said("instability", [&] { return std::move(found); });
  last_good_.go_back(*runs_, *state_.instability);
  if (state_.instability->seeks_remedy && !command_.log->replaying())
    remedy_.start(applied_, runs_->pane(pane), *state_.instability);
  broken_by_ = why;
  for (Pane& p : panes_) p.scene_changed();  // their pictures go back too
  tell_time();
  range_.restart();
  span_.restart();
  tell_frozen();
  // Where there are pictures, a card over them says that the run is unstable.
  if (state_.workspace == Workspace::kernel_lab)
    add_note(state_, Note::Kind::error, text_with("The run became unstable. {}", state_.frozen_why), now());
}

void Session::tell_frozen() {
  const Instability& i = *state_.instability;
  const Text why = text_with("{}: {}", broken_by_, i.cause);
  state_.frozen_why = runs_->panes() > 1 ? text_with("{}: {}", pane_name(state_, i.pane), why) : capital(why);
}

// The remedy of a gas comes when it has been tried.
void Session::follow_remedy() {
  if (!state_.frozen || !state_.instability || !state_.instability->seeks_remedy) return remedy_.cancel();
  std::optional<Instability> found =
      command_.log->said_unless(std::optional<Instability>(), "remedy", [&] { return remedy_.take(); });
  if (!found) return;
  state_.instability = std::move(found);
  tell_frozen();
}

// The device is lost: the scene runs on, on the host's engine, from t = 0.
void Session::engine_failed(const std::string& why) {
  if (state_.engine.on_host || command_.log->replaying()) throw EngineError(why);
  const std::string lost = state_.engine.backend;
  const Backend& host = host_backend();
  *command_.log = {};  // what was recorded can be replayed up to here
  parts_.each(&SessionPart::forget);
  panes_.clear();
  last_good_.forget();
  runs_.reset();
  pending_ = 0;
  command_.link = LinkKind::automatic;
  command_.engine.backend = host.name;
  try {
    adopt_engine({host.maker(command_.engine, -1), fmt::format("the {} engine failed: {}", lost, why)});
  } catch (const OutOfMemory& e) {
    throw EngineError(
        fmt::format("the {} engine failed ({}), and the {} engine has no room: {}", lost, why, host.title, e.what()));
  }
  offer_blocks();
  state_.probes.clear();
  add_note(state_, Note::Kind::error,
           text_with("The {} engine failed ({}); the {} engine restarts the scene.", lost, why, host.title), now());
}

// The last picture that the command line asks for is written or the program fails.
void Session::save_screenshot() {
  const bool last = state_.quit || (command_.frames > 0 && frames_ >= command_.frames);
  if (last && !command_.screenshot.empty()) screenshot_ = command_.screenshot;
  if (screenshot_.empty()) return;
  if (!command_.log->visible()) {
    if (!last) return;
    throw std::runtime_error(screenshot_ +
                             " is not written: the window is minimised; leave it open, or use --offscreen");
  }
  const std::string path = std::exchange(screenshot_, "");
  const auto write = [&] { return write_or_why(path, [&] { return encode_png(window_.read()); }); };
  const Text why = last && path == command_.screenshot ? write() : command_.log->said("screenshot", write);
  if (last && !why.empty()) throw TextError(why);
  if (!last) file_written(state_, *this, FilePrompt::Purpose::screenshot, path, why);
}

void Session::take_picture() {
  if (!parts_.any(&SessionPart::takes_pictures)) return;
  const ScreenRect p = interface_->picture();
  parts_.each(&SessionPart::add_picture,
              command_.log->replaying() ? Image() : window_.read(p.x, p.y, p.width, p.height));
}

bool Session::finish_frame() {
  ++frames_;
  save_screenshot();
  if (command_.log->visible()) plain_.save(window_, *interface_);
  if (command_.log->visible() && parts_.any(&SessionPart::takes_pictures)) {
    ImDrawList over(ImGui::GetDrawListSharedData());
    if (interface_->draw_lamp(state_, over)) window_.draw_over(over);
  }
  if (window_.width() > 0)
    window_.present();
  else
    window_.wait(0.02);
  // A display that does not hold the frames back (a virtual one, a driver with vsync off) must not eat the cores that
  // the engine needs.
  const bool replaying = command_.log->replaying();
  if (command_.drawn) command_.drawn(window_);
  const double due = replaying ? now() : last_frame_ + 0.95 / window_.refresh_rate(), left = due - elapsed();
  const bool paced = command_.paced && (interactive_ || (replaying && !command_.offscreen));
  if (paced && left > 0 && !interface_->input_waits()) std::this_thread::sleep_for(std::chrono::duration<double>(left));
  last_frame_ = elapsed();
  const bool kept = interrupted() && state_.scene_is_kept;
  for (const ModelHooks& h : model_hooks())
    if (kept && h.ends) h.ends(state_, *this);
  clean_end_ = (command_.frames > 0 && frames_ >= command_.frames) || state_.quit || kept;
  return !clean_end_ && !interrupted();
}

// ---- what the state says about the engine, the picture and the program itself, once per frame

void Session::tell_time() {
  const int shown = std::min(state_.active, runs_->panes() - 1);  // the newest pane runs from the next frame on
  state_.step = runs_->pane(shown).step();
  state_.dt = runs_->pane(shown).dt();
  state_.time = runs_->pane(shown).time();
}

// How large the pane's field has been, and how it grows.
void Session::tell_growth(int pane) {
  const auto k = static_cast<std::size_t>(pane);
  const Solver& solver = runs_->pane(pane);
  const StabilityMonitor& stability = panes_[k].stability;
  PaneState& state = state_.panes[k];
  state.largest = stability.running_max();
  state.looks.clear();
  for (const StabilityMonitor::Look& l : stability.looks())
    state.looks.push_back({static_cast<double>(l.step) * solver.dt(), l.max_abs});
  state.growth = std::pow(stability.growth(), reference_period(solver.scene()) / solver.dt());
}

void Session::report(double frame_start) {
  const double time = elapsed();
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
  parts_.each(&SessionPart::report);
  Performance& p = state_.performance;
  p.steps_per_frame = given_;
  p.frame_ms += 0.1 * (1e3 * (time - frame_start) - p.frame_ms);
  collect_speed(time);
  std::erase_if(state_.notes, [&](const Note& n) { return n.kind == Note::Kind::news && now() - n.since > news_time; });
  if (const Text why = command_.log->take_problem(); !why.empty()) {
    if (!interactive_) throw TextError(why);  // nobody would see the note
    add_note(state_, Note::Kind::error, why, now());
  }
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
      command_.log->said_unless(std::optional<Question>(), "late_question", [&] { return state_.question; });
}

void Session::update_title() {
  std::string title = window_title(state_);
  if (title == title_) return;
  title_ = std::move(title);
  window_.set_title(title_);
}

}  // namespace ez
