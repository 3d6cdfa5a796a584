#include "app/session/files/scene_keeper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "app/model/hooks.h"
#include "app/model/update.h"
#include "solver/base/text_with.h"

namespace ez {
namespace {

constexpr double every = 2;  // s between two saves
// s between two looks, and s of the program's clock until which the program looks
constexpr double look_every = 0.5, looks_until = 20;

const std::string& origin_of(const std::string& path, const std::string& builtin) {
  return path.empty() ? builtin : path;
}

}  // namespace

void SceneKeeper::ask() {
  offered_ = autosave_.left_behind();
  if (!offered_) return;
  try {
    const SceneResult left = read_(offered_->scene, offered_->file.string());
    state_.question = restore_question(left.scene ? left.scene->title : "", offered_->origin, offered_->when);
  } catch (const std::exception& e) {
    set_aside(e.what());
  } catch (...) {  // an exception that is not derived from std::exception, thrown by a library
    set_aside("an error without a description");
  }
}

void SceneKeeper::set_aside(const std::string& why) {
  const std::string place = Autosave::set_aside(*std::exchange(offered_, std::nullopt)).string();
  add_note(state_, Note::Kind::error, text_with("Cannot read the unsaved changes, which remain in {}: {}", place, why),
           services_.now());
}

void SceneKeeper::ask_again() {
  const double now = services_.now();
  if (offered_ || now > looks_until || now - asked_ < look_every) return;
  asked_ = now;
  // Does not replace another question. Does not ask if the answer could discard unsaved work.
  const bool audience = state_.presenting.on;
  if (!state_.question && !state_.unsaved && !audience && !state_.history.in_gesture()) ask();
}

std::optional<Services::Autosaved> SceneKeeper::left() const {
  if (!offered_) return std::nullopt;
  // A name that is neither a full path nor a built-in scene's belongs to an unknown folder.
  const std::string& origin = offered_->origin;
  const bool builtin = std::ranges::find(builtin_scenes(), origin, &BuiltinScene::name) != builtin_scenes().end();
  return Services::Autosaved{read_(offered_->scene, offered_->file.string()), origin.starts_with('/') ? origin : "",
                             builtin ? origin : ""};
}

void SceneKeeper::settle(bool restored) {
  const auto answered = std::exchange(offered_, std::nullopt);
  if (!answered) return;
  if (!restored) return autosave_.discard(*answered);
  autosave_.take_over(*answered);
  if (answered->mark) files_.note(answered->origin, *answered->mark);
  last_ = services_.now();
}

// Passes the scene to the feature that saves it. The feature reports errors.
void SceneKeeper::keep_it(const Scene& scene) {
  for (const ModelHooks& h : model_hooks())
    if (h.keep) h.keep(state_, services_, scene);
}

std::string SceneKeeper::keep(const Scene& scene) {
  const Scene own = without_comparison(state_.beside, scene);
  if (state_.scene_is_kept) {
    autosave_.drop();
    keep_it(own);
    kept_ = scene;
    return "";
  }
  std::string why =
      autosave_.keep(write_scene(own), origin_of(state_.path, state_.builtin), files_.mark_of(state_.path));
  if (why.empty()) kept_ = scene;
  return why;
}

void SceneKeeper::keep_edited(bool at_once) {
  const auto is_gone = [&](int id) {
    return std::ranges::find(state_.edited, id, &EditedScene::id) == state_.edited.end();
  };
  for (auto& [id, kept] : edited_)
    if (is_gone(id)) kept.file.drop();
  std::erase_if(edited_, [&](const auto& one) { return is_gone(one.first); });
  const double now = services_.now();
  if (!at_once && tried_edited_ > 0 && now - tried_edited_ < every) return;
  tried_edited_ = 0;
  for (const EditedScene& e : state_.edited) {
    KeptEdited& kept = edited_.try_emplace(e.id, KeptEdited{autosave_.another(), {}}).first->second;
    if (kept.scene == e.scene) continue;
    const std::string why = kept.file.keep(write_scene(e.scene), origin_of(e.path, e.builtin), files_.mark_of(e.path));
    report(why);
    if (why.empty())
      kept.scene = e.scene;
    else
      tried_edited_ = now;
  }
}

void SceneKeeper::drop_all() {
  autosave_.drop();
  for (auto& [id, kept] : edited_) kept.file.drop();
}

void SceneKeeper::follow(const Scene& last) {
  keep_edited();
  if (!state_.unsaved) {
    if (last_ > 0) autosave_.drop();
    if (last_ > 0 && state_.scene_is_kept) keep_it(last);  // unchanged since the card gave it
    last_ = 0;
    kept_ = {};
    return;
  }
  const double now = services_.now();
  if (last_ == 0) last_ = now;
  // Does not save during a drag, because waiting for the disk would delay it.
  if (now - last_ < every || state_.history.in_gesture()) return;
  last_ = now;
  if (last == kept_ || !is_unsaved(scene_to_save(state_, last), state_.saved)) return;
  report(keep(last));
}

void SceneKeeper::report(const std::string& why) {
  if (why.empty()) withdraw(state_, "autosave");
  const bool again = std::exchange(failed_, !why.empty());
  if (!why.empty() && !again) add_note(state_, Note::Kind::warning, Text::as_is(why), services_.now(), "autosave");
}

void SceneKeeper::end(const Scene& last, bool clean) {
  const bool unsaved = is_unsaved(scene_to_save(state_, last), state_.saved);
  if (clean || (!unsaved && state_.edited.empty())) return drop_all();
  keep_edited(true);
  const std::string why = unsaved ? keep(last) : "";
  std::string places = autosave_.kept().string();
  for (const auto& [id, kept] : edited_)
    if (!kept.file.kept().empty()) places += (places.empty() ? "" : ", ") + kept.file.kept().string();
  std::string words;
  if (!why.empty())
    words = "unsaved changes are lost: " + why;
  else if (!places.empty())
    words = fmt::format("unsaved changes were saved to {}; the next start offers to restore them", places);
  if (!words.empty()) std::fputs(fmt::format("ezscope: {}\n", words).c_str(), stderr);
}

}  // namespace ez
