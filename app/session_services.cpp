// The session's files, dialogs and switches: what update() asks the world for.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

#include "app/session.h"
#include "solver/measure/csv.h"
#include "solver/measure/npy.h"

namespace ez {
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  if (!path.empty()) text << std::ifstream(path).rdbuf();
  return text.str();
}

// Runs `write`; why it failed, in one line with what to do.
template <class Write>
std::string attempt(const std::string& path, Write write) {
  try {
    write();
    return "";
  } catch (const std::system_error& e) {
    return fmt::format("{} is not written: {}; choose another place, or make room there", path, e.code().message());
  } catch (const std::exception& e) {
    return fmt::format("{} is not written: {}", path, e.what());
  }
}

}  // namespace

SceneResult Session::load(const std::string& file_or_name) { return load_scene(file_or_name); }

bool Session::exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool Session::loses_comments(const Scene& scene, const std::string& origin) {
  bool lost = false;
  if (const std::string text = text_of(origin); !text.empty()) write_scene_keeping_comments(scene, text, &lost);
  return lost;
}

std::string Session::save(const std::string& path, const Scene& scene, const std::string& origin) {
  const std::string old = text_of(origin);
  const std::string text = old.empty() ? write_scene(scene) : write_scene_keeping_comments(scene, old, nullptr);
  return attempt(path, [&] { write_file_atomically(path, text); });
}

std::string Session::export_probes(const std::string& path) {
  if (state_.probes.empty()) return "There is no probe; set one with P";
  std::vector<ProbeRecord> records;
  for (const ProbeTrace& trace : state_.probes) records.push_back({trace.name, trace.first_step, trace.values});
  return attempt(path, [&] { write_probe_csv(path, records, active().dt(), active().scene().grid.precision); });
}

std::string Session::export_field(const std::string& path, Quantity quantity) {
  if (quantity == Quantity::residual) return "A residual is no array of its own; save Ez instead";
  const Grid& grid = active().scene().grid;
  return attempt(path, [&] { write_npy(path, active().field(quantity), grid.nx, grid.ny, grid.precision); });
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
  return Autosaved{parse_scene(offered_->scene, offered_->file.string()), offered_->origin};
}

void Session::settle_autosaved(bool restored) {
  const auto answered = std::exchange(offered_, std::nullopt);
  if (!answered) return;
  if (!restored) return autosave_.discard(*answered);
  autosave_.take_over(*answered);
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
