// The first minute: the start page and the tour of hints. Both open automatically once, on the first start without a
// scene. After that, Shift+F1 and the logo in the tool bar open them.
#pragma once

#include <optional>

namespace ez {

struct Welcome {
  bool page = false;                // the start page covers the picture
  std::optional<int> hint;          // index of the shown hint of the tour
  bool seen = true, toured = true;  // saved between sessions: the page has been shown, the tour has ended
  bool operator==(const Welcome&) const = default;
};

}  // namespace ez
