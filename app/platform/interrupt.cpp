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

// Static, because a signal handler can use nothing else.
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
  // Only the main thread ends the program. Otherwise another thread could be creating a file meanwhile, which would
  // stay.
  if (pthread_equal(pthread_self(), i.main_thread) == 0) {
    pthread_kill(i.main_thread, signal);
    return;
  }
  remove_unfinished_files();
  // A handler may do no more. It exits even if the message cannot be written.
  if (write(STDERR_FILENO, i.last_words.data(), i.size) < 0) _exit(exit_interrupted);
  _exit(exit_interrupted);
}

void set_timer(const itimerspec& time) {
  if (interruption().has_timer) timer_settime(interruption().timer, 0, &time, nullptr);
}

void remember(int signal) {
  if (interruption().asked == 0) set_timer(interruption().patience);
  interruption().asked = 1;
  // A closing terminal may send SIGHUP twice, the second time during saving.
  if (signal != SIGHUP) std::signal(signal, end);
}

void handle_signals(void (*handler)(int), const std::string& last_words) {
  Interruption& i = interruption();
  i.main_thread = pthread_self();
  // A signal that arrives while the text changes ends the program a little later.
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, remember);
  i.size = last_words.copy(i.last_words.data(), i.last_words.size() - 1);
  i.last_words[i.size++] = '\n';
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, handler);
  if (std::signal(SIGHUP, handler) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // under nohup SIGHUP stays ignored
}

}  // namespace

void catch_signals(const std::string& last_words, std::chrono::milliseconds patience) {
  Interruption& i = interruption();
  std::signal(SIGALRM, end);
  sigevent event = {};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  if (!i.has_timer) i.has_timer = timer_create(CLOCK_MONOTONIC, &event, &i.timer) == 0;
  i.patience.it_value.tv_sec = static_cast<decltype(timespec::tv_sec)>(patience.count() / 1000);
  i.patience.it_value.tv_nsec = static_cast<decltype(timespec::tv_nsec)>(patience.count() % 1000 * 1000000);
  i.asked = 0;
  set_timer({});
  std::signal(SIGXFSZ, SIG_IGN);
  handle_signals(remember, last_words);
}

void catch_signals_of_window() {
  catch_signals("interrupted during a frame; the last autosave remains", std::chrono::seconds(5));
}

void end_at_signals(const std::string& last_words) {
  handle_signals(end, last_words);
  if (interrupted()) end(SIGINT);
}

bool interrupted() {
  if (interruption().asked == 0) return false;
  set_timer({});  // the program is about to end normally
  return true;
}

}  // namespace ez
