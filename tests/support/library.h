// The built-in scenes as parameters of a test: INSTANTIATE_TEST_SUITE_P(scenes, Suite, every_scene(), scene_name).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "solver/scene/file/scene_file.h"

namespace ez::test {

inline auto every_scene() {
  std::vector<std::string_view> names;
  for (const BuiltinScene& s : builtin_scenes()) names.push_back(s.name);
  return testing::ValuesIn(names);
}
inline std::string scene_name(const testing::TestParamInfo<std::string_view>& info) {
  std::string out(info.param);
  std::replace_if(
      out.begin(), out.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return out;
}

}  // namespace ez::test
