// Edits the boundaries of a domain at random during a run, in four panes with their reference run, meters, ledger and
// checkpoints. It covers combinations that no single test tries, and is a good target for a memory checker. Both
// engines run it.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <random>

#include "boundary_kinds.h"
#include "helpers.h"
#include "solver/compare/comparison.h"
#include "solver/engine/backend.h"
#include "solver/scene/file/scene_file.h"

namespace ez::test {

class RandomBoundaries {
 public:
  RandomBoundaries(const EngineMaker& maker, unsigned seed)
      : random_(seed), scene_(room()), comparison_(maker, scene_) {}

  // Edits, runs and reads for this time, and prints the number of edits.
  void go_on(double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    int edits = 0;
    do {
      once();
      ++edits;
    } while (std::chrono::duration<double>(Clock::now() - begin).count() < seconds && !testing::Test::HasFailure());
    std::printf("[ measured ] %d edits in %.0f s\n", edits, seconds);
  }

 private:
  static Scene room() {
    Scene s = grid(61, 52, BoundaryKind::cpml, Precision::float32);
    s.grid.courant = 0.7;
    s.materials = {{"glass", 2.25, 1, 0, 0, {}}, {"wet", 3, 1, 0.02, 0, {}}};
    s.shapes = {{Rect{{-9, 30}, {90, 37}}, "glass"}, {Circle{{40, 20}, 4}, "wet"}};
    s.sources = {point(22, 19, Cw{frequency_of(s, 24), 3, 0})};
    s.reflection.margin = 20;
    for (const char* name : {"a", "b", "c", "d"}) s.variants.push_back({name, {}});
    return s;
  }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random_); }
  double uniform(double a, double b) { return std::uniform_real_distribution<double>(a, b)(random_); }
  BoundaryKind one_of(const std::vector<BoundaryKind>& kinds) {
    return kinds[static_cast<std::size_t>(below(static_cast<int>(kinds.size())))];
  }

  void once() {
    change();
    ASSERT_TRUE(validate(scene_).empty());
    comparison_.apply(scene_);
    comparison_.advance(1 + below(40));
    if (below(8) == 0) {
      comparison_.wait();
      comparison_.pane(below(4)).set_ledger(below(2) == 0);
    }
    comparison_.wait();
    for (int k = 0; k < comparison_.panes(); ++k) {
      ASSERT_TRUE(comparison_.pane(k).health().finite) << "pane " << k << " at step " << comparison_.pane(k).step();
      comparison_.reading(k);
    }
    if (below(40) == 0) comparison_.reset();
  }
  void change() {
    Variant& v = scene_.variants[static_cast<std::size_t>(below(4))];
    CpmlGrading& g = scene_.boundary.cpml;
    switch (below(8)) {
      case 0:
      case 1:
        v.set = sides();
        break;
      case 2:
        v.set.push_back({"boundary.cpml.cells", fmt::format("{}", 1 + below(12))});
        break;
      case 3:
        g.sigma = uniform(0.3, 2);
        g.order = uniform(1, 6);
        break;
      case 4:
        g.kappa = uniform(1, 12);
        g.alpha = uniform(0, 40);
        g.alpha_order = below(4);
        break;
      case 5:
        g.factor[static_cast<std::size_t>(below(4))] = uniform(0.2, 2);
        break;
      case 6:
        scene_.reflection.on = !scene_.reflection.on;
        break;
      default:
        scene_.shapes[1].geometry = Circle{{uniform(12, 48), uniform(12, 40)}, uniform(2, 6)};
    }
  }
  // Periodic sides come in pairs.
  std::vector<Override> sides() {
    const std::vector<BoundaryKind> kinds = kinds_of_one_side();
    std::vector<Override> out;
    for (const auto& [low, high] : {std::pair("left", "right"), std::pair("bottom", "top")}) {
      const bool wraps = below(5) == 0;
      for (const char* side : {low, high})
        out.push_back({fmt::format("boundary.{}", side),
                       fmt::format("\"{}\"", to_string(wraps ? BoundaryKind::periodic : one_of(kinds)))});
    }
    return out;
  }

  std::mt19937 random_;
  Scene scene_;
  Comparison comparison_;
};

// Returns the number of seconds to run: `usual` unless EZSCOPE_TEST_SECONDS is set.
inline double test_seconds(double usual) {
  const char* set = std::getenv("EZSCOPE_TEST_SECONDS");
  return set ? std::atof(set) : usual;
}

}  // namespace ez::test
