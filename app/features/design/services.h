// Services that designs need from the session.
#pragma once

#include "app/features/design/commands.h"

namespace ez {

class DesignServices {
 public:
  virtual ~DesignServices() = default;
  virtual void paint(const command::PaintStructure& stroke) = 0;
  virtual void start_finish() = 0;
  virtual void cancel_finish() = 0;
};

}  // namespace ez
