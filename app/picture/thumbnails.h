// Small pictures of the built-in scenes, each as it looks when its wave is about. The program makes them itself, one
// after the other, on a thread that stands back behind the field; and keeps them in the cache by what the scene's text
// holds, so that each is made once. Until it is, a sketch stands in: the room before the first step.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/model/view_state.h"
#include "render/image.h"
#include "solver/run/solver.h"

namespace ez {

struct Thumbnail {
  std::string scene;    // its name
  Image dark, light;    // in the two themes; empty where the scene could not be run
  bool sketch = false;  // the picture is still to come
};

// At most this large, in the room's own shape.
inline constexpr int thumbnail_width = 240, thumbnail_height = 150;

// The scene run for as long as shows it best; empty pictures where it cannot be read. `stop` is asked between steps;
// nothing comes back once it says so.
std::optional<Thumbnail> make_thumbnail(const std::string& name, std::string_view text,
                                        const std::function<bool()>& stop);

// The scene's room before the first step, in a hundredth of the time; empty pictures where it cannot be read.
Thumbnail make_sketch(const std::string& name, std::string_view text);

// The moment that the run is at, in the view's quantity and range; at most so large, in the room's own shape.
Thumbnail thumbnail_of(Solver& solver, const ViewState& view, int width, int height);

class Thumbnails {
 public:
  // Of an empty folder nothing is kept from run to run.
  explicit Thumbnails(std::filesystem::path folder);
  ~Thumbnails();  // after some steps of the one that is being made
  Thumbnails(const Thumbnails&) = delete;
  Thumbnails& operator=(const Thumbnails&) = delete;

  struct Wish {
    std::string name, text;
  };
  // Those to be made next, the first first; sketches of all before the first picture. What was wished before and is not
  // begun is forgotten.
  void want(std::vector<Wish> wishes);
  // Made since the last call.
  std::vector<Thumbnail> take();

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace ez
