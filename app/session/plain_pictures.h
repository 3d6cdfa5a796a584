// Pictures of the window as it is without notes and messages: a boundary report, a page to share, the map of block
// shapes. What is asked for in a frame is drawn plainly in the next one and written at its end.
#pragma once

#include <string>

#include "app/model/log/tape.h"
#include "app/model/services.h"
#include "app/model/state.h"
#include "app/platform/window.h"
#include "app/ui/interface.h"

namespace ez {

class PlainPictures {
 public:
  PlainPictures(State& state, Services& services, Tape& tape) : state_(state), services_(services), tape_(tape) {}

  // Each notes its own outcome.
  void want_report(const std::string& stem) { report_ = stem; }  // STEM.png, STEM.csv and STEM.toml
  void want_page(const std::string& path) { page_ = path; }
  void want_block_map(const std::string& path) { block_map_ = path; }

  // The interface draws itself by this: plainly where a picture is wanted.
  Commands draw(Interface& interface);
  // At the end of the frame, in which draw() was called or not.
  void save(Window& window, const Interface& interface);

 private:
  void save_report(const Image& panes);
  void save_page(const Image& panes);
  void save_block_map(const Image& window, const ScreenRect& rect);
  void tell(const std::string& path, const Text& why);

  State& state_;
  Services& services_;
  Tape& tape_;
  std::string report_, page_, block_map_;
  bool drawn_ = false;  // plainly, in this frame
};

}  // namespace ez
