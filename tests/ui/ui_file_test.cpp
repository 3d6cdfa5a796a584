// Tests files: save, open, questions before changes are lost, drops, exports and pictures.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "render/image.h"
#include "ui_desk.h"

namespace ez {
namespace fs = std::filesystem;
namespace {

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Drops a file as a file manager does.
void drop(Desk& d, const std::string& path) {
  d.outside([path] {
    GLFWwindow* window = glfwGetCurrentContext();
    const GLFWdropfun dropped = glfwSetDropCallback(window, nullptr);
    glfwSetDropCallback(window, dropped);
    const char* paths[] = {path.c_str()};
    dropped(window, 1, paths);
  });
  d.frames(3);
}

void a_scene_is_saved_and_opened_again(Desk& d) {
  d.drag(source_node(d.scene()), {80, 50});
  d.type("Sources/##amplitude", "1.5");
  IM_CHECK(d.state().unsaved);
  const Scene edited = d.scene();
  d.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
  const std::string file = d.file("mine.toml");
  d.answer_path(file);
  IM_CHECK(d.until([&] { return !d.state().unsaved; }));
  IM_CHECK_STR_EQ(d.state().path.c_str(), file.c_str());
  IM_CHECK(fs::exists(file));
  IM_CHECK(d.noted(Note::Kind::news, "Saved"));

  d.choose("Scene/##builtin", "two-sources");
  IM_CHECK(d.until([&] { return d.state().builtin == "two-sources"; }));
  IM_CHECK(!(d.scene() == edited));
  d.key(ImGuiMod_Ctrl | ImGuiKey_O);
  d.answer_path(file);
  IM_CHECK(d.until([&] { return d.state().path == file; }));
  IM_CHECK(d.scene() == edited);
  IM_CHECK(!d.state().unsaved);
  IM_CHECK(!d.state().recent.empty() && d.state().recent[0] == file);

  d.type("Sources/##amplitude", "3");
  IM_CHECK(d.state().unsaved);
  d.key(ImGuiMod_Ctrl | ImGuiKey_S);  // the scene has a file now
  IM_CHECK(d.until([&] { return !d.state().unsaved; }));
  IM_CHECK(!d.state().prompt);
  const SceneResult read = load_scene(file);
  IM_CHECK(read.scene && *read.scene == d.scene());
}

void changes_are_never_lost_without_a_question(Desk& d) {
  d.wait_for_field();
  d.drag(source_node(d.scene()), {80, 50});
  const Scene edited = d.scene();
  const std::uint64_t step = d.state().step;
  d.choose("Scene/##builtin", "open-pulse");
  d.answer(false);
  IM_CHECK(!d.state().question);
  IM_CHECK(d.scene() == edited);
  IM_CHECK(d.field_ran_on(step));
  d.choose("Scene/##builtin", "open-pulse");
  d.answer_other(0);
  IM_CHECK(d.until([&] { return d.state().builtin == "open-pulse"; }));
  IM_CHECK(!d.state().unsaved);
  IM_CHECK(!d.state().history.can_undo());
  IM_CHECK(d.solver().scene() == d.scene());
}

void closing_the_window_asks_first(Desk& d) {
  d.drag(source_node(d.scene()), {80, 50});
  const auto close = [&] { d.outside([] { glfwSetWindowShouldClose(glfwGetCurrentContext(), GLFW_TRUE); }); };
  close();
  d.answer(false);
  d.frames(5);
  IM_CHECK(!d.state().quit);
  close();
  d.expect_end();
  d.answer_other(0);
  d.frames(5);
  IM_CHECK(false);  // the program should have ended
}

void an_existing_file_raises_a_question(Desk& d) {
  const std::string file = d.file("taken.toml");
  std::ofstream(file) << "something else\n";
  d.click("Scene/##save_as");
  d.answer_path(file);
  d.answer(false);
  IM_CHECK_STR_EQ(text_of(file).c_str(), "something else\n");
  d.click("Scene/##save_as");
  d.answer_path(file);
  d.answer(true);
  IM_CHECK(d.until([&] { return d.state().path == file; }));
  IM_CHECK(load_scene(file).scene.has_value());
}

void a_dropped_scene_opens(Desk& d) {
  Scene other = desk_scene();
  other.title = "dropped";
  other.grid.nx = 170;
  const std::string file = d.file("dropped.toml");
  std::ofstream(file) << write_scene(other);
  drop(d, file);
  IM_CHECK(d.until([&] { return d.state().path == file; }));
  IM_CHECK(d.scene() == other);
  IM_CHECK(d.until([&] { return d.solver().scene().grid.nx == 170; }));
}

// Writes a picture that is black above and white below.
void write_picture(const std::string& path) {
  Image image{8, 4, std::vector<std::uint8_t>(std::size_t{8} * 4 * 4, 0)};
  std::fill(image.rgba.begin() + std::ptrdiff_t{8} * 2 * 4, image.rgba.end(), std::uint8_t{255});
  const std::string bytes = encode_png(image);
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void a_dropped_picture_becomes_a_shape(Desk& d) {
  const std::size_t shapes = d.scene().shapes.size();
  write_picture(d.file("a.png"));
  drop(d, d.file("a.png"));
  IM_CHECK_EQ(d.scene().shapes.size(), shapes + 1);
  IM_CHECK(d.state().selection == (Selection{Selection::Kind::shape, static_cast<int>(shapes)}));
  const auto image = [&] { return std::get<ImageShape>(d.scene().shapes.back().geometry); };
  IM_CHECK_EQ(image().picture.width(), 8);
  IM_CHECK_EQ(d.solver().nodes().at(80, 55), 3);  // glass, the first material, in the white part
  IM_CHECK_EQ(d.solver().nodes().at(80, 65), 0);
  d.click("Materials/##way/Levels");
  IM_CHECK_EQ(image().levels.size(), std::size_t{2});
  d.choose("Materials/$$0/##level_material", "glass");
  IM_CHECK_EQ(d.solver().nodes().at(80, 65), 3);
  d.click("Materials/##add_level");
  IM_CHECK_EQ(image().levels.size(), std::size_t{3});
  d.click("Materials/##way/Gradient");
  IM_CHECK(image().ramp.has_value() && image().levels.empty());
  IM_CHECK(d.state().valid == d.scene());

  d.click("Materials/##choose_picture");
  write_picture(d.file("b.png"));
  d.answer_path(d.file("b.png"));
  IM_CHECK_EQ(d.scene().shapes.size(), shapes + 1);
  d.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
  fs::create_directories(d.file("elsewhere"));
  d.answer_path(d.file("elsewhere/mine.toml"));
  IM_CHECK(d.until([&] { return !d.state().unsaved; }));
  fs::remove(d.file("a.png"));
  fs::remove(d.file("b.png"));
  const SceneResult again = load_scene(d.file("elsewhere/mine.toml"));
  IM_CHECK(again.scene && *again.scene == d.scene());
}

void a_drop_asks_before_changes_are_lost(Desk& d) {
  const std::string file = d.file("other.toml");
  std::ofstream(file) << write_scene(desk_scene());
  d.drag(source_node(d.scene()), {80, 50});
  const Scene edited = d.scene();
  drop(d, file);
  d.answer(false);
  IM_CHECK(d.scene() == edited);
  drop(d, file);
  d.answer_other(0);
  IM_CHECK(d.until([&] { return d.scene() == desk_scene(); }));
}

void changes_are_saved_before_another_scene_is_opened(Desk& d) {
  d.drag(source_node(d.scene()), {80, 50});
  const Scene edited = d.scene();
  const std::string file = d.file("saved first.toml");
  d.choose("Scene/##builtin", "open-pulse");
  d.answer(true);
  d.answer_path(file);
  IM_CHECK(d.until([&] { return d.state().builtin == "open-pulse"; }));
  const SceneResult read = load_scene(file);
  IM_CHECK(read.scene && *read.scene == edited);
}

void escape_destroys_nothing(Desk& d) {
  d.drag(source_node(d.scene()), {80, 50});
  const Scene edited = d.scene();
  d.choose("Scene/##builtin", "open-pulse");
  IM_CHECK(d.until([&] { return d.state().question.has_value(); }));
  d.frames(2);
  d.hand().KeyPress(ImGuiKey_Escape);
  IM_CHECK(d.until([&] { return !d.state().question; }));
  IM_CHECK(d.scene() == edited);
  IM_CHECK(d.state().unsaved && !d.state().quit);
}

void a_file_changed_by_another_program_raises_a_question(Desk& d) {
  const std::string file = d.file("shared.toml"), other = d.file("other.toml");
  std::ofstream(file) << write_scene(desk_scene());
  drop(d, file);
  IM_CHECK(d.until([&] { return d.state().path == file; }));
  Scene theirs = desk_scene();
  theirs.title = "theirs";
  d.type("Sources/##amplitude", "2");
  std::ofstream(file) << write_scene(theirs);
  d.key(ImGuiMod_Ctrl | ImGuiKey_S);
  d.answer(false);
  IM_CHECK_STR_EQ(text_of(file).c_str(), write_scene(theirs).c_str());
  d.key(ImGuiMod_Ctrl | ImGuiKey_S);
  d.answer(true);  // save as
  d.answer_path(other);
  IM_CHECK(d.until([&] { return d.state().path == other; }));
  IM_CHECK_STR_EQ(text_of(file).c_str(), write_scene(theirs).c_str());
  std::ofstream(other) << write_scene(theirs);
  d.type("Sources/##amplitude", "3");
  d.key(ImGuiMod_Ctrl | ImGuiKey_S);
  d.answer_other(1);  // keep the scene in the window
  IM_CHECK(d.until([&] { return !d.state().unsaved; }));
  IM_CHECK_EQ(load_scene(other).scene->sources[0].amplitude, 3.0);
  std::ofstream(other) << write_scene(theirs);
  d.type("Sources/##amplitude", "4");
  d.key(ImGuiMod_Ctrl | ImGuiKey_S);
  d.answer_other(0);  // load the scene of the file
  IM_CHECK(d.until([&] { return d.scene() == theirs; }));
  IM_CHECK(!d.state().unsaved);
}

// Returns true if the dialog asks for another path and gives these words as the reason.
bool prompt_says(const Desk& d, std::string_view words) {
  return d.state().prompt && d.state().prompt->problem.english().find(words) != std::string::npos;
}

void a_pipe_without_a_reader_does_not_block_the_window(Desk& d) {
  d.wait_for_field();
  const std::string pipe = d.file("pipe.npy");
  IM_CHECK_EQ(mkfifo(pipe.c_str(), 0600), 0);
  d.click("Scene/##field");
  d.answer_path(pipe);
  d.answer(true);  // overwrite the existing file
  IM_CHECK(d.until([&] { return prompt_says(d, "no program reads the pipe"); }));
  IM_CHECK(prompt_says(d, "pipe.npy"));
  IM_CHECK(d.until([&] { return ImGui::GetIO().WantTextInput; }));  // the path can be typed again
}

void a_recent_file_is_opened_from_the_tool_bar(Desk& d) {
  Scene other = desk_scene();
  other.title = "recent";
  const std::string file = d.file("recent.toml");
  std::ofstream(file) << write_scene(other);
  drop(d, file);
  IM_CHECK(d.until([&] { return d.state().path == file; }));
  d.hand().ItemClick("//Toolbar/##scene");
  d.frames(2);
  d.hand().ItemClick("//$FOCUSED/two-sources");
  IM_CHECK(d.until([&] { return d.state().builtin == "two-sources"; }));
  d.hand().ItemClick("//Toolbar/##scene");
  d.frames(2);
  std::string entry = "//$FOCUSED/";
  for (const char c : file) entry += c == '/' ? std::string("\\/") : std::string(1, c);
  d.hand().ItemClick((entry + "/recent.toml").c_str());
  IM_CHECK(d.until([&] { return d.scene() == other; }));
}

// Typing filters the scenes and Enter opens the first match. Meanwhile the pictures of the matches are made and cached.
void a_scene_is_found_by_typing_in_the_gallery(Desk& d) {
  d.hand().ItemClick("//Toolbar/##scene");
  d.frames(3);
  d.hand().KeyChars("two sou");
  d.frames(2);
  IM_CHECK(!d.hand().ItemExists("//$FOCUSED/double-slit"));
  IM_CHECK(d.hand().ItemExists("//$FOCUSED/two-sources"));
  const auto is_kept = [] {
    std::error_code error;
    const fs::path folder = fs::path(std::getenv("XDG_CACHE_HOME")) / "ezscope/thumbnails";
    return std::distance(fs::directory_iterator(folder, error), fs::directory_iterator()) >= 2;
  };
  IM_CHECK(d.until(is_kept));
  d.hand().KeyPress(ImGuiKey_Enter);
  IM_CHECK(d.until([&] { return d.state().builtin == "two-sources"; }));
  IM_CHECK_EQ(ImGui::GetCurrentContext()->OpenPopupStack.Size, 0);
}

void a_failed_write_is_reported_and_nothing_is_lost(Desk& d) {
  d.drag(source_node(d.scene()), {80, 50});
  const Scene edited = d.scene();
  d.click("Scene/##save_as");
  d.answer_path("/proc/none/scene.toml");
  IM_CHECK(d.until([&] { return prompt_says(d, "/proc/none/scene.toml"); }));
  IM_CHECK(d.state().unsaved);
  IM_CHECK(d.scene() == edited);
  IM_CHECK(d.state().path.empty());
  // The dialog is still open and asks for another place.
  const std::string file = d.file("elsewhere.toml");
  d.answer_path(file);
  IM_CHECK(d.until([&] { return d.state().path == file; }));
  IM_CHECK(!d.state().prompt);
}

void a_wrong_file_is_explained_and_the_field_runs_on(Desk& d) {
  d.wait_for_field();
  const Scene before = d.scene();
  const std::uint64_t step = d.state().step;
  const std::string file = d.file("wrong.toml");
  std::ofstream(file) << "[grid]\nnx = 100\nny = 100\ndx = 0.001\ndy = 0.001\ncourrant = 0.5\n";
  drop(d, file);
  IM_CHECK(d.until([&] { return d.noted(Note::Kind::error, file + ":6:"); }));
  IM_CHECK(d.noted(Note::Kind::error, "courant"));  // the suggested name
  drop(d, d.file("missing.toml"));
  IM_CHECK(d.until([&] { return d.noted(Note::Kind::error, "missing.toml"); }));
  IM_CHECK(d.scene() == before);
  IM_CHECK(d.field_ran_on(step));
  const std::string note = "//Note" + std::to_string(d.state().notes.front().id);
  const std::string text = d.state().notes.front().text.english();
  d.hand().ItemClick((note + "/##copy").c_str());
  d.frames(2);
  IM_CHECK_STR_EQ(ImGui::GetClipboardText(), text.c_str());
  d.hand().ItemClick((note + "/##dismiss").c_str());
  d.frames(2);
  for (const Note& n : d.state().notes) IM_CHECK(n.text.english() != text);
}

void probes_field_and_picture_are_exported(Desk& d) {
  d.wait_for_field();
  d.key(ImGuiKey_Space);
  const std::string csv = d.file("traces.csv"), npy = d.file("field.npy");
  d.click("Probes/##export");
  d.answer_path(csv);
  IM_CHECK(d.until([&] { return fs::exists(csv); }));
  const std::string table = text_of(csv);
  IM_CHECK(table.find("p1") != std::string::npos);
  IM_CHECK(std::count(table.begin(), table.end(), '\n') > 100);
  d.click("Scene/##field");
  d.answer_path(npy);
  IM_CHECK(d.until([&] { return fs::exists(npy); }));
  IM_CHECK_EQ(fs::file_size(npy), std::uintmax_t{128 + 4 * 160 * 120});
  d.key(ImGuiKey_F12);
  const std::string picture = "ezscope-desk-001.png";
  IM_CHECK(d.until([&] { return fs::exists(picture); }));
  IM_CHECK(d.noted(Note::Kind::news, d.file(picture)));  // the note names the file
  const Image image = read_png(picture);
  IM_CHECK_EQ(image.width, 1200);
  IM_CHECK_EQ(image.height, 700);
  d.click("Scene/##field");
  d.answer_path("/proc/none/field.npy");
  IM_CHECK(d.until([&] { return prompt_says(d, "/proc/none/field.npy"); }));
}

void a_file_dialog_can_be_cancelled(Desk& d) {
  d.key(ImGuiMod_Ctrl | ImGuiKey_O);
  IM_CHECK(d.until([&] { return d.state().prompt.has_value(); }));
  d.hand().ItemClick("//File/##cancel");
  d.frames(2);
  IM_CHECK(!d.state().prompt);
  d.key(ImGuiMod_Ctrl | ImGuiKey_S);  // the scene has no file yet
  IM_CHECK(d.until([&] { return d.state().prompt.has_value(); }));
  IM_CHECK(d.state().prompt->purpose == FilePrompt::Purpose::save_scene);
}

}  // namespace

std::vector<UiTest> file_tests() {
  return {{"a_scene_is_saved_and_opened_again", a_scene_is_saved_and_opened_again},
          {"changes_are_never_lost_without_a_question", changes_are_never_lost_without_a_question},
          {"closing_the_window_asks_first", closing_the_window_asks_first},
          {"an_existing_file_raises_a_question", an_existing_file_raises_a_question},
          {"a_dropped_scene_opens", a_dropped_scene_opens},
          {"a_dropped_picture_becomes_a_shape", a_dropped_picture_becomes_a_shape},
          {"a_drop_asks_before_changes_are_lost", a_drop_asks_before_changes_are_lost},
          {"changes_are_saved_before_another_scene_is_opened", changes_are_saved_before_another_scene_is_opened},
          {"escape_destroys_nothing", escape_destroys_nothing},
          {"a_file_changed_by_another_program_raises_a_question", a_file_changed_by_another_program_raises_a_question},
          {"a_pipe_without_a_reader_does_not_block_the_window", a_pipe_without_a_reader_does_not_block_the_window},
          {"a_recent_file_is_opened_from_the_tool_bar", a_recent_file_is_opened_from_the_tool_bar},
          {"a_scene_is_found_by_typing_in_the_gallery", a_scene_is_found_by_typing_in_the_gallery},
          {"a_failed_write_is_reported_and_nothing_is_lost", a_failed_write_is_reported_and_nothing_is_lost},
          {"a_wrong_file_is_explained_and_the_field_runs_on", a_wrong_file_is_explained_and_the_field_runs_on},
          {"probes_field_and_picture_are_exported", probes_field_and_picture_are_exported},
          {"a_file_dialog_can_be_cancelled", a_file_dialog_can_be_cancelled}};
}

}  // namespace ez
