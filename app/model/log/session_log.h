// Records the external input of a session frame by frame, or replays it.
//
// A session is a function of its external input: commands, the clock, the number of steps per frame, and the answers of
// files and dialogs. All of it goes through record_or_replay(). While a session is recorded, each answer goes into the log. During
// a replay the answers come from the log, and nothing external is asked or changed. The log's lines are
//
//   ezscope-session 1 {version="…" …}     the start of the session
//   12 time 0.2001                        frame 12 begins, s of the program's clock
//   12 command Run{running=false}         …
//   12 steps 5
//
// From the first frame on, each line is written to the file at once. If the program is killed, its log can be replayed
// up to that point.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "app/model/command.h"
#include "app/model/log/start.h"
#include "app/model/log/text.h"
#include "solver/base/text.h"

namespace ez {

// Reports that a log cannot be replayed further: the place, the reason and the remedy.
class LogError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// Thrown at the regular end of the log.
class LogEnds : public std::exception {};

class SessionLog {
 public:
  SessionLog();  // neither records nor replays
  ~SessionLog();
  SessionLog(SessionLog&&) noexcept;
  SessionLog& operator=(SessionLog&&) noexcept;
  SessionLog(const SessionLog&) = delete;
  SessionLog& operator=(const SessionLog&) = delete;

  // Throws std::runtime_error if the file cannot be written. An older file stays unchanged until the first frame.
  static SessionLog recorder(const std::string& path);
  // Throws LogError if the file cannot be read or is not a log.
  static SessionLog player(const std::string& path);

  bool recording() const;
  bool replaying() const;
  // When recording: writes the start of the session.
  void begin(const SessionStart& start);
  // When replaying: returns the start of the session.
  const SessionStart& start() const;
  int all_frames() const;  // in the whole log
  // Call it when the session has ended. Throws LogError if the log continues.
  void expect_end() const;

  // Call it every frame. `now` is in s of the program's clock; a replay takes it from the log instead. Returns false at
  // the end of the log.
  bool frame(double now, bool visible);
  int frames() const { return frame_; }      // so far
  double now() const { return now_; }        // start of the frame
  double passed() const { return passed_; }  // s since the previous frame began
  bool visible() const { return visible_; }  // the window is not minimised
  Commands commands(Commands from_outside);

  // Returns the result of `ask`, or the recorded result during a replay. The members of a struct must be known at the
  // call (members.h, or the log.h of a feature).
  template <class Ask>
  auto record_or_replay(std::string_view word, Ask ask) -> std::invoke_result_t<Ask> {
    using T = std::invoke_result_t<Ask>;
    if (replaying()) return read<T>(word);
    T value = ask();
    if (recording()) write(word, value);
    return value;
  }
  // Does the same for a value that is nearly always `usual`, which then needs no line.
  template <class T, class Ask>
  T record_or_replay_unless(const T& usual, std::string_view word, Ask ask) {
    if (replaying()) return is_next(word) ? read<T>(word) : usual;
    T value = ask();
    if (recording()) write_unless(usual, word, value);
    return value;
  }
  // Checks that values equal the recorded ones; throws LogError otherwise. `what` names them in the message.
  void same(std::string_view word, const std::vector<double>& values, const char* what);

  // Returns, once, why the log could not be continued.
  Text take_problem();

 private:
  template <class T>
  T read(std::string_view word) {
    T out{};
    take(word, [&](LogTextReader& text) {
      text.value(out);
      if constexpr (std::is_same_v<T, int>) check_steps(out);
    });
    return out;
  }
  template <class T>
  void write(std::string_view word, const T& value) {
    put(word, [&](LogTextWriter& text) { text.value(value); });
  }
  template <class T>
  void write_unless(const T& usual, std::string_view word, const T& value) {
    const auto text = [](const T& v) {
      LastScene none;
      LogTextWriter out(none);
      out.value(v);
      return out.text();
    };
    if (text(usual) != text(value)) write(word, value);
  }
  bool is_next(std::string_view word) const;
  void take(std::string_view word, const std::function<void(LogTextReader&)>& value);
  void put(std::string_view word, const std::function<void(LogTextWriter&)>& value);
  void check_steps(int steps) const;

  struct Recorder;
  struct Player;
  int frame_ = 0;
  double now_ = 0, passed_ = 0;
  bool visible_ = true;
  std::unique_ptr<Recorder> recorder_;
  std::unique_ptr<Player> player_;
};

}  // namespace ez
