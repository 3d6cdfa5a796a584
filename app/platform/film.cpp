#include "app/platform/film.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "app/platform/ffmpeg.h"
#include "app/platform/files.h"
#include "app/platform/sequence.h"
#include "solver/base/text_with.h"
#include "solver/base/write_file.h"

extern char** environ;

namespace ez {
namespace fs = std::filesystem;

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

bool is_film(const std::string& path) { return ffmpeg_options_of(path) != nullptr || numbered(path, 0); }

std::string why_film_is_impossible(const std::string& path) {
  if (numbered(path, 0) || on_search_path("ffmpeg")) return "";
  return fmt::format(
      "{} needs the program ffmpeg, which is not installed; install the package ffmpeg, or write pictures: {}", path,
      fs::path(path).replace_extension().string() + "_%05d.png");
}

// Runs the program ffmpeg, which reads pictures from a socket and writes a temporary file next to the video.
class Film::Encoder {
 public:
  Encoder(const std::string& path, int width, int height, double fps, std::chrono::milliseconds patience)
      : path_(path), beside_(path), patience_(patience) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
      throw std::runtime_error("no video: " + std::system_category().message(errno));
    socket_ = ends[0];
    const auto microseconds = std::chrono::microseconds(patience_).count();
    timeval most{};
    most.tv_sec = static_cast<decltype(most.tv_sec)>(microseconds / 1000000);
    most.tv_usec = static_cast<decltype(most.tv_usec)>(microseconds % 1000000);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
    const int code = start(ends[1], width, height, fps);
    ::close(ends[1]);
    if (code == 0) return;
    ::close(std::exchange(socket_, -1));
    throw std::runtime_error(fmt::format("no video: cannot start ffmpeg: {}", std::system_category().message(code)));
  }
  ~Encoder() {
    if (socket_ >= 0) ::close(socket_);
    if (process_ > 0) kill_encoder();  // its file is not wanted
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  void add(const Image& picture) {
    if (taken_ == 0) since_ = Clock::now();
    if (taken_ > most_unwritten && bytes() == 0 && Clock::now() - since_ > patience_)
      throw TextError(no_output_error());
    const std::uint8_t* next = picture.rgba.data();
    for (std::size_t left = picture.rgba.size(); left > 0;) {
      const ssize_t n = ::send(socket_, next, left, MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw TextError(errno == EAGAIN ? stall_error() : end_error());
      next += n;
      left -= static_cast<std::size_t>(n);
    }
    ++taken_;
  }
  // Closes the connection without another picture. add() then fails, now or soon.
  void abandon() {
    abandoned_ = true;
    ::shutdown(socket_, SHUT_RDWR);
  }
  // Writes the video to `file`. The encoder has until `latest` to end.
  void finish(const std::string& file, Clock::time_point latest = Clock::time_point::max()) {
    ::close(std::exchange(socket_, -1));
    if (!ended_within(patience_, latest)) throw TextError(Clock::now() > latest ? late_error() : stall_error());
    if (!WIFEXITED(status_) || WEXITSTATUS(status_) != 0) throw TextError(exit_error(status_));
    if (!(bytes() > 0)) throw TextError(film_error("ffmpeg ended without an error, but wrote nothing"));
    whole_ = bytes();
    try {
      file == path_ ? beside_.become() : beside_.become(file);
    } catch (const std::system_error& e) {
      throw TextError(
          text_with("Cannot write {}: {}; choose another folder, or free space on the disk", file, words_of(e)));
    }
  }
  double bytes() const {
    if (whole_) return *whole_;
    std::error_code error;
    const auto size = fs::file_size(beside_.path(), error);
    return error ? 0 : static_cast<double>(size);
  }

 private:
  int start(int input, int width, int height, double fps) {
    const std::string size = fmt::format("{}x{}", width, height), rate = fmt::format("{}", fps);
    std::vector<std::string> words = {
        "ffmpeg",   "-hide_banner",  "-loglevel", "error",          "-nostdin", "-y",         "-f",
        "rawvideo", "-pixel_format", "rgba",      "-video_size",    size,       "-framerate", rate,
        "-i",       "pipe:0",        "-an",       "-flush_packets", "1"};
    if (fs::path(path_).extension() == ".mp4" && has_x264())
      for (const char* word : {"-c:v", "libx264", "-preset", "superfast", "-crf", "20"}) words.emplace_back(word);
    // The format is named, because the temporary name does not reveal it. The path is absolute, because ffmpeg would
    // read "a:b/…" as a protocol and "-a/…" as an option.
    const std::vector<const char*>& format = *ffmpeg_options_of(path_);
    words.insert(words.end(), format.begin(), format.end());
    words.push_back(fs::absolute(beside_.path()).string());
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);  // standard output is for results
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // a separate process group: Ctrl-C goes to ezscope,
                                                                   // which finishes the video
    const int code = posix_spawnp(&process_, "ffmpeg", &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (code != 0) process_ = -1;
    return code;
  }
  // Waits while the encoder writes, and `patience` longer, but no longer than `latest`. Returns true if it has ended.
  bool ended_within(Clock::duration patience, Clock::time_point latest = Clock::time_point::max()) {
    const auto written = [&] {
      std::error_code error;
      return std::pair(bytes(), fs::last_write_time(beside_.path(), error));
    };
    Clock::time_point last = Clock::now();
    for (auto before = written();;) {
      const pid_t ended = ::waitpid(process_, &status_, WNOHANG);
      if (ended == process_ || (ended < 0 && errno != EINTR)) {
        process_ = -1;
        return true;
      }
      if (auto now = written(); now != before) before = now, last = Clock::now();
      if (Clock::now() - last > patience || Clock::now() > latest) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }
  // Kills the whole process group, because ffmpeg may be a script that started other programs.
  void kill_encoder() {
    ::kill(-process_, SIGKILL);
    while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
  }
  Text exit_error(int status) const {
    const std::string how = WIFEXITED(status) ? fmt::format("ended with code {}", WEXITSTATUS(status))
                                              : fmt::format("was killed by signal {}", WTERMSIG(status));
    return film_error("ffmpeg " + how);
  }
  // Returns the error message. Must be called before the written part is deleted, because a full disk is recognised
  // only until then.
  Text film_error(const std::string& why) const {
    constexpr double least_room = 1 << 16;  // bytes
    if (const std::string full = why_unwritable(path_, least_room); !full.empty())
      return text_with("Cannot write {}: {}", path_, full);
    return text_with(
        "Cannot write {}: {}; fix the error that it printed on standard error, or write pictures, FILE_%05d.png", path_,
        why);
  }
  Text end_error() {
    if (abandoned_) return film_error("it was given up");
    if (!ended_within(patience_)) return stall_error();
    return exit_error(status_);
  }
  Text stall_error() {
    kill_encoder();
    return text_with(
        "Cannot write {}: ffmpeg did nothing for {:.3g} s and was stopped; check what blocks it, or write pictures, "
        "FILE_%05d.png",
        path_, std::chrono::duration<double>(patience_).count());
  }

  Text late_error() {
    kill_encoder();
    return Text::as_is("ffmpeg did not finish in time, so its frames were removed");
  }
  Text no_output_error() {
    kill_encoder();
    return text_with(
        "Cannot write {}: ffmpeg read {} pictures, wrote nothing and was stopped; check what blocks it, or write "
        "pictures, FILE_%05d.png",
        path_, taken_);
  }

  static constexpr int most_unwritten = 300;  // pictures: an encoder looks ahead over some tens of them
  std::string path_;
  TemporaryFile beside_;
  std::chrono::milliseconds patience_;
  std::atomic<bool> abandoned_ = false;
  int taken_ = 0;                // pictures
  Clock::time_point since_;      // time of the first
  std::optional<double> whole_;  // bytes of the finished video
  int socket_ = -1, status_ = 0;
  pid_t process_ = -1;
};

// The thread that passes pictures to the encoder.
class Film::Writer {
 public:
  // One picture is being written, the next is drawn, and one more waits.
  static constexpr std::size_t most_waiting = 2;

  Writer(Encoder* encoder, std::string pattern)
      : encoder_(encoder), pattern_(std::move(pattern)), thread_([this] { run(); }) {}
  ~Writer() {
    {
      const std::lock_guard lock(mutex_);
      waiting_.clear();
      if (why_.empty()) why_ = "given up";
    }
    if (encoder_) encoder_->abandon();
    end();
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  bool is_ready() const {
    const std::lock_guard lock(mutex_);
    return waiting_.size() < most_waiting || !why_.empty();
  }
  void add(Image picture) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.size() < most_waiting || !why_.empty(); });
    if (!why_.empty()) throw TextError(why_);
    waiting_.push_back(std::move(picture));
    changed_.notify_all();
  }
  // Drops the pictures that wait, and returns their number. The one that is being written is not dropped.
  std::size_t drop_waiting() {
    const std::lock_guard lock(mutex_);
    const std::size_t dropped = waiting_.empty() ? 0 : waiting_.size() - 1;
    while (waiting_.size() > 1) waiting_.pop_back();
    return dropped;
  }
  // Waits until all added pictures are written.
  void finish() {
    end();
    if (!why_.empty()) throw TextError(why_);
  }
  double written() const {
    const std::lock_guard lock(mutex_);
    return written_;
  }

 private:
  void end() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  void run() {
    for (std::size_t k = 0;; ++k) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return ended_ || !waiting_.empty() || !why_.empty(); });
      if (waiting_.empty() || !why_.empty()) return;
      const Image picture = std::move(waiting_.front());
      lock.unlock();
      Text why;
      std::size_t bytes = 0;
      try {
        bytes = hand_on(picture, k);
      } catch (const std::exception& e) {
        why = text_of_error(e);
      }
      lock.lock();
      if (!waiting_.empty()) waiting_.pop_front();
      written_ += static_cast<double>(bytes);
      if (why_.empty()) why_ = why;
      changed_.notify_all();
    }
  }
  std::size_t hand_on(const Image& picture, std::size_t k) {
    if (encoder_) {
      encoder_->add(picture);
      return 0;
    }
    std::size_t bytes = 0;
    const Text why = write_or_why(*numbered(pattern_, k), [&] {
      std::string png = encode_png(picture, Packing::quick);
      bytes = png.size();
      return png;
    });
    if (!why.empty()) throw TextError(why);
    return bytes;
  }

  Encoder* encoder_;  // null for a sequence
  std::string pattern_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Image> waiting_;  // the first one is being written
  Text why_;                   // why no more pictures are accepted; empty: no error
  bool ended_ = false;
  double written_ = 0;  // bytes
  std::thread thread_;  // started after all other members exist
};

Film::Film(std::string path, int width, int height, double fps, std::chrono::milliseconds patience) {
  if (width < 1 || height < 1)
    throw TextError(
        text_with("Cannot write {}: the picture has only {} × {} pixels; enlarge the window, then record again", path,
                  width, height));
  std::string why = why_film_is_impossible(path);
  if (why.empty()) why = why_unwritable(numbered(path, 0).value_or(path), 0);
  if (!why.empty()) throw std::runtime_error(why);
  if (!numbered(path, 0)) encoder_ = std::make_unique<Encoder>(path, width, height, fps, patience);
  writer_ = std::make_unique<Writer>(encoder_.get(), path);
  path_ = std::move(path);
}

Film::~Film() = default;

bool Film::is_ready() const { return writer_->is_ready(); }

void Film::add(Image picture) {
  writer_->add(std::move(picture));
  ++frames_;
}

void Film::finish() {
  writer_->finish();
  if (frames_ == 0) throw TextError(text_with("{} was not written: no frames were recorded; record for longer", path_));
  if (encoder_) encoder_->finish(path_);
}

void Film::finish_part(const std::string& file, std::chrono::milliseconds limit) {
  const Clock::time_point latest = Clock::now() + limit;
  frames_ -= writer_->drop_waiting();
  writer_->finish();
  if (encoder_) encoder_->finish(file, latest);
}

double Film::bytes() const { return encoder_ ? encoder_->bytes() : writer_->written(); }

}  // namespace ez
