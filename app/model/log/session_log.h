// What happened to a session from outside, frame by frame: written while it runs, or read again in its place.
//
// A session is a function of what comes from outside: commands, the clock, how many steps a frame gets, what files and
// dialogs answer. Each of these is asked for through said(). While a session is recorded the answer goes into the log;
// when it is replayed the answer comes from there, and nothing outside is asked or changed. The log's lines are
//
//   ezscope-session 1 {version="…" …}     what it began with
//   12 time 0.2001                        frame 12 begins, s of the program's clock
//   12 command Run{running=false}         …
//   12 steps 5
//
// and each is in the file when it is known, from the first frame on: a program that is killed leaves a log that can be
// replayed up to there.
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

// A log that cannot be replayed further: where, why, and what to do.
class LogError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// The log has ended; no mistake.
class LogEnds : public std::exception {};

class SessionLog {
 public:
  SessionLog();  // neither records nor replays
  ~SessionLog();
  SessionLog(SessionLog&&) noexcept;
  SessionLog& operator=(SessionLog&&) noexcept;
  SessionLog(const SessionLog&) = delete;
  SessionLog& operator=(const SessionLog&) = delete;

  // Throws std::runtime_error where the file cannot be written. An older one stays as it is until the first frame.
  static SessionLog recorder(const std::string& path);
  // Throws LogError where it cannot be read, or does not begin as a log does.
  static SessionLog player(const std::string& path);

  bool recording() const;
  bool replaying() const;
  // When recording: what the session begins with.
  void begin(const SessionStart& start);
  // When replaying.
  const SessionStart& start() const;
  int all_frames() const;  // of the whole log
  // The session has ended: throws LogError where the log goes on.
  void expect_end() const;

  // Every frame, at the time `now`, s of the program's clock, which a replay has from its log. False once that has
  // ended.
  bool frame(double now, bool visible);
  int frames() const { return frame_; }      // so far
  double now() const { return now_; }        // when the frame began
  double passed() const { return passed_; }  // s since the one before began
  bool visible() const { return visible_; }  // the window is not minimised
  Commands commands(Commands from_outside);

  // What `ask` returns, or returned when it was recorded. The members of a struct must be known where this is called
  // (members.h, or the log.h of a feature).
  template <class Ask>
  auto said(std::string_view word, Ask ask) -> std::invoke_result_t<Ask> {
    using T = std::invoke_result_t<Ask>;
    if (replaying()) return read<T>(word);
    T value = ask();
    if (recording()) write(word, value);
    return value;
  }
  // The same of what is nearly always `usual`, which needs no line then.
  template <class T, class Ask>
  T said_unless(const T& usual, std::string_view word, Ask ask) {
    if (replaying()) return is_next(word) ? read<T>(word) : usual;
    T value = ask();
    if (recording()) write_unless(usual, word, value);
    return value;
  }
  // What must be as it was: throws LogError where it is not. `what`: for the message.
  void same(std::string_view word, const std::vector<double>& values, const char* what);

  // Why the log could not be written further, once.
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
