// Undo: a list of scenes, and between them the pulses that were sent. One entry per gesture. Past and future together
// take about 256 MB at most, some 3,000 entries of a scene with 1,000 shapes: beyond that the oldest are forgotten, the
// newest never is.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "app/model/command.h"
#include "solver/scene/scene.h"

namespace ez {

// About how many bytes a scene takes in memory.
std::size_t bytes_of(const Scene& scene);

class History {
 public:
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;
  explicit History(std::size_t most = most_bytes) : most_(most) {}

  // Called with the scene as it was before the edit. Within a gesture only the first call makes an entry.
  void record(const Scene& before, const Text& what, bool finished);
  // The run was taken to another time, where the scene is another one.
  void record_travel(const Scene& before);
  bool has_travelled() const { return !past_.empty() && past_.back().travel; }  // with the last entry
  // A pulse alters what runs and no scene: undo() and redo() leave the scene as it is, and the caller sees to the rest.
  void record(const command::Pulse& pulse);
  std::optional<command::Pulse> pulse_to_undo() const { return past_.empty() ? std::nullopt : past_.back().pulse; }
  std::optional<command::Pulse> pulse_to_redo() const { return future_.empty() ? std::nullopt : future_.back().pulse; }
  void forget_pulses();  // the run that they were sent into is over
  bool can_undo() const { return !past_.empty(); }
  bool can_redo() const { return !future_.empty(); }
  Text undo_label() const { return past_.empty() ? Text() : past_.back().what; }
  Text redo_label() const { return future_.empty() ? Text() : future_.back().what; }
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
    Text what;
    std::optional<command::Pulse> pulse = {};  // then `scene` is none
    bool travel = false;                       // see record_travel()
    std::size_t bytes = 0;
  };
  void pop(std::deque<Entry>& list);
  void push(std::deque<Entry>& list, Entry entry);
  void begin_entry(Entry entry);
  void exchange(std::deque<Entry>& from, std::deque<Entry>& to, Scene& scene);

  std::deque<Entry> past_, future_;
  std::size_t most_, bytes_ = 0;  // bytes of both lists together: at most, now
  bool in_gesture_ = false;
};

}  // namespace ez
