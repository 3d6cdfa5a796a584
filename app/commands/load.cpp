#include <fmt/format.h>

#include <cstdio>

#include "app/commands/commands.h"
#include "app/exit_code.h"

namespace ez {
namespace {

// Prints all of them; whether one is an error.
bool print(const std::vector<Message>& messages) {
  bool wrong = false;
  for (const Message& m : messages) {
    fmt::print(stderr, "{}\n", to_string(m));
    wrong = wrong || m.kind == Message::Kind::error;
  }
  return wrong;
}

}  // namespace

std::variant<LoadedScene, int> load(const SceneOptions& options) {
  const std::string name = options.scene.empty() ? std::string(builtin_scenes().front().name) : options.scene;
  OverrideFault fault = OverrideFault::none;
  SceneResult result = load_scene(name, options.overrides, &fault);
  const bool wrong = print(result.messages);
  if (!result.scene || wrong) return static_cast<int>(fault == OverrideFault::path ? exit_usage : exit_scene);

  LoadedScene loaded{std::move(*result.scene), "", ""};
  if (options.precision) loaded.scene.grid.precision = *options.precision;
  if (options.refine != 1) {
    loaded.scene = refine(loaded.scene, options.refine);
    std::vector<Message> messages = validate(loaded.scene);
    for (Message& m : messages) m.file = name;
    if (print(messages)) return static_cast<int>(exit_scene);
  }
  bool builtin = false;
  for (const BuiltinScene& b : builtin_scenes()) builtin = builtin || b.name == name;
  (builtin ? loaded.builtin : loaded.path) = name;
  return loaded;
}

}  // namespace ez
