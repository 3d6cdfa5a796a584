// Scenes in and out: TOML, format version 1 (the keys are those of docs/scene-format.md).
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/scene/file/scene_origin.h"
#include "solver/scene/names.h"
#include "solver/scene/scene.h"

namespace ez {

// A mistake of the user, as a value: where, what, and what to do. line and column are 1-based, 0 when there is no
// place.
struct Message {
  enum class Kind { error, warning } kind = Kind::error;
  std::string file;  // as it was given
  int line = 0, column = 0;
  std::string text;       // "what is wrong; what to do"
  std::string path = {};  // of the value it is about, as in `--set`: "source.0.at"; may be empty
  bool operator==(const Message&) const = default;
};
// `file:line:column: text`, one line fit for a terminal whatever the scene holds; warnings start with "warning: ".
std::string to_string(const Message& message);

struct SceneResult {
  std::optional<Scene> scene;     // absent when there is an error
  std::vector<Message> messages;  // the first syntax error, or all semantic errors and warnings
  bool has_comments = false;      // the text has comments that writing the scene anew would lose
  // A file outside its folder that the scene names, where that is all that is wrong with it; else empty. The scene is
  // read once the user allows it.
  std::string refused = {};
};

enum class OverrideFinding { none, path, value };  // what is wrong with an override: nothing, its path, its value

// Reads a scene from TOML text; `file` is the name used in messages. Reads no other file unless `origin` allows it.
// Never throws on bad text.
SceneResult parse_scene(std::string_view text, const std::string& file, const std::vector<Override>& overrides = {},
                        OverrideFinding* finding = nullptr, const SceneOrigin& origin = {});
// Reads a file, or a built-in scene by its name. The files and folders `allowed` may be read by it too.
SceneResult load_scene(const std::string& file_or_name, const std::vector<Override>& overrides = {},
                       OverrideFinding* finding = nullptr, const std::vector<std::string>& allowed = {});

// Normalised TOML. `every_default` spells out every default (ezscope info).
std::string write_scene(const Scene& scene, bool every_default = false);
// The same, keeping the comments of `original`, a text of that origin, where their keys are kept. `lost` (may be null)
// is set when some are not.
std::string write_scene_keeping_comments(const Scene& scene, std::string_view original, bool* lost,
                                         const SceneOrigin& origin = {});

// Every rule a scene must keep beyond its types: ranges, names, places, layers, Courant number against the media. Used
// by the parser (with places) and for edits (without).
std::vector<Message> validate(const Scene& scene);

// What would mend a problem of this scene, in a few words ("Move it inside"); empty where nothing simple does.
std::string repair_words(const Scene& scene, const Message& problem);
// The scene with what repair_words() says done.
Scene repaired(const Scene& scene, const Message& problem);

// cells = round(K·n), Δ/K; lengths keep their metres (unit = "cell": multiplied by K); cpml.cells unchanged. Sources
// and probes of the grid stay on it: what would lie beyond a coarser grid's last node goes onto it.
Scene refine(const Scene& scene, double k);

// The scene of one variant: its keys set, and no variants of its own. Without variants the scene itself is number 0.
// A variant that does not make a valid scene gives messages that name it.
SceneResult scene_of_variant(const Scene& scene, std::size_t variant);
// Makes scene_of_variant(scene, variant) equal to `wanted` by setting keys of that variant; keys that then are as in
// the scene itself are dropped. Only [grid], [boundary], [[fault]], [[material]] and
// [[source]] may differ, and where asked for [[shape]]; nullopt when something else does.
enum class OwnShapes { no, yes };
std::optional<Scene> with_variant(const Scene& scene, std::size_t variant, const Scene& wanted,
                                  OwnShapes shapes = OwnShapes::no);

struct BuiltinScene {
  std::string_view name, text;
};
// Embedded scenes, in the order of `ezscope list`; the first is the default.
const std::vector<BuiltinScene>& builtin_scenes();

}  // namespace ez
