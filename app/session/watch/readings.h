// Reads the instruments of the runs into the state: monitors, the largest Mach number, reflection meters.
#pragma once

#include "app/session/data.h"

namespace ez {

class Readings {
 public:
  explicit Readings(SessionData& d) : d_(d) {}

  // At most five times a second, and at most a twentieth of the time.
  void read_monitors();
  // At most twice a second, and at most a twentieth of the time.
  void read_mach();
  // Steps and times every frame, readings ten times a second.
  void read_meters();
  // The meters are read in this frame.
  void read_meters_soon() { last_reading_ = -1; }
  // The runs are at another step: all is read in this frame.
  void read_soon() { last_reading_ = last_monitors_ = -1; }

 private:
  SessionData& d_;
  bool finding_modes_ = false;  // the modes of some monitors need more frames
  // s: when each was last read; −1: due. Time that it took.
  double last_reading_ = 0, last_monitors_ = -1, monitors_cost_ = 0, last_mach_ = -1, mach_cost_ = 0;
};

}  // namespace ez
