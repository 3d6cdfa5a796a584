// Exceptions that the library throws when the machine cannot provide what a run needs. User mistakes
// are returned as values instead.
#pragma once

#include <stdexcept>

namespace ez {

class OutOfMemory : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// A device, backend or thread is missing or has failed. The text says what to do.
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ez
