// Tests presenting, filming and sharing in the running program, without a display.
#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "app/features/boundary_lab/commands.h"
#include "app/features/film/commands.h"
#include "app/features/film/filming.h"
#include "app/features/lesson/commands.h"
#include "app/features/lesson/lesson_file.h"
#include "app/features/presenter/commands.h"
#include "app/features/share/commands.h"
#include "app/features/share/qr.h"
#include "app/features/timeline/commands.h"
#include "app/features/timeline/state.h"
#include "app/model/document/scene_link.h"
#include "app/platform/film.h"
#include "app/platform/screens.h"
#include "app/platform/units.h"
#include "app/session/session.h"
#include "off_screen.h"
#include "render/image.h"
#include "scene_reading.h"
#include "solver/base/memory.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

constexpr int steps_per_frame = 5;

Scene small_scene() {
  Scene scene;
  scene.title = "small & simple";
  scene.grid.nx = 96;
  scene.grid.ny = 64;
  scene.grid.dx = scene.grid.dy = 0.001;
  Source source;
  source.geometry = PointSource{{0.03, 0.03}};
  source.waveform = Cw{15e9, 1, 0};
  scene.sources.push_back(source);
  scene.probes.push_back({"p<1>", {0.04, 0.03}});
  return scene;
}

std::string text_of(const fs::path& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

class OnStage : public testing::Test {
 public:
  OnStage() {
    fs::remove_all(folder);
    fs::create_directories(folder / "programs");
    ::setenv("PATH", (folder / "programs").c_str(), 1);
    start();
  }
  ~OnStage() override {
    session.reset();
    ::setenv("PATH", path.c_str(), 1);
    fs::remove_all(folder);
  }
  OnStage(const OnStage&) = delete;
  OnStage& operator=(const OnStage&) = delete;

 protected:
  void start(int steps = steps_per_frame) {
    session.reset();
    session = std::make_unique<Session>(off_screen(steps, {900, 600}), LoadedScene{small_scene(), "", "two-sources"});
    frames(2);
  }
  void frames(int n) {
    for (int k = 0; k < n; ++k) ASSERT_TRUE(session->frame());
  }
  template <class C>
  void send(C command) {
    session->send(std::move(command));
    frames(2);
  }
  // Installs a program in place of ffmpeg, which copies every byte it gets into the file that it shall make.
  void install_encoder() {
    const fs::path program = folder / "programs" / "ffmpeg";
    std::ofstream(program) << "#!/bin/sh\nfor last; do :; done\n/bin/cat > \"$last\"\n";
    fs::permissions(program, fs::perms::owner_all);
  }
  const State& state() const { return session->state(); }
  bool says(const std::string& words) const {
    for (const Note& n : state().notes)
      if (n.text.english().find(words) != std::string::npos) return true;
    return false;
  }

  fs::path folder = fs::temp_directory_path() / ("ezscope-stage-" + std::to_string(::getpid()));
  std::string path = std::getenv("PATH");
  std::unique_ptr<Session> session;
};

TEST_F(OnStage, each_picture_of_the_run_is_a_picture_of_the_film) {
  install_encoder();
  const fs::path file = folder / "f.mp4";
  session->send(command::Film{true, file});
  frames(7);
  EXPECT_TRUE(state().of<Filming>().on);
  EXPECT_EQ(state().of<Filming>().frames, 7u);
  session->send(command::Film{false});
  frames(1);
  EXPECT_FALSE(state().of<Filming>().on);
  EXPECT_TRUE(says("Saved"));
  const std::size_t bytes = text_of(file).size();
  ASSERT_EQ(bytes % 7, 0u);
  EXPECT_GT(bytes / 7, 400u * 300u * 4u);
  EXPECT_LT(bytes / 7, 900u * 600u * 4u) << "only the field's picture, without bars and panel";
}

// The note that an edit restarted the run is for edits.
TEST_F(OnStage, returning_to_an_edited_scene_is_no_edit) {
  Scene larger = state().scene;
  larger.grid.nx += 20;
  send(command::EditScene{larger, "grid", true});
  EXPECT_TRUE(says("t = 0: "));
  for (const Note& n : std::deque<Note>(state().notes)) send(command::Dismiss{n.id});
  Presenting show;
  show.on = true;
  send(command::Present{show});
  send(command::NextScene{1});
  ASSERT_FALSE(state().edited.empty());
  send(command::BackToEdited{state().edited.front().id});
  EXPECT_EQ(state().scene.grid.nx, larger.grid.nx);
  EXPECT_TRUE(state().unsaved);
  EXPECT_FALSE(says("t = 0: "));
}

TEST_F(OnStage, a_film_runs_at_the_set_speed) {
  install_encoder();
  start(0);
  SpeedSetting speed;
  speed.periods_per_second = 6;
  send(command::SetSpeed{speed});
  session->send(command::Film{true, folder / "f.mp4"});
  frames(1);
  const std::uint64_t from = state().step;
  const std::size_t pictures = state().of<Filming>().frames;
  frames(60);
  const double seconds = static_cast<double>(state().of<Filming>().frames - pictures) / state().of<Filming>().fps;
  const double steps = 6 * seconds * reference_period(state().scene) / state().dt;
  EXPECT_NEAR(static_cast<double>(state().step - from), steps, 0.05 * steps + 2);
}

TEST_F(OnStage, without_an_encoder_a_film_becomes_pictures) {
  send(command::Film{true, folder / "f"});
  EXPECT_TRUE(says("ffmpeg not found"));
  frames(2);
  send(command::Film{false});
  EXPECT_TRUE(fs::exists(folder / "f-001_00003.png"));
  EXPECT_FALSE(fs::exists(folder / "f.mp4"));
  send(command::Film{true, folder / "g.mp4"});
  EXPECT_FALSE(state().of<Filming>().on);
  EXPECT_TRUE(says("install the package ffmpeg"));
}

TEST_F(OnStage, a_film_still_recording_when_the_program_ends_is_complete) {
  install_encoder();
  send(command::Film{true, folder / "f.mp4"});
  session.reset();
  EXPECT_TRUE(fs::exists(folder / "f.mp4"));
}

TEST_F(OnStage, a_failing_encoder_is_reported_and_the_run_continues) {
  const fs::path program = folder / "programs" / "ffmpeg";
  std::ofstream(program) << "#!/bin/sh\nexit 3\n";
  fs::permissions(program, fs::perms::owner_all);
  send(command::Film{true, folder / "f.mp4"});
  frames(3);
  EXPECT_FALSE(state().of<Filming>().on);
  EXPECT_TRUE(says("ended with code 3"));
  const std::uint64_t step = state().step;
  frames(2);
  EXPECT_GT(state().step, step);
}

TEST_F(OnStage, after_a_failed_encoder_the_next_film_becomes_pictures) {
  const fs::path program = folder / "programs" / "ffmpeg";
  std::ofstream(program) << "#!/bin/sh\n/bin/cat > /dev/null\n";  // ends without an error and writes nothing
  fs::permissions(program, fs::perms::owner_all);
  send(command::Film{true, folder / "f"});
  frames(2);
  send(command::Film{false});
  EXPECT_TRUE(says("ffmpeg ended without an error, but wrote nothing"));
  EXPECT_FALSE(fs::exists(folder / "f-001.mp4")) << "no empty file";
  send(command::Film{true, folder / "f"});
  EXPECT_TRUE(says("ffmpeg failed before"));
  frames(2);
  send(command::Film{false});
  EXPECT_TRUE(fs::exists(folder / "f-001_00003.png"));
}

// The program chooses these names itself. If the current folder is not writable, the files go to the home folder, and a
// note names it.
TEST_F(OnStage, files_go_home_if_the_current_folder_is_not_writable) {
  install_encoder();
  const std::string home = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "/";
  const fs::path before = fs::current_path(), gone = folder / "gone";
  fs::create_directories(gone);
  fs::create_directories(folder / "home");
  ::setenv("HOME", (folder / "home").c_str(), 1);
  fs::current_path(gone);
  fs::remove(gone);
  send(command::SavePage{});
  frames(1);
  send(command::Film{true});
  frames(2);
  send(command::Film{false});
  send(command::SaveReport{});
  frames(1);
  send(command::Learn{command::Learn::What::open, std::string(builtin_lessons().front().name), 0, {}, true});
  send(command::Learn{command::Learn::What::hand_in});
  for (const char* suffix : {".html", ".mp4", ".png", ".answers"}) {
    const auto is_one = [&](const fs::directory_entry& e) { return e.path().extension() == suffix; };
    EXPECT_EQ(std::ranges::count_if(fs::directory_iterator(folder / "home"), is_one), 1) << suffix;
    EXPECT_TRUE(says((folder / "home").string()));
  }
  fs::current_path(before);
  ::setenv("HOME", home.c_str(), 1);
}

TEST_F(OnStage, a_failure_to_save_settings_is_reported_once) {
  std::ofstream(folder / "file") << "in the way";
  std::vector<std::pair<const char*, std::string>> before;
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME"}) {
    const char* value = std::getenv(name);
    before.emplace_back(name, value != nullptr ? value : "");
    ::setenv(name, (folder / "file" / "kept").c_str(), 1);
  }
  session.reset();
  WindowCommand command = off_screen(steps_per_frame, {900, 600});
  command.frames = 0;
  session = std::make_unique<Session>(command, LoadedScene{small_scene(), "", "two-sources"});
  send(command::SetTheme{false});
  EXPECT_TRUE(says("Cannot save the settings: " + (folder / "file").string()));
  ASSERT_FALSE(state().notes.empty());
  send(command::Dismiss{state().notes.back().id});
  send(command::SetTheme{true});
  EXPECT_FALSE(says("Cannot save the settings"));
  EXPECT_TRUE(state().dark) << "the setting lasts until the program ends";
  send(command::Learn{command::Learn::What::open, std::string(builtin_lessons().front().name), 0, {}, true});
  send(command::Learn{command::Learn::What::hint});
  EXPECT_TRUE(says("Cannot save the answers automatically: "));
  session.reset();
  for (const auto& [name, value] : before) value.empty() ? ::unsetenv(name) : ::setenv(name, value.c_str(), 1);
}

TEST_F(OnStage, the_size_of_a_finished_film_is_reported) {
  install_encoder();
  const fs::path file = folder / "f.mp4";
  send(command::Film{true, file});
  frames(3);
  send(command::Film{false});
  EXPECT_TRUE(says(human_bytes(static_cast<double>(fs::file_size(file)))));
}

TEST(Films, an_empty_picture_is_refused_before_an_encoder_starts) {
  for (const char* name : {"f.mp4", "f_%05d.png"}) {
    std::string why;
    try {
      const Film film(fs::temp_directory_path() / name, 0, 0, 30, std::chrono::milliseconds(200));
    } catch (const std::runtime_error& e) {
      why = e.what();
    }
    EXPECT_NE(why.find("the picture has only 0 × 0 pixels; enlarge the window"), std::string::npos) << why;
  }
}

// The encoder may lag behind. Pictures then wait for it, later the caller waits, and at last a stuck encoder is ended.
TEST(Films, a_stuck_encoder_blocks_nobody_for_long) {
  const fs::path folder = fs::temp_directory_path() / ("ezscope-films-" + std::to_string(::getpid()));
  const std::string path = std::getenv("PATH");
  fs::create_directories(folder);
  std::ofstream(folder / "ffmpeg") << "#!/bin/sh\ncase \"$*\" in *rawvideo*) kill -STOP $$;; esac\n";
  fs::permissions(folder / "ffmpeg", fs::perms::owner_all);
  ::setenv("PATH", folder.c_str(), 1);
  const Image picture{400, 300, std::vector<std::uint8_t>(std::size_t{4} * 400 * 300)};
  const auto begin = std::chrono::steady_clock::now();
  {
    Film film(folder / "f.mp4", 400, 300, 30, std::chrono::milliseconds(200));
    EXPECT_TRUE(film.is_ready());
    film.add(picture);
    film.add(picture);
    EXPECT_FALSE(film.is_ready());
    std::string why;
    try {
      film.add(picture);
    } catch (const std::runtime_error& e) {
      why = e.what();
    }
    EXPECT_NE(why.find("ffmpeg did nothing for 0.2 s"), std::string::npos) << why;
    EXPECT_TRUE(film.is_ready()) << "so that the next picture reports it again";
    EXPECT_THROW(film.finish(), std::runtime_error);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
  EXPECT_FALSE(fs::exists(folder / "f.mp4"));
  {
    Film left(folder / "g.mp4", 4, 4, 30, std::chrono::milliseconds(200));  // abandoned without being finished
    left.add({4, 4, std::vector<std::uint8_t>(64)});
  }
  ::setenv("PATH", path.c_str(), 1);
  fs::remove_all(folder);
}

// The failure is reported while the film is made, not at its end.
TEST(Films, an_encoder_that_writes_nothing_is_ended) {
  const fs::path folder = fs::temp_directory_path() / ("ezscope-films-" + std::to_string(::getpid()));
  const std::string path = std::getenv("PATH");
  fs::create_directories(folder);
  std::ofstream(folder / "ffmpeg") << "#!/bin/sh\nexec /bin/cat > /dev/null\n";
  fs::permissions(folder / "ffmpeg", fs::perms::owner_all);
  ::setenv("PATH", folder.c_str(), 1);
  std::string why;
  try {
    Film film(folder / "f.mp4", 4, 4, 30, std::chrono::milliseconds(200));
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::seconds(60))
      film.add({4, 4, std::vector<std::uint8_t>(64)});
  } catch (const std::runtime_error& e) {
    why = e.what();
  }
  EXPECT_NE(why.find("pictures, wrote nothing and was stopped"), std::string::npos) << why;
  ::setenv("PATH", path.c_str(), 1);
  fs::remove_all(folder);
}

TEST_F(OnStage, the_memory_for_the_timeline_is_limited) {
  send(command::SetTimeline{true, 1e9});
  EXPECT_EQ(state().of<TimelineState>().budget, 1e9);
  send(command::SetTimeline{true, 1});
  EXPECT_EQ(state().of<TimelineState>().budget, TimelineState::least_budget);
}

// Returns the pixels per module of the code in a picture of the window. It measures the first dark run of 7 modules,
// the rim of a finder pattern.
int module_in(const Image& image) {
  for (int y = 0; y < image.height; ++y)
    for (int x = 1, run = 0; x < image.width; ++x) {
      const bool dark = image.rgb(x, y) == 0x000000, after_white = image.rgb(x - 1, y) == 0xFFFFFF;
      run = dark && (run > 0 || after_white) ? run + 1 : 0;
      if (run >= 7 && x + 1 < image.width && image.rgb(x + 1, y) == 0xFFFFFF) return run / 7;
    }
  return 0;
}

TEST_F(OnStage, the_code_of_a_link_is_large_enough_to_read_from_afar) {
  if (!has_qr()) GTEST_SKIP() << "built without libqrcodegencpp-dev";
  Presenting show;
  show.on = show.code = true;
  Scene scene = small_scene();
  // The second link is nearly the longest that fits into a code.
  for (const std::size_t more : {0, 1900}) {
    std::mt19937 letters(1);
    scene.text.clear();
    for (std::size_t k = 0; k < more; ++k) scene.text += static_cast<char>('a' + letters() % 26);
    session.reset();
    session = std::make_unique<Session>(off_screen(1, {1920, 1080}), LoadedScene{scene, "", ""});
    const std::string link = link_of(scene);
    ASSERT_LE(link.size(), most_qr_bytes);
    EXPECT_TRUE(more == 0 || link.size() > 0.6 * most_qr_bytes) << link.size();
    send(command::Present{show});
    const fs::path file = folder / ("code-" + std::to_string(more) + ".png");
    send(command::Screenshot{file});
    const int module = module_in(read_png(file));
    EXPECT_GE(module, 4);
    if (!fs::exists("/usr/bin/zbarimg")) continue;
    std::FILE* answer = ::popen(("/usr/bin/zbarimg -q --raw " + file.string() + " 2>/dev/null").c_str(), "r");
    ASSERT_NE(answer, nullptr);
    std::string read(link.size() + 64, '\0');
    read.resize(std::fread(read.data(), 1, read.size(), answer));
    ::pclose(answer);
    EXPECT_EQ(read, link + "\n");
  }
  EXPECT_EQ(qr_code(std::string(most_qr_bytes + 1, 'a')).side, 0);
  EXPECT_EQ(qr_code(std::string(most_qr_bytes, 'a')).side, 177);
}

// Checks the font sizes of all letters in a frame. Letters of 28 pixels are readable from the back row.
TEST_F(OnStage, the_presenters_letters_are_large) {
  session.reset();
  session =
      std::make_unique<Session>(off_screen(1, {1920, 1080}), LoadedScene{builtin("double-slit"), "", "double-slit"});
  Presenting show;
  show.on = true;
  send(command::Present{show});
  for (const bool help : {false, true}) {
    send(command::ShowHelp{help});
    int sizes = 0;
    const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    for (int k = 0; k < atlas.Builder->BakedPool.Size; ++k) {
      const ImFontBaked& font = atlas.Builder->BakedPool[k];
      const bool signs = font.OwnerFont == atlas.Fonts.back();
      if (signs || font.WantDestroy || font.LastUsedFrame < ImGui::GetFrameCount()) continue;
      EXPECT_GE(font.Size, 28);
      ++sizes;
    }
    EXPECT_GE(sizes, 2);
  }
}

TEST(Screens, are_selected_by_name) {
  const std::vector<std::string> names = with_unique_names({"eDP-1", "EPSON PJ", "EPSON PJ", ""});
  EXPECT_EQ(names, (std::vector<std::string>{"eDP-1", "EPSON PJ", "EPSON PJ (2)", "screen 4"}));
  EXPECT_EQ(screen_named(names, "epson pj (2)"), 2u);
  EXPECT_EQ(screen_named(names, "EPSON PJ"), 1u);
  EXPECT_EQ(screen_named(names, "edp"), 0u);
  EXPECT_EQ(screen_named(names, "epson"), std::nullopt) << "two names begin this way";
  EXPECT_EQ(screen_named(names, "beamer"), std::nullopt);
  EXPECT_EQ(screen_named(names, ""), std::nullopt);
  EXPECT_NE(unknown_screen_error(names, "beamer").find("\"EPSON PJ (2)\""), std::string::npos);
}

TEST_F(OnStage, a_copied_scene_opens_again) {
  const Scene scene = state().scene;
  for (const bool as_link : {false, true}) {
    send(command::CopyScene{as_link});
    const std::string text = ImGui::GetClipboardText();
    EXPECT_EQ(is_link(text), as_link);
    for (const char* more : {"A", "AA", "AAAA"}) EXPECT_TRUE(!as_link || !scene_of_text(text + more).scene) << more;
    Scene other = scene;
    other.title = "another";
    send(command::EditScene{other, "title", true});
    send(command::OpenText{text});
    ASSERT_TRUE(state().question) << "unsaved changes are asked about";
    send(command::AnswerOther{0});
    EXPECT_TRUE(state().scene == scene);
    EXPECT_TRUE(state().unsaved) << "the scene is in no file";
    EXPECT_LT(state().step, 4u * steps_per_frame) << "from its start";
  }
}

// The link of a built-in scene is its name until someone changes it.
TEST_F(OnStage, the_link_of_a_built_in_scene_is_its_name) {
  send(command::OpenBuiltin{"two-sources", true});
  const Scene scene = state().scene;
  send(command::CopyScene{true});
  const std::string name = ImGui::GetClipboardText();
  EXPECT_EQ(name, "two-sources");
  Scene other = scene;
  other.title = "another";
  send(command::EditScene{other, "title", true});
  send(command::CopyScene{true});
  EXPECT_TRUE(is_link(ImGui::GetClipboardText())) << "the scene has been changed";
  EXPECT_TRUE(scene_of_text(ImGui::GetClipboardText()).scene == other);
  for (const char* pasted : {"two-sources", " two-sources\n", "ezscope two-sources"}) {
    send(command::OpenText{pasted});
    ASSERT_TRUE(state().question) << "unsaved changes are asked about";
    send(command::AnswerOther{0});
    EXPECT_TRUE(state().scene == scene);
    EXPECT_EQ(state().builtin, "two-sources");
    EXPECT_FALSE(state().unsaved);
    send(command::EditScene{other, "title", true});
  }
  EXPECT_TRUE(scene_of_text("ezscope " + link_of(other)).scene == other);
  EXPECT_TRUE(is_link(link_of(other, "two-sources")));
  std::string broken = link_of(other);
  broken.insert(40, "\r\n  ");
  EXPECT_TRUE(scene_of_text(broken).scene == other) << "a link with the line breaks of a mail";
  EXPECT_TRUE(is_link(link_of(scene)));
}

// A short link could otherwise unpack to more than any scene holds, and fill the memory.
TEST(Link, unpacks_to_no_more_than_a_scene_can_hold) {
  Scene scene = small_scene();
  scene.text.assign(500'000, 'a');
  EXPECT_TRUE(scene_of_text(link_of(scene)).scene);
  scene.text.assign(3'000'000, 'a');
  const SceneResult refused = scene_of_text(link_of(scene));
  EXPECT_FALSE(refused.scene);
  ASSERT_EQ(refused.messages.size(), 1u);
  EXPECT_NE(refused.messages[0].text.find("send the file"), std::string::npos);
}

TEST_F(OnStage, a_text_that_is_no_scene_changes_nothing) {
  const Scene scene = state().scene;
  for (const char* text : {"a letter", "ez1.AAAA", "ezscope = 1\n[grid]\ncells = [1, 2]"}) {
    send(command::OpenText{text});
    EXPECT_TRUE(state().scene == scene);
    EXPECT_FALSE(state().question);
    EXPECT_EQ(state().notes.back().kind, Note::Kind::error);
  }
  for (const char* text : {"a letter", "", "To do:\n- ezscope", "int main() { return 0; }"}) {
    send(command::OpenText{text});
    EXPECT_EQ(state().notes.back().text.english().find("The clipboard holds no scene."), 0u) << text;
  }
  for (const char* text : {"# mine\nezscope=1\n[grid", "[grid]\ncells = [1, 2]"}) {
    send(command::OpenText{text});
    EXPECT_NE(state().notes.back().text.english().find("clipboard:"), std::string::npos) << "its mistake";
  }
  // A note shows only a few of many mistakes.
  std::string other = "ezscope = 1\n[grid]\ncells = [96, 64]\ncell = 1\n";
  for (int k = 0; k < 5000; ++k) other += "a" + std::to_string(k) + " = 1\n";
  send(command::OpenText{other});
  const std::string& told = state().notes.back().text.english();
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 8) << told;
  EXPECT_TRUE(told.ends_with("and 4992 more")) << told;
}

TEST_F(OnStage, the_course_has_a_next_scene_and_two_ends) {
  send(command::NextScene{1});
  const std::string second = state().builtin;
  EXPECT_NE(second, "two-sources");
  send(command::NextScene{-1});
  EXPECT_EQ(state().builtin, "two-sources");
  send(command::NextScene{-1000});
  const std::string first = state().builtin;
  send(command::NextScene{-1});
  EXPECT_EQ(state().builtin, first);
}

TEST_F(OnStage, a_held_picture_stays_while_the_run_continues) {
  const auto shot = [&](const fs::path& file) {
    session->send(command::Screenshot{file});
    frames(1);
    return read_png(file);
  };
  Presenting still;
  still.on = still.frozen = true;
  send(command::Present{still});
  const std::uint64_t step = state().step;
  const Image before = shot(folder / "a.png");
  frames(20);
  EXPECT_GT(state().step, step);
  const Image after = shot(folder / "b.png");
  const int x = before.width / 2, y = before.height / 2;
  for (int dx = -40; dx <= 40; dx += 8) EXPECT_EQ(before.rgb(x + dx, y), after.rgb(x + dx, y));
}

TEST_F(OnStage, a_page_holds_picture_plots_and_the_scene) {
  frames(30);
  send(command::SavePage{folder / "p.html"});
  const std::string page = text_of(folder / "p.html");
  EXPECT_NE(page.find("<h1>small &amp; simple</h1>"), std::string::npos);
  EXPECT_NE(page.find("src=\"data:image/png;base64,iVBOR"), std::string::npos);
  EXPECT_NE(page.find("<polyline"), std::string::npos);
  EXPECT_NE(page.find("p&lt;1&gt;"), std::string::npos);
  EXPECT_EQ(page.find("://"), std::string::npos) << "the page loads nothing from elsewhere";
  const std::size_t at = page.find("ez1.");
  ASSERT_NE(at, std::string::npos);
  const SceneResult again = scene_of_text(page.substr(at, page.find('<', at) - at));
  ASSERT_TRUE(again.scene);
  EXPECT_TRUE(*again.scene == state().scene);
  send(command::SavePage{"/proc/nowhere/p.html"});
  EXPECT_EQ(state().notes.back().kind, Note::Kind::error);
}

// The probes of a gas have their own units, and its steps differ in length.
TEST_F(OnStage, a_page_on_a_gas_has_its_units_and_times) {
  Scene tube = *load_scene("sod").scene;
  tube.probes = {{"dense", tube.probes.at(0).at}, {"fast", tube.probes.at(0).at}};
  tube.probes[1].quantity = Quantity::u;
  tube.checks.clear();
  session.reset();
  session = std::make_unique<Session>(off_screen(steps_per_frame, {900, 600}), LoadedScene{tube, "", "sod"});
  for (int k = 0; k < 400 && (state().probes.size() < 2 || state().probes[1].values.empty() ||
                              state().probes[1].values.back() == 0);
       ++k)
    frames(1);
  session->send(command::Run{false});
  frames(3);
  const std::string last = engineering(state().probes[0].times.back(), "s", 3);
  send(command::SavePage{folder / "p.html"});
  const std::string page = text_of(folder / "p.html");
  // The page ends no text this way, and the encoded picture contains no "<".
  EXPECT_EQ(page.find("V/m<"), std::string::npos);
  EXPECT_NE(page.find("kg/m³</text>"), std::string::npos);
  EXPECT_NE(page.find("m/s</text>"), std::string::npos);
  EXPECT_NE(page.find("text-anchor=\"end\">" + last + "</text>"), std::string::npos) << last;
}

}  // namespace
}  // namespace ez
