// Tests a window whose X server disappears: the program ends and saves unsaved changes. The same holds for a closed
// terminal.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "app/platform/interrupt.h"
#include "app/session/session.h"
#include "block_engine.h"

namespace ez {
namespace {

namespace fs = std::filesystem;

struct Channel {
  std::array<int, 2> ends = {-1, -1};
  Channel() { EXPECT_EQ(::pipe(ends.data()), 0); }
  ~Channel() {
    for (const int end : ends) ::close(end);
  }
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  // Reads up to the end of the first line.
  std::string line() const {
    std::string text;
    for (char c = 0; ::read(ends[0], &c, 1) == 1 && c != '\n';) text += c;
    return text;
  }
  void say(const char* text) const { EXPECT_GT(::write(ends[1], text, std::char_traits<char>::length(text)), 0); }
};

class Lost : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v Xvfb >/dev/null") != 0) GTEST_SKIP() << "Xvfb is not installed";
    fs::create_directories(home_);
    setenv("XDG_STATE_HOME", home_.c_str(), 1);
    setenv("XDG_CONFIG_HOME", home_.c_str(), 1);
    setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
    const Channel number;
    server_ = fork();
    if (server_ == 0) {
      const std::string end = std::to_string(number.ends[1]);
      execlp("Xvfb", "Xvfb", "-displayfd", end.c_str(), "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-noreset",
             nullptr);
      _exit(127);
    }
    setenv("DISPLAY", fmt::format(":{}", number.line()).c_str(), 1);
    unsetenv("WAYLAND_DISPLAY");
    const Channel running;
    program_ = fork();
    if (program_ == 0) run(running);
    ASSERT_EQ(running.line(), "edited");
  }
  void TearDown() override {
    for (const pid_t child : {program_, server_})
      if (child > 0) {
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
      }
    fs::remove_all(home_);
  }
  [[noreturn]] static void run(const Channel& running) {
    catch_signals();
    WindowCommand command;
    command.engine.backend = "cpu";
    command.engine.threads = 1;
    {
      Session session(command, {small_cavity(64, 48), "", "cavity"});
      Scene scene = small_cavity(64, 48);
      scene.title = "precious";
      session.send(command::EditScene{scene, "title", true});
      session.frame();
      running.say("edited\n");
      while (session.frame()) {
      }
    }
    _exit(3);  // the program ended on its own
  }
  int ended() {
    int status = 0;
    ::waitpid(std::exchange(program_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string kept() const {
    const auto left = Autosave(home_ / "ezscope").left_behind();
    if (!left) return "";
    const SceneResult result = parse_scene(left->scene, "autosave");
    return result.scene ? result.scene->title : "";
  }

  const fs::path home_ = fs::temp_directory_path() / ("ezscope-lost-" + std::to_string(getpid()));
  pid_t server_ = 0, program_ = 0;
};

TEST_F(Lost, a_display_does_not_take_unsaved_edits_with_it) {
  ::kill(server_, SIGKILL);
  EXPECT_EQ(ended(), 1);
  EXPECT_EQ(kept(), "precious");
}

TEST_F(Lost, a_terminal_does_not_take_unsaved_edits_with_it) {
  ::kill(program_, SIGHUP);
  ::kill(program_, SIGHUP);  // the shell and the system may both send the signal
  EXPECT_EQ(ended(), 3);
  EXPECT_EQ(kept(), "precious");
}

}  // namespace
}  // namespace ez
