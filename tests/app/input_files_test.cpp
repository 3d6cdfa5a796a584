// Tests that no result overwrites a file that the program reads: names of results, and the window's exports.
#include "app/platform/input_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "app/features/film/commands.h"
#include "app/features/share/commands.h"
#include "app/platform/files.h"
#include "app/platform/sequence.h"
#include "app/session/session.h"
#include "off_screen.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

TEST(Sequence, only_a_name_with_one_counter_is_numbered) {
  EXPECT_EQ(numbered("a/f_%05d.png", 7), "a/f_00007.png");
  EXPECT_EQ(numbered("f_%d.png", 12), "f_12.png");
  EXPECT_EQ(numbered("50%/f_%03d.png", 1), "50%/f_001.png") << "a folder's name has no counter";
  for (const char* other : {"f_%05d_%05d.png", "f_%5d.png", "f_%05i.png", "f.png", "f_%05d.npy", "%05d/f.png"})
    EXPECT_FALSE(numbered(other, 0)) << other;
}

TEST(Sequence, a_wrong_counter_is_reported_with_a_remedy) {
  EXPECT_EQ(why_not_numbered("o_%05d_%05d.png"), "o_%05d_%05d.png has 2 counters; give it one, as in FILE_%05d.png");
  EXPECT_EQ(why_not_numbered("o_%5d.png"), "o_%5d.png has a counter of an unknown form; write it as %d or %05d");
  for (const char* good : {"o_%05d.png", "o.png", "100%.png", "o_%05d_%05d.npy"}) EXPECT_EQ(why_not_numbered(good), "");
}

TEST(Sequence, the_names_of_its_pictures_are_recognised) {
  for (const char* own : {"f_00000.png", "a/f_00012.png", "f_123456.png"})
    EXPECT_TRUE(is_picture_of("f_%05d.png", own)) << own;
  for (const char* other : {"f_0012.png", "f_000012.png", "f_.png", "f_0001x.png", "g_00001.png", "f_00001.pn", "f_"})
    EXPECT_FALSE(is_picture_of("f_%05d.png", other)) << other;
  EXPECT_FALSE(is_picture_of("f.png", "f.png"));
}

// A folder with a scene that reads a table, also under the names link.csv and hard.csv.
class SceneWithTable : public testing::Test {
 protected:
  SceneWithTable() {
    fs::create_directories(folder);
    std::ofstream(folder / "t.csv") << table;
    fs::create_symlink("t.csv", folder / "link.csv");
    fs::create_hard_link(folder / "t.csv", folder / "hard.csv");
    std::ofstream(folder / "s.toml")
        << "ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 0.001\n[[source]]\nkind = 'point'\nat = [0.02, 0.016]\n"
           "waveform = { kind = 'table', file = 't.csv' }\n[[probe]]\nname = 'p'\nat = [0.03, 0.016]\n";
  }
  ~SceneWithTable() override { fs::remove_all(folder); }
  SceneWithTable(const SceneWithTable&) = delete;
  SceneWithTable& operator=(const SceneWithTable&) = delete;

  std::string kept() const { return text_of_file(folder / "t.csv"); }
  std::vector<InputFile> inputs() const {
    const std::string scene = folder / "s.toml";
    return inputs_of_scene(scene, load_scene(scene).inputs);
  }

  static constexpr const char* table = "0 0\n1e-9 1\n";
  const fs::path folder = fs::temp_directory_path() / ("ezscope-inputs-" + std::to_string(::getpid()));
};

TEST_F(SceneWithTable, every_name_of_a_file_is_recognised) {
  const fs::path again = fs::path("..") / folder.filename() / "t.csv";
  for (const fs::path& name :
       {fs::path("t.csv"), fs::path("./t.csv"), fs::path("link.csv"), fs::path("hard.csv"), again}) {
    const fs::path path = folder / name;
    EXPECT_EQ(why_overwrites(path, inputs()).english(),
              path.string() + " is read by the scene (source.0.waveform.file); give another file for the result");
  }
  EXPECT_EQ(why_overwrites(folder / "s.toml", inputs()).english(),
            (folder / "s.toml").string() + " is the scene's file; give another file for the result");
  for (const char* other : {"u.csv", "none/t.csv", "s.csv"})
    EXPECT_EQ(why_overwrites(folder / other, inputs()), Text());
  EXPECT_EQ(why_overwrites("-", inputs()), Text());
  EXPECT_EQ(why_overwrites("/dev/null", {{InputFile::Role::scene, "/dev/null"}}), Text()) << "a device keeps nothing";
}

TEST_F(SceneWithTable, a_picture_of_a_sequence_is_recognised) {
  fs::create_symlink("t.csv", folder / "f_00041.png");
  EXPECT_NE(why_overwrites(folder / "f_%05d.png", inputs()).english().find("f_00041.png is read by the scene"),
            std::string::npos);
  EXPECT_EQ(why_overwrites(folder / "f_%d.png", inputs()), Text());
}

class WindowOfTable : public SceneWithTable {
 protected:
  WindowOfTable() {
    WindowCommand command = off_screen(1, {900, 600});
    SceneResult read = load_scene(folder / "s.toml");
    session = std::make_unique<Session>(
        command, LoadedScene{*read.scene, folder / "s.toml", "", {}, inputs_of_scene(folder / "s.toml", read.inputs)});
    frames(2);
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  // Sends an export, and returns what the window says about it.
  template <class C>
  std::string said(C command) {
    session->send(command::CancelPrompt{});
    for (const Note& n : session->state().notes) session->send(command::Dismiss{n.id});
    frames(1);
    session->send(std::move(command));
    frames(3);
    std::string out = session->state().prompt ? session->state().prompt->problem.english() : "";
    for (const Note& n : session->state().notes) out += n.text.english();
    return out;
  }
  std::unique_ptr<Session> session;
};

TEST_F(WindowOfTable, every_export_to_a_file_of_the_scene_is_refused) {
  for (const char* name : {"t.csv", "link.csv", "hard.csv"}) {
    const std::string path = folder / name,
                      words = path + " is read by the scene (source.0.waveform.file); give another file";
    EXPECT_NE(said(command::ExportProbes{path, true}).find(words), std::string::npos) << name;
    EXPECT_NE(said(command::ExportField{path, true}).find(words), std::string::npos) << name;
    EXPECT_NE(said(command::Screenshot{path, true}).find(words), std::string::npos) << name;
    EXPECT_NE(said(command::SavePage{path}).find(words), std::string::npos) << name;
  }
  fs::create_hard_link(folder / "t.csv", folder / "f_00001.png");
  EXPECT_NE(said(command::Film{true, folder / "f_%05d.png"}).find("f_00001.png is read by the scene"),
            std::string::npos);
  fs::create_symlink("t.csv", folder / "again.toml");
  EXPECT_NE(said(command::SaveAs{folder / "again.toml", true}).find("is read by the scene"), std::string::npos);
  EXPECT_NE(said(command::ExportProbes{folder / "s.toml", true}).find("is the scene's file"), std::string::npos);
  EXPECT_EQ(kept(), table);
  EXPECT_TRUE(load_scene(folder / "s.toml").scene);
  EXPECT_FALSE(fs::exists(folder / "f_00000.png"));
}

TEST_F(WindowOfTable, a_scene_that_was_opened_later_keeps_its_files_and_gives_up_those_of_another) {
  session->send(command::OpenBuiltin{"two-sources", true});
  frames(2);
  session->send(command::Open{folder / "s.toml", true});
  frames(2);
  EXPECT_NE(said(command::ExportProbes{folder / "t.csv", true}).find("is read by the scene"), std::string::npos);
  EXPECT_EQ(kept(), table);
  session->send(command::OpenBuiltin{"two-sources", true});
  frames(2);
  said(command::ExportProbes{folder / "t.csv", true});
  EXPECT_NE(kept(), table) << "no open scene reads it";
}

TEST_F(WindowOfTable, a_saved_scene_contains_its_table) {
  session->send(command::SaveAs{folder / "s.toml", true});
  frames(2);
  said(command::ExportProbes{folder / "t.csv", true});
  EXPECT_NE(kept(), table);
  EXPECT_TRUE(load_scene(folder / "s.toml").scene);
}

}  // namespace
}  // namespace ez
