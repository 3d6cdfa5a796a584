// ModelHooks: functions with which a feature joins the model. They are called for all features, in the order of
// app/features/list.inc. Null: the feature does not use that hook.
#pragma once

#include <optional>
#include <vector>

#include "app/model/log/text.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/platform/files.h"

namespace ez {

// A part of the window that would give away the answer to a question, and is hidden until the question is answered.
// text: the scene's text; badge: the check results in the corner of the picture; angle: the direction of a source.
enum class Secret { probes, theory, checks, badge, angle, text };

struct ModelHooks {
  CommandKinds commands = {};
  std::optional<Workspace> workspace = {};                // the workspace that the feature adds
  void (*begins)(State& state, bool bare) = nullptr;      // the program starts; `bare`: without a scene or a lesson
  void (*adopted)(State& state) = nullptr;                // the state has another scene
  void (*ends)(State& state, Services& x) = nullptr;      // the program ends: store unsaved changes
  void (*restores)(State& state, Services& x) = nullptr;  // a scene that a crash left is restored
  // Keeps the user's changes in `scene`, if State::scene_is_kept is this feature's.
  void (*keep)(State& state, Services& x, const Scene& scene) = nullptr;
  // Returns the scene without changes that only serve a measurement of the feature and belong in no file. Empty: there
  // are none.
  std::optional<Scene> (*to_save)(const State& state, const Scene& scene) = nullptr;
  // The origin of the scene, to append to a message: " (card 2, \"Waves\")". Empty: it is not from this feature.
  std::string (*scene_place)(const State& state) = nullptr;
  bool (*hides)(const State& state, Secret what) = nullptr;
  // Settings that are kept between two starts: read, and written.
  void (*take_settings)(State& state, const Settings& settings) = nullptr;
  void (*give_settings)(const State& state, Settings& settings) = nullptr;
};

// The hooks of all features.
const std::vector<ModelHooks>& model_hooks();

// True if some feature hides this now.
bool hides(const State& state, Secret what);
bool has_workspace(Workspace workspace);

}  // namespace ez
