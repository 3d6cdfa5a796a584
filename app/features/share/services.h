// Services that sharing needs from the session.
#pragma once

#include <string>

namespace ez {

class ShareServices {
 public:
  virtual ~ShareServices() = default;
  virtual void save_page(const std::string& path) = 0;  // saves at the end of the frame; adds a note with the outcome
};

}  // namespace ez
