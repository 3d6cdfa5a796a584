#include "solver/base/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

namespace ez {
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  return out + '"';
}

std::string probe_csv(std::span<const ProbeRecord> records, double dt, Precision precision, std::uint64_t steps) {
  const int digits = precision == Precision::float32 ? 9 : 17;
  std::string out = "t_s";
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max(), end = 0;
  if (records.empty()) first = 1, end = steps + 1;
  for (const ProbeRecord& r : records) {
    out += ',' + csv_field(r.name);
    if (r.values.empty()) continue;
    first = std::min(first, r.first_step);
    end = std::max(end, r.first_step + r.values.size());
  }
  out += '\n';
  const auto to = std::back_inserter(out);
  for (std::uint64_t n = first; n < end; ++n) {
    double time = static_cast<double>(n) * dt;
    for (const ProbeRecord& r : records)
      if (n >= r.first_step && n - r.first_step < r.times.size())
        time = r.times[static_cast<std::size_t>(n - r.first_step)];
    fmt::format_to(to, "{:.{}g}", time, digits);
    for (const ProbeRecord& r : records) {
      out += ',';
      if (n >= r.first_step && n - r.first_step < r.values.size())
        fmt::format_to(to, "{:.{}g}", r.values[static_cast<std::size_t>(n - r.first_step)], digits);
    }
    out += '\n';
  }
  return out;
}

}  // namespace ez
