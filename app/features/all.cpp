// Lists the features of the window and what each adds to the program.
#include "app/features/feature.h"
#include "app/model/log/members.h"

namespace ez {

#define FEATURE(name) Feature name##_feature();
#include "app/features/list.inc"
#undef FEATURE

const std::vector<Feature>& all_features() {
  static const std::vector<Feature> all = {
#define FEATURE(name) name##_feature(),
#include "app/features/list.inc"
#undef FEATURE
  };
  return all;
}

namespace {

template <class Hooks>
std::vector<Hooks> hooks_of(Hooks Feature::*part) {
  std::vector<Hooks> out;
  for (const Feature& f : all_features()) out.push_back(f.*part);
  return out;
}

}  // namespace

const std::vector<ModelHooks>& model_hooks() {
  static const std::vector<ModelHooks> all = hooks_of(&Feature::model);
  return all;
}

const std::vector<UiHooks>& ui_hooks() {
  static const std::vector<UiHooks> all = hooks_of(&Feature::ui);
  return all;
}

std::vector<std::unique_ptr<SessionPart>> session_parts(const SessionHost& host) {
  std::vector<std::unique_ptr<SessionPart>> out;
  for (const Feature& f : all_features())
    if (f.part) out.push_back(f.part(host));
  return out;
}

const CommandKinds& all_command_kinds() {
  static const CommandKinds all = [] {
    CommandKinds out = model_commands();
    for (const ModelHooks& h : model_hooks()) out.insert(out.end(), h.commands.begin(), h.commands.end());
    return out;
  }();
  return all;
}

}  // namespace ez
