// libFuzzer target for scene files. Parsing any bytes must end in a scene or in messages. A scene that was read is
// written in three ways: plain, with every default, and into its own file's comments. Each reads back equal and can be
// rasterised.
//   cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_scene_file
//   build/fuzz/bin/fuzz_scene_file -dict=build/fuzz/scene_file.dict -runs=1000000 CORPUS assets/scenes
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "solver/scene/file/scene_file.h"
#include "solver/scene/raster/raster.h"

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

bool has_error(const std::vector<ez::Message>& messages) {
  return std::any_of(messages.begin(), messages.end(), [](auto& m) { return m.kind == ez::Message::Kind::error; });
}

void check_scene(const ez::Scene& scene, std::string_view text) {
  require(!has_error(ez::validate(scene)), "what is read is valid");
  require(ez::parse_scene(ez::write_scene(scene), "w").scene == scene, "write and read give an equal scene");
  const std::string full = ez::write_scene(scene, true);
  const ez::SceneResult again = ez::parse_scene(full, "w");
  require(again.scene.has_value(), "every default spelled out is read");
  require(ez::write_scene(*again.scene, true) == full, "every default spelled out is stable");
  bool lost = false;
  const std::string kept = ez::write_scene_keeping_comments(scene, text, &lost);
  require(ez::parse_scene(kept, "w").scene == scene, "comments do not change the scene");
  for (std::size_t k = 0; k < scene.variants.size(); ++k) {
    const ez::SceneResult variant = ez::scene_of_variant(scene, k);
    require(variant.scene.has_value(), "a valid scene has valid variants");
    const auto again = ez::with_variant(scene, k, *variant.scene);
    require(again && ez::scene_of_variant(*again, k).scene == variant.scene, "a variant is made into itself");
  }
  ez::time_step(scene);
  ez::refine(scene, 1.5);
  const double nodes = double(scene.grid.nx) * scene.grid.ny;
  if (nodes <= 1 << 16 && scene.shapes.size() < 64) ez::rasterize(scene);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  // A first line "--set PATH=VALUE" is an override.
  std::vector<ez::Override> overrides;
  if (text.starts_with("--set ")) {
    const std::string_view line = text.substr(6, text.find('\n') == text.npos ? text.npos : text.find('\n') - 6);
    const std::size_t equals = line.find('=');
    text.remove_prefix(std::min(text.size(), 6 + line.size()));
    if (equals != line.npos)
      overrides.push_back({std::string(line.substr(0, equals)), std::string(line.substr(equals + 1))});
  }
  const ez::SceneResult result = ez::parse_scene(text, "f", overrides);
  require(result.scene.has_value() != has_error(result.messages), "a scene, or an error");
  for (const ez::Message& message : result.messages) require(!ez::to_string(message).empty(), "messages have words");
  if (result.scene) check_scene(*result.scene, text);
  return 0;
}
