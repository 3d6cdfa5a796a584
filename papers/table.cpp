#include "papers/table.h"

#include <fmt/format.h>

#include "solver/base/csv.h"
#include "solver/base/json_text.h"

namespace ez {
namespace {

std::string line(const std::vector<std::string>& cells) { return fmt::format("| {} |\n", fmt::join(cells, " | ")); }

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> fields;
  for (const std::string& c : cells) fields.push_back(csv_field(c));
  return fmt::format("{}\n", fmt::join(fields, ","));
}

std::string json_list(const std::vector<std::string>& cells) {
  std::vector<std::string> out;
  for (const std::string& c : cells) out.push_back(quoted(c));
  return fmt::format("[{}]", fmt::join(out, ", "));
}

}  // namespace

std::string markdown(const PaperTable& t) {
  std::string out = fmt::format("### {}\n\n{}", t.title, line(t.columns));
  out += line(std::vector<std::string>(t.columns.size(), "---:"));
  for (const auto& row : t.rows) out += line(row);
  for (const std::string& note : t.notes) out += "\n" + note + "\n";
  return out + "\n";
}

std::string csv(const PaperTable& t) {
  std::string out = "# " + t.title + "\n" + csv_line(t.columns);
  for (const auto& row : t.rows) out += csv_line(row);
  return out;
}

std::string json(const PaperTable& t) {
  std::vector<std::string> rows;
  for (const auto& row : t.rows) rows.push_back(json_list(row));
  return fmt::format(R"({{"title": {}, "columns": {}, "rows": [{}], "notes": {}}})", quoted(t.title),
                     json_list(t.columns), fmt::join(rows, ", "), json_list(t.notes));
}

std::string figure(std::optional<double> value, int decimals) {
  return value ? fmt::format("{:.{}f}", *value, decimals) : std::string("skipped");
}

}  // namespace ez
