#include "app/platform/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <ctime>

#include "app/platform/exit_code.h"
#include "solver/base/write_file.h"

namespace ez {
namespace {

// A handler can reach nothing but an object of static storage.
struct Interruption {
  volatile std::sig_atomic_t asked = 0;
  pthread_t main_thread = pthread_self();
  std::array<char, 256> last_words{};
  std::size_t size = 0;
  bool has_timer = false;
  timer_t timer{};
  itimerspec patience{};  // until the timer ends the program
};
Interruption& interruption() {
  static Interruption value;
  return value;
}

void end(int signal) {
  Interruption& i = interruption();
  // One thread ends the program: no other one can be making a file meanwhile that would stay.
  if (pthread_equal(pthread_self(), i.main_thread) == 0) {
    pthread_kill(i.main_thread, signal);
    return;
  }
  remove_unfinished_files();
  // A handler may not do more; what cannot be said is no reason to stay.
  if (write(STDERR_FILENO, i.last_words.data(), i.size) < 0) _exit(exit_interrupted);
  _exit(exit_interrupted);
}

void set_timer(const itimerspec& time) {
  if (interruption().has_timer) timer_settime(interruption().timer, 0, &time, nullptr);
}

void remember(int signal) {
  if (interruption().asked == 0) set_timer(interruption().patience);
  interruption().asked = 1;
  // A terminal that is closed may say so twice, in the middle of saving.
  if (signal != SIGHUP) std::signal(signal, end);
}

void handle_signals(void (*handler)(int), const std::string& last_words) {
  Interruption& i = interruption();
  i.main_thread = pthread_self();
  // What comes while the words change ends the program a little later.
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, remember);
  i.size = last_words.copy(i.last_words.data(), i.last_words.size() - 1);
  i.last_words[i.size++] = '\n';
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, handler);
  if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // under nohup it is none
}

}  // namespace

void catch_signals(const std::string& last_words, std::chrono::milliseconds patience) {
  Interruption& i = interruption();
  std::signal(SIGALRM, end);
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  if (!i.has_timer) i.has_timer = timer_create(CLOCK_MONOTONIC, &event, &i.timer) == 0;
  i.patience.it_value = {patience.count() / 1000, patience.count() % 1000 * 1000000};
  i.asked = 0;
  set_timer({});
  std::signal(SIGXFSZ, SIG_IGN);
  handle_signals(remember, last_words);
}

void catch_signals_of_window() {
  catch_signals("interrupted within a frame; the last autosave is kept", std::chrono::seconds(5));
}

void end_at_signals(const std::string& last_words) {
  handle_signals(end, last_words);
  if (interrupted()) end(SIGINT);
}

bool interrupted() {
  if (interruption().asked == 0) return false;
  set_timer({});  // the program is about to end by itself
  return true;
}

}  // namespace ez
