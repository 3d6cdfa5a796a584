// Results of the checks of built-in scenes when they last ran on this machine. They are saved between sessions in a
// small file with lines "name mark held all". The mark identifies the scene's text. Errors of reading and writing are
// ignored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "solver/measure/check_watch.h"
#include "solver/scene/scene.h"

namespace ez {

struct CheckTally {
  int held = 0, all = 0;
  bool operator==(const CheckTally&) const = default;
};
// Counts the checks that hold. Empty if there are no checks, or if one of them has not been read yet.
std::optional<CheckTally> tally_of(const std::vector<CheckReading>& readings);

class SavedCheckResults {
 public:
  // With an empty path the results are not saved.
  explicit SavedCheckResults(std::filesystem::path file);

  // Stores the readings of the run of `scene` if it is the unchanged built-in scene of that name. Cheap if nothing has
  // changed.
  void note(const std::string& name, const Scene& scene, const std::vector<CheckReading>& readings);
  // Returns the results of the built-in scene with that text. Empty if it has not run since its text changed.
  std::optional<CheckTally> of(const std::string& name, std::string_view text) const;

 private:
  struct Line {
    std::uint64_t mark = 0;
    CheckTally tally;
  };
  void read();
  void write() const;

  std::filesystem::path file_;
  std::map<std::string, Line, std::less<>> lines_;
  std::string noted_;  // name and results of the last note()
  std::optional<CheckTally> counted_;
};

}  // namespace ez
