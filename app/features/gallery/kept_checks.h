// How the checks of built-in scenes came out when they were last run here, kept from one start to the next in one small
// file of lines "name mark held all", the mark being the scene's text's. What cannot be read or written is not kept.
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
// Nothing while one of them has still to be read, or where there is none.
std::optional<CheckTally> tally_of(const std::vector<CheckReading>& readings);

class KeptChecks {
 public:
  // Of an empty path nothing is kept from run to run.
  explicit KeptChecks(std::filesystem::path file);

  // What the checks of the run of `scene` read: kept if it is the built-in scene of that name as it was made. Cheap
  // while nothing has changed.
  void note(const std::string& name, const Scene& scene, const std::vector<CheckReading>& readings);
  // Of a built-in scene of that text; none where it was not run since its text changed.
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
  std::string noted_;                  // the scene of the last note,
  std::optional<CheckTally> counted_;  // and what came out
};

}  // namespace ez
