// Reads and writes scenes: TOML, format version 1 (docs/scene-format.md lists the keys).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "solver/scene/file/scene_origin.h"
#include "solver/scene/names.h"
#include "solver/scene/raster/scene_media.h"
#include "solver/scene/scene.h"

namespace ez {

// A user error as a value: position, problem and remedy. line and column are 1-based, 0 if there is no position.
struct Message {
  enum class Kind { error, warning } kind = Kind::error;
  std::string file;  // as the caller gave it
  int line = 0, column = 0;
  std::string text;       // "what is wrong; what to do"
  std::string path = {};  // of its value, as for `--set`: "source.0.at"; may be empty
  bool operator==(const Message&) const = default;
};
// Returns `file:line:column: text` in one line that is safe for a terminal. Warnings start with "warning: ".
std::string to_string(const Message& message);

// A file that a scene names, for example a picture or a table of a waveform. It has been read.
struct SceneInput {
  std::string key;             // dotted path of the key that names it: "source.0.waveform.file"
  std::filesystem::path path;  // absolute, with links resolved
  bool operator==(const SceneInput&) const = default;
};

struct SceneResult {
  std::optional<Scene> scene;     // empty if there is an error
  std::vector<Message> messages;  // the first syntax error, or all semantic errors and warnings
  bool has_comments = false;      // the text has comments that rewriting the scene would lose
  // A file outside the scene's folder that the scene names, if this is its only problem; else empty. The scene can be
  // read once the user allows the file.
  std::string refused = {};
  std::vector<SceneInput> inputs = {};
  SharedMedia media = {};  // with which the scene was checked; may be null
};

enum class OverrideFinding { none, path, value };  // the wrong part of an override: none, its path, its value

// Reads a scene from TOML text. `file` is the name used in messages. Reads other files only if `origin` allows it.
// Never throws on invalid text.
SceneResult parse_scene(std::string_view text, const std::string& file, const std::vector<Override>& overrides = {},
                        OverrideFinding* finding = nullptr, const SceneOrigin& origin = {});
// Reads a file, or a built-in scene by name. The scene may also read the files and folders `allowed`.
SceneResult load_scene(const std::string& file_or_name, const std::vector<Override>& overrides = {},
                       OverrideFinding* finding = nullptr, const std::vector<std::string>& allowed = {});

// Returns the scene with some keys changed, as `--set` changes them in its file. The scene reads no files.
SceneResult with_overrides(const Scene& scene, const std::vector<Override>& overrides,
                           OverrideFinding* finding = nullptr);

// Returns normalised TOML. `every_default` also writes all default values (for ezscope info).
std::string write_scene(const Scene& scene, bool every_default = false);
// Does the same, and keeps the comments of `original`, a text of that origin, if their keys still exist. Sets `lost`
// (may be null) if some are lost.
std::string write_scene_keeping_comments(const Scene& scene, std::string_view original, bool* lost,
                                         const SceneOrigin& origin = {});

// Checks all rules of a scene beyond its types: ranges, names, positions, layers, and the Courant number with the
// media. The parser uses it (with positions in the file), and so do edits (without). Here and below, `known` may be
// the scene's media if the caller has them.
std::vector<Message> validate(const Scene& scene, const SharedMedia& known = {});

// Returns a simple repair for a problem of this scene in a few words ("Move it inside"). Empty if there is none.
std::string repair_words(const Scene& scene, const Message& problem, const SharedMedia& known = {});
// Returns the scene after the repair that repair_words() names.
Scene repaired(const Scene& scene, const Message& problem, const SharedMedia& known = {});

// Refines the grid: cells = round(K·n), Δ/K. Lengths in metres stay the same (for unit = "cell" they are
// multiplied by K), and so does cpml.cells. Sources and probes stay on the grid: those beyond a coarser
// grid's last node move onto it.
Scene refine(const Scene& scene, double k);
// Does the same with a given grid, whose two axes may be refined by slightly different factors. The scene has lengths
// in metres and no variants.
struct GridSize {
  int nx = 0, ny = 0;
  double dx = 0, dy = 0;  // cell size in the scene's unit
};
Scene refine(const Scene& scene, const GridSize& grid);
inline constexpr double least_refinement = 1e-3, most_refinement = 1e4;  // limits of K on the command line

// Returns the scene of one variant: with its keys set and without variants. In a scene without variants, the scene
// itself is number 0. Messages about an invalid variant name it.
SceneResult scene_of_variant(const Scene& scene, std::size_t variant, const SharedMedia& known = {});
// Sets keys of a variant so that scene_of_variant(scene, variant) equals `wanted`. Keys that then equal the scene's are
// removed. Only [grid], [boundary], [[fault]], [[material]] and [[source]] may differ, and on request [[shape]].
// Returns nullopt if anything else differs.
enum class OwnShapes { no, yes };
std::optional<Scene> with_variant(const Scene& scene, std::size_t variant, const Scene& wanted,
                                  OwnShapes shapes = OwnShapes::no, const SharedMedia& known = {});

struct BuiltinScene {
  std::string_view name, text;
};
// Returns the embedded scenes in the order of `ezscope list`. The first one is the default.
const std::vector<BuiltinScene>& builtin_scenes();
bool is_builtin_scene(std::string_view name);

}  // namespace ez
