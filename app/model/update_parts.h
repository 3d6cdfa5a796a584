// What the files of update() share. Not for others: they call update().
#pragma once

#include "app/model/services.h"
#include "app/model/state.h"

namespace ez {

// After an edit that mends an unstable scene: the run starts anew.
void thaw(State& state, Services& services);
// The field as the scene starts with it, t = 0; a run that stood at its moment goes again.
void start_over(State& state, Services& services);
// What runs leaves the moment where it stands for another one.
void leave_moment(State& state);
// What the names of files begin with that are written without asking for a name.
std::string scene_name(const State& state);
// A finished edit: one undo entry.
void edit_scene(State& state, Services& services, Scene scene, const Text& what);

// Asks what is to become of unsaved changes before `then`, which loses them, is carried out.
void ask_about_changes(State& s, const Text& what, Command then);
// Asks whether the scene or lesson `name` may read a file outside its folder; `then` opens it so.
void ask_to_read(State& s, const std::string& name, const std::string& file, Command then);
// Likewise, where there are any; false where nothing is asked. In the presenter nothing is: keep_edited() keeps them.
bool asks_about_changes(State& s, const Text& what, Command then);
// In the presenter, before another scene takes the place of one with unsaved changes: moves it to State::edited and
// offers the way back.
void keep_edited(State& s, Services& x);
// After the presentation: a note on each scene of State::edited.
void offer_edited(State& s, Services& x);
// A scene was opened: its panes, and nothing of those before.
void adopt_panes(State& state);

}  // namespace ez
