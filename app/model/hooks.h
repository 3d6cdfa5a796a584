// What features add to the model. Each is called for every feature in the order of the one list (app/features/all.cpp);
// null: the feature has nothing to do there.
#pragma once

#include <optional>
#include <vector>

#include "app/model/log/text.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/platform/files.h"

namespace ez {

// What would give the answer to a question away, and is not shown before it is given.
// text: the scene's own, badge: the results of the checks in the corner of the picture.
enum class Secret { probes, theory, checks, badge, angle, text };

struct ModelHooks {
  CommandKinds commands = {};
  std::optional<Workspace> workspace = {};                // that the feature is
  void (*begins)(State& state, bool bare) = nullptr;      // the window is opened; `bare`: without a scene or a lesson
  void (*adopted)(State& state) = nullptr;                // another scene is in the state
  void (*ends)(State& state, Services& x) = nullptr;      // the program ends, or the scene goes without a question
  void (*restores)(State& state, Services& x) = nullptr;  // what a crash left takes the scene's place
  // Keeps what the user has made of the scene, so far `scene`: of State::scene_is_kept.
  void (*keep)(State& state, Services& x, const Scene& scene) = nullptr;
  // Where the scene is from, to stand behind a message about it; empty: not from this feature.
  std::string (*scene_place)(const State& state) = nullptr;
  bool (*hides)(const State& state, Secret what) = nullptr;
  // What is kept from one start to the next.
  void (*take_settings)(State& state, const Settings& settings) = nullptr;
  void (*give_settings)(const State& state, Settings& settings) = nullptr;
};

// Of all features.
const std::vector<ModelHooks>& model_hooks();

// Whether this is not to be shown now.
bool hides(const State& state, Secret what);
bool has_workspace(Workspace workspace);

}  // namespace ez
