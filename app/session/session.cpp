#include "app/session/session.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

#include "app/model/document/scene_link.h"
#include "app/model/hooks.h"
#include "app/model/log/members.h"
#include "app/model/update.h"
#include "app/picture/gl_context.h"
#include "app/picture/link.h"
#include "app/platform/interrupt.h"
#include "app/platform/screens.h"
#include "app/session/pace/speed_meter.h"
#include "ezscope/version.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr double news_time = 5;  // s that news are shown

// Takes over what the user set in an earlier session. Returns it.
Settings adopt_settings(SessionData& d) {
  Settings settings;
  if (d.interactive) {
    settings = read_settings(d.folders);
    if (!language_named(settings.language)) settings.language = facts_of(language_of_environment()).name;
  }
  if (d.log().replaying()) settings = d.log().start().settings;
  State& s = d.state;
  if (d.interactive || d.log().replaying()) {
    s.dark = settings.dark;
    s.panel_shown = settings.panel_shown;
    if (why_no_page(settings.web).empty()) s.web = settings.web;
    s.recent = settings.recent;
    s.interface_scale = allowed_interface_scale(settings.interface_scale);
    s.view.vision = color_vision_named(settings.color_vision);
    s.language = language_named(settings.language).value_or(Language::english);
    for (const ModelHooks& h : model_hooks())
      if (h.take_settings) h.take_settings(s, settings);
    for (const ModelHooks& h : model_hooks())
      if (h.begins) h.begins(s, d.command.welcome && (!d.command.offscreen || d.log().replaying()));
  }
  if (!d.command.web.empty()) s.web = d.command.web;
  if (const auto language = language_named(d.command.language)) s.language = *language;
  if (d.command.dark) s.dark = *d.command.dark;
  return settings;
}

void begin_log(SessionData& d, Settings settings, const LoadedScene& scene, const std::string& path) {
  if (!d.log().recording()) return;
  const WindowCommand& c = d.command;
  settings.dark = d.state.dark;
  settings.web = d.state.web;
  settings.language = facts_of(d.state.language).name;
  d.log().begin({version, c.engine.backend, c.engine.threads, c.size, !d.interactive, c.steps_per_frame,
                 d.interactive && c.welcome && !c.offscreen, settings, path, scene.builtin, c.lesson, c.card,
                 scene.scene});
}

}  // namespace

Session::Session(const WindowCommand& command, LoadedScene scene, std::optional<EngineMakerChoice> engines)
    : d_(command), plain_(d_.state), pictures_(d_, scene.scene.view.quantity) {
  d_.restarted = [this] { restarted(); };
  make_parts();
  const Settings settings = adopt_settings(d_);
  const std::string path = scene.path.empty() ? "" : full_path(scene.path);
  begin_log(d_, settings, scene, path);
  if (!path.empty()) d_.files.note(path, content_mark(text_of_file(path)));
  d_.files.note_inputs(path.empty() ? scene.builtin : path, scene.inputs);
  if (command.steps_per_frame > 0) {
    d_.state.speed.automatic = false;
    d_.state.speed.steps_per_frame = command.steps_per_frame;
  }
  adopt_scene(d_.state, std::move(scene.scene), path, scene.builtin, scene.media);
  if (command.embed) d_.state.running = false;
  if (!command.lesson.empty()) d_.parts.each(&SessionPart::open_lesson, command.lesson, command.card);
  EngineRequest request = command.engine;
  request.preferred_device = device_of_gl_context();
  request.gl = current_gl_context();
  d_.applied = d_.state.scene;
  panes_.adopt(engines ? std::move(*engines) : make_engine_maker(request));

  InterfaceOptions options;
  options.scale = d_.window.scale();
  options.bars = !command.embed;
  options.thumbnails = d_.folders.cache.empty() ? d_.folders.cache : d_.folders.cache / "thumbnails";
  d_.interface = std::make_unique<Interface>(options);
  panes_.offer_blocks();

  SessionLog& log = d_.log();
  if (d_.interactive && d_.state.web != settings.web) services_.settings_changed(d_.state);
  services_.keeper().ask();
  d_.state.question =
      log.record_or_replay_unless(std::optional<Question>(), "question", [&] { return d_.state.question; });
  if (!command.screen.empty() && !log.replaying()) {
    const std::vector<std::string> names = d_.window.screens();
    if (!screen_named(names, command.screen)) throw WindowError(unknown_screen_error(names, command.screen));
    update(d_.state, command::FullScreen{true, command.screen}, services_);
  }
  d_.window.on_display_lost([this] { services_.keeper().end(scene_to_keep(), clean_end_); });
}

Session::~Session() {
  try {
    const bool replayed = std::exchange(d_.log(), SessionLog()).replaying();
    if (!replayed)
      for (const Text& lost : d_.parts.end()) std::fputs(fmt::format("ezscope: {}\n", lost.english()).c_str(), stderr);
    services_.keeper().end(scene_to_keep(), clean_end_);
  } catch (const std::exception&) {  // there is not enough memory to save it
  }
}

void Session::make_parts() {
  d_.parts.make({.state = d_.state,
                 .services = services_,
                 .log = d_.log(),
                 .folders = d_.folders,
                 .interactive = d_.interactive,
                 .send = [this](Command c) { d_.send(std::move(c)); },
                 .applied = [this]() -> const Scene& { return d_.applied; },
                 .engine = [this] { return d_.request(); },
                 .interface = [this]() -> const Interface& { return *d_.interface; },
                 .want_picture = [this](PlainPicture picture) { plain_.want(std::move(picture)); },
                 .may_read = [this] { return d_.files.allowed(); },
                 .note_lesson_inputs = [this](std::vector<InputFile> inputs) { d_.lesson_inputs = std::move(inputs); },
                 .why_overwrites = [this](const std::string& path) { return why_overwrites(path, d_.inputs()); },
                 .write = [this](const std::string& path,
                                 const std::function<std::string()>& bytes) { return d_.write(path, bytes); },
                 .report_unsaved_settings = [this](const std::string& cause,
                                                   const Text& text) { services_.report_unsaved(cause, text); },
                 .steps_per_second = [this] { return asked_steps_per_second(d_); },
                 .moved = [this](const MovedRuns& moved) { runs_moved(moved); },
                 .recorded =
                     [this] {
                       RecordedSoFar out{ProbeTraces(d_.panes.size()), checks_.known()};
                       for (std::size_t k = 0; k < d_.panes.size(); ++k)
                         out.traces[k] = panes_.probes(static_cast<int>(k));
                       return out;
                     }});
}

const Scene& Session::scene_to_keep() const { return has_errors(d_.state.problems) ? d_.applied : d_.state.scene; }

// Read top to bottom, this is the program. Each stage says what it may do.
bool Session::frame() try {
  if (!begin_frame()) return false;
  const double start = d_.elapsed();
  const bool visible = d_.log().visible();
  if (visible) d_.window.begin_frame();
  bool fresh = false;  // the picture is one that was not shown before
  try {
    for (const Command& c : gather_commands()) update(d_.state, c, services_);
    d_.state.performance.ui_ms += 0.1 * (1e3 * (d_.elapsed() - start) - d_.state.performance.ui_ms);
    // A batch that takes longer than a frame: the last picture is shown again, and the window answers.
    if (pace_.batch_is_done() && !edits_.waits_for_runs()) {
      apply();
      observe();
      if (visible && !d_.state.presenting.frozen && !is_nearly_there())
        pictures_.publish([this](int pane, const Text& why) { health_.freeze(pane, why); });
      fresh = true;
      pictures_.look_under_cursor();
      health_.watch();
      d_.film_due = d_.parts.any(&SessionPart::picture_is_due, !d_.is_scripted());
      // A gas knows its step only after a batch, so the state has the one that the picture shows.
      if (in_cells(d_.applied.physics)) d_.refresh_time();
      pace_.advance();
    }
    if (visible) draw(fresh);
    pace_.pump(true);
  } catch (const EngineError& e) {
    engine_failed(e.what());
    if (visible) d_.window.draw_interface();
  } catch (const OutOfMemory& e) {  // some drivers allocate memory only when a kernel needs it
    if (d_.state.engine.on_host) throw;
    engine_failed(e.what());
    if (visible) d_.window.draw_interface();
  }
  report(start);
  return finish_frame();
} catch (const LogEnds&) {
  return false;
}

// Input: what the window and the clock say, recorded or replayed here. False: the session ends.
bool Session::begin_frame() {
  SessionLog& log = d_.log();
  bool open = d_.window.poll();
  for (; open && log.replaying() && d_.window.width() == 0; open = d_.window.poll()) d_.window.wait(0.1);
  if (!open && log.replaying()) return false;
  if (!open) {
    d_.window.keep_open();
    d_.send(command::Quit{});
  }
  if (!log.frame(d_.elapsed(), d_.window.width() > 0)) return false;
  d_.interface->set_scale(d_.window.scale());
  if (d_.window.width() > 0) d_.state.narrow = d_.interface->is_narrow(d_.state, d_.window.width(), d_.window.height());
  if (d_.window.has_lost_objects())
    for (Pane& pane : d_.panes) pane.lose_stages();
  pace_.frame_begins();
  return true;
}

// Edits go to the runs. No batch is under way, and none begins.
void Session::apply() {
  d_.parts.each(&SessionPart::batch_done);
  if (panes_.look_at_residual()) health_.forget_last_good();
  edits_.apply();
  edits_.send_pulses(services_.pulses());
  if (d_.parts.any(&SessionPart::edits_done)) d_.clock.forget();
}

// Writes into the state what the runs show. The runs stay as they are, unless a part takes them to another step.
void Session::observe() {
  panes_.collect_probes();
  travel();
  line_.follow(d_.state, *d_.runs, d_.parts.any(&SessionPart::altered));
  flow_.follow(d_.state, d_.active(), d_.interface->picture());
  readings_.read_monitors();
  readings_.read_mach();
  measurement_.follow();
  if (stops_.stop_if_due()) readings_.read_meters_soon();
  if (has_good_fields(d_.state))
    checks_.follow(d_.state, d_.active(), d_.runs->monitors(d_.state.active), d_.state.active, d_.now(),
                   stands(d_.state) && !d_.parts.any(&SessionPart::is_travelling), d_.log());
  readings_.read_meters();
}

void Session::travel() {
  // While the runs jump to another step, they ignore the scene's own stops.
  if (d_.parts.any(&SessionPart::is_travelling)) stops_.forget();
  const bool may_keep = d_.state.workspace != Workspace::kernel_lab && !d_.parts.any(&SessionPart::is_measuring);
  if (d_.parts.any(&SessionPart::travel, *d_.runs, may_keep)) pictures_.restart_range();
  const bool copies = may_keep && has_good_fields(d_.state) && !d_.log().replaying();
  if (copies && host_copy_.is_due(*d_.runs)) host_copy_.keep(*d_.runs);
}

// A part has taken the runs to another step.
void Session::runs_moved(const MovedRuns& moved) {
  d_.applied = moved.scene;
  State& s = d_.state;
  if (!(s.scene == d_.applied)) {
    // The history has one entry for it, however many edits the runs pass.
    if (!s.history.last_entry_is_travel() || s.history.can_redo()) s.history.record_travel(s.scene);
    s.scene = d_.applied;
    scene_changed(s);
  }
  panes_.fit();
  follow_jump(moved);
}

// Refreshes all that depends on the step of the runs.
void Session::follow_jump(const MovedRuns& moved) {
  if (moved.restarted) host_copy_.drop();
  stops_.forget();
  for (int k = 0; k < d_.runs->panes(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    Pane& pane = d_.panes[i];
    Solver& run = d_.runs->pane(k);
    if (moved.restarted) {
      pane.travelled(run);
      const bool known = moved.traces != nullptr && i < moved.traces->size();
      panes_.probes(k) = known ? (*moved.traces)[i] : std::vector<ProbeTrace>{};
    }
    pane.stability.watch(run.scene(), *run.media(), run.problem());
    pane.scene_changed();
  }
  panes_.refresh();
  d_.refresh_time();
  // During a jump forward the readings stay until the runs pass an edit.
  const bool goes_on = !moved.restarted && checks_.since() == moved.last_edit;
  checks_.restart(moved.last_edit, moved.known ? *moved.known : goes_on ? checks_.known() : CheckWatch::Known{});
  health_.forget_last_good();
  health_.look_soon();
  readings_.read_soon();
  measurement_.forget_pulse();
  if (moved.starts_over) restarted();
}

// A short way to another step shows only its end.
bool Session::is_nearly_there() const {
  if (!d_.parts.any(&SessionPart::is_travelling)) return false;
  const int soon = std::max(d_.clock.steps_within(0.1), 1);
  return d_.state.moments.backwards || d_.parts.any(&SessionPart::is_nearly_there, soon);
}

// The pictures, and the interface over them.
void Session::draw(bool fresh) {
  const double begin = d_.elapsed();
  pictures_.paint();
  d_.window.draw_interface();
  if (fresh && d_.film_due) pictures_.take_picture();
  d_.state.performance.draw_ms += 0.1 * (1e3 * (d_.elapsed() - begin) - d_.state.performance.draw_ms);
}

Commands Session::gather_commands() {
  Commands commands;
  if (d_.log().visible()) commands = plain_.draw(*d_.interface);
  for (const std::string& path : d_.window.take_dropped()) {
    const bool picture = path.ends_with(".png");
    if (picture) commands.push_back(command::Select{});
    commands.push_back(picture ? Command(command::LayImage{path}) : Command(command::Open{path}));
  }
  for (Command& c : services_.answers()) commands.push_back(std::move(c));
  for (Command& c : d_.queued) commands.push_back(std::move(c));
  d_.queued.clear();
  commands = d_.log().commands(std::move(commands));
  d_.parts.each(&SessionPart::follow);
  health_.follow_remedy();
  services_.follow_reading();
  return commands;
}

void Session::restarted() {
  for (int k = 0; k < d_.runs->panes(); ++k) d_.panes[static_cast<std::size_t>(k)].restarted(d_.runs->pane(k));
  host_copy_.drop();
  d_.parts.each(&SessionPart::restarted, d_.applied);
  d_.state.history.forget_pulses();
  if (std::exchange(d_.state.held, false)) d_.state.running = true;
  checks_.restart({});
  stops_.restarted();
  measurement_.forget_pulse();
  health_.forget_last_good();
  health_.look_soon();  // the start itself is a good state
  pictures_.restart_range();
  d_.clock.forget();
}

bool Session::finish_frame() {
  ++d_.frames;
  pictures_.save_screenshot(services_);
  if (d_.log().visible()) plain_.save(d_.window, *d_.interface);
  if (d_.log().visible() && d_.parts.any(&SessionPart::takes_pictures)) {
    ImDrawList over(ImGui::GetDrawListSharedData());
    if (d_.interface->draw_recording_sign(d_.state, over)) d_.window.draw_over(over);
  }
  if (d_.window.width() > 0)
    d_.window.present();
  else
    d_.window.wait(0.02);
  // A display that does not hold the frames back (a virtual one, a driver with vsync off) must not eat the cores that
  // the engine needs.
  const bool replaying = d_.log().replaying();
  if (d_.command.drawn) d_.command.drawn(d_.window);
  const double due = replaying ? d_.now() : last_frame_ + 0.95 / d_.window.refresh_rate(), left = due - d_.elapsed();
  const bool paced =
      d_.command.paced && !d_.window.is_driven() && (d_.interactive || (replaying && !d_.command.offscreen));
  if (paced && left > 0 && !d_.interface->input_waits())
    std::this_thread::sleep_for(std::chrono::duration<double>(left));
  last_frame_ = d_.elapsed();
  const bool kept = interrupted() && d_.state.scene_is_kept;
  for (const ModelHooks& h : model_hooks())
    if (kept && h.ends) h.ends(d_.state, services_);
  clean_end_ = (d_.command.frames > 0 && d_.frames >= d_.command.frames) || d_.state.quit || kept;
  return !clean_end_ && !interrupted();
}

void Session::report(double frame_start) {
  const double time = d_.elapsed();
  if (const Stage* stage = d_.panes[0].field.stage.get()) {
    d_.state.link = stage->link().name();
    d_.state.link_reason = stage->reason();
    if (stage->degraded() && !d_.state.link_degraded)
      fmt::print(stderr, "warning: the field is drawn through a {} instead: {}\n", d_.state.link, d_.state.link_reason);
    d_.state.link_degraded = stage->degraded();
  }
  if (!in_cells(d_.applied.physics)) d_.refresh_time();
  if (d_.frames % 64 == 0) d_.state.screens = d_.window.screens();  // one may be plugged in meanwhile
  d_.state.block = d_.active().engine().block();
  d_.parts.each(&SessionPart::report);
  Performance& p = d_.state.performance;
  p.steps_per_frame = d_.given;
  p.frame_ms += 0.1 * (1e3 * (time - frame_start) - p.frame_ms);
  speed_.measure(time);
  std::erase_if(d_.state.notes,
                [&](const Note& n) { return n.kind == Note::Kind::news && d_.now() - n.since > news_time; });
  if (const Text why = d_.log().take_problem(); !why.empty()) {
    if (!d_.interactive) throw TextError(why);  // nobody would see the note
    add_note(d_.state, Note::Kind::error, why, d_.now());
  }
  if (d_.interactive) services_.keeper().follow(scene_to_keep());
  ask_about_recovered_changes();
  update_title();
}

// Asks about the changes left by a crash when their lock is released after the start.
void Session::ask_about_recovered_changes() {
  const bool asks = d_.state.question.has_value();
  if (d_.interactive) services_.keeper().ask_again();
  if (asks) return;
  d_.state.question =
      d_.log().record_or_replay_unless(std::optional<Question>(), "late_question", [&] { return d_.state.question; });
}

void Session::update_title() {
  std::string title = window_title(d_.state);
  if (title == title_) return;
  title_ = std::move(title);
  d_.window.set_title(title_);
}

}  // namespace ez
