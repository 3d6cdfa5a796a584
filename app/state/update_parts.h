// What the files of update() share. Not for others: they call update().
#pragma once

#include "app/state/services.h"
#include "app/state/state.h"

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
void edit_scene(State& state, Services& services, Scene scene, const std::string& what);

// ---- files (file_update.cpp)
void on(State& s, Services& x, const command::Open& c);
void on(State& s, Services& x, const command::OpenBuiltin& c);
void on(State& s, Services& x, const command::BackToEdited& c);
void on(State& s, Services& x, const command::Save& c);
void on(State& s, Services& x, const command::SaveAs& c);
void on(State& s, Services& x, const command::LayImage& c);
void on(State& s, Services& x, const command::ExportProbes& c);
void on(State& s, Services& x, const command::ExportMonitors& c);
void on(State& s, Services& x, const command::ExportCut& c);
void on(State& s, Services& x, const command::ExportField& c);
void on(State& s, Services& x, const command::Screenshot& c);
void on(State& s, Services& x, const command::RestoreAutosave& c);
void on(State& s, Services& x, const command::Quit& c);
// ---- boundary lab (boundary_lab/update.cpp)
void on(State& s, Services& x, const command::SetWorkspace& c);
void on(State& s, Services& x, const command::SetLab& c);
void on(State& s, Services& x, const command::SelectPane& c);
void on(State& s, Services& x, const command::AddPane& c);
void on(State& s, Services& x, const command::RemovePane& c);
void on(State& s, Services& x, const command::Measure& c);
void on(State& s, Services& x, const command::StartSearch& c);
void on(State& s, Services& x, const command::CancelSearch& c);
void on(State& s, Services& x, const command::HideFault& c);
void on(State& s, Services& x, const command::Guess& c);
void on(State& s, Services& x, const command::Reveal& c);
void on(State& s, Services& x, const command::Mend& c);
void on(State& s, Services& x, const command::SaveReport& c);
// ---- kernel lab (kernel_lab/update.cpp)
void on(State& s, Services& x, const command::SetScheme& c);
void on(State& s, Services& x, const command::NearestScene& c);
void on(State& s, Services& x, const command::StartSweep& c);
void on(State& s, Services& x, const command::CancelSweep& c);
void on(State& s, Services& x, const command::AdoptBlock& c);
void on(State& s, Services& x, const command::ExportSweep& c);
// ---- the timeline (timeline/update.cpp)
void on(State& s, Services& x, const command::GoTo& c);
void on(State& s, Services& x, const command::PlayBackwards& c);
void on(State& s, Services& x, const command::SetTimeline& c);
void on(State& s, Services& x, const command::CompareWithThen& c);
// ---- the stage (stage_update.cpp)
void on(State& s, Services& x, const command::Present& c);
void on(State& s, Services& x, const command::NextScene& c);
void on(State& s, Services& x, const command::Film& c);
void on(State& s, Services& x, const command::CopyScene& c);
void on(State& s, Services& x, const command::OpenText& c);
void on(State& s, Services& x, const command::SavePage& c);
// ---- lessons (lesson/update.cpp)
void on(State& s, Services& x, const command::Learn& c);
// The lesson, where there is one, will not go on here: what the student has done is kept.
void keep_lesson(State& s, Services& x);
// ---- of files, for the stage
// Asks what is to become of unsaved changes before `then`, which loses them, is carried out.
void ask_about_changes(State& s, const std::string& what, Command then);
// Asks whether the scene or lesson `name` may read a file outside its folder; `then` opens it so.
void ask_to_read(State& s, const std::string& name, const std::string& file, Command then);
// Likewise, where there are any; false where nothing is asked. In the presenter nothing is: keep_edited() keeps them.
bool asks_about_changes(State& s, const std::string& what, Command then);
// In the presenter, before another scene takes the place of one with unsaved changes: moves it to State::edited and
// offers the way back.
void keep_edited(State& s, Services& x);
// After the presentation: a note on each scene of State::edited.
void offer_edited(State& s, Services& x);
// A scene was opened: nothing of the one before is left.
void lab_adopts(State& state);

}  // namespace ez
