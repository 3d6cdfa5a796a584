// Shows the progress of a long command on stderr: a bar on a terminal, otherwise an occasional line. A command that
// takes less than a second shows nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace ez {

// Formats the remaining time: "59 s left", "2 h 05 min left", "41 days left".
std::string time_left(double seconds);
// Formats a duration: "about 59 s".
std::string about(double seconds);

class Progress {
 public:
  Progress(std::string what, std::uint64_t total, std::string unit = "steps");
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_, unit_;
  std::uint64_t total_;
  bool terminal_, shown_ = false;
  Clock::time_point start_, last_;
};

}  // namespace ez
