// Services that the boundary lab needs from the session.
#pragma once

#include <string>

#include "solver/scene/scene.h"

namespace ez {

class BoundaryLabServices {
 public:
  virtual ~BoundaryLabServices() = default;
  virtual void start_search(const Scene& scene, int pane) = 0;  // applies the result as an edit of that pane
  virtual void cancel_search() = 0;
  // Searches the causes of this scene's reflection, which is the active pane's (LabState::explained).
  virtual void start_explaining(const Scene& scene) = 0;
  virtual void cancel_explaining() = 0;
  // Saves STEM.png, STEM.csv and STEM.toml at the end of the frame, and adds a note with the outcome.
  virtual void save_report(const std::string& stem) = 0;
};

}  // namespace ez
