// Finds slow exponential growth of a field whose sources have ended or are steady.
//
// StabilityMonitor's limit finds a field that has grown by a factor of 10⁶. A mode that gains one per cent a period
// takes thousands of periods to get there, and until then its field looks like a valid result. The shape of ln|field|
// over time distinguishes such a mode from any passive field. The mode gives a straight line, which is convex at first,
// where it rises out of a larger field. Passive fields give concave lines: a resonator fills as n and then as 1
// − e^(−n), the energy of coupled resonators moves as sin n, and a pulse arrives as its envelope. Above a constant
// field these are convex too, but only up to a factor of about 5. So this class reports growth by a factor of 5.5 over
// four stretches of time, if it has not slowed down and if the field has not been larger before.
//
// Each tile of the grid has its own record, because a field that rings elsewhere may be larger for a long time.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "solver/engine/fields.h"
#include "solver/problem/problem.h"
#include "solver/scene/scene.h"

namespace ez {

struct Growth {
  std::uint64_t from = 0, to = 0;  // steps between which it was seen
  double per_step = 1;             // factor
  double per_period = 1;           // factor per period of the slowest source
  int tile = 0;                    // the one of Health::tiles that grew most
  bool driven = false;             // sources are on, and steady
};

class GrowthWatch {
 public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  // Starts again with this scene, from this step on.
  void watch(const Scene& scene, const SceneMedia& media, const Problem& problem, std::uint64_t step);
  // Starts again with the same scene, from this step on.
  void restart(std::uint64_t step);
  // Returns the first step after this one at which a look is due, each time at another phase of a period. Returns
  // `never` if nothing is watched.
  std::uint64_t next_look(std::uint64_t step) const;
  void look(const Health& health, std::uint64_t step);
  // Returns the growth that was found, until watch() or restart().
  const std::optional<Growth>& growth() const { return growth_; }

 private:
  using Tiles = std::array<double, Health::tile_count>;
  // The largest |field| of each tile, squared and summed over the looks of a stretch of time.
  struct Window {
    std::uint64_t index = 0;  // counts windows of this length from start_
    int looks = 0;
    Tiles squares{};
    void add(const Window& part);
    Tiles mean() const;
  };
  struct Level {
    Window open;
    std::vector<Window> closed;  // the last ones, oldest first
    Tiles before{};              // the largest mean of all earlier windows
  };
  static void forget(Level& level, std::size_t windows);
  void add(std::size_t level, std::uint64_t index, const Window& part);
  void test(std::size_t level, std::size_t together);

  double period_ = 0;            // steps, of the slowest source
  double spacing_ = 1;           // steps between looks, on average
  double shortest_ = 0;          // steps of a window that is compared with others, at least
  double active_ = 0;            // steps for which the sources were on
  std::uint64_t length_ = 1;     // steps of the shortest window
  std::uint64_t silent_ = 0;     // the step after which sources are steady or have ended
  std::uint64_t start_ = never;  // the first step that is watched
  std::uint64_t last_ = 0;       // the step of the last look
  bool driven_ = false;          // a source never ends
  std::vector<Level> levels_;    // the windows of each are twice as long as those of the previous one
  std::optional<Growth> growth_;
};

}  // namespace ez
