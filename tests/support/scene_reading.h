// Reads scene texts and built-in scenes for tests. Any mistake in one fails the test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "solver/scene/file/scene_file.h"

namespace ez {

inline const std::string least = "ezscope = 1\n[grid]\ncells = [64, 32]\ncell = 1\n";

inline Scene parsed(const std::string& text, const std::vector<Override>& overrides = {}) {
  const SceneResult result = parse_scene(text, "t.toml", overrides);
  for (const Message& m : result.messages) ADD_FAILURE() << to_string(m);
  return result.scene.value_or(Scene{});
}

inline Scene builtin(const std::string& name) {
  const SceneResult result = load_scene(name);
  for (const Message& m : result.messages) ADD_FAILURE() << to_string(m);
  return result.scene.value_or(Scene{});
}

}  // namespace ez
