// What the library throws when the machine does not give what a run needs. (Mistakes of the user are values.)
#pragma once

#include <stdexcept>

namespace ez {

class OutOfMemory : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
// A device, a backend or a thread that is not there, or fails; the text says what to do.
class EngineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ez
