#include "app/model/log/session_log.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>
#include <utility>

#include "app/model/log/members.h"
#include "app/model/log/text.h"
#include "ezscope/version.h"
#include "solver/base/read_file.h"
#include "solver/base/shell.h"
#include "solver/base/text_with.h"
#include "solver/base/utf8.h"
#include "solver/base/write_file.h"

namespace ez {
namespace {

constexpr std::string_view mark = "ezscope-session";
constexpr int format_version = 1;
constexpr int most_pixels = 16384, most_threads = 1024;   // the limits of the command line
constexpr std::size_t most_bytes = std::size_t{1} << 30;  // of a log, enough for a session of days
constexpr double longest = 1e8;                           // s, limit of a session: three years
constexpr int most_steps_a_frame = 10'000'000;            // ten times the steps that any speed setting needs

// Returns the first word of `text`, and the rest after the space.
std::pair<std::string_view, std::string_view> split(std::string_view text) {
  const std::size_t blank = std::min(text.find(' '), text.size());
  return {text.substr(0, blank), text.substr(std::min(blank + 1, text.size()))};
}

}  // namespace

struct SessionLog::Recorder {
  // Checks before the session begins that the file can be written.
  explicit Recorder(std::string name) : path(std::move(name)) {
    if (const std::string why = why_unwritable(path, 0); !why.empty()) throw std::runtime_error(why);
    // A pipe would end the program when its reader closes.
    if (place_of_file(path).empty())
      throw std::runtime_error(
          fmt::format("cannot write {}: it is not a file; choose another place for --record", path));
  }
  ~Recorder() { close(); }
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void close() {
    if (file >= 0) ::close(std::exchange(file, -1));
  }
  // Writes the lines from before the first frame, replacing an older log. If the engine of a session cannot be started,
  // this is not reached and the older log stays unchanged.
  void begin() {
    try {
      write_file_atomically(path, std::exchange(held, ""));
    } catch (const std::system_error& e) {
      return fail(words_of(e));
    }
    file = ::open(path.c_str(), O_WRONLY | O_APPEND | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) fail(std::system_category().message(errno));
  }
  void fail(const std::string& why) {
    problem = text_with(
        "Recording of the session stopped: cannot write {}: {}; free space on the disk, or record to another place",
        path, why);
    close();
  }
  // From the first frame on, passes the line to the system before it returns. The reader ignores an incomplete line.
  void line(std::string text) {
    text += '\n';
    if (file < 0 && problem.empty()) held += text;
    const char* next = text.data();
    for (std::size_t left = text.size(); left > 0 && file >= 0;) {
      const ssize_t n = ::write(file, next, left);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) return fail(std::system_category().message(errno));
      next += n;
      left -= static_cast<std::size_t>(n);
    }
  }

  std::string path, held;  // held: lines from before the first frame
  Text problem;
  int file = -1;
  LastScene last;
};

struct SessionLog::Player {
  explicit Player(std::string name) : path(std::move(name)) {
    auto [bytes, code] = read_file(path, most_bytes);
    if (code != 0)
      throw LogError(
          fmt::format("cannot read {}: {}; give a session that --record has written", path, read_error_text(code)));
    if (bytes.size() > most_bytes)
      throw LogError(
          fmt::format("{} is larger than {} MB, the limit of a session; give a session that --record has written", path,
                      most_bytes >> 20));
    lines_ = std::move(bytes);
    const auto [word, rest] = split(line());
    const auto [version, value] = split(rest);
    if (word != mark)
      throw LogError(path + ":1: this is not an ezscope session; give a file that --record has written");
    if (version != std::to_string(format_version))
      throw LogError(fmt::format(
          "{}:1: the log has format {}, but this program reads format {}; replay it with the ezscope that recorded it",
          path, printable(version), format_version));
    read(value, [&](LogTextReader& text) { text.value(start); });
    const std::vector<Message> wrong = validate(start.scene);
    const auto error = std::find_if(wrong.begin(), wrong.end(), [](auto& m) { return m.kind == Message::Kind::error; });
    if (error != wrong.end()) fail(fmt::format("the scene cannot run: {}", error->text));
    const PixelSize s = start.size;
    if (s.width < 1 || s.height < 1 || s.width > most_pixels || s.height > most_pixels)
      fail("the window's size is out of range");
    if (start.threads < 0 || start.threads > most_threads)
      fail(fmt::format("threads is {}, but an engine has at most {}", start.threads, most_threads));
    go_on();
  }

  // ---- lines; an incomplete last line means that the program was killed while it wrote
  bool ended() const { return lines_.find('\n', at_) == std::string::npos; }
  std::string_view line() const {
    const std::size_t end = lines_.find('\n', at_);
    return end == std::string::npos ? std::string_view() : std::string_view(lines_).substr(at_, end - at_);
  }
  void go_on() { at_ = lines_.find('\n', at_) + 1, ++number_; }
  // Counts the frames that begin in the whole log.
  int frames() const {
    int count = 0;
    for (std::size_t begin = 0, end; (end = lines_.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const std::string_view rest = split(std::string_view(lines_).substr(begin, end - begin)).second;
      count += rest.starts_with("time ") ? 1 : 0;
    }
    return count;
  }

  // `words` may quote bytes of the log, also zeros, which would end the text of an exception.
  [[noreturn]] void fail(const std::string& words) const {
    const std::string remedy = number_ == 1
                                   ? "record the session again"
                                   : fmt::format("to replay the part before it: head -n {} {} > BEGINNING.ezlog",
                                                 number_ - 1, shell_path(path));
    throw LogError(fmt::format("{}:{}: {}; {}", path, number_, printable(words), remedy));
  }
  // Reads the value in this line.
  void read(std::string_view text, const std::function<void(LogTextReader&)>& value) {
    const std::size_t column = static_cast<std::size_t>(text.data() - line().data());
    try {
      LogTextReader reader(text, last);
      value(reader);
      reader.end();
    } catch (const LogTextError& e) {
      fail(fmt::format("column {}: {}", column + e.at + 1, e.what()));
    }
  }
  void take(std::string_view text, const std::function<void(LogTextReader&)>& value) {
    read(text, value);
    go_on();
  }
  // Frame, word and value of a line.
  struct Parts {
    int frame = 0;
    std::string_view word, value;
  };
  Parts parts() const {
    Parts p;
    const auto [number, rest] = split(line());
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), p.frame);
    if (number.empty() || error != std::errc() || end != number.data() + number.size())
      fail("the frame number is missing");
    std::tie(p.word, p.value) = split(rest);
    return p;
  }

  std::string path;
  SessionStart start;
  LastScene last;

 private:
  std::string lines_;
  std::size_t at_ = 0;
  int number_ = 1;
};

SessionLog::SessionLog() = default;
SessionLog::~SessionLog() = default;
SessionLog::SessionLog(SessionLog&&) noexcept = default;
SessionLog& SessionLog::operator=(SessionLog&&) noexcept = default;

SessionLog SessionLog::recorder(const std::string& path) {
  SessionLog log;
  log.recorder_ = std::make_unique<Recorder>(path);
  return log;
}

SessionLog SessionLog::player(const std::string& path) {
  SessionLog log;
  log.player_ = std::make_unique<Player>(path);
  return log;
}

bool SessionLog::recording() const { return recorder_ != nullptr; }
bool SessionLog::replaying() const { return player_ != nullptr; }

void SessionLog::begin(const SessionStart& start) {
  LogTextWriter text(recorder_->last);
  text.value(start);
  recorder_->line(fmt::format("{} {} {}", mark, format_version, text.text()));
}

const SessionStart& SessionLog::start() const { return player_->start; }
int SessionLog::all_frames() const { return player_->frames(); }

void SessionLog::expect_end() const {
  if (!player_->ended()) player_->fail("the session has ended, but the log continues");
}

bool SessionLog::frame(double now, bool visible) {
  if (player_) {
    if (player_->ended()) return false;
    const Player::Parts p = player_->parts();
    if (p.word == "time" && p.frame != frame_ + 1)
      player_->fail(fmt::format("frame {} follows frame {}", p.frame, frame_));
    if (double time = 0; p.word == "time") {
      player_->read(p.value, [&](LogTextReader& text) { text.value(time); });
      if (!(time >= now_ && time <= longest)) player_->fail(fmt::format("time {} s is invalid after {} s", time, now_));
      ++frame_;
    }
  } else {
    if (recorder_ && frame_ == 0) recorder_->begin();
    ++frame_;
  }
  const double before = std::exchange(now_, record_or_replay("time", [&] { return now; }));
  passed_ = now_ - before;
  visible_ = record_or_replay_unless(true, "visible", [&] { return visible; });
  return true;
}

Commands SessionLog::commands(Commands from_outside) {
  if (recorder_)
    for (const Command& c : from_outside) write("command", c);
  if (!player_) return from_outside;
  Commands out;
  while (is_next("command")) {
    take("command", [&](LogTextReader& text) {
      text.value(out.emplace_back());
      if (const auto* step = out.back().as<command::Step>()) check_steps(step->steps);
    });
  }
  return out;
}

void SessionLog::same(std::string_view word, const std::vector<double>& values, const char* what) {
  if (recorder_) write(word, values);
  if (!player_) return;
  if (player_->ended()) throw LogEnds();
  const Player::Parts p = player_->parts();
  LastScene none;
  LogTextWriter text(none);
  text.value(values);
  if (p.word == word && p.value != text.text())
    player_->fail(
        fmt::format("{} {} here, but {} in the recording (by ezscope {}; this is {}); replay it with that program, on "
                    "the same kind of engine ({}) and machine",
                    what, text.text(), p.value, player_->start.version, version, player_->start.backend));
  read<std::vector<double>>(word);
}

Text SessionLog::take_problem() {
  Text problem = recorder_ ? std::exchange(recorder_->problem, {}) : Text();
  if (!problem.empty()) recorder_.reset();
  return problem;
}

bool SessionLog::is_next(std::string_view word) const {
  if (player_->ended()) return false;
  const Player::Parts p = player_->parts();
  return p.word == word && p.frame == frame_;
}

void SessionLog::take(std::string_view word, const std::function<void(LogTextReader&)>& value) {
  if (player_->ended()) throw LogEnds();
  const Player::Parts p = player_->parts();
  if (p.frame != frame_) player_->fail(fmt::format("a line of frame {} appears within frame {}", p.frame, frame_));
  if (p.word != word) player_->fail(fmt::format("found \"{}\", but this program expects \"{}\"", p.word, word));
  player_->take(p.value, value);
}

void SessionLog::put(std::string_view word, const std::function<void(LogTextWriter&)>& value) {
  LogTextWriter text(recorder_->last);
  value(text);
  recorder_->line(fmt::format("{} {} {}", frame_, word, text.text()));
}

void SessionLog::check_steps(int steps) const {
  if (steps < -1 || steps > most_steps_a_frame)
    player_->fail(
        fmt::format("{} is not a valid number of steps per frame; the limit is {}", steps, most_steps_a_frame));
}

}  // namespace ez
