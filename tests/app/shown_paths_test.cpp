// Paths in messages of a page.
#include "app/platform/shown_paths.h"

#include <gtest/gtest.h>

namespace ez {
namespace {

TEST(ShownPaths, have_no_folders_of_the_page) {
  EXPECT_EQ(without_page_folders("Cannot open /opened/6/a.png: not a PNG"), "Cannot open a.png: not a PNG");
  EXPECT_EQ(without_page_folders("Saved /downloads/cut-001.csv and /opened/12/b c.toml"),
            "Saved cut-001.csv and b c.toml");
  EXPECT_EQ(without_page_folders("/opened/1/"), "");
}

TEST(ShownPaths, of_other_folders_stay) {
  for (const char* same :
       {"", "/", "/home/me/a.png", "/opened/a.png", "/opened//a.png", "/opened/6", "/opened/", "a/b"})
    EXPECT_EQ(without_page_folders(same), same);
}

}  // namespace
}  // namespace ez
