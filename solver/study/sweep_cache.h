// Keeps the finished points of sweeps in a file, so that a sweep that was interrupted, even by a crash, continues.
//
// A point is found by the text of its scene with the sweep's formulas, and by the program that computed it. Each is one
// line that is written at once. A line that is not complete is ignored.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "solver/study/sweep.h"

namespace ez {

class SweepCache final : public SweepStore {
 public:
  // Reads the file. `program` names what computes: version, revision and backend. Errors of reading and writing are
  // ignored, because then the points are only computed again.
  SweepCache(std::filesystem::path file, std::string program);
  bool find(const Scene& scene, const SweepRequest& request, SweepPoint& point) override;
  void add(const Scene& scene, const SweepRequest& request, const SweepPoint& point) override;

 private:
  std::string key_of(const Scene& scene, const SweepRequest& request) const;

  std::filesystem::path file_;
  std::string program_;
  std::map<std::string, std::string> lines_;  // by key, the rest of the line
};

}  // namespace ez
