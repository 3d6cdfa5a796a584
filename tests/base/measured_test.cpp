// Tests measurements cached between sessions: the last value of each key, in the user's cache folder.
#include "solver/base/measured.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace ez {
namespace {

TEST(Measured, the_last_value_of_each_key_is_cached) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "ezscope_measured_test";
  std::filesystem::remove_all(folder);
  ASSERT_EQ(setenv("XDG_CACHE_HOME", folder.c_str(), 1), 0);
  EXPECT_EQ(cached_measurement("a.tsv", "card\t1"), "");
  cache_measurement("a.tsv", "card\t1", "8:48 4:32");
  cache_measurement("a.tsv", "card\t11", "12:192");
  cache_measurement("a.tsv", "card\t1", "-");
  EXPECT_EQ(cached_measurement("a.tsv", "card\t1"), "-");
  EXPECT_EQ(cached_measurement("a.tsv", "card\t11"), "12:192");
  EXPECT_EQ(cached_measurement("b.tsv", "card\t1"), "");
  std::filesystem::remove_all(folder);
}

TEST(Measured, a_missing_cache_folder_is_no_error) {
  ASSERT_EQ(setenv("XDG_CACHE_HOME", "/proc/nowhere", 1), 0);
  cache_measurement("a.tsv", "key", "value");
  EXPECT_EQ(cached_measurement("a.tsv", "key"), "");
}

}  // namespace
}  // namespace ez
