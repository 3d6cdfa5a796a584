// Services of the session that update() uses: files, dialogs, the clipboard, the engine, the window.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/model/services.h"
#include "app/session/data.h"
#include "app/session/edits.h"
#include "app/session/files/dialogs.h"
#include "app/session/files/scene_keeper.h"
#include "app/session/pictures.h"
#include "app/session/run_making.h"

namespace ez {

class SessionServices final : public Services {
 public:
  SessionServices(SessionData& d, Pictures& pictures);

  double now() const override { return d_.now(); }
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
  void settings_changed(const State& state) override;
  std::optional<Autosaved> autosaved() override;
  void settle_autosaved(bool restored) override;
  void reset_field() override;
  void pulse(const command::Pulse& pulse, bool again) override;
  Text set_block(BlockShape block) override;
  void full_screen(bool on, const std::string& screen) override;
  void copy(const std::string& text) override;

  // Shows once that something cannot be saved for the next start. An empty text: it can be saved again.
  void report_unsaved(const std::string& cause, const Text& text);
  // Opens a large scene once its file has been read in the background.
  void follow_reading();
  Commands answers() { return dialogs_.take(); }  // of the file dialogs
  std::vector<WantedPulse>& pulses() { return pulses_; }
  SceneKeeper& keeper() { return keeper_; }

 private:
  SessionData& d_;
  Pictures& pictures_;
  SceneKeeper keeper_;
  Dialogs dialogs_;
  SceneReading reading_;
  std::vector<WantedPulse> pulses_;  // for the next step
  std::set<std::string> unkept_;     // causes that have been shown
};

}  // namespace ez
