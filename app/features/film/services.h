// Services that video recording needs from the session.
#pragma once

#include <string>

namespace ez {

class FilmServices {
 public:
  virtual ~FilmServices() = default;
  virtual void start_film(const std::string& path) = 0;  // empty path: chooses a name; adds a note with the outcome
  virtual void end_film() = 0;                           // adds a note with the outcome
};

}  // namespace ez
