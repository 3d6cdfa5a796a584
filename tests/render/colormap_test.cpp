// Tests colour maps for normal and for colour-blind vision.
// Colours are compared in CIELAB (D65) by ΔE*ab. A difference of about 2.3 is just noticeable, and 10 is obvious. The
// maps themselves are made in another space, OKLab, so the test shares no formula with the code.
#include "render/colormap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "eyes.h"

namespace ez {
namespace {

Lab seen(std::uint32_t color) { return seen(visions[0], color); }

TEST(Colormap, has_the_names_of_the_scene_file) {
  for (const char* name : {"blue-red", "viridis", "cividis", "inferno", "magma", "gray", "schlieren", "black-white"})
    EXPECT_TRUE(is_colormap(name)) << name;
  EXPECT_EQ(colormap_names().front(), "blue-red");
  EXPECT_FALSE(is_colormap("rainbow"));
  EXPECT_TRUE(is_diverging("blue-red"));
  EXPECT_FALSE(is_diverging("viridis"));
  EXPECT_EQ(colormap_table("rainbow", true), colormap_table("blue-red", true));
}

TEST(Colormap, ends_and_centre_are_the_stops_themselves) {
  const ColormapTable dark = colormap_table("blue-red", true), light = colormap_table("blue-red", false);
  EXPECT_EQ(dark.front(), 0xB8DFFFu);
  EXPECT_EQ(dark[colormap_size / 2], 0x0B0D10u);
  EXPECT_EQ(dark.back(), 0xFFDCB2u);
  EXPECT_EQ(light.front(), 0x083572u);
  EXPECT_EQ(light[colormap_size / 2], 0xFBFBF9u);
  EXPECT_EQ(light.back(), 0x7F2D04u);
  EXPECT_EQ(colormap_table("gray", true)[0], 0x141414u);
  EXPECT_EQ(colormap_table("gray", true)[510], 0xFFFFFFu);
}

TEST(Colormap, a_single_colour_equals_the_tables_entry) {
  for (const std::string_view name : colormap_names()) {
    const ColormapTable table = colormap_table(name, true);
    for (int i = 0; i < colormap_size; ++i) {
      EXPECT_EQ(colormap_color(name, true, i / 510.0), table[static_cast<std::size_t>(i)]) << name << " " << i;
    }
    EXPECT_EQ(colormap_color(name, true, -3), table.front());
    EXPECT_EQ(colormap_color(name, true, 7), table.back());
  }
}

TEST(Colormap, follows_the_published_maps) {
  const struct {
    const char* name;
    double t;
    std::uint32_t color;
  } published[] = {{"viridis", 0.25, 0x3B528B}, {"viridis", 0.5, 0x21918C}, {"viridis", 0.75, 0x5EC962},
                   {"cividis", 0.25, 0x414D6B}, {"cividis", 0.5, 0x7C7B78}, {"cividis", 0.75, 0xBCAF6F},
                   {"magma", 0.25, 0x51127C},   {"magma", 0.5, 0xB63679},   {"magma", 0.75, 0xFB8861}};
  for (const auto& p : published) {
    EXPECT_LT(difference(seen(colormap_color(p.name, true, p.t)), seen(p.color)), 2.3) << p.name << " at " << p.t;
  }
}

TEST(Colormap, sequential_maps_become_lighter_throughout) {
  for (const std::string_view name : {"viridis", "cividis", "inferno", "magma", "gray"}) {
    const ColormapTable table = colormap_table(name, true);
    for (std::size_t i = 16; i < table.size(); ++i) {
      EXPECT_GT(seen(table[i]).l, seen(table[i - 16]).l) << name << " " << i;
    }
  }
}

TEST(Colormap, diverging_maps_are_neutral_at_zero_and_symmetric) {
  for (const bool dark : {true, false}) {
    const ColormapTable table = colormap_table("blue-red", dark);
    const Lab zero = seen(table[255]);
    EXPECT_LT(std::hypot(zero.a, zero.b), 3) << dark;
    double before = 0;
    for (std::size_t i = 0; i <= 255; ++i) {
      EXPECT_LT(std::abs(seen(table[255 - i]).l - seen(table[255 + i]).l), 12) << dark << " " << i;
      const double away = std::abs(seen(table[255 - i]).l - zero.l);
      EXPECT_GE(away, before - 0.7) << dark << " " << i;  // rounding to bytes
      before = away;
    }
  }
}

TEST(Colormap, signs_stay_distinct_for_colour_blind_vision) {
  for (const Vision& vision : visions) {
    for (const bool dark : {true, false}) {
      const ColormapTable table = colormap_table("blue-red", dark);
      for (std::size_t i = 26; i <= 255; ++i) {  // from a tenth of the range up
        const double apart = difference(seen(vision, table[255 - i]), seen(vision, table[255 + i]));
        EXPECT_GT(apart, i < 64 ? 4 : 25) << vision.name << (dark ? " dark " : " light ") << i;
      }
    }
  }
}

TEST(Colormap, every_sixteenth_differs_from_the_next) {
  for (const Vision& vision : visions) {
    for (const std::string_view name : colormap_names()) {
      for (const bool dark : {true, false}) {
        const ColormapTable table = colormap_table(name, dark);
        for (std::size_t k = 0; k < 16; ++k) {
          const double step = difference(seen(vision, table[k * 510 / 16]), seen(vision, table[(k + 1) * 510 / 16]));
          EXPECT_GT(step, 2.3) << vision.name << " " << name << (dark ? " dark " : " light ") << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace ez
