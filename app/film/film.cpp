#include "app/film/film.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "solver/base/write_file.h"

extern char** environ;

namespace ez {
namespace fs = std::filesystem;
namespace {

bool on_search_path(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (const fs::path file = fs::path(folder.empty() ? "." : folder) / program;
        ::access(file.c_str(), X_OK) == 0 && !fs::is_directory(file))
      return true;
  return false;
}

}  // namespace

std::optional<std::string> numbered(const std::string& pattern, std::size_t k) {
  const std::size_t at = pattern.find('%');
  if (!pattern.ends_with(".png") || at == std::string::npos) return std::nullopt;
  std::size_t end = at + 1;
  const bool zeros = end < pattern.size() && pattern[end] == '0';
  if (zeros) ++end;
  int width = 0;
  for (; width == 0 && end < pattern.size() && pattern[end] >= '1' && pattern[end] <= '9'; ++end)
    width = pattern[end] - '0';
  if (end >= pattern.size() || pattern[end] != 'd' || zeros != (width > 0)) return std::nullopt;
  if (pattern.find('%', end) != std::string::npos) return std::nullopt;
  return fmt::format("{}{:0{}}{}", pattern.substr(0, at), k, width, pattern.substr(end + 1));
}

bool is_film(const std::string& path) { return fs::path(path).extension() == ".mp4" || numbered(path, 0); }

std::string why_no_film(const std::string& path) {
  if (numbered(path, 0) || on_search_path("ffmpeg")) return "";
  return fmt::format(
      "{} needs the program ffmpeg, which is not there; install the package ffmpeg, or write pictures: {}", path,
      fs::path(path).replace_extension().string() + "_%05d.png");
}

// The program ffmpeg, which reads pictures from a socket and writes the film beside its place.
class Film::Encoder {
 public:
  Encoder(const std::string& path, int width, int height, double fps) : beside_(path) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
      throw std::runtime_error("no film: " + std::system_category().message(errno));
    socket_ = ends[0];
    const int code = start(ends[1], width, height, fps);
    ::close(ends[1]);
    if (code == 0) return;
    ::close(std::exchange(socket_, -1));
    throw std::runtime_error(
        fmt::format("no film: ffmpeg cannot be started: {}", std::system_category().message(code)));
  }
  ~Encoder() {
    if (socket_ >= 0) ::close(socket_);
    if (process_ <= 0) return;
    ::kill(process_, SIGTERM);
    wait();
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  void add(const Image& picture) {
    const std::uint8_t* next = picture.rgba.data();
    for (std::size_t left = picture.rgba.size(); left > 0;) {
      const ssize_t n = ::send(socket_, next, left, MSG_NOSIGNAL);
      if (n < 0 && errno == EINTR) continue;
      if (n < 0) throw std::runtime_error(how_it_ended());
      next += n;
      left -= static_cast<std::size_t>(n);
    }
  }
  void finish() {
    ::close(std::exchange(socket_, -1));
    if (const int status = wait(); !WIFEXITED(status) || WEXITSTATUS(status) != 0)
      throw std::runtime_error(words_of_status(status));
    beside_.become();
  }
  double bytes() const {
    std::error_code error;
    const auto size = fs::file_size(beside_.path(), error);
    return error ? 0 : static_cast<double>(size);
  }

 private:
  int start(int input, int width, int height, double fps) {
    const std::string size = fmt::format("{}x{}", width, height), rate = fmt::format("{}", fps);
    // Colours are halved in both directions as every player expects it, so sides are made even. The format is named, as
    // the file's own name says nothing of it.
    std::vector<std::string> words = {"ffmpeg",
                                      "-hide_banner",
                                      "-loglevel",
                                      "error",
                                      "-nostdin",
                                      "-y",
                                      "-f",
                                      "rawvideo",
                                      "-pixel_format",
                                      "rgba",
                                      "-video_size",
                                      size,
                                      "-framerate",
                                      rate,
                                      "-i",
                                      "pipe:0",
                                      "-an",
                                      "-vf",
                                      "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p",
                                      "-movflags",
                                      "+faststart",
                                      "-f",
                                      "mp4",
                                      beside_.path().string()};
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
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);  // Ctrl-C is for ezscope, which ends the film well
    const int code = posix_spawnp(&process_, "ffmpeg", &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (code != 0) process_ = -1;
    return code;
  }
  int wait() {
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_ = -1;
    return status;
  }
  static std::string words_of_status(int status) {
    const std::string how = WIFEXITED(status) ? fmt::format("ended with code {}", WEXITSTATUS(status))
                                              : fmt::format("was ended by signal {}", WTERMSIG(status));
    return fmt::format("the film is not written: ffmpeg {}; mend what it says above, or write pictures, FILE_%05d.png",
                       how);
  }
  std::string how_it_ended() {
    ::close(std::exchange(socket_, -1));
    return words_of_status(wait());
  }

  FileBeside beside_;
  int socket_ = -1;
  pid_t process_ = -1;
};

Film::Film(std::string path, int width, int height, double fps) : path_(std::move(path)) {
  if (const std::string why = why_no_film(path_); !why.empty()) throw std::runtime_error(why);
  if (!numbered(path_, 0)) encoder_ = std::make_unique<Encoder>(path_, width, height, fps);
}

Film::~Film() = default;

void Film::add(const Image& picture) {
  if (encoder_) {
    encoder_->add(picture);
  } else {
    const std::string png = encode_png(picture);
    write_file_atomically(*numbered(path_, frames_), png);
    written_ += static_cast<double>(png.size());
  }
  ++frames_;
}

void Film::finish() {
  if (encoder_) encoder_->finish();
}

double Film::bytes() const { return encoder_ ? encoder_->bytes() : written_; }

}  // namespace ez
