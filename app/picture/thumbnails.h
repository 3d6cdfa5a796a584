// Makes small pictures of the built-in scenes, each at a time when its wave is well visible. They are made
// one after the other in the background, with low priority (background_work.h). They are cached under a mark of the
// scene's text, so that each is made once. A sketch, which shows the domain before the first step, appears until the
// picture is ready.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/view_state.h"
#include "render/image.h"
#include "solver/base/background_work.h"
#include "solver/run/solver.h"

namespace ez {

struct Thumbnail {
  std::string scene;    // name of the scene
  Image dark, light;    // for the two themes; empty if the scene could not be run
  bool sketch = false;  // the picture will follow
};

// Largest size; the picture keeps the domain's proportions.
inline constexpr int thumbnail_width = 240, thumbnail_height = 150;

// Runs the scene until it looks best. Returns empty pictures if the scene cannot be read.
Thumbnail make_thumbnail(const std::string& name, std::string_view text);

// Draws the domain before the first step, a hundred times faster. Returns empty pictures if the scene cannot be read.
Thumbnail make_sketch(const std::string& name, std::string_view text);

// Draws the present step of the run in the view's quantity and range. It has at most this size and the domain's
// proportions.
Thumbnail thumbnail_of(Solver& solver, const ViewState& view, int width, int height);

class Thumbnails {
 public:
  // Caches nothing if the folder is empty.
  explicit Thumbnails(std::filesystem::path folder, Threads threads = Threads::own);
  ~Thumbnails();  // waits for a few steps of the picture in work
  Thumbnails(const Thumbnails&) = delete;
  Thumbnails& operator=(const Thumbnails&) = delete;

  struct Request {
    std::string name, text;
  };
  // Requests pictures, the first one first. Sketches of all scenes are made before the first picture. Earlier requests
  // that have not begun are dropped.
  void want(std::vector<Request> requests);
  // Returns the pictures made since the last call. Without a thread, it also continues to make them.
  std::vector<Thumbnail> take();

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace ez
