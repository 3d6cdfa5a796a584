// Returns the processor time of this process, all threads together. It does not depend on other programs.
#pragma once

#include <sys/resource.h>

namespace ez {

inline double processor_seconds() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  return static_cast<double>(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

}  // namespace ez
