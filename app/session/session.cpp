#include "app/session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <thread>

#include "app/picture/link_cuda.h"
#include "app/cli/interrupt.h"
#include "app/boundary_lab/lab.h"
#include "app/ui/kit/units.h"
#include "app/state/update.h"

namespace ez {
namespace {

WindowOptions options_of(const WindowCommand& c) {
  return {c.size.width, c.size.height, c.offscreen, c.frames == 0, "ezscope", least_window.width, least_window.height};
}

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

double Session::now() const { return since(start_); }

Session::Session(const WindowCommand& command, LoadedScene scene, std::optional<EngineMakerChoice> engines)
    : command_(command),
      interactive_(command.frames == 0),
      window_(options_of(command)),
      clock_(window_.refresh_rate(), 0.85),
      range_quantity_(scene.scene.view.quantity),
      folders_(user_folders()),
      autosave_(interactive_ ? folders_.state : std::filesystem::path(),
                interactive_ ? refuge_folder() : std::filesystem::path()) {
  if (interactive_) {
    const Settings settings = read_settings(folders_);
    state_.dark = settings.dark;
    state_.panel_shown = settings.panel_shown;
    state_.recent = settings.recent;
    state_.interface_scale = allowed_interface_scale(settings.interface_scale);
  }
  if (command.dark) state_.dark = *command.dark;
  const std::string path = scene.path.empty() ? "" : ez::full_path(scene.path);
  if (!path.empty()) known_files_[path] = content_mark(text_of_file(path));
  adopt_scene(state_, std::move(scene.scene), path, scene.builtin);
  if (command.steps_per_frame > 0) {
    state_.speed.automatic = false;
    state_.speed.steps_per_frame = command.steps_per_frame;
  }
  EngineRequest request = command.engine;
  request.preferred_device = cuda_device_of_gl_context();
  applied_ = state_.scene;
  adopt_engine(engines ? std::move(*engines) : make_engine_maker(request));

  InterfaceOptions options;
  options.scale = window_.scale();
  interface_ = std::make_unique<Interface>(options);
  offer_blocks();

  offered_ = autosave_.left_behind();
  if (offered_) {
    const SceneResult left = parse_scene(offered_->scene, offered_->file.string());
    state_.question = restore_question(left.scene ? left.scene->title : "", offered_->origin, offered_->when);
  }
  window_.when_display_is_lost([this] { keep_unsaved(); });
}

Session::~Session() {
  try {
    keep_unsaved();
  } catch (const std::exception&) {  // without memory for it nothing can be kept
  }
}

// A scene with errors could not be read again: the last one without is kept.
const Scene& Session::two_kernel() const { return has_errors(state_.problems) ? applied_ : state_.scene; }

// A clean end leaves nothing to restore; a signal, a lost display and an error with unsaved changes do.
void Session::keep_unsaved() {
  const Scene& last = two_kernel();
  if (clean_end_ || !is_unsaved(last, state_.saved)) return autosave_.drop();
  const std::string why = autosave(last);
  std::string words;
  if (!why.empty())
    words = "the unsaved changes are lost: " + why;
  else if (!autosave_.kept().empty())
    words = fmt::format("the unsaved changes are in {}; the next start offers them", autosave_.kept().string());
  if (!words.empty()) std::fputs(fmt::format("ezscope: {}\n", words).c_str(), stderr);
}

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
  adopt_preset();
  know_panes();
  know_kernels();
}

// Read top to bottom, this is the program.
bool Session::frame() {
  const double start = now();
  if (!window_.poll()) {
    window_.keep_open();
    send(command::Quit{});
  }
  const bool visible = window_.width() > 0;
  if (visible) window_.begin_frame();
  try {
    for (const Command& c : gather_commands()) update(state_, c, *this);
    const double ui = now();
    state_.performance.ui_ms += 0.1 * (1e3 * (ui - start) - state_.performance.ui_ms);
    // A batch that takes longer than a frame: the last picture is shown again, and the window answers.
    if (batch_is_done()) {
      follow_sweep();
      look_at_residual();
      apply_edits();
      choose_scheme();
      know_roofs();
      collect_probes();
      stop_at_moment();
      read_meters();
      if (visible) publish();
      look_under_cursor();
      watch_health();
      advance();
    }
    if (visible) {
      const double draw = now();
      paint();
      window_.draw_interface();
      state_.performance.draw_ms += 0.1 * (1e3 * (now() - draw) - state_.performance.draw_ms);
    }
    pump(true);
  } catch (const EngineError& e) {
    engine_failed(e.what());
    if (visible) window_.draw_interface();
  }
  report(start);
  return finish_frame();
}

// Batches on the GPU are short: they are waited for. One on the CPU may be a single step of a huge grid: if it does not
// end soon, this frame goes without it.
bool Session::batch_is_done() {
  const double begin = now();
  if (!interactive_ || on_gpu()) {
    runs_->wait();
  } else {
    while (runs_->busy() && now() < begin + clock_.patience())
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  waited_ += now() - begin;
  return !runs_->busy();
}

Commands Session::gather_commands() {
  Commands commands;
  if (window_.width() > 0) {
    // A report shows the panes, not what the program has to say.
    std::deque<Note> notes;
    std::vector<Message> problems;
    report_drawn_ = !report_.empty() || !block_picture_.empty();
    if (report_drawn_) notes.swap(state_.notes), problems.swap(state_.problems);
    commands = interface_->draw(state_);
    if (report_drawn_) notes.swap(state_.notes), problems.swap(state_.problems);
  }
  for (const std::string& path : window_.take_dropped()) commands.push_back(command::Open{path});
  for (Command& c : dialogs_.take()) commands.push_back(std::move(c));
  for (Command& c : queued_) commands.push_back(std::move(c));
  queued_.clear();
  follow_search();
  return commands;
}

void Session::apply_edits() {
  if (!has_errors(state_.problems) && !(state_.scene == applied_) && !awaits_pulse()) {
    std::vector<double> old_dt;
    const std::vector<SidesOfPane> old_sides = sides();
    for (int k = 0; k < runs_->panes(); ++k) old_dt.push_back(runs_->pane(k).dt());
    if (!(state_.scene.grid == applied_.grid)) last_good_.forget();  // its memory may be wanted
    const bool other_preset = !(state_.scene.run == applied_.run);
    const Comparison::Applied done = runs_->apply(state_.scene);
    if (done.report.refused)
      refused(done.report);
    else
      applied_ = state_.scene;
    fit_panes();
    if (done.restarted || done.report.tier == Tier::grid) restarted();
    if (done.restarted) {
      const char* anew = runs_->panes() > 1 ? "every pane starts anew" : "the run starts anew";
      add_note(state_, Note::Kind::news, "t = 0: " + (done.message != runs_->reference_message() ? done.message : anew),
               now());
    }
    for (int k = 0; k < runs_->panes(); ++k) {
      Pane& pane = panes_[static_cast<std::size_t>(k)];
      const auto i = static_cast<std::size_t>(k);
      if (i >= old_dt.size() || runs_->pane(k).dt() != old_dt[i]) (k == traced_ ? state_.probes : pane.probes).clear();
      pane.stability.watch(runs_->pane(k).scene(), runs_->pane(k).problem());
      pane.scene_changed();
    }
    know_panes();
    if (sweep_ && (done.restarted || other_preset || done.report.tier != Tier::nothing)) {
      add_note(state_, Note::Kind::warning, "The scene changed, and the measurement ended.", now());
      cancel_sweep();
    }
    if (other_preset && !done.report.refused) adopt_preset();
    settle_schemes(done.report.scheme);
    if (!done.restarted && !reset_wanted_ && !(sides() == old_sides)) send_pulse();
  }
  if (!std::exchange(reset_wanted_, false)) return;
  runs_->reset();
  restarted();
  know_panes();  // a reference run that could not come late is there now
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
           (grid ? "The grid stays as it is: " : "The edit is taken back: ") + report.message, now());
}

void Session::restarted() {
  for (int k = 0; k < runs_->panes(); ++k) panes_[static_cast<std::size_t>(k)].restarted(runs_->pane(k));
  last_good_.forget();
  last_health_ = -1;  // the start itself is a good state
  pulse_until_.reset();
  if (std::exchange(state_.held, false)) state_.running = true;
  range_.restart();
  clock_.forget();
}

// The whole field is looked at, not only what is in the pictures: as often as costs no more than a fiftieth of the
// time, at least four times a second.
void Session::watch_health() {
  const double begin = now();
  if (state_.frozen || begin - last_health_ < std::min(0.25, 50 * health_cost_)) return;
  last_health_ = begin;
  bool calm = true;
  for (int k = 0; k < runs_->panes(); ++k) {
    Solver& solver = runs_->pane(k);
    StabilityMonitor& stability = panes_[static_cast<std::size_t>(k)].stability;
    const Health health = solver.health();
    const std::string why = stability.verdict(health, solver.step());
    if (!why.empty()) return freeze(k, why);
    calm &= stability.look(health, solver.step());
    tell_growth(k);
  }
  health_cost_ = now() - begin;
  if (calm) last_good_.offer(*runs_);
}

void Session::freeze(int pane, const std::string& why) {
  if (why.empty() || state_.frozen) return;
  state_.frozen = true;
  state_.lab.instability = last_good_.find(*runs_, pane, panes_[static_cast<std::size_t>(pane)].stability, applied_);
  state_.frozen_why = why + ": " + state_.lab.instability->cause;
  for (Pane& p : panes_) p.scene_changed();  // their pictures go back too
  tell_time();
  range_.restart();
  state_.frozen_why =
      runs_->panes() > 1 ? pane_name(state_, pane) + ": " + state_.frozen_why : capital(state_.frozen_why);
  // Where there are pictures a card over them says it.
  if (state_.lab.workspace == Workspace::kernel_lab)
    add_note(state_, Note::Kind::error, "The run became unstable. " + state_.frozen_why, now());
}

// The GPU is lost: the scene runs on, on the CPU engine, from t = 0.
void Session::engine_failed(const std::string& why) {
  if (state_.engine.backend == "CPU") throw EngineError(why);
  search_.reset();
  forget_kernels();
  panes_.clear();
  last_good_.forget();
  runs_.reset();
  pending_ = 0;
  command_.link = LinkKind::automatic;
  command_.engine.backend = Backend::cpu;
  try {
    adopt_engine({cpu_engine_maker(command_.engine.threads), "the CUDA engine failed: " + why});
  } catch (const OutOfMemory& e) {
    throw EngineError(fmt::format("the CUDA engine failed ({}), and the CPU engine has no room: {}", why, e.what()));
  }
  offer_blocks();
  state_.probes.clear();
  add_note(state_, Note::Kind::error, "The CUDA engine failed (" + why + "); the CPU engine starts anew.", now());
}

void Session::save_pictures() {
  const bool last = state_.quit || (command_.frames > 0 && frames_ >= command_.frames);
  if (last && !command_.screenshot.empty()) screenshot_ = command_.screenshot;
  if (window_.width() == 0) {
    if (last && !screenshot_.empty())
      throw std::runtime_error(screenshot_ +
                               " is not written: the window is minimised; leave it open, or use --offscreen");
    return;
  }
  if (!screenshot_.empty()) {
    const std::string path = std::exchange(screenshot_, "");
    const std::string why = write_or_why(path, [&] { return encode_png(window_.read()); });
    if (last && !why.empty()) throw std::runtime_error(why);
    if (!last) file_written(state_, *this, FilePrompt::Purpose::screenshot, path, why);
  }
  if (!report_.empty() && report_drawn_) write_report(window_.read());
  if (!block_picture_.empty() && report_drawn_) write_block_picture(window_.read());
  report_drawn_ = false;
}

bool Session::finish_frame() {
  ++frames_;
  save_pictures();
  if (window_.width() > 0)
    window_.present();
  else
    window_.wait(0.02);
  // A display that does not hold the frames back (a virtual one, a driver with vsync off) must not eat the cores that
  // the engine needs.
  const double left = last_frame_ + 0.95 / window_.refresh_rate() - now();
  if (interactive_ && left > 0) std::this_thread::sleep_for(std::chrono::duration<double>(left));
  last_frame_ = now();
  clean_end_ = (command_.frames > 0 && frames_ >= command_.frames) || state_.quit;
  return !clean_end_ && !interrupted();
}

}  // namespace ez
