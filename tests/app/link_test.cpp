// Tests links that try to do more than hold a scene.
#include "app/model/document/scene_link.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "processor_time.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

const std::string room = "ezscope=1\nunit=\"cell\"\n[grid]\ncells=[64,48]\ncell=0.001\n";

std::string words_of(const SceneResult& r) {
  std::string out;
  for (const Message& m : r.messages) out += to_string(m) + "\n";
  return out;
}

// The links and the pasted text name secret.csv in the current folder, and also its absolute path.
TEST(HostileLink, reads_no_file) {
  const fs::path folder = fs::temp_directory_path() / ("ezscope-link-" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  std::ofstream("secret.csv") << "0 1\n1e-9 2\n";
  const std::string
      table =
          "ez1.eNolikEKgzAQAO_7jD0HiSDSy74k5BDXtYSmRrJRQfHvtXgZGGbkUM6LUAvuXeLogSUlJdd3pns9Rrax9u5O81pYvIdPnEfC"
          "Jce5IoRK7j5a84eHPWwy5fKl87lqGJKgmWISQhUuUhvWDS_4AZAgJ8o",
      absolute =
          "ez1.eNolikEKwyAQAO_7DM8SDYTSy75EPNjNppWYKLpJoKV_b0ouA8MMvxvlwtiDe9Y4eiBOqaG7DXq4X4a2s_bsruWtEnsPc1xH"
          "VCXHVRQEQXcevf7DwxF2nnJd8HNdEh6JlZ5iYlRGlmJeJogEms1hGlNl6ajt6gs_OngtXQ";
  for (const std::string& word : {table, absolute}) {
    const SceneResult link = scene_of_text(word);
    EXPECT_FALSE(link.scene);
    EXPECT_NE(words_of(link).find("can only be read with a scene file; give t and w instead"), std::string::npos)
        << words_of(link);
  }
  for (const std::string& file : {std::string("secret.csv"), (folder / "secret.csv").string()}) {
    const SceneResult pasted = scene_of_text(
        fmt::format("{}[[source]]\nkind=\"point\"\nat=[20,16]\nwaveform={{kind=\"table\",file=\"{}\"}}\n", room, file));
    EXPECT_FALSE(pasted.scene);
    EXPECT_NE(words_of(pasted).find("can only be read with a scene file"), std::string::npos) << words_of(pasted);
  }
  fs::current_path(before);
  fs::remove_all(folder);
}

// Three pictures of 16384 × 16384 black pixels once took 1.1 GB and 16 s.
TEST(HostileLink, unpacks_to_no_more_than_its_limit) {
  Scene scene = *scene_of_text(room).scene;
  const GreyPicture black(16384, 16384, std::vector<std::uint8_t>(std::size_t{16384} * 16384));
  ImageShape image;
  image.picture = black;
  image.min = {5, 5};
  image.max = {9, 9};
  for (int k = 0; k < 3; ++k) scene.shapes.push_back({image, "pec"});
  const std::string text = write_scene(scene), link = link_of(scene);
  const double since = processor_seconds();
  const SceneResult pasted = scene_of_text(text), linked = scene_of_text(link);
  EXPECT_LT(processor_seconds() - since, 2) << "about a second each even on a slow machine";
  EXPECT_FALSE(pasted.scene);
  EXPECT_FALSE(linked.scene);
  EXPECT_NE(words_of(pasted).find("has 16384 × 16384 pixels, which need 268 MB, but only 6"), std::string::npos)
      << words_of(pasted);
  EXPECT_NE(words_of(linked).find("268 MB"), std::string::npos) << words_of(linked);
}

TEST(Link, of_another_version_or_case_is_explained) {
  const std::string link = link_of(*scene_of_text(room).scene), data = link.substr(4);
  const auto changed = [](std::string text, int (*to)(int)) {
    for (char& c : text) c = static_cast<char>(to(static_cast<unsigned char>(c)));
    return text;
  };
  const std::pair<std::string, std::string> all[] = {
      {"ez2." + data,
       "link: the link begins with ez2., but a link begins with ez1.; open it with the version of ezscope"},
      {"ez10." + data, "link: the link begins with ez10., but a link begins with ez1.; "},
      {"EZ1." + data,
       "link: the link begins with EZ1., but a link begins with ez1.; the case of its letters was changed"},
      {"ezscope Ez1." + data, "link: the link begins with Ez1., but a link begins with ez1.; the case of its letters"},
      {changed(link, std::toupper),
       "link: the link begins with EZ1., but a link begins with ez1.; the case of its letters"},
      {changed(link, std::tolower), "link: the case of the link's letters was changed; copy it again"}};
  for (const auto& [text, said] : all) {
    EXPECT_TRUE(is_link(text)) << text;
    EXPECT_TRUE(words_of(scene_of_text(text)).starts_with(said)) << words_of(scene_of_text(text));
  }
  for (const char* file : {"ez2.toml", "EZ1.scene.toml", "ez.aaaaaaaaaaaaaaaaaaaa", "ezscope.aaaaaaaaaaaaaaaaaaaa"})
    EXPECT_FALSE(is_link(file)) << file;
  EXPECT_TRUE(scene_of_text(link).scene);
}

// A link to a page of ezscope works in a browser and in this program.
TEST(Link, of_a_page_contains_the_scene) {
  const std::string base = "https://example.org/ez/", link = link_of(*scene_of_text(room).scene);
  EXPECT_EQ(address_of("", link), link);
  EXPECT_EQ(address_of(base, link), base + "#" + link);
  EXPECT_EQ(address_of(base, "double-slit"), "https://example.org/ez/?scene=double-slit");
  EXPECT_TRUE(is_link(address_of(base, link)));
  EXPECT_EQ(scene_of_text(address_of(base, link)).scene, scene_of_text(link).scene);
  EXPECT_EQ(builtin_of_text("ezscope https://example.org/ez/?scene=double-slit&embed"), "double-slit");
  for (const char* other : {"https://example.org/ez/", "https://example.org/?lesson=guides", "https://example.org/#a"})
    EXPECT_TRUE(!is_link(other) && builtin_of_text(other).empty()) << other;
}

TEST(Link, the_address_of_a_page_is_checked) {
  for (const char* good : {"https://example.org/ez/", "http://localhost:8000/"})
    EXPECT_EQ(why_no_page(good), "") << good;
  for (const char* bad : {"", "example.org", "ftp://example.org/", "https://a b/", "https://a/?x=1", "https://a/#x",
                          "https://a/\nb", "javascript:alert(1)"})
    EXPECT_NE(why_no_page(bad).find("is no address of a page; give one that begins with https://"), std::string::npos)
        << bad;
  EXPECT_FALSE(why_no_page("https://" + std::string(600, 'a')).empty());
}

TEST(HostileLink, a_truncated_link_and_a_large_one_give_different_errors) {
  Scene scene = *scene_of_text(room).scene;
  const std::string link = link_of(scene);
  EXPECT_NE(words_of(scene_of_text(link.substr(0, link.size() - 4))).find("damaged or incomplete; copy it again"),
            std::string::npos);
  scene.text.assign(3'000'000, 'a');
  EXPECT_NE(words_of(scene_of_text(link_of(scene))).find("unpacks to more than 1.0 MB"), std::string::npos);
}

}  // namespace
}  // namespace ez
