// What update() asks of the session: files, dialogs, the engine, the window. See services.h.
#include <fmt/format.h>
#include <imgui.h>

#include <utility>
#include <vector>

#include "app/model/document/monitor_file.h"
#include "app/model/hooks.h"
#include "app/model/log/members.h"
#include "app/model/log/session_log.h"
#include "app/model/update.h"
#include "app/session/session.h"
#include "solver/base/csv.h"
#include "solver/base/npy.h"
#include "solver/base/text_with.h"
#include "solver/scene/file/picture_file.h"

namespace ez {

SceneResult Session::load(const std::string& file_or_name, const std::vector<std::string>& reads) {
  return command_.log->said("load", [&] {
    if (!interactive_) return files_.load(file_or_name, reads);
    SceneResult result = reading_.load(files_, file_or_name, reads);
    if (reading_.is_late())
      add_note(state_, Note::Kind::warning, text_with("Reading {} in the background …", file_or_name), now(),
               "reading");
    else
      withdraw(state_, "reading");
    return result;
  });
}
bool Session::exists(const std::string& path) {
  return command_.log->said("exists", [&] { return SceneFiles::exists(path); });
}
std::string Session::full_path(const std::string& path) {
  return command_.log->said("full_path", [&] { return ez::full_path(path); });
}

bool Session::changed_meanwhile(const std::string& path) {
  return command_.log->said("changed_meanwhile", [&] { return files_.changed_meanwhile(path); });
}
bool Session::loses_comments(const Scene& scene, const std::string& origin) {
  return command_.log->said("loses_comments", [&] { return files_.loses_comments(scene, origin); });
}
Text Session::save(const std::string& path, const Scene& scene, const std::string& origin) {
  return command_.log->said("save", [&] { return files_.save(path, scene, origin); });
}

Text Session::export_probes(const std::string& path) {
  if (state_.probes.empty()) return "There is no probe; set one with P";
  std::vector<ProbeRecord> records;
  for (const ProbeTrace& trace : state_.probes)
    records.push_back({trace.name, trace.first_step, trace.values, trace.times});
  return command_.log->said("export", [&] {
    return write_or_why(path, [&] { return probe_csv(records, active().dt(), active().scene().grid.precision); });
  });
}

Text Session::export_monitors(const std::string& path) {
  if (active().scene().monitors.empty()) return "There is no monitor; add one in the panel";
  return command_.log->said("export", [&] {
    return write_or_why(path, [&] { return monitor_file(path, runs_->monitors(state_.active), active().scene()); });
  });
}

Text Session::export_cut(const std::string& path) {
  if (!state_.view.cut.on) return "There is no line; draw one with the line tool";
  return command_.log->said("export", [&] {
    return write_or_why(path, [&] { return cut_csv(active().scene(), state_.view.cut, state_.cut); });
  });
}

Text Session::export_field(const std::string& path, Quantity quantity) {
  if (quantity == Quantity::residual) return "A residual is no array of its own; save Ez instead";
  const Grid& grid = active().scene().grid;
  return command_.log->said("export", [&] {
    return write_or_why(path, [&] { return npy_bytes(active().field(quantity), grid.nx, grid.ny, grid.precision); });
  });
}

std::string Session::read_picture(const std::string& path, GreyPicture& out) {
  ReadPicture read = command_.log->said("read_picture", [&] {
    ReadPicture r;
    files_.allow(path);  // the user named it
    const PlaceToRead place = place_to_read({.folder = "", .allowed = {path}}, path, "png");
    r.why = place.why.empty() ? ez::read_picture(place.path, most_scene_bytes, r.picture) : place.why;
    return r;
  });
  out = std::move(read.picture);
  return read.why;
}

std::string Session::fresh_name(const std::string& stem, const std::string& suffix) {
  return command_.log->said("fresh_name", [&] { return fresh_file(stem, suffix); });
}

void Session::screenshot(const std::string& path) { screenshot_ = path; }
bool Session::ask_path(FilePrompt::Purpose purpose, const std::string& suggestion) {
  return command_.log->said_unless(
      false, "dialog", [&] { return interactive_ && !command_.offscreen && dialogs_.ask(purpose, suggestion); });
}

// What cannot be kept for the next start is told once; an empty text: it is kept again.
void Session::tell_unkept(const std::string& cause, const Text& text) {
  if (text.empty()) return unkept_.erase(cause), withdraw(state_, cause);
  if (unkept_.insert(cause).second) add_note(state_, Note::Kind::warning, text, now(), cause);
}

void Session::settings_changed(const State& state) {
  const std::string why = command_.log->said_unless(std::string(), "unkept_settings", [&]() -> std::string {
    if (!interactive_) return "";
    Settings settings;
    settings.dark = state.dark;
    settings.panel_shown = state.panel_shown;
    settings.recent = state.recent;
    settings.interface_scale = state.interface_scale;
    settings.color_vision = facts_of(state.view.vision).name;
    settings.language = facts_of(state.language).name;
    for (const ModelHooks& h : model_hooks())
      if (h.give_settings) h.give_settings(state, settings);
    return write_settings(folders_, settings);
  });
  tell_unkept("settings", why.empty() ? Text()
                                      : text_with("The settings are not kept: {}; make that place writable, or set "
                                                  "XDG_CONFIG_HOME and XDG_STATE_HOME to other folders",
                                                  why));
}

std::optional<Services::Autosaved> Session::autosaved() {
  return command_.log->said("autosaved", [&] { return keeper_.left(); });
}
void Session::settle_autosaved(bool restored) { keeper_.settle(restored); }

void Session::reset_field() { reset_wanted_ = true; }
void Session::pulse(const command::Pulse& pulse, bool again) { pulses_.push_back({pulse, again}); }
Text Session::set_block(BlockShape block) {
  parts_.each(&SessionPart::stop_measuring);
  std::string why = active().engine().why_illegal(block);  // what is refused changes nothing, the scheme neither
  if (why.empty()) parts_.each(&SessionPart::block_chosen);
  for (int k = 0; k < runs_->panes() && why.empty(); ++k) why = runs_->pane(k).engine().set_block(block);
  return Text::as_is(why);
}
void Session::full_screen(bool on, const std::string& screen) {
  if (!command_.log->replaying()) window_.set_full_screen(on, screen);
}

void Session::copy(const std::string& text) {
  if (!command_.log->replaying()) ImGui::SetClipboardText(text.c_str());
}

}  // namespace ez
