// The unsaved scene, kept while the program runs and when it ends, and offered again after a crash. What a student made
// of a lesson's scene is kept with its card, where the lesson has it when it is opened again.
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
  // `services` tells the time. Without folders (a scripted run) nothing is kept.
  SceneKeeper(
      State& state, Services& services, SceneFiles& files, Autosave autosave,
      Reader read = [](const std::string& text, const std::string& file) { return parse_scene(text, file); })
      : state_(state), services_(services), files_(files), autosave_(std::move(autosave)), read_(std::move(read)) {}

  // At the start: asks about what a crash left. If reading it ends in an exception, it is set aside with a note, and
  // the program starts.
  void ask();
  // Every frame: asks later about what could not be had at the start. A program that crashed holds its lock until its
  // memory is given back, which takes seconds where it had much.
  void ask_again();
  // What it left, and the answer.
  std::optional<Services::Autosaved> left() const;
  void settle(bool restored);

  // Every frame; `last` is the last scene that can be read again.
  void follow(const Scene& last);
  // At the end. A clean one leaves nothing to restore; a signal, a lost display and an error with unsaved changes do,
  // which is said on standard error.
  void end(const Scene& last, bool clean);

 private:
  void keep_it(const Scene& scene);
  std::string keep(const Scene& scene);
  // The scenes that the presenter has left with changes: each in a file of its own, for as long as it is one.
  void keep_edited(bool at_once = false);
  void drop_all();
  void report(const std::string& why);  // of a write that failed
  void set_aside(const std::string& why);

  State& state_;
  Services& services_;
  SceneFiles& files_;
  Autosave autosave_;
  struct KeptEdited {
    Autosave file;
    Scene scene;  // as it is in the file
  };
  std::map<int, KeptEdited> edited_;  // by EditedScene::id
  double tried_edited_ = 0;           // s of the program's clock, when one of them could not be kept last
  Reader read_;
  std::optional<Autosave::Left> offered_;  // what a crash left, which the user is asked about
  Scene kept_;                             // as it is in autosave_
  double last_ = 0;                        // s of the program's clock when it was last looked at; 0: all is saved
  double asked_ = 0;                       // s of that clock, when it was last looked for what a crash left
  bool failed_ = false;                    // the last time it could not be kept, which was told
};

}  // namespace ez
