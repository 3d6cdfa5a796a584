#include "app/interrupt.h"

#include <csignal>

namespace ez {
namespace {

// A handler can reach nothing but an object of static storage.
volatile std::sig_atomic_t& flag() {
  static volatile std::sig_atomic_t value = 0;
  return value;
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

bool interrupted() { return flag() != 0; }

}  // namespace ez
