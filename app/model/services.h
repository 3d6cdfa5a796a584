// What update() needs of the world: files, dialogs, the engine. Behind an interface, so that update() is tested as a
// pure function of state and command.
#pragma once

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <vector>

#include "app/model/state.h"

namespace ez {

class Services {
 public:
  virtual ~Services() = default;
  virtual double now() const = 0;  // s of the program's clock

  // Files. Texts are empty when all went well, else say what went wrong and what to do.
  // `reads`: files outside its folder that the user lets this scene read.
  virtual SceneResult load(const std::string& file_or_name, const std::vector<std::string>& reads) = 0;
  virtual std::string read_picture(const std::string& path, GreyPicture& out) = 0;
  virtual bool exists(const std::string& path) = 0;
  virtual std::string full_path(const std::string& path) = 0;
  // Whether the file at `path` is another one than was opened, saved or autosaved.
  virtual bool changed_meanwhile(const std::string& path) = 0;
  // Whether writing `scene` over the comments of the file `origin` (may be empty) would lose some.
  virtual bool loses_comments(const Scene& scene, const std::string& origin) = 0;
  virtual Text save(const std::string& path, const Scene& scene, const std::string& origin) = 0;
  virtual Text export_probes(const std::string& path) = 0;
  virtual Text export_monitors(const std::string& path) = 0;
  virtual Text export_cut(const std::string& path) = 0;
  virtual Text export_field(const std::string& path, Quantity quantity) = 0;
  // A path that is not taken yet, for pictures that are saved without a question.
  virtual std::string fresh_name(const std::string& stem, const std::string& suffix) = 0;
  virtual void screenshot(const std::string& path) = 0;  // at the end of the frame; notes its own outcome
  // Asks for a path with the system's file dialog; the answer comes back later as the command that carries it. Returns
  // false when there is no dialog: the window asks by itself.
  virtual bool ask_path(FilePrompt::Purpose purpose, const std::string& suggestion) = 0;
  // What is kept between runs: recent files, theme, panel.
  virtual void settings_changed(const State& state) = 0;
  // The scene that a crash left behind and the user was asked about, with the path it was opened from; where there is
  // no scene, the messages say why it cannot be read.
  struct Autosaved {
    SceneResult result;
    std::string path;
  };
  virtual std::optional<Autosaved> autosaved() = 0;
  // The answer: restored, it is this run's own autosave until the scene is saved; or it goes.
  virtual void settle_autosaved(bool restored) = 0;

  // The engine and the window
  virtual void reset_field() = 0;  // field zero, t = 0, before the next step
  // Into the gas or heat of every pane, before the next step. `again`: redone, the history knows of it.
  virtual void pulse(const command::Pulse& pulse, bool again) = 0;
  virtual Text set_block(BlockShape block) = 0;
  virtual void full_screen(bool on, const std::string& screen) = 0;
  virtual void copy(const std::string& text) = 0;  // to the clipboard

  // What one feature asks of the world, declared in its folder. Throws std::logic_error where nobody has offered it.
  template <class T>
  T& of() {
    const auto found = offered_.find(typeid(T));
    if (found == offered_.end()) throw std::logic_error(std::string("nobody offers ") + typeid(T).name());
    return *static_cast<T*>(found->second);
  }
  // `service` lives as long as this does.
  template <class T>
  void offer(T& service) {
    offered_[typeid(T)] = &service;
  }

 private:
  std::map<std::type_index, void*> offered_;
};

}  // namespace ez
