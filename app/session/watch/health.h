// Watches whether the runs are stable. If one is not, stops all, takes them back to the last good state, and finds the
// cause and a remedy.
#pragma once

#include <optional>

#include "app/session/data.h"
#include "app/session/pictures.h"
#include "app/session/watch/last_good.h"
#include "app/session/watch/remedy_search.h"

namespace ez {

class HealthWatch {
 public:
  HealthWatch(SessionData& d, Pictures& pictures) : d_(d), pictures_(pictures) {}

  // Looks at the whole fields, at least four times a second if that takes at most 1/200 of the time.
  void watch();
  void freeze(int pane, const Text& why);
  // Takes over the remedy of an unstable gas once the search has tried it.
  void follow_remedy();
  // Releases the memory of the last good state.
  void forget_last_good() { last_good_.forget(); }
  // Call it after the runs jumped to another step. The next watch() then looks at them.
  void look_soon() { last_health_ = -1; }

 private:
  void describe_cause();
  void refresh_growth(int pane);  // the largest value so far and the growth per period

  SessionData& d_;
  Pictures& pictures_;
  LastGood last_good_;
  RemedySearch remedy_;
  Text broken_by_;                             // the symptom without its cause
  double last_health_ = -1, health_cost_ = 0;  // s: time of the last check of the fields; −1: due. Time that it took.
};

}  // namespace ez
