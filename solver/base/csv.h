// Writes probe records as .csv: header `t_s,NAME,…`, one row per step.
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
  std::vector<double> values;      // V/m; A/m for Hz
  std::vector<double> times = {};  // s, the time of each value, if the steps differ in length; empty: n·dt
};

// Formats a text as one cell of a row; all CSV files of the program use this. The cell is quoted as in RFC
// 4180 if it contains a comma, a quote or a line break. It gets an apostrophe in front if a spreadsheet would
// read it as a formula. Such a text begins, after any blanks, with = + - @, tab or return, and is neither a
// number nor a number with a unit.
std::string csv_field(const std::string& cell);
// Writes rows from the smallest first_step to the last step of any record. Without records, it writes the times of
// steps 1 to `steps`. t = n·dt is in s. The format is `%.9g`, and `%.17g` in double precision. A record without a value
// at a step leaves its cell empty. csv_field() formats the names.
std::string probe_csv(std::span<const ProbeRecord> records, double dt, Precision precision, std::uint64_t steps = 0);

}  // namespace ez
