// Carries out a command of the user. Nothing else changes the state on the user's behalf.
#pragma once

#include <ctime>

#include "app/model/services.h"
#include "app/model/state.h"

namespace ez {

void update(State& state, const Command& command, Services& services);

// Makes `scene`, just opened, the scene of the state. Keeps theme, tool and what is drawn over the field. Keeps the
// speed too, unless the scene has its own pace. `known` may be the scene's media if the caller has them.
void adopt_scene(State& state, Scene scene, std::string path, std::string builtin, SharedMedia known = {});
// Must be called after every change of the scene. Updates the media, the problems, the selection and the
// unsaved mark.
void scene_changed(State& state);
// Adds a note to the picture and drops the oldest if there are too many. `cause`: see Note.
void add_note(State& state, Note::Kind kind, Text text, double now, std::string cause = {});
// Removes the note of a cause that has ended.
void withdraw(State& state, std::string_view cause);
// Reports the outcome of writing a file whose path the user gave. On failure asks for another path.
void file_written(State& state, Services& services, FilePrompt::Purpose purpose, const std::string& path,
                  const Text& error);
// Reports the outcome of writing a file whose path was not asked for. Only adds a note.
void note_file_written(State& state, Services& services, const std::string& path, const Text& error,
                       std::string cause = {});
// Returns the question about the scene that a crash left at time `when`. `title` is the scene's title and `origin` its
// file; either may be empty.
Question restore_question(const std::string& title, const std::string& origin, std::time_t when);
// Returns the view that the scene asks for, with the toggles of `before`.
ViewState view_of(const Scene& scene, const ViewState& before);
// Returns the scene's name for display: its title, otherwise the name of its file or built-in scene.
std::string shown_name(const State& state);
// Returns true if the workspace has a panel and it is open. A lesson starts with the panel closed; after the lesson the
// user's own setting counts again.
bool shows_panel(const State& state);
// Returns the name with its file: "mine.toml (Double slit)". A dot follows while there are unsaved changes.
std::string shown_file(const State& state);
// Returns the scene as a file holds it: without the pane of a comparison, and without changes that only serve a
// feature's measurement.
Scene scene_to_save(const State& state, const Scene& scene);
// Returns true if there is something to save. A change of the seed of a hidden fault alone does not count, because a
// new question is no work to lose.
bool is_unsaved(const Scene& scene, const Scene& saved);
// Returns the window's title: scene, file and program.
std::string window_title(const State& state);
// Limits a scale to the range of Ctrl + and Ctrl −, 0.75 to 3. Returns 1 for values that are no scale.
double allowed_interface_scale(double wanted);
// Returns all messages as text, one line each.
Text joined(const std::vector<Message>& messages);
bool has_errors(const std::vector<Message>& messages);

}  // namespace ez
