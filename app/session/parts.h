// Calls the parts of all features.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/features/session_part.h"

namespace ez {

class Parts {
 public:
  void make(const SessionHost& host) { parts_ = session_parts(host); }

  // Calls a function of every part.
  template <class... P, class... A>
  void each(void (SessionPart::*call)(P...), A&&... values) {
    for (const auto& part : parts_) ((*part).*call)(values...);
  }
  // The same; true if one of them returns true.
  template <class... P, class... A>
  bool any(bool (SessionPart::*call)(P...), A&&... values) {
    bool out = false;
    for (const auto& part : parts_) out |= ((*part).*call)(values...);
    return out;
  }
  template <class... A>
  bool any(bool (SessionPart::*call)(A...) const, A... values) const {
    return std::ranges::any_of(parts_, [&](const auto& part) { return ((*part).*call)(values...); });
  }
  // Calls one part after the other until one does not return 0.
  template <class... P, class... A>
  int first(int (SessionPart::*call)(P...), A... values) {
    for (const auto& part : parts_)
      if (const int n = ((*part).*call)(values...); n != 0) return n;
    return 0;
  }
  // Returns the next steps of the part that takes the runs to another step.
  NextBatch next_batch(const Comparison& runs, int most) {
    for (const auto& part : parts_)
      if (part->is_travelling()) return part->next_batch(runs, most);
    return {};
  }
  // Returns the sum over all parts.
  Solver::Speed take_own_steps() {
    Solver::Speed sum;
    for (const auto& part : parts_) {
      const Solver::Speed own = part->take_own_steps();
      sum.steps += own.steps;
      sum.seconds += own.seconds;
    }
    return sum;
  }
  // Ends all parts with the session. Returns a message for each thing that is lost.
  std::vector<Text> end() {
    std::vector<Text> out;
    for (const auto& part : parts_)
      if (Text why = part->end(); !why.empty()) out.push_back(std::move(why));
    return out;
  }

 private:
  std::vector<std::unique_ptr<SessionPart>> parts_;
};

}  // namespace ez
