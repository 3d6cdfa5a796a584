#include "app/commands/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace ez {
namespace {

constexpr double hour = 3600, day = 24 * hour, year = 365.25 * day;

}  // namespace

namespace {

std::string length_of(double s) {
  if (!(s < 1000 * year)) return "more than 1000 years";
  if (s >= 2 * year) return fmt::format("{:.0f} years", s / year);
  if (s >= 2 * day) return fmt::format("{:.0f} days", s / day);
  const int whole = static_cast<int>(s);
  if (s >= hour) return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  return s >= 60 ? fmt::format("{} min {:02} s", whole / 60, whole % 60) : fmt::format("{:.0f} s", s);
}

}  // namespace

std::string time_left(double seconds) { return length_of(seconds) + " left"; }
std::string about(double seconds) { return "about " + length_of(seconds); }

Progress::Progress(std::string what, std::uint64_t total, std::string unit)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      terminal_(isatty(STDERR_FILENO) != 0),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (shown_ && terminal_) std::fputs("\r\x1b[K", stderr);
}

void Progress::update(std::uint64_t done) {
  const auto now = Clock::now();
  const auto every = std::chrono::milliseconds(terminal_ ? 100 : 5000);
  if (now - last_ < every || now - start_ < std::chrono::seconds(1) || done == 0) return;
  last_ = now;
  shown_ = true;
  const double part = static_cast<double>(done) / static_cast<double>(total_);
  const double left = std::chrono::duration<double>(now - start_).count() * std::max(0.0, 1 - part) / part;
  if (terminal_) {
    const int filled = static_cast<int>(std::min(part, 1.0) * 30);
    fmt::print(stderr, "\r\x1b[K{} [{:█<{}}{:░<{}}] {:3.0f} %  {} of {} {}  {}", what_, "", filled, "", 30 - filled,
               100 * part, done, total_, unit_, time_left(left));
    std::fflush(stderr);
  } else {
    fmt::print(stderr, "{}: {} of {} {}, {:.0f} %, {}\n", what_, done, total_, unit_, 100 * part, time_left(left));
  }
}

}  // namespace ez
