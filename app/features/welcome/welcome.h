// The first minute: the start page and the tour of hints. Both come by themselves once, on the first start without a
// scene, and by Shift+F1 and the mark in the tool bar after that.
#pragma once

#include <optional>

namespace ez {

struct Welcome {
  bool page = false;                // the start page lies over the picture
  std::optional<int> hint;          // of the tour, that is shown
  bool seen = true, toured = true;  // kept: the page has been shown, the tour has ended
  bool operator==(const Welcome&) const = default;
};

}  // namespace ez
