#include "app/history.h"

#include <utility>

namespace ez {

void History::record(const Scene& before, const std::string& what, bool finished) {
  if (!in_gesture_) past_.push_back({before, what});
  future_.clear();
  in_gesture_ = !finished;
}

void History::undo(Scene& scene) {
  in_gesture_ = false;
  if (past_.empty()) return;
  future_.push_back({std::exchange(scene, std::move(past_.back().scene)), past_.back().what});
  past_.pop_back();
}

void History::redo(Scene& scene) {
  in_gesture_ = false;
  if (future_.empty()) return;
  past_.push_back({std::exchange(scene, std::move(future_.back().scene)), future_.back().what});
  future_.pop_back();
}

void History::clear() {
  past_.clear();
  future_.clear();
  in_gesture_ = false;
}

void History::drop_if_unchanged(const Scene& now) {
  if (!past_.empty() && past_.back().scene == now) past_.pop_back();
}

}  // namespace ez
