#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>

#include "app/commands/commands.h"
#include "app/features/feature.h"
#include "app/model/document/scene_link.h"
#include "app/platform/exit_code.h"
#include "solver/base/counted.h"
#include "solver/scene/scheme.h"

namespace ez {
namespace {

bool is_error(const Message& m) { return m.kind == Message::Kind::error; }

// largest number of printed messages of each kind; a longer list helps nobody
constexpr std::ptrdiff_t most_printed = 20;

// Prints the first messages of each kind and the number of the others. Returns whether one is an error.
bool print(const std::vector<Message>& messages) {
  std::ptrdiff_t errors = 0, warnings = 0;
  for (const Message& m : messages)
    if (++(is_error(m) ? errors : warnings) <= most_printed) fmt::print(stderr, "{}\n", to_string(m));
  for (const auto& [count, kind] : {std::pair(errors, "error"), std::pair(warnings, "warning")})
    if (const std::ptrdiff_t more = count - most_printed; more > 0)
      fmt::print(stderr, "… and {}; fix the first ones and try again\n", counted(more, fmt::format("more {}", kind)));
  return errors > 0;
}

void take_out_warnings(std::vector<Message>& messages, const std::set<std::string>& texts) {
  std::erase_if(messages, [&](const Message& m) { return !is_error(m) && texts.contains(m.text); });
}

std::set<std::string> texts_of(const std::vector<Message>& messages) {
  std::set<std::string> texts;
  for (const Message& m : messages) texts.insert(m.text);
  return texts;
}

// Removes the variants of the scene, and the warnings about them.
void drop_variants(SceneResult& result) {
  result.scene->variants.clear();
  const std::set<std::string> own = texts_of(validate(*result.scene, result.media));
  std::set<std::string> others;
  for (const std::string& text : texts_of(result.messages))
    if (!own.contains(text)) others.insert(text);
  take_out_warnings(result.messages, others);
}

// Refines the grid and applies the rules again. Messages that were already printed are not repeated. Returns false if
// the refined scene has errors.
bool refine_as(const SceneOptions& options, const std::string& name, LoadedScene& loaded,
               const std::vector<Message>& said) {
  if (options.refine == 1) return true;
  loaded.scene = refine(loaded.scene, options.refine);
  loaded.media = media_of(loaded.scene);
  std::vector<Message> messages = validate(loaded.scene, loaded.media);
  take_out_warnings(messages, texts_of(said));
  for (Message& m : messages) m.file = fmt::format("{} with --refine {}", name, options.refine);
  return !print(messages);
}

// Returns the end of a message about a name that is neither a scene nor a file, if a feature's command opens it.
std::string words_of_feature(const std::string& name) {
  std::error_code ignored;
  if (is_builtin_scene(name) || std::filesystem::exists(name, ignored)) return "";
  for (const Feature& f : all_features())
    for (const FeatureCommand& c : f.commands)
      if (std::string words = c.opens ? c.opens(name) : ""; !words.empty()) return words;
  return "";
}

std::variant<LoadedScene, int> load(const SceneOptions& options, bool variants) {
  const std::string name = options.scene.empty() ? std::string(builtin_scenes().front().name) : options.scene;
  OverrideFinding finding = OverrideFinding::none;
  const bool linked = is_link(name);
  SceneResult result = linked ? scene_of_text(name, options.overrides, &finding)
                              : load_scene(name, options.overrides, &finding, options.allow_read);
  if (!result.scene && !linked)
    if (std::string words = words_of_feature(name); !words.empty())
      result.messages = {{Message::Kind::error, name, 0, 0, std::move(words)}};
  if (result.scene && !variants) drop_variants(result);
  const bool wrong = print(result.messages);
  if (!result.scene || wrong) return static_cast<int>(finding == OverrideFinding::path ? exit_usage : exit_scene);

  LoadedScene loaded{std::move(*result.scene), "", "", result.media};
  Scene& scene = loaded.scene;
  if (options.precision) scene.grid.precision = *options.precision;
  if (!refine_as(options, name, loaded, result.messages)) return static_cast<int>(exit_scene);
  if (!options.scheme.empty()) {
    if (scene.run.scheme != options.scheme) scene.run = {options.scheme, "", {}};
    if (const std::string why = why_not(*find_scheme(options.scheme), scene); !why.empty())
      return fail(exit_usage,
                  fmt::format("--scheme {} cannot run this scene: {}; change it with --set, or leave --scheme out",
                              options.scheme, why));
  }
  if (!linked) (is_builtin_scene(name) ? loaded.builtin : loaded.path) = name;
  loaded.inputs = inputs_of_scene(loaded.path, result.inputs);
  return loaded;
}

}  // namespace

std::variant<LoadedScene, int> load(const SceneOptions& options) { return load(options, true); }
std::variant<LoadedScene, int> load_without_variants(const SceneOptions& options) { return load(options, false); }

EngineMaker engines_for(const EngineRequest& request) {
  EngineMakerChoice choice = make_engine_maker(request);
  if (choice.degraded) fmt::print(stderr, "on the {} engine, as {}\n", host_backend().title, choice.reason);
  return std::move(choice.make);
}

}  // namespace ez
