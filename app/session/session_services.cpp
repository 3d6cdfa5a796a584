// The session's files, dialogs and switches: what update() asks the world for.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/session/session.h"
#include "solver/base/csv.h"
#include "solver/base/npy.h"

namespace ez {
SceneResult Session::load(const std::string& file_or_name) {
  const std::uint64_t mark =
      content_mark(text_of_file(file_or_name));  // before: what comes between is seen as a change
  SceneResult result = load_scene(file_or_name);
  if (result.scene) known_files_[ez::full_path(file_or_name)] = mark;
  return result;
}

bool Session::exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

std::string Session::full_path(const std::string& path) { return ez::full_path(path); }

bool Session::changed_meanwhile(const std::string& path) {
  if (!exists(path)) return false;
  const auto known = known_files_.find(path);
  return known == known_files_.end() || known->second != content_mark(text_of_file(path));
}

bool Session::loses_comments(const Scene& scene, const std::string& origin) {
  bool lost = false;
  if (const std::string text = text_of_file(origin); !text.empty()) write_scene_keeping_comments(scene, text, &lost);
  return lost;
}

std::string Session::save(const std::string& path, const Scene& scene, const std::string& origin) {
  const std::string old = text_of_file(origin);
  const std::string text = old.empty() ? write_scene(scene) : write_scene_keeping_comments(scene, old, nullptr);
  std::string why = write_or_why(path, [&] { return std::string(text); });
  if (why.empty()) known_files_[path] = content_mark(text);
  return why;
}

std::string Session::export_probes(const std::string& path) {
  if (state_.probes.empty()) return "There is no probe; set one with P";
  std::vector<ProbeRecord> records;
  for (const ProbeTrace& trace : state_.probes) records.push_back({trace.name, trace.first_step, trace.values});
  return write_or_why(path, [&] { return probe_csv(records, active().dt(), active().scene().grid.precision); });
}

std::string Session::export_field(const std::string& path, Quantity quantity) {
  if (quantity == Quantity::residual) return "A residual is no array of its own; save Ez instead";
  const Grid& grid = active().scene().grid;
  return write_or_why(path, [&] { return npy_bytes(active().field(quantity), grid.nx, grid.ny, grid.precision); });
}

std::string Session::fresh_name(const std::string& stem, const std::string& suffix) {
  for (int k = 1;; ++k)
    if (std::string name = fmt::format("{}-{:03}{}", stem, k, suffix); !exists(name)) return name;
}

void Session::screenshot(const std::string& path) { screenshot_ = path; }
bool Session::ask_path(FilePrompt::Purpose purpose, const std::string& suggestion) {
  return interactive_ && !command_.offscreen && dialogs_.ask(purpose, suggestion);
}

void Session::settings_changed(const State& state) {
  if (interactive_) write_settings(folders_, {state.dark, state.panel_shown, state.recent, state.interface_scale});
}

std::optional<Services::Autosaved> Session::autosaved() {
  if (!offered_) return std::nullopt;
  // A name that is not the whole path is of a folder that nobody knows.
  const bool known = offered_->origin.starts_with('/');
  return Autosaved{parse_scene(offered_->scene, offered_->file.string()), known ? offered_->origin : ""};
}

void Session::settle_autosaved(bool restored) {
  const auto answered = std::exchange(offered_, std::nullopt);
  if (!answered) return;
  if (!restored) return autosave_.discard(*answered);
  autosave_.take_over(*answered);
  if (answered->mark) known_files_[answered->origin] = *answered->mark;
  last_autosave_ = now();
}

void Session::reset_field() { reset_wanted_ = true; }
std::string Session::set_block(BlockShape block) {
  cancel_sweep();
  std::string why;
  for (int k = 0; k < runs_->panes() && why.empty(); ++k) why = runs_->pane(k).engine().set_block(block);
  return why;
}
void Session::full_screen(bool on) { window_.set_full_screen(on); }

}  // namespace ez
