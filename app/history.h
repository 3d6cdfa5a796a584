// Undo: a list of scenes. One entry per gesture.
#pragma once

#include <string>
#include <vector>

#include "solver/scene/scene.h"

namespace ez {

class History {
 public:
  // Called with the scene as it was before the edit. Within a gesture only the first call makes an entry.
  void record(const Scene& before, const std::string& what, bool finished);
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  std::string undo_label() const { return past_.empty() ? "" : past_.back().what; }
  std::string redo_label() const { return future_.empty() ? "" : future_.back().what; }
  // Exchanges `scene` for the one before (after) it; nothing when there is none. Ends an open gesture.
  void undo(Scene& scene);
  void redo(Scene& scene);
  void clear();
  bool in_gesture() const { return in_gesture_; }
  // After the last call of a gesture: forgets its entry when it changed nothing in the end.
  void drop_if_unchanged(const Scene& now);

 private:
  struct Entry {
    Scene scene;
    std::string what;
  };
  std::vector<Entry> past_, future_;
  bool in_gesture_ = false;
};

}  // namespace ez
