#include "app/cli/interrupt.h"

#include <unistd.h>

#include <array>
#include <csignal>

#include "app/cli/exit_code.h"

namespace ez {
namespace {

// A handler can reach nothing but an object of static storage.
volatile std::sig_atomic_t& flag() {
  static volatile std::sig_atomic_t value = 0;
  return value;
}

struct LastWords {
  std::array<char, 256> text{};
  std::size_t size = 0;
};
LastWords& last_words() {
  static LastWords words;
  return words;
}

void end(int) {
  const LastWords& words = last_words();
  // A handler may not do more; what cannot be said is no reason to stay.
  if (write(STDERR_FILENO, words.text.data(), words.size) < 0) _exit(exit_interrupted);
  _exit(exit_interrupted);
}

void remember(int signal) {
  flag() = 1;
  // A terminal that is closed may say so twice, in the middle of saving.
  if (signal != SIGHUP) std::signal(signal, SIG_DFL);
}

}  // namespace

void catch_signals() {
  flag() = 0;
  std::signal(SIGINT, remember);
  std::signal(SIGTERM, remember);
  if (std::signal(SIGHUP, remember) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // under nohup it is none
  std::signal(SIGXFSZ, SIG_IGN);
}

void end_at_signals(const std::string& words) {
  std::signal(SIGINT, remember);  // what comes meanwhile ends the program below
  std::signal(SIGTERM, remember);
  LastWords& last = last_words();
  last.size = words.copy(last.text.data(), last.text.size() - 1);
  last.text[last.size++] = '\n';
  std::signal(SIGINT, end);
  std::signal(SIGTERM, end);
  if (std::signal(SIGHUP, end) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  if (interrupted()) end(SIGINT);
}

bool interrupted() { return flag() != 0; }

}  // namespace ez
