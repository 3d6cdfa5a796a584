// The only place that changes the state on the user's behalf.
#pragma once

#include <ctime>

#include "app/model/services.h"
#include "app/model/state.h"

namespace ez {

void update(State& state, const Command& command, Services& services);

// The state of a program that has just opened `scene`. Theme, tool and what is drawn over the field stay; so does the
// speed, where the scene has no pace of its own.
void adopt_scene(State& state, Scene scene, std::string path, std::string builtin);
// After every change of the scene: what is wrong with it, what is selected, whether it is saved.
void scene_changed(State& state);
// A note on the picture; the oldest goes when there are too many. `cause`: see Note.
void add_note(State& state, Note::Kind kind, Text text, double now, std::string cause = {});
// The cause has ended: its note goes.
void withdraw(State& state, std::string_view cause);
// Says what became of a file that was asked for; where it could not be written, its place is asked for again.
void file_written(State& state, Services& services, FilePrompt::Purpose purpose, const std::string& path,
                  const Text& error);
// The same of a file whose place was not asked for: a note, and nothing else.
void file_told(State& state, Services& services, const std::string& path, const Text& error, std::string cause = {});
// Asks about what a crash left at time `when`, of the scene of this title in `origin` (either may be empty).
Question restore_question(const std::string& title, const std::string& origin, std::time_t when);
// How the scene likes to be seen, with the toggles of `before`.
ViewState view_of(const Scene& scene, const ViewState& before);
// What the scene is called, whoever asks: its title, else its file's or built-in name.
std::string shown_name(const State& state);
// Whether the panel is open, in a workspace that has one. A lesson begins with it closed; after the lesson it is as the
// user has it.
bool shows_panel(const State& state);
// With its file: "mine.toml (Double slit)"; a dot behind the name while it is not saved.
std::string shown_file(const State& state);
// Whether there is something to save. The seed of a hidden fault alone is not: the next question is no work to lose.
bool is_unsaved(const Scene& scene, const Scene& saved);
// The window's title: the scene, its file, the program.
std::string window_title(const State& state);
// What Ctrl + and Ctrl − reach: 0.75 to 3; 1 for what is no scale.
double allowed_interface_scale(double wanted);
// Every message as a line of text, in English.
Text joined(const std::vector<Message>& messages);
bool has_errors(const std::vector<Message>& messages);

}  // namespace ez
