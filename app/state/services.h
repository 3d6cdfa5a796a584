// What update() needs of the world: files, dialogs, the engine. Behind an interface, so that update() is tested as a
// pure function of state and command.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/kernel_lab/sweep.h"
#include "app/lesson/lesson_file.h"
#include "app/state/state.h"

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
  virtual std::string save(const std::string& path, const Scene& scene, const std::string& origin) = 0;
  virtual std::string export_probes(const std::string& path) = 0;
  virtual std::string export_monitors(const std::string& path) = 0;
  virtual std::string export_cut(const std::string& path) = 0;
  virtual std::string export_field(const std::string& path, Quantity quantity) = 0;
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
  virtual std::string set_block(BlockShape block) = 0;
  virtual void full_screen(bool on, const std::string& screen) = 0;

  // The stage
  virtual void copy(const std::string& text) = 0;        // to the clipboard
  virtual void start_film(const std::string& path) = 0;  // empty path: finds a name; notes its own outcome
  virtual void end_film() = 0;                           // likewise
  virtual void save_page(const std::string& path) = 0;   // at the end of the frame; notes its own outcome

  // Lessons
  // `reads`: as in load().
  virtual LessonResult lesson(const std::string& file_or_name, const std::vector<std::string>& reads) = 0;
  virtual std::string kept_answers(const std::string& lesson) = 0;  // by Lesson::name; empty: there are none
  virtual void keep_answers(const std::string& lesson, const std::string& text) = 0;
  virtual std::string write_answers(const std::string& path, const std::string& text) = 0;

  // The boundary lab
  virtual void start_search(const Scene& scene, int pane) = 0;  // ends as an edit of that pane
  virtual void cancel_search() = 0;
  // STEM.png, STEM.csv and STEM.toml at the end of the frame; notes its own outcome.
  virtual void save_report(const std::string& stem) = 0;

  // The kernel lab. Once the edits of this frame are done; notes its own outcome.
  virtual void set_scheme(const SchemeChoice& choice) = 0;
  virtual std::string start_sweep(Sweep::Kind kind) = 0;             // empty, or why not
  virtual void cancel_sweep() = 0;                                   // what ran before runs again
  virtual std::string save_block_map(const std::string& path) = 0;   // .csv
  virtual void save_block_map_picture(const std::string& path) = 0;  // .png, at the end of the frame

  // The timeline
  // The scene as it was at this step of pane 0; nothing where the timeline does not reach so far back.
  virtual std::optional<Scene> scene_at(std::uint64_t step) = 0;
  // The next edit adds the pane that side_by_side() makes of the active one and of what it was, or will be, at this
  // step: the runs are to part there and not at the start. Returns the step that they come to, once that is gone to;
  // nothing where they cannot.
  virtual std::optional<std::uint64_t> run_beside(std::uint64_t since) = 0;
};

}  // namespace ez
