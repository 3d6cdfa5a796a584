// Services that the film needs from the session.
#pragma once

#include <string>

namespace ez {

class FilmServices {
 public:
  virtual ~FilmServices() = default;
  virtual void start_film(const std::string& path) = 0;  // empty path: finds a name; notes its own outcome
  virtual void end_film() = 0;                           // likewise
};

}  // namespace ez
