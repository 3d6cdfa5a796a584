// Tests which files a scene may read. A scene file reads files next to it and below it, and those that the user allows.
// Any other text reads none.
#include "solver/scene/file/scene_origin.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

// PNG of one white pixel.
const std::string white_pixel = GreyPicture(1, 1, {255}).text();

class SceneFolder : public testing::Test {
 protected:
  SceneFolder() {
    fs::create_directories(scenes_ / "deep");
    fs::create_directories(top_ / "secrets");
    for (const fs::path& folder : {top_, scenes_, scenes_ / "deep", top_ / "secrets"}) {
      std::ofstream(folder / "table.csv") << "0 1\n1e-9 2\n";
      std::ofstream(folder / "white.png", std::ios::binary) << bytes_of(white_pixel);
    }
    fs::create_symlink(top_ / "secrets" / "table.csv", scenes_ / "leads-out.csv");
    fs::create_symlink(top_ / "secrets", scenes_ / "leads-out");
    fs::create_symlink("deep/table.csv", scenes_ / "leads-in.csv");
  }
  ~SceneFolder() override { fs::remove_all(top_); }
  SceneFolder(const SceneFolder&) = delete;
  SceneFolder& operator=(const SceneFolder&) = delete;

  static std::string bytes_of(std::string_view base64) {
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    unsigned bits = 0;
    int count = 0;
    for (const char c : base64) {
      if (c == '=') break;
      bits = bits << 6 | static_cast<unsigned>(digits.find(c));
      count += 6;
      if (count < 8) continue;
      count -= 8;
      out += static_cast<char>(bits >> count & 255);
    }
    return out;
  }
  static std::string with_table(const std::string& file) {
    return fmt::format(
        "ezscope = 1\nunit = 'cell'\n[grid]\ncells = [64, 32]\ncell = 0.001\n[[source]]\nkind = 'point'\nat = [20, "
        "16]\n"
        "waveform = {{ kind = 'table', file = '{}' }}\n",
        file);
  }
  static std::string with_image(const std::string& file) {
    return fmt::format(
        "ezscope = 1\nunit = 'cell'\n[grid]\ncells = [64, 32]\ncell = 0.001\n[[shape]]\nkind = 'image'\nmaterial = "
        "'pec'\nmin = [5, 5]\nmax = [9, 9]\nfile = '{}'\n",
        file);
  }
  SceneResult load(const std::string& text, const std::vector<std::string>& allowed = {}) {
    std::ofstream(scenes_ / "scene.toml") << text;
    return load_scene((scenes_ / "scene.toml").string(), {}, nullptr, allowed);
  }
  static std::string words_of(const SceneResult& r) {
    std::string out;
    for (const Message& m : r.messages)
      if (m.kind == Message::Kind::error) out += to_string(m) + "\n";
    return out;
  }
  const fs::path top_ =
      fs::weakly_canonical(fs::temp_directory_path()) / fmt::format("ezscope-origin-{}", static_cast<int>(::getpid()));
  const fs::path scenes_ = top_ / "scenes";
};

TEST_F(SceneFolder, a_scene_file_reads_files_next_to_itself_and_below) {
  for (const char* name : {"table.csv", "deep/table.csv", "deep/../table.csv", "leads-in.csv"}) {
    const SceneResult r = load(with_table(name));
    ASSERT_TRUE(r.scene) << name << words_of(r);
    EXPECT_EQ(std::get<Tabulated>(r.scene->sources[0].waveform).w, (std::vector<double>{1, 2}));
  }
  EXPECT_TRUE(load(with_table((scenes_ / "table.csv").string())).scene) << "an absolute path to the same file";
  EXPECT_TRUE(load(with_image("deep/white.png")).scene);
}

TEST_F(SceneFolder, the_files_that_a_scene_reads_are_listed_with_their_keys) {
  using Inputs = std::vector<SceneInput>;
  EXPECT_EQ(load(with_table("leads-in.csv")).inputs,
            (Inputs{{"source.0.waveform.file", scenes_ / "deep" / "table.csv"}}))
      << "with links resolved";
  EXPECT_EQ(load(with_image("deep/../white.png")).inputs, (Inputs{{"shape.0.file", scenes_ / "white.png"}}));
  EXPECT_EQ(load(with_table("none.csv")).inputs, Inputs{}) << "it was not read";
  const std::string waveform = "{ kind = 'table', file = 'table.csv' }";
  const SceneResult set = load_scene((scenes_ / "scene.toml").string(), {{"source.0.waveform", waveform}});
  EXPECT_EQ(set.inputs, (Inputs{{"source.0.waveform.file", scenes_ / "table.csv"}}));
}

TEST_F(SceneFolder, outside_files_are_refused_with_their_path_until_allowed) {
  const std::string secret = (top_ / "secrets" / "table.csv").string(), picture = (top_ / "white.png").string();
  for (const auto& [text, path] : {std::pair(with_table("../secrets/table.csv"), secret),
                                   {with_table(secret), secret},
                                   {with_table("leads-out.csv"), secret},
                                   {with_table("leads-out/table.csv"), secret},
                                   {with_table("deep/../../secrets/table.csv"), secret},
                                   {with_image("../white.png"), picture},
                                   {with_image(picture), picture}}) {
    const SceneResult r = load(text);
    EXPECT_FALSE(r.scene) << text;
    EXPECT_EQ(r.refused, path) << text;
    EXPECT_NE(words_of(r).find(fmt::format("which is {}, outside {}; move the file there, or allow it with "
                                           "--allow-read {}",
                                           path, scenes_.string(), fs::path(path).parent_path().string())),
              std::string::npos)
        << words_of(r);
    EXPECT_TRUE(load(text, {path}).scene) << "this file";
    EXPECT_TRUE(load(text, {(top_ / "nothing").string(), top_.string() + "/"}).scene)
        << "a folder above the file is allowed";
    EXPECT_FALSE(load(text, {(top_ / "secret").string()}).scene) << "the beginning of a name is not a folder";
  }
  EXPECT_EQ(load(with_table("none.csv")).refused, "") << "the file is allowed but missing";
  EXPECT_EQ(load(with_table("../table.csv") + "colour = 3\n").refused, "") << "the scene has another error";
}

// The current folder is the user's and not the scene's, so a link must not read there either.
TEST_F(SceneFolder, a_text_without_a_file_reads_nothing) {
  const fs::path before = fs::current_path();
  fs::current_path(scenes_);
  for (const std::string& file : {std::string("table.csv"), (scenes_ / "table.csv").string()}) {
    for (const char* label : {"clipboard", "link", "scene.toml", ""}) {
      const SceneResult r = parse_scene(with_table(file), label);
      EXPECT_FALSE(r.scene) << file << " of " << label;
      EXPECT_EQ(r.refused, "") << "the user is not asked";
      EXPECT_NE(words_of(r).find("can only be read with a scene file; give t and w instead"), std::string::npos);
    }
  }
  const SceneResult image = parse_scene(with_image((scenes_ / "white.png").string()), "clipboard");
  EXPECT_NE(words_of(image).find("can only be read with a scene file; give png instead"), std::string::npos);
  const std::string variant = with_image("white.png") + "[[variant]]\nname = 'a'\nset = { 'shape.0.file' = '" +
                              (top_ / "white.png").string() + "' }\n";
  EXPECT_FALSE(load(variant).scene) << "a variant is read from the scene's own text";
  // For a built-in scene, --set may name files that the user allows.
  const std::vector<Override> set = {{"source.0.waveform", "{ kind = 'table', file = 'table.csv' }"}};
  EXPECT_FALSE(load_scene("two-sources", set).scene);
  EXPECT_TRUE(load_scene("two-sources", set, nullptr, {scenes_.string()}).scene);
  EXPECT_FALSE(load_scene("two-sources", set, nullptr, {(top_ / "secrets").string()}).scene);
  fs::current_path(before);
}

TEST_F(SceneFolder, a_scene_read_through_a_pipe_reads_nothing) {
  const fs::path pipe = scenes_ / "pipe.toml";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe) << with_table("table.csv"); });
  const SceneResult r = load_scene(pipe.string());
  writer.join();
  EXPECT_NE(words_of(r).find("can only be read with a scene file"), std::string::npos) << words_of(r);
}

// ---- limits on unpacking

TEST(Unpacking, a_picture_that_is_too_large_is_refused_before_unpacking) {
  const GreyPicture black(4000, 3000, std::vector<std::uint8_t>(12'000'000));
  const auto scene = [&](int pictures) {
    std::string text = "ezscope = 1\nunit = 'cell'\n[grid]\ncells = [64, 32]\ncell = 0.001\n";
    for (int k = 0; k < pictures; ++k)
      text += "[[shape]]\nkind = 'image'\nmaterial = 'pec'\nmin = [5, 5]\nmax = [9, 9]\npng = '" + black.text() + "'\n";
    return text;
  };
  EXPECT_TRUE(parse_scene(scene(5), "link", {}, nullptr, origin_of_link()).scene);
  const SceneResult r = parse_scene(scene(6), "link", {}, nullptr, origin_of_link());
  ASSERT_FALSE(r.scene);
  ASSERT_EQ(r.messages.size(), 1u);
  EXPECT_NE(
      to_string(r.messages[0]).find("shape.5.png has 4000 × 3000 pixels, which need 12 MB, but only 3.9 MB are left"),
      std::string::npos)
      << to_string(r.messages[0]);
  EXPECT_TRUE(parse_scene(scene(6), "file").scene) << "of a file";
}

TEST(Unpacking, values_count_by_their_memory) {
  std::string text = "ezscope = 1\n[grid]\ncells = [64, 64]\ncell = 1\n[[shape]]\nkind = 'polygon'\npoints = [";
  for (int k = 0; k < 400'000; ++k) text += "[1,2],";
  text += "]\n";
  const SceneResult r = parse_scene(text, "link", {}, nullptr, origin_of_link());
  ASSERT_EQ(r.messages.size(), 1u);
  EXPECT_NE(to_string(r.messages[0]).find("2.4 MB of text expand to about 118 MB, but the limit is 64 MB"),
            std::string::npos)
      << to_string(r.messages[0]);
}

}  // namespace
}  // namespace ez
