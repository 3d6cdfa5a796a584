// Saves the unsaved scene while the program runs and when it ends, and offers it again after a crash. A student's
// version of a lesson's scene is saved with its card, so that the lesson shows it when it is opened again.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "app/model/document/scene_files.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/platform/autosave.h"
#include "solver/scene/file/scene_file.h"

namespace ez {

class SceneKeeper {
 public:
  using Reader = std::function<SceneResult(const std::string& text, const std::string& file)>;
  // `services` gives the time. Without folders (a scripted run) nothing is saved.
  SceneKeeper(
      State& state, Services& services, SceneFiles& files, Autosave autosave,
      Reader read = [](const std::string& text, const std::string& file) { return parse_scene(text, file); })
      : state_(state), services_(services), files_(files), autosave_(std::move(autosave)), read_(std::move(read)) {}

  // Called at the start. Asks about changes that a crash left. If reading them throws an exception, they are set aside
  // with a note, and the program starts.
  void ask();
  // Called every frame. Asks later about files that were locked at the start. A program that crashed holds its lock
  // until its memory is released. This takes seconds if it had much memory.
  void ask_again();
  // Returns the changes that the crash left. settle() carries out the user's answer.
  std::optional<Services::Autosaved> left() const;
  void settle(bool restored);

  // Called every frame. `last` is the last scene without errors, which can be read again.
  void follow(const Scene& last);
  // Called at the end. A clean end leaves nothing to restore. A signal, a lost display or an error leaves the unsaved
  // changes, and reports this on standard error.
  void end(const Scene& last, bool clean);

 private:
  void keep_it(const Scene& scene);
  std::string keep(const Scene& scene);
  // Saves the scenes that the presenter has left with changes, each in a file that exists as long as the scene has
  // changes.
  void keep_edited(bool at_once = false);
  void drop_all();
  void report(const std::string& why);  // reports a failed write
  void set_aside(const std::string& why);

  State& state_;
  Services& services_;
  SceneFiles& files_;
  Autosave autosave_;
  struct KeptEdited {
    Autosave file;
    Scene scene;  // the scene in the file
  };
  std::map<int, KeptEdited> edited_;  // by EditedScene::id
  double tried_edited_ = 0;           // s of the program's clock at which saving one of them last failed
  Reader read_;
  std::optional<Autosave::Left> offered_;  // changes left by a crash, about which the user is asked
  Scene kept_;                             // the scene in autosave_
  double last_ = 0;                        // s of the program's clock at the last save; 0: everything is saved
  double asked_ = 0;                       // s of the program's clock when it last looked for changes left by a crash
  bool failed_ = false;                    // the last save failed, which was reported
};

}  // namespace ez
