// Undo: a list of scenes and of the pulses sent between them. Each gesture makes one entry. Past and future together
// take at most about 256 MB, which is some 3,000 entries of a scene with 1,000 shapes. Beyond that the oldest entries
// are dropped, but never the newest.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "app/model/command.h"
#include "solver/scene/scene.h"

namespace ez {

// Estimates the memory of a scene in bytes.
std::size_t bytes_of(const Scene& scene);

class History {
 public:
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;
  explicit History(std::size_t most = most_bytes) : most_(most) {}

  // Records an edit; `before` is the scene before it. Within a gesture only the first call makes an entry.
  void record(const Scene& before, const Text& what, bool finished);
  // Records that the run went to another time, at which the scene was another one.
  void record_travel(const Scene& before);
  bool last_entry_is_travel() const { return !past_.empty() && past_.back().travel; }  // by the last entry
  // Records a pulse, which changes the running fields but no scene. undo() and redo() leave the scene unchanged for it;
  // the caller does the rest.
  void record(const command::Pulse& pulse);
  std::optional<command::Pulse> pulse_to_undo() const { return past_.empty() ? std::nullopt : past_.back().pulse; }
  std::optional<command::Pulse> pulse_to_redo() const { return future_.empty() ? std::nullopt : future_.back().pulse; }
  void forget_pulses();  // the run that received them is over
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  Text undo_label() const { return past_.empty() ? Text() : past_.back().what; }
  Text redo_label() const { return future_.empty() ? Text() : future_.back().what; }
  // Exchanges `scene` for the previous (next) one; does nothing if there is none. Ends an open gesture.
  void undo(Scene& scene);
  void redo(Scene& scene);
  void clear();
  bool in_gesture() const { return in_gesture_; }
  // Call it after the last edit of a gesture. Drops the entry of the gesture if it changed nothing.
  void drop_if_unchanged(const Scene& now);

 private:
  struct Entry {
    Scene scene;
    Text what;
    std::optional<command::Pulse> pulse = {};  // if set, `scene` is unused
    bool travel = false;                       // see record_travel()
    std::size_t bytes = 0;
  };
  void pop(std::deque<Entry>& list);
  void push(std::deque<Entry>& list, Entry entry);
  void begin_entry(Entry entry);
  void exchange(std::deque<Entry>& from, std::deque<Entry>& to, Scene& scene);

  std::deque<Entry> past_, future_;
  std::size_t most_, bytes_ = 0;  // the limit, and the present bytes of both lists together
  bool in_gesture_ = false;
};

}  // namespace ez
