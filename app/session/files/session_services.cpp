#include "app/session/files/session_services.h"

#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/model/document/monitor_file.h"
#include "app/model/hooks.h"
#include "app/model/log/members.h"
#include "app/model/update.h"
#include "solver/base/csv.h"
#include "solver/base/npy.h"
#include "solver/base/text_with.h"
#include "solver/scene/file/picture_file.h"

namespace ez {

SessionServices::SessionServices(SessionData& d, Pictures& pictures)
    : d_(d),
      pictures_(pictures),
      keeper_(d.state, *this, d.files, d.interactive ? Autosave(d.folders.state, refuge_folder()) : Autosave({})) {}

SceneResult SessionServices::load(const std::string& file_or_name, const std::vector<std::string>& reads) {
  return d_.log().record_or_replay("load", [&] {
    if (!d_.interactive) return d_.files.load(file_or_name, reads);
    SceneResult result = reading_.load(d_.files, file_or_name, reads);
    if (reading_.is_late())
      add_note(d_.state, Note::Kind::warning, text_with("Reading {} in the background …", file_or_name), d_.now(),
               "reading");
    else
      withdraw(d_.state, "reading");
    return result;
  });
}

bool SessionServices::exists(const std::string& path) {
  return d_.log().record_or_replay("exists", [&] { return SceneFiles::exists(path); });
}

std::string SessionServices::full_path(const std::string& path) {
  return d_.log().record_or_replay("full_path", [&] { return ez::full_path(path); });
}

bool SessionServices::changed_meanwhile(const std::string& path) {
  return d_.log().record_or_replay("changed_meanwhile", [&] { return d_.files.changed_meanwhile(path); });
}

bool SessionServices::loses_comments(const Scene& scene, const std::string& origin) {
  return d_.log().record_or_replay("loses_comments", [&] { return d_.files.loses_comments(scene, origin); });
}

Text SessionServices::save(const std::string& path, const Scene& scene, const std::string& origin) {
  return d_.log().record_or_replay("save", [&] {
    std::vector<InputFile> inputs = d_.inputs();
    std::erase_if(inputs, [](const InputFile& input) { return input.role == InputFile::Role::scene; });
    Text why = why_overwrites(path, inputs);
    return why.empty() ? d_.files.save(path, scene, origin) : why;
  });
}

Text SessionServices::export_probes(const std::string& path) {
  if (d_.state.probes.empty()) return "Cannot save: the scene has no probe; add one with the key P";
  std::vector<ProbeRecord> records;
  for (const ProbeTrace& trace : d_.state.probes)
    records.push_back({trace.name, trace.first_step, trace.values, trace.times});
  return d_.log().record_or_replay("export", [&] {
    return d_.write(path, [&] { return probe_csv(records, d_.active().dt(), d_.active().scene().grid.precision); });
  });
}

Text SessionServices::export_monitors(const std::string& path) {
  if (d_.active().scene().monitors.empty()) return "Cannot save: the scene has no monitor; add one in the panel";
  return d_.log().record_or_replay("export", [&] {
    return d_.write(path, [&] { return monitor_file(path, d_.runs->monitors(d_.state.active), d_.active().scene()); });
  });
}

Text SessionServices::export_cut(const std::string& path) {
  if (!d_.state.view.cut.on) return "Cannot save: there is no line cut; draw one with the line tool";
  return d_.log().record_or_replay("export", [&] {
    return d_.write(path, [&] { return cut_csv(d_.active().scene(), d_.state.view.cut, d_.state.cut); });
  });
}

Text SessionServices::export_field(const std::string& path, Quantity quantity) {
  if (quantity == Quantity::residual) return "A residual cannot be saved as an array; save Ez instead";
  const Grid& grid = d_.active().scene().grid;
  return d_.log().record_or_replay("export", [&] {
    return d_.write(path, [&] { return npy_bytes(d_.active().field(quantity), grid.nx, grid.ny, grid.precision); });
  });
}

std::string SessionServices::read_picture(const std::string& path, GreyPicture& out) {
  ReadPicture read = d_.log().record_or_replay("read_picture", [&] {
    ReadPicture r;
    d_.files.allow(path);  // the user chose this file
    const PlaceToRead place = place_to_read({.folder = "", .allowed = {path}}, path, "png");
    r.why = place.why.empty() ? ez::read_picture(place.path, most_scene_bytes, r.picture) : place.why;
    return r;
  });
  out = std::move(read.picture);
  return read.why;
}

std::string SessionServices::fresh_name(const std::string& stem, const std::string& suffix) {
  return d_.log().record_or_replay("fresh_name", [&] { return fresh_file(stem, suffix); });
}

void SessionServices::screenshot(const std::string& path) { pictures_.want_screenshot(path); }

bool SessionServices::ask_path(FilePrompt::Purpose purpose, const std::string& suggestion) {
  return d_.log().record_or_replay_unless(
      false, "dialog", [&] { return d_.interactive && !d_.command.offscreen && dialogs_.ask(purpose, suggestion); });
}

void SessionServices::report_unsaved(const std::string& cause, const Text& text) {
  if (text.empty()) return unkept_.erase(cause), withdraw(d_.state, cause);
  if (unkept_.insert(cause).second) add_note(d_.state, Note::Kind::warning, text, d_.now(), cause);
}

void SessionServices::settings_changed(const State& state) {
  const std::string why = d_.log().record_or_replay_unless(std::string(), "unkept_settings", [&]() -> std::string {
    if (!d_.interactive) return "";
    Settings settings;
    settings.dark = state.dark;
    settings.panel_shown = state.panel_shown;
    settings.web = state.web;
    settings.recent = state.recent;
    settings.interface_scale = state.interface_scale;
    settings.color_vision = facts_of(state.view.vision).name;
    settings.language = facts_of(state.language).name;
    for (const ModelHooks& h : model_hooks())
      if (h.give_settings) h.give_settings(state, settings);
    return write_settings(d_.folders, settings);
  });
  report_unsaved("settings", why.empty() ? Text()
                                         : text_with("Cannot save the settings: {}. Make this folder writable, or set "
                                                     "XDG_CONFIG_HOME and XDG_STATE_HOME to other folders",
                                                     why));
}

std::optional<Services::Autosaved> SessionServices::autosaved() {
  return d_.log().record_or_replay("autosaved", [&] { return keeper_.left(); });
}

void SessionServices::settle_autosaved(bool restored) { keeper_.settle(restored); }

void SessionServices::reset_field() { d_.reset_wanted = true; }

void SessionServices::pulse(const command::Pulse& pulse, bool again) { pulses_.push_back({pulse, again}); }

Text SessionServices::set_block(BlockShape block) {
  d_.parts.each(&SessionPart::stop_measuring);
  std::string why = d_.active().engine().why_illegal(block);  // a refused block changes nothing, not even the scheme
  if (why.empty()) d_.parts.each(&SessionPart::block_chosen);
  for (int k = 0; k < d_.runs->panes() && why.empty(); ++k) why = d_.runs->pane(k).engine().set_block(block);
  return Text::as_is(why);
}

void SessionServices::full_screen(bool on, const std::string& screen) {
  if (!d_.log().replaying()) d_.window.set_full_screen(on, screen);
}

void SessionServices::copy(const std::string& text) {
  if (!d_.log().replaying()) ImGui::SetClipboardText(text.c_str());
}

void SessionServices::follow_reading() {
  if (reading_.becomes_due()) d_.send(command::Open{reading_.name(), true, reading_.reads()});
}

}  // namespace ez
