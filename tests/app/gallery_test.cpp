// Tests the gallery's chapters and its pictures.
#include "app/model/chapters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "app/features/gallery/kept_checks.h"
#include "app/picture/thumbnails.h"
#include "patience.h"
#include "solver/scene/file/scene_file.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

std::string_view text_of(const char* name) {
  for (const BuiltinScene& scene : builtin_scenes())
    if (scene.name == name) return scene.text;
  return {};
}

TEST(Chapters, hold_every_built_in_scene_once) {
  std::multiset<std::string> held;
  for (const Chapter& chapter : chapters()) {
    EXPECT_FALSE(chapter.scenes.empty()) << chapter.title;
    for (const ChapterScene& scene : chapter.scenes) {
      held.insert(scene.name);
      EXPECT_FALSE(scene.title.empty());
    }
  }
  std::multiset<std::string> all;
  for (const BuiltinScene& scene : builtin_scenes()) all.insert(std::string(scene.name));
  EXPECT_EQ(held, all);
}

TEST(Chapters, are_searched_by_all_words_typed) {
  const Chapter chapter{"Diffraction", {}};
  const ChapterScene slit{"single-slit", "One slit", ""};
  for (const char* found : {"", "slit", "ONE", "diff sli", "  one   fraction "})
    EXPECT_TRUE(matches(chapter, slit, found)) << found;
  for (const char* other : {"two", "slit two", "x"}) EXPECT_FALSE(matches(chapter, slit, other)) << other;
}

TEST(Chapters, are_searched_by_the_quantities_they_measure) {
  const ChapterScene slit{"single-slit", "One slit", "", {"first dark, degrees"}};
  EXPECT_TRUE(matches({"Diffraction", {}}, slit, "dark degree"));
  for (const Chapter& chapter : chapters())
    for (const ChapterScene& scene : chapter.scenes)
      if (scene.name == "crystal-cavity") {
        EXPECT_TRUE(matches(chapter, scene, "its q"));
        EXPECT_EQ(scene.checks.size(), 2u);
      }
}

CheckReading read_as(CheckReading::Verdict verdict) {
  CheckReading r;
  r.verdict = verdict;
  return r;
}

// A verdict counts for the unchanged scene only, once all checks are read. It is remembered between sessions.
TEST(SavedCheckResults, remember_how_the_checks_came_out) {
  using Verdict = CheckReading::Verdict;
  const fs::path file = fs::path(testing::TempDir()) / "ezscope-kept" / "checks";
  fs::remove_all(file.parent_path());
  const std::string name = "crystal-cavity";
  const std::string_view text = text_of(name.c_str());
  const Scene scene = *parse_scene(text, name).scene;
  const CheckReading holds = read_as(Verdict::holds), fails = read_as(Verdict::fails);
  {
    SavedCheckResults kept(file);
    kept.note(name, scene, {holds, read_as(Verdict::not_yet)});
    EXPECT_FALSE(kept.of(name, text));
    Scene other = scene;
    other.probes.push_back({"p", {0, 0}});
    kept.note(name, other, {holds, fails});
    EXPECT_FALSE(kept.of(name, text)) << "somebody's own";
    kept.note(name, scene, {});
    kept.note(name, scene, {holds, fails});
    EXPECT_EQ(kept.of(name, text), (CheckTally{1, 2}));
  }
  SavedCheckResults kept(file);
  EXPECT_EQ(kept.of(name, text), (CheckTally{1, 2}));
  EXPECT_FALSE(kept.of(name, std::string(text) + "\n")) << "the text is another one";
  std::ofstream(file) << "no such lines\n" << name << " 0 3 1\n";
  EXPECT_FALSE(SavedCheckResults(file).of(name, text));
  fs::remove_all(file.parent_path());
}

// The sketch is shown until the picture is made. It shows the domain, its media and its walls.
TEST(Thumbnails, are_sketched_before_the_first_step) {
  const Thumbnail t = make_sketch("pec-cylinder", text_of("pec-cylinder"));
  EXPECT_TRUE(t.sketch);
  EXPECT_EQ(t.dark.height, thumbnail_height);
  std::set<std::uint32_t> colors;
  for (int y = 0; y < t.dark.height; ++y)
    for (int x = 0; x < t.dark.width; ++x) colors.insert(t.dark.rgb(x, y));
  EXPECT_EQ(colors.size(), 2u) << "background and metal only";
  EXPECT_TRUE(make_sketch("wrong", "this is no scene").dark.rgba.empty());
}

TEST(Thumbnails, show_the_scene_in_its_proportions_and_both_themes) {
  const Thumbnail t = make_thumbnail("corner-reflector", text_of("corner-reflector"));
  EXPECT_EQ(t.dark.height, thumbnail_height);
  EXPECT_EQ(t.dark.width, thumbnail_height) << "a square domain";
  std::set<std::uint32_t> colors;
  for (int x = 0; x < t.dark.width; ++x) colors.insert(t.dark.rgb(x, t.dark.height / 2));
  EXPECT_GT(colors.size(), 20u) << "a wave fills the picture";
  EXPECT_NE(t.dark, t.light);
  // The source is in the lower left corner, so the field above it is weaker than next to it.
  const auto strength = [&](int x, int y) {
    const std::uint32_t c = t.light.rgb(x, y);
    return 3 * 255 - static_cast<int>((c >> 16 & 255) + (c >> 8 & 255) + (c & 255));
  };
  int near = 0, far = 0;
  for (int k = 0; k < 40; ++k) {
    near = std::max(near, strength(k, thumbnail_height - 1 - k));
    far = std::max(far, strength(k, k));
  }
  EXPECT_GT(near, far);
  EXPECT_TRUE(make_thumbnail("wrong", "this is no scene").dark.rgba.empty());
}

// Returns the number of different colours in a column of the picture, and those of its pixels that are metal's.
std::pair<std::size_t, int> colors_in_column(const Image& image, int x) {
  constexpr std::uint32_t metal = 0x8D97A5;  // in the dark theme
  std::set<std::uint32_t> colors;
  int metallic = 0;
  for (int y = 0; y < image.height; ++y) colors.insert(image.rgb(x, y)), metallic += image.rgb(x, y) == metal;
  return {colors.size(), metallic};
}

// Screens and wires that are one node thick are in the simulation behind the picture, not only in the file.
TEST(Thumbnails, keep_thin_screens) {
  for (const char* name : {"fringe-angles", "single-slit", "wide-slit", "knife-edge", "poisson-line", "zone-plate",
                           "young-source", "wire-grating"}) {
    const Image sketch = make_sketch(name, text_of(name)).dark;
    int metallic = 0;
    for (int x = 0; x < sketch.width; ++x) metallic = std::max(metallic, colors_in_column(sketch, x).second);
    EXPECT_GE(metallic, 5) << name;
  }
  // Behind the knife's edge is its shadow: columns there have fewer colours than in front of it.
  const Thumbnail edge = make_thumbnail("knife-edge", text_of("knife-edge"));
  const auto swing = [&](int x, int y0, int y1) {
    int least = 255, most = 0;
    for (int y = y0; y < y1; ++y)
      for (int k = x; k < x + 12; ++k) {
        const int green = static_cast<int>(edge.dark.rgb(k, y) >> 8 & 255);
        least = std::min(least, green), most = std::max(most, green);
      }
    return most - least;
  };
  const int width = edge.dark.width, height = edge.dark.height;
  const int lit = std::max(swing(width / 2, 10, height / 4), swing(width / 2, 3 * height / 4, height - 10));
  const int shaded = std::min(swing(width / 2, 10, height / 4), swing(width / 2, 3 * height / 4, height - 10));
  EXPECT_GT(lit, 2 * shaded);
}

TEST(Thumbnails, of_a_map_show_its_sum) {
  const Thumbnail t = make_thumbnail("wire-grating", text_of("wire-grating"));
  EXPECT_GT(colors_in_column(t.dark, t.dark.width / 8).first, 20u);
}

Thumbnail wait_for(Thumbnails& maker) {
  for (int k = 0; k < 3000; ++k) {
    for (Thumbnail& t : maker.take())
      if (!t.sketch) return t;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << "no picture was made";
  return {};
}

TEST(Thumbnails, are_made_once_and_cached) {
  const fs::path folder = fs::path(testing::TempDir()) / "ezscope-thumbnails";
  fs::remove_all(folder);
  const std::string text(text_of("corner-reflector"));
  Thumbnail first;
  {
    Thumbnails maker(folder);
    maker.want({{"corner-reflector", text}});
    first = wait_for(maker);
  }
  const auto files = [&] { return std::distance(fs::directory_iterator(folder), fs::directory_iterator()); };
  ASSERT_EQ(files(), 2);
  const fs::path file = fs::directory_iterator(folder)->path();
  const auto written = fs::last_write_time(file);
  {
    Thumbnails maker(folder);
    maker.want({{"corner-reflector", text}});
    EXPECT_EQ(wait_for(maker).dark, first.dark);
    EXPECT_EQ(fs::last_write_time(file), written) << "not made again";
    // Another text needs another picture. A file that is no picture is replaced.
    maker.want({{"corner-reflector", text + "\n# changed"}});
    wait_for(maker);
    EXPECT_EQ(files(), 4);
    std::ofstream(file) << "no picture";
    maker.want({{"corner-reflector", text}});
    EXPECT_EQ(wait_for(maker).dark, first.dark);
  }
  fs::remove_all(folder);
}

// A page without threads makes the pictures in steps of its frames. Scenes that cannot be read get empty pictures.
TEST(Thumbnails, are_the_same_and_in_the_same_order_without_a_thread) {
  const auto made = [](Threads threads) {
    std::vector<Thumbnail> all;
    Thumbnails maker({}, threads);
    maker.want({{"corner-reflector", std::string(text_of("corner-reflector"))},
                {"wrong", "this is no scene"},
                {"pec-cylinder", std::string(text_of("pec-cylinder"))}});
    EXPECT_TRUE(comes([&] { return all.size() == 6; },
                      [&] {
                        std::ranges::move(maker.take(), std::back_inserter(all));
                        if (threads == Threads::own) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                      }));
    return all;
  };
  const std::vector<Thumbnail> own = made(Threads::own), none = made(Threads::none);
  ASSERT_EQ(own.size(), none.size());
  for (std::size_t k = 0; k < own.size(); ++k) {
    EXPECT_EQ(own[k].scene, none[k].scene) << k;
    EXPECT_EQ(own[k].sketch, k < 3) << k;
    EXPECT_EQ(none[k].sketch, k < 3) << k;
    EXPECT_EQ(own[k].dark, none[k].dark) << k;
    EXPECT_EQ(own[k].light, none[k].light) << k;
  }
}

// Requests that come after all others are made start the work again.
TEST(Thumbnails, are_made_for_later_requests_too) {
  for (const Threads threads : {Threads::own, Threads::none}) {
    Thumbnails maker({}, threads);
    for (const char* name : {"first", "second"}) {
      maker.want({{name, "this is no scene"}});
      EXPECT_EQ(wait_for(maker).scene, name);
    }
  }
}

// Ending does not wait for pictures that are still to be made.
TEST(Thumbnails, end_at_once) {
  const auto start = std::chrono::steady_clock::now();
  {
    Thumbnails maker({});
    maker.want({{"cavity-1024", std::string(text_of("cavity-1024"))}, {"lecture", std::string(text_of("lecture"))}});
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace ez
