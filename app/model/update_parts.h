// Functions shared by the files that implement update(). Other code calls update() instead.
#pragma once

#include "app/model/services.h"
#include "app/model/state.h"

namespace ez {

// Restarts the run after an edit that fixes an unstable scene.
void restart_after_fix(State& state, Services& services);
// Resets the fields to the scene's initial state at t = 0. Resumes a run that was held at its end.
void start_over(State& state, Services& services);
// Prepares the run to leave its present time for another one.
void leave_present_step(State& state);
// Returns the beginning of names of files that are written without asking.
std::string scene_name(const State& state);
// Makes a finished edit with one undo entry.
void edit_scene(State& state, Services& services, Scene scene, const Text& what);

// Asks what to do with unsaved changes before carrying out `then`, which would lose them.
void ask_about_changes(State& s, const Text& what, Command then);
// Asks whether the scene or lesson `name` may read a file outside its folder. `then` opens it with that permission.
void ask_to_read(State& s, const std::string& name, const std::string& file, Command then);
// Asks the same only if there are unsaved changes; returns false if it does not ask. Never asks in the presenter, where
// keep_edited() saves the changes.
bool asks_about_changes(State& s, const Text& what, Command then);
// Moves a scene with unsaved changes to State::edited before another one replaces it in the presenter. Adds a note with
// a button that returns to it.
void keep_edited(State& s, Services& x);
// Adds a note on each scene of State::edited after the presentation.
void offer_edited(State& s, Services& x);
// Replaces all panes by those of a newly opened scene.
void adopt_panes(State& state);

}  // namespace ez
