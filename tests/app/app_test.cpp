// Tests the program without its window: update() as a function of state and command, and the properties of undo.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "app/commands/progress.h"
#include "app/features/boundary_lab/services.h"
#include "app/features/film/services.h"
#include "app/features/kernel_lab/services.h"
#include "app/features/lesson/services.h"
#include "app/features/presenter/commands.h"
#include "app/features/share/page.h"
#include "app/features/share/services.h"
#include "app/features/timeline/services.h"
#include "app/features/welcome/welcome.h"
#include "app/model/update.h"
#include "app/session/files/dialogs.h"
#include "render/colormap.h"
#include "solver/base/constants.h"

namespace ez {
namespace {

TEST(Progress, remaining_time_is_readable_at_any_length) {
  EXPECT_EQ(time_left(0), "0 s left");
  EXPECT_EQ(time_left(61), "1 min 01 s left");
  EXPECT_EQ(time_left(2 * 3600 + 300), "2 h 05 min left");
  EXPECT_EQ(time_left(3e9), "95 years left");
  EXPECT_EQ(time_left(1e6), "12 days left");
  for (const double s : {1e12, 1e300, std::numeric_limits<double>::infinity(), std::nan("")})
    EXPECT_EQ(time_left(s), "more than 1000 years left");
}

TEST(Colormaps, scene_names_are_the_ones_that_can_be_drawn) {
  EXPECT_TRUE(std::ranges::equal(colormaps, colormap_names()));
}

Scene small_scene() {
  Scene scene;
  scene.title = "small";
  scene.grid.nx = scene.grid.ny = 64;
  scene.grid.dx = scene.grid.dy = 0.001;
  Source source;
  source.geometry = PointSource{{0.03, 0.03}};
  source.waveform = Cw{15e9, 3, 0};
  scene.sources.push_back(source);
  return scene;
}

// Services of the program, all in memory.
class World : public Services,
              public BoundaryLabServices,
              public FilmServices,
              public KernelLabServices,
              public LessonServices,
              public ShareServices,
              public TimelineServices {
 public:
  World() {
    offer<BoundaryLabServices>(*this);
    offer<FilmServices>(*this);
    offer<KernelLabServices>(*this);
    offer<LessonServices>(*this);
    offer<ShareServices>(*this);
    offer<TimelineServices>(*this);
  }
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> errors;   // error that writing to a path returns
  std::map<std::string, std::string> outside;  // file that a scene names without permission to read it
  bool has_dialogs = false, changed = false;
  int resets = 0, settings = 0;
  std::vector<std::string> shots;
  std::optional<FilePrompt::Purpose> asked;
  std::optional<Autosaved> left;
  double time = 0;

  double now() const override { return time; }
  SceneResult load(const std::string& name, const std::vector<std::string>& reads) override {
    if (const auto asks = outside.find(name); asks != outside.end() && std::ranges::count(reads, asks->second) == 0) {
      SceneResult refused;
      refused.messages.push_back({Message::Kind::error, name, 0, 0, "names a file outside its folder"});
      refused.refused = asks->second;
      return refused;
    }
    const auto at = files.find(name);
    if (at != files.end()) return parse_scene(at->second, name);
    return load_scene(name, {}, nullptr, reads);
  }
  bool exists(const std::string& path) override { return files.count(path) > 0; }
  std::string full_path(const std::string& path) override { return path; }
  bool changed_meanwhile(const std::string&) override { return changed; }
  bool loses_comments(const Scene&, const std::string& origin) override {
    return files.count(origin) > 0 && files[origin].find("precious") != std::string::npos;
  }
  Text save(const std::string& path, const Scene& scene, const std::string&) override {
    if (errors.count(path) > 0) return Text::as_is(errors[path]);
    files[path] = write_scene(scene);
    return "";
  }
  Text export_probes(const std::string& path) override { return files[path] = "probes", Text(); }
  Text export_monitors(const std::string& path) override { return files[path] = "monitors", Text(); }
  Text export_cut(const std::string& path) override { return files[path] = "cut", Text(); }
  std::string read_picture(const std::string& path, GreyPicture& out) override {
    if (!path.ends_with(".png")) return ", which is no PNG";
    out = GreyPicture(4, 2, {0, 0, 0, 0, 255, 255, 255, 255});
    return "";
  }
  Text export_field(const std::string& path, Quantity) override { return files[path] = "field", Text(); }
  std::string fresh_name(const std::string& stem, const std::string& suffix) override { return stem + "-1" + suffix; }
  void screenshot(const std::string& path) override { shots.push_back(path); }
  bool ask_path(FilePrompt::Purpose purpose, const std::string&) override {
    asked = purpose;
    return has_dialogs;
  }
  void settings_changed(const State&) override { ++settings; }
  std::optional<Autosaved> autosaved() override { return left; }
  void settle_autosaved(bool) override { left.reset(); }
  void reset_field() override { ++resets; }
  Text set_block(BlockShape b) override { return b.x * b.y > 1024 ? "more than 1024 threads" : ""; }
  void full_screen(bool on, const std::string&) override { full = on; }
  bool full = false;
  void pulse(const command::Pulse&, bool) override {}
  void start_search(const Scene&, int) override {}
  void cancel_search() override {}
  void start_explaining(const Scene&) override {}
  void cancel_explaining() override {}
  void save_report(const std::string&) override {}
  void set_scheme(const SchemeChoice&) override {}
  Text start_sweep(Sweep::Kind) override { return ""; }
  void cancel_sweep() override {}
  Text save_block_map(const std::string&) override { return ""; }
  void save_block_map_picture(const std::string&) override {}
  void copy(const std::string& text) override { clipboard = text; }
  void start_film(const std::string& path) override { films.push_back(path); }
  void end_film() override { films.emplace_back("end"); }
  std::optional<Scene> scene_at(std::uint64_t) override { return earlier; }
  std::optional<std::uint64_t> plan_comparison(std::uint64_t) override { return std::nullopt; }
  std::optional<Scene> earlier;
  void save_page(const std::string& path) override { pages.push_back(path); }
  LessonResult lesson(const std::string& name, const std::vector<std::string>& reads) override {
    return load_lesson(name, reads);
  }
  std::string kept_answers(const std::string&) override { return ""; }
  void keep_answers(const std::string&, const std::string&) override {}
  Text write_answers(const std::string&, const std::string&) override { return ""; }
  std::string clipboard;
  std::vector<std::string> films, pages;
};

struct Program {
  State state;
  World world;
  Program() { adopt_scene(state, small_scene(), "", "small"); }
  void send(const Command& c) { update(state, c, world); }
  // Sends an edit of the title, which is easy to tell apart.
  void edit(const std::string& title, bool finished = true) {
    Scene scene = state.scene;
    scene.title = title;
    send(command::EditScene{scene, Text::as_is("title " + title), finished});
  }
};

// ---- edits and undo

TEST(Undo, restores_every_scene_in_turn_and_redo_repeats_them) {
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& titles) {
    Program p;
    std::vector<Scene> seen = {p.state.scene};
    for (const std::string& title : titles) {
      p.edit(title);
      if (!(p.state.scene == seen.back())) seen.push_back(p.state.scene);
    }
    for (std::size_t k = seen.size(); k-- > 0;) {
      RC_ASSERT(p.state.scene == seen[k]);
      RC_ASSERT(p.state.history.can_undo() == (k > 0));
      p.send(command::Undo{});
    }
    for (const Scene& scene : seen) {
      RC_ASSERT(p.state.scene == scene);
      p.send(command::Redo{});
    }
    RC_ASSERT(!p.state.history.can_redo());
  }));
}

TEST(Undo, history_behaves_like_a_plain_list) {
  EXPECT_TRUE(rc::check([](const std::vector<int>& walk) {
    Program p;
    std::vector<std::string> list = {"small"};
    std::size_t at = 0;
    for (const int move : walk) {
      if (move % 3 == 0) {
        p.send(command::Undo{});
        if (at > 0) --at;
      } else if (move % 3 == 1) {
        p.send(command::Redo{});
        if (at + 1 < list.size()) ++at;
      } else {
        const std::string title = "t" + std::to_string(move);
        p.edit(title);
        if (list[at] == title) continue;
        list.resize(at + 1);
        list.push_back(title);
        ++at;
      }
      RC_ASSERT(p.state.scene.title == list[at]);
      RC_ASSERT(p.state.unsaved == (at != 0 && list[at] != "small"));
    }
  }));
}

TEST(Undo, history_is_bounded_in_bytes_and_keeps_its_newest_entry) {
  Scene scene;
  scene.shapes.push_back({Stroke{std::vector<Vec2>(5000), 1}, "glass"});
  const std::size_t each = bytes_of(scene);
  EXPECT_GT(each, 5000 * sizeof(Vec2));
  History history(10 * each);
  const auto edit = [&](const std::string& title) {
    history.record(scene, Text::as_is("to " + title), true);
    scene.title = title;
  };
  for (int k = 0; k < 100; ++k) edit(std::to_string(k));
  int undone = 0;
  for (; history.can_undo(); ++undone) history.undo(scene);
  EXPECT_EQ(undone, 9) << "ten would exceed the limit by a little";
  EXPECT_EQ(scene.title, "90");
  while (history.can_redo()) history.redo(scene);
  EXPECT_EQ(scene.title, "99");
  scene.shapes.resize(40, scene.shapes.front());  // alone larger than the whole limit
  edit("large");
  ASSERT_TRUE(history.can_undo());
  history.undo(scene);
  EXPECT_EQ(scene.title, "99");
  history.clear();
  EXPECT_FALSE(history.can_undo() || history.can_redo());
}

TEST(Undo, one_gesture_makes_one_entry) {
  Program p;
  for (int k = 0; k < 30; ++k) p.edit("drag " + std::to_string(k), false);
  p.edit("drag 30", true);
  EXPECT_EQ(p.state.history.undo_label().english(), "title drag 0");
  p.send(command::Undo{});
  EXPECT_EQ(p.state.scene.title, "small");
  EXPECT_FALSE(p.state.history.can_undo());
  p.send(command::Redo{});
  EXPECT_EQ(p.state.scene.title, "drag 30");
}

TEST(Undo, a_gesture_that_returns_to_its_start_makes_no_entry) {
  Program p;
  p.edit("away", false);
  p.edit("small", true);
  EXPECT_FALSE(p.state.history.can_undo());
  EXPECT_FALSE(p.state.unsaved);
  p.edit("small", true);
  EXPECT_FALSE(p.state.history.can_undo());
}

TEST(Edit, problems_are_shown_until_fixed_or_undone) {
  Program p;
  Scene scene = p.state.scene;
  scene.grid.courant = 1.5;
  p.send(command::EditScene{scene, "Courant number", true});
  ASSERT_EQ(p.state.problems.size(), 1u);
  EXPECT_EQ(p.state.problems[0].path, "grid.courant");
  EXPECT_TRUE(p.state.notes.empty()) << "the card is drawn from the list of problems";
  p.send(command::SaveAs{"x.toml"});
  p.send(command::SaveAs{"y.toml"});
  EXPECT_TRUE(p.world.files.empty());
  ASSERT_EQ(p.state.notes.size(), 1u) << "one card per cause";
  p.send(command::Undo{});
  EXPECT_FALSE(has_errors(p.state.problems));
  EXPECT_TRUE(p.state.notes.empty()) << "removed together with the cause";
}

TEST(Edit, a_repair_is_one_undo_entry_or_restores_the_running_scene) {
  Program p;
  const Scene good = p.state.scene;
  Scene scene = good;
  scene.grid.courant = -1;  // the program knows no simple repair for this
  scene.title = "worse";
  p.send(command::EditScene{scene, "Courant number", true});
  p.send(command::Repair{p.state.problems.at(0)});
  EXPECT_EQ(p.state.scene, good);
  scene = good;
  scene.sources[0].geometry = PointSource{{-5, 1e9}};
  p.send(command::EditScene{scene, "move source", true});
  ASSERT_TRUE(has_errors(p.state.problems));
  p.send(command::Repair{p.state.problems.at(0)});
  EXPECT_TRUE(p.state.problems.empty());
  EXPECT_EQ(p.state.valid, p.state.scene);
  p.send(command::Undo{});
  EXPECT_EQ(p.state.scene, scene);
}

TEST(Edit, makes_the_media_again_only_if_it_changes_them) {
  Program p;
  const SharedMedia first = p.state.media;
  EXPECT_TRUE(first->are_of(p.state.scene));
  EXPECT_EQ(p.state.valid_media, first);
  p.edit("other title");
  EXPECT_EQ(p.state.media, first);
  Scene scene = p.state.scene;
  scene.materials.push_back({"resin", 3, 1, 0, 0, {}});
  p.send(command::EditScene{scene, "add material", true});
  EXPECT_EQ(p.state.media->palette().back().name, "resin");
  EXPECT_EQ(p.state.valid_media, p.state.media);
  const SharedMedia valid = p.state.valid_media;
  scene.materials.back().eps = -1;
  scene.grid.courant = 1.5;
  p.send(command::EditScene{scene, "break material", true});
  ASSERT_TRUE(has_errors(p.state.problems));
  EXPECT_EQ(p.state.media->palette().back().eps, -1);
  EXPECT_EQ(p.state.valid_media, valid);
  p.send(command::Undo{});
  EXPECT_TRUE(p.state.media->are_of(p.state.scene));
}

TEST(Edit, a_selection_is_dropped_with_its_object) {
  Program p;
  p.send(command::Select{{Selection::Kind::source, 0}});
  Scene scene = p.state.scene;
  scene.sources.clear();
  p.send(command::EditScene{scene, "delete source", true});
  EXPECT_EQ(p.state.selection.kind, Selection::Kind::none);
}

TEST(Edit, a_frozen_field_restarts_after_a_fix_or_a_reset) {
  Program p;
  p.state.frozen = true;
  p.edit("mended");
  EXPECT_FALSE(p.state.frozen);
  EXPECT_EQ(p.world.resets, 1);
  p.state.frozen = true;
  p.send(command::Reset{});
  EXPECT_FALSE(p.state.frozen);
  EXPECT_EQ(p.world.resets, 2);
}

// ---- files

TEST(Files, unsaved_changes_raise_a_question_first) {
  for (const Command& c :
       {Command(command::Open{"lecture"}), Command(command::OpenBuiltin{"lecture"}), Command(command::Quit{})}) {
    Program p;
    p.edit("changed");
    p.send(c);
    ASSERT_TRUE(p.state.question.has_value());
    EXPECT_EQ(p.state.scene.title, "changed");
    EXPECT_FALSE(p.state.quit);
    p.send(command::Answer{false});
    EXPECT_FALSE(p.state.question.has_value());
    EXPECT_EQ(p.state.scene.title, "changed");
    p.send(c);
    p.send(command::AnswerOther{0});  // don't save
    EXPECT_TRUE(p.state.quit || p.state.scene.title != "changed");
    EXPECT_FALSE(p.state.question.has_value());
    EXPECT_TRUE(p.world.files.empty());
  }
}

TEST(Files, changes_are_saved_first_if_the_user_agrees) {
  for (const Command& c :
       {Command(command::Open{"lecture"}), Command(command::OpenBuiltin{"lecture"}), Command(command::Quit{})}) {
    Program p;
    const auto gone_on = [&] { return p.state.quit || p.state.scene.title != "changed"; };
    p.edit("changed");
    p.send(c);
    p.send(command::Answer{true});
    ASSERT_TRUE(p.state.prompt.has_value()) << "the scene has no file yet";
    EXPECT_FALSE(gone_on());
    p.world.errors["full.toml"] = "no space left";
    p.send(command::SaveAs{"full.toml"});
    ASSERT_TRUE(p.state.prompt.has_value());
    EXPECT_FALSE(gone_on());
    p.world.files["there.toml"] = "x";
    p.send(command::SaveAs{"there.toml"});
    p.send(command::Answer{false});  // do not overwrite that file
    EXPECT_FALSE(gone_on());
    p.send(c);
    p.send(command::Answer{true});
    p.send(command::SaveAs{"there.toml"});
    p.send(command::Answer{true});
    EXPECT_TRUE(gone_on());
    EXPECT_EQ(parse_scene(p.world.files["there.toml"], "there.toml").scene->title, "changed");
  }
}

TEST(Files, cancelling_a_save_also_cancels_the_action_after_it) {
  Program p;
  p.edit("changed");
  p.send(command::Quit{});
  p.send(command::Answer{true});
  p.send(command::CancelPrompt{});
  p.send(command::SaveAs{"mine.toml"});
  EXPECT_FALSE(p.state.unsaved);
  EXPECT_FALSE(p.state.quit);
}

TEST(Files, an_error_on_opening_ends_when_that_file_opens) {
  Program p;
  p.world.files["a.toml"] = "ezscope = 1\n[grid\n";
  p.world.files["b.toml"] = write_scene(small_scene());
  p.send(command::Open{"a.toml", true});
  ASSERT_EQ(p.state.notes.size(), 1u);
  EXPECT_EQ(p.state.notes[0].kind, Note::Kind::error);
  p.send(command::Open{"b.toml", true});
  EXPECT_EQ(p.state.notes.size(), 1u) << "the other file is still wrong";
  p.world.files["a.toml"] = write_scene(small_scene());
  p.send(command::Open{"a.toml", true});
  EXPECT_TRUE(p.state.notes.empty());
}

TEST(Files, a_saved_scene_without_its_line_cut_is_reported) {
  Program p;
  p.send(command::SaveAs{"mine.toml"});
  const auto reported = [&] {
    return std::ranges::any_of(p.state.notes,
                               [](const Note& n) { return n.text.english().find("line cut") != std::string::npos; });
  };
  EXPECT_FALSE(reported());
  ViewState view = p.state.view;
  view.cut = {true, {5, 5}, {20, 5}, false};
  p.send(command::SetView{view});
  p.send(command::Save{true});
  EXPECT_TRUE(reported());
}

TEST(Files, a_file_changed_by_another_program_raises_a_question) {
  Program p;
  Scene theirs = small_scene();
  theirs.title = "theirs";
  const auto start = [&] {
    p.world.files["a.toml"] = write_scene(small_scene());
    p.world.changed = false;
    p.send(command::Open{"a.toml", true});
    p.edit("mine");
    p.world.files["a.toml"] = write_scene(theirs);
    p.world.changed = true;
    p.send(command::Save{});
    EXPECT_TRUE(p.state.question && p.state.question->others.size() == 2);
    EXPECT_EQ(p.world.files["a.toml"], write_scene(theirs));
    EXPECT_TRUE(p.state.unsaved);
  };
  start();
  p.send(command::Answer{false});
  EXPECT_EQ(p.world.files["a.toml"], write_scene(theirs));
  EXPECT_EQ(p.state.scene.title, "mine");
  start();
  p.send(command::AnswerOther{0});
  EXPECT_EQ(p.state.scene.title, "theirs");
  start();
  p.send(command::AnswerOther{1});
  EXPECT_EQ(p.world.files["a.toml"], write_scene(p.state.scene));
  EXPECT_EQ(p.state.scene.title, "mine");
  start();
  p.send(command::Answer{true});
  ASSERT_TRUE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.prompt->suggestion, "a.toml");
  p.send(command::SaveAs{"b.toml"});
  EXPECT_EQ(p.world.files["a.toml"], write_scene(theirs));
  EXPECT_EQ(p.state.path, "b.toml");
}

TEST(Files, an_export_asks_before_it_replaces_a_file) {
  Program p;
  p.world.files["t.csv"] = p.world.files["m.csv"] = p.world.files["c.csv"] = p.world.files["f.npy"] = "x";
  for (const Command& c : {Command(command::ExportProbes{"t.csv"}), Command(command::ExportMonitors{"m.csv"}),
                           Command(command::ExportCut{"c.csv"}), Command(command::ExportField{"f.npy"})}) {
    p.send(c);
    ASSERT_TRUE(p.state.question.has_value());
    p.send(command::Answer{false});
  }
  EXPECT_EQ(p.world.files["t.csv"] + p.world.files["f.npy"], "xx");
  p.send(command::ExportProbes{"t.csv"});
  p.send(command::Answer{true});
  EXPECT_EQ(p.world.files["t.csv"], "probes");
}

TEST(Files, a_scene_that_reads_outside_its_folder_raises_a_question) {
  Program p;
  Scene other = small_scene();
  other.title = "other";
  p.world.files["/home/me/other.toml"] = write_scene(other);
  p.world.outside["/home/me/other.toml"] = "/home/me/.ssh/secret";
  const Scene before = p.state.scene;
  p.send(command::Open{"/home/me/other.toml"});
  ASSERT_TRUE(p.state.question);
  EXPECT_EQ(p.state.question->text.english(),
            "/home/me/other.toml uses the file /home/me/.ssh/secret, which is outside its folder. Allow it to read "
            "that file?");
  EXPECT_EQ(p.state.question->yes.english(), "Allow once");
  EXPECT_EQ(p.state.question->no.english(), "Don't allow");
  p.send(command::Answer{false});
  EXPECT_EQ(p.state.scene, before);
  EXPECT_TRUE(p.state.notes.empty()) << "the user has allowed the file";
  p.send(command::Open{"/home/me/other.toml"});
  p.send(command::Answer{true});
  EXPECT_EQ(p.state.scene.title, "other");
  p.send(command::OpenBuiltin{"lecture", true});
  p.send(command::Open{"/home/me/other.toml"});
  EXPECT_TRUE(p.state.question) << "the permission covered one opening only";
  p.send(command::Answer{false});
  EXPECT_EQ(p.state.builtin, "lecture");
}

TEST(Files, a_failed_save_keeps_its_dialog_and_shows_the_reason) {
  Program p;
  p.send(command::SaveAs{});
  p.world.errors["full/x.toml"] = "no space left";
  p.send(command::SaveAs{"full/x.toml"});
  ASSERT_TRUE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.prompt->suggestion, "full/x.toml");
  EXPECT_EQ(p.state.prompt->problem.english(), "no space left");
  p.send(command::SaveAs{"y.toml"});
  EXPECT_FALSE(p.state.prompt.has_value());
}

TEST(Files, opening_another_scene_clears_history_and_restarts) {
  Program p;
  p.edit("one");
  p.send(command::OpenBuiltin{"lecture", true});
  EXPECT_EQ(p.state.builtin, "lecture");
  EXPECT_FALSE(p.state.history.can_undo());
  EXPECT_FALSE(p.state.unsaved);
  EXPECT_EQ(p.world.resets, 1);
}

TEST(Update, the_next_scene_of_a_presentation_runs_even_after_a_pause) {
  Program p;
  p.send(command::OpenBuiltin{"lecture", true});
  p.send(command::Run{false});
  p.send(command::NextScene{1});
  EXPECT_FALSE(p.state.running);
  Presenting show;
  show.on = true;
  p.send(command::Present{show});
  p.send(command::NextScene{1});
  EXPECT_TRUE(p.state.running);
}

// ---- no questions in front of an audience

command::Present present(bool on) {
  Presenting show;
  show.on = on;
  return command::Present{show};
}

TEST(Presenting, leaving_an_edited_scene_asks_nothing_and_offers_a_return) {
  Program p;
  p.send(command::OpenBuiltin{"double-slit", true});
  p.edit("touched");
  p.send(present(true));
  p.send(command::NextScene{1});
  EXPECT_FALSE(p.state.question.has_value());
  EXPECT_NE(p.state.builtin, "double-slit");
  EXPECT_FALSE(p.state.unsaved);
  ASSERT_EQ(p.state.notes.size(), 1u);
  const Note note = p.state.notes.back();
  EXPECT_EQ(note.text.english(), "Your unsaved changes to “touched” are still available.");
  ASSERT_TRUE(note.then.has_value());
  p.send(*note.then);
  EXPECT_EQ(p.state.scene.title, "touched");
  EXPECT_EQ(p.state.builtin, "double-slit");
  EXPECT_TRUE(p.state.unsaved);
  EXPECT_TRUE(p.state.edited.empty());
  EXPECT_TRUE(p.state.notes.empty()) << "the return was used";
  p.send(command::Undo{});
  EXPECT_NE(p.state.scene.title, "touched");
  EXPECT_FALSE(p.state.unsaved);
}

TEST(Presenting, going_back_shows_the_edited_scene) {
  Program p;
  p.send(command::OpenBuiltin{"double-slit", true});
  p.edit("touched");
  p.send(present(true));
  p.send(command::NextScene{1});
  p.edit("touched too");  // the second scene, which is saved as well
  p.send(command::NextScene{-1});
  EXPECT_EQ(p.state.scene.title, "touched");
  ASSERT_EQ(p.state.edited.size(), 1u);
  EXPECT_EQ(p.state.edited[0].scene.title, "touched too");
  p.send(command::NextScene{1});
  EXPECT_EQ(p.state.scene.title, "touched too");
  EXPECT_FALSE(p.state.question.has_value());
}

TEST(Presenting, a_dropped_file_opens_without_a_question_if_it_can_be_read) {
  Program p;
  p.world.files["bad.toml"] = "ezscope = 1\n";
  p.world.files["good.toml"] = write_scene(small_scene());
  p.edit("mine");
  p.send(present(true));
  p.send(command::Open{"bad.toml"});
  EXPECT_EQ(p.state.scene.title, "mine");
  EXPECT_TRUE(p.state.edited.empty());
  p.send(command::Open{"good.toml"});
  EXPECT_FALSE(p.state.question.has_value());
  EXPECT_EQ(p.state.path, "good.toml");
  ASSERT_EQ(p.state.edited.size(), 1u);
  EXPECT_EQ(p.state.edited[0].scene.title, "mine");
}

TEST(Presenting, edited_scenes_are_offered_afterwards_and_never_lost) {
  Program p;
  p.send(command::OpenBuiltin{"double-slit", true});
  p.edit("touched");
  p.send(present(true));
  p.send(command::NextScene{1});
  p.state.notes.clear();  // as if the note had faded
  p.send(present(false));
  ASSERT_EQ(p.state.notes.size(), 1u);
  EXPECT_EQ(p.state.notes[0].kind, Note::Kind::warning) << "a warning does not fade";
  EXPECT_TRUE(p.state.notes[0].then.has_value());
  p.send(command::Quit{});
  EXPECT_FALSE(p.state.quit);
  ASSERT_TRUE(p.state.question.has_value());
  EXPECT_NE(p.state.question->text.english().find("“touched”"), std::string::npos);
  p.send(command::Answer{true});
  EXPECT_EQ(p.state.scene.title, "touched");
  EXPECT_FALSE(p.state.quit);
  p.send(command::Quit{});  // outside a presentation the question returns
  ASSERT_TRUE(p.state.question.has_value());
  EXPECT_NE(p.state.question->text.english().find("Save before"), std::string::npos);
}

TEST(Presenting, uses_the_full_screen_and_restores_the_window) {
  Program p;
  p.send(present(true));
  EXPECT_TRUE(p.world.full && p.state.full_screen);
  p.send(present(false));
  EXPECT_FALSE(p.world.full || p.state.full_screen);
  p.send(command::FullScreen{true});
  p.send(present(true));
  p.send(present(false));
  EXPECT_TRUE(p.world.full && p.state.full_screen) << "the window was full screen before";
  p.send(command::FullScreen{false});
  p.send(present(true));
  p.send(command::FullScreen{false});  // F11 in between
  EXPECT_FALSE(p.world.full);
  p.send(present(false));
  EXPECT_FALSE(p.world.full);
}

TEST(Files, an_unreadable_scene_changes_nothing) {
  Program p;
  p.world.files["bad.toml"] = "ezscope = 1\n[grid]\ncells = 7\n";
  p.edit("mine");
  p.send(command::Open{"bad.toml", true});
  EXPECT_EQ(p.state.scene.title, "mine");
  ASSERT_FALSE(p.state.notes.empty());
  EXPECT_NE(p.state.notes.back().text.english().find("bad.toml:3:"), std::string::npos);
}

TEST(Files, saving_asks_for_a_path_and_remembers_it) {
  Program p;
  p.edit("mine");
  p.send(command::Save{});
  ASSERT_TRUE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.prompt->purpose, FilePrompt::Purpose::save_scene);
  p.send(command_for(p.state.prompt->purpose, "mine"));
  EXPECT_FALSE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.path, "mine.toml");
  EXPECT_FALSE(p.state.unsaved);
  ASSERT_EQ(p.state.recent.size(), 1u);
  const SceneResult again = parse_scene(p.world.files["mine.toml"], "mine.toml");
  ASSERT_TRUE(again.scene.has_value());
  EXPECT_EQ(*again.scene, p.state.scene);
  p.edit("mine again");
  p.send(command::Save{});
  EXPECT_FALSE(p.state.prompt.has_value());
  EXPECT_FALSE(p.state.unsaved);
  p.send(command::Undo{});
  EXPECT_TRUE(p.state.unsaved);
}

TEST(Files, a_failed_save_leaves_the_scene_marked_as_unsaved) {
  Program p;
  p.world.errors["full/x.toml"] = "no space left";
  p.edit("mine");
  p.send(command::SaveAs{"full/x.toml"});
  EXPECT_TRUE(p.state.unsaved);
  EXPECT_EQ(p.state.path, "");
  ASSERT_TRUE(p.state.prompt);
  EXPECT_EQ(p.state.prompt->problem.english(), "no space left");
  EXPECT_TRUE(p.state.notes.empty()) << "reported once, in the dialog that asks for another name";
  p.send(command::CancelPrompt{});
  ASSERT_EQ(p.state.notes.size(), 1u) << "reported again if no dialog shows the failure";
  EXPECT_EQ(p.state.notes.back().kind, Note::Kind::error);
  EXPECT_EQ(p.state.notes.back().text.english(), "no space left");
  p.world.has_dialogs = true;
  p.send(command::SaveAs{"full/x.toml"});
  EXPECT_FALSE(p.state.prompt);
  EXPECT_EQ(p.state.notes.back().text.english(), "no space left") << "the system dialog does not show the reason";
}

TEST(Files, losing_comments_or_overwriting_raises_a_question) {
  Program p;
  p.world.files["old.toml"] = "# precious\n" + write_scene(small_scene());
  p.send(command::Open{"old.toml"});
  p.edit("changed");
  p.send(command::Save{});
  ASSERT_TRUE(p.state.question.has_value());
  EXPECT_NE(p.state.question->text.english().find("comments"), std::string::npos);
  p.send(command::Answer{false});
  EXPECT_TRUE(p.state.unsaved);
  p.world.files["other.toml"] = "x";
  p.send(command::SaveAs{"other.toml"});
  ASSERT_TRUE(p.state.question.has_value());
  EXPECT_NE(p.state.question->text.english().find("exists"), std::string::npos);
  p.send(command::Answer{true});
  EXPECT_EQ(p.state.path, "other.toml");
  EXPECT_FALSE(p.state.unsaved);
}

TEST(Files, a_picture_becomes_a_new_shape_or_replaces_the_selected_image) {
  Program p;
  const std::size_t shapes = p.state.scene.shapes.size();
  p.send(command::LayImage{});
  ASSERT_TRUE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.prompt->purpose, FilePrompt::Purpose::picture);
  p.send(command::LayImage{"a.png"});
  EXPECT_FALSE(p.state.prompt.has_value());
  ASSERT_EQ(p.state.scene.shapes.size(), shapes + 1);
  const auto& image = std::get<ImageShape>(p.state.scene.shapes.back().geometry);
  EXPECT_EQ(image.picture.width(), 4);
  EXPECT_LT(image.min.x, image.max.x);
  EXPECT_NEAR((image.max.x - image.min.x) / (image.max.y - image.min.y), 2, 0.5);
  EXPECT_EQ(p.state.selection, (Selection{Selection::Kind::shape, static_cast<int>(shapes)}));
  p.send(command::LayImage{"b.png"});
  EXPECT_EQ(p.state.scene.shapes.size(), shapes + 1);
  p.send(command::Select{});
  p.send(command::LayImage{"b.png"});
  EXPECT_EQ(p.state.scene.shapes.size(), shapes + 2);
  p.send(command::LayImage{"b.txt"});
  EXPECT_EQ(p.state.scene.shapes.size(), shapes + 2);
  EXPECT_NE(p.state.notes.back().text.english().find("b.txt, which is no PNG"), std::string::npos);
}

TEST(Files, a_system_dialog_is_preferred_to_the_built_in_prompt) {
  Program p;
  p.world.has_dialogs = true;
  p.send(command::ExportField{});
  EXPECT_FALSE(p.state.prompt.has_value());
  EXPECT_EQ(p.world.asked, FilePrompt::Purpose::field);
  p.send(command::ExportField{"f.npy"});
  EXPECT_EQ(p.world.files.count("f.npy"), 1u);
}

TEST(Files, an_autosave_is_restored_as_unsaved_or_dropped_or_offered_again) {
  for (const bool yes : {true, false}) {
    Program p;
    Scene scene = small_scene();
    scene.title = "lost";
    p.world.left = Services::Autosaved{{scene, {}}, "file.toml"};
    p.state.question = restore_question("lost", "file.toml", 0);
    p.send(command::Answer{false});
    EXPECT_TRUE(p.world.left.has_value()) << "put off";
    p.state.of<Welcome>().page = true;
    p.state.question = restore_question("lost", "file.toml", 0);
    p.send(yes ? Command(command::Answer{true}) : Command(command::AnswerOther{0}));
    EXPECT_FALSE(p.world.left.has_value());
    EXPECT_EQ(p.state.scene.title, yes ? "lost" : "small");
    EXPECT_EQ(p.state.unsaved, yes);
    EXPECT_EQ(p.state.path, yes ? "file.toml" : "");
    EXPECT_EQ(p.state.of<Welcome>().page, !yes) << "the start page does not cover a restored scene";
  }
}

TEST(Files, a_restored_built_in_scene_is_saved_under_its_name) {
  Program p;
  p.world.left = Services::Autosaved{{small_scene(), {}}, "", "double-slit"};
  p.send(command::RestoreAutosave{true});
  EXPECT_TRUE(p.state.unsaved);
  p.send(command::Save{});
  ASSERT_TRUE(p.state.prompt.has_value());
  EXPECT_EQ(p.state.prompt->suggestion, "double-slit.toml");
}

TEST(Files, an_unreadable_autosave_stays_and_a_note_gives_the_reason) {
  Program p;
  p.world.left = Services::Autosaved{parse_scene("grid = 3", "autosave-7.toml"), "file.toml"};
  p.send(command::RestoreAutosave{true});
  EXPECT_TRUE(p.world.left.has_value());
  EXPECT_EQ(p.state.scene, small_scene());
  ASSERT_EQ(p.state.notes.size(), 1u);
  EXPECT_EQ(p.state.notes[0].kind, Note::Kind::error);
  EXPECT_NE(p.state.notes[0].text.english().find("autosave-7.toml"), std::string::npos)
      << p.state.notes[0].text.english();
}

TEST(Notes, notes_have_unique_ids_and_the_oldest_is_dropped) {
  Program p;
  for (int k = 0; k < 20; ++k) {
    add_note(p.state, Note::Kind::error, Text::as_is("note " + std::to_string(k)), k);
    if (k % 3 == 0) p.send(command::Dismiss{p.state.notes.front().id});
    for (std::size_t a = 1; a < p.state.notes.size(); ++a) EXPECT_NE(p.state.notes[a - 1].id, p.state.notes[a].id);
  }
  EXPECT_LE(p.state.notes.size(), 5u);
}

TEST(Kept, the_interface_scale_is_limited_and_remembered) {
  Program p;
  p.send(command::SetInterfaceScale{1.5});
  EXPECT_EQ(p.state.interface_scale, 1.5);
  p.send(command::SetInterfaceScale{17});
  EXPECT_EQ(p.state.interface_scale, 3);
  EXPECT_EQ(allowed_interface_scale(std::nan("")), 1);
}

TEST(Title, of_the_window_is_the_scene_name_and_the_program_name) {
  Program p;
  p.state.engine_reason = "no CUDA device";
  EXPECT_EQ(window_title(p.state), shown_name(p.state) + " – ezscope");
  p.state.unsaved = true;
  EXPECT_EQ(window_title(p.state), shown_name(p.state) + " • – ezscope");
  p.state.path = "/home/me/mine.toml";
  p.state.scene.title = "Double slit";
  EXPECT_EQ(window_title(p.state), "mine.toml • (Double slit) – ezscope");
  p.state.unsaved = false;
  EXPECT_EQ(window_title(p.state), "mine.toml (Double slit) – ezscope");
  p.state.scene.title = "mine";
  EXPECT_EQ(window_title(p.state), "mine.toml – ezscope");
}

// ---- the web page about a scene

// Returns the part of `text` between two marks.
std::string between(const std::string& text, std::string_view from, std::string_view to) {
  const std::size_t a = text.find(from);
  if (a == std::string::npos) return "";
  return text.substr(a + from.size(), text.find(to, a + from.size()) - a - from.size());
}

State recorded(Waveform waveform) {
  State s;
  adopt_scene(s, *load_scene("double-slit").scene, "", "double-slit");
  s.scene.sources = {{"lamp", PointSource{{0.1, 0.1}}, 1, false, true, std::move(waveform)}};
  s.dt = 1e-12;
  ProbeTrace trace{"p", 0, {}, {}};
  for (int n = 0; n < 5000; ++n) trace.values.push_back(std::sin(2 * pi * 10e9 * n * s.dt));
  s.probes = {trace};
  return s;
}

TEST(Page, plots_ten_periods_of_a_steady_source_and_all_of_a_pulse) {
  const Image dot{1, 1, {0, 0, 0, 255}};
  const std::string steady = page_of(recorded(Cw{10e9, 3, 0}), dot), pulse = page_of(recorded(Ricker{10e9, {}}), dot);
  EXPECT_NE(steady.find("Probes, the last ten periods"), std::string::npos);
  EXPECT_NE(steady.find(">3.999 ns<"), std::string::npos);
  EXPECT_NE(steady.find(">4.999 ns<"), std::string::npos);
  EXPECT_EQ(pulse.find("ten periods"), std::string::npos);
  EXPECT_NE(pulse.find(">0.000 s<"), std::string::npos);
  EXPECT_NE(pulse.find(">4.999 ns<"), std::string::npos);
  // Ten periods cross zero twenty times, so the plot must resolve each of them.
  const std::string points = between(steady, "points=\"", "\"");
  EXPECT_GT(std::ranges::count(points, ','), 500);
}

TEST(Page, shows_each_checks_tolerance_and_wraps_its_link) {
  State s = recorded(Cw{10e9, 3, 0});
  s.scene.checks = {{"angle", "1", "1", 0.02, {}, "°", "settled", ""}};
  s.checks = {{CheckReading::Verdict::holds, -1.5, -1.49, 0.0067, 0.02, true, ""}};
  const std::string page = page_of(s, {1, 1, {0, 0, 0, 255}});
  const std::string table = between(page, "<table>", "</table>");
  for (const char* cell :
       {"<th>bound</th>", "<td>−1.500°</td>", "<td>−1.490°</td>", "<td>+0.67 %</td>", "<td>±2 %</td>"})
    EXPECT_NE(table.find(cell), std::string::npos) << cell << " in " << table;
  EXPECT_NE(page.find("pre, code { overflow-wrap: anywhere }"), std::string::npos);
}

}  // namespace
}  // namespace ez
