// The external services that update() needs: files, dialogs, the engine. They are behind an interface, so that tests
// can call update() as a pure function of state and command.
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

  // Files. Returned texts are empty on success; otherwise they name the error and the remedy.
  // `reads`: files outside the scene's folder that the user allows it to read.
  virtual SceneResult load(const std::string& file_or_name, const std::vector<std::string>& reads) = 0;
  virtual std::string read_picture(const std::string& path, GreyPicture& out) = 0;
  virtual bool exists(const std::string& path) = 0;
  virtual std::string full_path(const std::string& path) = 0;
  // Returns true if the file at `path` has changed since it was opened, saved or autosaved.
  virtual bool changed_meanwhile(const std::string& path) = 0;
  // Returns true if writing `scene` over the file `origin` (may be empty) would lose some of its comments.
  virtual bool loses_comments(const Scene& scene, const std::string& origin) = 0;
  virtual Text save(const std::string& path, const Scene& scene, const std::string& origin) = 0;
  virtual Text export_probes(const std::string& path) = 0;
  virtual Text export_monitors(const std::string& path) = 0;
  virtual Text export_cut(const std::string& path) = 0;
  virtual Text export_field(const std::string& path, Quantity quantity) = 0;
  // Returns a path that does not exist yet, for pictures that are saved without a question.
  virtual std::string fresh_name(const std::string& stem, const std::string& suffix) = 0;
  virtual void screenshot(const std::string& path) = 0;  // written at the end of the frame; adds its own note about the
                                                         // outcome
  // Opens the system's file dialog. The answer arrives later, as the command that carries the path. Returns false if
  // there is no such dialog; the window then shows its own prompt.
  virtual bool ask_path(FilePrompt::Purpose purpose, const std::string& suggestion) = 0;
  // Saves the settings that are remembered between sessions: recent files, theme, panel.
  virtual void settings_changed(const State& state) = 0;
  // The scene that a crash left behind, and the path or the built-in scene it was opened from. If the scene cannot be
  // read, the messages say why.
  struct Autosaved {
    SceneResult result;
    std::string path;
    std::string builtin = {};
  };
  virtual std::optional<Autosaved> autosaved() = 0;
  // Takes the user's answer. A restored scene becomes this session's own autosave until it is saved; otherwise the
  // autosave is deleted.
  virtual void settle_autosaved(bool restored) = 0;

  // The engine and the window
  virtual void reset_field() = 0;  // sets fields to zero and t = 0 before the next step
  // Sends the pulse into the gas or heat of every pane before the next step. `again`: this is a redo, so the history
  // already has an entry.
  virtual void pulse(const command::Pulse& pulse, bool again) = 0;
  virtual Text set_block(BlockShape block) = 0;
  virtual void full_screen(bool on, const std::string& screen) = 0;
  virtual void copy(const std::string& text) = 0;  // puts text on the clipboard

  // Returns the services that one feature needs, declared in the feature's folder. Throws std::logic_error if nobody
  // has offered them.
  template <class T>
  T& of() {
    const auto found = offered_.find(typeid(T));
    if (found == offered_.end()) throw std::logic_error(std::string("no service of type ") + typeid(T).name());
    return *static_cast<T*>(found->second);
  }
  // Does not own `service`, which must live as long as this object.
  template <class T>
  void offer(T& service) {
    offered_[typeid(T)] = &service;
  }

 private:
  std::map<std::type_index, void*> offered_;
};

}  // namespace ez
