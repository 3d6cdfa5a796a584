// The pictures of the fields in the window: publishes them from the runs, paints them, reads the value under the mouse,
// and saves screenshots.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "app/model/services.h"
#include "app/picture/auto_range.h"
#include "app/session/data.h"

namespace ez {

class Pictures {
 public:
  explicit Pictures(SessionData& d, Quantity shown) : d_(d), range_quantity_(shown) {}

  // Publishes all pictures that the window shows. Calls `broke` with a pane and the reason if a picture has a value
  // that is no finite number.
  void publish(const std::function<void(int pane, const Text& why)>& broke);
  void paint();
  void look_under_cursor();
  // The colour bar's end is chosen again.
  void restart_range() { range_.restart(), span_.restart(); }

  // Requests a screenshot to be written to `path` after this frame.
  void want_screenshot(std::string path) { screenshot_ = std::move(path); }
  // Writes it. Throws if it is the last picture that the command line asks for, and cannot be written.
  void save_screenshot(Services& services);
  // Passes the window's picture to the parts that record one.
  void take_picture();

 private:
  bool publish(const PicturePlace& place);  // returns false if there was nothing new
  PictureReference subtracted(int pane);
  double value_under(int pane, Node node);
  // The end of the colour bar follows the largest value shown, or fits it if the field stands. A locked bar stays. A
  // quantity that is shown for the first time gets an end that fits it in both cases.
  void follow_range(double max_abs, double least);

  SessionData& d_;
  AutoRange range_;
  SpanRange span_;
  Quantity range_quantity_;  // quantity of the present range
  std::string screenshot_;   // empty: none is wanted
};

}  // namespace ez
