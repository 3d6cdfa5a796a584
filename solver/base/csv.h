// Probe records as .csv: header `t_s,NAME,…`, one row per step.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "solver/base/precision.h"

namespace ez {

struct ProbeRecord {
  std::string name;
  std::uint64_t first_step = 1;    // values[k] is Ez after first_step + k steps
  std::vector<double> values;      // V/m; A/m where it is Hz
  std::vector<double> times = {};  // s, of each value, where steps are not of one length; empty: n·dt
};

// Text as one cell of a row, which every CSV of the program uses: quoted as in RFC 4180 if it has a comma, a quote or a
// line break. If a spreadsheet would take the text for a formula (it begins with = + - @, tab or return, blanks left
// out, and is not a number or a number with a unit), an apostrophe before it makes it a text there.
std::string csv_field(const std::string& cell);
// Rows n from the least first_step to the last step of any record; where there is no record, the times of steps 1 to
// `steps`. t = n·dt in s; `%.9g`, in double `%.17g`. A record that has no value at a step leaves its cell empty.
// Names are written by csv_field().
std::string probe_csv(std::span<const ProbeRecord> records, double dt, Precision precision, std::uint64_t steps = 0);

}  // namespace ez
